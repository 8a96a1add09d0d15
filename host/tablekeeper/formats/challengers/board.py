"""Challengers at a board: Game 0 is a 3T-XS race of all three, the others are duels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.formats.board import STOPPED
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.games.race.facts import FinishedRace

_GAME_ZERO = "3T-XS"


class ChallengersBoard(RaceBoard):
    """The rules of the duels are an option; Game 0 counts for nothing."""

    def rules(self, event: Event, pairing: Mapping[str, Any]) -> str:
        """Name the rules of a game."""
        rules: str = event.options["rules"]
        return rules if self.is_counted(pairing) else _GAME_ZERO

    def is_counted(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether it is a duel."""
        return pairing.get("game") != 0

    def race_results(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        race: FinishedRace,
        winner: int | None,
        how: str,
    ) -> list[dict[str, Any]]:
        """Return the order of Game 0, and the winner of a duel."""
        if race.rules != _GAME_ZERO:
            return super().race_results(fields, pairing, race, winner, how)
        players = pairing["players"]
        if how == STOPPED:
            return []
        return [{"game": 0, "order": [players[race.owner[colour]] for colour in race.order]}]
