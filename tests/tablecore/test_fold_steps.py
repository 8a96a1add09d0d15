"""States kept on the way change nothing but the time an undo takes, in every program, at any distance.

A fold with steps is held against one without any, and against an oracle that knows neither steps nor
spans: it strikes what was taken back from the log and folds the rest from the beginning.
"""

import random

import pytest

from tablecore import records, sheets
from tablecore.sheets.fold import LONGEST_GAME, STEPS, STRIDE, Fold
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tests.tableprograms.plain.log import Log as PlainLog
from tests.tableprograms.race.log import RaceLog
from tests.tableprograms.tara.log import Log as TaraLog

JOURNAL = 7
STRIDES = (1, 2, 3, STRIDE, 64)
KINDS = tuple(row[0] for row in catalogue.KINDS)
NOBODY = 255
#: (rows of its run, records that begin its game) of each program
BEGINNINGS = {
    sheets.BACKGAMMON: (
        [(records.MATCH, 2, 7, 1, 9), (records.TIME, 255, 2, 0, 9_000_000, 12_000)],
        [(records.GAME, 1, 0, 0, 1)],
    ),
    sheets.RACE: (
        [(records.RACE, race.VERSION, racerules.GRAND_PRIX, racerules.LOGGED, 9),
         (records.TIME, 255, 4, 0, 9_000_000, 3_000)],
        [(records.GAME, 1, racerules.GRAND_PRIX, 0, 1, racerules.usual(racerules.GRAND_PRIX))],
    ),
    sheets.TARA: (
        [(records.TARA, 1, 4, 0, 9), (records.TIME, 255, 5)],
        [(records.GAME, 1, 0, 0, 1), (records.START, 1)],
    ),
    sheets.PLAIN: (
        [(records.PLAIN, 1, 4, 0, 9), (records.TIME, 255, 4, 0, 9_000_000, 3_000)],
        [(records.GAME, 1, 0, 0, 1), (records.PRESS, 255, 0)],
    ),
    sheets.DICELOG: ([(records.DICELOG, 1, 2, 0, 9)], []),
}  # fmt: skip


def likely(sheet, chance):
    """Return a record (kind, a, b, c, p, q) that this program's players may cause, more or less."""
    turn = sheet.turn if sheet.turn != NOBODY else chance.randrange(sheet.seats)
    dice = chance.randrange(1, 7), chance.randrange(1, 7)
    choices = [(records.PAUSE, chance.randrange(1, 7)), (records.RESUME, turn), (records.CONFIRM, turn)]
    if sheet.PROGRAM == sheets.BACKGAMMON:
        choices += [(records.OPENING, *dice), (records.DOUBLE, turn, sheet.cube + 1), (records.TAKE, turn)]
        choices += 3 * [(records.DICE, turn, *dice), (records.PRESS, turn, 1 - turn)]
    elif sheet.PROGRAM == sheets.RACE:
        choices += 4 * [(records.DICE, turn, dice[0]), (records.PRESS, turn, (turn + 1) % sheet.seats)]
        colour = chance.randrange(racerules.COLOURS)
        choices += [(records.PAWN, sheet.owner[colour], colour, sheet.home[colour] + 1)]
    elif sheet.PROGRAM == sheets.TARA:
        choices += 6 * [(records.PRESS, turn, sheet.after(False))]
        choices += [(records.OUT, turn, sheet.after(True)), (records.BATTLE, turn), (records.COUNT,)]
        choices += [(records.TALLY, sheet.counted(), dice[0], dice[1])]
    elif sheet.PROGRAM == sheets.PLAIN:
        choices += 6 * [(records.PRESS, turn, sheet.after(turn))]
    else:
        choices += 6 * [(records.DICE, 255, *dice)]
    return chance.choice(choices)


