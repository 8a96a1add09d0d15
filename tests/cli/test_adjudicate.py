"""`tablekeeper adjudicate`: typed percentages, positions through GNU Backgammon, and what is refused."""

import json

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tablekeeper.director import gnubg
from tablekeeper.games.backgammon.board import Board
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.positionid import position_id
from tablekeeper.games.backgammon.xgid import xgid
from tests.nonempty import nonempty

EXAMPLE = ("--wins", "98.7", "--gammons", "96.3", "--backgammons", "12.3")
START = "4HPwATDgc/ABMA"


def run(*words):
    return CliRunner().invoke(main, ["adjudicate", *words])


def figures(*words):
    """Return the JSON document of a command that works."""
    done = run(*words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_typed_percentages():
    done = run(*EXAMPLE)
    assert done.exit_code == 0
    assert done.stdout == "2.6 points: equity 2.0795 + 0.5, rounded to a tenth, 1 to 2.7.\n"
    assert list(figures(*EXAMPLE).items()) == [
        ("wins", "98.7"),
        ("gammons", "96.3"),
        ("backgammons", "12.3"),
        ("equity", "2.0795"),
        ("points", "2.6"),
        ("cap", "2.7"),
    ]


def test_the_cap():
    rates = ("--wins", "99.9", "--gammons", "98", "--backgammons", "60")
    assert figures(*rates)["points"] == "2.7"
    assert figures(*rates, "--cap", "3")["points"] == "3"


def test_half_a_tenth_goes_up_exactly():
    assert figures("--wins", "50", "--gammons", "20", "--backgammons", "0")["points"] == "1.5"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Give a position, or --wins, --gammons and --backgammons."),
        (("--wins", "50"), "--gammons is missing"),
        (("--wins", "50", "--gammons", "20"), "--backgammons is missing"),
        (("--wins", "101", "--gammons", "20", "--backgammons", "0"), "--wins: 101 is out of range: 0 to 100"),
        (("--wins", "-1", "--gammons", "0", "--backgammons", "0"), "--wins: -1 is out of range: 0 to 100"),
        (("--wins", "half", "--gammons", "0", "--backgammons", "0"), "--wins: a number is wanted here"),
        (("--wins", "NaN", "--gammons", "0", "--backgammons", "0"), "--wins: a number is wanted here"),
        (("--wins", "50", "--gammons", "60", "--backgammons", "0"), "--gammons: wins include gammons"),
        (("--wins", "50", "--gammons", "20", "--backgammons", "21"), "--backgammons: gammons include"),
        ((*EXAMPLE, "--cap", "3.5"), "--cap: 3.5 is out of range: 1 to 3"),
        ((*EXAMPLE, "--cap", "0.5"), "--cap: 0.5 is out of range: 1 to 3"),
        ((*EXAMPLE, "--timed-out", "other"), "--timed-out can only be given with a position"),
        ((START, *EXAMPLE), "either a position or the three percentages"),
        (("nonsense",), "is not a position id"),
        (("XGID=-b----E-C---eE---c-e----B-:0:0",), "is not an XGID"),
        ((position_id(Board((0,) * 25 + (0,)), 0),), "is over: there is nothing to adjudicate"),
    ],
)
def test_what_is_refused(words, sentence):
    done = run(*words, "--json")
    assert done.exit_code == 2
    assert not done.stdout
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_gnu_backgammon_typing_still_works(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "PLACES", ())
    done = run(START)
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: GNU Backgammon (gnubg) is not installed")
    assert "Type the percentages of wins, gammons and backgammons." in done.stderr
    assert run(*EXAMPLE).exit_code == 0


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("echo rates of nothing", "gave no answer"),
        ("exit 3", "gave no answer"),
        (None, "does not answer"),
    ],
)
def test_a_program_that_is_no_gnu_backgammon(monkeypatch, tmp_path, script, sentence):
    other = tmp_path / "gnubg"
    other.write_bytes(b"\0" if script is None else f"#!/bin/sh\n{script}\n".encode())
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run(START)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def bearing_off(mine, theirs):
    """Return a board: `mine` and `theirs` give checkers by a player's own point."""
    view = [0] * 26
    for point, count in mine.items():
        view[point] += count
    for point, count in theirs.items():
        view[25 - point] -= count
    return Board(tuple(view), (15 - sum(mine.values()), 15 - sum(theirs.values())))


@pytest.mark.gnubg
def test_the_opening_position():
    """Whoever is on roll has a little more of it; the two sides' wins are all there is."""
    other, mine = figures(START), figures(START, "--timed-out", "other")
    assert 46 < float(other["wins"]) < 49 < 51 < float(mine["wins"]) < 54
    assert float(other["wins"]) + float(mine["wins"]) == pytest.approx(100, abs=0.11)
    assert other["points"] == "1.4"
    assert (other["position"], other["timed_out"]) == (START, "on-roll")
    # the example of the tourney's page for this position
    assert abs(float(other["gammons"]) - 14.6) < 4


@pytest.mark.gnubg
@pytest.mark.parametrize(
    ("board", "who", "expected"),
    [
        # the last checker goes off with the next roll
        pytest.param(bearing_off({1: 1}, {1: 1}), "on-roll", ("0", "0", "0", "1"), id="lost"),
        pytest.param(bearing_off({1: 1}, {1: 1}), "other", ("100", "0", "0", "1.5"), id="won"),
        pytest.param(bearing_off({1: 1}, {6: 15}), "other", ("100", "100", "0", "2.5"), id="gammon"),
        pytest.param(
            bearing_off({1: 1}, {6: 13, 23: 2}), "other", ("100", "100", "100", "2.7"), id="backgammon"
        ),
    ],
)
def test_positions_that_are_certain(board, who, expected):
    names = [position_id(board, 0), xgid(board, Situation(length=1, score=(0, 0), on_roll=0))]
    for name in nonempty(names):
        found = figures(name, "--timed-out", who)
        assert (found["wins"], found["gammons"], found["backgammons"], found["points"]) == expected


@pytest.mark.gnubg
def test_an_xgid_knows_who_is_on_roll():
    """The same board with the other one to play: his last checker goes off first."""
    board = bearing_off({1: 1}, {1: 1})
    top = xgid(board, Situation(length=1, score=(0, 0), on_roll=1))
    assert ":-1:00:" in top
    assert figures(top)["points"] == "1"
    late = xgid(bearing_off({1: 1}, {6: 15}), Situation(length=1, score=(0, 0), on_roll=1))
    assert figures(late)["wins"] == "100"
    assert figures(late, "--timed-out", "other")["wins"] == "0"


@pytest.mark.gnubg
def test_people_see_the_percentages():
    done = run(START)
    first, second = done.stdout.splitlines()
    assert first.startswith("Who did not time out: wins 47.")
    assert second.startswith("1.4 points: equity 0.")
