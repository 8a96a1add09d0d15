"""The parts' values keep the limits of data sheets, and a wrong value is found."""

import pytest

from hw import calculations
from hw.design import Design


def by_name(keys):
    """Return the calculations by what they are about."""
    return {line.what: line for line in calculations.lines(Design(keys))}


def set_value(keys, ref, field, value):
    """Give a part another value."""
    next(part for part in keys["part"] if ref in part.get("refs", ()))[field] = value


def test_every_limit_is_kept(keys):
    assert [line.what for line in by_name(keys).values() if not line.kept] == []


def test_figures_worked_out_by_hand(keys):
    """Each with a pocket calculator, from the values in board.toml."""
    found = by_name(keys)
    assert found["lamp, typical"].value == pytest.approx(3.085, abs=0.001)  # 1.45 V / 470
    assert found["I2C, rise time"].value == pytest.approx(186.4, abs=0.1)  # 0.8473 x 2200 x 100 pF
    assert found["I2C, current of a low line"].value == pytest.approx(2.30, abs=0.01)  # 2.999 V / 1303 ohm
    assert found["I2C, longest cable"].value == pytest.approx(0.81, abs=0.01)  # (160.9 - 80) pF / 100 pF
    assert found["charging current"].value == pytest.approx(212.8, abs=0.1)
    assert found["charging"].value == pytest.approx(10.34, abs=0.01)
    # 97.2 mA x 3.3 / 0.85 / 3.38 V = 111.6 mA; 1800 mAh
    assert found["hours on the battery"].value == pytest.approx(16.1, abs=0.1)
    assert found["load sharing"].value == pytest.approx(0.22, abs=0.001)


@pytest.mark.parametrize(
    ("ref", "field", "value", "broken"),
    [
        ("R21", "ohm", 330, "lamp, highest"),
        ("R21", "ohm", 1000, "lamp, typical"),
        ("R1", "ohm", 4700, "I2C, rise time"),
        ("R1", "ohm", 1000, "I2C, current of a low line"),
        ("R4", "ohm", 2000, "from USB, highest"),
        ("R4", "ohm", 10_000, "charging"),
        ("R31", "ohm", 47_000, "key pressed"),
        ("R51", "ohm", 47_000, "piezo's edge"),
        ("C5", "capacitance", 47e-6, "display's reset"),
        ("BT1", "capacity", 1200, "hours on the battery"),
        ("BT1", "capacity", 400, "charging current"),
        ("D1", "forward", [0.0, 0.1], "load sharing"),
        ("D4", "capacitance", 120e-12, "I2C, longest cable"),
    ],
)
def test_a_planted_value_breaks_its_limit(keys, ref, field, value, broken):
    set_value(keys, ref, field, value)
    assert not by_name(keys)[broken].kept


@pytest.mark.parametrize(
    ("path", "value", "broken"),
    [
        (("load", "display"), 400, "hours on the battery"),
        (("load", "display_all"), 700, "through fuse and D1, highest"),
        (("bus", "cable_length"), 2, "I2C, rise time"),
        (("cell",), [2.0, 4.2], "VSYS, lowest"),
        (("cell",), [3.4, 4.2], "warning before the cell cuts off"),
        (("usb",), [4.4, 6.0], "VSYS, highest"),
        (("usb",), [4.4, 10.5], "VSYS measured, highest"),
    ],
)
def test_a_planted_load_breaks_its_limit(keys, path, value, broken):
    place = keys["electrical"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not by_name(keys)[broken].kept


def test_a_limit_that_is_not_kept_shows_in_the_table(keys):
    set_value(keys, "R1", "ohm", 4700)
    wrong = [row for row in calculations.table(Design(keys)).splitlines() if "NOT KEPT" in row]
    assert len(wrong) == 2
    assert wrong[0].startswith("| I2C, rise time | 0.8473 x R1 x 100 pF")
