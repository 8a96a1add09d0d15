"""A book of ratings: players by name, and saved states for the correction of old events.

Results are not stored. A new event costs only its own results: they are rated, and its players move in the
order. A correction restores the last saved state before the event and rates the later results again; the
caller must supply them. Saved states are close together for recent events and far apart for old ones, so
there are few. A correction rates at most about twice the results after it, or the results between two states
if they are more.

    >>> book = RatingBook(Elo())
    >>> book.add([((("Ann",), ("Bob",)), 1, ())])
    0
    >>> [(row.rank, row.player, row.figures["rating"]) for row in book.rows()]  # too few points for a rank
    [(None, 'Ann', 1510.0), (None, 'Bob', 1490.0)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from tablekeeper.rankings.elo import Elo
from tablekeeper.rankings.order import SortedKeys
from tablekeeper.rankings.rating import Rating, Result, State

#: a player's name, or number in a register of players
Name = TypeVar("Name", str, int)
#: a result with names: sides, the best first; length; places, () if no sides are level
Named = tuple[tuple[tuple[Name, ...], ...], int, tuple[int, ...]]
#: fewest results between two states, and fewest as a part (1/16) of the number of players; saving a state
#: then costs a few per cent of the time for rating these results
_EVERY = 1000
_PART = 16


@dataclass(frozen=True, slots=True)
class RatedName(Generic[Name]):
    """A line of the rating list; `rank` is None for a provisional player."""

    rank: int | None
    player: Name
    matches: int
    provisional: bool
    figures: dict[str, float | int]


@dataclass(slots=True)
class _Checkpoint:
    """The state before an event, and the number of results before it."""

    event: int
    results: int
    state: State


class RatingBook(Generic[Name]):
    """Ratings of named players after a sequence of events."""

    def __init__(self, system: Rating) -> None:
        self.system = system
        #: numbers of events and results rated so far
        self.events = 0
        self.results = 0
        self._numbers: dict[Name, int] = {}
        self._names: list[Name] = []
        #: sides of one player: name -> number, both as tuples
        self._sides: dict[tuple[Name, ...], tuple[int, ...]] = {}
        self._order: SortedKeys[tuple[float, int]] | None = None
        self._checkpoints = [_Checkpoint(0, 0, system.state())]

    # Results

    def add(self, results: Iterable[Named[Name]]) -> int:
        """Rate the results of one more event; return its number, from 0."""
        number = self.events
        last = self._checkpoints[-1]
        if self.results - last.results >= max(_EVERY, len(self._names) // _PART):
            self._checkpoints.append(_Checkpoint(number, self.results, self.system.state()))
            self._thin()
        if self._order is None:
            self.system.rate(self._numbered(results))
        else:
            # number the results first, so that players who will move can be removed from their old places
            numbered = list(self._numbered(results))
            moved = {player for sides, _, _ in numbered for side in sides for player in side}
            for player in moved:
                if self.system.matches(player) and not self.system.provisional(player):
                    self._order.remove(self._key(player))
            self.system.rate(numbered)
            for player in moved:
                if not self.system.provisional(player):
                    self._order.add(self._key(player))
        self.events += 1
        return number

    def correct(self, event: int, since: Callable[[int], Iterable[Iterable[Named[Name]]]]) -> int:
        """Rate all results after the last saved state before a changed event again; return their number.

        `since(k)` returns the present events from number k on. The event may be changed or removed, or
        another one may be inserted before it.
        """
        while self._checkpoints[-1].event > event:
            self._checkpoints.pop()
        back = self._checkpoints[-1]
        self.system.restore(back.state)
        self.events, self.results, self._order = back.event, back.results, None
        for results in since(back.event):
            self.add(results)
        return self.results - back.results

    def _numbered(self, results: Iterable[Named[Name]]) -> Iterator[Result]:
        sides_of = self._sides
        count = 0
        try:
            for sides, length, ranks in results:
                count += 1
                try:
                    if len(sides) == 2:
                        one, other = sides
                        yield (sides_of[one], sides_of[other]), length, ranks
                    else:
                        yield tuple([sides_of[side] for side in sides]), length, ranks
                except KeyError:  # a new player, or a pair
                    yield tuple([self._side(side) for side in sides]), length, ranks
        finally:
            self.results += count

    def _side(self, side: tuple[Name, ...]) -> tuple[int, ...]:
        for name in side:
            if name not in self._numbers:
                number = self._numbers[name] = len(self._names)
                self._names.append(name)
                self._sides[(name,)] = (number,)
                self.system.grow(number + 1)
        return tuple([self._numbers[name] for name in side])

    def _thin(self) -> None:
        # group states by the bit length of their age in results; keep the oldest and newest of each group
        kept: list[_Checkpoint] = []
        sizes: list[int] = []
        for one in self._checkpoints:
            size = (self.results - one.results).bit_length()
            if sizes[-2:] == [size, size]:
                kept.pop()
                sizes.pop()
            kept.append(one)
            sizes.append(size)
        self._checkpoints = kept

    @property
    def checkpoints(self) -> tuple[int, ...]:
        """The numbers of the events with a saved state before them."""
        return tuple(one.event for one in self._checkpoints)

    # Lists

    def _key(self, player: int) -> tuple[float, int]:
        return self.system.value(player), player

    def _ordered(self) -> SortedKeys[tuple[float, int]]:
        if self._order is None:
            system = self.system
            self._order = SortedKeys(
                self._key(player)
                for player in range(len(self._names))
                if system.matches(player) and not system.provisional(player)
            )
        return self._order

    def rank(self, name: Name) -> int | None:
        """Return a player's rank; None for a provisional player, KeyError for an unknown one."""
        player = self._numbers[name]
        if not self.system.matches(player) or self.system.provisional(player):
            return None
        return self._ordered().above((self.system.value(player), len(self._names))) + 1

    def row(self, name: Name) -> RatedName[Name]:
        """Return a player's line in the list."""
        return self._row(self._numbers[name], self.rank(name))

    def _row(self, player: int, rank: int | None) -> RatedName[Name]:
        system = self.system
        return RatedName(
            rank,
            self._names[player],
            system.matches(player),
            system.provisional(player),
            system.figures(player),
        )

    def rows(self) -> Iterator[RatedName[Name]]:
        """Yield the list: players with a rank, best first, then provisional players by their figure.

        Players with equal figures share a rank.
        """
        before: float | None = None
        rank = 0
        for place, (value, player) in enumerate(self._best_first(self._ordered()), 1):
            if value != before:
                rank, before = place, value
            yield self._row(player, rank)
        system = self.system
        rest = (
            self._key(player)
            for player in range(len(self._names))
            if system.matches(player) and system.provisional(player)
        )
        for _, player in self._best_first(rest):
            yield self._row(player, None)

    def _best_first(self, keys: Iterable[tuple[float, int]]) -> list[tuple[float, int]]:
        # sort players with equal figures by name
        return sorted(keys, key=lambda key: (-key[0], self._names[key[1]]))


def recompute(results: Iterable[Named[Name]], system: Rating | None = None) -> RatingBook[Name]:
    """Return a book after rating a sequence of results in one pass; the default system is FIBS Elo."""
    book: RatingBook[Name] = RatingBook(system or Elo())
    book.add(results)
    return book
