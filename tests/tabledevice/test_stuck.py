"""What hangs: a bus that a chip holds, keys that are down from the start, a cable that is out for a match."""

import pytest

from tablecore import records
from tabledevice import journal as journals
from tabledevice import texts
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tests.tabledevice.hands import TO_TURN, Host, Table

TIMED = ("#", "1", "5", "#", "1")


# --- the bus ------------------------------------------------------------------------------------------


def reset_in_a_reading(table):
    """Reset the processor while the memory is sending a byte."""
    bus, board = table.board.bus, table.board
    whole = bus.read

    def read(vm, address, count, byte_ns):
        bus.read = whole
        # in the first byte behind the address
        table.timeline.after(3 * byte_ns // 2000, lambda: board.reset("WATCHDOG"))
        return whole(vm, address, count, byte_ns)

    bus.read = read


def test_a_reset_within_a_byte_of_the_memory_leaves_no_bus_that_is_stuck(table):
    table.set_up(*TIMED).press(*TO_TURN)
    before = table.sheet.score, table.sheet.turn
    reset_in_a_reading(table)
    table.press("6", "5")
    assert table.board.reset_reason == "WATCHDOG"
    table.wait(5000)
    assert table.app.hardware.i2c is not None
    assert table.app.oled.alive
    assert table.app.journal.storage() == journals.GOOD
    assert (table.sheet.score, table.sheet.turn) == before
    table.press("#", table.sheet.turn)
    assert table.log()[-1][0] == "press"


def test_a_bus_without_pull_ups_leaves_the_clock():
    table = Table(power=False)
    table.board.bus.pull_ups = False
    table.power_on()
    assert table.app.hardware.i2c is None
    table.set_up(*TIMED).press(*TO_TURN)
    assert table.sheet.clock.running
    assert table.app.journal.storage() == journals.RAM_ONLY
    host = Host(table)
    table.wait(3000)
    assert host.has_all()
    table.board.power_off()


def test_a_bus_that_hangs_while_the_board_starts_costs_time_and_not_the_match(table):
    table.set_up(*TIMED).press(*TO_TURN)
    turn = table.sheet.turn
    table.board.power_off()
    table.board.bus.stuck = True
    table.wait(1000)
    table.power_on()
    # there is a clock, but no log of this board's and no display
    assert table.app.journal.storage() == journals.RAM_ONLY
    assert not table.app.oled.alive
    assert table.sheet.phase == match.EMPTY
    table.press(*TIMED, *TO_TURN, gap=1500)
    assert table.sheet.clock.running
    life = table.board.resets
    table.wait(20_000)
    assert table.board.resets == life, "the watchdog is fed between two time-outs"
    table.board.power_off()
    table.board.bus.stuck = False
    table.wait(1000)
    table.power_on()
    assert (table.sheet.turn, table.sheet.pause) == (turn, records.POWER)
    assert table.app.oled.alive


# --- keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [0, 3, "*", "9", "0"])
def test_a_key_that_is_down_from_the_start_does_nothing_and_disturbs_no_other(key):
    table = Table(power=False)
    table.board.press(key, hold_ms=None)
    table.power_on()
    assert table.reads(texts.HASH_NEW_MATCH)
    before = table.last
    table.wait(30_000)
    assert table.last == before
    table.set_up(*TIMED).press("3", "1", 1)
    log = table.log(before)
    assert [row[0] for row in log] == ["match", "time", "commit", "game", "opening", "press"]
    table.board.release(key)
    table.wait(2000)
    assert table.log(before) == log, "that it comes up is no press"
    assert table.board.crashes == []
    table.board.power_off()


def test_a_key_that_sticks_in_the_game_is_one_press(table):
    table.set_up(*TIMED).press(*TO_TURN)
    before = table.last
    turn = table.sheet.turn
    table.board.press(turn, hold_ms=None)
    table.wait(60_000)
    assert [row[0] for row in table.log(before)] == ["press"]
    table.press("6", "4", 1 - turn)
    assert [row[0] for row in table.log(before)] == ["press", "dice", "press"]
    table.board.release(turn)


# --- the cable ----------------------------------------------------------------------------------------


def test_unplugged_for_a_whole_match_to_17_and_caught_up(table):
    host = Host(table)
    table.wait(3000)
    table.board.unplug()
    table.wait(1000)
    table.set_up("#", "1", "1", "7", "#", "1")
    winner = 0
    while table.sheet.phase != match.OVER:
        table.press("#" if table.sheet.games else "6", *(("6", "1") if table.sheet.games else ("1",)), 1)
        for _ in range(6):
            seat = table.sheet.turn
            table.press(seat, "5", "2", gap=150)
        table.press(table.sheet.turn)
        table.win(winner, "2" if table.sheet.games % 3 == 0 else "1")
        winner = 1 - winner if table.sheet.games % 4 else winner
        assert table.last < 1000
    assert max(table.sheet.score) == 17
    assert table.last > 200
    assert host.stored(table.app.journal.id) < 5
    table.board.plug()
    table.wait(2000)
    host.session = 0
    host.open()
    table.wait(30_000)
    assert host.has_all()
    held = host.store[table.app.journal.id]
    kinds = {catalogue.name(held[seq][4]) for seq in held}
    assert kinds >= {"game", "dice", "press", "result", "confirm", "end"}
    assert table.app.journal.acked == table.last
