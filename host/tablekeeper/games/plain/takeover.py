"""How a plain clock goes on at another board: its clocks. Who is on turn is told, moves are counted anew."""

from __future__ import annotations

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tablekeeper.games import wording
from tablekeeper.games.sentences import Players
from tablekeeper.games.takeover import TakeOver, clocks_at, time_rows
from tableprograms.plain import sheet as plain
from tableprograms.plain.sheet import PlainSheet


def take_over(sheet: PlainSheet, players: Players, at: int) -> TakeOver:
    """Return what another board is told of a clock, at a time of the first one (ms)."""
    again = ""
    if sheet.phase == plain.RESULT:
        again = "The players enter the result again."
    elif sheet.phase == plain.PLAY and sheet.turn != NOBODY:
        turn, before = sheet.turn, (sheet.turn - 1) % sheet.seats
        again = (
            f"Press #, then the button of {wording.name(players, before)}: "
            f"the clock of {wording.name(players, turn)} goes on."
        )
    rows = ((records.PLAIN, sheet.version, sheet.seats, sheet.options, 0, 0), *time_rows(sheet.clock))
    return TakeOver(rows, clocks_at(sheet.clock, at), again)
