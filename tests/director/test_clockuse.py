"""The time of each move, against numbers by hand and against the reserves that the clock itself computes."""

import random

import pytest

from tablecore import records
from tablekeeper.director import clockuse
from tests.director.conftest import Scribe


def held(board):
    """Return the records of a board from the set-up of its match on."""
    first = next(seq for seq, record in enumerate(board.log, 1) if record[4] == records.MATCH)
    return {seq: board.log[seq - 1] for seq in range(first, len(board.log) + 1)}


def told(board):
    return [(move.game, move.seat, move.used_ms) for move in clockuse.moves(held(board))]


@pytest.fixture
def board():
    """A board in the first game of a match to 5, the right seat's clock running since now."""
    board = Scribe("a" * 16)
    board.boot()
    board.run(control="up")
    board.game()
    board.write(records.OPENING, 1, 6)
    board.write(records.PRESS, 0, 1)
    return board


def test_a_move_lasts_from_press_to_press(board):
    board.write(records.DICE, 1, 4, 2, step=7_000)
    board.write(records.PRESS, 1, 0, step=3_500)
    board.write(records.PRESS, 0, 1, step=500)
    assert told(board) == [(1, 1, 10_500), (1, 0, 500)]


def test_a_pause_is_nobodys_time(board):
    board.write(records.PAUSE, records.FALLEN, step=2_000)
    board.write(records.RESUME, step=60_000)
    board.write(records.PRESS, 1, 0, step=3_000)
    assert told(board) == [(1, 1, 5_000)]


def test_what_was_taken_back_is_one_move_with_what_followed(board):
    press = board.write(records.PRESS, 1, 0, step=4_000)
    board.undo(press)
    board.write(records.PRESS, 1, 0, step=6_000)
    # 4 s, 1 s until the undo, 6 s more
    assert told(board) == [(1, 1, 11_000)]


def test_a_flag_ends_its_move():
    board = Scribe("b" * 16)
    board.boot()
    board.run(control="2m", length=1)
    board.game()
    board.write(records.OPENING, 1, 6)
    board.write(records.PRESS, 0, 1)
    lasts = board.sheet.clock.reserve[1]
    board.write(records.FLAG, 1, step=lasts)
    assert told(board) == [(1, 1, lasts)]


def spent(method, reserve, times, delay):
    """Return a reserve after moves of these times: the formulas of tablecore.clock, a move at a time."""
    for time in times:
        if method == "up":
            reserve += time
        elif method == "sudden":
            reserve -= time
        elif method == "f3":
            reserve += delay - time
        else:
            reserve -= max(0, time - delay)
    return reserve


@pytest.mark.parametrize("method", ["up", "sudden", "b12", "d12", "f3"])
@pytest.mark.parametrize("seed", range(6))
def test_the_moves_add_up_to_what_the_clock_has_left(method, seed):
    chance = random.Random(f"{method} {seed}")
    board = Scribe("c" * 16)
    board.boot()
    board.run(control="up" if method == "up" else f"30m {method}".removesuffix(" sudden"))
    board.begin(6, 1)
    clock = board.sheet.clock
    begun = [clock.reserve[0], clock.reserve[1]]
    presses = []
    for _ in range(60):
        step = chance.randrange(0, 20_000)
        what = chance.random()
        if not board.sheet.clock.running:
            board.write(records.RESUME, step=step)
        elif what < 0.15:
            board.write(records.PAUSE, records.FALLEN, step=step)
        elif what < 0.3 and presses:
            board.ms += step
            target = presses.pop()
            board.undo(target)
        else:
            seat = board.sheet.clock.turn
            presses.append(board.write(records.PRESS, seat, 1 - seat, step=step))
    found = clockuse.moves(held(board))
    clock = board.sheet.clock
    for seat in range(2):
        times = [move.used_ms for move in found if move.seat == seat]
        assert clock.reserve[seat] == spent(method, begun[seat], times, clock.delay[seat])
    assert len(found) > 10


def test_moves_of_a_match_over_two_boards(room):
    one, two = room.board("1"), room.board("2")
    number = room.match(one, 5, "up")
    one.begin(6, 1)
    one.turn()
    room.send(one)
    before = room.director.overview.moves(number)
    assert [move.used_ms for move in before] == [2_000]
    room.director.matches.handover(number, two.uid, score=(0, 0))
    room.deliver(two)
    assert room.director.overview.moves(number)[:1] == before
    first, *_ = room.director.overview.spans([number], room.now)
    assert (first.uid, first.over) == (one.uid, True)


def test_without_records_there_are_no_moves():
    assert clockuse.moves({}) == ()
