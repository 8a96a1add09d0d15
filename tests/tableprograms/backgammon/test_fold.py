"""The fold of a match: whatever is pressed, taken back or cut off, the log means one thing.

The oracle knows nothing of spans and marks: it strikes the records that were taken back from the
log, and folds the rest from the beginning. What an undo leaves behind is at most a clock that stands.
"""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tablecore import clock, records, sheets
from tablecore.sheets import draft
from tablecore.sheets.fold import LONGEST_GAME, Fold
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon.sheet import MatchSheet
from tests.golden import logs
from tests.nonempty import nonempty

JOURNAL = 7
#: all kinds but what makes another kind of game of the table
KINDS = tuple(row[0] for row in catalogue.KINDS if row[0] not in records.OPENERS[1:])
EDGES = (0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 16, 127, 128, 254, 255)
LARGE = (0, 1, 2, 3, 5, 1_000, 65_534, 65_535, 65_536, 1 << 29, 1 << 30, 1 << 31, 0xFFFFFFFE, 0xFFFFFFFF)


def folded(log):
    """Return the sheet of a list of records, applied one after the other."""
    sheet = MatchSheet()
    for record in log:
        if record[4] == records.UNDO:
            if sheet.clock.running and sheet.clock.pause(records.unpack(record)[5]):
                sheet.pause = records.CONTESTED
        else:
            sheet.apply(*records.unpack(record))
    return sheet


def lasts(record):
    """Return whether no undo takes a record back."""
    return records.FLAGS[record[4]] & records.LASTING


def surviving(log):
    """Return the records of a log that were not taken back.

    An undo that came while the clock stood leaves itself, with the stamp since which it stands.
    """
    kept = []
    mark = 0
    for record in log:
        seq, kind, _, _, _, _, target, _ = records.unpack(record)
        if kind == records.UNDO:
            if mark < target < seq:
                stood = not folded(kept).clock.running
                kept = [one for one in kept if records.sequence(one) < target or lasts(one)]
                if stood:
                    since = records.unpack(log[target - 1])[5]
                    kept.append(records.pack(JOURNAL, seq, records.UNDO, ms=since))
            continue
        if records.FLAGS[kind] & records.MARK and folded(kept).apply(*records.unpack(record)):
            mark = seq
        kept.append(record)
    return kept


def sensible(sheet, rng):
    """Return a record (kind, a, b, c, p, q) that fits the sheet's phase, more or less."""
    phase, turn = sheet.phase, sheet.turn
    seat = turn if turn < 2 else rng.randrange(2)
    die = rng.randrange(1, 7), rng.randrange(1, 7)
    choices = [(records.PAUSE, rng.randrange(8), 0, 0, 0, 0), (records.RESUME, seat, 0, 0, 0, 0)]
    points = rng.choice((0, 1, 1, 3))
    ruling = [(records.AWARD, rng.randrange(2), points, rng.randrange(5), int(rng.random() < 0.3), 9)]
    time = (rng.choice((0, 1, 2)), rng.choice((0, 60_000)))
    ruling += [(records.CLOCK, rng.randrange(7), 12, *time, 9 * seat)]
    if phase == match.EMPTY:
        choices = [(records.CLOSE, 0, 0, 0, 0, 0)]
    elif phase == match.OVER:
        choices = [(records.CLOSE, 0, 0, 0, 0, 0), (records.AWARD, rng.randrange(2), 1, 0, 1, 9)]
    elif phase == match.READY:
        short = (sheet.games + 1) & 255
        choices += 4 * [(records.GAME, short, int(sheet.is_crawford_game()), 0, sheet.games + 1, 0)] + ruling
        choices += 2 * [(records.PAUSE, records.BREAK, rng.randrange(1, 4), int(rng.random() < 0.3), 0, 0)]
    elif phase == match.OPENING:
        choices += 4 * [(records.OPENING, *die, 0, 0, 0)] + [(records.PRESS, seat, 1 - seat, 1, 0, 0)]
        choices += ruling
    elif phase in (match.TURN, match.MOVE):
        choices += 3 * [(records.DICE, seat, *die, 0, 0)] + 4 * [(records.PRESS, seat, 1 - seat, 0, 0, 0)]
        choices += [(records.PRESS, 1 - seat, seat, 0, 0, 0), (records.FLAG, seat, 0, 0, 0, 0)]
        choices += [*ruling, (records.DOUBLE, rng.randrange(2), sheet.cube + 1, rng.randrange(3), 0, 0)]
        choices += [(records.RESULT, rng.randrange(2), rng.randrange(1, 5), rng.randrange(5), 0, 0)]
    elif phase == match.DOUBLED:
        choices += 2 * [(records.TAKE, seat, 0, 0, 0, 0)] + [(records.DROP, seat, 0, 0, 0, 0)]
    elif phase == match.RESULT and sheet.confirmed == 3:
        end = (sheet.winner, sheet.kind, sheet.how, sheet.points(sheet.kind), sheet.checksum())
        choices = [(records.END, *end)]
    elif phase == match.RESULT:
        choices = [(records.CONFIRM, one, 0, 0, 0, 0) for one in (0, 1, 255)]
        choices += [(records.REJECT, seat, 0, 0, 0, 0)]
    return rng.choice(choices)


