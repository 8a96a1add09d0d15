"""Who withdraws from a Tric Trac Tourney does not block it: both rulings, mini-TTTs, undo, and the finish."""

import json

import pytest

from tablekeeper.audit import audit
from tablekeeper.errors import UserError
from tablekeeper.strictjson import Cursor
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event

FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def tourney(events):
    """A tourney of four in which Ann has beaten Bob, and has started her game with Cid."""
    event = started_event(events, FOUR, "Tourney", "ttt", {"removal_at": 3})
    events.result(event, {"match": 8, "players": ["Ann", "Bob"], "winner": "Ann"})
    events.result(event, {"match": 9, "players": ["Cid", "Ann"], "started": True})
    return event


def figures(events, event):
    """Return points, games played and timeouts by player; the audit finds the same as the standings."""
    document = json.loads(json.dumps(events.export(event)))
    assert audit(Cursor(document)).findings == ()
    rows = document["standings"]["rows"]
    return {row["player"]: (row["points"], row["played"], row["timeouts"]) for row in rows}


def test_each_open_game_is_a_timeout_with_nothing_played(events, tourney):
    before = events.export(tourney)
    events.withdraw(tourney, "Ann", "ill", ruling="timeouts")
    # the opening position is worth 1.4, and what was played stays
    assert figures(events, tourney) == {
        "Bob": ("0.5", 1, 0), "Cid": ("1.4", 1, 0), "Dan": ("1.4", 1, 0), "Ann": ("1", 3, 2),
    }  # fmt: skip
    view = events.get(tourney)
    assert view.history[-1].text == (
        "the withdrawal of Ann (ill), timeouts with nothing played: Dan v Ann; match 9: Ann v Cid"
    )
    assert view.answer.notes == ("Ann has withdrawn: 2 open games are timeouts with nothing played.",)
    assert [pair["players"] for pair in view.answer.next] == [["Bob", "Cid"], ["Cid", "Dan"], ["Bob", "Dan"]]
    for match, sentence in ((9, "has a result already"), (None, "there is no game of Ann v Cid to play")):
        late = {"players": ["Ann", "Cid"], "winner": "Ann"} | ({"match": match} if match else {})
        with pytest.raises(UserError, match=sentence):
            events.result(tourney, late)
    events.result(tourney, {"match": 2, "players": ["Ann", "Dan"], "winner": "Ann"})
    assert events.get(tourney).answer.notes[-1] == "1 friendly match does not count."
    assert figures(events, tourney)["Ann"] == ("1", 3, 2)
    events.undo(tourney)
    events.undo(tourney)
    assert events.export(tourney)["standings"] == before["standings"]


@pytest.mark.parametrize("count", range(4, 9))
@pytest.mark.parametrize("ruling", ["removed", "timeouts"])
def test_a_removal_changes_no_invitation_of_the_others(events, count, ruling):
    event = events.new("Tourney", "ttt", {"removal_at": 2})
    events.enter(event, [f"P{number}" for number in range(count)])
    events.start(event)
    before = events.get(event).answer.next
    events.withdraw(event, "P1", ruling=ruling)
    view = events.get(event)
    assert view.answer.next == tuple(one for one in before if "P1" not in one["players"])
    if ruling == "timeouts":
        told = "; ".join(" v ".join(one["players"]) for one in before if "P1" in one["players"])
        assert view.history[-1].text.endswith(f"nothing played: {told}")


def test_as_many_timeouts_as_remove_a_player_do_so_here_too(events, tourney):
    events.withdraw(tourney, "Dan", ruling="timeouts")
    assert figures(events, tourney)["Dan"] == ("0", 0, 3)
    assert events.get(tourney).answer.notes == ("Dan is removed with all games: 3 timeouts.",)


