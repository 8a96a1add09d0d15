"""What the clocks with stages, periods, rounds and sand do, by hand: limits, corrections, overtime."""

import pytest

from tablecore import clock, clockforms
from tablecore.clock import BRONSTEIN, DELAY, FISCHER, NOBODY, SUDDEN, UP, Clock
from tests.refusal import failure
from tests.tablecore.interval_clock import BYOYOMI, CANADIAN, HOURGLASS


def made(form, *settings):
    """Return a clock of a form whose seats have (method, reserve, delay, precredit)."""
    table = clockforms.make(len(settings), form)
    for seat, setting in enumerate(settings):
        table.set(seat, *setting)
    return table


def shown(table, now):
    return [table.remaining(seat, now) for seat in range(table.seats)]


# --- what cannot be set ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "setting", "why"),
    [
        (clock.PLAIN, (BYOYOMI, 9, 9, 3), "unknown clock method"),
        (clock.BYOYOMI_FORM, (CANADIAN, 9, 9, 3), "unknown clock method"),
        (clock.BYOYOMI_FORM, (BYOYOMI, 9, 0, 3), "1 to 255 periods"),
        (clock.BYOYOMI_FORM, (BYOYOMI, 9, 9, 0), "1 to 255 periods"),
        (clock.BYOYOMI_FORM, (BYOYOMI, 9, 3_600_001, 1), "at most an hour"),
        (clock.CANADIAN_FORM, (CANADIAN, 9, 9, 0), "1 to 255 moves"),
        (clock.CANADIAN_FORM, (CANADIAN, 9, 0, 5), "1 to 255 moves"),
        (clock.HOURGLASS_FORM, (SUDDEN, 9, 0, 0), "time and no delay"),
        (clock.HOURGLASS_FORM, (HOURGLASS, 9, 1, 0), "time and no delay"),
    ],
)
def test_an_impossible_setting_is_refused(form, setting, why):
    with pytest.raises(ValueError, match=why):
        made(form, setting, setting)


def test_an_hourglass_has_two_seats():
    assert "two seats" in failure(ValueError, clockforms.make, 3, clock.HOURGLASS_FORM)


def test_there_are_five_forms():
    assert [clockforms.make(2, form).form for form in range(5)] == list(range(5))
    assert "no clock of form 5" in failure(ValueError, clockforms.make, 2, 5)
    with pytest.raises(ValueError, match="form 0 with 2 seats"):
        clockforms.make(2, clock.STAGED).unpack(Clock(2).pack())


@pytest.mark.parametrize("stage", [
    (0, SUDDEN, 9_000), (256, SUDDEN, 9_000), (40, UP, 9_000), (40, clock.NONE, 0), (40, SUDDEN, -1),
    (40, FISCHER, 9_000, -1), (40, SUDDEN, clock.LONGEST - 8_999), (40, FISCHER, 0, clock.LONGEST),
])
def test_an_impossible_stage_is_refused(stage):
    table = made(clock.STAGED, (SUDDEN, 9_000, 0, 0))
    with pytest.raises(ValueError, match=r"limited time|1 to 255 moves|between 0 and"):
        table.add_stage(0, *stage)


def test_stages_follow_limited_time_and_end_somewhere():
    table = made(clock.STAGED, (UP, 0, 0, 0), (SUDDEN, 9_000, 0, 0))
    assert "limited time" in failure(ValueError, table.add_stage, 0, 40, SUDDEN, 9_000)
    for _ in range(3):
        table.add_stage(1, 40, SUDDEN, 9_000)
    assert "at most 4 stages" in failure(ValueError, table.add_stage, 1, 40, SUDDEN, 9_000)
    with pytest.raises(ValueError, match="at most 4 stages"):
        clockforms.make(1, clock.STAGED).add_stage(0, 40, SUDDEN, 9_000)


@pytest.mark.parametrize("extra", [-1, clock.LONGEST_OVERTIME + 1])
def test_an_impossible_overtime_is_refused(extra):
    assert "overtime lies between" in failure(ValueError, Clock(2).set_overtime, 0, extra)


