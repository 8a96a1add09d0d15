"""A game is shown before its snapshot is written: power that goes in between takes nothing away.

Cut at every byte from the press that begins a game to the snapshot's last one. A boot then folds from the
snapshot before; the records behind it are in the memory.
"""

import pytest

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tests.tabledevice.hands import FIVE_POINTS_UP, Host, Table, folded
from tests.tabledevice.test_power import whole_records

#: the keys up to a new game, the key that begins it, what is pressed again when the record
#: behind the game's was cut off, and what is done then (each key leaves a record)
GAMES = {
    "race": (("#", "2", "1", "1", 0, "9", "1", 0, 1), 1, (), ("1", "4", "1")),
    "backgammon": ((*FIVE_POINTS_UP, "3", "1", 1, 0, "9", "1", 1, 0, "4"), "2", ("4", "2"), (1, 0, 1)),
}


def prepared(keys):
    """Return a table at which the next key begins the second game, and its host."""
    table = Table(seed=3)
    host = Host(table)
    table.wait(2500)
    table.press(*keys)
    table.wait(1000)
    assert (table.sheet.games, table.sheet.in_game()) == (1, False)
    return table, host


def follow_display(table):
    """Return a list that gets the record up to which each transfer to the display shows the game."""
    shown = []
    write = table.board.oled.write

    def looked_at(data):
        shown.append(table.app.fold.seq)
        return write(data)

    table.board.oled.write = looked_at
    return shown


def cut_in_the_window(name, step):
    """Begin the game without a cut, then cut at every few of the bytes that this writes."""
    keys, begins, again, goes_on = GAMES[name]
    table, _ = prepared(keys)
    fram, before = table.board.fram, table.last
    first = fram.bytes_written
    shown = follow_display(table)
    table.press(begins)
    window = fram.bytes_written - first
    uncut = [table.record(seq) for seq in range(1, table.last + 1)]
    [begun] = [seq for seq in range(before + 1, table.last + 1) if uncut[seq - 1][4] == records.GAME]
    assert table.app.fold.mark_seq == begun
    assert max(shown) == table.last
    # a snapshot as well
    assert window > (table.last - before) * records.SIZE + 60
    journal = table.app.journal.id
    table.board.power_off()
    without_snapshot = 0
    for cut in range(1, window + 1, step):
        table, host = prepared(keys)
        shown = follow_display(table)
        table.board.cut_power_after(cut)
        table.press(begins)
        assert not table.board.powered
        complete = whole_records(table.board.fram.memory, journal)
        assert complete == uncut[: len(complete)]
        # neither the players nor the host have seen more than what is there
        assert max(shown, default=0) <= len(complete)
        assert host.stored(journal) <= len(complete)
        without_snapshot += max(shown, default=0) >= begun
        # while a board starts there is no sheet to ask
        del table.board.oled.write
        table.power_on()
        host.open()
        table.wait(2500)
        assert table.app.journal.id == journal
        # with what it held before, byte for byte
        assert host.has_all()
        log = [table.record(seq) for seq in range(1, table.last + 1)]
        assert table.sheet.pack() == folded(log).pack()
        assert table.sheet.odd == 0
        if len(complete) >= begun:
            assert table.app.fold.mark_seq == begun
            if len(complete) < len(uncut):
                table.press(*again)
            take_all_back(table, begun, goes_on)
        assert table.board.crashes == []
        table.board.power_off()
    # the game was shown, and its snapshot was not whole
    assert without_snapshot * step > 60


@pytest.mark.parametrize("name", GAMES)
def test_power_cut_between_a_new_game_and_its_snapshot(name):
    cut_in_the_window(name, 7)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_power_cut_at_every_byte_up_to_the_snapshot(name):
    cut_in_the_window(name, 1)


def take_all_back(table, begun, keys):
    """Play on, and take everything back to the beginning of the game."""
    if table.sheet.pause != NOBODY:
        table.press("#")
    after = table.last
    table.press(*keys)
    assert table.last == after + len(keys)
    taken_back = 0
    while table.hold("*").last > after + len(keys) + taken_back:
        taken_back += 1
    assert taken_back >= len(keys)
    sheet, beginning = table.sheet, folded([table.record(seq) for seq in range(1, begun + 1)])
    assert (sheet.phase, sheet.games, sheet.game) == (beginning.phase, beginning.games, beginning.game)
    assert sheet.odd == 0