class Evening:
    """A log that grows, and folds at every distance that follow it."""

    def __init__(self, program, seed):
        self.chance = random.Random(seed)
        self.log = []
        self.now = 0
        self.losing = 0.0
        self.plain = Fold(self.read, stride=LONGEST_GAME)
        self.folds = [Fold(self.read, stride=stride) for stride in STRIDES]
        rows, game = BEGINNINGS[program]
        for row in rows:
            self.write(*row)
        self.write(records.COMMIT, len(rows), rows[0][0], 0, 1)
        for row in game:
            self.write(*row)
        sheet = self.plain.sheet
        assert (sheet.PROGRAM, sheet.odd) == (program, 0)
        assert sheet.phase

    def read(self, seq):
        """Return a record, or None."""
        return self.log[seq - 1] if 0 < seq <= len(self.log) else None

    def write(self, kind, a=0, b=0, c=0, p=0, q=0):
        """Write a record and let all folds follow, unless it is lost."""
        self.now += self.chance.choice((0, 1, 40, 900, 5_000))
        record = records.pack(JOURNAL, len(self.log) + 1, kind, a & 255, b & 255, c & 255, self.now, p, q)
        if self.chance.random() < self.losing:
            self.log.append(None)
            return
        self.log.append(record)
        for one in (self.plain, *self.folds):
            one.apply(*records.unpack(record))

    def go_on(self, kinds, nonsense=0.05):
        """Let something happen: mostly play, now and then an undo of the last action or of any."""
        chance = self.chance
        what = chance.random()
        if what < 0.15:
            # now and then a player takes back one action after the other
            for _ in range(chance.choice((1, 1, 1, 2, 5, 60))):
                target = self.plain.undoable()
                if target:
                    self.prepare(target)
                    self.write(records.UNDO, p=target)
        elif what < 0.16:
            # a key that was let go: no undo follows
            if self.plain.undoable() and not self.plain.sheet.in_run():
                self.prepare(self.plain.undoable())
        elif what < 0.17:
            self.write(records.UNDO, p=max(0, len(self.log) - chance.randrange(-2, 40)))
        elif what < 0.19:
            self.now = 0
            kind = chance.choice((records.BOOT, records.SITTING))
            self.write(kind, 1, 1, 1, chance.choice((0, 1_500, records.NONE)), 2)
        elif what < 0.19 + nonsense:
            kind = chance.choice(kinds)
            small = [chance.randrange(8) for _ in range(3)]
            if kind in records.OPENERS:
                # a version that is known
                small[0] = 1
            self.write(kind, *small, chance.randrange(20), 3)
        else:
            self.write(*likely(self.plain.sheet, chance))

    def prepare(self, target):
        """Make the folds ready for an undo, as a board does."""
        for one in self.folds:
            whole = one.prepare(target)
            assert whole or self.losing

    def agree(self):
        """All folds have come to the same."""
        plain = self.plain
        packed, target = sheets.pack(plain.sheet), plain.undoable()
        assert not plain.steps
        for one in self.folds:
            assert sheets.pack(one.sheet) == packed
            assert (one.sheet.odd, one.sheet.mismatch) == (plain.sheet.odd, plain.sheet.mismatch)
            assert (one.undoable(), one.mark(), one.stopped) == (target, plain.mark(), plain.stopped)


