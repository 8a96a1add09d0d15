"""How the director ends a game in progress, kind by kind: the order to the board, or why there is none."""

from __future__ import annotations

from tablecore import messages, records, sheets
from tablecore.sheets.sheet import Sheet
from tablekeeper.errors import UserError
from tableprograms.plain import sheet as plain
from tableprograms.race import sheet as race
from tableprograms.tara import sheet as tara


def ending_stub(table: str, sheet: Sheet, winner: int | None) -> bytes:
    """Return the order that ends the game in progress at a table, for a seat or for nobody (None)."""
    program = sheet.PROGRAM
    if program == sheets.BACKGAMMON:
        raise UserError(f"At {table} backgammon is played: one of the players forfeits the match.")
    if program == sheets.DICELOG:
        raise UserError(f"At {table} dice are logged: the log is ended there, with 9 and #.")
    seats = 2 if program == sheets.TARA else sheet.seats
    if winner is not None and not 0 <= winner < seats:
        raise UserError(f"The winner is a number from 0 to {seats - 1}, or nobody.")
    playing = {
        sheets.RACE: sheet.phase == race.PLAY,
        sheets.TARA: tara.OPENING <= sheet.phase <= tara.COUNT,
        sheets.PLAIN: sheet.phase == plain.PLAY,
    }[program]
    if not playing:
        raise UserError(f"At {table} no game is in progress that could be ended.")
    if program == sheets.TARA:
        if winner is None:
            raise UserError("A match of TARA is given to one of its sides: say which one.")
        return forfeit_stub(winner)
    if winner is None:
        how = race.STOPPED if program == sheets.RACE else records.PLAYED
        stub: bytes = messages.stub(records.RESULT, records.NOBODY, 0, how, records.NONE, 0)
    else:
        stub = messages.stub(records.RESULT, winner, 0, records.FORFEITED, records.NONE, 0)
    return stub


def forfeit_stub(winner: int) -> bytes:
    """Return the order that gives the match to a seat; no player has said so."""
    stub: bytes = messages.stub(
        records.RESULT, winner, records.WHOLE_MATCH, records.FORFEITED, records.NONE, 0
    )
    return stub


def still_going(match_id: int, sheet: Sheet) -> str:
    """Return why a match in which a game is in progress is not closed, and what helps."""
    if sheet.PROGRAM == sheets.DICELOG:
        return f"The log of match {match_id} goes on: end it at the table first, with 9 and #."
    ends = "forfeit it" if sheet.PROGRAM == sheets.BACKGAMMON else "end it"
    return f"A game of match {match_id} is in progress: confirm its result or {ends} first."
