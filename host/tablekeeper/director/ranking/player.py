"""The public page of a player: places, titles, tournaments, ratings, and records against others.

Only published names appear. A person without a published name has a neutral name and no page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tablekeeper.director.people.games import GamesTally, OpponentRecord
from tablekeeper.director.ranking.career import Career, DayPoint
from tablekeeper.rankings.tournament import Tournament


@dataclass(frozen=True, slots=True)
class RankingPlace:
    """A player's place in a ranking (by its key) or a rating system; `rank` None: provisional."""

    key: str
    rank: int | None
    #: number of players in the table
    among: int
    figure: Fraction | float


@dataclass(frozen=True, slots=True)
class PlayedTournament:
    """A tournament of a player, with its points as they were awarded."""

    tournament: Tournament
    place: int
    points: Fraction

    @property
    def won(self) -> bool:
        """Whether the player won it."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Named:
    """A player by the published name; `page` is the number of the player's page, None if there is no page."""

    name: str
    page: int | None


@dataclass(frozen=True, slots=True)
class PlayedResult:
    """A rated result with names; the other sides come with their places."""

    day: date
    system: str
    length: int | None
    partners: tuple[Named, ...]
    others: tuple[tuple[int, tuple[Named, ...]], ...]
    place: int
    outcome: int
    change: float


@dataclass(frozen=True, slots=True)
class Versus:
    """A player's record against one opponent."""

    other: Named
    record: OpponentRecord

    @property
    def played(self) -> int:
        """The number of their meetings."""
        return self.record.won + self.record.lost + self.record.level


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's whole page: tournaments and results newest first; opponents by the number of meetings."""

    id: int
    name: str
    places: tuple[RankingPlace, ...]
    tournaments: tuple[PlayedTournament, ...]
    results: tuple[PlayedResult, ...]
    against: tuple[Versus, ...]
    #: by rating system
    curves: Mapping[str, Sequence[DayPoint]]
    #: the totals of the rated results
    tally: GamesTally

    @property
    def titles(self) -> tuple[PlayedTournament, ...]:
        """The tournaments won, newest first."""
        return tuple(one for one in self.tournaments if one.won)

    @property
    def average(self) -> Fraction | None:
        """Points per tournament; None without tournaments."""
        if not self.tournaments:
            return None
        return sum((one.points for one in self.tournaments), Fraction(0)) / len(self.tournaments)


def portrait(
    number: int,
    name: str,
    places: Sequence[RankingPlace],
    tournaments: Sequence[Tournament],
    career: Career,
    named: Callable[[int], Named],
) -> PlayerView:
    """Return a player's page from the club's tournaments (oldest first) and the player's career."""
    played = tuple(
        PlayedTournament(one, place, one.points(name))
        for one in reversed(tournaments)
        if (place := one.place(name)) is not None
    )
    results = tuple(
        PlayedResult(
            date.fromisoformat(one.day), one.system, one.length, tuple(map(named, one.partners)),
            tuple((rank, tuple(map(named, side))) for rank, side in one.others), one.place, one.outcome,
            one.change,
        )
        for one in reversed(career.meetings)
    )  # fmt: skip
    against = sorted(
        # counting entries contain people's numbers
        (Versus(named(int(other)), record) for other, record in career.tally.against.items()),
        key=lambda one: (-one.played, one.other.name, one.other.page or 0),
    )
    return PlayerView(
        number, name, tuple(places), played, results, tuple(against), dict(career.points), career.tally,
    )  # fmt: skip
