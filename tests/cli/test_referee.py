"""`tablekeeper referee`: every command's answer, as sentences and as JSON, and what is refused."""

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tablekeeper.director import gnubg
from tablekeeper.games.backgammon.positiontext import read_position

START = "4HPwATDgc/ABMA"
CRAWFORD = ("--length", "5", "--score", "4-1", "--crawford")
OPENED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10"


def run(*words):
    return CliRunner().invoke(main, ["referee", *words])


def document(*words, status=0):
    done = run(*words, "--json")
    assert done.exit_code == status, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_plays():
    done = run("plays", START, "31")
    assert done.stdout.splitlines()[0] == "24/23 24/21"
    assert len(done.stdout.splitlines()) == 16
    found = document("plays", OPENED)
    assert found["dice"] == [3, 1]
    assert "8/5 6/5" in found["plays"]
    assert found["gnu"].startswith(START)


def test_legal():
    done = run("legal", START, "3-1", "8/5 6/5")
    assert (done.exit_code, done.stdout) == (0, (
        '8/5 6/5 is legal with 31: the whole roll is played. (regulations: "If legally possible both numbers '
        'on dice must be played")\n'
    ))  # fmt: skip
    found = document("legal", OPENED, "31", "8/5 6/5")
    assert found["legal"] is True
    after = read_position(found["after"][0]["xgid"])
    assert after.on_roll == 1
    assert after.board.on(0, 5) == 2


def test_illegal():
    done = run("legal", START, "31", "8/5")
    assert done.exit_code == 1
    assert done.stderr == ""
    assert done.stdout.startswith("8/5 is not legal with 31: part of the roll is left unplayed")
    found = document("legal", START, "61", "6/off 8/7", status=1)
    assert found["legal"] is False
    assert found["after"] == []
    assert found["source"] == {
        "book": "rules of backgammon", "words": "bearing off exact or from the highest point"
    }  # fmt: skip


def test_start():
    wrong = "6:4 8:4 13:5 24:2 / 6:5 8:3 13:5 24:2"
    done = run("start", wrong, "--rolls", "2")
    assert done.stdout.startswith("The start position is wrong; it may be corrected before the fourth")
    assert "White has 4 checkers on their 8 point instead of 3." in done.stdout
    assert "so far 3 rolls have been thrown" in document("start", wrong, "--rolls", "3")["sentence"]
    late = document("start", wrong, "--rolls", "4")
    assert late["may_be_corrected"] is False
    assert "from the 4th on it stays as it is" in late["sentence"]
    assert document("start", START)["differences"] == []


def test_show():
    done = run("show", "bar:1 6:5 off:9 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3")
    assert "White is on the bar against Black's closed board" in done.stdout
    assert "White can lose single (1): 9 checkers borne off." in done.stdout
    found = document("show", "6:14 off:0 / 6:15")
    assert found["checkers"] == {"White": 14, "Black": 15}
    assert "gnu" not in found
    assert "No id exists" in run("show", "6:14 off:0 / 6:15").stdout
    assert document("show", OPENED)["pips"] == {"White": 167, "Black": 167}


def test_the_picture(tmp_path):
    file = tmp_path / "board.svg"
    assert run("show", START, "31", "--play", "8/5 6/5", "--svg", str(file)).exit_code == 0
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert "Played: 8/5 6/5." in root[1].text
    again = run("show", START, "--svg", str(file))
    assert again.exit_code == 2
    assert "File exists" in again.stderr
    printed = run("show", START, "31", "--play", "8/5 6/5", "--svg", "-").stdout
    assert printed == file.read_text("utf-8")
    beside = tmp_path / "beside.svg"
    assert document("show", START, "--svg", str(beside))["pips"] == {"White": 167, "Black": 167}
    assert beside.read_text("utf-8").startswith("<svg")
    both = run("show", START, "--svg", "-", "--json")
    assert (both.exit_code, both.stdout) == (2, "")


@pytest.mark.parametrize(
    ("words", "may", "stands", "sentence"),
    [
        ((), True, True, "may double to 2"),
        (("--length", "7", "--score", "4-2", "--cube", "2", "--owner", "mine"), True, True, "double to 4"),
        (("--cube", "2", "--owner", "his"), False, False, "Black holds the cube"),
        (CRAWFORD, False, False, "in the Crawford game"),
        (("--moment", "other"), False, True, "The double stands"),
        (("--moment", "early-roll"), False, False, "loses the right to double in it"),
        (("--wish", "beaver"), False, False, "no beaver"),
        ((OPENED,), False, False, "the dice are rolled"),
        ((OPENED, "--moment", "other"), False, True, "Black doubles too early"),
        (("XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:0:10",), False, False, "already waits"),
        (("bar:1 6:5 off:9 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3",), True, True, "against a closed board"),
        ((*CRAWFORD, "--annul"), True, True, "until it ends"),
        ((*CRAWFORD, "--annul", "--moment", "over"), False, False, "more"),
    ],
)  # fmt: skip
def test_cube(words, may, stands, sentence):
    found = document("cube", *words)
    assert (found["may"], found["stands"]) == (may, stands)
    assert sentence in found["sentence"]
    assert found["sources"]
    assert sentence in run("cube", *words).stdout


