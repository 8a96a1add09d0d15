"""The board's own time: ticks, milliseconds, wrap, drift."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.crystal import TICKS_PERIOD, Crystal

MOMENTS = st.integers(0, 40_000_000_000)


def test_the_counter_at_three_seconds_is_the_one_read_on_the_board():
    # board.md: 536,808,387 at 3.0 s after reset (3.011 s by this formula)
    assert Crystal(0).ticks_ms(3_011_900) == 536_808_387


def test_the_counter_wraps_65536_ms_after_reset():
    crystal = Crystal(500)
    wrap = crystal.milliseconds_us(65_536)
    assert crystal.ticks_ms(wrap - 1) == TICKS_PERIOD - 1
    assert crystal.ticks_ms(wrap) == 0


@given(MOMENTS, st.sampled_from([0, 37, -50, 2500]))
def test_the_moment_of_a_count_is_the_first_at_which_it_is_read(moment, drift):
    crystal = Crystal(123_456, drift)
    now = 123_456 + moment
    for read, moment_of in ((crystal.tick, crystal.tick_us), (crystal.milliseconds, crystal.milliseconds_us)):
        count = read(now)
        first = moment_of(count)
        assert first <= now
        assert read(first) == count
        assert first == 123_456 or read(first - 1) < count


@given(MOMENTS)
def test_milliseconds_stay_within_two_of_true_ones(moment):
    # a tick is 977 us long instead of 976.56, made good at each full second
    assert 0 <= moment // 1000 - Crystal(0).milliseconds(moment) <= 2


@pytest.mark.parametrize(("drift", "expected"), [(0, 3_600_000), (50, 3_600_180), (-50, 3_599_820)])
def test_a_drifting_crystal_gains_or_loses(drift, expected):
    assert abs(Crystal(0, drift).milliseconds(3_600_000_000) - expected) <= 1
