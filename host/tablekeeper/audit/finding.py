"""A finding of the audit: one place where a file contradicts its journal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One difference: its place in the file (`standings.rows[0].won`) and a sentence without a full stop."""

    place: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def text(value: Any) -> str:
    """Return a value as its file has it, keys in order, cut where it is long."""
    whole = exact(value)
    return whole if len(whole) <= 120 else f"{whole[:117]}..."


def exact(value: Any) -> str:
    """Return the text by which values are compared: 1, 1.0 and true are three different ones."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def difference(place: str, told: Any, found: Any) -> list[AuditFinding]:
    """Return the finding of a value that is not what the audit found, or nothing."""
    if exact(told) == exact(found):
        return []
    return [AuditFinding(place, f"the file says {text(told)}, the audit finds {text(found)}")]
