"""A league at a board: games and rounds of die-roll. Players keep their colours during a playoff round.

Source: docs/rules/races.md, "League".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import Seating
from tablekeeper.formats.colours import Colours
from tablekeeper.formats.event import Event
from tablekeeper.formats.race_board import RaceBoard


def throwers(pairing: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players who throw, () if the pairing is a game."""
    return tuple(pairing.get("positions") or pairing.get("dice") or ())


class LeagueBoard(RaceBoard):
    """The higher seed chooses colours for a whole round of the playoffs."""

    keeps_by_rule: ClassVar[bool] = True

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the pairing has players for a game or for a round of die-roll."""
        return bool(throwers(pairing)) or super().plays(pairing)

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of a game, or of a round of die-roll."""
        names = throwers(pairing)
        if not names:
            return super().seating(event, answer, pairing, length)
        # the board asks two or three players for one throw each, as before a race with as many players
        return Seating("race", names, {"rules": "2T" if len(names) == 2 else "3T", "roll": "yes"})

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours from an earlier game of this playoff round, None if there are none."""
        return super().kept(event, pairing) if "stage" in pairing else None
