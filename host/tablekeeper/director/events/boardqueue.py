"""The order in which matches of all running events get free boards (docs/regulation.md, §8). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablekeeper.director.events.views import EventView
from tablekeeper.formats.board import named_players
from tablekeeper.formats.flights import Flight, on_boards


def board_queue(events: Iterable[EventView]) -> list[tuple[EventView, Mapping[str, Any]]]:
    """Return what can be set up at boards now, the most urgent first: event and pairing.

    Who plays at a board, or comes earlier in this list, is in no other match of it.
    """
    running = [one for one in events if one.phase == "running" and one.answer is not None]
    playing: set[str] = set()
    flights = []
    for view in running:
        brought = {one.match for one in view.entered} | {one.match for one in view.claims}
        pairings = [] if view.answer is None else [*view.answer.next]
        for match, pairing in view.tables.items():
            if match not in brought and pairing in pairings:
                playing.update(named_players(pairing))
        flights.append(Flight(view.name, [one for one in pairings if view.form.board.plays(one)]))
    views = dict(zip(map(id, flights), running, strict=True))
    return [(views[id(flight)], match) for flight, match in on_boards(flights, playing)]
