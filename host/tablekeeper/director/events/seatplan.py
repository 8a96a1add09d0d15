"""Proposes a table for each match of an event that can be seated now. Pure.

Matches are in the order in which they get free boards (docs/regulation.md, §8): the Main before the other
draws, then earlier rounds first. Tables are in the director's order. A match waits if one of its players is
playing, is in an earlier match of the list, or has withdrawn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events.boardqueue import AtTable, board_queue, claimed
from tablekeeper.director.events.views import EventView
from tablekeeper.formats.board import named_players
from tablekeeper.formats.flights import takes_precedence
from tablekeeper.languages import _
from tablekeeper.text import listing

#: the reason of a match that waits only for a free table
NO_TABLE = _("no table is free")


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A table at which a match can be set up."""

    uid: str
    name: str
    #: the only event that is seated there, because its zone is reserved; 0 for every event
    event: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A match and its table; `length` and `control` None: as in the event."""

    pairing: Mapping[str, Any]
    uid: str
    length: int | None = None
    control: str | None = None


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that cannot be seated now, and why."""

    pairing: Mapping[str, Any]
    why: str


@dataclass(frozen=True, slots=True)
class BoardTurn:
    """A match that can be set up at a board now: its free table, or the number of matches before it."""

    event: int
    pairing: Mapping[str, Any]
    #: as `seat_plan` would propose if all events were seated now; None if no free table is left for it
    table: FreeTable | None
    #: the number of waiting matches that get a table before it
    before: int = 0


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A proposal: the matches with their tables, and the waiting matches."""

    places: tuple[Place, ...]
    #: every free table, in the director's order
    tables: tuple[FreeTable, ...]
    waiting: tuple[WaitingMatch, ...]
    #: the number of waiting matches of other events with a higher priority
    ahead: int = 0


def turns(
    events: Collection[EventView], tables: Sequence[FreeTable], sitting: Collection[AtTable]
) -> tuple[BoardTurn, ...]:
    """Return the matches of all events that can be set up now, in order; the first get the free tables."""
    queue = board_queue(events, sitting)
    given = allotted([view.id for view, _ in queue], tables)
    found = []
    for place, (view, pairing) in enumerate(queue):
        before = 0 if given[place] else sum(one is None for one in given[:place])
        found.append(BoardTurn(view.id, pairing, given[place], before))
    return tuple(found)


def allotted(events: Sequence[int], tables: Sequence[FreeTable]) -> list[FreeTable | None]:
    """Return the table of each match, named by its event: first one reserved for the event, else an open one.

    >>> one, two = FreeTable("1", "Table 1"), FreeTable("2", "Table 2", event=7)
    >>> [table and table.name for table in allotted([5, 5, 7], [one, two])]
    ['Table 1', None, 'Table 2']
    """
    left, found = list(tables), []
    for event in events:
        fitting = sorted((one for one in left if one.event in (0, event)), key=lambda one: not one.event)
        found.append(fitting[0] if fitting else None)
        left = [one for one in left if one not in fitting[:1]]
    return found


def seat_plan(
    event: int, events: Collection[EventView], tables: Sequence[FreeTable], sitting: Collection[AtTable]
) -> SeatPlan:
    """Return the proposal for an event; `events` are all running ones, `sitting` the matches at tables."""
    queue = board_queue(events, sitting)
    mine = [pairing for view, pairing in queue if view.id == event]
    [view] = [one for one in events if one.id == event]
    tables = [one for one in tables if one.event in (0, event)]
    given = allotted([event] * len(mine), tables)
    places = tuple(Place(pairing, table.uid) for pairing, table in zip(mine, given, strict=True) if table)
    first = [takes_precedence(one.name, one.options) for one, _ in queue]
    ahead = 0 if takes_precedence(view.name, view.options) else sum(first)
    seated = {name for place in places for name in named_players(place.pairing)}
    late = [WaitingMatch(pairing, NO_TABLE) for pairing in mine[len(places) :]]
    busy = {
        name: one.table
        for one in sitting
        for name in named_players(one.pairing)
    }  # fmt: skip
    following = [] if view.answer is None else view.answer.next
    at_tables = [one.pairing for one in sitting if one.event == event]
    others = [
        WaitingMatch(pairing, _why(view, pairing, busy, seated))
        for pairing in following
        if view.form.board.plays(pairing) and pairing not in mine and pairing not in at_tables
    ]
    return SeatPlan(places, tuple(tables), (*late, *others), ahead)


def _why(
    view: EventView, pairing: Mapping[str, Any], busy: Mapping[str, str], seated: Collection[str]
) -> str:
    names = named_players(pairing)
    gone = [name for name in names if name in view.withdrawn]
    if pairing in claimed(view):
        return _("its result waits to be confirmed")
    if gone:
        return (
            _("%(name)s has withdrawn", name=gone[0])
            if len(gone) == 1
            else _("%(names)s have withdrawn", names=listing(gone))
        )
    playing = [name for name in names if name in busy]
    if playing:
        return _("%(playing)s plays at %(busy)s", playing=playing[0], busy=busy[playing[0]])
    before = [name for name in names if name in seated]
    return _("%(before)s has another match before", before=(before or names)[0])
