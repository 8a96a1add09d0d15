"""Power that goes at any byte of a race: what was complete is there, nothing else; the game goes on."""

import pytest

from tablecore import records, sheets
from tableprograms.race import sheet as race
from tests.tabledevice.hands import Host, Table
from tests.tabledevice.test_power import folded, played, whole_records

#: set-up of a TripleAthlon with throws; the round of die-roll with a tie, one roll taken back; a game with
#: throws, one that does not count, a turn ended by its button, pawns, a pause, an undo, the end denied and
#: agreed on; colours chosen; a game that is stopped
GAME = (
    "#", "2", "8", "2", "6", "8", "3", "3", "5", "2", "hold", "1", "4", 1, "3", "7", "8", "6", 1, "2",
    "7", "7", "9", "0", "3", "#", "7", "hold", "7", "hold", "7", "9", "9", "4", "7", "2", "9", "5", "9",
    "0", "6", "#", "7", "hold", "#", "7", 1, "*", "#", 0, 1, 2, "7", "2", "3", "4", "5", "1", "6", 2,
    "4", "0", "1", "1", 1, 0, 2,
)  # fmt: skip
KINDS = (*race.RaceSheet.ACTS, records.CONFIRM, records.REJECT, records.UNDO, records.PAUSE, records.RESUME)


class Uncut:
    """The evening as it goes when nothing happens."""

    def __init__(self):
        table = played(GAME)
        self.journal = table.app.journal.id
        self.bytes = table.board.fram.bytes_written
        self.log = whole_records(table.board.fram.memory, self.journal)
        self.sheet = table.sheet
        self.kinds = [row[0] for row in table.log()]
        table.board.power_off()


@pytest.fixture(scope="module")
def game():
    uncut = Uncut()
    sheet = uncut.sheet
    assert (sheet.PROGRAM, sheet.phase, sheet.games) == (sheets.RACE, race.READY, 2), uncut.kinds
    assert (sheet.odd, sheet.mismatch) == (0, 0)
    expected = {*KINDS, records.RACE, records.SERIES, records.TIME, records.COMMIT} - {records.FLAG}
    assert {record[4] for record in uncut.log} >= expected
    return uncut


def check_after_cut(uncut, cut):
    """Play up to a cut, power up again, and hold everything against the evening that was not cut."""
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
    agreed = before.sheet.PROGRAM == sheets.RACE and before.sheet.is_agreed()
    assert [one[4] for one in log[boot + 1 :]] == ([records.END] if agreed else [])
    sheet = table.sheet
    again = folded(log).sheet
    assert (sheet.PROGRAM, sheet.pack()) == (again.PROGRAM, again.pack())
    assert again.odd <= 1, "a torn run may be dropped, nothing else"
    assert not sheet.clock.running
    if sheet.PROGRAM == sheets.RACE:
        goes_on(table, sheet)
    assert table.board.crashes == []
    table.board.power_off()


def goes_on(table, sheet):
    """What comes next at the table has its effect."""
    odd = sheet.odd
    time = sheet.game_time(table.now)
    after = table.last
    if sheet.pause != race.NOBODY and sheet.phase != race.RESULT:
        table.wait(60_000)
        assert sheet.game_time(table.now) == time, "nobody pays for the time without power"
        assert table.press("#").log(after) == [("resume", sheet.clock.turn, 0, 0)]
        after = table.last
    if sheet.phase == race.PLAY:
        thrower = sheet.thrower()
        assert table.press("4").log(after) == [("dice", thrower, 4, 0)]
    elif sheet.phase == race.RESULT:
        assert table.press("*").log(after)[0][0] == "reject"
    elif sheet.rolling:
        seat = sheet.asked()
        assert table.press("4").log(after)[0][:3] == ("roll", seat, 4)
    elif sheet.phase == race.READY:
        assert table.press(1).log(after)[0][0] == "game"
    assert table.sheet.odd == odd


def test_power_cut_at_every_eleventh_byte(game):
    assert game.bytes > 2500
    for cut in range(1, game.bytes + 1, 11):
        check_after_cut(game, cut)


@pytest.mark.soak
def test_power_cut_at_every_byte(game):
    for cut in range(1, game.bytes + 1):
        check_after_cut(game, cut)


def test_a_game_may_hold_more_throws_than_the_memory():
    table = Table()
    Host(table)
    table.wait(2500)
    table.press("#", "2", "2", "2", 0)
    throws = 0
    while table.app.fold.mark_seq < 20 and throws < 3000:
        table.press("3", gap=60)
        throws += 1
    assert table.app.fold.mark_seq > 500
    turn = table.sheet.turn
    table.power_cycle()
    assert (table.sheet.turn, table.sheet.die, table.sheet.odd) == (turn, 3, 0)
    table.board.power_off()
