"""The descriptor of a match of TARA."""

from __future__ import annotations

from tablecore import sheets
from tablekeeper.errors import UserError
from tablekeeper.games.game import Game
from tablekeeper.games.orders import check_winner, forfeit_stub
from tablekeeper.games.tara import sentences, setup, view
from tablekeeper.games.tara.takeover import take_over
from tableprograms.tara import sheet as tara
from tableprograms.tara.sheet import TaraSheet


def _end_order(table: str, sheet: TaraSheet, winner: int | None) -> bytes:
    check_winner(table, winner, 2, tara.OPENING <= sheet.phase <= tara.COUNT)
    if winner is None:
        raise UserError("A match of TARA is given to one of its sides: say which one.")
    return forfeit_stub(winner)


GAME = Game(
    key="tara", program=sheets.TARA, title="TARA", options=setup.OPTIONS, most_seats=4, seats=setup.seats,
    plan=setup.plan, view=view.view, finished=view.finished, winner_name=view.side,
    sentences=sentences.SENTENCES, end_order=_end_order, take_over=take_over,
)  # fmt: skip
