"""An event in rankings and ratings: its tournaments of a ranking file, and its rated results.

A format that counts in a ranking has a `Ranking`; `Format.rated` yields the results for ratings.
Sources: docs/rules/races.md, "World Rankings" and "Double-Threat Rankings"; docs/ratings.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from tablekeeper.formats.answer import Answer, Groups, grouped
from tablekeeper.formats.event import Event

if TYPE_CHECKING:
    from tablekeeper.rankings.rules import Part, Version

#: sides in order, each with the names of its players; match length in points (0 = none); ranks, () = each
#: side beats the next one
Rated = tuple[tuple[tuple[str, ...], ...], int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Unit:
    """An event, or a part of it, as it counts in a ranking; `label` distinguishes the parts of one event."""

    #: a key of rankings.rules.STYLES
    style: str
    wins: Mapping[str, Fraction]
    places: Groups
    gpp: Mapping[str, int] | None = None
    label: str = ""
    #: number of the event's results when the unit was complete; 0 = the unit ends with the event
    results: int = 0


class Ranking(ABC):
    """Computes how events of a format count in the ranking `part`."""

    part: Part = "triple-threat"
    #: whether units count as soon as they are complete; then `units` also accepts a running event
    running: ClassVar[bool] = False

    @abstractmethod
    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return the units of a finished event under a version of the rules; most events are one unit."""


class FirstToRanking(Ranking):
    """Single games with one winner each, all by one set of rules."""

    def __init__(self, style: str) -> None:
        self._style = style

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit: a win is a game won."""
        winners = [result.value["winner"] for result in event.results if result.has("winner")]
        return [Unit(self._style, count_wins(event.players, winners), by_rank(answer))]


class DuelRanking(Ranking):
    """Duels by the rules in an option; Game 0 and departures do not count."""

    part: Part = "double-threat"

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit: a win is a duel won."""
        winners = [result.value["winner"] for result in event.results if result.has("winner")]
        return [Unit(event.options["rules"], count_wins(event.players, winners), by_rank(answer))]


def by_rank(answer: Answer) -> Groups:
    """Return the players, grouped by final place."""
    return grouped(answer.placed)


def count_wins(players: Sequence[str], winners: Iterable[str]) -> dict[str, Fraction]:
    """Return each player's number of wins."""
    found = dict.fromkeys(players, Fraction(0))
    for winner in winners:
        found[winner] += 1
    return found


def sum_wins(players: Sequence[str], games: Iterable[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Return each player's winner points over all games."""
    found = dict.fromkeys(players, Fraction(0))
    for game in games:
        for player, won in game.items():
            found[player] += won
    return found


def rated_pair(winner: str, players: Sequence[str], length: int = 0) -> Rated:
    """Return a game or match between two players for the ratings."""
    loser = next(player for player in players if player != winner)
    return ((winner,), (loser,)), length, ()


def rated_game(figures: Mapping[str, int]) -> Rated:
    """Return a game of several players without a length: larger figures are better, equal ones level."""
    order = sorted(figures, key=lambda player: (-figures[player], player))
    ranks = tuple(1 + sum(figures[other] > figures[player] for other in order) for player in order)
    level = len(set(ranks)) < len(ranks)
    return tuple((player,) for player in order), 0, ranks if level else ()
