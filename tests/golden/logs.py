"""Whole logs for the golden vectors: matches written the way a board writes them.

A log folds to the same sheets in every later release; that is what these are kept for.
"""

from tablecore import records
from tablecore.clock import NOBODY
from tablekeeper.games import timecontrol
from tests.tablecore.board_log import JOURNAL, BoardLog

PHASES = ("empty", "ready", "opening", "turn", "move", "doubled", "result", "over")


class Log(BoardLog):
    """Writes records as a board does, and notes the sheet after each of them."""

    def __init__(self):
        super().__init__()
        self.after = []

    def add(self, kind, a=0, b=0, c=0, ms=None, p=0, q=0):
        """Write a record `ms` after the last one (0 when none is given); return its sequence."""
        self.now += ms or 0
        seq = len(self.records) + 1
        self.records.append(records.pack(JOURNAL, seq, kind, a, b, c, self.now, p, q))
        self.fold.apply(*records.unpack(self.records[-1]))
        self.after.append(sheet_state(self.fold, self.now))
        return seq

    def boot(self, number, alive=records.NONE):
        """Begin a new life of the board."""
        self.now = 0
        self.add(records.BOOT, 1, 1, 1, 900, alive, number)

    def run(self, *stubs, command=0):
        """Write a run of records and commit it."""
        first = len(self.records) + 1
        for stub in stubs:
            self.add(*stub)
        self.add(records.COMMIT, len(stubs), records.MATCH, 0, 0, first, command)

    def end(self):
        """Close a game as a board does."""
        sheet = self.fold.sheet
        points = sheet.points(sheet.kind)
        self.add(records.END, sheet.winner, sheet.kind, sheet.how, 40, points, sheet.checksum())

    def agree(self, winner, kind, how=records.PLAYED, by=0):
        """Report a result, let the other confirm it, and close the game."""
        self.add(records.RESULT, winner, kind, how, 2_000, by)
        self.add(records.CONFIRM, 1 - by, ms=1_500)
        self.end()

    def turn(self, seat, first, second, thought=9_000):
        """Roll, play and press."""
        self.add(records.DICE, seat, first, second, 1_800)
        self.add(records.PRESS, seat, 1 - seat, 0, thought)


def sheet_state(fold, now):
    """Return what can be seen of a sheet."""
    sheet = fold.sheet
    return {
        "checksum": sheet.checksum(), "phase": PHASES[sheet.phase], "score": list(sheet.score),
        "cube": [sheet.cube_value(), sheet.owner], "turn": sheet.turn, "crawford": sheet.crawford,
        "clocks": [sheet.clock.remaining(seat, now) for seat in range(2)], "flagged": sheet.clock.flagged,
        "undoable": fold.undoable(), "odd": sheet.odd, "mismatch": sheet.mismatch, "stopped": fold.stopped,
    }


def set_up(length, options=1, control="21m b12", match=0, version=1):
    """Return the two records that set up a match."""
    method, reserve, delay, precredit, _ = timecontrol.parse(control)
    return (
        (records.MATCH, version, length, options, 3_000, match, 0),
        (records.TIME, NOBODY, method, precredit, 0, reserve, delay),
    )


