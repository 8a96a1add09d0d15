"""Undo of a long game on the board: back to its beginning, also after the power was cut in between."""

import pytest

from tablecore import records
from tablecore.sheets.fold import LONGEST_GAME, STEPS, STRIDE, Fold
from tabledevice import texts
from tabledevice.texts import held
from tableprograms.backgammon import sheet as match
from tests.tabledevice.hands import TO_TURN, Table

#: from the set-up to the first turn of the right seat


@pytest.fixture
def table():
    """A board in its first game, which has more records than lie between two steps."""
    made = Table()
    made.set_up().press(*TO_TURN)
    while made.last < 3 * STRIDE:
        made.press("6", "5", made.sheet.turn)
    yield made
    assert made.board.crashes == []
    assert made.sheet.odd == 0 or made.app.journal.gone
    made.board.power_off()


def from_the_beginning(table):
    """Return the sheet that the whole log comes to, without any state kept on the way."""
    log = [table.record(seq) for seq in range(1, table.last + 1)]
    fold = Fold(lambda seq: log[seq - 1], stride=LONGEST_GAME)
    for record in log:
        fold.apply(*records.unpack(record))
    return fold.sheet


def test_a_long_game_is_taken_back_to_its_beginning_across_a_power_cut(table):
    mark = table.app.fold.mark_seq
    assert len(table.app.fold.steps) >= 2
    taken = 0
    while table.sheet.phase != match.OPENING:
        before = table.last
        table.hold("*")
        assert table.log(before) == [("undo", 0, 0, 0)]
        assert table.sheet.pack() == from_the_beginning(table).pack()
        taken += 1
        if taken in (10, 30):
            # the snapshot in the memory stands at the game's beginning, the steps have gone
            table.power_cycle()
            assert table.sheet.pack() == from_the_beginning(table).pack()
            assert table.app.fold.mark_seq == mark
    assert taken > 2 * STRIDE
    assert table.hold("*").said == texts.ASK_DIRECTOR


def test_what_the_memory_has_lost_within_a_game_is_not_taken_back(table):
    """Also where the undo itself would not read it: nobody knows what was there."""
    fram = table.board.fram
    lost = table.app.fold.mark_seq + 3
    place = 0x0500 + (lost - 1) * records.SIZE
    fram.memory[place] ^= 0xFF
    table.power_cycle()
    assert table.app.journal.gone == lost
    before = table.last
    assert table.hold("*").said == held.UNDO_LOST
    assert table.last == before


def test_a_record_that_cannot_be_read_when_it_is_needed_refuses_the_undo(table):
    """Nothing has changed then, and once it can be read again the undo works."""
    packed, before = table.sheet.pack(), table.last
    app = table.app
    step = app.fold.steps[-1][0]
    read = app.fold.read
    needed = step + 1
    assert needed < before - 2
    app.fold.read = lambda seq: None if seq == needed else read(seq)
    assert table.hold("*").said == held.UNDO_LOST
    assert (table.sheet.pack(), table.last) == (packed, before)
    app.fold.read = read
    assert table.hold("*").log(before) == [("undo", 0, 0, 0)]
    assert table.sheet.pack() == from_the_beginning(table).pack()


def test_steps_of_the_longest_state_fit_what_a_board_can_spare(table):
    """A sheet is at most 246 bytes (a snapshot's room); of most games it is about 100."""
    sizes = [len(state) for _, state in table.app.fold.steps]
    assert max(sizes) <= 100
    assert STEPS * max(sizes) <= 2_800


def test_a_hold_repeats_and_a_stuck_key_takes_back_ten_records_at_most(table):
    table.set_up().press(*TO_TURN)
    for turn in range(12):
        table.press((1, 0)[turn % 2])
    last = table.last
    table.hold("*", 1900)
    assert table.log(last) == [("undo", 0, 0, 0)], "a hold for a little too long is one"
    last = table.last
    table.hold("*", 30_000)
    assert table.log(last) == [("undo", 0, 0, 0)] * 10
    # when it comes up it does nothing, and the next hold goes on
    assert table.said == ""
    last = table.last
    table.hold("*", 2_100)
    assert table.log(last) == [("undo", 0, 0, 0)] * 2
    assert table.said == ""


def test_a_tap_after_a_repeated_hold_is_a_tap(table):
    table.set_up().press(*TO_TURN, 1, 0, 1, 0)
    table.hold("*", 2_300)
    last = table.last
    table.press("*")
    assert table.said != ""
    assert table.last == last
