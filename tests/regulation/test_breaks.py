"""Breaks: how many, when, and what an exceeded one costs."""

import pytest

from tablekeeper.regulation import breaks, penalties
from tablekeeper.regulation.finding import DISQUALIFICATION, POINTS, Effect

MINUTE = 60_000


@pytest.mark.parametrize(("length", "count"), [(1, 1), (7, 1), (12, 1), (13, 2), (25, 2), (0, 1)])
def test_from_thirteen_points_each_player_has_two(length, count):
    assert breaks.allowed(length) == count
    for taken in range(count):
        assert not breaks.may_take("Ann", length=length, taken=taken, within_game=False).open
    refused = breaks.may_take("Ann", length=length, taken=count, within_game=False)
    assert refused.open
    assert refused.paragraphs == ("breaks", "leaving")


def test_a_break_is_taken_between_two_games():
    finding = breaks.may_take("Ann", length=13, taken=0, within_game=True)
    assert finding.open
    assert finding.sentence == "Ann has to wait: a break is taken between two games"


def exceeded(took_ms, step=0, **more):
    more.setdefault("ladder", penalties.DEFAULT)
    return breaks.exceeded("Ann", "Bob", took_ms=took_ms, step=step, **more).effects


def test_ten_minutes_are_in_time_and_a_millisecond_more_is_not():
    assert exceeded(10 * MINUTE) == ()
    assert exceeded(10 * MINUTE + 1) == (Effect(POINTS, "Ann", 1, "Bob", "break"),)


def test_penalties_follow_the_ladder_without_its_warnings():
    late = 12 * MINUTE
    assert [exceeded(late, step)[0].points for step in range(2)] == [1, 2]
    assert (
        exceeded(late, 2) == exceeded(late, 9) == (Effect(DISQUALIFICATION, "Ann", to="Bob", cause="break"),)
    )


def test_or_the_full_five_minutes_as_for_lateness():
    by = {"by": breaks.FULL_MINUTES}
    assert exceeded(14 * MINUTE, **by) == ()
    assert exceeded(15 * MINUTE, **by) == (Effect(POINTS, "Ann", 1, "Bob", "break"),)
    assert exceeded(29 * MINUTE, **by) == (Effect(POINTS, "Ann", 3, "Bob", "break"),)
