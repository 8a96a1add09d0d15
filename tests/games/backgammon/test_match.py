"""Match and cube rules with worked examples."""

import pytest

from tablekeeper.games.backgammon.board import Board
from tablekeeper.games.backgammon.match import Cube, MatchScore, kind_of, outcome, worth


def board(off: tuple[int, int], **slots: int) -> Board:
    """a6=2 puts two checkers of seat 0 on its 6, b6=2 two of seat 1 on its own 6; 25 is a bar."""
    counts = [0] * 26
    for name, count in slots.items():
        point = int(name[1:])
        counts[point if name[0] == "a" else 25 - point] = count if name[0] == "a" else -count
    return Board(tuple(counts), off)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (board((15, 1), b6=14), (0, "single")),
        (board((15, 0), b6=15), (0, "gammon")),
        (board((15, 0), b6=14, b18=1), (0, "gammon")),
        (board((15, 0), b6=14, b19=1), (0, "backgammon")),
        (board((15, 0), b6=14, b25=1), (0, "backgammon")),
        (board((15, 1), b6=13, b25=1), (0, "single")),
        (board((0, 15), a24=15), (1, "backgammon")),
        (board((2, 15), a6=13), (1, "single")),
        (board((14, 14), a1=1, b1=1), None),
        (board((15, 0), b6=14), (0, "gammon")),  # a checker was missing: the gammon still counts
        (Board(), None),
    ],
)
def test_the_outcome_of_a_position(position: Board, expected: tuple[int, str] | None) -> None:
    assert outcome(position) == expected


def test_kinds_and_points() -> None:
    assert [kind_of(points, 2) for points in (2, 4, 6)] == ["single", "gammon", "backgammon"]
    assert kind_of(3, 2) == "x1.5"
    assert kind_of(4016, 4) == "x1004.0"
    assert kind_of(8, 2) == "x4.0"
    assert [worth(kind) for kind in ("drop", "single", "gammon", "backgammon")] == [1, 1, 2, 3]


def test_the_cube() -> None:
    cube = Cube()
    assert cube.refusal(0) is None
    assert cube.refusal(0, crawford=True) == "the cube is out of play in the Crawford game"
    offered = cube.offer(0)
    assert offered.refusal(1) == "a double is already waiting for its answer"
    assert offered.value == 1  # a drop scores the value before the double
    taken = offered.take()
    assert taken == Cube(2, 1)
    assert taken.refusal(0) == "the cube belongs to the other player"
    assert taken.refusal(1) is None
    assert taken.offer(1).take() == Cube(4, 0)
    with pytest.raises(ValueError, match="Nobody has doubled"):
        cube.take()


def test_the_crawford_game_of_a_five_point_match() -> None:
    score = MatchScore(5)
    assert not score.is_crawford
    score = score.after(0, 4)
    assert score.is_crawford
    assert (score.needs(0), score.needs(1)) == (1, 5)
    score = score.after(1, 2)
    assert not score.is_crawford
    assert score.crawford_played
    score = score.after(1, 4)
    assert score.points == (4, 6)
    assert score.capped == (4, 5)
    assert score.winner == 1


def test_no_crawford_game() -> None:
    assert not MatchScore(1).is_crawford
    assert not MatchScore(0, (4, 3)).is_crawford
    assert not MatchScore(5, (4, 2), crawford_rule=False).is_crawford
    assert not MatchScore(5, (4, 4)).is_crawford
    assert MatchScore(0, (30, 3)).winner is None
    assert MatchScore(0, (30, 3)).capped == (30, 3)
    assert MatchScore(0).needs(0) is None
    assert MatchScore(3, (3, 0)).winner == 0