def log_whole_match():
    """A match to 3 points: opening tie, double and take, a drop, the Crawford game, the close."""
    log = Log()
    log.boot(1)
    log.run(*set_up(3, control="9m b12"))
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 4, 4, 0, 4_000)
    log.add(records.OPENING, 3, 5, 0, 3_000)
    log.add(records.PRESS, 0, 1, 0, 2_000)
    log.add(records.PRESS, 1, 0, 0, 14_000)
    log.turn(0, 6, 1)
    log.turn(1, 2, 2)
    log.add(records.DOUBLE, 0, 1, 0, 6_000)
    log.add(records.TAKE, 1, ms=8_000)
    log.turn(0, 5, 4, 21_000)
    log.add(records.DICE, 1, 6, 3, 2_000)
    log.agree(0, records.SINGLE, by=1)
    # 2-0: the next game is the Crawford game, in which nobody doubles
    log.add(records.GAME, 2, 1, 0, 20_000, 2)
    log.add(records.OPENING, 6, 2, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.PRESS, 0, 1, 0, 7_000)
    log.add(records.DOUBLE, 1, 1, 0, 2_000)
    log.turn(1, 3, 1)
    log.agree(1, records.SINGLE, records.CONCEDED, by=0)
    # 2-1, after Crawford: doubled at once and dropped would end it; here it is dropped
    log.add(records.GAME, 3, 0, 0, 20_000, 3)
    log.add(records.OPENING, 1, 4, 0, 4_000)
    log.add(records.PRESS, 0, 1, 0, 1_000)
    log.add(records.PRESS, 1, 0, 0, 7_000)
    log.add(records.DOUBLE, 0, 1, 0, 3_000)
    log.add(records.DROP, 1, ms=4_000)
    log.add(records.CONFIRM, 0, ms=1_000)
    log.end()
    log.add(records.SEAL, p=3, q=900, ms=60_000)
    log.add(records.CLOSE, q=901, ms=1_000)
    return log


def log_undo_and_power_cut():
    """Presses taken back, before and after a power cut; an undo of what is not there."""
    log = Log()
    log.boot(4)
    log.run(*set_up(5, control="10m f3"), command=17)
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 2, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.turn(0, 2, 1)
    dice = log.add(records.DICE, 1, 6, 6, 2_000)
    log.add(records.UNDO, ms=1_500, p=dice)
    log.add(records.DICE, 1, 6, 5, 1_000)
    press = log.add(records.PRESS, 1, 0, 0, 9_000)
    log.boot(5, alive=log.now + 3_000)
    log.add(records.UNDO, ms=4_000, p=press)
    log.add(records.RESUME, 1, ms=2_000)
    log.add(records.PRESS, 1, 0, 0, 3_000)
    log.add(records.UNDO, ms=1_000, p=3)
    log.add(records.PAUSE, records.FALLEN, ms=500)
    log.add(records.PAUSE, records.CONTESTED, ms=500)
    log.add(records.RESUME, 0, ms=9_000)
    log.agree(1, records.GAMMON, records.CLAIMED, by=1)
    log.add(records.UNDO, ms=2_000, p=len(log.records) - 2)
    log.add(records.REJECT, 0, ms=2_000)
    return log


def log_flag():
    """A flag falls; the press at its very instant came too late; the match is lost on time."""
    log = Log()
    log.boot(1)
    log.run(*set_up(7, control="10s d2"))
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.PRESS, 1, 0, 1, 6_000)
    log.turn(0, 6, 5, 500)
    log.add(records.DICE, 1, 3, 2, 1_000)
    log.add(records.PRESS, 1, 0, 0, 11_000)
    log.add(records.FLAG, 1)
    log.add(records.RESULT, 0, records.WHOLE_MATCH, records.ON_TIME, p=records.NONE)
    log.add(records.CONFIRM, NOBODY, q=31, ms=30_000)
    log.end()
    return log


def log_handover():
    """A match taken over in the middle of a game, a premature double, an unlimited match after it."""
    log = Log()
    log.boot(9)
    log.run(
        *set_up(7, match=88), (records.SCORE, 3, 5, 0, 0, 6, 0), (records.CUBE, 1, 1, 1, 0, 1, 0),
        (records.RESERVES, 0, 0, 0, 0, 300_000, 290_000), command=41,
    )
    log.add(records.RESUME, 1, ms=10_000)
    log.add(records.DICE, 1, 4, 1, 2_000)
    log.add(records.PRESS, 1, 0, 0, 15_000)
    log.turn(0, 6, 2)
    log.add(records.DICE, 1, 2, 1, 2_000)
    log.agree(1, records.SINGLE, by=1)
    log.run(*set_up(0, options=0, control="up"), command=42)
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 6, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.DOUBLE, 1, 1, 1, 3_000)
    log.add(records.PRESS, 0, 1, 0, 4_000)
    log.add(records.TAKE, 0, ms=2_500)
    log.add(records.FAULT, 1, 1, 0, 100, 1, 0)
    log.agree(1, records.BACKGAMMON, by=0)
    log.now = 0
    log.add(records.SITTING, p=600_000_000, q=9)
    return log


