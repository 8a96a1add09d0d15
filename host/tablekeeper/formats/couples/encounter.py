"""An encounter of two couples: five matches in three phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: matches of an encounter, by phase
PHASES = {1: 2, 2: 1, 3: 2}
Members = Mapping[str, tuple[str, str]]


@dataclass(slots=True)
class Encounter:
    """The matches of two couples: wins and points by couple, and the pairs played in each phase."""

    couples: tuple[str, str]
    won: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    played: dict[int, list[frozenset[str]]] = field(default_factory=lambda: {1: [], 2: [], 3: []})
    #: whether a couple has left, so that the other one wins all open matches
    walkover: bool = False

    def phase(self) -> int | None:
        """Return the current phase, None if the encounter is over."""
        if self.walkover:
            return None
        for phase, matches in PHASES.items():
            if len(self.played[phase]) < matches:
                return phase
        return None

    def leave(self, couple: str) -> None:
        """Record a departure: the other couple wins all open matches, without points."""
        if self.phase() is not None:
            self.walkover = True
            other = self.couples[0] if couple == self.couples[1] else self.couples[1]
            self.won[other] += sum(PHASES.values()) - sum(self.won.values())

    def winner(self) -> str | None:
        """Return the winner, None if the encounter is not over or is even."""
        if self.phase() is not None:
            return None
        one, other = self.couples
        mine, theirs = (self.won[one], self.points[one]), (self.won[other], self.points[other])
        return None if mine == theirs else one if mine > theirs else other


def fixtures(couples: tuple[str, str], members: Members, phase: int) -> list[tuple[str, str]]:
    """Return the pairs of a phase: player and opponent, or the two couples."""
    one, other = couples
    if phase == 2:
        return [couples]
    cross = 1 if phase == 1 else 0
    return [(members[one][seat], members[other][seat ^ cross]) for seat in range(2)]
