"""The sheet of the plain clock, against a clock that ticks every millisecond and counts moves by hand."""

import random

import pytest

from tablecore import clock, records, sheets
from tablecore.clock import LONGEST
from tableprograms.plain import sheet as plain
from tests.tablecore.interval_clock import BYOYOMI, CANADIAN, HOURGLASS, Setting
from tests.tablecore.millisecond_clock import MillisecondClock
from tests.tableprograms.plain.log import Log

SETTINGS = (
    Setting(clock.SUDDEN, 2500), Setting(clock.DELAY, 1500, 300), Setting(clock.BRONSTEIN, 2000, 250),
    Setting(clock.FISCHER, 900, 200, 1), Setting(clock.UP, 0), Setting(clock.NONE, 0),
    Setting(clock.SUDDEN, 1200, 0, 0, 0, ((4, clock.FISCHER, 800, 100),)),
)  # fmt: skip
FORMS = (Setting(BYOYOMI, 900, 300, 3), Setting(CANADIAN, 700, 600, 3))


class Oracle:
    """A clock that lives through every millisecond, and the moves as fingers count them."""

    def __init__(self, settings, goes_on):
        self.clock = MillisecondClock(settings)
        self.goes_on = goes_on
        self.moves = [0] * len(settings)
        self.over = set()

    def wait(self, ms):
        """Let time pass; return after how many ms a flag fell, and whose, or None."""
        for passed in range(1, ms + 1):
            self.clock.tick()
            if self.clock.fallen is not None:
                return passed, self.clock.fallen
        return None

    def count_over(self):
        """Let the fallen seat's counter count what it is over."""
        one = self.clock
        seat, one.fallen = one.fallen, None
        one.method[seat], one.counter[seat], one.coming[seat] = clock.UP, 0, []
        one.running = True
        self.over.add(seat)

    def press(self, after):
        seat = self.clock.seat
        if seat is not None:
            self.clock.end()
            self.moves[seat] += 1
        self.clock.begin(after)


def rows_of(settings):
    """The run's rows for these settings, seat by seat."""
    rows = []
    for seat, one in enumerate(settings):
        rows.append((records.TIME, seat, one.method, one.count, one.reserve, one.delay))
        rows += [(records.STAGE, seat, m, moves, more, d) for moves, m, more, d in one.stages]
    return rows


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize("seats", range(1, 7))
def test_random_games_against_a_clock_that_ticks(seats, goes_on):
    chance = random.Random(seats * 2 + goes_on)
    flags = 0
    for _ in range(8):
        stages = len(SETTINGS) if seats <= 3 else len(SETTINGS) - 1
        settings = [chance.choice(SETTINGS[:stages]) for _ in range(seats)]
        if chance.random() < 0.4:
            form = chance.choice(FORMS)
            settings = [chance.choice((form, *SETTINGS[:6])) for _ in range(seats - 1)] + [form]
        flags += played(chance, Log(), settings, goes_on)
    assert flags > 3


@pytest.mark.parametrize("goes_on", [False, True])
def test_random_games_with_the_hourglass(goes_on):
    chance = random.Random(goes_on)
    # whatever the option says, an hourglass that is empty ends the game
    assert sum(played(chance, Log(), [Setting(HOURGLASS, 1500)] * 2, goes_on) for _ in range(8)) > 3


def played(chance, log, settings, goes_on):
    """Play at random until a flag ends it, or long enough; return how many flags fell."""
    seats = len(settings)
    log.clocks(seats, *rows_of(settings), options=plain.FLAG_GOES_ON if goes_on else 0)
    assert log.add(records.GAME, 1, 0, 0, 1)
    oracle = Oracle(settings, goes_on)
    flags = 0
    for _ in range(600):
        sheet = log.sheet
        wait = chance.choice((0, 1, 7, 90, 200, 450))
        fell = oracle.wait(wait)
        if fell is not None:
            flags += 1
            passed, seat = fell
            assert log.add(records.FLAG, seat, wait=passed)
            if not goes_on or settings[seat].method == HOURGLASS:
                assert sheet.clock.flagged == seat
                assert not log.add(records.PRESS, seat, sheet.after(seat))
                log.result(how=records.ON_TIME)
                assert log.agree()
                break
            oracle.count_over()
            wait = 0
        what = chance.random()
        turn = oracle.clock.seat
        if turn is None:
            after = chance.randrange(seats)
            assert log.add(records.PRESS, 255, after, wait=wait)
            oracle.press(after)
        elif what < 0.6:
            after = chance.choice((sheet.after(turn), chance.randrange(seats)))
            taken = log.add(records.PRESS, turn, after, wait=wait)
            assert taken == oracle.clock.running
            if taken:
                oracle.press(after)
        elif what < 0.75:
            assert log.add(records.PAUSE, records.BREAK, wait=wait)
            oracle.clock.running = False
        elif what < 0.9:
            if log.add(records.RESUME, turn, wait=wait):
                oracle.clock.running = True
        else:
            wrong = chance.choice([seat for seat in range(8) if seat != turn])
            assert not log.add(records.PRESS, wrong, 0, wait=wait)
        now = log.now
        shown = [sheet.clock.remaining(seat, now) for seat in range(seats)]
        assert shown == oracle.clock.counter[:seats]
        assert sheet.moves[:seats] == oracle.moves
        assert sheet.over == sum(1 << seat for seat in oracle.over)
        assert sheet.turn == (plain.NOBODY if oracle.clock.seat is None else oracle.clock.seat)
        packed = sheets.pack(sheet)
        assert len(packed) <= 240
        assert sheets.pack(sheets.unpack(packed)) == packed
    return flags


