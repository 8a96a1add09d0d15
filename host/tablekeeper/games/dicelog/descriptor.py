"""The descriptor of the dice log."""

from __future__ import annotations

from tablecore import sheets
from tablekeeper.errors import UserError
from tablekeeper.games.dicelog import sentences, setup, view
from tablekeeper.games.game import Game
from tablekeeper.languages import _
from tableprograms.dicelog.sheet import DicelogSheet


def _end_order(table: str, sheet: DicelogSheet, winner: int | None) -> bytes:
    raise UserError("At %(table)s dice are logged: the log is ended there, with 9 and #.", table=table)


GAME = Game(
    key="dicelog", program=sheets.DICELOG, title=_("Dice log"), options=setup.OPTIONS, most_seats=0,
    seats=setup.seats, plan=setup.plan, view=view.view, finished=view.finished,
    sentences=sentences.SENTENCES, end_order=_end_order,
    still_going=lambda match: _(
        "The log of match %(match)s goes on: end it at the table first, with 9 and #.", match=match
    ),
)  # fmt: skip
