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
    """Return a value as JSON text with sorted keys, shortened if it is long."""
    whole = exact(value)
    return whole if len(whole) <= 120 else f"{whole[:117]}..."


def exact(value: Any) -> str:
    """Return the text by which values are compared: those of 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def difference(place: str, told: Any, found: Any) -> list[AuditFinding]:
    """Return a finding if a value differs from the audit's value, else an empty list."""
    if exact(told) == exact(found):
        return []
    return [AuditFinding(place, f"the file says {text(told)}, the audit finds {text(found)}")]