def test_an_overtime_comes_behind_a_reserve_only():
    table = made(clock.BYOYOMI_FORM, (BYOYOMI, 9, 9, 1), (SUDDEN, 9, 0, 0))
    assert "behind a reserve" in failure(ValueError, table.set_overtime, 0, 60_000)
    table.set_overtime(1, 60_000)
    table.set_overtime(0, 0)


# --- overtime ----------------------------------------------------------------------------------


def test_both_falls_of_a_flag_can_be_found_at_once():
    table = made(clock.PLAIN, (SUDDEN, 5_000, 0, 0), (SUDDEN, 5_000, 0, 0))
    table.set_overtime(0, 2_000)
    table.start(0, 1_000)
    assert table.flag_at() == 6_000
    assert table.remaining(0, 6_500) == 1_500  # nobody has looked yet
    assert table.check_flag(8_000) == 0
    assert (table.fell, table.flagged, table.reserve) == ([1, 0], 0, [0, 5_000])


def test_a_new_setting_forgets_the_overtime():
    table = made(clock.PLAIN, (SUDDEN, 5_000, 0, 0))
    table.set_overtime(0, 2_000)
    table.start(0, 0)
    table.check_flag(5_000)
    table.set(0, SUDDEN, 5_000)
    assert (table.overtime, table.fell) == ([0], [0])


# --- low time ----------------------------------------------------------------------------------


def test_a_simple_delay_and_a_bronstein_clock_begun_with_its_delay_are_low_together():
    tables = [made(clock.PLAIN, (method, 20_000, 12_000, 1)) for method in (DELAY, BRONSTEIN)]
    for table in tables:
        table.start(0, 1_000)
        assert table.low_at(30_000) == 3_000
        assert table.flag_at() == 33_000
    for now in range(1_000, 33_000, 500):
        assert len({table.is_low(0, now, 30_000) for table in tables}) == 1
        assert tables[0].is_low(0, now, 30_000) == (now >= 3_000)
        # what the two show differs by what is left of the delay
        assert tables[1].remaining(0, now) == tables[0].remaining(0, now) + tables[0].delay_left(0, now)


def test_time_without_limit_is_never_low():
    table = made(clock.PLAIN, (UP, 0, 0, 0), (clock.NONE, 0, 0, 0))
    table.start(0, 0)
    assert table.low_at(30_000) == -1
    assert not table.is_low(0, 10, 30_000)
    assert not table.is_low(1, 10, 30_000)


def test_the_sand_of_the_other_glass_counts():
    table = made(clock.HOURGLASS_FORM, (HOURGLASS, 40_000), (HOURGLASS, 20_000))
    assert [table.is_low(seat, 0, 30_000) for seat in (0, 1)] == [False, True]
    table.start(0, 0)
    assert [table.is_low(seat, 10_000, 30_000) for seat in (0, 1)] == [True, True]
    assert [table.is_low(seat, 10_001, 30_000) for seat in (0, 1)] == [True, False]


# --- stages ------------------------------------------------------------------------------------


def test_the_worked_example_of_the_page():
    """40/90m f30, 30m f30: 89 moves of 2 minutes each."""
    ninety = (FISCHER, 5_400_000, 30_000, 0)
    table = made(clock.STAGED, ninety, ninety)
    for seat in (0, 1):
        table.add_stage(seat, 40, FISCHER, 1_800_000, 30_000)
    table.start(0, 0)
    now = 0
    for number in range(1, 60):
        for seat in (0, 1):
            assert table.moves(seat) == min(number - 1, 40)
            assert table.moves_left(seat) == max(0, 41 - number)
            now += 120_000
            assert table.press(now, 1 - seat)
            # each move costs 2:00 and gives 0:30
            left = 5_400_000 - 90_000 * number + (1_800_000 if number >= 40 else 0)
            assert table.reserve[seat] == left


