"""The clocks against two others built in other ways: never a millisecond of difference.

100,000 random presses over every method, stages and overtime, 1 to 6 seats, with pauses, undone presses,
corrections, events out of order and presses aimed at the very instant of the flag; `make soak` makes
a million.
"""

import random

import pytest

from tablecore import clock, clockforms
from tablecore.clock import NOBODY, Clock
from tests.refusal import failure
from tests.tablecore.interval_clock import BYOYOMI, CANADIAN, HOURGLASS, IntervalClock, Setting
from tests.tablecore.millisecond_clock import MillisecondClock

LIMITED = (clock.SUDDEN, clock.DELAY, clock.BRONSTEIN, clock.FISCHER)
FAMILIES = ("plain", "stages", "byoyomi", "canadian", "hourglass")
FORMS = dict(zip(FAMILIES, range(5), strict=True))


def make(settings):
    """Return a plain clock with one (method, reserve ms, delay ms, precredit) per seat."""
    return build("plain", [Setting(*one) for one in settings])


def build(family, settings):
    """Return a clock of a family with one Setting per seat."""
    made = clockforms.make(len(settings), FORMS[family])
    for seat, one in enumerate(settings):
        made.set(seat, one.method, one.reserve, one.delay, one.count)
        if one.overtime:
            made.set_overtime(seat, one.overtime)
        for stage in one.stages:
            made.add_stage(seat, *stage)
    return made


