"""Grand Prix and Grand Prix Plus at a board: a result is an order, of colours or of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablekeeper.formats.board import STOPPED
from tablekeeper.formats.colours import Colours
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.lineup import COLOURS


class GrandPrixBoard(RaceBoard):
    """A Grand Prix: colours score; an option names their owners."""

    colours_option: ClassVar[str] = "colours"
    only_for_three: ClassVar[bool] = True

    def chosen(self, event: Event, pairing: Mapping[str, Any]) -> Colours:
        """Return the colours from the event's options."""
        return _said(event)

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return the order of the colours."""
        return [] if race.how == STOPPED else [{"order": [COLOURS[colour] for colour in race.order]}]


def _said(event: Event) -> Colours:
    return {player: tuple(place.value) for player, place in event.options["colours"].members()}


class GrandPrixPlusBoard(RaceBoard):
    """A Grand Prix Plus: players score with both colours home; players who have not finished come last."""

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours of the previous game; for the first game, the colours in the event's options."""
        found = super().kept(event, pairing)
        return found if found is not None or event.options["colours"] is None else _said(event)

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return the order of the players."""
        players = pairing["players"]
        rest = [seat for seat in range(len(players)) if seat not in race.finishers]
        order = [players[seat] for seat in (*race.finishers, *rest)]
        return [] if race.how == STOPPED else [{"order": order}]