def test_a_correction_can_set_the_moves():
    table = made(clock.STAGED, (SUDDEN, 60_000, 0, 0), (SUDDEN, 60_000, 0, 0))
    table.add_stage(0, 3, DELAY, 30_000, 5_000)
    table.add_stage(0, 2, FISCHER, 10_000, 1_000)
    table.start(0, 0)
    for count, method, place, made_in_it in (
        (0, SUDDEN, 0, 0), (2, SUDDEN, 0, 2), (3, DELAY, 1, 0), (4, DELAY, 1, 1), (5, FISCHER, 2, 0),
        (254, FISCHER, 2, 0), (255, FISCHER, 2, 0), (1, SUDDEN, 0, 1),
    ):
        table.correct(0, 44_000, 7_000, count)
        assert (table.method[0], table.place[0], table.made[0]) == (method, place, made_in_it)
        assert shown(table, 7_000) == [44_000, 60_000]
    table.correct(1, 50_000, 7_000, 12)
    assert (table.moves(1), table.moves_left(1), table.moves_left(0)) == (0, 0, 2)


def test_a_clock_without_settings_takes_moves_for_nothing():
    table = clockforms.make(2, clock.STAGED)
    table.set_moves(0, 5)
    assert table.moves(0) == 0


# --- corrections -------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [SUDDEN, DELAY, BRONSTEIN, FISCHER, UP])
@pytest.mark.parametrize("running", [True, False])
def test_a_correction_shows_what_it_says_and_the_delay_goes_on(method, running):
    table = made(clock.PLAIN, (method, 60_000, 5_000, 0), (method, 60_000, 5_000, 0))
    table.start(0, 0)
    if not running:
        table.pause(3_000)
    for now, left in ((3_000, 20_000), (4_000, 90_000), (12_000, 7_000)):
        before = table.delay_left(0, now)
        table.correct(0, left, now)
        table.correct(1, left + 1, now)
        assert shown(table, now) == [left, left + 1]
        assert table.delay_left(0, now) == before
        assert table.running == running


def test_a_flag_that_is_taken_back_waits_for_a_resume():
    table = made(clock.PLAIN, (DELAY, 5_000, 2_000, 0), (SUDDEN, 5_000, 0, 0))
    table.start(0, 0)
    table.correct(0, 4_000, 9_000)  # at 7 s nobody looked
    assert (table.flagged, table.turn, table.running) == (NOBODY, 0, False)
    assert shown(table, 99_000) == [4_000, 5_000]
    assert table.resume(10_000)
    assert table.flag_at() == 14_000  # the delay of this move is used
    table.check_flag(14_000)
    table.correct(0, 0, 20_000)
    assert table.flagged == 0
    table.correct(1, 6_000, 20_000)
    assert table.flagged == 0


def test_nothing_is_corrected_beyond_what_a_small_integer_holds():
    table = made(clock.PLAIN, (SUDDEN, 5_000_000, 0, 0))
    table.start(0, 0)
    table.correct(0, clock.LONGEST, 1_000)
    assert table.reserve == [clock.LONGEST]


def test_byoyomi_is_corrected_in_its_period_or_before_it():
    table = made(clock.BYOYOMI_FORM, (BYOYOMI, 10_000, 5_000, 3), (BYOYOMI, 10_000, 5_000, 3))
    table.start(0, 0)
    table.correct(0, 8_000, 4_000)
    assert (shown(table, 4_000), table.flag_at()) == ([8_000, 10_000], 4_000 + 8_000 + 15_000)
    assert table.periods_left(0, 12_000 + 6_000) == 2
    # in the second period, 4 s left of it
    table.correct(0, 3_000, 18_000)
    assert (shown(table, 18_000), table.periods_left(0, 18_000)) == ([3_000, 10_000], 2)
    assert table.flag_at() == 18_000 + 3_000 + 5_000
    table.correct(0, 3_000, 18_500, 1)
    assert table.flag_at() == 21_500
    # more than a period: main time again
    table.correct(0, 6_000, 19_000, 2)
    assert table.flag_at() == 19_000 + 6_000 + 10_000
    table.correct(1, 1_000, 19_000, 2)
    assert (table.remaining(1, 19_000), table.lasts(1)) == (1_000, 11_000)
    assert table.check_flag(40_000) == 0
    assert (shown(table, 41_000), table.periods_left(0, 41_000)) == ([0, 1_000], 0)
    table.correct(0, 0, 41_000, 0)
    assert table.flagged == 0
    table.correct(0, 0, 41_000, 1)
    assert (table.flagged, shown(table, 41_000)) == (NOBODY, [5_000, 1_000])
    assert table.resume(42_000)
    assert table.flag_at() == 47_000