def log_torn_run_and_newer_kind():
    """A set-up without its commit has no effect; a kind that must be understood stops the fold."""
    log = Log()
    log.boot(1)
    log.add(records.MATCH, 1, 5, 1, 2_000)
    log.boot(2)
    log.add(records.TIME, 255, 1, 0, 500, 600_000, 0)
    log.add(records.COMMIT, 2, records.MATCH, 0, 0, 2, 0)
    log.run(*set_up(5))
    log.add(200, 1, 2, 3, 500, 4, 5)
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(127, 1, 2, 3, 500, 4, 5)
    log.add(records.OPENING, 3, 1, 0, 4_000)
    return log


def log_irregular_doubles():
    """Doubles at wrong moments that were accepted, one that nobody may make, a match conceded unbegun."""
    log = Log()
    log.boot(1)
    log.run(*set_up(5))
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.DOUBLE, 1, 1, 2, 1_000)
    log.add(records.OPENING, 3, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.DOUBLE, 1, 2, 2, 1_000)  # the cube is the other one's: odd
    log.add(records.DOUBLE, 0, 2, 2, 1_000)
    log.add(records.PRESS, 0, 1, 0, 3_000)
    log.agree(1, records.SINGLE, by=1)
    log.add(records.GAME, 2, 1, 0, 5_000, 2)
    log.add(records.DOUBLE, 0, 1, 2, 1_000)  # the Crawford game: odd
    log.add(records.RESULT, 0, records.WHOLE_MATCH, records.CONCEDED, 1_000, 1)
    log.add(records.CONFIRM, 0, ms=1_000)
    log.end()
    return log


def log_stages_and_overtime():
    """Each seat its own stages and overtime; handed over with moves made; a flag that falls twice."""
    seats = (
        (records.MATCH, 1, 5, 1, 1_000, 0, 0),
        (records.TIME, 0, 4, 1, 0, 60_000, 2_000),
        (records.STAGE, 0, 1, 2, 0, 30_000, 0),
        (records.TIME, 1, 2, 0, 0, 20_000, 5_000),
        (records.OVERTIME, 1, 0, 0, 0, 60_000, 0),
    )
    log = Log()
    log.boot(1)
    log.run(*seats)
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 6, 2, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.PRESS, 0, 1, 0, 10_000)
    log.turn(1, 3, 1, 12_000)
    log.turn(0, 4, 4, 8_000)
    log.add(records.FLAG, 1, 0, 0, 3_000)
    log.add(records.FLAG, 1, 1, 0, 13_200)
    press = log.add(records.PRESS, 1, 0, 0, 9_000)
    log.add(records.UNDO, ms=2_000, p=press)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.turn(0, 2, 1, 30_000)
    log.run(
        *seats, (records.SCORE, 1, 2, 0, 0, 2, 0), (records.CUBE, 1, 0, 1, 0, 1, 0),
        (records.RESERVES, 2, 255, 2, 0, 61_000, 9_000), command=55,
    )
    log.add(records.RESUME, 1, ms=4_000)
    log.add(records.PRESS, 1, 0, 0, 13_000)
    log.add(records.PRESS, 0, 1, 0, 61_000)
    log.add(records.FLAG, 0)
    log.add(records.RESULT, 1, records.WHOLE_MATCH, records.ON_TIME, p=records.NONE)
    # a stage without a time before it, and one too many: neither run is taken
    log.run(seats[0], seats[2], seats[1])
    log.run(*seats[:3], seats[2], seats[2], seats[2])
    return log


