"""Tables get their names in the order in which a key is pressed at their boards."""

import pytest

from tablekeeper.errors import UserError
from tests.patience import until

WELCOME, MENU, SIGN = bytes(1024), b"\x55" * 1024, b"\xff" * 8 + bytes(1016)


def show(room, board, pixels, after_ms=0):
    room.now += after_ms
    room.director.boards.screen(board.uid, pixels)


@pytest.fixture
def room(threaded_room):
    return threaded_room


def test_the_board_at_which_a_key_is_pressed_gets_the_next_name(room):
    naming, boards = room.director.naming, [room.board(digit) for digit in "abc"]
    room.director.boards.rename(boards[0].uid, "Table 1")
    room.match(room.board("d"), 5)
    view = naming.begin()
    assert (view.next, view.named, view.waiting) == ("Table 1", (), 3)
    for board in boards:
        show(room, board, WELCOME)
        # the rest of the same picture, and a sign that changes by itself
        show(room, board, MENU, 500)
        show(room, board, WELCOME, 500)
        show(room, board, SIGN, 5_000)
    assert naming.progress().named == ()
    show(room, boards[2], MENU)
    until(lambda: naming.progress().named == ("Table 1",), "the first board has no name")
    show(room, boards[2], WELCOME)
    show(room, boards[0], MENU)
    until(lambda: naming.progress().named == ("Table 1", "Table 2"), "the second board has no name")
    assert naming.progress().waiting == 1
    show(room, boards[1], MENU)
    until(lambda: naming.progress().next == "", "the naming has not ended")
    tables = room.director.boards.listed()
    assert [one.name for one in tables[:3]] == ["Table 1", "Table 2", "Table 3"]
    assert [one.uid[0] for one in tables[:3]] == ["c", "a", "b"]
    # later presses name nothing
    show(room, boards[2], MENU, 9_000)
    assert room.director.boards.listed() == tables


def test_it_can_be_ended_and_begins_only_with_free_boards(room):
    naming = room.director.naming
    with pytest.raises(UserError, match="No free board is connected"):
        naming.begin()
    board = room.board("a")
    for word, first, field in (("", 1, "word"), ("x" * 21, 1, "word"), ("Bar", 1000, "first")):
        with pytest.raises(UserError) as refused:
            naming.begin(word, first)
        assert refused.value.field == field
    assert naming.begin("Bar", 11).next == "Bar 11"
    assert naming.end().next == ""
    show(room, board, WELCOME)
    show(room, board, MENU, 9_000)
    assert room.director.boards.listed()[0].name == "Board aaaaaa"
