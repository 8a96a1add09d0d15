"""`tablekeeper race`: games refereed from a file, refused with the reason, and recorded at the terminal."""

import json

import pytest

from tablekeeper.formats import standings
from tablekeeper.strictjson import loads

GAMES = """\
rules: 2T-XL
players: Ann red+green, Bob yellow+blue
game 1
red red red red green green green 6 yellow 2 green
minutes: 31.5
result: {"pawns": [8, 1]}
"""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.race"
    path.write_text(GAMES, "utf-8")
    return path


def test_a_file_is_told_in_words_and_as_an_event_file(command, games, tmp_path):
    found = command("race", "check", games)
    assert found.exit_code == 0
    assert found.output == (
        "game 1: winner Ann, pawns 8-1, colours 2-0, minutes 31.5 (Ann red 4 green 4; Bob yellow 1 blue 0)\n"
    )
    document = json.loads(command("race", "check", "--json", games).output)
    assert document["results"] == [
        {"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [8, 1], "colours": [2, 0], "minutes": 31.5}
    ]
    document["players"].append("Cid")
    assert standings(loads(json.dumps(document))).rows[0].player == "Ann"


@pytest.mark.parametrize(
    ("line", "instead", "why"),
    [
        ("yellow 2", "red 2", 'line 4: game 1, word 9 "red": red is complete: Ann has its 4 pawns home'),
        ("yellow 2", "white 2", "white is not in play"),
        ("yellow 2", "yellow2 2", "the order has a gap"),
        ("2 green", "2 green blue", "the game is decided, Ann has won: a pawn of blue comes too late"),
        (
            "[8, 1]",
            "[8, 2]",
            'game 1: "pawns" does not agree with the pawns: it is stated as 8-2, but by the pawns it is 8-1',
        ),
        ("2 green", "2", "the game is not decided"),
    ],
)
def test_what_cannot_be_is_one_sentence(refused, games, line, instead, why):
    games.write_text(GAMES.replace(line, instead), "utf-8")
    said = refused("race", "check", games)
    assert why in said
    assert str(games) in said


def test_files_that_are_none(command, refused, tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in refused("race", "check", tmp_path / "bytes")
    missing = command("race", "check", tmp_path / "nothing")
    assert missing.exit_code == 2
    assert "No such file" in missing.stderr


def test_a_game_is_recorded_word_by_word(command, tmp_path):
    file = tmp_path / "evening.race"
    words = ["red", "black", "2", "undo", "red red", "blue", "pink", "quit"]
    found = command("race", "play", "--players", "Ann,Bob", file, input="\n".join(words) + "\n")
    assert found.exit_code == 0
    assert "black is not in play: red, green, yellow, blue are." in found.output
    assert "Ann red 3 green 0; Bob yellow 0 blue 1" in found.output
    again = command("race", "play", file, input="red\nred\nquit\n")
    assert "game 1: winner Ann, pawns 4-1" in again.output
    assert "the game is decided, Ann has won" not in again.output
    assert "there is no fifth" in again.output
    assert command("race", "check", file).output.startswith("game 1: winner Ann, pawns 4-1")
    # the next time the next game begins
    third = command("race", "play", file, input="yellow\nquit\n")
    assert "Bob yellow 1 blue 0" in third.output


def test_a_triathlons_grand_prix(command):
    words = ["red"] * 4 + ["blue"] * 4 + ["quit"]
    options = ("--rules", "GP", "--players", "A,B,C", "--format", "triathlon")
    found = command("race", "play", *options, input="\n".join(words) + "\n")
    assert "game 1: first colour A, first both A" in found.output


def test_wrong_words_of_the_command(refused):
    assert "3T is played by 3 players, not 2" in refused("race", "play", "--rules", "3T", "--players", "A,B")
    assert "belongs to league-2t" in refused("race", "play", "--format", "masters")


def test_a_record_is_never_written_that_cannot_be_read(command, refused, tmp_path):
    for players in ("Ann #1,Bob", "Ann\nLee,Bob"):
        file = tmp_path / "new.race"
        assert "is not a name" in refused("race", "play", "--players", players, file)
        assert not file.exists()


def test_the_end_of_the_input_stops_and_keeps_the_game(command, tmp_path):
    file = tmp_path / "cut.race"
    found = command("race", "play", "--players", "Ann,Bob", file, input="red\nred")
    assert found.exit_code == 0, found.output
    assert "red red" in file.read_text("utf-8")


def test_options_that_a_file_would_overrule_are_refused(command, refused, tmp_path):
    file = tmp_path / "evening.race"
    command("race", "play", "--players", "Ann,Bob", file, input="red\nquit\n")
    kept = file.read_bytes()
    for option in (("--rules", "2T"), ("--players", "Cid,Dan"), ("--format", "challengers")):
        assert "leave these options out" in refused("race", "play", file, *option)
    assert file.read_bytes() == kept
