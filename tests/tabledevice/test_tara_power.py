"""Power that goes at any byte of a match of TARA: what was complete is there, nothing else; play goes on."""

import pytest

from tablecore import records, sheets
from tableprograms.tara import sheet as tara
from tests.tabledevice.test_power import folded, played, whole_records

#: set-up of four; a start, turns, BATTLE, OUT and the last turns, the count, denied and counted anew, an
#: undo, the agreement; the next game, given up with the match
GAME = (
    "#", "3", "2", "1", "3", 3, 3, 0, "7", 1, 2, 3, "8", 0, 1, 2, 3, "5", "#", "9", "#", "6", "#", "8", "#",
    "*", "5", "#", "9", "#", "4", "#", "8", "#", "hold", "4", "#", "8", "#", 0, 1, "#", "7", "0", "4", "#",
    0, "9", "hold", "#", "0", "1", 1, 2,
)  # fmt: skip
KINDS = (*tara.TaraSheet.ACTS, records.CONFIRM, records.REJECT, records.UNDO, records.PAUSE, records.RESUME)


class Uncut:
    """The game as it goes when nothing happens."""

    def __init__(self):
        table = played(GAME)
        self.journal = table.app.journal.id
        self.bytes = table.board.fram.bytes_written
        self.log = whole_records(table.board.fram.memory, self.journal)
        self.sheet = table.sheet
        table.board.power_off()


@pytest.fixture(scope="module")
def game():
    uncut = Uncut()
    sheet = uncut.sheet
    assert (sheet.PROGRAM, sheet.phase, sheet.odd, sheet.mismatch) == (sheets.TARA, tara.OVER, 0, 0)
    assert {record[4] for record in uncut.log} >= {*KINDS, records.TARA, records.TIME, records.COMMIT}
    return uncut


def check_after_cut(uncut, cut):
    """Play up to a cut, power up again, and hold everything against the game that was not cut."""
    table = played(GAME, cut=cut)
    complete = whole_records(table.board.fram.memory, uncut.journal)
    assert complete == uncut.log[: len(complete)]
    table.wait(3000)
    table.power_on()
    if table.app.journal.id != uncut.journal:
        # cut before there was a journal
        assert not complete
        return
    log = [table.record(seq) for seq in range(1, table.last + 1)]
    assert log[: len(complete)] == complete
    boot = len(complete)
    assert log[boot][4] == records.BOOT
    before = folded(log[: boot + 1])
    agreed = before.sheet.PROGRAM == sheets.TARA and before.sheet.is_agreed()
    assert [one[4] for one in log[boot + 1 :]] == ([records.END] if agreed else [])
    sheet = table.sheet
    again = folded(log).sheet
    assert (sheet.PROGRAM, sheet.pack()) == (again.PROGRAM, again.pack())
    assert again.odd <= 1, "a torn run may be dropped, nothing else"
    assert not sheet.clock.running
    if sheet.PROGRAM == sheets.TARA:
        goes_on(table, sheet)
    assert table.board.crashes == []
    table.board.power_off()


def goes_on(table, sheet):
    """What comes next at the table has its effect."""
    odd = sheet.odd
    after = table.last
    phase = sheet.phase
    if sheet.pause != tara.NOBODY and phase != tara.RESULT:
        assert table.press("#").log(after) == [("resume", sheet.clock.turn, 0, 0)]
        after = table.last
    if phase == tara.PLAY:
        turn = sheet.turn
        assert table.press(turn).log(after)[0][:2] == ("press", turn)
    elif phase == tara.COUNT:
        # whatever was half typed is gone
        side = sheet.counted()
        assert table.press("3", "#", "4", "#").log(after) == [("tally", side, 3, 4)]
    elif phase == tara.RESULT:
        assert table.press("*").log(after)[0][0] == "reject"
    elif phase == tara.READY or phase == tara.OPENING:
        seat = 0 if sheet.starter() == tara.NOBODY else sheet.starter()
        assert table.press(seat).log(after)[-1] == ("start", seat, 0, 0)
    assert table.sheet.odd == odd


def test_power_cut_at_every_seventh_byte(game):
    assert game.bytes > 1500
    for cut in range(1, game.bytes + 1, 7):
        check_after_cut(game, cut)


@pytest.mark.soak
def test_power_cut_at_every_byte(game):
    for cut in range(1, game.bytes + 1):
        check_after_cut(game, cut)
