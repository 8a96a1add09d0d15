"""The sample of a day: the same for the same date, another on other days, nothing left out."""

from datetime import date, timedelta

import pytest

from tests.guards import guardpatch, sample

NAMES = guardpatch.names()
DAYS = [(date(2026, 11, 1) + timedelta(day)).isoformat() for day in range(30)]


@pytest.mark.parametrize("day", DAYS)
def test_a_day_tries_about_a_third(day):
    drawn = sample.chosen(NAMES, day)
    assert drawn == sample.chosen(NAMES, day)
    assert len(NAMES) / 5 < len(drawn) < len(NAMES) / 2


def test_samples_differ_and_a_month_leaves_nothing_out():
    samples = [tuple(sample.chosen(NAMES, day)) for day in DAYS]
    assert len(set(samples)) == len(DAYS)
    assert {name for drawn in samples for name in drawn} == set(NAMES)


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
