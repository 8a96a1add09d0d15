"""A person's wins and losses, counted from results: head to head, streaks, titles, averages. Pure.

>>> def game(winner, loser):
...     return PersonGame("Cup", 0, (frozenset({winner}), frozenset({loser})), (1, 2))
>>> told = tally([game(1, 2), game(1, 2), game(2, 1)], 1)
>>> (told.won, told.lost, told.streaks.won, told.streaks.now), told.against[2]
((2, 1, 2, -1), OpponentRecord(won=2, lost=1, level=0))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

#: a number in the register, or the name of a person who is not in it
Somebody = int | str


@dataclass(frozen=True, slots=True)
class PersonGame:
    """A match, or a single game if there are no matches: its sides with their places."""

    event: str
    day_ms: int
    sides: tuple[frozenset[Somebody], ...]
    #: place of each side, 1 = the best; level sides share one
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EventPlace:
    """A person's place in a finished event."""

    event: int
    name: str
    day_ms: int
    rank: int
    players: int


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """Games against one opponent."""

    won: int = 0
    lost: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games won, or not won, in a row: the longest runs, and the present run (negative: games not won)."""

    won: int = 0
    lost: int = 0
    now: int = 0


@dataclass(frozen=True, slots=True)
class GamesTally:
    """The totals of a person's games. A game is won if no other player was placed ahead or level."""

    won: int
    lost: int
    level: int
    against: Mapping[Somebody, OpponentRecord]
    streaks: Streaks

    @property
    def share(self) -> Fraction | None:
        """The share of games won, None without games."""
        played = self.won + self.lost + self.level
        return Fraction(self.won, played) if played else None


def tally(games: Iterable[PersonGame], person: Somebody) -> GamesTally:
    """Return the totals of a person's games; `games` are in the order they were played."""
    won = lost = level = 0
    against: dict[Somebody, list[int]] = {}
    longest = [0, 0]
    now = 0
    for game in games:
        mine = next((place for place, side in enumerate(game.sides) if person in side), None)
        if mine is None:
            continue
        others = [place for place in range(len(game.sides)) if place != mine]
        ahead = min(game.ranks[place] for place in others)
        how = 0 if game.ranks[mine] < ahead else 1 if game.ranks[mine] > ahead else 2
        won, lost, level = won + (how == 0), lost + (how == 1), level + (how == 2)
        now = (max(now, 0) + 1) if how == 0 else min(now, 0) - 1
        longest = [max(longest[0], now), max(longest[1], -now)]
        for place in others:
            # in a game of three only the winner beats others
            between = how if how != 1 or game.ranks[place] == ahead else 2
            for other in game.sides[place]:
                against.setdefault(other, [0, 0, 0])[between] += 1
    return GamesTally(
        won,
        lost,
        level,
        {other: OpponentRecord(*found) for other, found in against.items()},
        Streaks(longest[0], longest[1], now),
    )


def average_place(places: Iterable[EventPlace]) -> Fraction | None:
    """Return the mean of the places, None if there are no places."""
    ranks = [place.rank for place in places]
    return Fraction(sum(ranks), len(ranks)) if ranks else None


def titles(places: Iterable[EventPlace]) -> tuple[EventPlace, ...]:
    """Return the events that a person has won."""
    return tuple(place for place in places if place.rank == 1)
