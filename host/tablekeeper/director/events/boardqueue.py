"""The order in which matches of all running events get free boards (docs/regulation.md, §8). Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events.views import EventView
from tablekeeper.formats.board import named_players
from tablekeeper.formats.flights import Flight, on_boards, takes_precedence


@dataclass(frozen=True, slots=True)
class AtTable:
    """A match at a table without a result so far."""

    event: int
    match: int
    pairing: Mapping[str, Any]
    table: str = ""


def claimed(view: EventView) -> list[Mapping[str, Any]]:
    """Return the pairings whose result from a table waits to be confirmed."""
    return [view.tables[one.match] for one in view.claims if one.match in view.tables]


def sitting(events: Iterable[EventView], closed: Collection[int] = ()) -> list[AtTable]:
    """Return the matches of running events at tables, except those that are `closed`."""
    found = []
    for view in events:
        # players who have reported their result sit there until it counts
        brought = {one.match for one in view.entered} | {one.match for one in view.claims if not one.by}
        following = () if view.answer is None or view.phase != "running" else view.answer.next
        found += [
            AtTable(view.id, match, pairing)
            for match, pairing in view.here.items()
            if match not in brought and match not in closed and pairing in following
        ]
    return found


def board_queue(
    events: Iterable[EventView], at_tables: Iterable[AtTable]
) -> list[tuple[EventView, Mapping[str, Any]]]:
    """Return the (event, pairing) that can be set up at boards now, the most urgent first.

    Players who play at a board, are in an earlier match of the list, or have withdrawn are left out.
    """
    running = [one for one in events if one.phase == "running" and one.answer is not None]
    there = list(at_tables)
    playing = {name for one in there for name in named_players(one.pairing)}
    flights = []
    for view in running:
        taken = [*(one.pairing for one in there if one.event == view.id), *claimed(view)]
        following = () if view.answer is None else view.answer.next
        waiting = [
            one
            for one in following
            if view.form.board.plays(one)
            and one not in taken
            and view.withdrawn.keys().isdisjoint(named_players(one))
        ]
        flights.append(Flight(view.name, waiting, takes_precedence(view.name, view.options)))
    views = dict(zip(map(id, flights), running, strict=True))
    return [(views[id(flight)], match) for flight, match in on_boards(flights, playing)]
