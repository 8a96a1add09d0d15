"""Adjudicates a game that timed out: GNU Backgammon evaluates its last position at 2-ply."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tablekeeper.director import gnubg
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.positionid import position_id, read_position_id
from tablekeeper.games.backgammon.xgid import read_xgid

#: percentages of the player who did not time out, by which a game is adjudicated
RATES = ("wins", "gammons", "backgammons")


def evaluated(position: str, absent_on_roll: bool, patience: float = gnubg.PATIENCE) -> dict[str, Decimal]:
    """Return the percentages of the player who did not time out, from a GNU position id or an XGID.

    Raises UserError for a wrong or finished position, and if GNU Backgammon gives no answer.
    """
    text = position.strip()
    if ":" in text:
        board, situation = read_xgid(text)
        seat = situation.on_roll
    else:
        seat = 0
        board = read_position_id(text, seat)
    if not board.count(0) or not board.count(1):
        raise UserError("The game of %(words)s is over: there is nothing to adjudicate.", words=text)
    try:
        on_roll, other = gnubg.evaluated(position_id(board, seat), patience)
    except gnubg.Unavailable as error:
        raise UserError(
            "%(error)s Type the percentages of wins, gammons and backgammons.",
            error=error,
        ) from error
    rates = other if absent_on_roll else on_roll
    return dict(zip(RATES, (rates.wins, rates.gammons, rates.backgammons), strict=True))


def asks(result: Mapping[str, Any]) -> bool:
    """Return whether a result has a position without percentages."""
    return "position" in result and not any(key in result for key in RATES)


def with_rates(result: Mapping[str, Any], patience: float = gnubg.PATIENCE) -> dict[str, Any]:
    """Return a result that `asks`, completed with percentages and the version that computed them.

    The player who timed out is on roll, unless `on_roll` says otherwise. Takes seconds: hold no lock.
    """
    found = dict(result)
    absent = found.get("timeout") or found.get("resigned")
    if absent is None:
        raise UserError("With a position, say who timed out or resigned.")
    rates = evaluated(str(found["position"]), found.get("on_roll", absent) == absent, patience)
    found |= {key: float(rate) for key, rate in rates.items()}
    return found | {"evaluation": f"{gnubg.version()}, {gnubg.PLIES}-ply"}