class Table(RuleBasedStateMachine):
    """A table at which everything happens, the senseless included."""

    @initialize(seed=some.integers(0, 1 << 32))
    def begin(self, seed):
        self.rng = random.Random(seed)
        self.log = []
        self.now = 0
        self.fold = Fold(self.read)
        self.sheet = folded([])

    def read(self, seq):
        return self.log[seq - 1] if 0 < seq <= len(self.log) else None

    def write(self, kind, a=0, b=0, c=0, p=0, q=0):
        self.now += self.rng.choice((0, 1, 40, 900, 5_000, 60_000))
        stamp = max(0, self.now - self.rng.choice((0, 0, 0, 0, 7)))
        self.log.append(records.pack(JOURNAL, len(self.log) + 1, kind, a, b, c, stamp, p, q))
        return self.fold.apply(*records.unpack(self.log[-1]))

    @rule(length=some.sampled_from((0, 1, 2, 3, 7, 255)), method=some.integers(0, 5), whole=some.booleans())
    def set_up(self, length, method, whole):
        rng = self.rng
        first = len(self.log) + 1
        self.write(records.MATCH, rng.randrange(1, match.VERSION + 1), length, 1, 9)
        self.write(records.TIME, 255, method, rng.randrange(2), rng.choice((0, 9_000, 600_000)), 2_000)
        if rng.random() < 0.3:
            reserve = rng.choice((30_000, 600_000))
            self.write(records.TIME, rng.randrange(2), rng.randrange(6), 0, reserve, 1_000)
        if rng.random() < 0.3:
            # refused, with the run, where time is not limited
            self.write(records.STAGE, 255, rng.randrange(1, 5), rng.randrange(1, 4), 20_000, 3_000)
        if rng.random() < 0.3:
            self.write(records.OVERTIME, rng.choice((0, 1, 255)), p=60_000)
        if rng.random() < 0.3:
            breaks = rng.choice((0, 1, 17))
            self.write(records.SCORE, max(0, length - 1), 0, rng.randrange(3), rng.randrange(5), breaks)
        if rng.random() < 0.3:
            self.write(records.CUBE, rng.randrange(11), rng.choice((0, 1, 255)), rng.choice((0, 1, 255)), 1)
        if rng.random() < 0.3:
            self.write(records.RESERVES, *rng.choice(((0, 0, 0), (3, 255, 2))), p=8_000, q=300_000)
        if whole:
            self.write(records.COMMIT, len(self.log) + 1 - first, records.MATCH, 0, first)

    @rule(times=some.integers(1, 12))
    def press(self, times):
        for _ in range(times):
            self.write(*sensible(self.fold.sheet, self.rng))

    @rule(kind=some.sampled_from(KINDS), small=some.tuples(*3 * [some.sampled_from(EDGES)]),
          large=some.tuples(*2 * [some.sampled_from(LARGE)]))
    def press_nonsense(self, kind, small, large):
        if kind == records.MATCH:
            small = (min(small[0], match.VERSION), *small[1:])
        self.write(kind, *small, *large)

    @rule(seat=some.integers(0, 1), left=some.sampled_from((0, 1, 4_000, 900_000)),
          count=some.sampled_from((0, 1, 255)))
    def correct(self, seat, left, count):
        done = self.write(records.CORRECT, seat, count, p=left, q=9)
        sheet = self.fold.sheet
        if done:
            assert sheet.clock.remaining(seat, sheet.last_ms) == left
        assert self.fold.undoable() == 0 or self.fold.stopped

    @rule()
    def take_back(self):
        target = self.fold.undoable()
        if target:
            self.write(records.UNDO, p=target)

    @precondition(lambda self: self.log)
    @rule(back=some.integers(-2, 15))
    def take_back_any(self, back):
        self.write(records.UNDO, p=max(0, len(self.log) - back))

    @rule(alive=some.sampled_from((None, 0, 1_500, 0xFFFFFFF0)))
    def cut_the_power(self, alive):
        # the board knows what its snapshot and the log behind it say
        seq, state = self.fold.mark()
        resumed = Fold(self.read)
        resumed.restore(seq, state)
        for record in self.log[seq:]:
            resumed.apply(*records.unpack(record))
        assert resumed.undoable() == self.fold.undoable()
        self.fold = resumed
        last_life = self.now + alive if alive is not None else records.NONE
        self.now = 0
        self.write(records.BOOT, 1, 1, 1, min(last_life, records.NONE), 2)

    @rule()
    def begin_a_sitting(self):
        if not self.fold.sheet.clock.running:
            self.now = 0
            self.write(records.SITTING, p=5)

    @invariant()
    def the_log_means_one_thing(self):
        log = surviving(self.log)
        packed = self.fold.sheet.pack()
        assert packed == folded(log).pack()
        again = MatchSheet()
        assert again.unpack(packed) == len(packed)
        assert again.pack() == packed
        assert again.checksum() == self.fold.sheet.checksum()

    @invariant()
    def what_can_be_undone_is_in_the_log(self):
        target = self.fold.undoable()
        if target:
            assert target in [records.sequence(one) for one in surviving(self.log)]
            assert target > self.fold.mark_seq
            assert not self.fold.is_undone(target)

    @invariant()
    def the_numbers_make_sense(self):
        sheet = self.fold.sheet
        assert sheet.length == 0 or max(sheet.score) <= sheet.length
        most = 2 if sheet.length >= match.LONG_MATCH else 1
        assert sheet.breaking % 128 < 3
        assert max(sheet.breaks) <= most
        assert not sheet.breaking or sheet.phase in (match.READY, match.OVER)
        assert (sheet.phase == match.OVER) == (sheet.champion != match.NOBODY)
        assert sheet.cube <= match.HIGHEST_CUBE
        assert sheet.clock.turn in (0, 1, 255)
        for seat in range(2):
            assert 0 <= sheet.clock.remaining(seat, self.now) <= 2 * clock.LONGEST
            assert 0 <= sheet.clock.reserve[seat] <= clock.LONGEST


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=30)
TestTable = Table.TestCase


