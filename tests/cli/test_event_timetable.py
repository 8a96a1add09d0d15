"""`tablekeeper event timetable`."""

import json

import pytest


@pytest.fixture
def cup(say):
    say("event", "new", "knockout", "Cup")
    say("event", "enter", "Cup", "Ann", "Bob", "Cid", "Dan")
    return "Cup"


def test_rounds_begin_one_after_the_other(say, cup):
    say("event", "timetable", cup, "--control", "3m/pt b12", "--length", 7)
    told = say("event", "timetable", cup, "A", "B", "--start", "2026-11-21 20:00", "--every", "90m")
    assert told == (
        "All rounds: 7 points, 3m/pt b12\nRound A: 2026-11-21 20:00\nRound B: 2026-11-21 21:30\n"
    )
    say("event", "timetable", cup, "B", "--clear", "start", "--length", 9)
    shown = json.loads(say("event", "timetable", cup, "--json"))
    assert shown["B"] == {"start_ms": None, "control": None, "length": 9}
    assert shown["A"]["start_ms"] is not None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Z", "--length", "5"), "There is no round Z: its rounds are A, B."),
        (("A", "B", "--start", "20:00"), "Give with --every"),
        (("A", "--every", "90m"), "--every needs --start"),
        (("--control", "quick"), "quick"),
        (("--start", "25:99"), "25:99"),
    ],
)
def test_what_cannot_be_is_refused(no, cup, words, sentence):
    assert sentence in no("event", "timetable", cup, *words)
