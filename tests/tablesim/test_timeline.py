"""The virtual clock: order, horizon, stopping."""

import pytest

from tablesim import Timeline


def test_entries_happen_by_time_then_by_insertion():
    timeline, seen = Timeline(), []
    for name, when in (("c", 20), ("a", 10), ("b", 10), ("d", 20)):
        timeline.at(when, lambda name=name: seen.append((timeline.now_us, name)))
    timeline.run_until(19)
    assert seen == [(10, "a"), (10, "b")]
    assert timeline.now_us == 19
    timeline.run_until(20)
    assert seen[2:] == [(20, "c"), (20, "d")]


def test_what_is_past_happens_now_and_the_clock_never_goes_back():
    timeline, seen = Timeline(), []
    timeline.run_until(1000)
    timeline.at(5, lambda: seen.append(timeline.now_us))
    timeline.run_until(400)
    assert seen == []
    assert timeline.now_us == 1000
    timeline.run_until(1000)
    assert seen == [1000]


def test_an_entry_may_enter_others():
    timeline, seen = Timeline(), []

    def again():
        seen.append(timeline.now_us)
        if len(seen) < 4:
            timeline.after(7, again)

    timeline.at(0, again)
    timeline.run_until(100)
    assert seen == [0, 7, 14, 21]


def test_cancelled_entries_do_not_happen():
    timeline, seen = Timeline(), []
    handle = timeline.at(3, lambda: seen.append("no"))
    timeline.at(3, lambda: seen.append("yes"))
    timeline.cancel(handle)
    timeline.run_until(10)
    assert seen == ["yes"]


def test_an_entry_may_be_cancelled_by_another_at_the_same_moment():
    timeline, seen = Timeline(), []
    timeline.at(3, lambda: timeline.cancel(later))
    later = timeline.at(3, lambda: seen.append("no"))
    timeline.run_until(10)
    assert seen == []


def test_run_stops_at_the_condition_or_at_the_limit():
    timeline, seen = Timeline(), []
    for when in (10, 20, 30):
        timeline.at(when, lambda: seen.append(timeline.now_us))
    assert timeline.run(lambda: len(seen) == 2, 1000)
    assert timeline.now_us == 20
    assert not timeline.run(lambda: len(seen) == 9, 1000)
    assert timeline.now_us == 1000


def test_a_stimulus_cannot_run_the_timeline_it_is_on():
    timeline = Timeline()
    timeline.at(1, lambda: timeline.run_until(5))
    with pytest.raises(RuntimeError, match="already running"):
        timeline.run_until(10)


def test_an_error_in_a_stimulus_reaches_the_caller_and_leaves_the_timeline_usable():
    timeline, seen = Timeline(), []
    timeline.at(1, lambda: 1 // 0)
    timeline.at(2, lambda: seen.append("after"))
    with pytest.raises(ZeroDivisionError):
        timeline.run_until(10)
    timeline.run_until(10)
    assert seen == ["after"]
