"""Adjudication of a one-point game that ended by timeout or resignation.

Source: docs/rules/ttt.md.

    >>> from decimal import Decimal
    >>> adjudicated(Decimal("98.7"), Decimal("96.3"), Decimal("12.3"))
    Decimal('2.6')
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from tablekeeper.languages import _

#: the seed's "limited to (1 .. 2.7)"
CAP = Decimal("2.7")
LEAST = Decimal(1)
#: percentages of the seed's example "The opening position": for a game without any move
OPENING = (Decimal("51.6"), Decimal("14.6"), Decimal("0.6"))
_TENTH = Decimal("0.1")
_HALF = Decimal("0.5")
_HUNDRED = Decimal(100)


def equity(wins: Decimal, gammons: Decimal, backgammons: Decimal) -> Decimal:
    """Return a player's expected points from the percentages of wins, gammons and backgammons.

    Wins include gammons, and gammons include backgammons; a loss is worth half a point.
    """
    return (wins + gammons + backgammons + (_HUNDRED - wins) * _HALF) / _HUNDRED


def adjudicated(wins: Decimal, gammons: Decimal, backgammons: Decimal, cap: Decimal = CAP) -> Decimal:
    """Return the winner's points after a timeout: equity + 0.5, rounded half up to tenths, 1 to `cap`."""
    score = (equity(wins, gammons, backgammons) + _HALF).quantize(_TENTH, ROUND_HALF_UP)
    return max(LEAST, min(cap, score))


def refusal(wins: Decimal, gammons: Decimal, backgammons: Decimal) -> tuple[str, str] | None:
    """Return the name of an impossible percentage and the reason, None if one position can have all three."""
    for name, value in (("wins", wins), ("gammons", gammons), ("backgammons", backgammons)):
        if not 0 <= value <= _HUNDRED:
            return name, _("%(value)s is out of range: 0 to 100", value=value)
    if gammons > wins:
        return "gammons", _(
            "wins include gammons, so %(gammons)s cannot be more than %(wins)s", gammons=gammons, wins=wins
        )
    if backgammons > gammons:
        return "backgammons", _(
            "gammons include backgammons, so %(backgammons)s cannot be more than %(gammons)s",
            backgammons=backgammons,
            gammons=gammons,
        )
    return None
