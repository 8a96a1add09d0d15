"""The rating systems by their names in files and options; a new one is a class and an entry here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablekeeper.languages import _
from tablekeeper.rankings.elo import FIBS, Elo
from tablekeeper.rankings.partnership import OPENSKILL, OpenSkill
from tablekeeper.rankings.rating import Rating


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """A rating system: constructor, title, title of one player's rating, and words for the rated results.

    `lengths`: it rates matches with a length in points, else games without a length.
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