def log_corrections():
    """The director sets clocks right: running, waiting, after a flag; players do not undo it."""
    log = Log()
    log.boot(1)
    log.add(records.CORRECT, 0, 255, 0, 1_000, 60_000, 60)
    log.run(*set_up(5, control="1m d10"))
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 6, 2, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.CORRECT, 0, 255, 0, 30_000, 55_000, 61)
    log.add(records.CORRECT, 1, 255, 0, 1_000, 90_500, 62)
    log.add(records.CORRECT, 2, 255, 0, 0, 1, 63)
    log.add(records.CORRECT, 1, 255, 0, 0, 1 << 30, 64)
    log.add(records.PRESS, 0, 1, 0, 14_000)
    log.add(records.PAUSE, records.DIRECTOR, 0, 0, 4_000, 0, 65)
    log.add(records.CORRECT, 1, 255, 0, 9_000, 12_000, 66)
    log.add(records.RESUME, 1, ms=5_000)
    log.add(records.FLAG, 1, 0, 0, 18_000)
    log.add(records.RESULT, 0, records.WHOLE_MATCH, records.ON_TIME, p=records.NONE)
    log.add(records.REJECT, 1, ms=4_000)
    log.add(records.CORRECT, 1, 255, 0, 60_000, 20_000, 67)
    log.add(records.RESUME, 1, ms=5_000)
    log.add(records.PRESS, 1, 0, 0, 6_000)
    # the correction finds a flag that fell and that nobody has written down
    log.add(records.CORRECT, 0, 255, 0, 99_000, 30_000, 68)
    log.add(records.RESUME, 0, ms=1_000)
    log.turn(0, 6, 5, 2_000)
    return log


def log_breaks_and_rulings():
    """Version 2: breaks that are timed and cut by a power cut, a clock that comes late, awards, a request."""
    log = Log()
    log.boot(1)
    log.run(*set_up(5, options=17, control="none", match=90, version=2), command=7)
    # not before the first game
    log.add(records.PAUSE, records.BREAK, 1, 0, 1_000)
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 5, 2, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.turn(0, 6, 1)
    log.add(records.CLOCK, 3, 12, 2, 2_000, 900_000, 8)
    log.add(records.RESUME, 1, ms=20_000)
    log.turn(1, 2, 2, 30_000)
    log.agree(0, records.GAMMON, by=1)
    log.add(records.SEAL, p=1, q=9, ms=1_000)
    log.add(records.REQUEST, 1, ms=4_000, p=1)
    log.add(records.PAUSE, records.CONTESTED, 0, 0, 9_000)
    log.add(records.PAUSE, records.BREAK, 2, 0, 3_000)
    log.add(records.PAUSE, records.BREAK, 2, 1, 4_000)
    log.boot(2, alive=log.now + 60_000)
    log.add(records.PAUSE, records.BREAK, 2, 1, 540_000)
    log.add(records.UNDO, ms=1_000, p=len(log.records) - 2)
    log.add(records.RESUME, 255, ms=30_000)
    # taken already; then the other player's
    log.add(records.PAUSE, records.BREAK, 2, 0, 1_000)
    taken = log.add(records.PAUSE, records.BREAK, 1, 0, 1_000)
    log.add(records.UNDO, ms=2_000, p=taken)
    log.add(records.PAUSE, records.BREAK, 1, 0, 1_000)
    log.add(records.AWARD, 0, 1, 2, 1_000, 0, 10)
    log.add(records.GAME, 2, 0, 0, 700_000, 2)
    log.add(records.OPENING, 1, 6, 0, 4_000)
    log.add(records.PRESS, 0, 1, 0, 1_000)
    log.add(records.AWARD, 1, 9, 3, 1_000, 0, 11)
    log.add(records.AWARD, 1, 5, 3, 1_000, 0, 12)
    log.add(records.AWARD, 1, 1, 0, 1_000, 1, 13)
    log.add(records.RESUME, 1, ms=2_000)
    log.turn(1, 3, 1)
    log.agree(0, records.SINGLE, by=1)
    log.run(
        *set_up(13, version=2), (records.SCORE, 3, 5, 0, 0, 6, 18), (records.CUBE, 1, 1, 1, 0, 1, 0),
        command=14,
    )
    return log


