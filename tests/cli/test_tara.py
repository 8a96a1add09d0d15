"""`tablekeeper tara`: files that are right and wrong, positions as text and picture, a match."""

import json
import random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tablekeeper.cli.main import main
from tablekeeper.formats import FORMATS
from tablekeeper.games.tara.position import start
from tablekeeper.games.tara.record import read_record
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.virtual.randomevents.generator import random_document


def run(*words, text=None):
    return CliRunner().invoke(main, ["tara", *map(str, words)], input=text)


def game(rules, seed=1, starter=0):
    chance, position, turns = random.Random(seed), start(rules, starter), []
    while not position.over:
        turns.append(str(chance.choice(position.turns())))
        position = position.play(next(one for one in position.turns() if str(one) == turns[-1]))
    return turns


@pytest.fixture
def match(tmp_path):
    path = tmp_path / "match.tara"
    games = [game(TaraRules(level=2), 1, 0), game(TaraRules(level=2), 2, 1)]
    body = "\n".join(f"game {number}\n{' '.join(turns)}" for number, turns in enumerate(games, 1))
    path.write_text(f"players: Ann, Bob  # two\nlevel: 2\n{body}\n", "utf-8")
    return path


def test_a_match_is_counted(match):
    result = run("check", match)
    assert result.exit_code == 0
    first, second = result.output.splitlines()
    assert first.startswith("game 1: ")
    assert "kingdoms" in second
    assert "points" in second


def test_an_event_file_is_counted_too(tmp_path):
    document = random_document(FORMATS["tara"], random.Random(3))
    path = tmp_path / "event.json"
    path.write_text(json.dumps(document))
    result = run("check", path)
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == len(document["players"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("D4 C4 E4", "game 1, turn 3, E4: E4 is nearer than a knight's move to D4"),
        ("game 1\nD4 Z9", 'line 2: "Z9" is not a turn'),
        ("level: 3\nD4", "line 1: level must be 1 or 2, not '3'"),
        ("level: 1\nlevel: 1", 'line 2: "level" is given twice'),
        ("D4\nlevel: 2", 'line 2: write "level" before the first game'),
        ("players: Ann, Bob, Cid", "line 1: players are 2 or 4 different names"),
        ("op0_builds: maybe", "line 1: op0_builds must be yes or no"),
        ("game 2\nD4", "line 1: game 1 comes next, not game 2"),
        ("game 1\nD4\ngame 2\nC4", "game 1 is not over, Blue is on turn"),
        ("game 1\ngame 2\ngame 3", "a match of 2 players has 2 games, not 3"),
        ("D4 battle", 'line 1: "battle" cannot be the last word'),
        ('{"format": "tara", "players": ["A", "B"], "results": [{"moves": ["D9"]}]}', "results[0].moves[0]"),
        (
            '{"format": "masters", "players": ["A", "B", "C"], "options": {"first_to": 1}, "results": []}',
            "format",
        ),
        ("{", "line 1, column 2: this is not JSON"),
    ],
)
def test_wrong_files_are_refused_in_one_line(tmp_path, text, sentence):
    path = tmp_path / "wrong.tara"
    path.write_text(text, "utf-8")
    for verb in ("check", "show", "play"):
        result = run(verb, path)
        if verb == "show" and "is not over" in sentence:
            continue
        assert result.exit_code == 2
        lines = result.stderr.strip().splitlines()
        assert len(lines) == 1
        assert sentence in lines[0]
        assert str(path) in lines[0]
    assert path.read_text("utf-8") == text


