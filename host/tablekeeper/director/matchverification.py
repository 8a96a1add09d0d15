"""Computes the rows of matches and the names of tables again, and compares them with the database.

A match comes from an action that set its table up. Actions do not hold the match's number, but both are in
order at each board; an action may have no match, if the host was killed between the two. All other matches
were set up at a board itself: they have no names, and are compared with the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablecore import records, sheets
from tablekeeper.director.ledger import JournalLog
from tablekeeper.director.logfold import LogFold, LogSegment
from tablekeeper.director.places import given_names
from tablekeeper.director.setup import CREATE, HANDOVER, SET_UP
from tablekeeper.errors import UserError
from tablekeeper.games import schedule
from tablekeeper.games.backgammon import matchsetup
from tablekeeper.games.clockview import control_text
from tablekeeper.games.registry import GAMES
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
from tablekeeper.store import Match, Segment, Store
from tablekeeper.textchecks import LONGEST_NAME

#: the permanent name of a part: (board uid, journal id, sequence of the opening record)
Key = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Rows:
    """The actions of the director's journal with the rows that were made from them."""

    actions: tuple[Action, ...]
    matches: tuple[Match, ...]
    #: by match, in order
    segments: Mapping[int, tuple[Segment, ...]]
    #: uid -> name
    names: Mapping[str, str]


def rows(store: Store) -> Rows:
    """Return the rows of one moment: read again while a host enters actions."""
    while True:
        last = store.last_action()
        # before their segments, which are entered together with them
        matches = tuple(store.matches.all())
        segments: dict[int, tuple[Segment, ...]] = {}
        for one in store.matches.all_segments():
            segments[one.match_id] = (*segments.get(one.match_id, ()), one)
        names = {board.uid: board.name for board in store.boards()}
        found = Rows(tuple(store.actions()), matches, segments, names)
        if store.last_action() == last:
            return found


def controls(log: JournalLog, part: LogSegment) -> set[str]:
    """Return the time controls that a match had, as its row may hold them; empty if one has no notation."""
    fold, found = LogFold(log.uid, log.journal, log.records.get), set()
    for seq in log.held(part.first, part.last):
        fold.take(records.unpack(log.records[seq]))
        if fold.log_segments:
            found.add(control_text(fold.sheet.clock))
    try:
        for text in found:
            schedule.parse(text)
    except ValueError:
        return set()
    return found


def set_ups(found: Rows, opened: Mapping[Key, dict[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each match that is not as it was set up.

    `opened` has the values of the opening records (`opening`) of matches without names.
    """
    ordered: dict[str, list[dict[str, Any]]] = {}
    for action in found.actions:
        if action.action in (CREATE, SET_UP):
            ordered.setdefault(action.body["uid"], []).append(_ordered(action))
    for match in found.matches:
        first = next(iter(found.segments.get(match.id, ())), None)
        left = [] if first is None else ordered.get(first.uid, [])
        place = next((place for place, values in enumerate(left) if _fits(match, values)), None)
        if place is not None:
            del left[: place + 1]
        elif not _fits(match, opened.get(_key(first), {"names": ("", "")})):
            yield _(
                "Match %(id)s: its players, length, clock, options, start or source are not those of its "
                "set-up.",
                id=match.id,
            )


def opening(log: JournalLog, part: LogSegment) -> dict[str, Any]:
    """Return the values of a match that was set up at the board."""
    _seq, _kind, _a, length, options, *_rest = records.unpack(log.records[part.first])
    clocks = controls(log, part)
    return {
        "names": ("", ""), "program": part.program, "length": length, "options": options, "start": part.start,
        **({"control": clocks} if clocks else {}),
    }  # fmt: skip


def moves(found: Rows) -> Iterator[str]:
    """Yield a sentence for each match whose boards are not those of its handovers."""
    handovers: dict[int, list[Mapping[str, Any]]] = {}
    for action in found.actions:
        if action.action == HANDOVER:
            handovers.setdefault(action.body["match"], []).append(action.body)
    known = {match.id for match in found.matches}
    for number in sorted(handovers.keys() - known):
        yield _("Match %(id)s: it was handed over, and is missing.", id=number)
    for number in sorted(known):
        wanted = handovers.get(number, [])
        segments = found.segments.get(number, ())
        boards = [one.uid for one in segments]
        ends = [(one.to_seq, one.ended_ms) for one in segments]
        if (
            boards != ([wanted[0]["from"], *(one["to"] for one in wanted)] if wanted else boards[:1])
            or ends[-1:] not in ([], [(None, None)])
            or any(not _ends(end, body) for end, body in zip(ends, wanted, strict=False))
        ):
            yield _("Match %(id)s: its boards are not those of its handovers.", id=number)


def names(found: Rows) -> Iterator[str]:
    """Yield a sentence for each table whose name is not that of the director's journal."""
    given = given_names(found.actions)
    for uid, name in sorted(found.names.items()):
        # a host that was killed may have entered the last name only in the journal
        if name not in ["", *(told for _seq, told in given.get(uid, ()))][-2:]:
            yield _("Board %(uid)s: its name is not that of the director's journal.", uid=uid)


def _key(segment: Segment | None) -> Key:
    if segment is None or segment.journal is None or segment.from_seq is None:
        return ("", 0, 0)
    return (segment.uid, segment.journal, segment.from_seq)


def _ends(end: tuple[int | None, int | None], body: Mapping[str, Any]) -> bool:
    if body.get("at_seq") is not None:
        return end == (body["at_seq"], None)
    # journals of earlier versions do not have the last stored record
    return end[1] == body["at_ms"] and ("held" not in body or end[0] == body["held"])


def _ordered(action: Action) -> dict[str, Any]:
    """Return the values of a match that an action set up, as far as this version can compute them."""
    body = action.body
    if action.action == CREATE:
        options = matchsetup.options(body["crawford"], body["dice"], body.get("consultation", False))
        return {
            "names": _seated(body["players"]), "program": sheets.BACKGAMMON, "length": body["length"],
            "options": options, "control": {body["control"]}, "start": tuple(body["start_score"]),
            "source": body["source"],
        }  # fmt: skip
    opener = body["rows"][0]
    found = {
        "names": _seated(body["names"]), "program": records.OPENERS.index(opener[0]), "length": opener[2],
        "options": opener[3], "source": None,
    }  # fmt: skip
    try:
        plan = GAMES.offered(body["program"]).plan(body["options"])
    except (UserError, LookupError, ValueError):
        # the program is not installed, or has other options now
        return found
    return {**found, "control": {plan.control}, "start": plan.start}


def _seated(given: Sequence[str]) -> tuple[str, ...]:
    # a name that replaced a longer text in the journal was cut in the row
    return (*(name[:LONGEST_NAME].rstrip() for name in given), *[""] * (2 - len(given)))


def _fits(match: Match, values: Mapping[str, Any]) -> bool:
    return all(
        match.control in value if key == "control" else getattr(match, key) == value
        for key, value in values.items()
    )