class Struck:
    """The oracle: what is left of the log when all that was taken back is struck out."""

    def __init__(self, program):
        self.program = program
        # (sequence, record or None, since when the clock stands behind an undo or -1)
        self.kept = []
        self.lost = []
        self.log = ()
        self.mark = 0
        self.sheet = sheets.make(program)

    def apply(self, seq, record):
        """Follow the log by one record; None is one that was lost, which the next one tells."""
        if record is None:
            self.lost.append(seq)
            return
        for one in self.lost:
            self.kept.append((one, None, 0))
            self.fold(None, 0)
        self.lost = []
        _, kind, _, _, _, _, target, _ = records.unpack(record)
        if kind != records.UNDO:
            self.kept.append((seq, record, 0))
            if self.fold(record, 0) and records.FLAGS[kind] & records.MARK:
                self.mark = seq
        elif self.mark < target < seq:
            first = self.log[target - 1]
            since = -1 if self.sheet.clock.running or first is None else records.unpack(first)[5]
            self.kept = [
                one
                for one in self.kept
                if one[0] < target or one[1] is None or records.FLAGS[one[1][4]] & records.LASTING
            ] + [(seq, record, since)]
            self.sheet = sheets.make(self.program)
            for _, one, stood in self.kept:
                self.fold(one, stood)

    def fold(self, record, since):
        """Fold what is left: a record, None that is lost, or an undo with the clock standing since then."""
        clock = self.sheet.clock
        if record is None:
            if clock.running:
                clock.pause(self.sheet.last_ms)
                self.sheet.pause = records.POWER
        elif record[4] != records.UNDO:
            return self.sheet.apply(*records.unpack(record))
        elif since >= 0 and clock.running and clock.pause(since):
            self.sheet.pause = records.CONTESTED
        return False


@pytest.mark.turns(3)
@pytest.mark.parametrize("program", BEGINNINGS)
def test_steps_change_nothing(program):
    """Random games of every program, with power cuts and nonsense, in which much is taken back."""
    others = {*records.OPENERS, records.CLOSE, records.UNDO} - {records.OPENERS[program]}
    kinds = [kind for kind in KINDS if kind not in others]
    used = undone = 0
    for seed in range(12):
        evening = Evening(program, seed)
        # in every other game records are lost
        evening.losing = seed % 2 * 0.02
        oracle = Struck(program)
        oracle.log = evening.log
        followed = 0
        for _ in range(200):
            evening.go_on(kinds, nonsense=0.02)
            while followed < len(evening.log):
                record = evening.log[followed]
                followed += 1
                oracle.apply(followed, record)
                undone += record is not None and record[4] == records.UNDO
            evening.agree()
            assert oracle.sheet.pack() == evening.plain.sheet.pack()
            used += any(one.steps for one in evening.folds)
    assert used > 500
    assert undone > 500


@pytest.mark.turns(3)
@pytest.mark.parametrize("program", BEGINNINGS)
def test_steps_change_nothing_where_records_are_lost_and_runs_of_other_games_come_between(program):
    kinds = [kind for kind in KINDS if kind != records.CLOSE]
    for seed in range(100, 112):
        evening = Evening(program, seed)
        evening.losing = 0.02
        for _ in range(150):
            evening.go_on(kinds, nonsense=0.15)
            evening.agree()


def long_game(turns):
    """Return a backgammon log with so many turns in one game, each a throw and a press."""
    evening = Evening(sheets.BACKGAMMON, 1)
    evening.write(records.OPENING, 3, 1)
    evening.write(records.PRESS, 1, 0)
    evening.write(records.PRESS, 0, 1)
    for turn in range(turns):
        seat = evening.plain.sheet.turn
        evening.write(records.DICE, seat, 1 + turn % 6, 2)
        evening.write(records.PRESS, seat, 1 - seat)
    assert not evening.plain.sheet.odd
    return evening


@pytest.mark.parametrize("turns", [40, 200, 450])
def test_an_undo_reads_little_however_long_the_game_is_and_however_often_it_comes(turns):
    """Back to the beginning of the game, one action after the other: each step is bounded."""
    evening = long_game(turns)
    reads = []

    def read(seq):
        reads.append(seq)
        return evening.read(seq)

    fold = Fold(read)
    for record in evening.log:
        fold.apply(*records.unpack(record))
    assert not reads
    stride = STRIDE
    while stride * STEPS < len(evening.log):
        stride *= 2
    assert stride <= 64
    most = 0
    mark = fold.mark_seq
    while True:
        reads.clear()
        target = fold.undoable()
        if not target:
            break
        assert fold.prepare(target)
        record = records.pack(JOURNAL, len(evening.log) + 1, records.UNDO, p=target, ms=evening.now)
        evening.log.append(record)
        fold.apply(*records.unpack(record))
        most = max(most, len(reads))
    # a few for what is taken back
    assert stride / 2 < most <= stride + 6
    assert len(evening.log) > 3 * turns
    assert (fold.sheet.game, fold.sheet.phase) == (1, match.OPENING)
    assert fold.mark_seq == mark


