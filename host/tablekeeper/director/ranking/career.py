"""One person's rated results: ratings day by day, records against others, streaks. Pure.

Reads the results of all persons, because a rating depends on the opponents' ratings, and keeps only
the figures of one person.

>>> results = [RatedResult("2026-05-01", ((1,), (2,)), 5), RatedResult("2026-05-01", ((2,), (1,)), 1),
...            RatedResult("2026-05-08", ((1,), (2,)), 3)]
>>> found = career(results, {}, 1)
>>> [(point.day, point.provisional) for point in found.points["fibs"]]
[('2026-05-01', True), ('2026-05-08', True)]
>>> found.tally.won, found.tally.streaks.now, found.tally.against[2]
(2, 1, OpponentRecord(won=2, lost=1, level=0))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.director.people.games import GamesTally, PersonGame, tally
from tablekeeper.director.ranking.counting import RATINGS, counts_for
from tablekeeper.rankings.rating import Rating
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.store import RatedResult


@dataclass(frozen=True, slots=True)
class DayPoint:
    """A person's rating after a day (YYYY-MM-DD) on which the person has played."""

    day: str
    value: float
    provisional: bool


@dataclass(frozen=True, slots=True)
class RatedMeeting:
    """A rated result of a person. `place` is that of the person's side; level sides share the best place."""

    day: str
    system: str
    length: int | None
    partners: tuple[int, ...]
    #: the other sides with their places
    others: tuple[tuple[int, tuple[int, ...]], ...]
    place: int
    #: the change of the rating
    change: float

    @property
    def outcome(self) -> int:
        """1 for a first place alone, 0 for a shared first place, -1 for every other place."""
        if self.place > 1:
            return -1
        return 0 if any(place == 1 for place, _ in self.others) else 1


@dataclass(frozen=True, slots=True)
class Career:
    """A person's history from rated results, oldest first."""

    points: Mapping[str, Sequence[DayPoint]]
    meetings: tuple[RatedMeeting, ...]
    #: totals of the results
    tally: GamesTally


def career(results: Iterable[RatedResult], roots: Mapping[int, int], person: int) -> Career:
    """Return the career of a person from all results in order; `roots` maps duplicates to their person."""
    systems: dict[str, _Numbered] = {key: _Numbered(SYSTEMS[key].make()) for key in RATINGS}
    points: dict[str, list[DayPoint]] = {}
    meetings: list[RatedMeeting] = []
    games: list[PersonGame] = []
    for one in results:
        sides = tuple(tuple(roots.get(player, player) for player in side) for side in one.sides)
        mine = next((number for number, side in enumerate(sides) if person in side), None)
        for key, numbered in systems.items():
            if not counts_for(one, key):
                continue
            before = numbered.value(person) if mine is not None else 0.0
            numbered.rate(sides, one)
            if mine is None:
                continue
            value = numbered.value(person)
            own = points.setdefault(key, [])
            if own and own[-1].day == one.day:
                own.pop()
            own.append(DayPoint(one.day, value, numbered.provisional(person)))
            ranks = one.ranks or tuple(range(1, len(sides) + 1))
            others = tuple(
                (rank, side)
                for number, (rank, side) in enumerate(zip(ranks, sides, strict=True))
                if number != mine
            )
            partners = tuple(player for player in sides[mine] if player != person)
            meetings.append(
                RatedMeeting(one.day, key, one.length, partners, others, ranks[mine], value - before)
            )
            games.append(PersonGame("", 0, tuple(map(frozenset, sides)), tuple(ranks)))
    points = {key: points[key] for key in RATINGS if key in points}
    return Career(points, tuple(meetings), tally(games, person))


class _Numbered:
    """A rating system for people numbered from 0, as the system needs them."""

    def __init__(self, system: Rating) -> None:
        self._system = system
        self._numbers: dict[int, int] = {}

    def _number(self, person: int) -> int:
        found = self._numbers.get(person)
        if found is None:
            found = self._numbers[person] = len(self._numbers)
            self._system.grow(found + 1)
        return found

    def rate(self, sides: Sequence[tuple[int, ...]], result: RatedResult) -> None:
        """Rate one result."""
        numbered = tuple(tuple(map(self._number, side)) for side in sides)
        self._system.rate([(numbered, result.length or 0, result.ranks)])

    def value(self, person: int) -> float:
        """Return the figure that sorts the list of players."""
        return self._system.value(self._number(person))

    def provisional(self, person: int) -> bool:
        """Return whether a person's rating is still provisional."""
        return self._system.provisional(self._number(person))
