"""Moves a plain clock to another board with its times. Players set the seat on turn; moves restart at 0."""

from __future__ import annotations

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tablekeeper.games import wording
from tablekeeper.games.sentences import Players
from tablekeeper.games.takeover import TakeOver, clocks_at, time_rows
from tablekeeper.languages import _
from tableprograms.plain import sheet as plain
from tableprograms.plain.sheet import PlainSheet


def take_over(sheet: PlainSheet, players: Players, at: int) -> TakeOver:
    """Return the data of a clock for another board, at a time of the first board (ms)."""
    again = ""
    if sheet.phase == plain.RESULT:
        again = _("The players enter the result again.")
    elif sheet.phase == plain.PLAY and sheet.turn != NOBODY:
        turn, before = sheet.turn, (sheet.turn - 1) % sheet.seats
        again = _(
            "Press #, then the button of %(name)s: the clock of %(name2)s goes on.",
            name=wording.name(players, before),
            name2=wording.name(players, turn),
        )
    rows = ((records.PLAIN, sheet.version, sheet.seats, sheet.options, 0, 0), *time_rows(sheet.clock))
    return TakeOver(rows, clocks_at(sheet.clock, at), again)
