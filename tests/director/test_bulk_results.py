"""Many results at once: CSV and JSON lines, problems by line, all or none, and the undo of all of them."""

import json

import pytest

from tablekeeper.errors import UserError
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event

FOUR = ["Ann", "Bob", "Cid", "Dan"]
CSV = """\
player1,player2,winner,kind,timeout,wins,gammons,backgammons

Ann,Bob,Ann,gammon,,,,
Ann,Cid,,,Cid,87.6,0,0
"Dan",Bob,Bob,,,,,
"""


@pytest.fixture
def tourney(events):
    return started_event(events, FOUR, "Tourney", "ttt")


def problems(events, event, text):
    return {line.number: line.problem for line in events.batches.preview(event, text).problems}


def test_csv_is_looked_at_and_entered(events, tourney):
    before = events.export(tourney)
    found = events.batches.preview(tourney, CSV)
    assert [(line.number, line.result["match"]) for line in found.lines] == [(3, 1), (4, 2), (5, 3)]
    assert events.export(tourney) == before
    last = events.batches.enter(tourney, CSV, found.after)
    assert last == found.after + 3
    view = events.get(tourney)
    assert [one.result["players"] for one in view.entered] == [["Ann", "Bob"], ["Ann", "Cid"], ["Dan", "Bob"]]
    assert view.entered[1].result["wins"] == 87.6
    assert {row.player: str(row.figures["points"]) for row in view.answer.rows}["Ann"] == "3.4"
    assert events.batches.undo(tourney, found.after + 1, last, "of another group") == "3 actions from 4 to 6"
    assert events.export(tourney)["results"] == []
    assert "nothing to undo from action 4 to 6" in refusal(events.batches.undo, tourney, 4, 6)


def test_semicolons_leave_commas_to_the_players(events, tourney):
    found = events.batches.preview(tourney, "Players;Winner\nAnn,Bob;Bob\nCid, Dan;Cid\n")
    assert [line.result["players"] for line in found.lines] == [["Ann", "Bob"], ["Cid", "Dan"]]


def test_json_lines_of_a_server_are_imported_again_and_again(events, tourney):
    lines = [
        {"match": 30, "players": ["Ann", "Bob"], "started": True},
        {"match": 31, "players": ["Cid", "Bob"], "winner": "Bob", "kind": "single", "started": False},
    ]
    text = "".join(json.dumps(line) + "\n\n" for line in lines)
    events.batches.enter(tourney, text, 3)
    lines.append({"match": 30, "players": ["Ann", "Bob"], "winner": "Bob", "kind": "gammon"})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    found = events.batches.preview(tourney, text)
    assert [line.known for line in found.lines] == [True, True, False]
    events.batches.enter(tourney, text, found.after)
    assert len(events.get(tourney).entered) == 3
    # with nothing new nothing is entered
    last = events.get(tourney).last
    assert events.batches.enter(tourney, text, last) == last


def test_every_line_has_its_own_problem_and_nothing_is_entered(events, tourney):
    text = CSV + "Ann,Bob,Bob,,,,,\nAnn,Dan,Eve,,,,,\nAnn,Dan\nDan,Ann,Dan,,,many,,\nCid,Dan,Cid,,,,,\n"
    assert problems(events, tourney, text) == {
        6: "Players: there is no game of Ann v Bob to play; a friendly match needs its match id",
        7: 'Winner: "Eve" is not among the players',
        8: "2 cells, but the heading has 8",
        9: "Wins of the other player, %: cannot be used together with who has won",
    }
    with pytest.raises(UserError, match=r"4 lines have problems, the first is line 6 .*nothing is entered"):
        events.batches.enter(tourney, text, 3)
    assert events.get(tourney).last == 3
    assert problems(events, tourney, '{"match": 1,\n{"a": 1, "a": 2}\n[]\n{"match": "x"}') == {
        1: "line 1, column 13: this is not JSON (a key in double quotes is wanted here)",
        2: 'the key "a" is in one object twice',
        3: "an object is wanted here, not a list",
        4: '"Players" is missing',
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no result"),
        ("player1,player2,winner\n", "no result"),
        ("player1,player2,colour\nAnn,Bob,red", "heading names 'colour'"),
        ("winner,winner\nAnn,Bob", "heading names 'winner'"),
        ('player1,winner\n"Ann,Ann\n', "this is not CSV"),
        ("winner\n" + "Ann\n" * 1001, "more than 1000 results"),
    ],
)
def test_what_is_no_list_of_results(events, tourney, text, why):
    with pytest.raises(UserError, match=why):
        events.batches.preview(tourney, text)


def test_what_others_have_changed_meanwhile_is_looked_at_again(events, tourney):
    found = events.batches.preview(tourney, CSV)
    events.result(tourney, {"players": ["Cid", "Dan"], "winner": "Cid"})
    assert "has changed meanwhile" in refusal(events.batches.enter, tourney, CSV, found.after)
    assert len(events.get(tourney).entered) == 1


def test_only_a_running_event_takes_results(events):
    event = entered_event(events, FOUR[:3], "Cup", "championship", {"first_to": 2})
    assert "Cup is not running" in refusal(events.batches.preview, event, "winner\nAnn")
    events.start(event)
    events.batches.enter(event, "winner\nAnn\nBob\nAnn\n", 3)
    assert events.get(event).answer.winner == "Ann"
    assert problems(events, event, "winner\nBob\n")
    assert "give 3 here" in refusal(events.batches.undo, event, 2, 2)
    events.batches.undo(event, 2, 6)
    assert events.get(event).players == ()
