"""The set-ups of tables as stored in the director's journal, and the names that are sent to a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablekeeper.director.people.book import Book
from tablekeeper.games.backgammon.matchsetup import (
    Control,
    MatchStanding,
    check_control,
    run_tail,
    start_standing,
)
from tablekeeper.games.registry import GAMES
from tablekeeper.games.setupplan import Rows, plan_tail
from tablekeeper.journal.action import Action
from tablekeeper.lettering import distinct
from tablekeeper.store import Match, Segment

#: verb of the action that moves a match to another board
HANDOVER = "handover"
#: verb of the action that sets a table up by the rows of its plan
SET_UP = "set up"
#: verb of the action that sets a table up for a match of backgammon
CREATE = "create match"


def recorded_standing(actions: Iterable[Action], match: Match, ordinal: int) -> MatchStanding | None:
    """Return the standing at the start of a match's segment, from the director's journal.

    None if the match began there without a start score.
    """
    if ordinal:
        last = _handover(actions, match)
        if last is not None:
            return MatchStanding(
                score=(last["score"][0], last["score"][1]),
                crawford=last["crawford"],
                games=last["games"],
                in_game=last["in_game"],
                cube=last["cube"],
                cube_owner=last["cube_owner"],
                turn=last["turn"],
                reserves=None if last["reserves"] is None else (last["reserves"][0], last["reserves"][1]),
                moves=tuple(last.get("moves", (0, 0))),
                overtime=last.get("overtime", 0),
                breaks=tuple(last.get("breaks", (0, 0))),
            )
    return None if match.start == (0, 0) else start_standing(match.start, match.length)


def recorded_control(actions: Iterable[Action], match: Match, ordinal: int) -> Control:
    """Return the time control at the start of a match's segment, including a clock introduced before."""
    last = _handover(actions, match)
    if not ordinal or last is None or "times" not in last:
        return check_control(match.control, match.length)
    return tuple(
        (tuple((moves, tuple(control)) for moves, control in stages), overtime)
        for stages, overtime in last["times"]
    )


def recorded_rows(actions: Iterable[Action], match: Match, uid: str) -> Rows:
    """Return the rows of a table's last set-up, from the director's journal.

    It is the last one at this table, because a table that waits for its set-up accepts no other.
    """
    found = [
        one.body
        for one in actions
        if (one.action == SET_UP and one.body["uid"] == uid)
        or (one.action == HANDOVER and one.body["to"] == uid and "rows" in one.body)
    ]
    if not found:
        raise LookupError(f"the director's journal does not say how match {match.id} was set up")
    return tuple((row[0], row[1], row[2], row[3], row[4], row[5]) for row in found[-1]["rows"])


def recorded_run(actions: Sequence[Action], match: Match, segment: Segment) -> bytes:
    """Return the order that sets a match up, from the director's journal."""
    if not GAMES.of(match.program).directed:
        return plan_tail(match.id, recorded_rows(actions, match, segment.uid))
    return run_tail(
        match.id, match.length, match.options,
        recorded_control(actions, match, segment.ordinal),
        recorded_standing(actions, match, segment.ordinal),
    )  # fmt: skip


def recorded_clocks(actions: Iterable[Action], match: Match) -> tuple[tuple[int, int, int], ...]:
    """Return the clock times that were set at the match's last move to another board."""
    last = _handover(actions, match)
    return tuple((one[0], one[1], one[2]) for one in last.get("clocks", ())) if last is not None else ()


def returned_ms(actions: Iterable[Action], match: Match, segment: Segment) -> int:
    """Return when a match continued at a board from an earlier record (hall ms); 0 if it began there."""
    last = _handover(actions, match) if segment.ordinal else None
    return 0 if last is None or last.get("at_seq") is None else last["at_ms"]


def _handover(actions: Iterable[Action], match: Match) -> Mapping[str, Any] | None:
    """Return the body of a match's last handover in the director's journal, or None."""
    found = [one.body for one in actions if one.action == HANDOVER and one.body["match"] == match.id]
    return found[-1] if found else None


def name_tails(seated: Sequence[tuple[int, str]], book: Book) -> list[bytes]:
    """Return the tails of NAME commands: the players' names on boards, cut so that no two are the same."""
    named = [(seat, name) for seat, name in seated if name]
    shown = distinct([book.on_board(name) for _, name in named])
    return [bytes((seat,)) + name.encode() for (seat, _), name in zip(named, shown, strict=True)]
