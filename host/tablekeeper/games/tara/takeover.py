"""Moves a match of TARA to another board: points, starting player, turn, Battle, last turns, clocks."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players
from tablekeeper.games.takeover import TakeOver, clocks_at, time_rows
from tablekeeper.languages import _
from tableprograms.tara import sheet as tara
from tableprograms.tara.sheet import TaraSheet


def take_over(sheet: TaraSheet, players: Players, at: int) -> TakeOver:
    """Return the data of a match for another board, at a time of the first board (ms)."""
    again, going = "", 0
    if sheet.phase == tara.OPENING:
        again = _("The game is begun again: nobody has started it yet.")
    elif sheet.phase == tara.PLAY:
        going = 1 + sheet.turn | sheet.battle << 4 | sheet.last << 8
    elif sheet.phase in (tara.COUNT, tara.RESULT):
        # the new board needs a seat on turn; the count ends that turn
        turn = (sheet.first + sheet.games) % sheet.seats
        going = 1 + turn | (sheet.battle | 1 << turn) << 4
        again = (
            _("The players enter the result again.")
            if sheet.phase == tara.RESULT and sheet.kind == records.WHOLE_MATCH
            else _("Both sides are counted again.")
        )
    rows = (
        (records.TARA, sheet.version, sheet.seats, sheet.options, 0, 0),
        (records.TARA_SCORE, *sheet.score, sheet.first, sheet.games, going),
        *time_rows(sheet.clock),
    )
    return TakeOver(rows, clocks_at(sheet.clock, at), again)
