"""The steps that separate players: totals first, then the tie list of a version of the rules.

Each step is a named figure per player; larger is better. The list does not start again after a split: the
steps of the rules are applied once, from top to bottom.
Source: docs/rules/races.md, "World Rankings", Ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tablekeeper.languages import _
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.rules import STYLES, Version
from tablekeeper.rankings.tournament import Tournament
from tablekeeper.standings.ranking import Criterion

#: (tournament, player) -> figure
Figure = Callable[[Tournament, str], int | Fraction]
TOTAL = _("total")


def _won(which: Callable[[Tournament], bool]) -> Figure:
    return lambda tournament, player: int(which(tournament) and tournament.winner == player)


def _scored(which: Callable[[Tournament], bool]) -> Figure:
    return lambda tournament, player: tournament.gpp.get(player, 0) if which(tournament) else 0


def _is_grand_prix(tournament: Tournament) -> bool:
    return tournament.style in STYLES and STYLES[tournament.style].grand_prix


def _is_ranked(tournament: Tournament) -> bool:
    return tournament.part is not None


#: every step by its name in the versions of the rules
STEPS: dict[str, Figure] = {
    TOTAL: Tournament.points,
    "TP": Tournament.tournament_points,
    "WP": Tournament.winner_points,
    _("World Championships won"): _won(lambda one: one.world_championship),
    _("Majors won"): _won(lambda one: one.major),
    _("tournaments won"): _won(_is_ranked),
    _("level-2 tournaments won"): _won(lambda one: one.level == 2),
    _("GPP in all GP events"): _scored(_is_grand_prix),
    _("GPP in Majors"): _scored(lambda one: one.major),
}


def step(name: str, tournaments: Sequence[Tournament], label: str | None = None) -> Criterion:
    """Return one step over the counting tournaments; `label` is its name in the table."""
    figure = STEPS[name]
    sums: dict[str, int | Fraction] = {}

    def figures(level: Sequence[str]) -> Mapping[str, int | Fraction]:
        if not sums:
            # compute once, from participants only: a season has thousands of players, a tournament three
            for tournament in tournaments:
                for player in tournament.players:
                    sums[player] = sums.get(player, 0) + figure(tournament, player)
        return {player: sums.get(player, 0) for player in level}

    return Criterion(label or name, figures, shows=shown)


def steps(tournaments: Sequence[Tournament], version: Version) -> tuple[Criterion, ...]:
    """Return the total and the version's tie list, numbered as in the rules."""
    listed = (step(name, tournaments, f"{number} {name}") for number, name in enumerate(version.ties, 1))
    return (step(TOTAL, tournaments), *listed)
