"""I2C as the program sees it: time, probes, locks and failures."""

import pytest

SETUP = "import board, busio, supervisor, time\ni2c = busio.I2C(board.GP5, board.GP4, frequency={hz})\n"
TIMED = "i2c.try_lock()\nt = time.monotonic_ns()\ni2c.{transfer}\nprint(time.monotonic_ns() - t)\n"
CHIPS = [(True, True, [60, 80]), (False, True, [60]), (True, False, [80])]


def program(bench, lines, hz=400_000, **settings):
    board = bench.board(SETUP.format(hz=hz) + lines, **settings)
    bench.run(8000)
    return board


@pytest.mark.parametrize(("hz", "low", "high"), [(400_000, 22, 24), (100_000, 91, 94), (1_000_000, 8, 10)])
def test_a_full_screen_takes_its_time_on_the_wire(bench, hz, low, high):
    board = program(bench, TIMED.format(transfer="writeto(0x3C, bytes(1025))"), hz)
    assert low <= int(bench.printed(board)[0]) / 1e6 <= high


def test_a_record_takes_0_6_ms(bench):
    board = program(bench, TIMED.format(transfer="writeto(0x50, bytes(26))"))
    assert 0.60 <= int(bench.printed(board)[0]) / 1e6 <= 0.64


@pytest.mark.parametrize(("fram", "oled", "found"), CHIPS)
def test_scan_and_probe_find_what_is_there(bench, fram, oled, found):
    lines = "i2c.try_lock()\nprint(*i2c.scan())\nprint(i2c.probe(60), i2c.probe(80))\n"
    board = program(bench, lines, fram=fram, oled=oled)
    words = bench.printed(board)
    assert [int(word) for word in words[:-2]] == found
    assert words[-2:] == [str(oled), str(fram)]


def test_a_missing_or_dying_chip_is_an_oserror_19(bench):
    lines = """
i2c.try_lock()
for _ in range(3):
    for address in (0x3C, 0x50, 0x51):
        try:
            i2c.writeto(address, b"\\0\\0\\0")
            print("ok")
        except OSError as error:
            print(error.errno)
    try:
        i2c.writeto(0x3C, b"")
    except OSError as error:
        print("probe", error.errno)
    time.sleep(1)
"""
    board = bench.board(SETUP.format(hz=400_000) + lines)
    bench.timeline.at(2_000_000, lambda: setattr(board.oled, "dead", True))
    bench.timeline.at(3_000_000, lambda: setattr(board.fram, "failed", True))
    bench.run(8000)
    assert "".join(board.console).split() == "ok ok 19 19 ok 19 probe 19 19 19 19 probe 19".split()


def test_a_stuck_bus_costs_a_second_and_raises(bench):
    lines = """
time.sleep(1)
i2c.try_lock()
t = time.monotonic_ns()
try:
    i2c.writeto(0x50, b"abc")
except OSError as error:
    print(error.errno, (time.monotonic_ns() - t) // 10_000_000)
"""
    board = bench.board(SETUP.format(hz=400_000) + lines)
    board.bus.stuck = True
    bench.run(8000)
    assert bench.printed(board) == ["110", "100"]


def test_transfers_need_the_lock_and_only_one_has_it(bench):
    lines = """
print(i2c.try_lock(), i2c.try_lock())
i2c.unlock()
try:
    i2c.writeto(0x50, b"abc")
except RuntimeError as error:
    print(error)
"""
    board = program(bench, lines)
    assert "".join(board.console) == "True False\nFunction requires lock\n"


def test_a_bus_without_pull_ups_cannot_be_opened(bench):
    board = bench.board(SETUP.format(hz=400_000), power=False)
    board.bus.pull_ups = False
    board.power_on()
    bench.run(3000)
    assert "No pull up found" in board.crashes[0]


def test_slices_of_buffers_are_honoured(bench):
    lines = """
i2c.try_lock()
i2c.writeto(0x50, b"xx\\0\\0abcdefyy", start=2, end=10)
found = bytearray(6)
i2c.writeto_then_readfrom(0x50, b"__\\0\\1", found, out_start=2, in_start=1, in_end=4)
print(found)
"""
    board = program(bench, lines)
    assert "".join(board.console) == "bytearray(b'\\x00bcd\\x00\\x00')\n"


def test_key_presses_and_bytes_that_come_during_a_long_transfer_are_not_late(bench):
    lines = """
import keypad, usb_cdc
keys = keypad.Keys((board.GP6,), value_when_pressed=False, interval=0.005)
i2c.try_lock()
while True:
    i2c.writeto(0x3C, bytes(1025))
    event = keys.events.get()
    if event:
        print(event.timestamp)
"""
    board = bench.board(SETUP.format(hz=100_000) + lines, boot="")
    for press in range(8):
        board.press(0, 3_000_000 + press * 333_333, hold_ms=150)
    bench.run(8000)
    stamps = [int(word) for word in bench.printed(board)][::2]
    expected = [board.vm.crystal.ticks_ms(3_000_000 + press * 333_333) for press in range(8)]
    assert all(0 <= stamp - moment <= 6 for stamp, moment in zip(stamps, expected, strict=True))
