"""The rating systems by the names that files and options use; a new one is a class and an entry here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablekeeper.languages import _
from tablekeeper.rankings.elo import FIBS, Elo
from tablekeeper.rankings.partnership import OPENSKILL, OpenSkill
from tablekeeper.rankings.rating import Rating


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """A rating system: what makes an empty one, its title, that of a player's curve, what counts in it.

    `lengths`: it rates the matches that have a length in points; else the games that have none.
    """

    make: Callable[[], Rating]
    title: str
    one: str
    rated: str
    lengths: bool


SYSTEMS = {
    FIBS.key: RatingSystem(
        Elo,
        _("Elo ratings"),
        _("Elo rating"),
        _("Matches with a length in points, by the formula of the First Internet Backgammon Server."),
        lengths=True,
    ),
    OPENSKILL.key: RatingSystem(
        OpenSkill,
        _("OpenSkill ratings"),
        _("OpenSkill rating"),
        _("Games of two or three players without a length."),
        lengths=False,
    ),
}
DEFAULT = FIBS.key