def test_what_is_no_file(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in run("check", tmp_path / "bytes").stderr
    assert "No such file" in run("check", tmp_path / "nothing").stderr


def test_standard_input():
    result = run("check", "-", text="D4 C4")
    assert result.output == "game 1: 2 turns, Red is on turn\n"


def test_a_position_as_text():
    assert run("show", "-", text="D4 D5 E6").output.splitlines()[:13] == [
        "7      .   +   .   +   .",
        "",
        "6  .   +   .   .   R   +   .",
        "",
        "5  .   .   .   B   .   .   .",
        "",
        "4  .   +   .   R   .   +   .",
        "",
        "3  .   .   +   .   +   .   .",
        "",
        "2  .   .   .   .   .   .   .",
        "",
        "1      .   .   .   .   .",
    ]


def test_a_position_of_any_turn(match):
    early = run("show", match, "--game", 1, "--turn", 4)
    assert "Red: 2 ringforts" in early.output
    assert "Manoeuvres. Red is on turn" in early.output
    assert "The game is over" in run("show", match).output
    assert run("show", match, "--game", 3).exit_code == 2
    assert "turns, not 99" in run("show", match, "--turn", 99).stderr


def test_a_position_as_picture(match, tmp_path):
    path = tmp_path / "board.svg"
    assert run("show", match, "--game", 1, "--turn", 30, "--svg", path).exit_code == 0
    text = path.read_text("utf-8")
    assert run("show", match, "--game", 1, "--turn", 30, "--svg", "-").output == text
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == "TARA, game 1, after turn 30"
    record = read_record(match.read_text("utf-8"))
    position = list(record.course(0))[30]
    classes = [one.get("class") for one in root.iter()]
    assert classes.count("hill") == 45
    assert classes.count("fort") == sum(forts.bit_count() for forts in position.forts)
    assert classes.count("tick") == position.hills().bit_count() > 0
    assert classes.count("order") > 0
    assert run("show", match, "--svg", tmp_path / "no" / "board.svg").exit_code == 2


def test_a_record_reads_and_prints(match):
    record = read_record(match.read_text("utf-8"))
    assert read_record(str(record)) == record
    doubles = read_record("players: A, B, C, D\nopening: linked\nlevel: 2\nop0_builds: yes\ngame 1\nD4")
    assert doubles.rules == TaraRules(4, 2, "linked", True)
    assert read_record(str(doubles)) == doubles


def test_a_match_is_played_at_the_terminal(tmp_path):
    path = tmp_path / "new.tara"
    first, second = game(TaraRules(), 5, 0), game(TaraRules(), 6, 1)
    result = run("play", "--players", "Ann,Bob", path, text="\n".join([*first, *second]) + "\n")
    assert result.exit_code == 0, result.output
    assert "Ann (Red)> " in result.output
    assert "BATTLE" in result.output
    assert result.output.count("points") == 2
    assert [[str(turn) for turn in turns] for turns in read_record(path.read_text("utf-8")).games] == [
        first,
        second,
    ]
    assert run("check", path).exit_code == 0


def test_a_wrong_turn_is_refused_and_a_turn_taken_back(tmp_path):
    path = tmp_path / "new.tara"
    result = run("play", path, text="D4\nD4\nhello\nC4\nundo\nE4\nquit\n")
    assert result.exit_code == 0
    assert "D4: D4 holds a ringfort of Red." in result.output
    assert '"hello" is not a turn' in result.output
    assert [str(turn) for turn in read_record(path.read_text("utf-8")).games[0]] == ["D4", "E4"]
    # and it is played on
    assert (
        run("play", path, text="E6\nundo\nundo\nundo\nundo\nquit\n").output.count("no turn in this game") == 1
    )


def test_players_that_cannot_be(tmp_path):
    path = tmp_path / "new.tara"
    for names in (
        "Ann",
        "Ann,Bob,Cid",
        "Ann,Ann",
        "Ann,",
        "Ann#1,Bob",
        "Ann\nlevel: 2,Bob",
        "A" * 61 + ",Bob",
    ):
        result = run("play", "--players", names, path)
        assert result.exit_code == 2
        assert len(result.stderr.strip().splitlines()) == 1
        # a file that nobody could read again
        assert not path.exists()


def test_a_name_in_a_file_is_a_name(tmp_path):
    path = tmp_path / "wrong.tara"
    path.write_text("players: A\x1b[31mnn, Bob\nD4", "utf-8")
    result = run("check", path)
    assert result.exit_code == 2
    assert 'line 1: "A?[31mnn" cannot be written into the notation' in result.stderr
    assert "\x1b" not in result.stderr


def test_an_event_file_is_not_played_over(tmp_path):
    path = tmp_path / "event.json"
    text = '{"format": "tara", "players": ["A", "B"], "results": [{"moves": ["D4"]}]}'
    path.write_text(text, "utf-8")
    result = run("play", path, text="C4\nquit\n")
    assert result.exit_code == 2
    assert "this is an event file, but the match is stored as text" in result.stderr
    assert path.read_text("utf-8") == text


def test_a_long_wrong_turn_is_told_in_short(tmp_path):
    path = tmp_path / "wrong.tara"
    path.write_text("z" * 5000, "utf-8")
    assert len(run("check", path).stderr) < 300