@pytest.mark.soak
class TestManyTables(Table.TestCase):
    """The same, more often."""

    settings = settings(max_examples=2_000, stateful_step_count=30)


def garbage(rng, seq):
    """Return a record with a right CRC and any numbers."""
    kind = rng.choice(KINDS) if rng.random() < 0.9 else rng.randrange(256)
    small = [rng.choice(EDGES) if rng.random() < 0.7 else rng.randrange(256) for _ in range(3)]
    large = [rng.choice(LARGE) if rng.random() < 0.7 else rng.randrange(1 << 32) for _ in range(3)]
    return records.pack(JOURNAL, seq, kind, *small, *large)


@pytest.mark.parametrize("count", [1_500, pytest.param(40_000, marks=pytest.mark.soak)])
def test_any_record_with_a_right_crc_can_be_folded(count):
    """About fifty senseless records in each log, half of them within logs that made sense."""
    rng = random.Random(5)
    whole = [make().records for make in logs.LOGS]
    reached = set()
    for _ in range(count):
        log = list(rng.choice(whole)) if rng.random() < 0.8 else []
        start = rng.randrange(len(log) + 1)
        for place in range(start, len(log)):
            if rng.random() < 0.3:
                log[place] = garbage(rng, place + 1)
        log += [garbage(rng, len(log) + 1 + place) for place in range(20)]
        fold = Fold(lambda seq, log=log: log[seq - 1] if 0 < seq <= len(log) else None)
        for record in log:
            fold.apply(*records.unpack(record))
            reached.add(fold.sheet.phase)
            assert MatchSheet().unpack(fold.sheet.pack()) == len(fold.sheet.pack())
        assert fold.undoable() >= 0
        plain = folded(log)
        assert plain.pack()
    assert reached == set(range(8))


