"""Written first, shown afterwards: whoever sees a move on the display may take the power away."""

from tablecore import records
from tabledevice import journal as journals
from tests.recordcalls import counted


def is_in_memory(table):
    """Return whether the last record that the sheet has taken in lies whole in the memory chip."""
    journal, seq = table.app.journal, table.app.fold.seq
    start = journals.RING + (seq - 1) % journals.PLACES * records.SIZE
    found = bytes(table.board.fram.memory[start : start + records.SIZE])
    return records.sequence(found) == seq and records.is_whole(found, journal.id)


def test_what_is_shown_is_in_the_memory(table):
    """Looked at with each transfer to the display: what it shows is never ahead of the memory."""
    shown, ahead = set(), []
    write = table.board.oled.write

    def looked_at(data):
        seq = table.app.fold.seq
        shown.add(seq)
        if not is_in_memory(table):
            ahead.append(seq)
        return write(data)

    table.board.oled.write = looked_at
    table.set_up()
    table.press("3", "1", 1, "6", "5", 0, "7", 1, "2", "1", 0, "9", "1", 1, 0)
    table.hold("*")
    assert ahead == []
    # every press was followed by a picture of its own
    assert len(shown) >= 10


def test_a_press_packs_its_record_once_and_reads_it_never(table, monkeypatch):
    table.set_up()
    table.press("3", "1", 1, "6", "5")
    last = table.last
    calls = counted(monkeypatch)
    table.press(0)
    assert table.last == last + 1
    assert table.log(last)[0][0] == "press"
    assert calls == {"pack": 0, "pack_into": 1, "unpack": 0, "sequence": 0}
