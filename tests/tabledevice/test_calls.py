"""A call of the director is said to have arrived when the host has it, not before; a seal is said, too."""

import pytest

from tablecore import records
from tabledevice import lessons, texts
from tabledevice.texts import dispute as words
from tests.tabledevice.hands import TO_TURN, Host, Table

CALL = ("0", "5")
SEALED = lessons.LINES[lessons.LETTERS.index("S")]


def asked(table):
    return table.app.view.question


def test_without_a_cable_somebody_has_to_go(table):
    table.set_up().press(*TO_TURN, *CALL)
    assert asked(table) == words.NO_CABLE
    assert table.reads(texts.HASH_RESUME)
    # it comes when there is a host again
    Host(table)
    table.wait(3000)
    assert asked(table) == words.CALLED
    table.press("#")
    assert asked(table) == ""


def test_a_host_that_has_not_stored_it_is_still_being_called(table, host):
    host.set_up(length=5)
    table.press("#", *TO_TURN)
    table.wait(500)
    host.acknowledges = False
    table.press(*CALL)
    table.wait(1000)
    assert asked(table) == words.CALLING
    host.acknowledges = True
    table.wait(6000)
    assert asked(table) == words.CALLED
    # known by the host: still true without a cable, and after a power cut
    table.board.unplug()
    table.wait(1000)
    assert asked(table) == words.CALLED


def test_after_a_power_cut_the_call_still_waits_for_a_host(table):
    table.set_up().press(*TO_TURN, *CALL)
    table.power_cycle()
    assert asked(table) == words.NO_CABLE


def test_a_clock_that_the_director_stops_is_no_call(table, host):
    host.set_up(length=5)
    table.press("#", *TO_TURN)
    assert host.direct(records.PAUSE, records.DIRECTOR)[0] == 0
    assert asked(table) == ""
    assert table.reads(texts.HASH_RESUME)


@pytest.mark.parametrize("length", [1, 5])
def test_a_sealed_result_is_shown_as_sealed(length):
    table = Table()
    host = Host(table)
    table.wait(2500)
    host.set_up(length)
    table.press("#", *TO_TURN).win(0)
    usual = table.app.view.hint
    assert host.direct(records.SEAL, 0, 0, 0, 1)[0] == 0
    assert table.said == SEALED
    seen = set()
    for _ in range(8):
        table.wait(1250)
        seen.add(table.app.view.hint)
        assert table.reads(table.app.view.flash or table.app.view.hint)
    assert seen == {SEALED, usual}
    table.press("#")
    assert table.app.view.lesson != "S"
    table.put_away()
