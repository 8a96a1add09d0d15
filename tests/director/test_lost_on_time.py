"""A match that was wrongly lost on time goes on in one action, and that action can be undone."""

import pytest

from tablecore import records
from tablekeeper.director.setupqueue import SetUpQueue
from tablekeeper.store import Store
from tableprograms.backgammon.sheet import OVER, RESULT, TURN
from tests.director.eventroom import first, started
from tests.director.test_takingback import line
from tests.refusal import refusal


@pytest.fixture
def board(room):
    return room.board("a")


def flagged(room, board, *, confirmed=True, match=None):
    """Play into the second game of a match, where the clock of the seat on turn runs out; return the seat."""
    board.number = match or room.match(board, 7, "10m")
    board.play(1)
    board.begin(6, 1)
    board.turn()
    board.double()
    board.take()
    seat = board.sheet.turn
    lose_on_time(room, board, seat, confirmed=confirmed)
    return seat


def lose_on_time(room, board, seat, *, confirmed=True):
    board.write(records.FLAG, seat, step=board.sheet.clock.flag_at() - board.ms)
    board.write(records.RESULT, 1 - seat, records.WHOLE_MATCH, records.ON_TIME, records.NONE, step=0)
    if confirmed:
        board.write(records.CONFIRM, 0)
        board.write(records.CONFIRM, 1)
        board.end()
    room.send(board)


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_match_lost_on_time_goes_on_with_the_time_its_turn_began_with(room, board, confirmed):
    seat = flagged(room, board, confirmed=confirmed)
    assert board.sheet.phase == (OVER if confirmed else RESULT)
    found = room.director.restoring.look(board.number)
    assert (found.player, found.table) == (("Ann", "Bob")[seat], "Board aaaaaa")
    # what the clock showed when the turn began that ran out of time
    assert 0 < found.left_ms < 600_000
    [told] = [one.text for one in found.undoing.consequences]
    stood = "The match goes on at Board aaaaaa from Ann 0, Bob 1, in game 2, its clocks stopped; "
    assert told == f"{stood}{found.player} is on turn."
    room.director.restoring.restore(board.number, None, "the clock was not stopped", actor="Eve")
    room.deliver(board)
    there = board.sheet
    assert (there.phase, there.score, there.cube_value(), there.turn) == (TURN, [0, 1], 2, seat)
    assert there.clock.remaining(seat, board.ms) == found.left_ms
    assert not there.clock.running
    done = line(room, "handover")
    assert (done.actor, done.reason) == ("Eve", "the clock was not stopped")
    assert "not lost on time" in done.text
    assert "not lost on time" in refusal(room.director.restoring.look, board.number)
    # it is played to its end, and survives a restart of the host
    board.write(records.RESUME, seat)
    board.win(1, records.GAMMON)
    room.send(board)
    room.restart()
    assert room.director.overview.match(board.number).match.details.score == (0, 5)


def test_the_director_says_how_much_time_is_left(room, board):
    seat = flagged(room, board)
    room.director.restoring.restore(board.number, 90_000, "the wrong clock ran")
    room.deliver(board)
    assert board.sheet.clock.remaining(seat, board.ms) == 90_000
    assert "needs a reason" in refusal(room.director.restoring.restore, board.number, 90_000, "")


@pytest.mark.parametrize("confirmed", [True, False])
def test_its_result_in_the_event_is_taken_back_with_it(room, board, confirmed):
    event = started(room, "knockout", ["Ann", "Bob", "Cid", "Dan"])
    number = room.director.event_tables.play(event, first(room, event), board.uid, 7, "10m")
    room.deliver(board)
    flagged(room, board, match=number)
    view = room.director.events.get(event)
    assert view.claims or view.entered
    if confirmed and view.claims:
        room.director.events.confirm(event, view.claims[0].seq)
    found = room.director.restoring.look(number)
    assert any("its result is undone, too" in one.text for one in found.undoing.consequences)
    room.director.restoring.restore(number, None, "the clock was not stopped", seen=found.undoing.fingerprint)
    room.deliver(board)
    view = room.director.events.get(event)
    assert (view.entered, view.claims) == ((), ())
    board.write(records.RESUME, board.sheet.turn)
    board.win(1, records.BACKGAMMON)
    room.send(board)
    view = room.director.events.get(event)
    assert len(view.claims) + len(view.entered) == 1


