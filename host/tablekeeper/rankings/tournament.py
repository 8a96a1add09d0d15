"""A tournament of a ranking (or a unit of the Double-Threat Rankings), and its points.

Source: docs/rules/races.md, "World Rankings", TP, WP and CP.

    >>> from tablekeeper.strictjson import Cursor
    >>> from tablekeeper.rankings.reading import read_tournament
    >>> masters = read_tournament(Cursor({"name": "World Masters", "style": "3T+", "level": 3,
    ...     "wins": {"S": 4, "N": 5, "H": 4}}))
    >>> {player: masters.tournament_points(player) for player in masters.players}
    {'S': 12, 'N': 21, 'H': 12}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tablekeeper.rankings.rules import FIRST, MEDAL_GAME, SECOND, STYLES, THIRD, Part


@dataclass(frozen=True, slots=True)
class Compensation:
    """Compensatory points of a tournament's winner, with the director's reason."""

    player: str
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """A finished tournament: awarded winner points, and places as groups of level players.

    First place has one player. `gpp` are the Grand Prix Points in it, by player.
    """

    name: str
    style: str
    level: int
    wins: Mapping[str, Fraction]
    places: tuple[tuple[str, ...], ...]
    date: date | None = None
    cp: Compensation | None = None
    gpp: Mapping[str, int] = field(default_factory=dict)
    major: bool = False
    world_championship: bool = False
    #: place of each player, 1 for the first
    _place: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[str, int] = {}
        for group in self.places:
            found |= dict.fromkeys(group, len(found) + 1)
        object.__setattr__(self, "_place", found)

    @property
    def identity(self) -> tuple[object, ...]:
        """What no other tournament has: units of a league may share name and day, but not the figures."""
        return self.name, self.date, self.style, self.level, frozenset(self.wins.items())

    @property
    def players(self) -> tuple[str, ...]:
        """The participants."""
        return tuple(self.wins)

    @property
    def winner(self) -> str:
        """The winner."""
        return self.places[0][0]

    @property
    def part(self) -> Part | None:
        """The part of the tournament, triple-threat or double-threat; None for a Medal Game."""
        return None if self.style == MEDAL_GAME else STYLES[self.style].part

    def place(self, player: str) -> int | None:
        """Return a player's place, 1 for the first; None if absent."""
        return self._place.get(player)

    def basic_points(self, player: str) -> int:
        """Return 7 for first place, 4 for second place with a winner point, else 2; 0 if absent."""
        place = self.place(player)
        if place is None or self.style == MEDAL_GAME:
            return 0
        if place == 1:
            return FIRST
        return SECOND if place == 2 and self.wins[player] >= 1 else THIRD

    def tournament_points(self, player: str) -> int:
        """Return TP: basic points times the level."""
        return self.basic_points(player) * self.level

    def winner_points(self, player: str) -> Fraction:
        """Return the awarded WP; 0 if absent."""
        return self.wins.get(player, Fraction(0))

    def compensatory_points(self, player: str) -> Fraction:
        """Return the awarded CP, which only the winner can have; 0 for others."""
        return self.cp.points if self.cp and self.cp.player == player else Fraction(0)

    def points(self, player: str) -> Fraction:
        """Return TP + WP + CP."""
        return self.tournament_points(player) + self.winner_points(player) + self.compensatory_points(player)
