"""Units of an XLeague count as soon as they are complete, each with its own day, and are proposed then."""

from datetime import date

import pytest

from tablekeeper.director.people.register import Register
from tablekeeper.director.ranking.service import Rankings
from tests.director.journals import Clock
from tests.rankings.test_entries import final, robin
from tests.refusal import refusal
from tests.startedevent import started_event

DAY = 86_400_000
START = 1_777_636_800_000  # 1 May 2026, noon


@pytest.fixture
def clock():
    return Clock(START, step=0)


@pytest.fixture
def club(store):
    return Rankings(Register(store))


@pytest.fixture
def league(events):
    options = {"drr": 4, "playoffs": "top2", "positions": None}
    return started_event(events, ["Ann", "Bob", "Cid"], "XLeague", "league-2t-xl", options)


def play(events, event, games, clock=None):
    for game in games:
        events.result(event, game)
    if clock is not None:
        clock.ms += 7 * DAY


def named(club, event):
    return [(one["name"], one["date"]) for one in club.preview(event).tournaments]


def test_a_pair_of_round_robins_is_proposed_when_it_is_complete(events, club, league, clock):
    play(events, league, robin("ACBAAB", 8), clock)
    play(events, league, robin("AABBAB", 8)[:5])
    assert club.entries() == ()
    assert "not finished" in refusal(club.preview, league)
    play(events, league, robin("AABBAB", 8)[5:], clock)
    [view] = club.entries()
    assert (view.entry.kind, view.entry.state) == ("double-threat", "proposed")
    assert named(club, league) == [("XLeague, unit 1: round-robins 1 and 2", "2026-05-08")]
    assert club.preview(league).results == 0
    club.confirm(league)
    assert [row.player for row in club.table("double-threat").rows] == ["Ann", "Bob", "Cid"]
    assert club.days("double-threat") == (date(2026, 5, 8),)
    # further play makes nothing stale before the next unit is complete
    play(events, league, robin("BCBBCB", 8), clock)
    assert club.entries()[0].stale is False
    play(events, league, robin("BCBBCB", 8), clock)
    assert (club.entries()[0].stale, club.entries()[0].waiting) == (False, 1)
    club.confirm(league)
    assert club.entries()[0].waiting == 0
    assert club.entries()[0].stale is False
    assert club.entries()[0].entry.reason == "1 unit more is complete"
    assert club.days("double-threat") == (date(2026, 5, 8), date(2026, 5, 22))
    play(events, league, [final("A", "B")], clock)
    events.finish(league)
    assert named(club, league) == [
        ("XLeague, unit 1: round-robins 1 and 2", "2026-05-08"),
        ("XLeague, unit 2: round-robins 3 and 4", "2026-05-22"),
        ("XLeague, unit 3: playoffs", "2026-05-29"),
    ]
    assert club.preview(league).results == 25
    club.confirm(league)
    assert club.entries()[0].stale is False


def test_undo_and_rulings_of_a_unit_that_counts_are_told(events, club, league, clock):
    play(events, league, [*robin("ACBAAB", 8), *robin("AABBAB", 8)])
    club.confirm(league)
    last = events.get(league).last
    events.rule(league, last, robin("AABBAC", 8)[5], "the sheet says so")
    assert club.entries()[0].stale is True
    assert "a correction needs a reason" in refusal(club.confirm, league)
    club.confirm(league, reason="the sheet says so")
    assert club.entries()[0].stale is False
    events.undo(league)
    events.undo(league, last, "never played")
    assert club.entries()[0].stale is True
    assert "not finished" in refusal(club.confirm, league)


def test_a_decision_by_dice_waits_for_the_throws(events, club):
    event = started_event(events, ["Ann", "Bob", "Cid"], "Short", "league-2t-xl", {"positions": None})
    play(events, event, robin("AABBCC", 8))
    assert "dice" in events.get(event).answer.next[0]
    assert club.entries() == ()
    events.throw(event, "Ann 6, Bob 5, Cid 1")
    assert [one["places"] for one in club.preview(event).tournaments] == [[["Ann"], ["Bob"], ["Cid"]]]


def test_a_ttt_and_a_championship_are_proposed_at_their_finish_only(events, club):
    cup = started_event(events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 1})
    events.result(cup, {"winner": "Ann"})
    assert club.entries() == ()