def test_a_double_is_told_with_what_it_puts_at_stake():
    notes = document("cube", "--length", "5", "--score", "3-3")["notes"]
    assert any("Black can take with 32.26 % or more of the games" in note for note in notes)
    assert any("Kazaross-XG2 match equity table" in note for note in notes)
    dead = document("cube", "--length", "5", "--score", "3-3", "--cube", "4", "--owner", "mine")["notes"]
    assert "A double that is taken changes nothing for White: the present cube decides the match." in dead
    assert "Black takes whatever the chances are: a drop loses the match." in dead
    winning = document("cube", "--length", "7", "--score", "6-3")["notes"]
    assert "A double that is taken can only cost White: the present cube already wins the match." in winning
    losing = document("cube", "--length", "7", "--score", "3-6")["notes"]
    assert "A double that is taken costs White nothing: the present cube already loses the match." in losing
    assert not any("00 % of the games" in note for note in winning)
    single = document("cube", "--length", "1")["notes"]
    assert not any("Crawford" in note for note in single)
    far = document("cube", "--length", "99")["notes"]
    assert far[-1] == "The match equity table ends at 25 points needed, but here 99 are needed."


def test_equity():
    done = run("equity", "--length", "5", "--score", "3-3")
    assert done.stdout.splitlines()[0] == (
        "At White 3 to Black 3 in a match to 5: White 50.00 %, Black 50.00 % "
        "(Kazaross-XG2 match equity table, Neil Kazaross 2011)."
    )
    found = document("equity", "--length", "5", "--score", "4-3", "--crawford")
    assert found["equity"] == {"White": 0.67736, "Black": 0.32264}
    assert found["double"] is None
    assert document("equity", "--length", "5", "--score", "3-3")["double"]["take_point"] == 0.32264


@pytest.mark.gnubg
def test_evaluate():
    done = run("evaluate", START, "31")
    assert " 1. 8/5 6/5 " in done.stdout
    assert "GNU Backgammon at 2-ply" in done.stdout
    assert "No double, take: no double +0." in run("evaluate", START).stdout
    found = document("evaluate", START)
    assert found["cube"]["advice"] == "No double, take"
    assert found["plays"] == []


def test_evaluate_without_gnu_backgammon(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "PLACES", ())
    done = run("evaluate", START)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: GNU Backgammon (gnubg) is not installed")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("cube", "--length", "7", "--cube", "4"), "A cube that shows 4 is held by a player"),
        (("plays", "nonsense", "31"), "is not a position id"),
        (("plays", START, "71"), "'71' is not a roll: write two dice, like 31."),
        (("plays", START), "The position has no dice"),
        (("plays", "off:15 / 6:2 off:13", "31"), "The game is over"),
        (("legal", "6:2 off:13 / off:15", "31", "6/3"), "The game is over"),
        (("legal", START, "31", "8/x"), "'8/x' is not a move."),
        (("legal", START, "31", "5/8"), "does not lead forward"),
        (("start", START, "--rolls", "-1"), "--rolls: '-1' is not a whole number from 0 to 999."),
        (("show", START, "--play", "8//5"), "is not a move"),
        (("show", "6:5 / 19:1"), "Both players stand on the 6 point"),
        (("cube", "--score", "3-2"), "Score and Crawford game need a match"),
        (("cube", "--length", "5", "--score", "5-2"), "each score is 0 to 4"),
        (("cube", "--length", "5", "--score", "3"), "--score: '3' is not a score: write it like 4-2."),
        (("cube", "--length", "5", "--crawford"), "this is not the Crawford game"),
        (("cube", "--cube", "3"), "--cube: 3 is not on a cube"),
        (("cube", "--owner", "mine"), "A cube at 1 is in the middle"),
        (("equity",), "--length is missing"),
        (("equity", "--length", "0"), "--length: '0' is not a whole number from 1 to 9999."),
        (("equity", "--length", "60"), "ends at 25 points needed"),
        (("evaluate", "6:14 off:0 / 6:15"), "positions with 15 checkers"),
    ],
)  # fmt: skip
def test_what_is_refused(words, sentence):
    for asked in (words, (*words, "--json")):
        done = run(*asked)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert sentence in done.stderr
        assert len(done.stderr.splitlines()) == 1
