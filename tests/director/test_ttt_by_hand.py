"""Results of a Tric Trac Tourney entered by hand: what the program fills in, and what it asks for."""

import pytest

from tablekeeper.errors import UserError
from tests.startedevent import started_event

PAIR = ["Ann", "Bob"]


@pytest.fixture
def tourney(events):
    """A tourney of three that has started."""
    return started_event(events, [*PAIR, "Cid"], "Tourney", "ttt")


def last(events, event):
    return events.get(event).entered[-1].result


def test_a_win_is_single_unless_said_and_the_program_numbers_it(events, tourney):
    events.result(tourney, {"players": PAIR, "winner": "Ann"})
    assert last(events, tourney) == {"match": 1, "players": PAIR, "winner": "Ann", "kind": "single"}
    events.result(tourney, {"players": ["Cid", "Bob"], "winner": "Cid", "kind": "gammon"})
    assert last(events, tourney)["match"] == 2


def test_a_result_belongs_to_the_match_that_the_two_have_started(events, tourney):
    events.result(tourney, {"match": 40, "players": PAIR, "started": True})
    events.result(tourney, {"match": 30, "players": PAIR, "started": True})
    events.result(tourney, {"players": ["Bob", "Ann"], "winner": "Bob", "started": False})
    assert last(events, tourney)["match"] == 30
    events.result(tourney, {"players": ["Bob", "Cid"], "started": True})
    assert last(events, tourney) == {"match": 41, "players": ["Bob", "Cid"], "started": True}


def test_a_friendly_match_needs_its_number(events, tourney):
    """Else a result that was entered twice, or a name mistyped, would be stored as a friendly match."""
    events.result(tourney, {"players": PAIR, "winner": "Ann"})
    known, unknown = f"there is no game of {' v '.join(PAIR)} to play", '"Sid" is not among the players'
    for players, sentence in ((PAIR, known), (["Ann", "Sid"], unknown)):
        with pytest.raises(UserError, match=sentence):
            events.result(tourney, {"players": players, "winner": "Ann"})
    events.result(tourney, {"match": 9, "players": ["Ann", "Sid"], "winner": "Ann"})
    assert events.get(tourney).answer.notes == ("1 friendly match does not count.",)


def test_a_game_of_the_mini_ttt_is_known_by_its_players(events, tourney):
    for winner, loser in (("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")):
        events.result(tourney, {"players": [winner, loser], "winner": winner})
    events.result(tourney, {"players": ["Cid", "Bob"], "started": True})
    events.result(tourney, {"players": ["Cid", "Bob"], "winner": "Bob"})
    assert last(events, tourney) == {
        "match": 4, "mini": 1, "players": ["Cid", "Bob"], "winner": "Bob", "kind": "single",
    }  # fmt: skip


def test_a_ruling_keeps_the_match_of_the_result_that_it_replaces(events, tourney):
    action = events.result(tourney, {"match": 7, "players": PAIR, "winner": "Ann"})
    events.rule(tourney, action, {"winner": "Bob", "kind": "gammon"}, "the sheets say so")
    assert last(events, tourney) == {"match": 7, "players": PAIR, "winner": "Bob", "kind": "gammon"}


def test_what_is_missing_is_asked_for(events, tourney):
    for result, why in (
        ({"winner": "Ann"}, '"Players" is missing'),
        ({"players": ["Ann"], "winner": "Ann"}, "give 2 here"),
        ({"players": "Ann", "winner": "Ann"}, "a list is wanted"),
        ({"players": ["Ann", 5], "winner": "Ann"}, "Players, item 2"),
        ({"players": PAIR, "started": False}, "Give exactly one of these"),
        ({"absent": "Ann", "ruling": "removed"}, "Has withdrawn: withdraw the player instead"),
    ):
        with pytest.raises(UserError, match=why):
            events.result(tourney, result)
    assert events.get(tourney).entered == ()


def test_a_number_that_a_table_will_use_is_given_to_nothing_else(events, tourney):
    """Tables number their matches, too: neither may take the other's number."""
    events.link(tourney, 5, {"players": PAIR})
    events.result(tourney, {"players": ["Bob", "Cid"], "winner": "Cid"})
    assert last(events, tourney)["match"] == 6
    events.link(tourney, 6, {"players": ["Cid", "Ann"]})
    won = {"match": 6, "players": ["Cid", "Ann"], "winner": "Ann", "kind": "single"}
    events.result(tourney, won, match=6)
    assert last(events, tourney) == {**won, "match": 7}
    events.result(tourney, {"match": 5, "players": PAIR, "winner": "Ann", "kind": "single"}, match=5)
    assert events.get(tourney).answer.over
