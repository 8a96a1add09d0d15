"""Tables get their names in the order in which a key is pressed at their boards."""

import pytest

from tablekeeper.errors import UserError
from tests.patience import until
from tests.refusal import refusal


@pytest.fixture
def room(threaded_room):
    return threaded_room


def press(room, board):
    room.director.boards.pressed(board.uid)


def test_the_board_at_which_a_key_is_pressed_gets_the_next_name(room):
    naming, boards = room.director.naming, [room.board(digit) for digit in "abc"]
    room.director.boards.rename(boards[0].uid, "Table 1")
    playing = room.board("d")
    room.match(playing, 5)
    view = naming.begin()
    assert (view.next, view.named, view.waiting) == ("Table 1", (), 3)
    told = room.director.boards.notice
    assert told(boards[0].uid).lines == ("Table 1", "Press any key here,", "and this table is", "Table 1.")
    assert told(boards[0].uid).calls
    assert told(playing.uid) is None
    press(room, playing)
    press(room, boards[2])
    until(lambda: naming.progress().named == ("Table 1",), "the first board has no name")
    assert (told(boards[2].uid).title, told(boards[2].uid).calls) == ("Table 1", False)
    # the board sends it once more, because it has not heard yet that it has its name
    press(room, boards[2])
    press(room, boards[0])
    until(lambda: naming.progress().named == ("Table 1", "Table 2"), "the second board has no name")
    assert naming.progress().waiting == 1
    press(room, boards[1])
    until(lambda: naming.progress().next == "", "the naming has not ended")
    tables = room.director.boards.listed()
    assert [one.name for one in tables[:3]] == ["Table 1", "Table 2", "Table 3"]
    assert [one.uid[0] for one in tables[:3]] == ["c", "a", "b"]
    # later presses name nothing
    press(room, boards[2])
    assert room.director.boards.listed() == tables
    assert told(boards[2].uid) is None


def test_it_can_be_ended_and_begins_only_with_free_boards_that_blink(room):
    naming = room.director.naming
    assert "No free board is connected" in refusal(naming.begin)
    board = room.board("a")
    for word, first, field in (("", 1, "word"), ("x" * 21, 1, "word"), ("Bar", 1000, "first")):
        with pytest.raises(UserError) as refused:
            naming.begin(word, first)
        assert refused.value.field == field
    assert naming.begin("Bar", 11).next == "Bar 11"
    assert naming.end().next == ""
    press(room, board)
    assert room.director.boards.listed()[0].name == "Board aaaaaa"
    room.director.hall.tables[board.uid].minor = 2
    assert "a firmware that cannot blink: update it" in refusal(naming.begin)
    room.board("b")
    assert naming.begin().older == ("Board aaaaaa",)
    # nobody presses for ten minutes
    room.now += 600_000
    assert naming.progress().next == ""


def test_a_board_at_which_a_key_is_pressed_stands_at_the_table_of_that_name(room):
    room.director.tables.new((), 3)
    board = room.board("a")
    room.director.naming.begin("Table", 2)
    press(room, board)
    until(lambda: room.director.naming.progress().next == "", "the naming has not ended")
    assert [(one.name, one.device) for one in room.director.boards.listed()] == [
        ("Table 1", False), ("Table 2", True), ("Table 3", False),
    ]  # fmt: skip


def test_the_board_at_which_the_next_key_is_pressed_stands_at_the_chosen_table(room):
    room.director.tables.new((), 3)
    naming, uids = room.director.naming, [one.uid for one in room.director.boards.listed()]
    assert "No free board is connected" in refusal(naming.begin_at, uids[1])
    boards = [room.board(digit) for digit in "ab"]
    assert "is no named table" in refusal(naming.begin_at, boards[0].uid)
    view = naming.begin_at(uids[1])
    assert (view.next, view.waiting) == ("Table 2", 2)
    assert "this table is" in " ".join(room.director.boards.notice(boards[1].uid).lines)
    press(room, boards[1])
    # the board of the other table must not be taken for a second answer
    press(room, boards[0])
    until(lambda: naming.progress().next == "", "the naming has not ended")
    shown = [(one.name, one.uid) for one in room.director.boards.listed()]
    assert shown[:3] == [("Table 1", uids[0]), ("Table 2", boards[1].uid), ("Table 3", uids[2])]
    # the board of Table 2 broke: another one takes its place, and the order stays
    naming.begin_at(boards[1].uid)
    assert room.director.boards.notice(boards[1].uid) is None
    press(room, boards[0])
    until(lambda: naming.progress().next == "", "the naming has not ended")
    shown = [(one.name, one.uid) for one in room.director.boards.listed()]
    assert shown[:3] == [("Table 1", uids[0]), ("Table 2", boards[0].uid), ("Table 3", uids[2])]
    room.match(boards[0], 5)
    assert "has a match" in refusal(naming.begin_at, boards[0].uid)
