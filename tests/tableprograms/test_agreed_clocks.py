"""Nothing that is no move adds to a clock: agreement, doubles, takes, counts. All programs with clocks."""

import pytest

from tablecore import clock, records, sheets
from tableprograms.backgammon import sheet as match
from tableprograms.plain import sheet as plain
from tableprograms.race import rules as racerules
from tableprograms.tara import sheet as tara
from tests.tabledevice.hands import TO_TURN, Host, Table

FISCHER = (records.TIME, 255, clock.FISCHER, 0, 300_000, 3_000)
OPENERS = {
    sheets.BACKGAMMON: (records.MATCH, match.VERSION, 5, match.CRAWFORD_RULE, 5, 0),
    sheets.RACE: (records.RACE, racerules.VERSION, racerules.TWO_THREAT, 0, 5, 0),
    sheets.TARA: (records.TARA, tara.VERSION, 2, 0, 5, 0),
    sheets.PLAIN: (records.PLAIN, plain.PlainSheet.VERSION, 2, 0, 5, 0),
}
#: keys until a seat thinks, keys that end the game, the last of which agree
ENDS = [
    (sheets.BACKGAMMON, TO_TURN, ("9", "1", 0), (1,)),
    (sheets.BACKGAMMON, (*TO_TURN, "6", "1"), ("0", "1", "1", 1), (0,)),
    (sheets.BACKGAMMON, TO_TURN, ("7", 1, "8", 0), (1,)),
    (sheets.RACE, (0, 0), ("9", "1"), (0, 1)),
    (sheets.RACE, (0, "1", "1", "1"), ("1",), (0, 1)),
    (sheets.TARA, (0, 0, 1, "7", 0, 1), ("9", "1", "#", "1", "#", "2", "#", "2", "#"), (0, 1)),
    (sheets.PLAIN, ("#", 0), ("9", 0), (1,)),
]  # fmt: skip


def sat_down(program):
    table = Table()
    host = Host(table)
    table.wait(2500)
    status, _, why = host.run(OPENERS[program], FISCHER)
    assert not status, why
    return table


@pytest.mark.parametrize(("program", "before", "ends", "agree"), ENDS)
def test_an_agreement_adds_nothing_to_a_clock(program, before, ends, agree):
    table = sat_down(program).press(*before)
    turn = table.sheet.turn
    before = table.sheet.clock.remaining(turn, table.now)
    table.wait(20_000)
    table.press(*ends)
    shown = [table.sheet.clock.remaining(seat, table.now) for seat in (0, 1)]
    assert shown[turn] < before - 20_000
    table.press(*agree)
    assert table.log()[-1][0] == "end"
    assert [table.sheet.clock.reserve[seat] for seat in (0, 1)] == shown
    table.put_away()


@pytest.mark.parametrize("early", [False, True])
def test_a_double_and_a_take_add_nothing_to_a_clock(early):
    table = sat_down(sheets.BACKGAMMON).press(*TO_TURN)
    keys = ("7", 0, "6", "1", 1, "7", 1) if early else ("7", 1, "7", 0)
    before = table.now
    start = sum(table.sheet.clock.remaining(seat, before) for seat in (0, 1))
    table.press(*keys)
    now = table.now
    left = sum(table.sheet.clock.remaining(seat, now) for seat in (0, 1))
    # only the press behind the dice is a move
    assert left == start - (now - before) + (3_000 if early else 0)
    table.put_away()