def test_what_was_restored_is_lost_again_by_one_undo(room, board):
    seat = flagged(room, board)
    room.director.restoring.restore(board.number, None, "the clock was not stopped")
    room.deliver(board)
    undo = room.director.journals.look(line(room, "handover"))
    assert undo.impossible == ""
    assert "is again lost on time" in undo.consequences[0].text
    room.director.journals.undo(line(room, "handover"), "it was stopped", actor="Finn")
    room.deliver(board)
    assert (board.sheet.phase, board.sheet.champion, board.sheet.how) == (OVER, 1 - seat, records.ON_TIME)
    assert next(one for one in room.director.journals.lines() if one.action == "handover").undone
    # and it can be restored once more
    room.director.restoring.restore(board.number, None, "once more")


def test_a_closed_match_goes_on_and_another_match_at_its_board_sends_it_elsewhere(room, board):
    flagged(room, board)
    room.director.matches.close(board.number)
    room.deliver(board)
    found = room.director.restoring.look(board.number)
    assert found.table == "Board aaaaaa"
    other = room.match(board, 3, players=("Cid", "Dan"))
    assert "No board is free" in refusal(room.director.restoring.look, board.number)
    two = room.board("b")
    found = room.director.restoring.look(board.number)
    assert found.table == "Board bbbbbb"
    room.director.restoring.restore(board.number, None, "the clock was not stopped")
    room.deliver(two)
    assert two.sheet.score == [0, 1]
    assert room.row(board).match.id == other
    assert room.row(two).match.id == board.number


def test_a_match_of_tara_goes_on_too(room, board):
    room.director.matches.set_up(board.uid, "tara", {"control": "5m"}, ["Ann", "Bob"])
    room.deliver(board)
    board.write(records.GAME, 1, p=1)
    board.write(records.START, 0)
    seat = board.sheet.turn
    assert board.sheet.clock.running
    number = room.row(board).match.id
    lose_on_time(room, board, seat)
    found = room.director.restoring.look(number)
    room.director.restoring.restore(number, 60_000, "the clock was not stopped")
    room.deliver(board)
    assert board.sheet.in_game()
    assert board.sheet.turn == seat
    assert board.sheet.clock.remaining(seat, board.ms) == 60_000
    assert found.left_ms <= 300_000


def test_only_a_match_that_was_lost_on_time_is_restored(room, board):
    number = room.match(board, 1)
    assert "not lost on time" in refusal(room.director.restoring.look, number)
    board.play(0)
    room.send(board)
    assert "not lost on time" in refusal(room.director.restoring.restore, number, None, "why not")
    assert "no match" in refusal(room.director.restoring.look, 99)


@pytest.mark.turns(3)
@pytest.mark.parametrize("at", ["move_match", "withdraw", "clear", "set_up", "names"])
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_host_killed_in_between_finishes_or_has_done_nothing(room, board, monkeypatch, at, confirmed):
    seat = flagged(room, board, confirmed=confirmed)
    room.now += 60_000

    class Killed(Exception):
        pass

    def killed(*words, **more):
        raise Killed

    with monkeypatch.context() as until_then:
        until_then.setattr(Store if at == "move_match" else SetUpQueue, at, killed)
        with pytest.raises(Killed):
            room.director.restoring.restore(board.number, None, "the clock was not stopped")
    room.now += 1000
    room.restart()
    done = [one for one in room.director.journals.lines() if one.action == "handover"]
    if at == "move_match":
        assert not done
        room.connect(board)
        # nothing was done, and it can be done once more
        room.director.restoring.restore(board.number, None, "the clock was not stopped")
    else:
        assert len(done) == 1
        room.connect(board)
    room.deliver(board)
    assert (board.sheet.phase, board.sheet.score, board.sheet.turn) == (TURN, [0, 1], seat)
    board.write(records.RESUME, seat)
    board.win(1, records.GAMMON)
    room.send(board)
    assert room.director.overview.match(board.number).match.details.score == (0, 5)
