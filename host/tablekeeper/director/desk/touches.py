"""The things that each entry of the desk changes, and those that its author must have seen. Pure.

A thing is a name: "rulings on Ann", "setting ladder", "committee". Facts outside the journal (the time, a
running match) are shown with a ruling's form and compared there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablekeeper.director.desk import journal, notices
from tablekeeper.director.seen import Touch
from tablekeeper.journal.action import Action

COMMITTEE = "committee"


def touch(actions: Sequence[Action], action: Action) -> Touch:
    """Return what an entry touches; an entry that is not in the table touches nothing."""
    things = _TABLE.get(action.action)
    found = frozenset(() if things is None else things(action.body))
    return Touch(found, found)


def _players(body: Mapping[str, Any]) -> list[str]:
    names = body["players"] if "players" in body else (body["player"], body["opponent"])
    return [f"rulings on {name}" for name in names]


_TABLE: Mapping[str, Callable[[Mapping[str, Any]], Sequence[str]]] = {
    journal.SETTINGS: lambda body: [f"setting {key}" for key in body],
    journal.COMMITTEE: lambda body: [COMMITTEE],
    journal.SUBSTITUTE: lambda body: [f"appeal against {body['ruling']}"],
    journal.RULING: _players,
    journal.LATE: _players,
    journal.BREAK: _players,
    journal.GRANT: lambda body: [f"lateness {body['late']}"],
    journal.APPEAL: lambda body: [f"appeal against {body['ruling']}"],
    journal.VERDICT: lambda body: [f"appeal {body['appeal']}"],
    notices.PROJECT.key: lambda body: ["screen"],
}
