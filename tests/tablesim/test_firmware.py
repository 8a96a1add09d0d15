"""The loader: each board its own modules, the hardware class's wait replaced, everything else shared."""

import sys
import textwrap

import pytest

from tablesim import VirtualBoard
from tablesim.firmware import firmware_folder

HARDWARE = """
import gc
import os

import board
import keypad
import microcontroller
import supervisor
import usb_cdc


class Hardware:
    def __init__(self):
        self.uid = bytes(microcontroller.cpu.uid)
        self.started = supervisor.ticks_ms()
        self.keys = keypad.Keys(
            (board.GP6, board.GP7, board.GP8, board.GP9), value_when_pressed=False, pull=True, interval=0.005
        )
        self.chance = os.urandom(4)
        self.free = gc.mem_free()
        self.data = usb_cdc.data
        self.data.timeout = self.data.write_timeout = 0
        self.opened = False

    def now(self):
        return (supervisor.ticks_ms() - self.started) & 0x1FFFFFFF

    def idle(self, until):
        raise AssertionError("the simulator waits instead")

    def wanted(self):
        return len(self.keys.events) or self.data.in_waiting or self.data.connected != self.opened
"""

CODE = """
from tabledevice.hardware import Hardware
import keypad

hardware = Hardware()
event = keypad.Event()
print("start", hardware.uid.hex(), hardware.chance.hex())
until = 1000
while True:
    hardware.idle(until)
    now = hardware.now()
    hardware.opened = hardware.data.connected
    print("now", now)
    while hardware.keys.events.get_into(event):
        print("key", event.key_number, event.pressed)
    if hardware.data.in_waiting:
        print("data", hardware.data.read(256).decode())
    if now >= until:
        until += 1000
"""


@pytest.fixture
def table(bench):
    def make(**settings):
        board = bench.board(CODE, power=False, **settings)
        place = bench.folder / f"board{len(bench.boards) - 1}" / "lib" / "tabledevice"
        place.mkdir(parents=True)
        (place / "hardware.py").write_text(textwrap.dedent(HARDWARE))
        board.power_on()
        return board

    return make


def moments(board):
    words = "".join(board.console).split()
    return [int(words[at + 1]) for at, word in enumerate(words) if word == "now"]


def test_the_wait_jumps_from_deadline_to_deadline(bench, table):
    board = table()
    bench.run(12_000)
    assert board.crashes == []
    assert moments(board) == [moment for moment in moments(board) if moment % 1000 in (0, 1)]
    assert len(moments(board)) in (10, 11)


def test_a_key_or_bytes_end_the_wait(bench, table):
    board = table()
    bench.run(3000)
    board.press(2, 3_300_000, hold_ms=200)
    bench.timeline.at(3_900_000, board.usb.open)
    bench.timeline.at(3_950_000, lambda: board.usb.write(b"hello"))
    bench.run(2000)
    text = "".join(board.console)
    assert "key 2 True" in text
    assert "key 2 False" in text
    assert "data hello" in text
    early = [moment for moment in moments(board) if moment % 1000 > 1]
    # start is 1.6 s: down at 3.3, up at 3.5, opened at 3.9, bytes at 3.95
    for expected in (1700, 1900, 2300, 2350):
        assert any(0 <= moment - expected <= 7 for moment in early)


def test_boards_share_nothing(bench, table):
    one, other = table(), table()
    bench.run(3000)
    one.press(1)
    bench.run(1000)
    assert "key 1" in "".join(one.console)
    assert "key 1" not in "".join(other.console)
    first, second = ("".join(board.console).split()[1:3] for board in (one, other))
    assert first[0] == one.uid.hex()
    assert second[0] == other.uid.hex()
    assert first[1] != second[1], "each board has its own entropy"


@pytest.mark.parametrize(
    "line",
    [
        "from tabledevice.hardware import Hardware",
        "from tabledevice import hardware; Hardware = hardware.Hardware",
        "import tabledevice.hardware; Hardware = tabledevice.hardware.Hardware",
        "import tabledevice.hardware as hw; Hardware = hw.Hardware",
    ],
)
def test_every_way_to_import_the_hardware_finds_this_boards(bench, table, line):
    board = table()
    code = bench.folder / "board0" / "code.py"
    code.write_text(
        f"{line}\nhardware = Hardware()\nhardware.idle(500)\n"
        "print(hardware.now() // 100, hardware.uid.hex())\n"
    )
    bench.run(4000)
    assert board.crashes == []
    assert bench.printed(board) == ["5", board.uid.hex()]


def test_the_program_does_not_see_the_simulators_modules_and_leaves_none_behind(bench):
    before = {name: sys.modules.get(name) for name in ("board", "busio", "keypad", "usb_cdc", "supervisor")}
    board = bench.board(
        "import board, busio, os, gc\nprint(board.board_id, os.uname().sysname, gc.mem_free() < 2**18)\n"
    )
    bench.run(3000)
    assert bench.printed(board) == ["raspberry_pi_pico", "rp2040", "True"]
    assert {name: sys.modules.get(name) for name in before} == before


def test_the_firmware_is_found_in_the_source_tree():
    assert (firmware_folder() / "boot.py").is_file()


def test_the_boards_own_boot_py_opens_the_data_channel_under_its_name(bench):
    board = VirtualBoard(bench.timeline, bytes(8))
    bench.boards.append(board)
    board.power_on()
    bench.run(1500)
    assert board.usb_device.data_enabled
    assert board.usb_device.product.startswith("Tablekeeper")


def test_a_uid_of_another_length_is_refused(bench):
    with pytest.raises(ValueError, match="8 bytes long"):
        VirtualBoard(bench.timeline, b"short")