def test_a_canadian_clock_is_corrected_in_its_round_or_before_it():
    table = made(clock.CANADIAN_FORM, (CANADIAN, 10_000, 5_000, 3), (CANADIAN, 10_000, 5_000, 3))
    table.start(0, 0)
    table.correct(0, 2_000, 4_000)
    assert (shown(table, 4_000), table.flag_at()) == ([2_000, 10_000], 11_000)
    # the main time ended in this move, 4 s are left of the round
    assert (table.remaining(0, 7_000), table.moves_left(0, 7_000)) == (4_000, 3)
    table.correct(0, 9_000, 7_000)
    assert (table.remaining(0, 7_000), table.moves_left(0, 7_000), table.flag_at()) == (9_000, 3, 16_000)
    table.correct(0, 8_000, 8_000, 1)
    assert table.press(9_000, 1)
    assert (table.remaining(0, 9_000), table.moves_left(0, 9_000)) == (5_000, 3)
    table.correct(0, 8_000, 9_000, 0)
    assert (table.remaining(0, 9_000), table.moves_left(0, 9_000), table.lasts(0)) == (8_000, 0, 13_000)
    assert table.check_flag(30_000) == 1
    table.correct(1, 1_500, 30_000)
    assert (shown(table, 30_000), table.moves_left(1, 30_000)) == ([8_000, 1_500], 3)
    assert table.resume(31_000)
    assert table.press(32_000, 0)
    assert table.moves_left(1, 32_000) == 2


def test_sand_is_added_to_one_glass_only():
    table = made(clock.HOURGLASS_FORM, (HOURGLASS, 10_000), (HOURGLASS, 10_000))
    table.correct(0, 9_000, 0)
    assert shown(table, 0) == [9_000, 10_000]
    table.start(0, 0)
    table.correct(1, 20_000, 4_000)
    assert shown(table, 4_000) == [5_000, 20_000]
    table.correct(0, 6_000, 5_000)
    assert shown(table, 5_000) == [6_000, 21_000]
    assert table.check_flag(11_000) == 0
    assert shown(table, 12_000) == [0, 27_000]
    table.correct(1, 20_000, 12_000)
    assert (table.flagged, shown(table, 12_000)) == (0, [0, 20_000])
    table.correct(0, 3_000, 12_000)
    assert (table.flagged, table.running, shown(table, 99_000)) == (NOBODY, False, [3_000, 20_000])
    table.resume(99_000)
    assert shown(table, 200_000) == [0, 23_000]


def test_plain_seats_beside_periods_and_rounds_are_plain():
    for form in (clock.BYOYOMI_FORM, clock.CANADIAN_FORM):
        table = made(form, (DELAY, 5_000, 2_000, 0), (UP, 0, 0, 0))
        table.start(0, 0)
        assert table.flag_at() == 7_000
        table.correct(0, 4_000, 3_000)
        assert shown(table, 3_000) == [4_000, 0]
        assert table.check_flag(8_000) == 0
        if form == clock.BYOYOMI_FORM:
            assert table.periods_left(0, 8_000) == 0
        else:
            assert table.moves_left(0, 8_000) == 0