def draw_setting(rng, family, scale):
    """Return a random Setting of a family, and now and then a plain one."""
    reserve, delay = rng.randrange(scale), rng.randrange(scale // 4 + 1)
    if family == "hourglass":
        return Setting(HOURGLASS, reserve)
    if family == "byoyomi" and rng.random() < 0.8:
        return Setting(BYOYOMI, reserve, 1 + delay // 2, rng.randrange(1, 6))
    if family == "canadian" and rng.random() < 0.8:
        return Setting(CANADIAN, reserve, 1 + delay * 2, rng.randrange(1, 5))
    method = rng.randrange(6)
    overtime = rng.choice((0, 0, 1 + rng.randrange(min(scale, clock.LONGEST_OVERTIME))))
    stages = []
    if family == "stages" and method in LIMITED:
        for _ in range(rng.randrange(4)):
            more = rng.randrange(scale // 2), rng.randrange(scale // 4 + 1)
            stages.append((rng.randrange(1, 4), rng.choice(LIMITED), *more))
    return Setting(method, reserve, delay, rng.randrange(2), overtime, tuple(stages))


def draw_settings(rng, family):
    seats = 2 if family == "hourglass" else rng.choice((1, 2, 2, 2, 3, 4, 5, 6))
    same = rng.random() < 0.6
    scale = rng.choice((20, 1_000, 60_000, 7_200_000))
    settings = [draw_setting(rng, family, scale)]
    while len(settings) < seats:
        settings.append(settings[0] if same else draw_setting(rng, family, scale))
    return settings, scale


def compare(real, other, now, limit):
    """Hold every number of both clocks against each other."""
    other_turn = NOBODY if other.seat is None else other.seat
    assert real.turn == other_turn
    assert real.flagged == (NOBODY if other.flagged is None else other.flagged)
    assert real.running == (other.began is not None)
    instant = other.flag_instant()
    assert real.flag_at() == (-1 if instant is None else instant)
    assert real.low_at(limit) == (-1 if instant is None else max(0, instant - limit))
    for seat in range(real.seats):
        assert real.remaining(seat, now) == other.shown(seat, now)
        assert real.delay_left(seat, now) == other.delay_shown(seat, now)
        assert real.is_low(seat, now, limit) == other.is_low(seat, now, limit)
        if seat == other.flagged:
            continue
        has = other.standing(seat)
        assert (real.method[seat], real.delay[seat]) == (has.method, has.delay)
        assert real.fell[seat] == has.fell
        if has.method == BYOYOMI:
            assert real.periods[seat] == has.periods
        elif has.method == CANADIAN:
            assert real.to_make[seat] == has.to_make
        elif real.form == clock.STAGED:
            assert (real.place[seat], real.made[seat]) == (has.stage, has.made)


def play(rng, family, events):
    """Play one random sequence on both clocks; return (presses that counted, whether a flag fell)."""
    settings, scale = draw_settings(rng, family)
    real, other = build(family, settings), IntervalClock(settings)
    now = rng.randrange(1 << 29)
    kept = []
    presses = 0
    if rng.random() < 0.9:
        seat = rng.randrange(len(settings))
        real.start(seat, now)
        other.start(seat, now)
    for _ in range(events):
        draw = rng.random()
        at = real.flag_at()
        if at >= 0 and draw < 0.15:
            now = at + rng.choice((-2, -1, -1, 0, 0, 1))
        elif draw < 0.20:
            now = max(0, now - rng.randrange(30))
        elif draw < 0.9:
            now += rng.randrange(scale // 10 + 2)
        what = rng.random()
        if what < 0.10 and kept:
            # undo of the last events: the clock from its bytes, the other from its list
            place = rng.randrange(max(0, len(kept) - 3), len(kept))
            packed, other = kept[place][0], kept[place][1].copy()
            real, end = clockforms.restore(packed)
            assert end == len(packed)
            assert real.pack() == packed
            del kept[place:]
        else:
            kept.append((real.pack(), other.copy()))
        seat = rng.randrange(len(settings))
        if what < 0.10:
            pass
        elif what < 0.70:
            counted = real.press(now, seat)
            assert counted == other.press(now, seat)
            presses += counted
        elif what < 0.78:
            assert real.pause(now) == other.pause(now)
        elif what < 0.88:
            assert real.resume(now) == other.resume(now)
        elif what < 0.90:
            real.centre(now)
            other.centre(now)
        elif what < 0.93:
            fell = real.check_flag(now)
            before = other.flagged
            other.look(now)
            assert fell == (other.flagged if before is None and other.flagged is not None else NOBODY)
        elif what < 0.95 and other.look(now) is None and settings[seat].method < BYOYOMI:
            left = rng.randrange(scale)
            real.correct(seat, left, now)
            other.correct(seat, left, now)
            # who is set to nothing while he runs may be in his overtime at once
            assert real.remaining(seat, now) == left or (not left and real.running and seat == real.turn)
        else:
            real.start(seat, now)
            other.start(seat, now)
        real.check_flag(now)
        other.look(now)
        compare(real, other, now, rng.randrange(scale))
    return presses, real.flagged != NOBODY


def campaign(family, seed, presses):
    """Play sequences until so many presses have counted; return (presses, flags, sequences)."""
    rng = random.Random(f"{family} {seed}")
    counted = flags = sequences = 0
    while counted < presses:
        more, fell = play(rng, family, rng.randrange(4, 24))
        counted += more
        flags += fell
        sequences += 1
    return counted, flags, sequences


@pytest.mark.turns(3)
@pytest.mark.parametrize("family", FAMILIES)
def test_thousands_of_presses_without_a_millisecond_of_difference(family):
    counted, flags, sequences = campaign(family, 1, 2_000)
    assert counted >= 2_000
    # a campaign in which no flag falls, or every flag does, would show little
    assert sequences // 5 < flags < sequences * 4 // 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("family", FAMILIES)
def test_a_million_presses(family, seed, record_property):
    counted, flags, _ = campaign(family, seed, 50_000)
    record_property("figure", f"{family}: {counted:,} presses, {flags:,} flags, 0 ms difference")


@pytest.mark.parametrize("family", FAMILIES)
def test_against_a_clock_that_ticks(family):
    """Press, pause and resume; every millisecond compared."""
    rng = random.Random(f"ticks {family}")
    fallen = 0
    for _ in range(600):
        settings = draw_settings(rng, family)[0]
        settings = [
            Setting(one.method, one.reserve % 40, 1 + one.delay % 12, one.count, one.overtime % 30, tuple(
                (moves, method, more % 20, delay % 12) for moves, method, more, delay in one.stages
            ))
            if one.method != HOURGLASS else Setting(HOURGLASS, one.reserve % 40)
            for one in settings
        ]
        real, slow = build(family, settings), MillisecondClock(settings)
        real.start(0, 0)
        slow.begin(0)
        for now in range(rng.randrange(10, 160)):
            if now:
                slow.tick()
            real.check_flag(now)
            assert real.flagged == (NOBODY if slow.fallen is None else slow.fallen)
            if slow.fallen is not None:
                fallen += 1
                break
            if slow.seat is not None:
                assert real.remaining(slow.seat, now) == slow.counter[slow.seat]
                if family == "byoyomi":
                    assert real.periods_left(slow.seat, now) == slow.periods[slow.seat]
                if family == "canadian":
                    assert real.moves_left(slow.seat, now) == slow.to_make[slow.seat]
            draw = rng.random()
            if draw < 0.1 and slow.running:
                after = rng.randrange(len(settings))
                slow.end()
                slow.begin(after)
                assert real.press(now, after)
            elif draw < 0.15:
                assert real.pause(now) == slow.running
                slow.running = False
            elif draw < 0.25 and slow.seat is not None and not slow.running:
                assert real.resume(now)
                slow.running = True
            real.check_flag(now)
            if slow.seat is not None:
                slow.look()
            for seat in range(len(settings)):
                if seat != slow.seat and settings[seat].method not in (BYOYOMI, CANADIAN):
                    assert real.remaining(seat, now) == slow.counter[seat]
    assert fallen > 150


@pytest.mark.parametrize("method", LIMITED)
def test_a_press_at_the_flag_instant_is_too_late_and_one_before_counts(method):
    for early in (1, 0):
        table = make([(method, 5_000, 2_000, 0)] * 2)
        table.start(0, 1_000)
        at = table.flag_at()
        assert at == 1_000 + 5_000 + (2_000 if method == clock.DELAY else 0)
        assert table.press(at - early, 1) == bool(early)
        assert table.flagged == (NOBODY if early else 0)
        if not early:
            assert table.reserve == [0, 5_000]
            assert table.remaining(0, at + 99) == 0
            assert table.flag_at() == -1
            # a fallen flag stays fallen
            table.start(1, at + 100)
            assert not table.resume(at + 100)
            assert not table.press(at + 100, 1)
            table.centre(at + 100)
            assert (table.turn, table.flagged, table.reserve) == (0, 0, [0, 5_000])


def test_time_never_runs_backwards():
    table = make([(clock.SUDDEN, 5_000, 0, 0), (clock.UP, 0, 0, 0)])
    table.start(0, 1_000)
    assert table.press(990, 1)
    assert table.reserve == [5_000, 0]
    assert table.since == 1_000
    assert table.pause(995)
    assert table.used == 0


def test_nothing_counts_beyond_what_a_small_integer_holds():
    table = make([(clock.UP, clock.LONGEST, 0, 0), (clock.FISCHER, clock.LONGEST - 5, 5, 1)])
    table.start(0, 0)
    table.press(2**32 - 1, 1)
    table.press(2**32 - 1, 0)
    assert table.reserve == [clock.LONGEST, clock.LONGEST]
    table.pause(2**33)
    table.pack()


@pytest.mark.parametrize("setting", [(6, 0, 0, 0), (1, -1, 0, 0), (2, 5, -1, 0), (3, clock.LONGEST, 1, 0)])
def test_an_impossible_setting_is_refused(setting):
    with pytest.raises(ValueError, match=r"clock method|between 0 and"):
        make([setting])


@pytest.mark.parametrize("seats", [0, 7])
def test_a_clock_has_one_to_six_seats(seats):
    assert "1 to 6 seats" in failure(ValueError, Clock, seats)


def test_bytes_of_another_clock_are_refused():
    assert "form 0 with 2 seats" in failure(ValueError, Clock(3).unpack, Clock(2).pack())


def test_bytes_that_hold_less_than_the_move_has_used_leave_nothing():
    table = make([(clock.SUDDEN, 9_000, 0, 0)] * 2)
    table.start(0, 0)
    table.pause(4_000)
    table.reserve[0] = 3_000
    assert table.remaining(0, 9_999) == 0
    table.start(1, 9_999)
    assert table.reserve == [0, 9_000]


def test_only_limited_time_can_run_out():
    table = make([(method, 1_000, 0, 0) for method in range(6)])
    assert tuple(seat for seat in range(6) if table.can_flag(seat)) == LIMITED


def test_who_has_no_time_left_at_all():
    table = Clock(2)
    table.set(0, clock.SUDDEN, 10_000)
    table.set_overtime(0, 5_000)
    assert not table.is_empty(0, 0)
    assert not table.is_empty(1, 0)
    table.correct(0, 0, 0)
    assert not table.is_empty(0, 0), "the overtime follows"
    table.start(0, 0)
    assert table.check_flag(0) == NOBODY
    table.correct(0, 0, 1_000)
    assert table.pause(1_000) is False
    assert (table.flagged, table.is_empty(0, 1_000)) == (0, True)
    table.correct(0, 500, 1_000)
    assert not table.is_empty(0, 1_000)
    table.set(1, clock.DELAY, 0, 12_000)
    assert not table.is_empty(1, 0), "it never had a reserve"
