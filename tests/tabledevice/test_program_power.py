"""Power that goes at any byte of a race, a match of TARA, a plain clock or a dice log.

What was complete is there, nothing else is; what follows by itself is written, and the game goes on. `make
test` makes a third of the cuts, another one each day.
"""

from collections import namedtuple

import pytest

from tablecore import records, sheets
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tableprograms.race import sheet as race
from tableprograms.tara import sheet as tara
from tests.guards import sample
from tests.tabledevice.hands import Host, Table, folded
from tests.tabledevice.test_power import Uncut, played, whole_records

PLAYED = {records.CONFIRM, records.REJECT, records.UNDO, records.PAUSE, records.RESUME}
SET_UP = {records.TIME, records.COMMIT}
#: the keys, the kinds of records that come of them, program, phase and games in the end, the least bytes that
#: are written, and how many bytes lie between two cuts
Evening = namedtuple("Evening", "keys kinds program phase games least step")
EVENINGS = {
    # a TripleAthlon with throws; the round of die-roll with a tie, one roll taken back; a game with throws,
    # one that does not count, a turn ended by its button, pawns, a pause, an undo, the end denied and agreed
    # on; colours chosen; a game that is stopped
    "race": Evening(
        ("#", "2", "8", "2", "6", "8", "3", "3", "5", "2", "hold", "1", "4", 1, "3", "7", "8", "6", 1, "2",
         "7", "7", "9", "0", "3", "#", "7", "hold", "7", "hold", "7", "9", "9", "4", "7", "2", "9", "5", "9",
         "0", "6", "#", "7", "hold", "#", "7", 1, "*", "#", 0, 1, 2, "7", "2", "3", "4", "5", "1", "6", 2,
         "4", "0", "1", "1", 1, 0, 2),
        ({*race.RaceSheet.ACTS, *PLAYED, *SET_UP, records.RACE, records.SERIES} - {records.FLAG}),
        sheets.RACE, race.READY, 2, 2500, 11,
    ),
    # set-up of four; a start, turns, BATTLE, OUT and the last turns, the count, denied and counted again, an
    # undo, the agreement; the next game, given up with the match
    "tara": Evening(
        ("#", "3", "2", "1", "3", 3, 3, 0, "7", 1, 2, 3, "8", 0, 1, 2, 3, "5", "#", "9", "#", "6", "#", "8",
         "#", "*", "#", "5", "#", "9", "#", "4", "#", "8", "#", "hold", "4", "#", "8", "#", 0, 1, "#", "7",
         "0", "4", "#", 0, "9", "hold", "#", "0", "1", 1, 2),
        {*tara.TaraSheet.ACTS, *PLAYED, *SET_UP, records.TARA},
        sheets.TARA, tara.OVER, None, 1500, 7,
    ),
    # three seats, a minute and no delay, flags count on; a flag, a stop, an undo, a result denied and agreed
    "clock": Evening(
        ("#", "4", "3", "0", "2", "1", "1", "#", "#", 0, 1, "2", "0", "3", "#", 1, "hold", 1, "9", 0, "*",
         "#", "9", "3", 0, 1),
        {*PLAYED, records.PLAIN, records.GAME, records.PRESS, records.RESULT, records.END},
        sheets.PLAIN, plain.OVER, None, 700, 9,
    ),
    # a flag that ends the game
    "flag": Evening(
        ("#", "4", "2", "0", "1", "1", "1", "#", "#", "wait", 0, 1),
        {records.FLAG, records.RESULT, records.CONFIRM, records.END},
        sheets.PLAIN, plain.OVER, None, 700, 9,
    ),
    # two dice, typed in; an undo; the end; then one die thrown by the board
    "dice": Evening(
        ("#", "5", "2", "1", "3", "6", "1", "1", "5", "5", "hold", "2", "6", "9", "#", "#", "5", "1", "2",
         "1", "4", "9", "#"),
        {records.DICELOG, records.DICE, records.UNDO, records.END},
        sheets.DICELOG, dicelog.OVER, None, 700, 9,
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=EVENINGS)
def game(request):
    """An evening, and how it goes when nothing happens."""
    evening = EVENINGS[request.param]
    uncut = Uncut(evening.keys)
    sheet = uncut.sheet
    assert (sheet.PROGRAM, sheet.phase) == (evening.program, evening.phase)
    assert evening.games in (None, sheet.games)
    assert (sheet.odd, sheet.mismatch) == (0, 0)
    assert {record[4] for record in uncut.log} >= evening.kinds
    assert uncut.bytes > evening.least
    return evening, uncut


def follows(sheet):
    """Return the kinds of records that a board writes by itself after it has started."""
    if sheet.PROGRAM == sheets.PLAIN and sheet.phase == plain.PLAY and sheet.clock.flagged != plain.NOBODY:
        return [records.RESULT]
    decided = sheet.PROGRAM in (sheets.PLAIN, sheets.RACE, sheets.TARA) and sheet.is_agreed()
    return [records.END] if decided else []


def check_after_cut(game, cut):
    """Play up to a cut, power up again, and hold everything against the evening that was not cut."""
    evening, uncut = game
    table = played(evening.keys, cut=cut)
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
    assert [one[4] for one in log[boot + 1 :]] == follows(folded(log[: boot + 1]))
    sheet = table.sheet
    again = folded(log)
    assert (sheet.PROGRAM, sheet.pack()) == (again.PROGRAM, again.pack())
    assert again.odd <= 1, "a torn run may be dropped, nothing else"
    assert not sheet.clock.running
    odd = sheet.odd
    if sheet.PROGRAM in GOES_ON:
        GOES_ON[sheet.PROGRAM](table, sheet)
    assert table.sheet.odd == odd
    assert table.board.crashes == []
    table.board.power_off()


def race_goes_on(table, sheet):
    """What comes next in a race has its effect."""
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


def tara_goes_on(table, sheet):
    """What comes next in TARA has its effect."""
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


def clock_goes_on(table, sheet):
    """What comes next at a plain clock has its effect."""
    after = table.last
    if sheet.phase == plain.RESULT:
        seat = next(seat for seat in range(sheet.seats) if not sheet.confirmed & (1 << seat))
        assert table.press(seat).log(after)[0] == ("confirm", seat, 0, 0)
    elif sheet.pause != plain.NOBODY:
        assert table.press("#").log(after) == [("resume", sheet.clock.turn, 0, 0)]
    elif sheet.phase in (plain.READY, plain.PLAY):
        assert table.press("#").log(after)[-1] == ("press", 255, 0, 0)


def dice_go_on(table, sheet):
    """The next throw has its effect; whatever was half typed is gone."""
    after = table.last
    if sheet.phase in (dicelog.READY, dicelog.LOG):
        throws = sheet.throws
        table.press("4") if sheet.dice == 1 else table.press("4", "2")
        assert (table.sheet.throws, table.log(after)[0][0]) == (throws + 1, "dice")


GOES_ON = {
    sheets.RACE: race_goes_on, sheets.TARA: tara_goes_on, sheets.PLAIN: clock_goes_on,
    sheets.DICELOG: dice_go_on,
}  # fmt: skip


def cuts_around(evening, uncut, kind):
    """Return how many bytes are written before the first record of a kind is whole."""
    low, high = 0, uncut.bytes
    while high - low > 1:
        middle = (low + high) // 2
        table = played(evening.keys, cut=middle)
        found = whole_records(table.board.fram.memory, uncut.journal)
        table.board.power_off()
        if kind in [record[4] for record in found]:
            high = middle
        else:
            low = middle
    return high


def test_power_cut_at_every_few_bytes(game):
    evening, uncut = game
    cuts = range(1, uncut.bytes + 1, evening.step)
    if evening is EVENINGS["flag"]:
        # ten minutes of signs of life: only what lies beside the flag is looked at closely
        at = cuts_around(evening, uncut, records.FLAG)
        cuts = [*range(1, uncut.bytes, 997), *range(at - 60, at + 100, evening.step)]
    for cut in sample.todays(cuts, of=6):
        check_after_cut(game, cut)


@pytest.mark.soak
def test_power_cut_at_every_byte(game):
    for cut in range(1, game[1].bytes + 1):
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
