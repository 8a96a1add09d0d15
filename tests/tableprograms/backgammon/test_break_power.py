"""Power that goes at any byte of a break, of a clock introduced during the match, of the director's award."""

import pytest

from tablecore import messages, records
from tableprograms.backgammon import sheet as match
from tests.nonempty import nonempty
from tests.tabledevice.hands import Host, Table, folded
from tests.tabledevice.test_power import ALIVE_MS, GAP_MS, Uncut, played, whole_records

#: a game, a break that lasts too long, the next game with a clock from its first move on
EVENING = (
    "#", "1", "5", "#", "6", "#", "9", "1", 0, 1, "0", "6", 1, "wait", "#", "3", "1", 1, "0", "7", "2", "#",
    0, 1,
)  # fmt: skip


@pytest.fixture(scope="module")
def evening():
    uncut = Uncut(EVENING)
    names = [record[4] for record in uncut.log]
    assert names.count(records.PAUSE) == 4
    assert names.count(records.CLOCK) == 1
    assert uncut.sheet.breaks == [0, 1]
    assert 15 <= uncut.sheet.overrun[1] <= 25
    assert uncut.sheet.odd == 0
    return uncut


def check(uncut, table):
    """Power up again: the log is the beginning of the other one, and the break has what was left of it."""
    cut_ms = table.timeline.now_us // 1000 - 1600
    complete = whole_records(table.board.fram.memory, uncut.journal)
    assert complete == uncut.log[: len(complete)]
    table.wait(90_000)
    table.power_on()
    if table.app.journal.id != uncut.journal:
        assert not complete
        return
    before = folded(complete)
    log = [table.record(seq) for seq in range(1, table.last + 1)]
    assert log[: len(complete)] == complete
    sheet = table.sheet
    assert sheet.pack() == folded(log).pack()
    assert sheet.breaks == before.breaks
    assert log[len(complete)][4] == records.BOOT
    rest = [(record[4], record[7]) for record in log[len(complete) + 1 :]]
    if before.breaking:
        # what nobody saw of it is nobody's: less than a second before the cut, and all the time without power
        left, had = sheet.break_end - table.now, before.break_end - cut_ms
        if had > 5000:
            assert -10 <= left + table.now - had <= ALIVE_MS + GAP_MS
        told = sheet.breaking & match.BREAK_OVER > before.breaking & match.BREAK_OVER
        assert rest == ([(records.PAUSE, 1)] if told else [])
    else:
        assert rest == ([(records.END, records.PLAYED)] if before.is_agreed() else [])
    after = table.last
    if sheet.pause != match.NOBODY and sheet.phase != match.RESULT:
        assert table.press("#").log(after) == [("resume", sheet.clock.turn, 0, 0)]
        assert table.sheet.breaking == 0
    assert table.board.crashes == []


@pytest.mark.parametrize("step", [101, pytest.param(23, marks=pytest.mark.soak)])
def test_power_cut_at_any_byte_of_an_evening(evening, step):
    for cut in nonempty(range(1, evening.bytes + 1, step)):
        table = played(EVENING, cut=cut)
        assert not table.board.powered
        check(evening, table)
        table.board.power_off()


@pytest.mark.parametrize("kind", [records.CLOCK, records.AWARD])
def test_power_cut_at_every_byte_of_what_the_director_orders(kind):
    """It is there whole or not at all; the host, which had no answer, asks again, and it is done once."""
    stub = (kind, 3, 12, 0, 900_000, 0) if kind == records.CLOCK else (kind, 1, 2, 1, 0, 0)
    seen = set()
    for cut in range(1, 46, 2):
        table = Table()
        host = Host(table)
        table.wait(2000)
        host.set_up(5, number=77, time=(0, 0, 0, 0))
        table.wait(600)
        table.board.cut_power_after(cut)
        host.link.command(900, messages.RECORD, messages.stub(*stub), 77)
        table.wait(5_000)
        assert not table.board.powered
        journal = next(iter(host.store))
        seen.add(any(one[4] == kind for one in whole_records(table.board.fram.memory, journal)))
        table.power_on()
        host.open()
        table.wait(6_000)
        status, _, _ = host.order(messages.RECORD, messages.stub(*stub), number=900, match=77)
        assert status == messages.REPEATED
        assert table.sheet.score == ([0, 0] if kind == records.CLOCK else [0, 2])
        assert [row[0] for row in table.log()].count(("clock", "award")[kind == records.AWARD]) == 1
        assert table.sheet.odd == 0
        assert table.board.crashes == []
        table.board.power_off()
    assert seen == {False, True}
