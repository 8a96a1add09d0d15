"""Boards for any serial program, and players who set up their matches by the board's own menu."""

from dataclasses import replace

import pytest

from tablecore import records
from tabledevice import journal
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.transcripts import shipped
from tablesim.realtime import Boards, Table, board_uid, unplayable

HOUR_US = 3600 * 1_000_000


@pytest.fixture
def boards():
    made = Boards(2, seed=3)
    yield made
    made.close()


def transcripts(*names):
    found = {path.name: path for path in shipped()}
    return [match for name in names for match in read_mat(found[name].read_bytes(), name)]


def play(boards, matches, hours=3):
    said = []
    Table(boards.boards[0], matches, 1, said.append)
    done = len(matches)
    boards.timeline.run(lambda: len([line for line in said if "is played" in line]) == done, hours * HOUR_US)
    return said


def log_of(board):
    """Return a board's records as they lie in its memory: its own bus is only for its program."""
    first = journal.RING
    last = board.running("app").journal.last
    return [bytes(board.fram.memory[first + 24 * n : first + 24 * (n + 1)]) for n in range(last)]


def test_boards_have_names_paths_and_uids_of_their_own(boards):
    assert len(set(boards.paths)) == 2
    assert [board.uid for board in boards.boards] == [board_uid(1), board_uid(2)]
    boards.timeline.run_until(3_000_000)
    assert len({board.running("app").journal.id for board in boards.boards}) == 2


def test_each_run_has_journals_of_its_own_unless_the_seed_is_the_same():
    ids = []
    for seed in (1, 2, 1):
        made = Boards(1, seed)
        made.timeline.run_until(3_000_000)
        ids.append(made.boards[0].running("app").journal.id)
        made.close()
    assert ids[0] == ids[2] != ids[1]


def test_two_matches_are_set_up_by_the_menu_and_played_one_after_the_other(boards):
    matches = transcripts("1-points-ann-bob.mat", "3-points-cleo-dan.mat")
    said = play(boards, matches)
    board = boards.boards[0]
    assert board.crashes == []
    assert [line.partition(":")[0] for line in said] == [f"{match.file} is played" for match in matches]
    kinds = [record[4] for record in log_of(board)]
    assert kinds.count(records.MATCH) == 2
    assert [record[6] for record in log_of(board) if record[4] == records.MATCH] == [1, 3]
    # nobody plays at the other board
    assert [record[4] for record in log_of(boards.boards[1])] == [records.BOOT]


def test_a_match_that_somebody_else_set_up_is_not_played_over(boards):
    [match] = transcripts("1-points-ann-bob.mat")
    board = boards.boards[0]
    boards.timeline.run_until(3_000_000)
    for place, key in enumerate(("#", "1", "9", "#", "1", "#")):
        board.press(key, 3_000_000 + 500_000 * place)
    boards.timeline.run_until(7_000_000)
    before = len(log_of(board))
    said = []
    Table(board, [match], 1, said.append)
    boards.timeline.run_until(60_000_000)
    assert len(said) == 1
    assert "did not take the set-up" in said[0]
    assert [record[4] for record in log_of(board)][:before].count(records.MATCH) == 1


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"length": 0}, "1 to 99"),
        ({"length": 100}, "1 to 99"),
        ({"start_score": (1, 0)}, "0-0"),
        ({"crawford": False}, "Crawford"),
    ],
)
def test_what_a_board_cannot_set_up_by_itself(changed, why):
    [match] = transcripts("3-points-cleo-dan.mat")
    assert unplayable(match) is None
    assert why in unplayable(replace(match, **changed))
