"""The sample of a day: the same for the same date, another on other days, nothing left out."""

from datetime import date, timedelta

import pytest

from tests.guards import guardpatch, sample
from tests.nonempty import nonempty

NAMES = guardpatch.names()
DAYS = [(date(2026, 11, 1) + timedelta(day)).isoformat() for day in range(75)]


@pytest.mark.parametrize("day", DAYS)
def test_a_day_tries_its_share(day):
    drawn = sample.chosen(NAMES, day)
    assert drawn == sample.chosen(NAMES, day)
    assert len(drawn) in (len(NAMES) // sample.SHARE, len(NAMES) // sample.SHARE + 1)


def test_sixty_days_in_a_row_try_every_guard_once():
    for first in nonempty(range(len(DAYS) - sample.SHARE + 1)):
        days = DAYS[first : first + sample.SHARE]
        tried = [name for day in days for name in sample.chosen(NAMES, day)]
        assert sorted(tried) == NAMES


def test_what_is_no_day_draws_as_many():
    assert len(sample.share(range(120), "press-order wire-crc")) == 2
    assert len(sample.share(range(60), "press-order wire-crc", of=6)) == 10


def test_shares_of_days_in_a_row_are_the_whole(monkeypatch):
    tried = []
    for day in DAYS[:3]:
        monkeypatch.setenv("GUARDS", day)
        tried += sample.todays(range(1, 50, 7), of=3)
    assert sorted(tried) == [*range(1, 50, 7)]


def test_what_waits_today_has_its_turn_in_the_soak(monkeypatch):
    monkeypatch.setenv("GUARDS", DAYS[0])
    today = sample.todays("abc", of=3)
    assert [name for name in "abc" if not sample.waits(name, "abc", of=3)] == today
    monkeypatch.setenv("GUARDS", "all")
    assert not any(sample.waits(name, "abc", of=3) for name in "abc")
    monkeypatch.setenv("GUARDS", "soak")
    assert all(sample.waits(name, "abc", of=3) for name in "abc")


def test_what_is_tested_always_waits_only_for_the_soak(monkeypatch):
    def waiting():
        return [bool(one.marks) for one in sample.drawn("abc", of=3, always="b")]

    monkeypatch.setenv("GUARDS", "2026-11-01")
    monkeypatch.setattr(sample, "todays", lambda names, of: ["c"])
    assert waiting() == [True, False, False]
    monkeypatch.setenv("GUARDS", "soak")
    assert waiting() == [True, True, True]


class Case:
    """A collected case of a test, with markers."""

    def __init__(self, nodeid, *markers):
        self.nodeid, self.markers = nodeid, {one.name: one for one in markers}

    def get_closest_marker(self, name):
        return self.markers.get(name)

    def add_marker(self, marker):
        self.markers[marker.name] = marker


def taken(monkeypatch, day, cases, of=3):
    """Return the names of those of these cases of a test that are tried on a day."""
    monkeypatch.setenv("GUARDS", day)
    found = [Case(f"test_a.py::test_b[{one}]", pytest.mark.turns(of).mark) for one in cases]
    alone = Case("test_a.py::test_c", pytest.mark.turns(of).mark)
    sample.take_turns([*found, alone])
    assert "soak" not in alone.markers
    return [one.nodeid.partition("[")[2][:-1] for one in found if "soak" not in one.markers]


def test_each_day_tries_other_cases_of_a_test_and_at_least_one(monkeypatch):
    days = [taken(monkeypatch, day, "abcdefg") for day in DAYS[:3]]
    assert sorted(one for day in days for one in day) == [*"abcdefg"]
    assert {len(one) for one in days} == {2, 3}
    assert [len(taken(monkeypatch, day, "ab")) for day in DAYS[:2]] == [1, 1]
    assert taken(monkeypatch, DAYS[0], "ab") != taken(monkeypatch, DAYS[1], "ab")
    assert all(taken(monkeypatch, day, "a") == ["a"] for day in DAYS[:3]), "it was named alone"
    assert taken(monkeypatch, "all", "abc") == [*"abc"]
    assert taken(monkeypatch, "soak", "abc") == []


@pytest.mark.parametrize("word", ["all", "soak"])
def test_all_are_tried(word):
    assert sample.chosen(NAMES, word) == NAMES


def test_a_name_is_tried_alone_and_a_beginning_with_all_that_begin_so():
    names = ["press", "press-order", "press-tie", "wire-crc"]
    assert sample.chosen(names, "press") == ["press"]
    assert sample.chosen(names, "press-") == ["press-order", "press-tie"]
    assert sample.chosen(names, "wire-crc, press-t") == ["press-tie", "wire-crc"]


@pytest.mark.parametrize("word", ["", "no-such", "press-tie no-such"])
def test_what_chooses_nothing_is_said(word):
    with pytest.raises(ValueError, match="no patch in tests/guards"):
        sample.chosen(["press-tie"], word)


def test_every_scenario_is_one_test(repository):
    texts = [path.read_text("utf-8") for path in (repository / "tests").rglob("test_*.py")]
    for name in nonempty(sample.SCENARIOS):
        assert sum(text.count(f'scenario("{name}")\n') for text in texts) == 1, name
