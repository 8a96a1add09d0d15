"""The descriptor of the plain clock."""

from __future__ import annotations

from tablecore import records, sheets
from tablekeeper.games.game import Game
from tablekeeper.games.orders import check_winner, result_stub
from tablekeeper.games.plain import sentences, setup, view
from tablekeeper.games.plain.takeover import take_over
from tablekeeper.languages import _
from tableprograms.plain import sheet as plain
from tableprograms.plain.sheet import PlainSheet


def _end_order(table: str, sheet: PlainSheet, winner: int | None) -> bytes:
    check_winner(table, winner, sheet.seats, sheet.phase == plain.PLAY)
    return result_stub(winner, records.PLAYED)


GAME = Game(
    key="plain", program=sheets.PLAIN, title=_("Plain clock"), options=setup.OPTIONS,
    most_seats=plain.MOST_SEATS, seats=setup.seats, plan=setup.plan, view=view.view, finished=view.finished,
    sentences=sentences.SENTENCES, end_order=_end_order, take_over=take_over,
)  # fmt: skip
