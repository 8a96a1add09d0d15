"""Check-in: who is there is noted, asked about at the start, exported, and undone."""

import re

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.strictjson import Cursor
from tests.director.test_event_presence import read_back
from tests.director.test_event_service import untouched
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event

FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def cup(events):
    return entered_event(events, FOUR, "Cup", "knockout", {"length": 5, "late": 2})


def test_who_has_not_checked_in_is_asked_about_at_the_start(store, events, cup):
    events.presence.check_in(cup, ["Ann", " Bob ", "Cid"])
    assert events.get(cup).present == {"Ann", "Bob", "Cid"}
    events.presence.check_in(cup, ["Cid"], False)
    untouched(store, cup, lambda: events.start(cup), "Cid and Dan have not checked in")
    with pytest.raises(Unconfirmed) as asked:
        events.start(cup)
    assert asked.value.said == {"absent": "1"}
    events.withdraw(cup, "Dan")
    events.start(cup, absent=True)
    assert [one.text for one in events.get(cup).history][2:4] == [
        "the check-in of Ann, Bob and Cid", "the absence of Cid",
    ]  # fmt: skip


def test_nobody_is_asked_about_where_nobody_checked_in(events, cup):
    events.start(cup)
    assert events.get(cup).phase == "running"


def test_everybody_there_starts_at_once(events, cup):
    events.presence.check_in(cup, FOUR)
    events.start(cup)
    assert events.get(cup).phase == "running"


def test_who_comes_late_is_there(events, cup):
    events.presence.check_in(cup, FOUR)
    events.start(cup)
    events.enter(cup, ["Eve"])
    assert events.get(cup).present == {*FOUR, "Eve"}
    events.presence.check_in(cup, ["Eve"], False)
    assert events.get(cup).present == set(FOUR)
    events.undo(cup, len(events.get(cup).history))
    assert events.get(cup).present == {*FOUR, "Eve"}


def test_an_undo_takes_a_check_in_back_and_a_withdrawal_ends_it(events, cup):
    events.presence.check_in(cup, ["Ann", "Dan"])
    events.withdraw(cup, "Dan")
    assert events.get(cup).present == {"Ann"}
    events.undo(cup, 3)
    assert events.get(cup).present == frozenset()
    assert events.get(cup).players == ("Ann", "Bob", "Cid")


@pytest.mark.parametrize("names", [["Eve"], ["Ann", "Eve"], []])
def test_only_players_check_in(store, events, cup, names):
    untouched(store, cup, lambda: events.presence.check_in(cup, names), "Eve is not entered|Say who is there")


def test_an_export_keeps_it_and_the_second_reading_understands_it(events, cup, elsewhere):
    events.presence.check_in(cup, FOUR)
    events.start(cup)
    events.enter(cup, ["Late"])
    events.presence.check_in(cup, ["Late"])
    document = events.export(cup)
    assert audit(Cursor(document)).findings == ()
    assert read_back(elsewhere, document) == document
    wrong = {**document, "journal": [
        *document["journal"][:2],
        {**document["journal"][2], "body": {"players": ["Nobody"], "present": True}},
        *document["journal"][3:],
    ]}  # fmt: skip
    assert [re.sub(r"\d", "N", one.place) for one in audit(Cursor(wrong)).findings] == [
        "journal[N].body.players[N]"
    ]


# --- what it would mean that somebody leaves --------------------------------------------------------


def test_leaving_is_told_before_it_is_done(events, cup):
    events.set_options(cup, {"late": 0})
    assert events.presence.leaving(cup, "Ann").listed
    events.start(cup)
    told = events.presence.leaving(cup, "Ann")
    assert (told.open, told.listed, dict(told.rulings)) == (1, False, {"": ("", 1)})
    before = events.get(cup).last
    events.withdraw(cup, "Ann")
    assert (before, events.get(cup).last) == (4, 5)
    assert "without play" in events.get(cup).history[-1].text
    assert "Ann is not in Cup any more" in refusal(events.presence.leaving, cup, "Ann")


def test_leaving_a_tourney_is_told_for_each_ruling(events):
    event = started_event(events, FOUR, "Tourney", "ttt")
    told = events.presence.leaving(event, "Ann")
    assert {key: count for key, (_, count) in told.rulings.items()} == {"timeouts": 3, "removed": 3}
    assert told.rulings["timeouts"][0] == events.form(event).departures["timeouts"]


def test_leaving_a_league_is_told_for_each_ruling(events):
    event = started_event(events, FOUR[:3], "League", "league-2t", {"positions": None})
    told = events.presence.leaving(event, "Ann").rulings
    assert {key: count for key, (_, count) in told.items()} == {"walkovers": 4, "removed": 4}


def test_a_game_that_the_others_play_is_no_walkover(events):
    event = started_event(events, FOUR[:3], "Grand", "grand-prix-plus", {"games": 5})
    assert events.presence.leaving(event, "Ann").rulings == {"": ("", 0)}
    events.withdraw(event, "Ann")
    assert events.get(event).history[-1].text == "the withdrawal of Ann"
    assert [one["players"] for one in events.get(event).answer.next] == [["Bob", "Cid"]] * 5
