"""The Medal Race: a season (calendar year) of all tournaments and units, and the Medal Game that may end it.

Ties: TP; WP; the order in the triple-threat part by World Rankings rules; the order in the double-threat
part. If the first place is still tied at the season's end, one Medal Game decides it. The game gives one
winner point here and counts nowhere else.
Source: docs/rules/races.md, "Medal Race".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from tablekeeper.languages import _
from tablekeeper.rankings.rules import MEDAL_GAME, Part, Version
from tablekeeper.rankings.ties import TOTAL, step, steps
from tablekeeper.rankings.tournament import Tournament
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import listing, ordinal


class Ranked(Protocol):
    """A line of a table: a player and the rank."""

    @property
    def rank(self) -> int:
        """The place; level players share it."""
        ...

    @property
    def player(self) -> str:
        """The player's name."""
        ...


def _order_in(part: Part, season: Sequence[Tournament], rules: Version) -> Criterion:
    listed = steps([one for one in season if one.part == part], rules)

    def figures(level: Sequence[str]) -> Mapping[str, int]:
        # the smallest place is the best, but a criterion prefers the larger figure
        return {one.player: -one.rank for one in rank(level, listed)}

    number = 3 if part == "triple-threat" else 4
    return Criterion(
        _("%(number)s order in the %(part)s part", number=number, part=part),
        figures,
        shows=lambda figure: ordinal(-figure),
    )


def medal_steps(season: Sequence[Tournament], rules: Version) -> tuple[Criterion, ...]:
    """Return the total and the four steps of a Medal Race over a season."""
    return (
        step(TOTAL, season),
        step("TP", season, "1 TP"),
        step("WP", season, "2 WP"),
        _order_in("triple-threat", season, rules),
        _order_in("double-threat", season, rules),
    )


def medal_game(level: Sequence[str], ended: bool) -> tuple[tuple[dict[str, Any], ...], str]:
    """Return the game to play between players level for first, and a sentence about it."""
    names = listing(level)
    if not ended:
        return (), _(
            "%(names)s are level for first: if the season ended now, a Medal Game would decide.", names=names
        )
    following = ({"game": "Medal Game", "players": list(level)},)
    return following, _(
        "%(names)s are level for first: a Medal Game, worth 1 WP here only, decides.", names=names
    )


def check_medal_games(
    season: Sequence[Tournament], table: Callable[[Sequence[Tournament]], Iterable[Ranked]]
) -> None:
    """Refuse a Medal Game that is not the season's last entry, or not between the players level for first."""
    for number, one in enumerate(season):
        if one.style != MEDAL_GAME:
            continue
        if number < len(season) - 1:
            raise DocumentError(
                "tournaments",
                'the Medal Game "%(name)s" comes after all of its season',
                name=one.name,
            )
        level = {row.player for row in table(season[:number]) if row.rank == 1}
        if set(one.players) != level:
            raise DocumentError(
                "tournaments",
                'the Medal Game "%(name)s" is for those level for first: %(level)s',
                name=one.name, level=listing(sorted(level)),
            )
