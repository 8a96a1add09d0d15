"""Playoff rounds of a league: first to so many wins, with a head start for the better record.

Source: docs/rules/races.md, "League", playoffs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.completions import settled
from tablekeeper.formats.format import Futures, Need
from tablekeeper.text import counted

QUALIFYING, FINAL = "qualifying", "final"


@dataclass(slots=True)
class Series:
    """A playoff round: first to so many wins; the higher seed is named first and chooses colours."""

    stage: str
    players: tuple[str, str]
    first_to: int
    wins: dict[str, int]
    head_start: bool = False

    def winner(self) -> str | None:
        """Return who has enough wins."""
        return next((player for player in self.players if self.wins[player] == self.first_to), None)

    def told(self) -> str:
        """Return how the round stands, in a sentence or two."""
        one, other = self.players
        score = f"{self.wins[one]}-{self.wins[other]}"
        name = self.stage.capitalize()
        start = f" {one} began 1-0." if self.head_start else ""
        if self.winner() is not None:
            return f"{name}: {self.winner()} wins, {one} {score} {other}.{start}"
        return f"{name}: {one} {score} {other}, first to {self.first_to}; {one} chooses colours.{start}"

    def missing(self, player: str) -> int:
        """Return how many wins a player of this round still needs."""
        return self.first_to - self.wins[player]


def playoff_futures(players: Sequence[str], played: Sequence[Series], options: Mapping[str, Any]) -> Futures:
    """Return who can still win the playoffs; places are those of the playoffs, the last round last."""
    needs = tuple(_need(player, played, options) for player in players)
    return settled(needs)


def _need(player: str, played: Sequence[Series], options: Mapping[str, Any]) -> Need:
    series = played[-1]
    winner = series.winner()
    if series.stage == FINAL:
        if player not in series.players:
            return Need(player, 3, 3, None, f"{player} is third.")
        if winner is not None:
            place, said = (1, "has won the final") if player == winner else (2, "has lost the final")
            return Need(player, place, place, 0 if place == 1 else None, f"{player} {said}.")
        return Need(
            player,
            1,
            2,
            series.missing(player),
            f"{player} needs {counted(series.missing(player), 'win')} in the final.",
        )
    if player not in series.players:
        # the head start of the final depends on who qualifies, so the full distance is the sure one
        wins = options["final_to"]
        return Need(player, 1, 2, wins, f"{player} waits for the final: {counted(wins, 'win')}.")
    own, final = series.missing(player), options["final_to"]
    text = f"{player} needs {counted(own, 'win')} to reach the final, and {counted(final, 'win')} there."
    return Need(player, 1, 3, own + final, text)
