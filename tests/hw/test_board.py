"""hw/board.toml is the only source of the pin map: firmware and simulator say the same."""

import ast
import tomllib

import pytest

from tabledevice import battery, fram, journal, keys, lastplaces
from tablesim import pins
from tablesim.modules import analogio
from tablesim.modules import board as names

#: the names that CircuitPython gives to some pins
ALIASES = {pin: alias for alias, pin in names.ALIASES.items()}


@pytest.fixture(scope="module")
def board(repository):
    """The hardware as data."""
    return tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def hardware(repository):
    """The firmware's hardware module, as a tree: it can be imported on a board only."""
    text = (repository / "firmware" / "lib" / "tabledevice" / "hardware.py").read_text("utf-8")
    return ast.parse(text)


def pins_of(tree):
    """Return the names behind `board.` in a piece of code, in their order."""
    found = [
        (node.lineno, node.col_offset, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "board"
    ]
    return [name for _, _, name in sorted(found)]


def constant(tree, name):
    """Return the value a module gives to a name; `const(...)` is the value in it."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets[0].id == name:
            value = node.value
            return ast.literal_eval(value.args[0] if isinstance(value, ast.Call) else value)
    raise AssertionError(f"no constant {name}")


def test_the_firmware_uses_these_pins_in_this_order(board, hardware):
    expected = [board["i2c"]["scl"], board["i2c"]["sda"]]
    expected += board["seats"]["pins"] + board["keypad"]["rows"] + board["keypad"]["columns"]
    expected += board["seats"]["lamps"] + [board["piezo"]["pin"]]
    expected += [ALIASES[board["power"][name]] for name in ("usb_sense", "voltage")]
    assert pins_of(hardware) == expected


def test_the_firmware_uses_these_numbers(board, hardware):
    assert constant(hardware, "_I2C_HZ") == board["i2c"]["frequency"]
    assert constant(hardware, "_SCAN") == board["seats"]["scan"] == board["keypad"]["scan"]
    assert board["memory"]["bytes"] == fram.SIZE
    assert board["memory"]["bytes"] >= journal.LAST + lastplaces.COUNT * 24
    assert journal.LAST >= journal.RING + journal.PLACES * 24
    assert constant(hardware, "_FULL_SCALE") == board["power"]["divider"] * board["power"]["reference"]
    assert board["power"]["battery"]["charge"] == [list(point) for point in battery.CHARGE]
    assert board["power"]["battery"]["low"] == battery.LOW
    assert "".join(board["keypad"]["keys"]) == keys.LABELS
    assert len(board["seats"]["pins"]) == keys.SEATS


def test_the_virtual_board_is_wired_like_it(board):
    assert (board["i2c"]["sda"], board["i2c"]["scl"]) == (pins.SDA, pins.SCL)
    assert list(pins.SEATS) == board["seats"]["pins"]
    assert list(pins.SEAT_LEDS) == board["seats"]["lamps"]
    assert list(pins.KEY_ROWS) == board["keypad"]["rows"]
    assert list(pins.KEY_COLUMNS) == board["keypad"]["columns"]
    assert list(pins.KEY_LABELS) == board["keypad"]["keys"]
    assert board["piezo"]["pin"] == pins.PIEZO
    assert board["power"]["usb_sense"] == pins.VBUS_SENSE
    assert board["power"]["voltage"] == pins.VOLTAGE_MONITOR
    assert board["power"]["divider"] == analogio.DIVIDER
    assert board["power"]["reference"] == analogio.REFERENCE_MV


def test_no_pin_is_used_twice(board):
    used = [board["i2c"]["sda"], board["i2c"]["scl"], board["piezo"]["pin"]]
    used += [board["power"]["usb_sense"], board["power"]["voltage"]]
    used += board["seats"]["pins"] + board["seats"]["lamps"]
    used += board["keypad"]["rows"] + board["keypad"]["columns"]
    assert len(used) == len(set(used))
