"""The clock against two others built in other ways: never a millisecond of difference.

100,000 random sequences in every method, 1 to 6 seats, with pauses, undone presses, events out of
order and presses aimed at the very instant of the flag; `make soak` plays ten times as many.
"""

import random

import pytest

from tablecore import clock
from tablecore.clock import NOBODY, Clock
from tests.tablecore.interval_clock import IntervalClock
from tests.tablecore.millisecond_clock import MillisecondClock

LIMITED = (clock.SUDDEN, clock.DELAY, clock.BRONSTEIN, clock.FISCHER)


def make(settings):
    """Return a clock with one (method, reserve ms, delay ms, precredit) per seat."""
    made = Clock(len(settings))
    for seat, setting in enumerate(settings):
        made.set(seat, *setting)
    return made


def draw_settings(rng):
    seats = rng.choice((1, 2, 2, 2, 3, 4, 5, 6))
    same = rng.random() < 0.6
    scale = rng.choice((20, 1_000, 60_000, 7_200_000))
    settings = []
    for _ in range(seats):
        setting = (rng.randrange(6), rng.randrange(scale), rng.randrange(scale // 4 + 1), rng.randrange(2))
        settings.append(settings[0] if same and settings else setting)
    return settings, scale


def compare(real, other, now):
    """Hold every number of both clocks against each other."""
    other_turn = NOBODY if other.seat is None else other.seat
    assert real.turn == other_turn
    assert real.flagged == (NOBODY if other.flagged is None else other.flagged)
    assert real.running == (other.began is not None)
    instant = other.flag_instant()
    assert real.flag_at() == (-1 if instant is None else instant)
    for seat in range(real.seats):
        assert real.reserve[seat] == other.reserve(seat) * 1000
        assert real.remaining(seat, now) == other.shown(seat, now)
        assert real.delay_left(seat, now) == other.delay_shown(seat, now)


def play(rng, events):
    """Play one random sequence on both clocks; return the number of flags seen."""
    settings, scale = draw_settings(rng)
    real, other = make(settings), IntervalClock(settings)
    now = rng.randrange(1 << 29)
    kept = []
    if rng.random() < 0.9:
        seat = rng.randrange(len(settings))
        real.start(seat, now)
        other.start(seat, now)
    for _ in range(events):
        draw = rng.random()
        at = real.flag_at()
        if at >= 0 and draw < 0.25:
            now = at + rng.choice((-2, -1, 0, 0, 0, 1))
        elif draw < 0.30:
            now = max(0, now - rng.randrange(30))
        elif draw < 0.9:
            now += rng.randrange(scale // 6 + 2)
        what = rng.random()
        if what < 0.12 and kept:
            # undo of the last events: the clock from its bytes, the other from its list
            place = rng.randrange(max(0, len(kept) - 3), len(kept))
            packed, other = kept[place][0], kept[place][1].copy()
            real = Clock(len(settings))
            assert real.unpack(packed) == len(packed)
            del kept[place:]
        else:
            kept.append((real.pack(), other.copy()))
        seat = rng.randrange(len(settings))
        if what < 0.12:
            pass
        elif what < 0.62:
            assert real.press(now, seat) == other.press(now, seat)
        elif what < 0.72:
            assert real.pause(now) == other.pause(now)
        elif what < 0.84:
            assert real.resume(now) == other.resume(now)
        elif what < 0.87:
            real.centre(now)
            other.centre(now)
        elif what < 0.92:
            fell = real.check_flag(now)
            before = other.flagged
            other.look(now)
            assert fell == (other.flagged if before is None and other.flagged is not None else NOBODY)
        else:
            real.start(seat, now)
            other.start(seat, now)
        compare(real, other, now)
    compare(real, other, now + rng.randrange(scale))
    return real.flagged != NOBODY


def campaign(first, sequences):
    rng = random.Random(first)
    return sum(play(rng, rng.randrange(4, 16)) for _ in range(sequences))


@pytest.mark.parametrize("part", range(20))
def test_a_hundred_thousand_sequences_without_a_millisecond_of_difference(part):
    flags = campaign(part, 5_000)
    # a campaign in which no flag falls, or every flag does, would show little
    assert 1_000 < flags < 4_000


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(101, 111))
def test_a_million_sequences(seed, record_property):
    flags = campaign(seed, 100_000)
    record_property("figure", f"100,000 sequences, {flags:,} flags, 0 ms difference")


def test_against_a_clock_that_ticks():
    """Press, pause and resume; every millisecond compared."""
    rng = random.Random(7)
    fallen = 0
    for _ in range(1_500):
        seats = rng.randrange(1, 7)
        settings = [
            (rng.randrange(6), rng.randrange(40), rng.randrange(12), rng.randrange(2)) for _ in range(seats)
        ]
        real, slow = make(settings), MillisecondClock(settings)
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
            draw = rng.random()
            if draw < 0.1 and slow.running:
                after = rng.randrange(seats)
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
            for seat in range(seats):
                if seat != slow.seat:
                    assert real.reserve[seat] == slow.counter[seat]
    assert fallen > 500


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
    with pytest.raises(ValueError, match="1 to 6 seats"):
        Clock(seats)


def test_bytes_of_another_clock_are_refused():
    with pytest.raises(ValueError, match="a clock with 2 seats"):
        Clock(3).unpack(Clock(2).pack())


def test_a_reserve_corrected_below_what_the_move_has_used_is_used_up():
    table = make([(clock.SUDDEN, 9_000, 0, 0)] * 2)
    table.start(0, 0)
    table.pause(4_000)
    table.correct(0, 3_000)
    assert table.remaining(0, 9_999) == 0
    table.start(1, 9_999)
    assert table.reserve == [0, 9_000]


def test_only_limited_time_can_run_out():
    table = make([(method, 1_000, 0, 0) for method in range(6)])
    assert tuple(seat for seat in range(6) if table.can_flag(seat)) == LIMITED
