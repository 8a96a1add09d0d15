"""Ticks: a counter that wraps after 6.2 days becomes milliseconds that do not."""

import random

import pytest

from tablecore.ticks import HALF, REBASE_AFTER, WRAP, Ticks, difference

DAY = 86_400_000


@pytest.mark.parametrize(
    ("later", "earlier", "ms"),
    [
        (5, 3, 2),
        (3, 5, -2),
        (0, WRAP - 1, 1),
        (WRAP - 1, 0, -1),
        (HALF - 1, 0, HALF - 1),
        (0, HALF - 1, 1 - HALF),
        (7, 7, 0),
    ],
)
def test_the_difference_of_two_raw_values(later, earlier, ms):
    assert difference(later, earlier) == ms


def test_thirteen_days_across_three_wraps():
    """True time runs on, raw values wrap; stamps of events lie a little before or after `now`."""
    rng = random.Random(13)
    true = WRAP - 65_000  # where the counter stands at power-on
    began = true
    ticks = Ticks(true % WRAP)
    rebased = 0
    while true - began < 13 * DAY:
        true += rng.choice((0, 1, 5, 1_000, 60_000, 3_600_000, DAY))
        ms = ticks.now(true % WRAP)
        assert ms == true - began - rebased
        assert ms < 1 << 30
        for _ in range(3):
            stamp = true + rng.randrange(-50, 20)
            assert ticks.at(stamp % WRAP) == max(0, stamp - began - rebased)
        if ms > REBASE_AFTER:
            assert ticks.rebase() == ms
            rebased += ms
            assert ticks.now(true % WRAP) == 0
    assert rebased > 6 * DAY


def test_the_counter_may_be_asked_out_of_order():
    ticks = Ticks(1_000)
    assert ticks.now(1_010) == 10
    # a value read in an interrupt before, handed on after: time does not go back
    assert ticks.now(1_007) == 10
    assert ticks.now(1_011) == 11
    assert ticks.at(1_004) == 4
    assert ticks.at(990) == 0


def test_a_gap_of_three_days_between_two_looks():
    ticks = Ticks(0)
    assert ticks.now(HALF - 1) == HALF - 1
    assert ticks.now((2 * HALF - 2) % WRAP) == 2 * HALF - 2
