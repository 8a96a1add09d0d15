"""Sittings no host saw: the bounds hold whatever happened, and are as narrow as what is known allows."""

import doctest

from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.tables import sittings
from tablekeeper.tables.sittings import Bounds, Sitting, bounds
from tests.nonempty import nonempty

#: (off before it in ms, lasted in ms, what the host knows of its length, asked for the time, set back)
LIVES = st.lists(
    st.tuples(
        st.integers(0, 10**8), st.integers(0, 10**8), st.integers(0, 100), st.booleans(), st.booleans(),
        st.integers(-100, 100),
    ),
    min_size=1, max_size=12,
)  # fmt: skip


def test_the_worked_example():
    assert doctest.testmod(sittings).failed == 0


@settings(max_examples=200)
@given(LIVES, st.integers(0, 10**12), st.integers(0, 10**6))
def test_the_truth_lies_within_the_bounds(lives, hall, later):
    found, truth = [], {}
    for place, (gap, lasted, part, asked, set_back, ppm) in enumerate(lives):
        joined = set_back and place > 0
        hall += 0 if joined else gap
        truth[place + 1] = hall
        # when the next one only goes on, the board has said how long this one lasted
        exact = place + 1 < len(lives) and lives[place + 1][4]
        known = lasted if exact else lasted * part // 100
        counted = known + known * ppm // 1_000_000
        found.append(Sitting(place + 1, counted, hall if asked else None, joined))
        hall += lasted
    told = bounds(found, hall + later)
    for one in nonempty(found):
        span = told[one.base_seq]
        assert span.latest is not None
        assert span.latest >= truth[one.base_seq]
        assert span.earliest is None or span.earliest <= truth[one.base_seq]
        if one.offset_ms is not None:
            assert span == Bounds(one.offset_ms, one.offset_ms)
        elif any(known.offset_ms is not None for known in found[: one.base_seq - 1]):
            assert span.earliest is not None


def test_two_starts_in_a_row_share_the_gap_between_known_ones():
    told = bounds([Sitting(1, 1000, 0), Sitting(2, 500), Sitting(3, 700), Sitting(4, 10, 60_000)])
    # a ms of drift and two of rounding at each step
    assert told[2].earliest == 1000 - 3
    assert told[3].earliest == 1500 - 6
    assert told[3].latest == 60_000 - 700 + 3
    assert told[2].latest == 60_000 - 1200 + 6
    assert told[3].at(300) == Bounds(1500 - 6 + 300 - 3, 60_000 - 700 + 3 + 300 + 3)


def test_a_count_that_was_set_back_is_as_good_as_known():
    told = bounds([Sitting(1, 600_000, 1_000_000), Sitting(5, 7, None, goes_on=True), Sitting(9, 5)])
    assert told[5] == Bounds(1_600_000 - 62, 1_600_000 + 62)
    backwards = bounds([Sitting(1, 600_000), Sitting(5, 10, 2_000_000, goes_on=True)])
    assert backwards[1] == Bounds(1_400_000 - 62, 1_400_000 + 62)


def test_with_nothing_known_before_it_there_is_no_earliest():
    told = bounds([Sitting(1, 1000), Sitting(2, 10, 5000)])
    assert told[1] == Bounds(None, 4003)
    assert bounds([Sitting(1, 1000)])[1] == Bounds(None, None)
    assert bounds([]) == {}