def log_version_three():
    """Version 3: opening dice anew; only moves gain; early dice, a break within a game, Crawford cubes."""
    log = Log()
    log.boot(1)
    log.run(*set_up(5, control="5m f3", version=3), command=7)
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 1, 3, 0, 4_000)
    log.add(records.OPENING, 5, 5, 0, 4_000)
    log.add(records.OPENING, 2, 1, 0, 4_000)
    log.add(records.DICE, 0, 4, 1, 1_000)  # the clock has not started: odd
    log.add(records.OPENING, 1, 3, 0, 4_000)
    log.add(records.PRESS, 0, 1, 0, 1_000)
    log.add(records.OPENING, 1, 3, 0, 1_000)  # too late: odd
    log.add(records.PRESS, 1, 0, 0, 9_000)
    log.add(records.DOUBLE, 0, 1, 0, 8_000)
    log.add(records.TAKE, 1, ms=9_000)
    log.add(records.DOUBLE, 1, 2, 1, 2_000)
    log.turn(0, 6, 1)
    log.add(records.TAKE, 0, ms=1_000)
    log.turn(1, 2, 2)
    log.agree(0, records.SINGLE, by=1)
    log.add(records.GAME, 2, 0, 0, 5_000, 2)
    log.add(records.OPENING, 6, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.turn(0, 6, 1)
    log.agree(1, records.GAMMON, by=0)
    # dice that came too early; a break within the game
    log.add(records.GAME, 3, 0, 0, 5_000, 3)
    log.add(records.OPENING, 6, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.DICE, 1, 6, 4, 2_000, 2)
    log.add(records.DOUBLE, 1, 1, 1, 1_000)  # barred by these dice: odd
    log.add(records.PAUSE, records.BREAK, 1, 0, 1_000)
    log.add(records.PAUSE, records.BREAK, 2, 0, 1_000)  # there is one: odd
    log.add(records.PAUSE, records.BREAK, 1, 1, 599_000)
    log.add(records.RESUME, 0, ms=9_000)
    log.add(records.PRESS, 0, 1, 0, 5_000)
    log.add(records.DOUBLE, 1, 1, 0, 1_000)  # odd
    log.add(records.PRESS, 1, 0, 0, 5_000)
    log.agree(1, records.GAMMON, by=0)
    # the Crawford game: 1-4 to 5
    log.add(records.GAME, 4, 1, 0, 5_000, 4)
    log.add(records.OPENING, 6, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.add(records.DOUBLE, 0, 1, 3, 5_000)
    log.turn(0, 6, 1)
    log.add(records.DOUBLE, 1, 0, 4, 5_000)
    log.add(records.DOUBLE, 1, 0, 4, 5_000)  # nothing is left to be void: odd
    log.add(records.DOUBLE, 0, 1, 3, 5_000)
    log.agree(0, records.SINGLE, records.CONCEDED, by=1)
    # stages: the end of a game is no move
    log.run(
        (records.MATCH, 3, 5, 1, 1_000, 0, 0), (records.TIME, 255, 4, 0, 0, 60_000, 2_000),
        (records.STAGE, 255, 1, 2, 0, 30_000, 0),
    )
    log.add(records.GAME, 1, 0, 0, 5_000, 1)
    log.add(records.OPENING, 6, 1, 0, 4_000)
    log.add(records.PRESS, 1, 0, 0, 1_000)
    log.turn(0, 6, 1)
    log.turn(1, 6, 1)
    log.agree(0, records.GAMMON, by=0)
    return log


LOGS = (
    log_whole_match, log_undo_and_power_cut, log_flag, log_handover, log_torn_run_and_newer_kind,
    log_irregular_doubles, log_stages_and_overtime, log_corrections, log_breaks_and_rulings,
    log_version_three,
)
