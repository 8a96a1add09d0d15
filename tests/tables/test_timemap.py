"""Device time to hall time: never further off than half the shortest round trip, whatever the delays."""

import doctest

from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.tables import timemap
from tablekeeper.tables.timemap import TimeMap
from tests.nonempty import nonempty

JOURNAL = 0xCAFE


def test_the_worked_example():
    assert doctest.testmod(timemap).failed == 0


@given(
    offset=st.integers(-(2**40), 2**40),
    trips=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 4000)), min_size=1, max_size=11),
)
def test_the_error_is_at_most_half_the_shortest_round_trip(offset, trips):
    times = TimeMap()
    device = 0
    for there, back in trips:
        device += 5000
        times.sample(
            JOURNAL, 1, device_ms=device, rtt_ms=there + back, wall_ms=device + offset + back
        )
        anchor = times.anchor(JOURNAL, 1)
        assert 2 * abs(anchor.offset_ms - offset) <= anchor.rtt_ms + 1
    # eleven questions in 55 seconds: the shortest of them decides
    assert anchor.rtt_ms == min(there + back for there, back in trips)
    assert times.wall(JOURNAL, 1, 77) == 77 + anchor.offset_ms


@given(ppm=st.integers(-100, 100), trips=st.lists(st.integers(0, 60), min_size=400, max_size=400))
@settings(max_examples=20)
def test_a_drifting_crystal_is_followed(ppm, trips):
    times = TimeMap()
    for number, half in nonempty(enumerate(trips)):
        device = 5000 * number
        true = device + device * ppm // 1_000_000
        times.sample(JOURNAL, 1, device_ms=device, rtt_ms=2 * half, wall_ms=true + half)
        # a minute of drift, the round trip, and what it may grow by while a good answer is awaited
        assert abs(times.wall(JOURNAL, 1, device) - true) <= 120


def test_time_bases_and_journals_are_apart():
    times = TimeMap()
    times.sample(JOURNAL, 1, device_ms=0, rtt_ms=2, wall_ms=1000)
    times.sample(JOURNAL, 9, device_ms=0, rtt_ms=2, wall_ms=5000)
    times.know(JOURNAL + 1, 1, 77, 2, 0)
    assert times.wall(JOURNAL, 1, 10) == 1009
    assert times.wall(JOURNAL, 9, 10) == 5009
    assert times.wall(JOURNAL + 1, 1, 10) == 87
    assert times.wall(JOURNAL, 2, 10) is None


def test_a_hall_clock_that_is_set_right_is_followed():
    times = TimeMap()
    times.sample(JOURNAL, 1, device_ms=0, rtt_ms=4, wall_ms=1_000_002)
    assert times.sample(JOURNAL, 1, device_ms=5000, rtt_ms=4, wall_ms=5002) is not None
    assert times.wall(JOURNAL, 1, 5000) == 5000
