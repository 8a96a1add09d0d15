"""The auditors: every entry point of the group `tablekeeper.auditors`, by the key of its format."""

from __future__ import annotations

from typing import Any

from tablekeeper.audit.auditor import Auditor
from tablekeeper.entrypoints import EntryPoint, EntryPoints


def _checked(point: EntryPoint, auditor: Any) -> Auditor:
    if not isinstance(auditor, Auditor):
        raise TypeError(f"{point.value} is no Auditor")
    return auditor


AUDITORS = EntryPoints("auditor", _checked)