def test_a_pause_finds_the_flag_fallen():
    table = made(clock.PLAIN, (SUDDEN, 5_000, 0, 0), (UP, 0, 0, 0), (clock.NONE, 0, 0, 0))
    table.correct(1, 700, 0)
    table.correct(2, 800, 0)
    table.start(0, 0)
    assert not table.pause(5_000)
    assert (table.flagged, shown(table, 6_000)) == (0, [0, 700, 800])


def test_a_paused_seat_set_to_nothing_shows_nothing_until_its_flag_falls():
    table = made(clock.PLAIN, (SUDDEN, 5_000, 0, 0), (SUDDEN, 5_000, 0, 0))
    table.set_overtime(0, 2_000)
    table.start(0, 0)
    table.pause(1_000)
    table.correct(0, 0, 1_500)
    assert (shown(table, 9_000), table.fell) == ([0, 5_000], [0, 0])
    assert table.resume(9_000)
    assert table.flag_at() == 9_000
    assert table.remaining(0, 9_000) == 2_000
    assert table.check_flag(9_000) == NOBODY
    assert (table.fell, table.flag_at()) == ([1, 0], 11_000)


# --- what ends without a move ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "setting", "moved", "left"),
    [
        (clock.PLAIN, (SUDDEN, 300_000), 8_000, 292_000),
        (clock.PLAIN, (FISCHER, 300_000, 3_000), 5_000, 295_000),  # 4:55 stays 4:55
        (clock.PLAIN, (FISCHER, 300_000, 3_000, 1), 5_000, 298_000),
        (clock.PLAIN, (UP, 0), 5_000, 5_000),
        # what the delay has taken is no gain: it comes back, as with a simple delay
        (clock.PLAIN, (DELAY, 300_000, 3_000), 5_000, 298_000),
        (clock.PLAIN, (BRONSTEIN, 300_000, 3_000), 5_000, 298_000),
        (clock.BYOYOMI_FORM, (BYOYOMI, 4_000, 10_000, 3), 1_000, 3_000),
        (clock.BYOYOMI_FORM, (BYOYOMI, 4_000, 10_000, 3), 7_000, 7_000),  # no new period
        (clock.BYOYOMI_FORM, (BYOYOMI, 4_000, 10_000, 3), 17_000, 7_000),
        (clock.CANADIAN_FORM, (CANADIAN, 4_000, 10_000, 1), 1_000, 3_000),
        (clock.CANADIAN_FORM, (CANADIAN, 4_000, 10_000, 1), 7_000, 7_000),  # no new round
    ],
)
@pytest.mark.parametrize("ends", ["centre", "press"])
def test_what_is_no_move_gains_nothing(form, setting, moved, left, ends):
    table = made(form, setting, setting)
    table.start(0, 1_000)
    before = shown(table, 1_000 + moved), _count(table, 1_000 + moved)
    if ends == "centre":
        table.centre(1_000 + moved, False)
    else:
        assert table.press(1_000 + moved, 1, False)
    after = shown(table, 1_000 + moved), _count(table, 1_000 + moved)
    assert after[0][0] == left
    assert after == before or setting[0] == BRONSTEIN


def test_what_is_no_move_takes_no_stage_and_no_sand():
    table = made(clock.STAGED, (FISCHER, 60_000, 2_000), (FISCHER, 60_000, 2_000))
    table.add_stage(0, 1, SUDDEN, 30_000)
    table.start(0, 0)
    table.press(5_000, 1, False)
    assert (shown(table, 5_000), table.moves(0)) == ([55_000, 60_000], 0)
    table.press(6_000, 0)
    table.press(9_000, 1)
    assert (shown(table, 9_000), table.moves(0)) == ([84_000, 61_000], 1)
    sand = made(clock.HOURGLASS_FORM, (HOURGLASS, 10_000), (HOURGLASS, 10_000))
    sand.start(0, 0)
    sand.centre(3_000, False)
    assert shown(sand, 3_000) == [7_000, 13_000]


def _count(table, now):
    if table.form == clock.BYOYOMI_FORM:
        return table.periods_left(0, now)
    return table.moves_left(0, now) if table.form == clock.CANADIAN_FORM else 0
