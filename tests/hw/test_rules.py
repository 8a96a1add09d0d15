"""Each rule for hw/board.toml finds the fault that is planted for it, and nothing in the file as it is."""

import pytest

from hw import design, rp2040, rules
from tests.nonempty import nonempty


def part_of(keys, ref):
    """Return the part with a reference."""
    return next(part for part in keys["part"] if ref in part.get("refs", ()))


def swap(keys, one, other, first, second):
    """Exchange the node `first` of net `one` with the node `second` of net `other`."""
    a, b = keys["nets"][one]["nodes"], keys["nets"][other]["nodes"]
    a[a.index(first)], b[b.index(second)] = second, first


def test_the_board_has_no_fault(keys):
    assert rules.faults(keys) == []


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("i2c", "sda"), "GP5", "GP5 cannot be SDA."),
        (("i2c", "sda"), "GP2", "two different I2C buses"),
        (("i2c", "sda"), "GP40", "GP40 is no pin of the RP2040."),
        (("i2c", "sda"), "4", "4 is no pin of the RP2040."),
        (("seats", "pins", 0), "GP7", "GP7 is used 2 times."),
        (("seats", "pins", 0), "GP23", "GP23, which sets the mode of the Pico's regulator"),
        (("seats", "lamps", 3), "GP25", "GP25, which drives the Pico's LED"),
        (("seats", "lamps", 3), "GP14", "shares PWM slice 7 with the piezo"),
        (("power", "voltage"), "GP28", "the voltage is on GP28; the Pico has it on GP29."),
        (("power", "voltage"), "GP22", "GP22 measures no voltage."),
        (("power", "usb_sense"), "GP0", "the USB sense is on GP0"),
        (("memory", "address"), 0x3C, "the same address 0x3c"),
        (("memory", "address"), 0x7C, "0x7c is no address"),
        (("keypad", "rows", 0), "GP14", "The firmware has ROW1 on GP14, which is wired to nothing."),
        (("keypad", "columns", 0), "GP21", "The firmware has COLUMN1 on GP21, which is wired to COLUMN2."),
        (("prices", "date"), "yesterday", "date yesterday is none"),
        (("cables", "J4", 0), "SW2.1", "The wire from J4.BUTTON to SW2.1 joins two nets."),
        (("cables", "J4", 0), "", "J4.BUTTON has no wire."),
        (("cables", "J4", 3), "SW1.2", "LED1.K has 0 wires."),
        (("cables", "J1"), ["BT1.+"], "J1 has 2 pins and 1 wires."),
        (("nets", "SDA", "colour"), "pink", "no wire is pink"),
        (("nets", "SDA", "wire"), "", "does not say what it is"),
    ],
)
def test_a_planted_key_is_found(keys, path, value, told):
    place = keys
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert any(told in fault for fault in rules.faults(keys)), rules.faults(keys)


def net_that_joins_nothing(keys):
    keys["nets"]["LOST"] = {"colour": "red", "wire": "lost", "nodes": ["U1.GP0"]}
    keys["unconnected"]["nodes"].remove("U1.GP0")


#: what is done to the board, and all that is found then
FAULTS = {
    "a missing connection": (
        lambda keys: keys["nets"]["SDA"]["nodes"].remove("U3.SDA"),
        ["U3.SDA stands 0 times among nets and unconnected pins."],
    ),
    "a short circuit": (
        lambda keys: keys["nets"]["SDA"]["nodes"].append("U3.SCL"),
        ["U3.SCL stands 2 times among nets and unconnected pins."],
    ),
    "a net that joins nothing": (net_that_joins_nothing, ["Net LOST joins nothing."]),
    "a net that is called otherwise": (
        lambda keys: keys["nets"].update(TONE=keys["nets"].pop("PIEZO")), ["No net is called PIEZO."],
    ),
    "a part that is missing": (
        lambda keys: keys["part"].remove(part_of(keys, "F1")), ["No part is called F1."],
    ),
    "swapped data and clock": (
        lambda keys: swap(keys, "SDA", "SCL", "U1.GP4", "U1.GP5"),
        ["The firmware has SDA on GP4, which is wired to SCL.",
         "The firmware has SCL on GP5, which is wired to SDA."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_alone(keys, name):
    planted, told = FAULTS[name]
    planted(keys)
    assert rules.faults(keys) == told


@pytest.mark.parametrize(
    ("node", "told"),
    [("U9.1", "called U9."), ("U1.GND", "7 pins named GND"), ("U1.41", "no pin 41"), ("R1.3", "no pin 3")],
)
def test_a_node_that_is_not_there_is_found(keys, node, told):
    keys["nets"]["GND"]["nodes"].append(node)
    assert any(told in fault for fault in rules.faults(keys)), rules.faults(keys)


@pytest.mark.parametrize(
    ("one", "other", "first", "second", "told"),
    [
        ("LAMP2_OUT", "GND", "LED2.A", "LED2.K",
         "LED2 is the wrong way round: its K (short leg, flat side) must be at GND."),
        ("SDA", "3V3", "R1.2", "R2.1", "Both pins of R1 are on one net: it does nothing."),
        ("SWITCHED", "VSYS", "D1.A", "D1.K", "D1.K must be at VSYS: otherwise USB would charge the cell"),
        ("CELL", "GND", "BT1.+", "BT1.-", "BT1.- must be at GND"),
        ("SEAT1_OUT", "GND", "D3.K1", "D3.A", "D3.A must be at GND"),
        ("SDA", "GND", "D4.K1", "D4.A", "D4.A must be at GND"),
        ("3V3", "GND", "DS1.VCC", "DS1.CS", "DS1.CS must be at GND: otherwise the display may take no"),
        ("3V3", "GND", "DS1.VCC", "DS1.DC", "DS1.DC must be at GND"),
    ],
)  # fmt: skip
def test_swapped_pins_that_would_do_harm_are_found(keys, one, other, first, second, told):
    swap(keys, one, other, first, second)
    assert any(told in fault for fault in rules.faults(keys)), rules.faults(keys)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("number", " ", "U2: number is missing."),
        ("price", 0, "U2: no price."),
        ("count", 2, "U2: 2 pieces for 1 places."),
        ("build", "wood", "no build called wood"),
        ("footprint", "", "U2: parts on the board have a footprint"),
        ("refs", ["U2", "U3"], "U3 stands twice in the parts list."),
    ],
)
def test_a_planted_part_is_found(keys, field, value, told):
    part_of(keys, "U2")[field] = value
    assert any(told in fault for fault in rules.faults(keys)), rules.faults(keys)


def test_functions_of_pins_are_those_of_the_data_sheet():
    """Samples from the RP2040 datasheet, table 2."""
    assert [rp2040.i2c(pin) for pin in (0, 1, 2, 3, 4, 5, 26, 27)] == [
        (0, "SDA"), (0, "SCL"), (1, "SDA"), (1, "SCL"), (0, "SDA"), (0, "SCL"), (1, "SDA"), (1, "SCL"),
    ]  # fmt: skip
    assert [rp2040.pwm_slice(pin) for pin in (0, 1, 2, 10, 14, 15, 16, 17, 29)] == [0, 0, 1, 5, 7, 7, 0, 0, 6]
    assert [pin for pin in range(30) if rp2040.analogue(pin)] == [26, 27, 28, 29]
    assert set(range(30)) - rp2040.HEADER == set(rp2040.ON_THE_PICO)


def test_a_node_is_named_as_it_is_written(repository):
    board = design.read()
    for net in nonempty(board.nets.values()):
        assert [board.name(node) for node in net.nodes] == board.keys["nets"][net.name]["nodes"]
