"""Power that goes at any byte: what was complete is there, nothing else is, and the clock waits.

One short game is played again and again, each time cut after another byte of what it writes to the
memory. Afterwards the log must be the beginning of the log of the game that was not cut, then the new
boot, then what had to follow by itself; the sheet must be the fold of that; the seat on turn is charged
up to the last sign of life, a second at most too little. `make test` cuts at a third of the bytes below, at
another one each day.
"""

import random

import pytest

from tablecore import records
from tabledevice import journal as journals
from tableprograms.backgammon import sheet as match
from tests.guards import sample
from tests.nonempty import nonempty
from tests.tabledevice.hands import Table, folded

#: an opening, dice, a double taken, a stop, a press taken back, a gammon agreed, the next game, a drop
GAME = (
    "#", "1", "5", "#", "1", "4", "4", "3", "1", 1, 0, "6", "5", 1, "7", 0, "7", 1, "2", "1", 0, "0", "3",
    "#", "hold", "#", 1, "4", "2", 0, "9", "1", 1, "*", "#", "9", "1", 0, 1, "#", "6", "1", 1, 0, "7", 1,
    "8", 0, 1,
)  # fmt: skip
#: a match lost on time
FLAG = ("#", "1", "1", "#", "4", "5", "2", 1, 0, "wait", 0, 1)
#: concessions before the opening roll and of the match; an irregular double that is accepted
CONCEDED = (
    "#", "1", "5", "#", "1", "0", "1", "2", 0, 1, "3", "1", 1, "7", "7", 1, 0, "7", 0, "*", "0", "1", "1", 1,
    "*", "#", 1, "0", "1", "4", 1, 0,
)  # fmt: skip
GAP_MS = 400
#: cuts at random moments
OFTEN = (20, pytest.param(600, marks=pytest.mark.soak))
#: signs of life are a second apart; what is written beside them takes its time, too
ALIVE_MS = 1100
STARTED_US = 4_000_000


def schedule(table, script):
    """Put a script's keys on the timeline; return when it is over (us). When power goes, hands are lifted."""
    board = table.board

    def press(key, hold_ms, at):
        table.timeline.at(at, lambda: board.press(key, None, hold_ms) if board.resets == 1 else None)

    at = STARTED_US
    for key in script:
        if key == "hold":
            press("*", 1000, at)
            at += 1_500_000
        elif key == "wait":
            # the reserve and what the first moves may have added to it
            at += 620_000_000
        else:
            press(key, 80, at)
            at += GAP_MS * 1000
    return at + 1_000_000


def played(script, cut=None, at_us=None):
    """Play a script from the first power-on; return the table when it is over or its power has gone."""
    table = Table(power=False, seed=3)
    table.board.power_on()
    if cut is not None:
        table.board.cut_power_after(cut)
    end = schedule(table, script)
    if at_us is not None:
        table.timeline.at(at_us, table.board.power_off)
    table.timeline.run(lambda: not table.board.powered, end)
    if cut is None and at_us is None:
        table.timeline.run_until(end)
    assert table.board.crashes == []
    return table


def whole_records(memory, journal):
    """Return the records in a memory, by looking at every place."""
    found = {}
    for place in range(journals.PLACES):
        start = journals.RING + place * records.SIZE
        record = bytes(memory[start : start + records.SIZE])
        if records.sequence(record) and records.is_whole(record, journal):
            found[records.sequence(record)] = record
    assert sorted(found) == list(range(1, len(found) + 1))
    return [found[seq] for seq in sorted(found)]


class Uncut:
    """The game as it goes when nothing happens."""

    def __init__(self, script):
        table = played(script)
        self.journal = table.app.journal.id
        self.bytes = table.board.fram.bytes_written
        self.end_us = table.timeline.now_us
        self.log = whole_records(table.board.fram.memory, self.journal)
        self.sheet = table.sheet
        table.board.power_off()


@pytest.fixture(scope="module")
def game():
    uncut = Uncut(GAME)
    assert (uncut.sheet.score, uncut.sheet.games) == ([2, 1], 2)
    kinds = {record[4] for record in uncut.log}
    assert kinds >= {
        records.UNDO, records.DOUBLE, records.TAKE, records.DROP, records.REJECT, records.CONFIRM,
        records.END, records.PAUSE, records.RESUME, records.OPENING,
    }  # fmt: skip
    assert uncut.sheet.odd == 0
    return uncut


