"""Grand Prix and Grand Prix Plus at a board: a result is an order, of colours or of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.formats.board import STOPPED
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.lineup import COLOURS
from tableprograms.race import rules as racerules


class GrandPrixBoard(RaceBoard):
    """Colours score; whose they are is an option."""

    def lineup(self, event: Event, names: Sequence[str], rules: str) -> int:
        """Return whose the colours are, as the event says."""
        owner = [racerules.NOBODY] * racerules.COLOURS
        for player, place in event.options["colours"].members():
            for colour in place.value:
                owner[COLOURS.index(colour)] = names.index(player)
        packed: int = racerules.pack(owner)
        return packed

    def race_results(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        race: FinishedRace,
        winner: int | None,
        how: str,
    ) -> list[dict[str, Any]]:
        """Return the order of the colours."""
        return [] if how == STOPPED else [{"order": [COLOURS[colour] for colour in race.order]}]


class GrandPrixPlusBoard(RaceBoard):
    """Players score, with both colours home; who has not finished comes last."""

    def race_results(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        race: FinishedRace,
        winner: int | None,
        how: str,
    ) -> list[dict[str, Any]]:
        """Return the order of the players."""
        players = pairing["players"]
        rest = [seat for seat in range(len(players)) if seat not in race.finishers]
        return [] if how == STOPPED else [{"order": [players[seat] for seat in (*race.finishers, *rest)]}]
