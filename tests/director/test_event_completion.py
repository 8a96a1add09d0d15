"""What a result by hand leaves out is what the event knows: the match, and who plays it."""

import pytest

from tablekeeper.formats.completion import GivenResult, completed
from tablekeeper.strictjson import DocumentError
from tests.director.test_event_service import untouched
from tests.startedevent import started_event

FOUR = ("Ann", "Bob", "Cid", "Dan")
CUP = {"length": 5, "consolation": None}
SCORE = {"winner": "Ann", "score": [5, 3]}


def last(events, event):
    return events.export(event)["results"][-1]


@pytest.mark.parametrize(
    "told", [{}, {"match": "A1"}, {"players": ["Ann", "Bob"]}, {"players": ["Bob", "Ann"], "score": [3, 5]}]
)
def test_a_match_is_found_by_whatever_tells_it(events, told):
    event = started_event(events, FOUR, "Cup", "knockout", CUP)
    events.result(event, SCORE | told)
    assert last(events, event) == {"match": "A1", "players": ["Ann", "Bob"]} | SCORE | told


def test_who_leaves_the_players_out_tells_the_winners_score_first(events):
    event = started_event(events, FOUR, "Cup", "knockout", CUP)
    events.result(event, {"match": "A1", "winner": "Bob", "score": [5, 2]})
    assert last(events, event) == {"match": "A1", "players": ["Bob", "Ann"], "winner": "Bob", "score": [5, 2]}


def test_what_does_not_tell_one_match_is_refused(store, events):
    event = started_event(events, FOUR, "Cup", "knockout", CUP)
    for told, sentence in (
        ({"score": [5, 3]}, "is missing"),
        (SCORE | {"winner": "Zoe"}, r"^winner: Zoe has no game to play.*: Ann v Bob; match A2: Cid v Dan\.$"),
        (SCORE | {"winner": "ann"}, r'^winner: ann has no game to play; perhaps "Ann" is meant\.$'),
        (SCORE | {"players": ["Ann", "Cid"]}, "^players: Ann v Cid is not to be played; to be played: match"),
        (SCORE | {"players": 7}, "is missing"),
        (SCORE | {"match": "Z9"}, "is missing|no match"),
    ):
        untouched(store, event, lambda told=told: events.result(event, told), sentence)
    robin = started_event(events, FOUR[:3], "All", "round-robin", {"length": 5})
    both = r"^players: 2 matches fit \(Ann v Cid, Ann v Bob\): say which one"
    untouched(store, robin, lambda: events.result(robin, SCORE), both)


def test_a_league_is_played_in_order_so_its_next_game_is_meant(store, events):
    league = started_event(events, FOUR[:3], "League", "league-2t", {"positions": None, "playoffs": "top2"})
    untouched(store, league, lambda: events.result(league, {"winner": "Cid", "pawns": [4, 2]}), "Ann v Bob")
    for winner in ("Ann", "Ann", "Bob", "Bob", "Ann", "Cid"):
        events.result(league, {"winner": winner, "pawns": [4, 2], "minutes": 30})
    assert [one["players"] for one in events.export(league)["results"]] == [
        ["Ann", "Bob"], ["Ann", "Cid"], ["Bob", "Cid"], ["Bob", "Ann"], ["Ann", "Cid"], ["Cid", "Bob"],
    ]  # fmt: skip
    events.result(league, {"winner": "Ann"})
    assert last(events, league) == {"stage": "final", "players": ["Ann", "Bob"], "winner": "Ann"}


def test_a_later_game_of_a_league_is_entered_by_naming_both_players(events):
    event = started_event(events, FOUR[:3], "League", "league-2t", {"positions": None})
    following = [one["players"] for one in events.get(event).answer.next]
    later = next(pair for pair in following if set(pair) != set(following[0]))
    events.result(event, {"players": later, "winner": later[0], "pawns": [4, 1], "minutes": 30})
    assert last(events, event)["players"] == later


def test_where_several_matches_fit_they_are_named():
    following = [{"match": name, "players": ["Ann", other]} for name, other in (("A1", "Bob"), ("B1", "Cid"))]
    with pytest.raises(DocumentError, match=r"^match: 2 matches fit \(A1, B1\): say which one$"):
        completed(["match", "players", "winner", "score"], GivenResult(SCORE), lambda: following)


def test_a_ruling_is_about_the_match_of_the_result_before(events):
    event = started_event(events, FOUR, "Cup", "knockout", CUP)
    action = events.result(event, SCORE)
    events.rule(event, action, {"winner": "Bob", "score": [5, 3]}, "the sheet said so")
    assert last(events, event) == {"match": "A1", "players": ["Bob", "Ann"], "winner": "Bob", "score": [5, 3]}


def test_a_result_that_somebody_else_has_entered_is_asked_about(store, events):
    """Two directors, or a director and a table, tell the same match: it must not count for the next one."""
    event = started_event(events, FOUR, "Cup", "knockout", CUP)
    events.result(event, {"match": "A2", "winner": "Cid", "score": [5, 1]})
    mine = {"match": "A1", "players": ["Bob", "Ann"], "winner": "Ann", "score": [3, 5]}
    events.result(event, mine, actor="Eve")
    why = (
        r"^Eve has entered match A1: Bob v Ann, winner Ann, score 3-5 already \(action 5\)\. "
        "If this is another match, name both players"
    )
    untouched(store, event, lambda: events.result(event, SCORE, actor="Gus"), why)
    # another score, but Gus has done nothing since and may mean that match
    other = SCORE | {"score": [5, 4]}
    untouched(store, event, lambda: events.result(event, other, actor="Gus"), "a ruling on action 5 corrects")
    # who has acted since then, the same author, or who says whose it is: the final
    events.result(event, SCORE, actor="Eve")
    events.undo(event, actor="Eve")
    events.presence.check_in(event, ["Ann"], actor="Gus")
    events.result(event, other, actor="Gus")
    events.undo(event, actor="Gus")
    events.result(event, SCORE | {"players": ["Ann", "Cid"]}, actor="Gus")
    assert last(events, event)["match"] == "B1"


def test_a_score_without_a_winner_is_told_what_is_missing(store, events):
    event = started_event(events, FOUR, "Cup", "knockout", CUP)
    untouched(store, event, lambda: events.result(event, {"score": [5, 1]}), "^Say who has won")


def test_what_others_enter_meanwhile_does_not_refuse_a_result(store, events, monkeypatch):
    """The program numbers a game of a tourney; a table that brings its result first takes the number."""
    tourney = started_event(events, FOUR, "Tourney", "ttt")
    completed_before, others = events._completed, [["Cid", "Dan"], ["Bob", "Cid"]]

    def overtaken(event, result, *more):
        filled = completed_before(event, result, *more)
        if others and result["players"] == ["Ann", "Bob"]:
            events.result(event, {"players": others.pop(), "winner": "Cid"}, actor="Table 1")
        return filled

    monkeypatch.setattr(events, "_completed", overtaken)
    events.result(tourney, {"players": ["Ann", "Bob"], "winner": "Ann"})
    assert [one["match"] for one in events.export(tourney)["results"]] == [1, 2, 3]
    assert last(events, tourney)["players"] == ["Ann", "Bob"]
