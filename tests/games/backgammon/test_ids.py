"""Position id, match id and XGID: known values, both ways, and the same in GNU Backgammon."""

import base64
import random
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import START, START_VIEW, Board, Seat, turned
from tablekeeper.games.backgammon.matchid import Situation, match_id, read_match_id
from tablekeeper.games.backgammon.plays import legal_plays
from tablekeeper.games.backgammon.positionid import position_id, read_position_id
from tablekeeper.games.backgammon.xgid import read_xgid, xgid
from tests.nonempty import nonempty
from tests.refusal import failure

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


def random_boards(number: int, seed: int) -> list[tuple[Board, Seat]]:
    """Returns boards of random play with the seat to play next."""
    rng = random.Random(seed)
    found: list[tuple[Board, Seat]] = []
    board, seat = START, rng.choice([0, 1])
    while len(found) < number:
        found.append((board, seat))
        plays = legal_plays(board.view(seat), rng.randint(1, 6), rng.randint(1, 6))
        board = board.after(seat, rng.choice(list(plays)))
        seat = 1 - seat
        if not board.count(0) or not board.count(1):
            board = START
    return found


def test_the_starting_position() -> None:
    assert position_id(START, 0) == position_id(START, 1) == "4HPwATDgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA", 1) == START
    assert turned(START_VIEW) == START_VIEW


def test_the_board_itself() -> None:
    board = Board((0, -2, *START_VIEW[2:24], 1, 1))
    assert board.bar(0) == 1
    assert board.bar(1) == 0
    assert board.on(1, 24) == 2
    assert START.pips(0) == START.pips(1) == 167
    assert board.pips(0) == 167 - 24 + 25
    assert "26 slots" in failure(ValueError, Board, (0, 1))
    assert "other player's bar" in failure(ValueError, Board, (1, *START_VIEW[1:]))


def test_known_match_ids() -> None:
    opening = Situation(length=5, on_roll=1, dice=(3, 1))
    assert match_id(opening) == "cImlAAAAAAAE"
    assert read_match_id("cImlAAAAAAAE") == opening
    assert match_id(Situation(on_roll=1, dice=(6, 3), jacoby=True)) == "cAkPAAAAAAAA"


def test_the_known_xgid() -> None:
    board, situation = read_xgid(START_XGID)
    assert board == START
    assert situation == Situation(length=5, on_roll=0, dice=(3, 1))
    assert xgid(board, situation) == START_XGID
    assert read_xgid(START_XGID.removeprefix("XGID="))[1] == situation


def test_xgid_from_either_side() -> None:
    text = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:2:1:0:7:10"
    for bottom in (0, 1):
        board, situation = read_xgid(text, bottom)
        assert xgid(board, situation, bottom) == text
        assert situation.owner == bottom
        assert situation.on_roll == 1 - bottom
        assert situation.score[bottom] == 2
        assert board.on(bottom, 6) == 5
        assert board.on(1 - bottom, 24) == 1


@pytest.mark.parametrize("seed", range(3))
def test_boards_survive_both_ways(seed: int) -> None:
    for board, seat in nonempty(random_boards(400, seed)):
        text = position_id(board, seat)
        assert len(text) == 14
        assert read_position_id(text, seat) == board
        for bottom in (0, 1):
            assert read_xgid(xgid(board, Situation(on_roll=seat), bottom), bottom)[0] == board


SITUATIONS = st.builds(
    Situation,
    length=st.integers(0, 25),
    score=st.tuples(st.integers(0, 25), st.integers(0, 25)),
    cube=st.sampled_from([1, 2, 4, 8, 1024]),
    owner=st.sampled_from([None, 0, 1]),
    on_roll=st.sampled_from([0, 1]),
    dice=st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)),
    crawford=st.booleans(),
    doubled=st.booleans(),
    resigning=st.integers(0, 3),
    jacoby=st.booleans(),
)


@given(SITUATIONS)
def test_situations_survive_a_match_id(situation: Situation) -> None:
    assert read_match_id(match_id(situation)) == situation


@pytest.mark.parametrize(
    "text",
    [
        "", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPwATDgc/AB A", "//////////////", "4HPwATDgc/ABM~",
        "4HPwATDgc/ABMÄ",
    ],
)
def test_bad_position_ids(text: str) -> None:
    with pytest.raises(UserError):
        read_position_id(text, 0)


@pytest.mark.parametrize("text", ["", "cImlAAAAAAA", "////////////", "cImlAAAAAA=="])
def test_bad_match_ids(text: str) -> None:
    with pytest.raises(UserError):
        read_match_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31",
        START_XGID.replace("-b-", "--b-"),
        START_XGID.replace("=-b", "=Bb"),
        START_XGID.replace(":31:", ":30:"),
        START_XGID.replace("E-C", "O-C"),
        START_XGID.replace("-:0:0:1:", "-:60:0:1:"),
    ],
)
def test_bad_xgids(text: str) -> None:
    with pytest.raises(UserError):
        read_xgid(text)


@given(st.text(max_size=14), st.binary(min_size=10, max_size=10))
def test_any_text_is_an_id_or_an_error(text: str, data: bytes) -> None:
    for candidate in (text, base64.b64encode(data).decode().rstrip("=")):
        for reader in (lambda t: read_position_id(t, 0), read_match_id, read_xgid):
            with suppress(UserError):
                reader(candidate)


def test_situations_refuse_what_cannot_be() -> None:
    for wrong in ({"cube": 3}, {"cube": 0}, {"length": -1}, {"score": (0, 40_000)}, {"dice": (0, 1)}):
        with pytest.raises(ValueError, match=r"cube|length|Dice"):
            Situation(**wrong)  # type: ignore[arg-type]
    assert "15 checkers" in failure(ValueError, position_id, Board((0, 16, *[0] * 24)), 0)


@pytest.mark.gnubg
def test_gnu_backgammon_writes_the_same_ids(tmp_path: Path) -> None:
    rng = random.Random(5)
    asked, expected = [], []
    for board, seat in random_boards(300, 5):
        if not board.count(0) or not board.count(1):
            continue
        length = rng.choice([3, 7, 25])
        situation = Situation(
            length=length,
            score=(rng.randrange(length - 1), rng.randrange(length - 1)),
            cube=rng.choice([2, 4, 8]),
            owner=rng.choice([0, 1]),
            on_roll=1,
            dice=rng.choice([(6, 4), (3, 3), (2, 1), (5, 1)]),  # gnubg sorts dice it reads from an XGID
        )
        own = board if seat == 1 else Board(turned(board.slots), (board.off[1], board.off[0]))
        asked.append(xgid(own, situation, bottom=1))
        expected.append((position_id(own, 1), match_id(situation)))
    script = tmp_path / "script.py"
    script.write_text(
        "for player in (0, 1):\n    gnubg.command('set player %d human' % player)\n"
        "gnubg.command('set automatic roll off')\n"
        f"for text in {asked!r}:\n"
        "    gnubg.command('set xgid ' + text)\n"
        "    print('ids', gnubg.positionid(), gnubg.matchid())\n"
        "print('complete')\n"
    )
    done = subprocess.run(
        [shutil.which("gnubg") or "/usr/games/gnubg", "-t", "-q", "-r", "-p", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        timeout=600,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert "complete" in lines
    answers = [tuple(line.split()[1:]) for line in lines if line.startswith("ids ")]
    assert answers == expected
