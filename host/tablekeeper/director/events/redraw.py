"""Detects an action that would replace the draw of a running event, or move some of its pairings. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.errors import UserError
from tablekeeper.formats import Answer
from tablekeeper.formats.wording import pairing_text
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.languages import _, joined
from tablekeeper.text import counted

#: the fields that identify a pairing, together with its players
_PLACE = ("match", "round", "game", "stage", "phase")
#: up to this number, changes are named in a sentence; a page lists all
_TOLD = 3


class DrawReplaced(Unconfirmed):
    """An action would replace the draw of a running event; `facts` has a text for each changed pairing."""

    def __init__(self, changes: Sequence[str], draw: int, way: str) -> None:
        more = len(changes) - _TOLD
        rest = [counted(more, "other pairing would change, too", "other pairings would change, too")]
        super().__init__(
            _(
                "This would change the draw of a running event: %(told)s. %(way)s",
                told=joined([*changes[:_TOLD], *(rest if more > 0 else [])], "; "), way=way,
            ),
            _("Replace the draw by draw %(draw)s?", draw=draw),
            changes,
            _("Make draw %(draw)s", draw=draw),
            {"new_draw": "1"},
        )


def check(before: EventState, running: Answer | None, after: EventState, way: str = "") -> None:
    """Refuse new options that replace the draw of a running event; `way` is the advice in the error."""
    same = before.options == after.options and before.players == after.players
    if running is None or same or not after.started or before.draws != after.draws:
        return
    found = changes(running, after.answer())
    if found:
        number = before.draws + 1
        usual = _("With --new-draw it becomes draw %(number)s.", number=number)
        raise DrawReplaced(found, number, way or usual)


def undone_at_last(actions: Sequence[Action], seq: int) -> str:
    """Return what an undo of action `seq` undoes or repeats: the action below all undos."""
    while actions[seq - 1].action == UNDO:
        seq = actions[seq - 1].body["undoes"]
    return actions[seq - 1].action


def check_kept(
    before: EventState, running: Answer | None, after: EventState, *,
    entry: bool = False, paper: bool = True, given: str = "",
) -> None:  # fmt: skip
    """Refuse an arrival or departure, or an undo of one, that moves a pairing between other players.

    These pairings stay: all that are at a table, and with `paper` all in rounds that the format keeps. An
    `entry` into a format that keeps no rounds changes no pairing at all, except that of the player whose bye
    is `given`.
    """
    if running is None or not after.started:
        return
    form = before.format
    last = form.kept(before.event(), before.tables.values()) if paper and form.keeps else 0
    seated = {identity(one) for match, one in before.tables.items() if match in after.tables}
    there = set(after.entrants) - set(after.withdrawn)
    following = after.answer().next
    left = {identity(one) for one in following}
    for one in running.next:
        number = one.get("round")
        stays = entry and not form.keeps and given not in one.get("players", ())
        stays = stays or identity(one) in seated
        stays = stays or (isinstance(number, int) and number <= last)
        # a game of three that gains the player who is back is still played by the others
        same = [other for other in following if is_drawn(other) and _place(other) == _place(one)]
        joined = any(set(other["players"]) > set(one.get("players", ())) for other in same)
        stays = stays and (entry or not joined)
        if stays and is_drawn(one) and identity(one) not in left and there.issuperset(one["players"]):
            raise UserError(
                "%(pairing)s is being played or on paper, and would not be played any more: enter its result "
                "first, or withdraw a player instead of undoing the entry.", pairing=short(one),
            )  # fmt: skip


def changes(before: Answer, after: Answer) -> tuple[str, ...]:
    """Return a text for each pairing that would not be played any more."""
    left = {identity(one) for one in after.next}
    gone = [one for one in before.next if is_drawn(one) and identity(one) not in left]
    found = []
    for one in gone:
        there = (other for other in after.next if is_drawn(other) and _place(other) == _place(one))
        instead = next(there, None)
        found.append(
            _("%(pairing)s would not be played", pairing=short(one))
            if instead is None
            else _("%(pairing)s would be %(versus)s", pairing=short(one), versus=_versus(instead))
        )
    return tuple(found)


def is_drawn(pairing: Mapping[str, Any]) -> bool:
    """Return whether a pairing of `next` has its players."""
    return "draw" not in pairing and len(pairing.get("players") or ()) > 1


def _place(pairing: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(pairing.get(key) for key in _PLACE)


def identity(pairing: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the identity of a pairing of `next`: its place and its players."""
    names = pairing.get("players")
    return (*_place(pairing), frozenset(map(str, names)) if isinstance(names, list | tuple) else None)


def _versus(pairing: Mapping[str, Any]) -> str:
    return pairing_text({"players": pairing["players"]})


def short(pairing: Mapping[str, Any]) -> str:
    """Return a pairing in words: its place and its players."""
    return pairing_text({key: pairing[key] for key in (*_PLACE, "players") if key in pairing})
