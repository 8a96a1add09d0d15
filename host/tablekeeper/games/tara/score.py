"""The count: kingdoms, territory and the points of a game of TARA. Source: docs/rules/tara.md, "Scoring"."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.tara.hills import groups
from tablekeeper.games.tara.position import Position

#: the winner's points in addition to the difference, and each side's points in a drawn game
WINNERS = 2
DRAWN = 1


@dataclass(frozen=True, slots=True)
class TaraScore:
    """Kingdoms, territory and points of Red and Blue."""

    kingdoms: tuple[int, int]
    territory: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        """The points of both colours: fewer kingdoms win, then more territory."""
        ahead = self.kingdoms[1] - self.kingdoms[0] or self.territory[0] - self.territory[1]
        if not ahead:
            return DRAWN, DRAWN
        return (WINNERS + ahead, 0) if ahead > 0 else (0, WINNERS - ahead)


def score(position: Position) -> TaraScore:
    """Return the count of a position: a kingdom is a connected group, or a single ringfort."""
    red, blue = position.colour(0), position.colour(1)
    return TaraScore((len(groups(red)), len(groups(blue))), (red.bit_count(), blue.bit_count()))