def test_actions_taken_back_again_and_again_cost_no_more():
    """A press and its undo, for ever: what is to be folded again stays within a stride."""
    evening = long_game(10)
    seat = evening.plain.sheet.turn
    reads = []

    def read(seq):
        reads.append(seq)
        return evening.read(seq)

    fold = Fold(read)
    for record in evening.log:
        fold.apply(*records.unpack(record))
    for _ in range(300):
        for kind, a, b, p in ((records.DICE, seat, 3, 0), (records.UNDO, 0, 0, len(evening.log) + 1)):
            evening.log.append(records.pack(JOURNAL, len(evening.log) + 1, kind, a, b, 1, evening.now, p))
            reads.clear()
            fold.apply(*records.unpack(evening.log[-1]))
            assert len(reads) <= STRIDE + 2
    assert not fold.sheet.odd
    assert len(fold.steps) <= STEPS


def test_a_board_without_memory_for_a_step_goes_on(monkeypatch):
    evening = long_game(4)
    fold = Fold(evening.read)
    for record in evening.log:
        fold.apply(*records.unpack(record))
    pack = fold.sheet.pack

    def fail():
        raise MemoryError

    monkeypatch.setattr(fold.sheet, "pack", fail)
    for _ in range(STRIDE):
        seat = fold.sheet.turn
        evening.write(records.DICE, seat, 3, 1)
        fold.apply(*records.unpack(evening.log[-1]))
        evening.write(records.PRESS, seat, 1 - seat)
        fold.apply(*records.unpack(evening.log[-1]))
    monkeypatch.setattr(fold.sheet, "pack", pack)
    assert not fold.steps
    evening.write(records.UNDO, p=len(evening.log))
    fold.apply(*records.unpack(evening.log[-1]))
    assert fold.sheet.pack() == evening.plain.sheet.pack()


def test_a_state_whose_checksum_was_not_the_boards_is_no_step():
    """`mismatch` is no part of a state: what would set it is folded again."""
    evening = long_game(30)
    for one in (evening.plain, *evening.folds):
        one.sheet.mismatch = len(evening.log)
    steps = [list(one.steps) for one in evening.folds]
    for _ in range(80):
        evening.write(*likely(evening.plain.sheet, evening.chance))
    assert [one.steps for one in evening.folds] == steps


def test_rows_of_another_games_run_leave_no_step_behind():
    """A power cut before its commit charges up to the last record: an undo takes the run's rows for that."""
    evening = long_game(3)
    evening.write(records.RACE, 1, 0)
    evening.now += 5_000
    evening.write(records.RACE, 1, 0)
    evening.write(records.BOOT, 1, 1, 1, records.NONE, 2)
    for _ in range(3):
        evening.write(records.RESUME, evening.plain.sheet.turn)
        evening.write(records.PAUSE, 5)
    evening.write(records.UNDO, p=len(evening.log))
    evening.agree()


def test_the_logs_of_the_other_tests_begin_alike():
    """The beginnings above are those that boards write."""
    for log, program in ((RaceLog().run(racerules.GRAND_PRIX), 1), (TaraLog().set_up(4), 2),
                         (PlainLog().clocks(4), 3), (PlainLog().dice(), 4)):  # fmt: skip
        assert log.records[0][4] == BEGINNINGS[program][0][0][0]
    assert STRIDE * STEPS >= 480
