"""A TripleAthlon at a board: the rules take turns, so the board is told which game of the series it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import Seating, named_players
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.games.race.facts import FinishedRace


class TriathlonBoard(RaceBoard):
    """Games by 3T, 3T+ and GP rules in turn."""

    ends_early: ClassVar[str] = "first_both"

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the next game of the series."""
        order = {"rules": "TA", "order": " ".join(event.options["rotation"])}
        return Seating("race", named_players(pairing), answers=order, games=int(pairing["game"]) - 1)

    def race_results(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        race: FinishedRace,
        winner: int | None,
        how: str,
    ) -> list[dict[str, Any]]:
        """Return who won; of a GP game who was first with a colour and with both.

        A game that the first colour has ended, or that was stopped, has nobody with both colours home.
        """
        if race.rules != "GP":
            return super().race_results(fields, pairing, race, winner, how)
        if not race.order:
            return []
        players = pairing["players"]
        first = {"first_colour": players[race.owner[race.order[0]]]}
        whole = [first | {"first_both": players[race.finishers[0]]}] if race.finishers else []
        return [*whole, first]
