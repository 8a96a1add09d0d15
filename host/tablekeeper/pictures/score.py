"""The score of a match after each game, as lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tablekeeper.languages import _, shown
from tablekeeper.pictures import race
from tablekeeper.pictures.drawing import Drawing


def picture(players: tuple[str, str], scores: Sequence[tuple[int, int]], key: str = "score") -> str:
    """Return the lines as SVG for a page; `scores` are those at the start and after each game."""
    sheet = Drawing()
    title = shown(_("Score after each game"))
    sheet.text(0, 16, title, size=15, bold=True)
    # two players with the same name are distinguished by their seats
    names = (
        players
        if players[0] != players[1]
        else (_("%(players)s (left)", players=players[0]), _("%(players)s (right)", players=players[1]))
    )
    steps = [{name: Fraction(score[seat]) for seat, name in enumerate(names)} for score in scores]
    order = sorted(names, key=lambda name: (-steps[-1][name], names.index(name)))
    race.draw(sheet, 20, order, steps, shown(_("games")), small=True)
    return sheet.svg(title, told(names, scores), False, key)


def told(players: Sequence[str], scores: Sequence[tuple[int, int]]) -> str:
    """Return the lines in words.

    >>> told(("Ann", "Bob"), [(0, 0), (2, 0), (2, 1)])
    'Ann and Bob: 0-0, 2-0, 2-1.'
    """
    return _(
        "%(players)s and %(players2)s: %(scores)s.",
        players=players[0],
        players2=players[1],
        scores=", ".join((f"{left}-{right}" for left, right in scores)),
    )
