"""A match of a round robin."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundRobinMatch:
    """A match: winner, loser, and their points."""

    winner: str
    loser: str
    points: tuple[int, int]