def test_a_sequence_number_from_nowhere_keeps_nobody_busy():
    fold = Fold(lambda seq: None)
    fold.apply(*records.unpack(records.pack(JOURNAL, 1, records.BOOT)))
    fold.apply(*records.unpack(records.pack(JOURNAL, 0xFFFFFFF0, records.UNDO, p=5)))
    assert fold.sheet.odd == 1
    assert fold.undoable() == 0
    fold.apply(*records.unpack(records.pack(JOURNAL, LONGEST_GAME, records.UNDO, p=5)))
    assert fold.sheet.odd == 1


def test_what_is_not_understood_stops_the_fold_and_the_rest_is_skipped():
    for kind in range(1, 256):
        if records.FLAGS[kind]:
            continue
        fold = Fold(lambda seq: None)
        fold.apply(*records.unpack(records.pack(JOURNAL, 1, kind, 1, 2, 3, 4, 5, 6)))
        before = fold.sheet.pack()
        assert fold.stopped == (1 if catalogue.must_understand(kind) else 0)
        fold.apply(*records.unpack(records.pack(JOURNAL, 2, records.MATCH, 1)))
        fold.apply(*records.unpack(records.pack(JOURNAL, 3, records.COMMIT, 1, records.MATCH, p=2)))
        assert (fold.sheet.pack() == before) == (kind < 128)
        assert fold.seq == (0 if kind < 128 else 3)


def test_the_fold_tells_what_became_of_each_record():
    log = []
    fold = Fold(lambda seq: log[seq - 1])
    for done, kind, *fields in (
        (True, records.BOOT), (False, records.PRESS), (True, records.MATCH, 1, 5),
        (True, records.TIME, 255, 1), (False, records.PRESS),
        (False, records.COMMIT, 2, records.MATCH, 0, 0, 3), (True, records.PLAIN, 1, 2),
        (None, records.FAULT), (True, records.MATCH, 1, 5),
        (True, records.COMMIT, 1, records.MATCH, 0, 0, 9), (True, records.GAME, 1, 0, 0, 0, 1),
        (True, records.OPENING, 3, 1), (False, records.OPENING, 3, 1), (True, records.UNDO, 0, 0, 0, 0, 12),
        (False, records.UNDO, 0, 0, 0, 0, 3), (None, records.REQUEST), (True, records.CLOSE),
        (None, 127), (None, records.BOOT),
    ):  # fmt: skip
        log.append(records.pack(JOURNAL, len(log) + 1, kind, *fields))
        assert fold.apply(*records.unpack(log[-1])) is done, len(log)
    assert fold.stopped == 18


