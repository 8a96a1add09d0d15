"""The watchdog: a loop that stands still resets the board; whatever takes long on purpose does not."""

from tablecore import records
from tabledevice import journal as journals
from tablesim.costs import STEP_US
from tablesim.fram import Fram
from tablesim.processor import Processor
from tests.tabledevice.conftest import at_table
from tests.tabledevice.hands import TO_TURN, Table

WATCHDOG = 5
PATIENCE_MS = 8000
#: a step of the program takes four times as long as is modelled (us)
SLOW_US = 4 * STEP_US

table = at_table("#", "1", "5", "#", "1", *TO_TURN)


def stands_still(table):
    """Let the loop hang in its next pass, as a driver that waits for ever does."""
    processor = table.board.vm

    def hanging():
        while True:
            processor.spend(10_000)

    table.app.step = hanging


def test_a_loop_that_stands_still_resets_the_board_and_the_match_goes_on(table):
    turn, life = table.sheet.turn, table.board.resets
    left = table.sheet.clock.remaining(turn, table.now)
    table.wait(20_000)
    assert table.board.resets == life
    stands_still(table)
    table.wait(PATIENCE_MS + 6000)
    assert table.board.resets == life + 1
    assert table.board.reset_reason == "WATCHDOG"
    boot = next(seq for seq in range(table.last, 0, -1) if table.record(seq)[4] == records.BOOT)
    assert records.unpack(table.record(boot))[2] == WATCHDOG
    assert table.sheet.pause == records.POWER
    # charged up to the last sign of life, not for the time in which nobody could press
    charged = left - table.sheet.clock.remaining(turn, table.now)
    assert 18_000 <= charged <= 22_000
    table.press("#", turn)
    assert table.log()[-1][0] == "press"


def test_nothing_the_program_does_on_purpose_takes_too_long():
    """A memory full of one long game without a snapshot, read and folded at four times the time we expect."""
    fram = Fram()
    table = Table(fram=fram)
    table.set_up("#", "1", "9", "#", "6").press(*TO_TURN)
    seat = 1
    while table.app.journal.room() > 5:
        table.press(seat, gap=120)
        seat = 1 - seat
    last = table.last
    table.board.power_off()
    for place in range(journals._SNAPSHOT, journals.NAMES):
        fram.memory[place] = 0
    slow = Table(power=False, fram=fram, processor=Processor(SLOW_US))
    slow.board.power_on()
    for _ in range(60):
        slow.wait(1000)
        if slow.app is not None:
            break
    assert slow.board.resets == 1, "the watchdog waited"
    assert slow.timeline.now_us > 1_600_000 + 1000 * PATIENCE_MS
    assert slow.last == last + 1
    slow.board.power_off()


def test_whoever_works_on_the_program_may_stop_it(table):
    """With `#` held while plugging in the drive is shown, and the watchdog sleeps."""
    table.board.power_off()
    table.wait(1000)
    table.board.press("#", hold_ms=None)
    table.power_on()
    table.board.release("#")
    table.wait(500)
    assert table.board.usb_device.drive_enabled
    life = table.board.resets
    stands_still(table)
    table.wait(60_000)
    assert table.board.resets == life
    # without the key it is awake again
    table.power_cycle()
    assert not table.board.usb_device.drive_enabled
    stands_still(table)
    table.wait(PATIENCE_MS + 6000)
    assert table.board.reset_reason == "WATCHDOG"


def test_a_bus_that_hangs_for_long_does_not_reset_the_board(table):
    """Every transfer waits for its time-out of a second, again and again."""
    life = table.board.resets
    table.board.bus.stuck = True
    for number in range(30):
        table.press((table.sheet.turn, "6", "1")[number % 3], gap=900)
    assert table.board.resets == life
    table.board.bus.stuck = False
    table.wait(70_000)
    assert table.board.resets == life