def test_who_is_removed_leaves_with_all_games(events, tourney):
    events.withdraw(tourney, "Ann", ruling="removed")
    assert figures(events, tourney) == dict.fromkeys(FOUR, ("0", 0, 0))
    view = events.get(tourney)
    assert view.history[-1].text == "the withdrawal of Ann, removed with all games"
    assert view.answer.notes == ("Ann is removed with all games: withdrawn.",)
    assert len(view.answer.next) == 3
    # the game with who is removed was no open game
    events.withdraw(tourney, "Bob", ruling="timeouts")
    assert figures(events, tourney)["Bob"] == ("0", 2, 2)
    events.result(tourney, {"players": ["Cid", "Dan"], "winner": "Cid"})
    assert events.get(tourney).answer.winner == "Cid"


def test_who_has_withdrawn_plays_no_mini_ttt(events):
    event = started_event(events, FOUR[:3], "Tourney", "ttt")
    for winner, loser in (("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")):
        events.result(event, {"players": [winner, loser], "winner": winner})
    events.result(event, {"players": ["Cid", "Bob"], "started": True})
    with pytest.raises(UserError, match="a mini-TTT is being played: rule timeouts"):
        events.withdraw(event, "Cid", ruling="removed")
    events.withdraw(event, "Cid", ruling="timeouts")
    assert events.get(event).answer.next == ({"mini": 1, "players": ["Ann", "Bob"]},)
    with pytest.raises(UserError, match="Cid has withdrawn"):
        events.result(event, {"match": 9, "mini": 1, "players": ["Cid", "Bob"], "winner": "Cid"})
    events.result(event, {"players": ["Ann", "Bob"], "winner": "Bob"})
    answer = events.get(event).answer
    assert (answer.winner, answer.rows[0].decided_by, answer.rows[0].explain) == (
        "Bob", "mini-TTT 1", "2.4 v 1.9",
    )  # fmt: skip
    assert figures(events, event)["Cid"] == ("1.5", 2, 0)


def test_two_of_three_leave_a_mini_ttt(events):
    """Who withdrew first loses by timeout to who withdrew later."""
    event = started_event(events, FOUR[:3], "Tourney", "ttt")
    for winner, loser in (("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")):
        events.result(event, {"players": [winner, loser], "winner": winner})
    for player in ("Bob", "Ann"):
        events.withdraw(event, player, ruling="timeouts")
    # Bob 0, Ann 1.4, Cid 2.8
    answer = events.get(event).answer
    assert (answer.winner, answer.rows[0].explain) == ("Cid", "2.8 v 1.4")
    figures(events, event)


def test_the_director_says_which_ruling(events, tourney):
    for ruling in ("", "walkover"):
        with pytest.raises(UserError, match=r"Choose the ruling on the games of Ann: timeouts .*; removed "):
            events.withdraw(tourney, "Ann", ruling=ruling)
    cup = started_event(events, FOUR[:3], "Cup", "championship", {"first_to": 2})
    assert "there is none here" in refusal(events.withdraw, cup, "Ann", ruling="removed")


def test_an_event_with_open_games_is_finished_only_with_a_reason(events, tourney):
    assert refusal(events.finish, tourney).startswith("5 games are open (Bob v Cid, ...)")
    events.finish(tourney, "the hall closes")
    view = events.get(tourney)
    assert (view.phase, view.history[-1].text) == ("finished", "the finish (the hall closes)")
    figures(events, tourney)
    events.undo(tourney)
    assert events.get(tourney).phase == "running"
    for player in FOUR[:3]:
        events.withdraw(tourney, player, ruling="timeouts")
    assert events.get(tourney).answer.winner == "Dan"
    events.finish(tourney)


def test_an_exclusion_from_a_tourney_keeps_what_was_played(room):
    desk, events = room.director.desk, room.director.events
    event = entered_event(events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")
    desk.rule("exclude", ["Cid"], {}, event=event)
    events.enter(event, ["Cid"])
    events.start(event)
    events.result(event, {"players": ["Ann", "Bob"], "winner": "Ann"})
    desk.rule("exclude", ["Bob"], {}, event=event, games="timeouts")
    view = events.get(event)
    assert view.entered[-1].result == {"absent": "Bob", "ruling": "timeouts"}
    points = {row.player: str(row.figures["points"]) for row in view.answer.rows}
    assert points == {"Cid": "1.4", "Ann": "1", "Bob": "0.5"}
