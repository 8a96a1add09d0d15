"""Tables that come back: what was ruled while a board, or the whole hall, was away is ordered then."""


from tablekeeper.director.desk.service import Desk
from tablekeeper.regulation.finding import POINTS, Effect
from tablekeeper.store.commands import REFUSED
from tablekeeper.tables.hello import Status
from tests.director.conftest import only


def says(room, board):
    """A board that has come back says how it is."""
    room.director.boards.status(board.uid, Status(board.ms, board.base, board.last, 90_000, (), None))


def test_a_table_that_comes_back_gets_what_was_ruled_meanwhile(room, desk, at_three_one):
    board, match_id = at_three_one
    room.director.boards.offline(board.uid, "unplugged")
    seq = desk.penalise(Effect(POINTS, "Ann", 2, cause="pace"), "slow", match=match_id)
    other = desk.penalise(Effect(POINTS, "Cid", 2, "Dan", "pace"), "slow")
    # the score that an order looks at must be that of now: the board has not told all of it
    board.turn()
    room.connect(board)
    says(room, board)
    assert room.deliver(board) == []
    assert desk.pending() == (seq,)
    room.send(board)
    says(room, board)
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    assert only(desk, other) == ""
    assert board.sheet.score == [3, 3]
    # once: the next word of the board orders nothing, nor does its next visit
    says(room, board)
    room.director.boards.offline(board.uid, "unplugged")
    room.connect(board)
    says(room, board)
    assert room.deliver(board) == []


def test_what_was_ruled_without_a_hall_is_ordered_when_one_opens(room, at_three_one):
    board, match_id = at_three_one
    seq = Desk(room.store, lambda: room.now).penalise(
        Effect(POINTS, "Bob", 1, cause="pace"), "slow", match=match_id
    )
    room.restart()
    desk = room.director.desk
    assert only(desk, seq).startswith("not carried out. No hall is running here")
    room.connect(board)
    says(room, board)
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    assert board.sheet.score == [4, 1]
    # taken back without a hall, too
    Desk(room.store, lambda: room.now).undo(seq)
    room.restart()
    room.connect(board)
    says(room, board)
    room.deliver(board)
    assert board.sheet.score == [3, 1]
    assert room.director.desk.pending() == ()


def test_a_board_that_refused_is_not_asked_again_of_itself(room, desk, at_three_one):
    board, match_id = at_three_one
    seq = desk.penalise(Effect(POINTS, "Ann", 2, cause="pace"), "slow", match=match_id)
    for command in room.store.commands.open(board.uid):
        room.store.commands.answered(command.id, REFUSED, None, "not now")
    room.store.flush()
    room.connect(board)
    says(room, board)
    assert room.store.commands.open(board.uid) == []
    assert desk.pending() == (seq,)
