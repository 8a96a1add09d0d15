"""Lateness: the worked examples of the rules page, and a slow count of minutes as an oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.regulation import lateness
from tablekeeper.regulation.finding import (
    CLOCK,
    DISQUALIFICATION,
    MOST_POINTS,
    POINTS,
    Effect,
    read_effect,
)
from tablekeeper.strictjson import Cursor

MINUTE = 60_000


def after(minutes, length=7, **more):
    """Return what follows for Ann, who arrives so many minutes after penalties began."""
    return lateness.lateness("Ann", "Bob", length=length, from_ms=0, at_ms=minutes * MINUTE, **more)


def test_penalties_count_from_twenty_minutes_after_the_schedule_or_a_granted_hour():
    assert lateness.counts_from(0) == 20 * MINUTE
    assert lateness.counts_from(0, granted=True) == 60 * MINUTE
    assert lateness.counts_from(0, grace_ms=10 * MINUTE) == 10 * MINUTE


@pytest.mark.parametrize(("minutes", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (15, 3), (19, 3)])
def test_each_full_five_minutes_are_a_point_for_the_opponent(minutes, points):
    finding = after(minutes)
    wanted = (Effect(POINTS, "Ann", points, "Bob", "late"),) if points else ()
    assert finding.effects == wanted
    assert finding.paragraphs == ("lateness",)
    assert not finding.open


@pytest.mark.parametrize(("length", "point"), [(1, 1), (3, 2), (7, 4), (8, 5), (13, 7), (25, 13)])
def test_more_than_half_the_length_is_out(length, point):
    assert lateness.out_at(length) == point
    assert [one.kind for one in after(5 * point - 1, length).effects] in ([POINTS], [])
    assert after(5 * point, length).effects == (Effect(DISQUALIFICATION, "Ann", to="Bob", cause="late"),)


def test_a_match_without_limit_has_no_threshold():
    assert lateness.out_at(0) is None
    assert after(480, length=0).effects == (Effect(POINTS, "Ann", 96, "Bob", "late"),)


def test_whatever_lateness_costs_can_be_kept():
    # a wrong date is soon written: the ruling is made all the same, and the director decides otherwise
    for minutes in (600, 600_000):
        for finding in (after(minutes, length=0), after(minutes, length=0, clock=True), after(minutes)):
            assert [read_effect(Cursor(one.document())) for one in finding.effects] == list(finding.effects)
    assert after(600, length=0).effects[0].points == MOST_POINTS


def test_with_a_clock_in_use_it_runs_instead():
    finding = after(17, clock=True)
    assert finding.effects == (Effect(CLOCK, "Ann", to="Bob", cause="late", ms=17 * MINUTE),)
    assert finding.paragraphs == ("lateness-clock", "lateness")


def test_who_comes_before_penalties_begin_is_not_late():
    finding = after(-3)
    assert finding.effects == ()
    assert finding.sentence == "Ann is not late: penalties would count 3:00 later"


def slow_points(late_ms):
    """Count the full five minutes one after the other."""
    points, left = 0, late_ms
    while left >= 300_000:
        left -= 300_000
        points += 1
    return points


@given(st.integers(-(10**7), 4 * 10**7), st.integers(0, 99), st.integers(0, 2**42))
def test_points_and_threshold_agree_with_a_slow_count(late_ms, length, from_ms):
    points = slow_points(late_ms)
    assert lateness.points(from_ms, from_ms + late_ms) == points
    finding = lateness.lateness("Ann", "Bob", length=length, from_ms=from_ms, at_ms=from_ms + late_ms)
    if length and 2 * points > length:
        assert [one.kind for one in finding.effects] == [DISQUALIFICATION]
    else:
        assert [one.points for one in finding.effects] == ([points] if points else [])
