"""Times and durations as people write them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.regulation.moment import clock_time, minutes, moment, span
from tests.refusal import document_error


def at(*parts):
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1000


def test_a_time_of_day_is_the_nearest_one():
    near = at(2026, 11, 21, 20, 5)
    assert moment("20:00", near, UTC) == at(2026, 11, 21, 20, 0)
    assert moment("8:30:15", near, UTC) == at(2026, 11, 21, 8, 30, 15)
    assert moment("7:30", near, UTC) == at(2026, 11, 22, 7, 30)
    assert moment("23:50", at(2026, 11, 22, 0, 10), UTC) == at(2026, 11, 21, 23, 50)
    assert moment("0:10", at(2026, 11, 21, 23, 50), UTC) == at(2026, 11, 22, 0, 10)


def test_a_date_may_be_written():
    wanted = at(2026, 2, 28, 19, 30)
    assert moment("2026-02-28 19:30", 0, UTC) == moment("2026-02-28T19:30", 0, UTC) == wanted
    assert clock_time(wanted, UTC) == "2026-02-28 19:30"
    assert clock_time(wanted + 5000, UTC) == "2026-02-28 19:30:05"


@pytest.mark.parametrize(
    "text", ["", "soon", "24:00", "12:60", "2026-02-30 10:00", "20.00", "1:2", "²0:00", "0000-13-45 20:00"]
)
def test_what_is_no_time_is_refused(text):
    assert "is not a time" in document_error(moment, text, at(2026, 11, 21, 20, 0), UTC)


def test_a_time_that_no_page_can_write_is_refused():
    told = document_error(moment, "9999-12-31 23:59", 0, UTC)
    assert told == "'9999-12-31 23:59' is too late: name an earlier year"
    assert clock_time(1 << 53, timezone(timedelta(hours=14))) == "9999-01-01 14:00"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("14", 840), ("14m", 840), ("14min", 840), ("14:30", 870), ("1h30m", 5400), ("45s", 45), ("2h", 7200)],
)
def test_durations(text, seconds):
    assert span(text) == seconds * 1000


@pytest.mark.parametrize("text", ["", "long", "14:60", "-3m", "9999h", "1.5m", "m"])
def test_what_is_no_duration_is_refused(text):
    assert "is not a duration" in document_error(span, text)


@given(st.integers(0, 5999))
def test_a_duration_reads_as_it_prints(seconds):
    assert span(minutes(seconds * 1000)) == seconds * 1000


@given(st.integers(0, 2**41), st.integers(-43_100, 43_100))
def test_a_moment_reads_as_it_prints(near_s, away):
    near = near_s // 1000 * 1000 + 86_400_000
    wanted = near + away * 1000
    assert moment(clock_time(wanted, UTC)[11:], near, UTC) == wanted