def test_a_match_of_a_newer_fold_stops_it():
    fold = Fold(lambda seq: None)
    assert fold.apply(*records.unpack(records.pack(JOURNAL, 1, records.MATCH, match.VERSION + 1, 5))) is None
    assert fold.stopped == 1
    fold.restore(4, sheets.pack(MatchSheet()))
    assert fold.stopped == 0


def test_nobody_is_charged_for_records_that_are_missing():
    """The last press before a hole must not be charged for all that came behind it, by an undo neither."""
    log = [
        records.pack(JOURNAL, 1, records.MATCH, match.VERSION, 5),
        records.pack(JOURNAL, 2, records.TIME, 255, clock.SUDDEN, 0, p=600_000),
        records.pack(JOURNAL, 3, records.COMMIT, 2, records.MATCH, p=1),
        records.pack(JOURNAL, 4, records.GAME, 1, p=1),
        records.pack(JOURNAL, 5, records.OPENING, 3, 1, ms=900),
        records.pack(JOURNAL, 6, records.PRESS, 1, 0, ms=1000),
        records.pack(JOURNAL, 7, records.PRESS, 0, 1, ms=3000),
        None,
        records.pack(JOURNAL, 9, records.RESULT, 0, records.SINGLE, ms=400_000, p=0),
        records.pack(JOURNAL, 10, records.REJECT, 1, ms=401_000),
        records.pack(JOURNAL, 11, records.UNDO, ms=402_000, p=10),
    ]
    fold = Fold(lambda seq: log[seq - 1])
    for record in log[:7]:
        fold.apply(*records.unpack(record))
    assert fold.sheet.clock.running
    for record in log[8:]:
        fold.apply(*records.unpack(record))
        assert not fold.sheet.clock.running
        assert [fold.sheet.clock.remaining(seat, 500_000) for seat in (0, 1)] == [598_000, 600_000]
    assert fold.sheet.phase == match.RESULT
    assert fold.sheet.odd == 0


def test_a_hole_in_the_log_is_left_out():
    log = logs.log_undo_and_power_cut().records
    for hole in nonempty(range(len(log))):
        fold = Fold(lambda seq, hole=hole: None if seq == hole + 1 else log[seq - 1])
        for place, record in enumerate(log):
            if place != hole:
                fold.apply(*records.unpack(record))
        assert fold.seq == (len(log) if hole < len(log) - 1 else len(log) - 1)


def test_a_board_that_saw_another_sheet_is_noticed():
    log = logs.Log()
    log.boot(1)
    log.run(*logs.set_up(5))
    log.add(records.GAME, 1, p=1, ms=5)
    log.add(records.OPENING, 6, 1, ms=5)
    log.add(records.RESULT, 1, records.GAMMON, ms=5, p=1)
    log.add(records.CONFIRM, 0, ms=5)
    sheet = log.fold.sheet
    for points, check, wrong in ((2, 0, 0), (3, 0, 1), (2, 1, 1)):
        mine = MatchSheet()
        mine.unpack(sheet.pack())
        end = (99, records.END, 1, records.GAMMON, records.PLAYED, 77_777, points, sheet.checksum() ^ check)
        assert mine.apply(*end)
        assert mine.mismatch == (99 if wrong else 0)
        # the score follows the sheet, not the board's arithmetic
        assert mine.score == [0, 2]


def test_points_beyond_the_match_are_not_counted_and_raw_ones_are_kept_in_the_record():
    log = logs.Log()
    log.boot(1)
    log.run(*logs.set_up(3), (records.SCORE, 1, 0, 0, 0, 1, 0), (records.CUBE, 2, 1, 1, 0, 1, 0))
    log.add(records.RESUME, 1, ms=5)
    log.agree(1, records.BACKGAMMON, by=0)
    assert records.unpack(log.records[-1])[6] == 12
    assert log.fold.sheet.score == [1, 3]
    assert log.fold.sheet.mismatch == 0
    assert log.fold.sheet.phase == match.OVER


