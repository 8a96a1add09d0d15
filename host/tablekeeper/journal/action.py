"""An action of a journal, and the JSON text of its body."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: the action that every journal has for an undo; its body names the number that it `undoes`
UNDO = "undo"
#: an action to be added: actor, action, body
NewAction = tuple[str, str, Mapping[str, Any]]


class Overtaken(Exception):
    """Another action was added in between: read the journal again."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a journal; `seq` counts 1, 2, 3, and `at_ms` (hall time) never falls."""

    seq: int
    at_ms: int
    actor: str
    action: str
    body: Any


def canonical(body: Mapping[str, Any]) -> str:
    """Return the one JSON text of a body: sorted keys, no blanks, letters as they are.

    Raises ValueError if the body contains a number that JSON does not have.
    """
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def undone(actions: Sequence[Action]) -> frozenset[int]:
    """Return the numbers of the actions that are undone; undos are applied from the last one to the first."""
    gone: set[int] = set()
    for action in reversed(actions):
        if action.action == UNDO and action.seq not in gone:
            gone.add(action.body["undoes"])
    return frozenset(gone)
