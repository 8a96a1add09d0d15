"""Matches as Snowie text: what GNU Backgammon writes of every real transcript is read as it was meant."""

import subprocess
from pathlib import Path

import pytest

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.matlines import one_spaced
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.transcripts import shipped

LONG = " Kim Ng and Noa Levi-Strauss : 2Leo Tam and Ida de la Cruz : 1"
MOVES = "  1) 31: 8/5 6/5                  42: 8/4 6/4\n      Wins 1 point\n"
TEXT = f" 5 point match\n\n Game 4\n{LONG}\n{MOVES}"
POSITION = "1;0;0;0;1;Ann;Bob;0;0;3;1;0;0;1;3;2;2;2;2;0;0;1;0;0;0;1;0;0;0;0;0;0;0;0;0;0;1;0;0;0;\n"


def exported(gnubg: Path, path: Path, folder: Path, form: str) -> bytes:
    """Return what GNU Backgammon makes of a transcript."""
    saved, orders = folder / "match.txt", folder / "orders"
    saved.unlink(missing_ok=True)
    orders.write_text(f'import mat "{path}"\nexport match {form} "{saved}"\n', "utf-8")
    command = [str(gnubg), "-t", "-q", "-r", "-c", str(orders)]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True)
    return saved.read_bytes()


def told(match: Transcript) -> list[tuple[object, ...]]:
    """Return what a match tells: its games turn by turn, but for the plays, which some have not recorded."""
    return [
        (game.number, game.score_before, [(one.seat, one.action, one.dice, one.ply) for one in game.turns])
        for game in match.games
    ]


@pytest.mark.turns(2)
@pytest.mark.gnubg
@pytest.mark.parametrize("real", [False, True])
def test_a_round_trip_through_snowie_text(
    real: bool, gnubg: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    paths = sorted(request.getfixturevalue("mat_folder").glob("*.mat")) if real else shipped()
    whole = 0
    for path in paths:
        (mat,) = read_mat(path.read_bytes(), path.name)
        (snowie,) = read_transcript(exported(gnubg, path, tmp_path, "snowietxt"), "match.txt")
        assert snowie.problems == (), path.name
        assert snowie.length == mat.length
        assert told(snowie) == told(mat), path.name
        if all(mat.players):
            assert snowie.players == tuple(map(one_spaced, mat.players)), path.name
        ours, theirs = examine(snowie), examine(mat)
        if all(turn.play is not None for game in mat.games for turn in game.turns if turn.action == "roll"):
            assert ours.illegal == theirs.illegal == ()
            assert [game.winner for game in ours.games] == [game.winner for game in theirs.games]
            whole += 1
    assert whole > len(paths) // 2


def test_a_long_name_that_touches_the_other_one_is_read() -> None:
    (match,) = read_transcript(TEXT.encode(), "long.txt")
    assert match.players == ("Kim Ng and Noa Levi-Strauss", "Leo Tam and Ida de la Cruz")
    assert match.games[0].score_before == (2, 1)
    assert [turn.seat for turn in match.games[0].turns] == [0, 1]


def test_a_position_is_no_match_and_said_so() -> None:
    with pytest.raises(UserError, match=r"one\.txt holds a position of Snowie, not a match"):
        read_transcript(POSITION.encode(), "one.txt")