def test_what_the_director_did_is_not_undone_at_the_table():
    orders = ((records.CONFIRM, 255), (records.PAUSE, records.DIRECTOR), (records.RESULT, 0, records.SINGLE))
    for stub in nonempty(orders):
        log = logs.Log()
        log.boot(1)
        log.run(*logs.set_up(3))
        log.add(records.GAME, 1, p=1, ms=5)
        log.add(records.OPENING, 6, 1, ms=5)
        log.add(records.PRESS, 1, 0, ms=5)
        if stub[0] == records.CONFIRM:
            log.add(records.RESULT, 0, records.SINGLE, ms=5, p=1)
        assert log.fold.undoable() == len(log.records)
        log.add(*stub, ms=5, q=700)
        assert log.fold.undoable() == 0


def test_a_sealed_game_is_not_undone():
    log = logs.Log()
    log.boot(1)
    log.run(*logs.set_up(3))
    log.add(records.GAME, 1, p=1, ms=5)
    log.add(records.OPENING, 6, 1, ms=5)
    log.agree(0, records.SINGLE, by=1)
    assert log.fold.undoable()
    log.add(records.SEAL, p=2)
    assert log.fold.sheet.odd == 1
    assert log.fold.undoable() == 0  # what the director did stays, whatever it was worth
    log.add(records.SEAL, p=1)
    assert log.fold.sheet.sealed == 1
    log.add(records.GAME, 2, p=2, ms=5)
    log.add(records.OPENING, 6, 1, ms=5)
    assert log.fold.undoable() == len(log.records)


def test_a_seat_without_a_clock_has_nothing_to_correct():
    log = logs.Log()
    log.boot(1)
    log.run((records.MATCH, 1, 5, 1, 1_000, 0, 0), (records.TIME, 1, clock.SUDDEN, 0, 0, 60_000, 0))
    log.add(records.CORRECT, 0, 255, ms=5, p=9_000, q=70)
    assert (log.fold.sheet.odd, log.fold.sheet.clock.reserve) == (1, [0, 60_000])
    log.add(records.CORRECT, 1, 255, ms=5, p=9_000, q=71)
    assert (log.fold.sheet.odd, log.fold.sheet.clock.reserve) == (1, [0, 9_000])


def test_a_run_longer_than_any_is_dropped():
    sheet = MatchSheet()
    assert sheet.apply(1, records.MATCH, 1, 5, 0, 0, 0, 0)
    for seq in range(2, 2 + draft.LONGEST_RUN - 1):
        assert sheet.apply(seq, records.TIME, 255, 0, 0, 0, 0, 0)
    assert not sheet.apply(13, records.TIME, 255, 0, 0, 0, 0, 0)
    assert not sheet.apply(14, records.COMMIT, draft.LONGEST_RUN, records.MATCH, 0, 0, 1, 0)
    assert sheet.phase == match.EMPTY


def test_a_mark_is_kept_whole_or_not_at_all(monkeypatch):
    """Memory may be short at that very moment: what undo goes back to must be of one piece."""
    log = [
        records.pack(JOURNAL, 1, records.MATCH, match.VERSION, 5),
        records.pack(JOURNAL, 2, records.COMMIT, 1, records.MATCH, p=1),
        records.pack(JOURNAL, 3, records.GAME, 1, p=1),
        records.pack(JOURNAL, 4, records.OPENING, 3, 1),
    ]
    fold, other = Fold(lambda seq: log[seq - 1]), Fold(lambda seq: log[seq - 1])
    for record in log[:3]:
        fold.apply(*records.unpack(record))
        other.apply(*records.unpack(record))
    whole = other.mark()

    def short(sheet):
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(sheets, "pack", short)
        patched.setattr(MatchSheet, "pack", short)
        for fails in (fold.mark, lambda: fold.apply(*records.unpack(log[3]))):
            with pytest.raises(MemoryError):
                fails()
    # nothing has changed meanwhile: it is the same mark, also behind the next record
    assert fold.apply(*records.unpack(log[3]))
    assert fold.sheet.phase != match.OPENING
    assert fold.mark() == whole
