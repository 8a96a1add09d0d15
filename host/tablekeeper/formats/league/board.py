"""A league at a board: games, and rounds of die-roll. In a playoff round the colours stay.

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
    """Return who throws, none where a game is to be played."""
    return tuple(pairing.get("positions") or pairing.get("dice") or ())


class LeagueBoard(RaceBoard):
    """The higher seed chooses colours for a whole round of the playoffs."""

    keeps_by_rule: ClassVar[bool] = True

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether anybody is to play, or to throw."""
        return bool(throwers(pairing)) or super().plays(pairing)

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return a game, or a round of die-roll for those who throw."""
        names = throwers(pairing)
        if not names:
            return super().seating(event, answer, pairing, length)
        # the board asks three or two for a die each, as before a race of so many
        return Seating("race", names, {"rules": "2T" if len(names) == 2 else "3T", "roll": "yes"})

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours of this round of the playoffs, if one of its games has any."""
        return super().kept(event, pairing) if "stage" in pairing else None