@pytest.fixture(scope="module")
def flag():
    uncut = Uncut(FLAG)
    assert uncut.sheet.phase == match.OVER
    assert [record[4] for record in uncut.log].count(records.FLAG) == 1
    return uncut


def follows(sheet):
    """Return the kinds that have to be written after a boot, by themselves."""
    if sheet.clock.flagged != match.NOBODY and match.OPENING <= sheet.phase <= match.DOUBLED:
        return [records.RESULT]
    return [records.END] if sheet.phase == match.RESULT and sheet.confirmed == 3 else []


def check_after_cut(uncut, table):
    """Power up again and hold everything against the game that was not cut."""
    went_us = table.timeline.now_us
    complete = whole_records(table.board.fram.memory, uncut.journal)
    assert complete == uncut.log[: len(complete)]
    table.wait(random.Random(went_us).randrange(1, 20_000))
    table.power_on()
    app = table.app
    if app.journal.id != uncut.journal:
        # cut before there was a journal
        assert not complete
        assert [row[0] for row in table.log()] == ["boot"]
        return
    log = [table.record(seq) for seq in range(1, table.last + 1)]
    before = folded(complete)
    assert log[: len(complete)] == complete
    now = len(complete)
    assert log[now][4] == records.BOOT
    assert [one[4] for one in log[now + 1 :]] == follows(folded(log[: now + 1]))
    again = folded(log)
    sheet = table.sheet
    assert sheet.pack() == again.pack()
    assert again.odd <= before.odd + 1, "a torn run may be dropped, nothing else"
    # the clock: stopped, nobody charged too much, the seat on turn at most a second too little
    assert not sheet.clock.running
    if before.clock.running:
        turn = before.clock.turn
        # the board's clock began CODE_US after its reset, at 0
        cut_ms = went_us // 1000 - 1600
        for seat in (0, 1):
            then = before.clock.remaining(seat, cut_ms)
            uncharged = sheet.clock.remaining(seat, table.now) - then
            assert -10 <= uncharged <= (ALIVE_MS if seat == turn else 0), (seat, uncharged)
        if sheet.phase != match.RESULT:
            assert sheet.pause == records.POWER
    # and the game goes on
    after = table.last
    if sheet.pause != match.NOBODY and sheet.phase != match.RESULT:
        assert table.press("#").log(after) == [("resume", sheet.clock.turn, 0, 0)]
    if sheet.phase in (match.TURN, match.MOVE) and sheet.clock.turn != match.NOBODY:
        turn = sheet.turn
        assert table.press(turn).log(table.last - 1)[0][:3] == ("press", turn, 1 - turn)
    assert table.sheet.odd == again.odd
    assert table.board.crashes == []


def cut_everywhere(uncut, script, step):
    assert uncut.bytes > 1500
    cuts = range(1, uncut.bytes + 1, step)
    for cut in cuts if step == 1 else sample.todays(cuts, of=6):
        table = played(script, cut=cut)
        assert not table.board.powered
        check_after_cut(uncut, table)
        table.board.power_off()


def test_power_cut_at_every_seventh_byte_of_a_game(game):
    cut_everywhere(game, GAME, 7)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.soak)])
def test_power_cut_within_concessions_and_an_accepted_double(step):
    uncut = Uncut(CONCEDED)
    assert (uncut.sheet.phase, uncut.sheet.champion, uncut.sheet.odd) == (match.OVER, 0, 0)
    assert [row[6:8] for row in uncut.log if row[4] == records.DOUBLE] == [bytes((1, 2))]
    cut_everywhere(uncut, CONCEDED, step)


@pytest.mark.soak
def test_power_cut_at_every_byte_of_a_game(game):
    cut_everywhere(game, GAME, 1)