def test_an_undo_of_everything_leads_back_to_the_beginning():
    log = Log().clocks(4).begin()
    log.turns(3)
    assert log.add(records.PRESS, 3, 1)
    assert log.add(records.PAUSE, records.BREAK)
    assert log.add(records.RESUME, 1)
    log.result(2, 2)
    assert log.add(records.CONFIRM, 0)
    assert log.add(records.REJECT, 1)
    undone = 0
    while target := log.fold.undoable():
        assert log.add(records.UNDO, p=target)
        undone += 1
    assert undone == 10
    sheet = log.sheet
    assert (sheet.phase, sheet.turn, sheet.all_moves(), sheet.game) == (plain.PLAY, 255, 0, 1)
    assert sheet.clock.reserve == [300_000] * 4


def test_the_director_gives_time_again():
    log = Log().clocks(2, options=plain.FLAG_GOES_ON, method=clock.DELAY, reserve=4000, delay=2000).begin()
    assert log.add(records.FLAG, 0, wait=6000)
    sheet = log.sheet
    log.now += 500
    assert (sheet.over, sheet.clock.remaining(0, log.now)) == (1, 500)
    assert log.add(records.CORRECT, 0, 255, 0, 60_000, 9, wait=0)
    assert (sheet.over, sheet.clock.method[0], sheet.clock.remaining(0, log.now)) == (0, clock.DELAY, 60_000)
    assert sheet.clock.running
    assert sheet.clock.flag_at() == log.now + 62_000
    # of a seat that waits, too
    log.turns(1)
    assert log.add(records.FLAG, 1, wait=6000)
    log.turns(1, wait=700)
    assert sheet.clock.remaining(1, log.now) == 700
    assert log.add(records.CORRECT, 1, 255, 0, 10_000, 10)
    assert (sheet.over, sheet.clock.remaining(1, log.now)) == (0, 10_000)
    assert not log.add(records.CORRECT, 2, 255, 0, 10_000, 11)
    assert not log.add(records.CORRECT, 1, 255, 0, LONGEST + 1, 12)


def test_a_result_is_agreed_by_all_seats():
    for seats in range(1, 7):
        log = Log().clocks(seats).begin().turns(2)
        log.result(seats - 1, seats - 1)
        assert not log.add(records.END, seats - 1, 0, 0, 2, log.sheet.checksum()) or seats == 1
        if seats > 1:
            assert log.agree()
        sheet = log.sheet
        assert (sheet.phase, sheet.winner, sheet.games, sheet.mismatch) == (plain.OVER, seats - 1, 1, 0)
        assert not log.add(records.PRESS, sheet.turn, 0)
        assert not log.add(records.GAME, 2, 0, 0, 2)


def test_another_checksum_is_noted():
    log = Log().clocks(2).begin().result(0, 0)
    assert log.add(records.CONFIRM, 1)
    assert log.add(records.END, 0, 0, 0, 0, 1)
    assert log.sheet.mismatch == len(log.records)


PLAIN = (records.PLAIN, 1, 2, 0, 5)
TIME = (records.TIME, 255, clock.SUDDEN, 0, 60_000, 0)


@pytest.mark.parametrize(
    "rows",
    [
        [(records.PLAIN, 1, 0, 0, 5), TIME],
        [(records.PLAIN, 1, 7, 0, 5), TIME],
        [(records.PLAIN, 0, 2, 0, 5), TIME],
        [PLAIN, (records.TIME, 2, clock.SUDDEN, 0, 60_000, 0)],
        [PLAIN, (records.TIME, 255, BYOYOMI, 0, 60_000, 5000)],
        [PLAIN, (records.TIME, 255, BYOYOMI, 3, 60_000, 0)],
        [PLAIN, (records.TIME, 255, CANADIAN, 0, 60_000, 5000)],
        [PLAIN, (records.TIME, 255, HOURGLASS, 0, 60_000, 5000)],
        [PLAIN, (records.TIME, 255, HOURGLASS + 1, 0, 60_000, 0)],
        [PLAIN, (records.TIME, 0, BYOYOMI, 3, 60_000, 5000), (records.TIME, 1, CANADIAN, 3, 60_000, 5000)],
        [(records.PLAIN, 1, 3, 0, 5), (records.TIME, 255, HOURGLASS, 0, 60_000, 0)],
        [PLAIN, (records.TIME, 255, clock.SUDDEN, 2, 60_000, 0)],
        [PLAIN, (records.TIME, 255, BYOYOMI, 3, LONGEST, 5000)],
        [PLAIN, (records.TIME, 255, BYOYOMI, 3, 60_000, 5000), (records.OVERTIME, 255, 0, 0, 5000)],
        [PLAIN, (records.SCORE, 0, 0, 0, 0)],
        # six seats with stages do not fit the board's snapshot
        [(records.PLAIN, 1, 6, 0, 5), TIME, (records.STAGE, 255, clock.SUDDEN, 9, 60_000, 0)],
    ],
)  # fmt: skip
def test_a_run_out_of_range_is_refused_whole(rows):
    log = Log().clocks(3).begin().turns(1)
    before = log.sheet.pack()
    log.now -= 1000 * (len(rows) + 1)
    assert not log.run(*rows)
    assert log.sheet.pack()[14:] == before[14:]
    assert log.sheet.odd


@pytest.mark.parametrize("method", [BYOYOMI, CANADIAN])
@pytest.mark.parametrize("seats", range(1, 7))
def test_every_form_fits_a_snapshot(seats, method):
    log = Log().clocks(seats, method=method, count=5, delay=5000).begin().turns(7)
    assert len(sheets.pack(log.sheet)) <= 240
    assert log.sheet.clock.method == [method] * seats
