"""GNU Backgammon's `.sgf` files tell the same matches as its `.mat` files; other files are told apart."""

import random
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.transcripts import shipped
from tests.nonempty import nonempty

GAME = (
    "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann ]PB[Bob]RU[Crawford]RE[W+1]\n"
    ";B[53qvsv]A[0][qvsv E ver 3 0.510042]C[a remark \\] ends later]\n;W[62xrrp]\n;B[double]\n;W[take]\n"
    ";B[55lqlqsxsx]\n;W[double];B[drop])\n"
)
SECOND = "(;GM[6]MI[length:3][game:1][ws:2][bs:0]PW[Ann]PB[Bob]RU[Crawford:CrawfordGame]RE[B+2R];W[31hefe])"


@pytest.mark.gnubg
def test_the_same_match_as_sgf_and_as_mat(gnubg: Path, tmp_path: Path) -> None:
    for path in nonempty(shipped()):
        saved = tmp_path / (path.stem + ".sgf")
        orders = f'import mat "{path}"\nsave match "{saved}"\nquit\ny\n'
        command = [str(gnubg), "-t", "-q", "-r"]
        subprocess.run(command, input=orders, capture_output=True, text=True, timeout=60, check=True)
        (sgf,) = read_transcript(saved.read_bytes(), saved.name)
        (mat,) = read_mat(path.read_bytes(), path.name)
        assert (sgf.players, sgf.length, sgf.crawford) == (mat.players, mat.length, mat.crawford)
        assert examine(sgf).games == examine(mat).games
        assert examine(sgf).illegal == ()
        assert sgf.problems == ()


def test_what_is_written_is_read() -> None:
    (match,) = read_transcript((GAME + SECOND).encode(), "a.sgf")
    assert (match.players, match.length, match.crawford) == (("Ann", "Bob"), 3, True)
    first, second = match.games
    assert [(turn.seat, turn.action, turn.dice, turn.play, turn.line) for turn in first.turns[:3]] == [
        (1, "roll", (5, 3), ((8, 3, False), (6, 3, False)), 2),
        (0, "roll", (6, 2), ((24, 18, False), (18, 16, False)), 3),
        (1, "double", None, None, 4),
    ]
    assert [turn.action for turn in first.turns[3:]] == ["take", "roll", "double", "drop"]
    assert first.result is not None
    assert (first.result.winner, first.result.points) == (0, 1)
    assert (second.number, second.score_before) == (2, (2, 0))
    assert second.result is not None
    assert (second.result.winner, second.result.points) == (1, 2)
    assert match.problems == ()


def test_a_length_that_no_match_has_is_refused() -> None:
    with pytest.raises(UserError, match=r"a\.sgf cannot be read: no match has more than 999,999 points"):
        read_transcript(GAME.replace("length:3", "length:" + "9" * 9_000).encode(), "a.sgf")


@pytest.mark.parametrize(
    ("written", "changed", "sentence"),
    [
        (";W[62xrrp]", ";W[62xr9p]", "game 1, line 3: not understood: '62xr9p'"),
        (";W[62xrrp]", ";W[62rx]", "game 1, line 3: not understood: '62rx'"),
        (";W[62xrrp]", ";W[62xrrp]?!", "game 1, line 4: not understood: '?!'"),
        (";W[62xrrp]", ";AW[a][b]W[62xrrp]", "a position or cube set by hand (AW) is not followed"),
        ("RE[W+1]", "", "game 1, line 1: the file does not say how the game ended"),
        ("RU[Crawford]", "RU[Crawford:Nackgammon]", "played by another rule: 'Nackgammon'"),
        ("[drop])", "[drop]", "game 1, line 7: the file ends before the game does"),
        ("[drop])", "[drop", "the file ends in the middle of a value"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(written: str, changed: str, sentence: str) -> None:
    text = GAME.replace(written, changed)
    assert text != GAME
    (match,) = read_transcript(text.encode(), "a.sgf")
    assert sentence in " | ".join(str(problem) for problem in match.problems)
    assert len([turn for turn in match.games[0].turns if turn.action != "position"]) == 7


def test_variations_are_passed_over_and_a_second_match_begins() -> None:
    text = GAME.replace(";W[62xrrp]", "(;W[62xrrp]").replace("[drop])", "[drop])(;W[62xvvp]))")
    first, second = read_transcript((text + SECOND + GAME).encode(), "a.sgf")
    assert [len(game.turns) for game in first.games] == [7, 1]
    assert (second.match, len(second.games)) == (2, 1)


def test_other_files_are_refused_in_a_sentence() -> None:
    for name, data in (("a.xg", b"RGMH\x01\x00\x00\x00"), ("download", b"RGMH\x01")):
        with pytest.raises(UserError, match=r"is a file of eXtreme Gammon.*export the match as text"):
            read_transcript(data, name)
    with pytest.raises(UserError, match=r"a\.sgf holds no backgammon match"):
        read_transcript(b"(;FF[4]GM[1]SZ[19];B[pd];W[dp])", "a.sgf")


@pytest.mark.parametrize("seed", range(200))
def test_a_damaged_file_is_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray((GAME + SECOND).encode())
    for _ in range(chance.randint(1, 12)):
        place = chance.randrange(len(data))
        if chance.random() < 0.5:
            del data[place : place + chance.randint(1, 9)]
        else:
            data[place] = chance.choice(b"()[];\\WBaxyz\x00\xff09")
    with suppress(UserError):
        for match in read_transcript(b"(;" + bytes(data), "a.sgf"):
            examine(match)
