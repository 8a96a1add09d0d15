"""Games played by turns: deadlines, what is overdue, and what one player has to do."""

import json

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.opengames import open_games, overdue, player_games
from tablekeeper.strictjson import Cursor
from tests.director.journals import Clock
from tests.refusal import refusal
from tests.startedevent import started_event

FOUR = ["Ann", "Bob", "Cid", "Dan"]
HOUR = 3_600_000


@pytest.fixture
def clock():
    return Clock(0, step=0)


@pytest.fixture
def tourney(events):
    """A tourney of two turns a day, started at 0."""
    return started_event(events, FOUR, "Tourney", "ttt", {"turns_a_day": 2})


def due(events, event):
    return {
        " v ".join(game.pairing["players"]): (game.on_turn, game.due_ms / HOUR)
        for game in open_games(events.get(event))
    }


def test_each_game_has_its_deadline(events, tourney, clock, elsewhere):
    assert due(events, tourney)["Ann v Bob"] == ("Ann", 12)
    clock.ms = 5 * HOUR
    events.result(tourney, {"players": ["Ann", "Bob"], "started": True})
    assert due(events, tourney)["Ann v Bob"] == (None, 17)
    assert due(events, tourney)["Bob v Cid"] == ("Bob", 12)
    clock.ms = 6 * HOUR
    seq = events.turn(tourney, "Bob", "Ann")
    assert events.get(tourney).history[-1].text == "the turn of Bob against Ann"
    assert due(events, tourney)["Ann v Bob"] == ("Bob", 18)
    assert str(open_games(events.get(tourney))[0]) == (
        "match 1: Ann v Bob, Bob on turn, due 1970-01-01 18:00 UTC"
    )
    document = json.loads(json.dumps(events.export(tourney)))
    assert audit(Cursor(document)).findings == ()
    assert elsewhere.export(elsewhere.take_in(Cursor(document), "again", 0)) == document
    events.undo(tourney, seq)
    assert due(events, tourney)["Ann v Bob"] == (None, 17)
    events.result(tourney, {"players": ["Ann", "Bob"], "winner": "Bob"})
    assert "Ann v Bob" not in due(events, tourney)


def test_overdue_games_are_listed_oldest_first(events, tourney, clock):
    clock.ms = 4 * HOUR
    events.turn(tourney, "Dan", "Cid")
    found = overdue(events.get(tourney), 13 * HOUR)
    assert len(found) == 5
    assert {game.due_ms for game in found} == {12 * HOUR}
    assert overdue(events.get(tourney), 12 * HOUR) == ()
    last = overdue(events.get(tourney), 17 * HOUR)[-1]
    assert (last.pairing["players"], last.on_turn) == (["Cid", "Dan"], "Dan")
    events.withdraw(tourney, "Ann", ruling="timeouts")
    assert len(overdue(events.get(tourney), 13 * HOUR)) == 2


def test_a_mini_ttt_begins_with_the_last_result(events, clock):
    event = started_event(events, FOUR[:3], "Tourney", "ttt", {"turns_a_day": 4})
    events.turn(event, "Bob", "Ann")
    for winner, loser in (("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")):
        clock.ms += HOUR
        events.result(event, {"players": [winner, loser], "winner": winner})
    assert due(events, event)["Ann v Bob"] == ("Ann", 9)


def test_what_a_player_has_to_do(events, tourney):
    events.result(tourney, {"players": ["Cid", "Ann"], "started": True})
    events.result(tourney, {"players": ["Ann", "Dan"], "winner": "Dan"})
    found = player_games(events.get(tourney), "Ann")
    assert [game.pairing["players"] for game in found.invites] == [["Ann", "Bob"]]
    assert found.invited == ()
    assert [game.pairing["players"] for game in found.open] == [["Ann", "Cid"]]
    assert [result["winner"] for result in found.played] == ["Dan"]
    invited = player_games(events.get(tourney), "Bob").invited
    assert [game.pairing["players"] for game in invited] == [["Ann", "Bob"]]


def test_where_nobody_invites_all_games_are_open(events):
    event = started_event(events, FOUR, "Cup", "round-robin", {"length": 3})
    found = player_games(events.get(event), "Ann")
    assert (found.invites, found.invited, len(found.open)) == ((), (), 3)
    assert found.open[0].due_ms is None


def test_who_has_left_has_played_what_came_before(events):
    event = started_event(events, FOUR[:3], "Masters", "masters", {"first_to": 5})
    for winner in ("Ann", "Bob"):
        events.result(event, {"winner": winner})
    events.withdraw(event, "Ann")
    events.result(event, {"winner": "Cid"})
    view = events.get(event)
    winners = {
        name: [result["winner"] for result in player_games(view, name).played] for name in view.players
    }
    assert winners == {"Ann": ["Ann", "Bob"], "Bob": ["Ann", "Bob", "Cid"], "Cid": ["Ann", "Bob", "Cid"]}


def test_what_is_no_turn(events, tourney):
    assert '"Eve" is not among the players' in refusal(events.turn, tourney, "Ann", "Eve")
    events.set_options(tourney, {"turns_a_day": None})
    assert "not played by turns" in refusal(events.turn, tourney, "Ann", "Bob")
