"""The rules of the rankings as dated data: versions of the rules, and styles of tournaments.

A new version of the rules is one line in `VERSIONS`. Awarded points stay unchanged in the ranking file; a
version only says how new points are awarded and how ties are broken.
Source: docs/rules/races.md, "World Rankings", the table of versions, and "Double-Threat Rankings".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

#: who gets the winner point of a Grand Prix game if several players have most points
Sharing = Literal["each", "split", "best-colour"]
#: the two families of tournaments
Part = Literal["triple-threat", "double-threat"]
RANKINGS = ("world", "double-threat", "medal")

#: basic points of first, second and third place
FIRST, SECOND, THIRD = 7, 4, 2
LEVELS = (1, 4)
#: default numbers of tournaments or units that count
WINDOWS = {"world": 9, "double-threat": 6}
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the rules.

    `since` is the first day on which it is valid. `sharing` says who gets the winner point of a Grand Prix
    game that is tied for most points. Compensatory points are proposed if the winner's lead over any player
    below is under `lead`; with None there are no such points. `ties` names the steps that separate equal
    totals.
    """

    key: str
    since: date
    sharing: Sharing
    lead: Fraction | None
    ties: tuple[str, ...]


_UNTIL_2024 = (
    "TP",
    "World Championships won",
    "Majors won",
    "tournaments won",
    "level-2 tournaments won",
    "GPP in all GP events",
    "GPP in Majors",
)
_FROM_2026 = ("TP", "WP", "Majors won", "World Championships won")

#: every version, oldest first; the first one is valid "from the start"
VERSIONS = (
    Version("2024-04", date.min, "each", None, _UNTIL_2024),
    Version("2025-06", date(2025, 1, 1), "split", HALF, _UNTIL_2024),
    Version("2026-05", date(2026, 3, 1), "best-colour", Fraction(1), _FROM_2026),
)
BY_KEY = {version.key: version for version in VERSIONS}


def version_at(day: date) -> Version:
    """Return the rules that are valid on a day."""
    return next(version for version in reversed(VERSIONS) if version.since <= day)


@dataclass(frozen=True, slots=True)
class Style:
    """A style: its part, whether it has Grand Prix Points, and the smallest share of a winner point."""

    key: str
    part: Part
    grand_prix: bool = False
    share: Fraction = Fraction(1)


STYLES = {
    style.key: style
    for style in (
        Style("3T", "triple-threat"),
        Style("3T+", "triple-threat"),
        # a game may be tied for most points
        Style("GP", "triple-threat", grand_prix=True, share=HALF),
        Style("GP+", "triple-threat", grand_prix=True, share=HALF),
        # two points of a TripleAthlon are one winner point, so most wins means most points
        Style("TA", "triple-threat", share=HALF),
        Style("2T", "double-threat"),
        Style("2T-XL", "double-threat"),
        # leagues, XLeagues and Challengers, by their letters in ranking files (docs/rankings.md)
        Style("L", "double-threat"),
        Style("XL", "double-threat"),
        Style("C", "double-threat"),
    )
}
#: the game that decides a tied first place of a Medal Race: one winner point there, nothing elsewhere
MEDAL_GAME = "medal-game"
