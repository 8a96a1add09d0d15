"""The descriptor of a series of pawn races."""

from __future__ import annotations

from tablecore import sheets
from tablekeeper.games.game import Game
from tablekeeper.games.orders import check_winner, result_stub
from tablekeeper.games.race import sentences, setup, view
from tablekeeper.games.race.takeover import take_over
from tablekeeper.languages import _
from tableprograms.race import sheet as race
from tableprograms.race.sheet import RaceSheet


def _end_order(table: str, sheet: RaceSheet, winner: int | None) -> bytes:
    check_winner(table, winner, sheet.seats, sheet.phase == race.PLAY)
    return result_stub(winner, race.STOPPED)


GAME = Game(
    key="race", program=sheets.RACE, title=_("Pawn race"), options=setup.OPTIONS, most_seats=3,
    seats=setup.seats, plan=setup.plan, view=view.view, finished=view.finished,
    sentences=sentences.SENTENCES, end_order=_end_order, take_over=take_over,
)  # fmt: skip
