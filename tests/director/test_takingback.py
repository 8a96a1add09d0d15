"""What the director decided at a table is taken back from the journal: clock, points, a forfeit."""

import pytest

from tablecore import records
from tablekeeper.director.journals import Selection
from tableprograms.backgammon.sheet import OVER, TURN
from tests.director.eventroom import entered, first, started
from tests.refusal import refusal


@pytest.fixture
def board(room):
    board = room.board("a")
    board.number = room.match(board, 7, "10m")
    board.play(1)
    board.begin(6, 1)
    board.turn()
    board.double()
    board.take()
    room.send(board)
    return board


def line(room, action):
    return next(one for one in reversed(room.director.journals.lines(Selection())) if one.action == action)


def shown(board, seat):
    return board.sheet.clock.remaining(seat, board.ms)


def test_a_clock_that_was_set_is_set_back_by_as_much(room, board):
    before = shown(board, 0)
    room.director.match_orders.correct(board.number, 0, before + 60_000, "it was not stopped", actor="Eve")
    room.deliver(board)
    assert shown(board, 0) == before + 60_000
    found = room.director.journals.look(line(room, "correct clock"))
    assert [one.text for one in found.consequences] == ["The clock of Ann at Board aaaaaa loses 1:00."]
    assert found.button == "Take it back"
    first = line(room, "correct clock")
    room.director.journals.undo(first, "it was stopped", seen=found.fingerprint, actor="Finn")
    room.deliver(board)
    assert shown(board, 0) == before
    done = line(room, "correct clock")
    assert (done.actor, done.reason) == ("Finn", "it was stopped")
    assert "taken back already" in refusal(room.director.journals.undo, first)
    # and that is undone in turn
    again = room.director.journals.look(line(room, "correct clock"))
    assert [one.text for one in again.consequences] == ["The clock of Ann at Board aaaaaa gets 1:00 more."]
    room.director.boards.offline(board.uid, "unplugged")
    assert "is offline" in room.director.journals.look(line(room, "correct clock")).impossible


def test_points_are_taken_back(room, board):
    room.director.match_orders.award(board.number, 0, 2, "noise during a roll")
    room.deliver(board)
    assert board.sheet.score == [2, 1]
    found = room.director.journals.look(line(room, "award"))
    assert found.consequences[0].text == f"Ann loses 2 points at {room.row(board).name}."
    room.director.journals.undo(line(room, "award"), "it was another table")
    room.deliver(board)
    assert board.sheet.score == [0, 1]
    room.director.match_orders.award(board.number, 0, 0, "a warning")
    assert "nothing to take back" in room.director.journals.look(line(room, "award")).impossible


def test_a_forfeited_match_goes_on_where_it_stood(room, board):
    left = [shown(board, seat) for seat in (0, 1)]
    turn, owner = board.sheet.turn, board.sheet.owner
    room.director.match_orders.forfeit(board.number, 0, actor="Eve")
    room.deliver(board)
    board.end()
    room.send(board)
    assert (board.sheet.phase, board.sheet.score) == (OVER, [7, 1])
    assert room.director.overview.match(board.number).match.details.champion == 0
    found = room.director.journals.look(line(room, "forfeit"))
    assert found.needs_reason
    assert "goes on at Board aaaaaa from Ann 0, Bob 1, in game 2" in found.consequences[0].text
    assert "Give a reason" in refusal(room.director.journals.undo, line(room, "forfeit"))
    room.director.journals.undo(line(room, "forfeit"), "she had stood at the wrong table", actor="Finn")
    room.deliver(board)
    there = board.sheet
    assert (there.phase, there.score, there.games, there.cube_value(), there.owner, there.turn) == (
        TURN, [0, 1], 1, 2, owner, turn
    )
    assert all(0 <= left[seat] - shown(board, seat) < 5_000 for seat in (0, 1))
    assert not there.clock.running
    detail = room.director.overview.match(board.number)
    assert (detail.match.details.score, detail.match.details.champion, detail.problems) == ((0, 1), None, ())
    assert [game.winner for game in detail.games] == [1]
    assert next(one for one in room.director.journals.lines() if one.action == "forfeit").undone
    # it is played to its end at the same board, and survives a restart of the host
    board.write(records.RESUME, turn)
    board.win(1, records.GAMMON)
    room.send(board)
    assert room.director.overview.match(board.number).match.details.score == (0, 5)
    room.restart()
    assert room.director.overview.match(board.number).match.details.score == (0, 5)


def forfeited(room, event, *, confirmed):
    """Return a board whose match of an event was forfeited in its first game."""
    board = room.board("a")
    board.number = room.director.event_tables.play(event, first(room, event), board.uid, 1, "none")
    room.deliver(board)
    board.begin(6, 1)
    room.send(board)
    room.director.match_orders.forfeit(board.number, 0)
    room.deliver(board)
    board.end()
    room.send(board)
    [claim] = room.director.events.get(event).claims
    if confirmed:
        room.director.events.confirm(event, claim.seq)
    return board


@pytest.mark.parametrize("confirmed", [True, False])
def test_with_a_forfeit_its_result_in_the_event_is_taken_back_and_a_new_one_waits(room, confirmed):
    event = started(room, "knockout", ["Ann", "Bob", "Cid", "Dan"])
    board = forfeited(room, event, confirmed=confirmed)
    found = room.director.journals.look(line(room, "forfeit"))
    assert "its result is undone, too" in found.consequences[1].text
    room.director.journals.undo(line(room, "forfeit"), "the wrong table", seen=found.fingerprint)
    room.deliver(board)
    view = room.director.events.get(event)
    assert (view.entered, view.claims) == ((), ())
    assert first(room, event) == view.tables[board.number]
    # also for a host that is started again in between
    room.restart()
    turn = board.sheet.turn
    board.write(records.RESUME, turn)
    board.win(1)
    room.send(board)
    # the director looks at it: the board's log holds another end, too
    assert entered(room, event) == []
    [claim] = room.director.events.get(event).claims
    assert claim.match == board.number
    assert claim.result["winner"] == view.tables[board.number]["players"][1]
    room.director.events.confirm(event, claim.seq)
    room.restart()
    assert [which for _, which in entered(room, event)] == [board.number]


def test_a_forfeit_of_a_finished_event_is_taken_back_when_the_event_is_open_again(room):
    event = started(room, "knockout", ["Ann", "Bob"])
    forfeited(room, event, confirmed=True)
    room.director.events.finish(event)
    found = room.director.journals.look(line(room, "forfeit"))
    assert found.impossible.startswith("Event of knockout: ")