@pytest.mark.parametrize(
    "backs", [sample.todays(range(1, 260, 3), of=6), pytest.param(range(1, 260), marks=pytest.mark.soak)],
    ids=["some", "every"],
)  # fmt: skip
def test_power_cut_around_a_flag(flag, backs):
    """At bytes from before the flag's record to the closing record, signs of life included."""
    flagged = 0
    for back in backs:
        table = played(FLAG, cut=flag.bytes - back)
        check_after_cut(flag, table)
        sheet = table.sheet
        assert sheet.clock.flagged in (1, match.NOBODY)
        if sheet.clock.flagged == 1:
            if sheet.phase != match.OVER:
                assert (sheet.phase, sheet.winner, sheet.how) == (match.RESULT, 0, records.ON_TIME)
                table.wait(1000)
                table.press(0, 1)
            assert (table.sheet.phase, table.sheet.champion) == (match.OVER, 0)
            flagged += 1
        table.board.power_off()
    assert flagged > len(backs) // 3


@pytest.mark.parametrize("count", OFTEN)
def test_power_cut_at_any_time(game, count):
    chance = random.Random(8)
    for _ in range(count):
        at_us = chance.randrange(2_000_000, game.end_us)
        table = played(GAME, at_us=at_us)
        check_after_cut(game, table)
        table.board.power_off()


@pytest.mark.parametrize("count", OFTEN)
def test_power_cut_again_while_it_starts(game, count):
    """Two cuts: one within the game, one within what the boot writes; then all goes on."""
    chance = random.Random(9)
    for _ in nonempty(range(count)):
        table = played(GAME, cut=chance.randrange(100, game.bytes))
        complete = whole_records(table.board.fram.memory, game.journal)
        before = folded(complete)
        cut_ms = table.timeline.now_us // 1000 - 1600
        for _ in range(3):
            table.board.cut_power_after(chance.randrange(1, 90))
            table.board.power_on()
            latest = table.timeline.now_us + 60_000_000
            table.timeline.run(lambda table=table: not table.board.powered, latest)
            assert not table.board.powered
        table.power_on()
        log = [table.record(seq) for seq in range(1, table.last + 1)]
        assert log[: len(complete)] == complete
        assert {one[4] for one in log[len(complete) :]} <= {records.BOOT, records.END, records.RESULT}
        sheet = table.sheet
        assert sheet.pack() == folded(log).pack()
        assert not sheet.clock.running
        if any(one[4] == records.END for one in log[len(complete) :]):
            # the end that was agreed on ends the move as well: a Bronstein clock gets its delay back
            before.clock.centre(cut_ms)
        # nobody is charged for the lives in which only the power went
        for seat in (0, 1):
            uncharged = sheet.clock.remaining(seat, table.now) - before.clock.remaining(seat, cut_ms)
            assert -10 <= uncharged <= ALIVE_MS
        assert table.board.crashes == []
        table.board.power_off()


def test_time_without_power_is_charged_to_nobody():
    table = Table()
    table.set_up("#", "1", "5", "#", "1").press("3", "1", 1)
    table.wait(30_000)
    left = table.sheet.clock.remaining(0, table.now)
    for _ in range(5):
        table.board.power_off()
        table.wait(3_600_000)
        table.power_on()
        table.wait(10_000)
        assert 0 <= table.sheet.clock.remaining(0, table.now) - left <= ALIVE_MS
        assert table.sheet.pause == records.POWER
    table.press("#", 0)
    assert table.log()[-2:] == [("resume", 0, 0, 0), ("press", 0, 1, 1 if table.sheet.dice == [0, 0] else 0)]
    table.board.power_off()


def test_what_was_half_typed_or_asked_is_gone_after_a_boot():
    table = Table()
    table.set_up().press("3", "1", 1, 0, "7")
    table.power_cycle()
    table.press("#", 1)
    assert table.log()[-1] == ("press", 1, 0, 1)
    table.press("9", "2")
    table.power_cycle()
    table.press("#", 0)
    assert table.log()[-1] == ("press", 0, 1, 1)
    table.board.power_off()


def test_undo_works_across_a_boot():
    table = Table()
    table.set_up().press("3", "1", 1, 0, "6", "5")
    table.power_cycle()
    table.press("#", 1)
    for _ in range(4):
        # the press, the resume, the dice, the press before them
        table.hold("*")
    assert [row[0] for row in table.log()[-4:]] == ["undo"] * 4
    assert (table.sheet.phase, table.sheet.turn, table.sheet.dice) == (match.MOVE, 0, [3, 1])
    assert table.sheet.odd == 0
    table.board.power_off()
