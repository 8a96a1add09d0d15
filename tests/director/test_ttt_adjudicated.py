"""A timeout of a Tric Trac Tourney adjudicated where it is entered: by GNU Backgammon, or by hand."""

import json

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tablekeeper.director import gnubg
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.xgid import xgid
from tests.cli.test_adjudicate import bearing_off

START = "4HPwATDgc/ABMA"
#: who is on roll bears off the last checker
WON = xgid(bearing_off({1: 1}, {1: 1}), Situation(length=1, score=(0, 0), on_roll=0))


@pytest.fixture
def event(tmp_path):
    """Runs `tablekeeper event` on a tourney of three; returns what was said, or the refusal."""

    def run(*words):
        done = CliRunner().invoke(main, ["event", *map(str, words), "--database", str(tmp_path / "hall.db")])
        return done.stdout if done.exit_code == 0 else done.stderr

    run("new", "ttt", "Tourney")
    run("enter", 1, "Ann", "Bob", "Cid")
    run("start", 1)
    return run


def results(event):
    return json.loads(event("export", 1))["results"]


@pytest.mark.gnubg
def test_a_position_is_evaluated_and_kept_with_figures_and_version(event):
    told = event("result", 1, "--timeout", "Ann", "--players", "Ann,Bob", "--position", START)
    assert told.startswith("Action 4: the result of match 1: Ann v Bob, ")
    [result] = results(event)
    assert (result["timeout"], result["position"]) == ("Ann", START)
    assert result["evaluation"].startswith("GNU Backgammon ")
    assert result["evaluation"].endswith(", 2-ply")
    assert 46 < result["wins"] < 49
    rows = json.loads(event("standings", 1, "--json"))["rows"]
    assert {row["player"]: row["points"] for row in rows} == {"Bob": "1.4", "Ann": "0", "Cid": "0"}
    # the same position with the other one on roll
    event("rule", 1, 4, "Bob was on roll", "--timeout", "Ann", "--position", START, "--on-roll", "Bob")
    [other] = results(event)
    assert 51 < other["wins"] < 54
    assert other["match"] == 1


@pytest.mark.gnubg
def test_one_open_game_needs_no_opponent(event):
    refused = event("result", 1, "--timeout", "Ann", "--position", START)
    assert "2 games are open for Ann" in refused
    event("result", 1, "--players", "Ann,Bob", "--winner", "Bob")
    event("result", 1, "--resigned", "Ann", "--position", WON, "--on-roll", "Cid")
    assert results(event)[1] | {"evaluation": ""} == {
        "match": 2, "players": ["Cid", "Ann"], "resigned": "Ann", "position": WON, "on_roll": "Cid",
        "wins": 100.0, "gammons": 0.0, "backgammons": 0.0, "evaluation": "",
    }  # fmt: skip


def test_percentages_by_hand_ask_nobody(event, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "PLACES", ())
    words = ("result", 1, "--timeout", "Ann", "--players", "Ann,Bob", "--position", START)
    refused = event(*words)
    assert refused.startswith("Error: GNU Backgammon (gnubg) is not installed")
    assert refused.count("\n") == 1
    assert results(event) == []
    typed = ("--wins", "50", "--gammons", "20", "--backgammons", "0", "--evaluation", "another program")
    event(*words, *typed)
    [result] = results(event)
    assert (result["wins"], result["position"], result["evaluation"]) == (50, START, "another program")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--winner", "Ann"), "say who timed out"),
        (("--timeout", "Ann", "--on-roll", "Dan"), "Who was on roll there: "),
        (("--timeout", "Ann", "--wins", "50"), '"Gammons of the other player, %" is missing'),
    ],
)
@pytest.mark.gnubg
def test_what_does_not_go_with_a_position(event, words, why):
    assert why in event("result", 1, "--players", "Ann,Bob", "--position", START, *words)
    assert results(event) == []
