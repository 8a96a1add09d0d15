"""The things that each action of the register changes, and those that its author must have seen. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablekeeper.director.people import journal
from tablekeeper.director.seen import Touch
from tablekeeper.journal.action import Action


def touch(actions: Sequence[Action], action: Action) -> Touch:
    """Return what an action touches; an action that is not in the table touches nothing."""
    things = _TABLE.get(action.action)
    found = [] if things is None else things(action.body)
    return Touch(frozenset(found), frozenset(found))


_TABLE: Mapping[str, Callable[[Mapping[str, Any]], Sequence[str]]] = {
    journal.SHOWN: lambda body: [f"name of {body['person']}"],
    journal.CONSENT: lambda body: [f"consent of {body['person']}"],
    journal.BOARD: lambda body: [f"board name of {body['person']}"],
    journal.MERGED: lambda body: [f"person {body['kept']}", f"person {body['merged']}"],
    journal.SPLIT: lambda body: [f"person {body['from']}"],
    journal.JOINED: lambda body: [f"membership {body['membership']}", f"clubs of {body['person']}"],
    journal.LEFT: lambda body: [f"membership {body['membership']}"],
    journal.REMOVED: lambda body: [f"person {body['person']}"],
}
