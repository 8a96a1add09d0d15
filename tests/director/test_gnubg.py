"""GNU Backgammon asked about positions: held against its own hints, certain positions, and its absence."""

import json
import subprocess
from decimal import Decimal

import pytest

from tablekeeper.director import gnubg
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import START, Board
from tablekeeper.games.backgammon.legality import matching
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.notation import read_play
from tablekeeper.games.backgammon.positiontext import Placement, read_position
from tablekeeper.games.backgammon.referee import all_plays
from tablekeeper.games.backgammon.xgid import xgid
from tests.guards import sample
from tests.refusal import failure

OPENING = Placement(START, Situation(5, dice=(3, 1)))
HINTS = """
import json
for player in (0, 1):
    gnubg.command("set player %d human" % player)
for what in ("game", "roll", "move", "bearoff", "crawford"):
    gnubg.command("set automatic %s off" % what)
gnubg.command("set display off")
gnubg.command("set evaluation chequerplay evaluation plies 0")
gnubg.command("set evaluation chequerplay evaluation cubeful on")
gnubg.command("set xgid " + XGID)
print("hints " + json.dumps([[one["move"], one["equity"]] for one in gnubg.hint(1000)["hint"]]))
"""


def hints(program, placement, home):
    """Return GNU Backgammon's own list of plays with their equities at first sight."""
    script = home / "hints.py"
    script.write_text(f"XGID = {xgid(placement.board, placement.situation)!r}\n{HINTS}")
    done = subprocess.run(
        [str(program), "-t", "-q", "-r", "-p", str(script)], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=True, env={"HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("hints ")]
    return json.loads(line.removeprefix("hints "))


@pytest.mark.turns(3)
@pytest.mark.gnubg
@pytest.mark.parametrize(
    "situation",
    [
        Situation(5, dice=(3, 1)),
        Situation(7, (2, 5), cube=2, owner=0, dice=(6, 4)),
        Situation(7, (6, 5), crawford=True, dice=(6, 2)),
        Situation(dice=(5, 5), cube=4, owner=1),
    ],
)
def test_plays_are_valued_as_its_own_hints_are(request, situation, tmp_path):
    placement = Placement(START, situation)
    found = [(str(number), placement.board.after(0, view))
             for number, (_, view) in enumerate(all_plays(placement.view, situation.dice))]  # fmt: skip
    ours = {board.view(0): one for (_, board), one in
            zip(found, gnubg._valued(found, situation, 0, 0, 60), strict=True)}  # fmt: skip
    theirs = hints(request.getfixturevalue("gnubg"), placement, tmp_path)
    assert len(theirs) == len(ours)
    for move, equity in theirs:
        (view,) = matching(placement.view, situation.dice, read_play(move), marks=True)
        assert float(ours[view].equity) == pytest.approx(equity, abs=0.002), move


@sample.scenario("opening plays")
@pytest.mark.gnubg
def test_the_best_opening_plays_are_those_of_every_book():
    analysis = gnubg.analysed(OPENING)
    assert analysis.plays[0].play == "8/5 6/5"
    assert analysis.plays[0].behind == 0
    assert [one.behind for one in analysis.plays] == sorted(one.behind for one in analysis.plays)
    assert len(analysis.plays) == 16
    assert analysis.plies == analysis.plays[0].plies == 2
    assert analysis.cube is None
    assert 52 < analysis.on_roll.wins < 53
    assert analysis.on_roll.wins + analysis.other.wins == 100
    assert gnubg.analysed(OPENING) == analysis, "the same question, the same answer"


@pytest.mark.gnubg
def test_advice_about_the_cube():
    advice = gnubg.analysed(Placement(START)).cube
    assert advice is not None
    assert advice.advice == "No double, take"
    assert advice.no_double > advice.double_take
    certain = gnubg.analysed(read_position("1:1 off:14 / 1:1 off:14"))
    assert certain.cube is not None
    assert certain.cube.advice == "Double, pass"
    assert (certain.on_roll.wins, certain.equity, certain.cubeful) == (100, 1, 1)
    his = gnubg.analysed(Placement(START, Situation(cube=2, owner=1)))
    assert his.cube is None
    crawford = gnubg.analysed(Placement(START, Situation(5, (4, 0), crawford=True)))
    assert crawford.cube is None


@pytest.mark.gnubg
@pytest.mark.parametrize(
    ("text", "equity"),
    [("1:1 off:14 / 6:1 off:14", 1), ("1:1 off:14 / 6:15", 2), ("1:1 off:14 / 6:14 23:1", 3)],
)
def test_a_play_that_ends_the_game(text, equity):
    board = read_position(text).board
    (play,) = gnubg.analysed(Placement(board, Situation(dice=(6, 5)))).plays
    assert (play.play, play.equity) == ("1/off", Decimal(equity))
    kinds = (play.rates.wins, play.rates.gammons, play.rates.backgammons)
    assert kinds == (100, 100 * (equity > 1), 100 * (equity > 2))


@pytest.mark.gnubg
def test_the_player_above_is_seen_from_his_side():
    board = read_position("1:1 off:14 / 23:15").board
    above = gnubg.analysed(Placement(board, Situation(on_roll=1)))
    assert above.on_roll.wins == 0
    assert above.other.backgammons == 100


@pytest.mark.parametrize(
    ("placement", "sentence"),
    [
        (read_position("6:14 off:0 / 6:15"), "positions with 15 checkers"),
        (Placement(Board((0,) * 26, (15, 15))), "This game is over"),
        (Placement(START, Situation(99)), "knows matches to 64 points, not to 99"),
        (Placement(START, Situation(5, (5, 0))), "This match is over"),
    ],
)
def test_what_it_does_not_know(placement, sentence):
    with pytest.raises(UserError, match=sentence):
        gnubg.analysed(placement)


def stranger(folder, script):
    """Put another program where GNU Backgammon is looked for."""
    path = folder / "gnubg"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("script", ["exit 3", "echo answers nonsense", "echo 'answers []'"])
def test_a_program_that_gives_no_answer(monkeypatch, tmp_path, script):
    stranger(tmp_path, script)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "gave no answer" in failure(gnubg.Unavailable, gnubg.analysed, OPENING)


def test_a_program_that_never_ends(monkeypatch, tmp_path):
    stranger(tmp_path, "exec /bin/sleep 600")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(gnubg.Unavailable, match=r"does not answer within 0\.2 seconds"):
        gnubg.analysed(OPENING, patience=0.2)


def test_without_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "PLACES", ())
    assert "is not installed" in failure(gnubg.Unavailable, gnubg.analysed, OPENING)
