"""Calculations behind the values of the parts: each line has a result, a limit and whether the limit is kept.

Everything is computed from `[electrical]` and the parts in board.toml, where each figure names its source. If
board.toml calls a figure an estimate, it is only an estimate here, too: the margins allow for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hw.design import Design

#: From 30 % to 70 % of the voltage through a resistor into a capacitor: ln(0.7 / 0.3) (NXP UM10204, 7.1).
RISE = 0.8473
#: Charging takes longer than capacity / current by this factor: the phase at constant voltage is slower.
CHARGE_TAIL = 1.1


@dataclass(frozen=True, slots=True)
class Line:
    """One calculation: `value` must be at most (`most`) or at least (not `most`) the `limit`."""

    what: str
    how: str
    value: float
    unit: str
    limit: float
    most: bool
    why: str

    @property
    def kept(self) -> bool:
        """Whether the value keeps the limit."""
        return self.value <= self.limit if self.most else self.value >= self.limit


def lines(design: Design) -> list[Line]:
    """Returns all calculations, in the order of the page."""
    return [*_lamps(design), *_bus(design), *_inputs(design), *_supply(design), *_battery(design)]


def resistance(design: Design, ref: str) -> float:
    """Returns the value of a resistor in ohms."""
    return float(design.part(ref).fields["ohm"])


def parallel(*ohms: float) -> float:
    """Returns the resistance of resistors in parallel."""
    return 1 / sum(1 / one for one in ohms)


def hours(design: Design, display: str) -> float:
    """Returns how long a full cell lasts with the load `display` or `display_all`."""
    usable = design.part("BT1").fields["capacity"] * _electrical(design)["cell_usable"]
    return float(usable / _from_cell(design, display))


def table(design: Design) -> str:
    """Returns the calculations as a table in Markdown."""
    rows = ["| what | calculation | result | limit | |", "|---|---|---:|---:|---|"]
    for line in lines(design):
        sign = "<=" if line.most else ">="
        mark = "kept" if line.kept else "**NOT KEPT**"
        rows.append(
            f"| {line.what} | {line.how} | {line.value:.3g} {line.unit} | {sign} {line.limit:g} {line.unit} |"
            f" {mark}: {line.why} |"
        )
    return "\n".join(rows) + "\n"


def _electrical(design: Design) -> dict[str, Any]:
    found: dict[str, Any] = design.keys["electrical"]
    return found


def _lamp(design: Design) -> float:
    # highest current (mA): highest supply, lowest forward voltage (0.1 V tolerance), a pin without losses
    e = _electrical(design)
    supply = e["supply"] * (1 + e["supply_tolerance"])
    forward = design.part("LED1").fields["forward"][0] - 0.1
    return float((supply - forward) / resistance(design, "R21") * 1000)


def _lamps(design: Design) -> Iterator[Line]:
    e = _electrical(design)
    typical = (e["supply"] - design.part("LED1").fields["forward"][0]) / resistance(design, "R21") * 1000
    yield Line("lamp, typical", "(3.3 V - forward voltage) / R21", typical, "mA", 2, False, "bright at 2 mA")
    yield Line(
        "lamp, highest", "(3.4 V - lowest forward voltage) / R21", _lamp(design), "mA", e["pin_limit"], True,
        "a pin's current with its levels",
    )  # fmt: skip
    piezo = e["supply"] * (1 + e["supply_tolerance"]) / resistance(design, "R51") * 1000
    yield Line(
        "all pins together", "four lamps, the piezo's edge, two I2C lines low",
        4 * _lamp(design) + piezo + 2 * _sink(design), "mA", e["pins_limit"], True,
        "the RP2040's pins together",
    )  # fmt: skip
    constant = resistance(design, "R51") * design.part("LS1").fields["capacitance"]
    half = 0.5 / design.keys["piezo"]["frequency"]
    yield Line(
        "piezo's edge", "5 x R51 x capacitance", 5 * constant * 1e6, "us", half * 1e6, True,
        "done within half a period of its tone",
    )  # fmt: skip


def _sink(design: Design) -> float:
    # current (mA) into a pin that holds a bus line low, with all possible pull-ups
    e, bus = _electrical(design), _electrical(design)["bus"]
    strongest = parallel(resistance(design, "R1"), *bus["pull_ups_of_modules"])
    return float((e["supply"] * (1 + e["supply_tolerance"]) - bus["low"]) / strongest * 1000)


def _bus(design: Design) -> Iterator[Line]:
    bus = _electrical(design)["bus"]
    fixed = bus["pins"] + bus["traces"] + design.part("D4").fields["capacitance"]
    total = fixed + bus["cable"] * bus["cable_length"]
    weakest = resistance(design, "R1")
    yield Line(
        "I2C, rise time", f"0.8473 x R1 x {total * 1e12:.0f} pF (chips, traces, protection, cable)",
        RISE * weakest * total * 1e9, "ns", bus["rise_limit"] * 1e9, True, "fast mode, 400 kHz",
    )  # fmt: skip
    yield Line(
        "I2C, current of a low line", "(3.4 V - 0.4 V) / (R1, 10 kohm and 4.7 kohm side by side)",
        _sink(design), "mA", bus["sink_limit"], True, "what every chip of the bus can hold low",
    )  # fmt: skip
    longest = (bus["rise_limit"] / RISE / weakest - fixed) / bus["cable"]
    yield Line(
        "I2C, longest cable", "what the rise time leaves for the cable", longest, "m",
        2 * bus["cable_length"], False, "twice the cable that is used",
    )  # fmt: skip


def _inputs(design: Design) -> Iterator[Line]:
    e = _electrical(design)
    way = resistance(design, "R31") + resistance(design, "R41")
    low = e["supply"] * way / (way + e["pull_up"][0])
    yield Line(
        "key pressed",
        "3.3 V x (R31 + R41) / (R31 + R41 + 50 kohm)",
        low,
        "V",
        e["pin_low"],
        True,
        "reads as low",
    )
    reset = resistance(design, "R5") * design.part("C5").fields["capacitance"]
    yield Line(
        "display's reset", "5 x R5 x C5", 5 * reset * 1000, "ms", 1000, True,
        "over before CircuitPython runs a program",
    )  # fmt: skip
    yield Line(
        "display's reset, least", "R5 x C5", reset * 1e6, "us", 3, False, "SSD1309 datasheet: 3 us low"
    )


def _from_cell(design: Design, display: str) -> float:
    # current (mA) from the cell, through diode and regulator
    e = _electrical(design)
    load = e["load"]
    needed = load["pico"] + load[display] + load["memory"] + load["lamps_lit"] * _lamp(design)
    vsys = e["cell_mean"] - design.part("D1").fields["forward"][0]
    return float(needed * e["supply"] / e["regulator_efficiency"] / vsys)


def _charge(design: Design) -> float:
    # mA
    return float(_electrical(design)["charger"]["gain"] / resistance(design, "R4") * 1000)


def _supply(design: Design) -> Iterator[Line]:
    e = _electrical(design)
    drop = design.part("D1").fields["forward"][0]
    yield Line(
        "load sharing", "lowest USB - the Pico's diode - (full cell - D1)",
        (e["usb"][0] - e["pico_diode"]) - (e["cell"][1] - drop), "V", 0, False,
        "with USB the cell feeds nothing, it is only charged",
    )  # fmt: skip
    yield Line("VSYS, highest", "highest USB", e["usb"][1], "V", e["vsys"][1], True, "the Pico's regulator")
    yield Line(
        "VSYS, lowest", "cell where its protection cuts off - D1", e["cell"][0] - drop, "V", e["vsys"][0],
        False, "the Pico's regulator",
    )  # fmt: skip
    yield Line(
        "VSYS measured, highest", "highest USB / 3", e["usb"][1] / design.keys["power"]["divider"], "V",
        design.keys["power"]["reference"] / 1000, True, "the converter's range",
    )  # fmt: skip
    yield Line(
        "warning before the cell cuts off", "voltage of 0 % - (cut-off - D1)",
        design.keys["power"]["battery"]["charge"][0][0] / 1000 - (e["cell"][0] - drop), "V", 0.1, False,
        "players are told in time",
    )  # fmt: skip
    yield Line(
        "from USB, highest", "everything lit, and charging",
        _from_usb(design) + _charge(design), "mA", e["usb_limit"], True, "a port of USB 2.0",
    )  # fmt: skip
    yield Line(
        "through fuse and D1, highest", "everything lit", _from_cell(design, "display_all"), "mA",
        e["fuse_hold"], True, "F1 holds; D1 and SW5 take 1 A",
    )  # fmt: skip


def _from_usb(design: Design) -> float:
    # current (mA) at the lowest USB voltage, with everything lit
    e = _electrical(design)
    load = e["load"]
    needed = load["pico"] + load["display_all"] + load["memory"] + 4 * _lamp(design)
    return float(needed * e["supply"] / e["regulator_efficiency"] / (e["usb"][0] - e["pico_diode"]))


def _battery(design: Design) -> Iterator[Line]:
    charger = _electrical(design)["charger"]
    yield Line(
        "hours on the battery", "usable capacity / current from the cell, the clock's picture",
        hours(design, "display"), "h", 10, False, "a long club evening",
    )  # fmt: skip
    yield Line(
        "hours with every dot lit", "the same, all dots (never in use)",
        hours(design, "display_all"), "h", 5, False, "even a wrong estimate lasts a match",
    )  # fmt: skip
    capacity = design.part("BT1").fields["capacity"]
    yield Line(
        "charging", "1.1 x capacity / (1000 V / R4)", CHARGE_TAIL * capacity / _charge(design), "h", 12, True,
        "overnight",
    )  # fmt: skip
    yield Line(
        "charging current",
        "1000 V / R4",
        _charge(design),
        "mA",
        capacity / 2,
        True,
        "half the capacity an hour",
    )
    volts = _electrical(design)["usb"][1] - _electrical(design)["cell_mean"]
    inside = charger["room"] + volts * _charge(design) / 1000 * charger["heat"]
    yield Line(
        "charger inside", "35 degrees + 230 K/W x (5.25 V - 3.7 V) x current", inside, "degrees",
        charger["hottest"], True, "below it the chip need not slow down",
    )  # fmt: skip
