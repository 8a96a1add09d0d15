"""Sheets as people see them: one module per kind of game, found by the number of its program.

Pure: what the hall and the table page show follows from the sheet, the players' names and the time.
A module has `view(match_id, sheet, players, device_now, offset)`, the view of a sheet at `device_now`
(ms of its sitting) or None when it holds no game, and `ended(sheet, fields, crawford, board)`, what a game
came to that an END record (a, b, c, p) has just closed.
"""

from __future__ import annotations

from types import ModuleType

from tablecore import sheets
from tablecore.sheets.sheet import Sheet
from tablekeeper.games.backgammon import view as match
from tablekeeper.games.dicelog import view as dicelog
from tablekeeper.games.ending import End
from tablekeeper.games.plain import view as plain
from tablekeeper.games.race import view as race
from tablekeeper.games.recordtext import Players
from tablekeeper.games.tara import view as tara
from tablekeeper.games.view import FinishedGame, MatchView

MODULES: dict[int, ModuleType] = {
    sheets.BACKGAMMON: match, sheets.RACE: race, sheets.TARA: tara, sheets.PLAIN: plain,
    sheets.DICELOG: dicelog,
}  # fmt: skip
#: what each kind of game is called in a sentence
NAMES = {
    sheets.BACKGAMMON: "backgammon", sheets.RACE: "race", sheets.TARA: "tara", sheets.PLAIN: "plain clock",
    sheets.DICELOG: "dice log",
}  # fmt: skip


def view(
    match_id: int, sheet: Sheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a sheet at `device_now` (ms of its sitting), None when it holds no game."""
    made: MatchView | None = MODULES[sheet.PROGRAM].view(
        match_id, sheet, players, device_now, offset
    )
    return made


def ended(sheet: Sheet, fields: End, crawford: bool, board: str) -> FinishedGame:
    """Return what the game came to that an END record with these fields has just closed."""
    made: FinishedGame = MODULES[sheet.PROGRAM].ended(sheet, fields, crawford, board)
    return made


def winner_name(sheet_program: int, players: Players, winner: int | None) -> str:
    """Return who won, as `FinishedGame.winner` counts: at TARA a side, which may be two people."""
    if winner is None:
        return "nobody"
    if sheet_program == sheets.TARA:
        return tara.side(players, winner)
    return players[winner] if winner < len(players) else f"seat {winner + 1}"
