"""Times and garbage out of events that are written down here."""

import pytest

from silicon.latency import garbage, latencies, named, percentile
from silicon.playing import Press

DISPLAY = 0x3C


def drawn(ms):
    """Return the event of a transfer to the display."""
    return [ms, "i2c", DISPLAY, 1.0, 20, 0]


PRESSES = [Press(100, "7"), Press(1000, "1", "race"), Press(3000, "s0"), Press(3000, "s1"), Press(5000, "*")]
EVENTS = [
    drawn(90), [101, "i2c", 0x50, 0.6, 26, 0], drawn(112), drawn(118),
    [120, "gc-begins", 1000, 300, 200], [130, "gc", 10.0, 1000, 500, 400],
    drawn(140), drawn(900),
    [1000, "heap", 1000, 480, 400], drawn(1030),
    [1400, "gc-begins", 1000, 80, 70], [1410, "gc", 9, 1000, 600, 500], drawn(1900),
    [3000, "heap", 1000, 590, 500], drawn(3020), drawn(3055), drawn(3110),
    [5000, "heap", 1000, 540, 500],
]  # fmt: skip


def test_a_press_is_timed_to_the_last_byte_of_its_picture():
    found = [(one.press.key, one.took, one.collected) for one in latencies(PRESSES, EVENTS, DISPLAY)]
    # a pause ends a picture; a second of the clock later is another one; `*` drew nothing
    assert found == [("7", 40, True), ("1", 30, False), ("s0", 55, False), ("s1", 55, False)]


def test_a_press_with_a_name_is_timed_to_the_last_picture_before_the_next():
    assert named(PRESSES, EVENTS, DISPLAY) == [("race", 900)]


def test_garbage_is_counted_to_the_next_collection_or_press():
    assert garbage(PRESSES, EVENTS) == [400, 50, 50]
    assert garbage(PRESSES, [event for event in EVENTS if event[1] == "i2c"]) == []


@pytest.mark.parametrize(("percent", "expected"), [(50, 50), (90, 90), (99, 99), (100, 100), (1, 1)])
def test_percentiles(percent, expected):
    assert percentile(range(1, 101), percent) == expected
    assert percentile([7], percent) == 7
