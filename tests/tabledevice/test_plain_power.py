"""Power that goes at any byte of a plain clock and of a dice log: what was complete is there, no more."""

import pytest

from tablecore import records, sheets
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tests.tabledevice.test_power import folded, played, whole_records

#: three seats, a minute and no delay, flags count on; a flag, a stop, an undo, a result denied and agreed
CLOCK = (
    "#", "4", "3", "0", "2", "1", "1", "#", "#", 0, 1, "2", "0", "3", "#", 1, "hold", 1, "9", 0, "*", "#",
    "9", "3", 0, 1,
)  # fmt: skip
#: a flag that ends the game
FLAG = ("#", "4", "2", "0", "1", "1", "1", "#", "#", "wait", 0, 1)
#: two dice, typed in; an undo; the end; then one die thrown by the board
DICE = (
    "#", "5", "2", "1", "3", "6", "1", "1", "5", "5", "hold", "2", "6", "9", "#", "#", "5", "1", "2", "1",
    "4", "9", "#",
)  # fmt: skip
KINDS = {
    CLOCK: {
        records.PLAIN, records.GAME, records.PRESS, records.PAUSE, records.RESUME, records.UNDO,
        records.RESULT, records.REJECT, records.CONFIRM, records.END,
    },
    FLAG: {records.FLAG, records.RESULT, records.CONFIRM, records.END},
    DICE: {records.DICELOG, records.DICE, records.UNDO, records.END},
}  # fmt: skip


class Uncut:
    """The game as it goes when nothing happens."""

    def __init__(self, script):
        table = played(script)
        self.script = script
        self.journal = table.app.journal.id
        self.bytes = table.board.fram.bytes_written
        self.log = whole_records(table.board.fram.memory, self.journal)
        self.sheet = table.sheet
        table.board.power_off()


@pytest.fixture(scope="module", params=KINDS, ids=("clock", "flag", "dice"))
def game(request):
    uncut = Uncut(request.param)
    sheet = uncut.sheet
    assert sheet.phase == sheet.OVER
    assert (sheet.odd, sheet.mismatch) == (0, 0)
    assert {record[4] for record in uncut.log} >= KINDS[request.param]
    return uncut


def check_after_cut(uncut, cut):
    """Play up to a cut, power up again, and hold everything against the game that was not cut."""
    table = played(uncut.script, cut=cut)
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
    before = folded(log[: boot + 1]).sheet
    follows = []
    if before.PROGRAM == sheets.PLAIN:
        if before.phase == plain.PLAY and before.clock.flagged != plain.NOBODY:
            follows = [records.RESULT]
        elif before.is_agreed():
            follows = [records.END]
    assert [one[4] for one in log[boot + 1 :]] == follows
    sheet = table.sheet
    again = folded(log).sheet
    assert (sheet.PROGRAM, sheet.pack()) == (again.PROGRAM, again.pack())
    assert again.odd <= 1, "a torn run may be dropped, nothing else"
    assert not sheet.clock.running
    goes_on(table, sheet)
    assert table.board.crashes == []
    table.board.power_off()


def goes_on(table, sheet):
    """What comes next at the table has its effect."""
    after = table.last
    if sheet.PROGRAM == sheets.PLAIN:
        if sheet.phase == plain.RESULT:
            seat = next(seat for seat in range(sheet.seats) if not sheet.confirmed & (1 << seat))
            assert table.press(seat).log(after)[0] == ("confirm", seat, 0, 0)
        elif sheet.pause != plain.NOBODY:
            assert table.press("#").log(after) == [("resume", sheet.clock.turn, 0, 0)]
        elif sheet.phase in (plain.READY, plain.PLAY):
            assert table.press("#").log(after)[-1] == ("press", 255, 0, 0)
    elif sheet.PROGRAM == sheets.DICELOG and sheet.phase in (dicelog.READY, dicelog.LOG):
        # whatever was half typed is gone
        throws = sheet.throws
        table.press("4") if sheet.dice == 1 else table.press("4", "2")
        assert (table.sheet.throws, table.log(after)[0][0]) == (throws + 1, "dice")


def cuts_around(uncut, kind):
    """Return how many bytes are written before the first record of a kind is whole."""
    low, high = 0, uncut.bytes
    while high - low > 1:
        middle = (low + high) // 2
        table = played(uncut.script, cut=middle)
        found = whole_records(table.board.fram.memory, uncut.journal)
        table.board.power_off()
        if kind in [record[4] for record in found]:
            high = middle
        else:
            low = middle
    return high


def test_power_cut_at_every_ninth_byte(game):
    assert game.bytes > 700
    if game.script is FLAG:
        # ten minutes of signs of life: only what lies beside the flag is looked at closely
        at = cuts_around(game, records.FLAG)
        cuts = [*range(1, game.bytes, 997), *range(at - 60, at + 100, 9)]
    else:
        cuts = range(1, game.bytes + 1, 9)
    for cut in cuts:
        check_after_cut(game, cut)


@pytest.mark.soak
def test_power_cut_at_every_byte(game):
    for cut in range(1, game.bytes + 1):
        check_after_cut(game, cut)
