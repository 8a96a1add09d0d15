"""Moves a series of pawn races to another board: games won, line-up, pawns at home, turn, game time."""

from __future__ import annotations

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tablekeeper.games.sentences import Players
from tablekeeper.games.takeover import TakeOver, clocks_at, time_rows
from tablekeeper.languages import _
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race.sheet import RaceSheet

#: in the number of the line-up: the bit for a game in progress, and the first bit of its turn
_UNDER_WAY, _TURN = 1 << 14, 12


def take_over(sheet: RaceSheet, players: Players, at: int) -> TakeOver:
    """Return the data of a series for another board, at a time of the first board (ms)."""
    playing = sheet.phase in (race.PLAY, race.RESULT)
    again, options = "", sheet.options
    if playing or sheet.games:
        # the round of die-roll was before the first game
        options &= ~racerules.ROLL_FIRST
    if not playing and any(sheet.thrown):
        again = _("The round of die-roll has to be thrown again.")
    elif sheet.phase == race.RESULT:
        again = (
            _("The result stands again when # is pressed.")
            if sheet.is_decided() else _("The players enter the result of this game again.")
        )  # fmt: skip
    lineup, pawns = racerules.pack(sheet.owner), 0
    if playing:
        turn = sheet.thrower() if sheet.options & racerules.LOGGED else sheet.turn
        lineup |= _UNDER_WAY | (0 if turn == NOBODY else turn + 1) << _TURN
        for colour in range(racerules.COLOURS):
            done = colour in sheet.order
            stands = sheet.order.index(colour) + 1 if done else sheet.home[colour] << 3
            pawns |= stands << 5 * colour
    time = sheet.game_time(at) if playing else sheet.spent
    rows = (
        (records.RACE, racerules.VERSION, sheet.series, options, 0, 0),
        (records.SERIES, *sheet.rotation, sheet.games, time),
        (records.LINEUP, *sheet.wins, lineup, pawns),
        *time_rows(sheet.clock),
    )
    # clocks are for one game: the next game starts with full clocks
    return TakeOver(rows, clocks_at(sheet.clock, at) if playing else (), again)
