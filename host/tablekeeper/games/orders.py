"""The director's orders that end a game in progress."""

from __future__ import annotations

from tablecore import messages, records
from tablekeeper.errors import UserError


def check_winner(table: str, winner: int | None, seats: int, playing: bool) -> None:
    """Refuse a winner that is neither a seat nor a side, and a table without a game in progress."""
    if winner is not None and not 0 <= winner < seats:
        raise UserError("The winner is a number from 0 to %(seats)s, or nobody.", seats=seats - 1)
    if not playing:
        raise UserError("At %(table)s no game is in progress that could be ended.", table=table)


def result_stub(winner: int | None, nobody: int) -> bytes:
    """Return the order that gives a game to a seat by forfeit; without a winner, `nobody` is its end."""
    if winner is None:
        stub: bytes = messages.stub(records.RESULT, records.NOBODY, 0, nobody, records.NONE, 0)
    else:
        stub = messages.stub(records.RESULT, winner, 0, records.FORFEITED, records.NONE, 0)
    return stub


def forfeit_stub(winner: int) -> bytes:
    """Return the order that gives the match to a seat by forfeit, without a player's claim."""
    stub: bytes = messages.stub(
        records.RESULT, winner, records.WHOLE_MATCH, records.FORFEITED, records.NONE, 0
    )
    return stub
