"""The dice log at the keys of a whole board: typed in and thrown, undone, ended, with a host and without."""


import pytest

from tablecore import messages, records, sheets
from tabledevice import texts
from tableprograms.dicelog import sheet as dicelog
from tableprograms.dicelog import texts as words
from tests.tabledevice.hands import Host, Table

ONE, TWO, ONE_THROWN, TWO_THROWN = (("#", "5", dice, how) for how in "12" for dice in "12")


def table_of(*keys, **settings):
    made = Table(**settings)
    made.press(*keys)
    assert (made.sheet.PROGRAM, made.sheet.phase) == (sheets.DICELOG, dicelog.READY)
    return made


@pytest.mark.parametrize(
    ("keys", "before", "pressed", "logged"),
    [
        (ONE, (), ("3", "6"), [("dice", 255, 3, 0), ("dice", 255, 6, 0)]),
        (TWO, (), ("3", "6"), [("dice", 255, 3, 6)]),
        (TWO, (), ("3", "*", "5", "2"), [("dice", 255, 5, 2)]),
        (TWO, (), ("3", "9", "*", "5", "2"), [("dice", 255, 5, 2)]),
        (TWO, ("3", "6"), ("9", "#"), [("end", 255, 0, 0)]),
        (TWO, ("3", "6"), ("hold",), [("undo", 0, 0, 0)]),
        (TWO, ("3", "6", "9", "#"), ("hold",), [("undo", 0, 0, 0)]),
        (TWO, (), ("3", "9", "#"), [("end", 255, 0, 0)]),
    ],
)
def test_what_is_pressed_is_what_is_logged(keys, before, pressed, logged):
    table = table_of(*keys)
    table.press(*before)
    after = table.last
    for key in pressed:
        table.hold("*") if key == "hold" else table.press(key)
    assert table.log(after) == logged
    table.put_away()


@pytest.mark.parametrize(
    ("keys", "before", "pressed", "said"),
    [
        *((TWO, (), key, texts.NOTHING_HERE) for key in ("0", "7", "8", "#", 0)),
        (TWO, (), 1, texts.NO_SUCH_SEAT),
        (TWO, ("9",), "3", texts.NOTHING_HERE),
        (TWO, ("9",), 0, texts.NOTHING_HERE),
        (TWO_THROWN, ("9",), 0, texts.NOTHING_HERE),
        (TWO, ("9", "#"), "3", texts.PRESS_HASH),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_reason_and_leaves_no_trace(keys, before, pressed, said):
    table = table_of(*keys)
    table.press(*before)
    table.refuses(pressed, said)
    table.put_away()


def test_the_board_throws_at_any_key_from_1_to_6_and_at_a_button():
    for keys, dice in ((ONE_THROWN, 1), (TWO_THROWN, 2)):
        table = table_of(*keys, seed=3)
        assert table.reads(words.HINT_THROW)
        after = table.last
        table.press(*"123456", 0)
        found = [records.unpack(table.record(seq)) for seq in range(after + 1, table.last + 1)]
        assert [(row[1], row[2], row[6]) for row in found] == [(records.DICE, 255, 1)] * 7
        assert all(1 <= row[3] <= 6 for row in found)
        assert all((row[4] > 0) == (dice == 2) for row in found)
        assert len({row[3:5] for row in found}) > 1
        assert table.sheet.throws == 7
        table.put_away()


def test_undo_says_what_it_undoes_and_nothing_is_before_the_beginning():
    table = table_of(*TWO)
    table.press("3", "6", "1", "1")
    table.keep_down("*")
    assert table.reads(words.UNDO_TWO % (1, 1))
    table.let_go("*")
    assert table.sheet.throws == 1
    table.hold("*")
    assert (table.sheet.throws, table.sheet.phase) == (0, dicelog.READY)
    assert table.hold("*").said == texts.ASK_DIRECTOR
    table.put_away()


def test_a_log_that_fills_the_memory_keeps_its_counts_and_can_be_undone_to_its_last_throws():
    """Nothing ends a dice log: what a boot needs must not be what is overwritten."""
    table = table_of(*ONE, fram=False)
    for number in range(300):
        table.press(str(number % 6 + 1), gap=120)
    kept = table.sheet.throws
    assert 150 < kept < 300, "a memory that nobody empties refuses dice in the end"
    assert table.said == texts.MEMORY_FULL
    table.put_away()
    table = table_of(*ONE)
    host = Host(table)
    table.wait(2500)
    depth = table.app.journal.depth()
    for number in range(depth + 60):
        table.press(str(number % 6 + 1), gap=90)
    assert table.sheet.throws == depth + 60
    assert host.has_all()
    table.hold("*")
    assert table.sheet.throws == depth + 59
    state = table.sheet.pack()
    table.power_cycle()
    assert table.sheet.throws == depth + 59
    assert table.sheet.pack()[18:] == state[18:]
    table.put_away()


def test_the_host_sets_it_up_closes_it_and_cannot_give_results():
    table = Table()
    host = Host(table)
    table.wait(2500)
    assert host.run((records.DICELOG, 1, 2, dicelog.DICE_BY_DEVICE, 77, 0))[0] == messages.DONE
    table.press("1", "1")
    assert host.direct(records.RESULT, 0, 0, 0, 0, 0)[0] == messages.REFUSED
    assert host.direct(records.PAUSE, 5, 0, 0, 0, 0)[0] == messages.REFUSED
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.REFUSED, "it goes on"
    table.press("9", "#")
    assert host.direct(records.CLOSE, 0, 0, 0, 0, 0)[0] == messages.DONE
    table.wait(2000)
    assert host.has_all()
    table.put_away()
