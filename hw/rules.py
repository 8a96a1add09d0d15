"""Rules for board.toml: pins, circuit and parts list. Each rule yields one sentence per fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from hw import rp2040
from hw.design import Design, DesignError, Node, off_board

#: Colours of wires, as pictures draw them.
COLOURS = {
    "black": "#202020", "brown": "#7a4a21", "red": "#d0281e", "orange": "#ee8a1c", "yellow": "#d8b400",
    "green": "#2c8c3c", "blue": "#2460c0", "violet": "#8840a8", "grey": "#808080", "white": "#f4f4f0",
}  # fmt: skip
#: Pins that must be on one net, and what happens otherwise.
FIXED = {
    "D1.K": ("VSYS", "USB would charge the cell past its charger"),
    "BT1.-": ("GND", "the cell would feed everything the wrong way round"),
    "D3.A": ("GND", "it would short the lines that it protects"),
    "D4.A": ("GND", "it would short the lines that it protects"),
    "DS1.CS": ("GND", "the display may take no notice of its bus"),
    "DS1.DC": ("GND", "the display would have another address"),
}
#: 7-bit I2C addresses that a device may have; the lowest eight and the highest eight are reserved.
ADDRESSES = range(0x08, 0x78)


def faults(keys: dict[str, Any]) -> list[str]:
    """Returns one sentence per fault in the keys of board.toml; an empty list if there is none."""
    found = list(_pins(keys))
    try:
        design = Design(keys)
    except DesignError as error:
        return [*found, str(error)]
    return [
        *found,
        *_circuit(design),
        *_cables(design),
        *_wired_as_the_firmware_has_it(design),
        *_parts(design),
    ]


def uses(keys: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields (purpose of a pin, its name) for every pin that the firmware uses."""
    yield "SDA", keys["i2c"]["sda"]
    yield "SCL", keys["i2c"]["scl"]
    for kind, names in (
        ("SEAT", keys["seats"]["pins"]), ("LAMP", keys["seats"]["lamps"]),
        ("ROW", keys["keypad"]["rows"]), ("COLUMN", keys["keypad"]["columns"]),
    ):  # fmt: skip
        for number, name in enumerate(names, 1):
            yield f"{kind}{number}", name
    yield "PIEZO", keys["piezo"]["pin"]
    yield "the USB sense", keys["power"]["usb_sense"]
    yield "the voltage", keys["power"]["voltage"]


def _pins(keys: dict[str, Any]) -> Iterator[str]:
    own = {"the USB sense": rp2040.VBUS_SENSE, "the voltage": rp2040.VSYS_THIRD}
    numbers = {}
    for use, name in uses(keys):
        try:
            numbers[use] = rp2040.gpio(name)
        except ValueError as error:
            yield f"{use}: {error}"
            return
    for use, pin in numbers.items():
        if use in own:
            if pin != own[use]:
                yield f"{use} is on GP{pin}; the Pico has it on GP{own[use]}."
        elif pin not in rp2040.HEADER:
            yield f"{use} is on GP{pin}, which {rp2040.ON_THE_PICO.get(pin, 'is not on the header')}."
    for pin, times in Counter(numbers.values()).items():
        if times > 1:
            yield f"GP{pin} is used {times} times."
    for line in ("SDA", "SCL"):
        if rp2040.i2c(numbers[line])[1] != line:
            yield f"GP{numbers[line]} cannot be {line}."
    if rp2040.i2c(numbers["SDA"])[0] != rp2040.i2c(numbers["SCL"])[0]:
        yield "SDA and SCL are on two different I2C buses."
    if not rp2040.analogue(numbers["the voltage"]):
        yield f"GP{numbers['the voltage']} measures no voltage."
    # the piezo's frequency follows the tone, so a lamp on the same slice could never be dimmed
    for use, pin in numbers.items():
        if use.startswith("LAMP") and rp2040.pwm_slice(pin) == rp2040.pwm_slice(numbers["PIEZO"]):
            yield f"{use} on GP{pin} shares PWM slice {rp2040.pwm_slice(pin)} with the piezo."
    addresses = [keys["display"]["address"], keys["memory"]["address"]]
    if len(set(addresses)) < len(addresses):
        yield f"Display and memory have the same address {addresses[0]:#04x}."
    for address in addresses:
        if address not in ADDRESSES:
            yield f"{address:#04x} is no address of an I2C device."


def _circuit(design: Design) -> Iterator[str]:
    times = Counter(node for net in design.nets.values() for node in net.nodes)
    times.update(design.unconnected)
    for node in design.every_node():
        if times[node] != 1:
            yield f"{design.name(node)} stands {times[node]} times among nets and unconnected pins."
    for net in design.nets.values():
        if len(net.nodes) < 2:
            yield f"Net {net.name} joins nothing."
        if net.colour not in COLOURS:
            yield f"Net {net.name}: no wire is {net.colour}."
        if not net.wire:
            yield f"Net {net.name} does not say what it is."
    for part in design.parts:
        for ref in part.refs:
            if len(part.pins) == 2 and design.net_of(Node(ref, 1)) is design.net_of(Node(ref, 2)):
                yield f"Both pins of {ref} are on one net: it does nothing."
            # K is at ground, or at the charger's output that draws the current
            sink = ("GND", "CHARGE_STATE")
            if ref.startswith("LED") or ref == "D2":
                cathode = design.net_of(Node(ref, part.pin("K")))
                if cathode is None or cathode.name not in sink:
                    yield f"{ref} is the wrong way round: its K (short leg, flat side) must be at {sink[0]}."
    for name, (wanted, why) in FIXED.items():
        at = design.net_of(design.node(name))
        if at is None or at.name != wanted:
            yield f"{name} must be at {wanted}: otherwise {why}."


def _cables(design: Design) -> Iterator[str]:
    met = []
    for plug, ends in design.keys["cables"].items():
        if len(ends) != len(design.part(plug).pins):
            yield f"{plug} has {len(design.part(plug).pins)} pins and {len(ends)} wires."
        for number, text in enumerate(ends, 1):
            pin = Node(plug, number)
            if not text:
                if pin not in design.unconnected:
                    yield f"{design.name(pin)} has no wire."
                continue
            end = design.node(text)
            met.append(end)
            if design.net_of(end) is not design.net_of(pin):
                yield f"The wire from {design.name(pin)} to {text} joins two nets."
    for node in design.every_node():
        if off_board(node.ref) and node not in design.unconnected and met.count(node) != 1:
            yield f"{design.name(node)} has {met.count(node)} wires."


def _wired_as_the_firmware_has_it(design: Design) -> Iterator[str]:
    pico = design.part("U1")
    for use, name in uses(design.keys):
        if name not in pico.pins:
            # inside the Pico, or reported already
            continue
        if use not in design.nets:
            yield f"No net is called {use}."
            continue
        node = Node("U1", pico.pin(name))
        if node not in design.nets[use].nodes:
            at = design.net_of(node)
            yield f"The firmware has {use} on {name}, which is wired to {at.name if at else 'nothing'}."


def _parts(design: Design) -> Iterator[str]:
    for part in design.parts:
        called = part.refs[0] if part.refs else part.what
        for field in ("what", "maker", "number"):
            if not getattr(part, field).strip():
                yield f"{called}: {field} is missing."
        if part.price <= 0:
            yield f"{called}: no price."
        if part.count < 1 or (part.refs and part.count != len(part.refs)):
            yield f"{called}: {part.count} pieces for {len(part.refs)} places."
        if part.build not in ("", "carrier", "perfboard"):
            yield f"{called}: there is no build called {part.build}."
        if part.refs and not part.pins:
            yield f"{called} has no pins."
        for ref in part.refs:
            if bool(part.footprint) == off_board(ref):
                yield f"{ref}: parts on the board have a footprint, and only they."
    try:
        date.fromisoformat(design.keys["prices"]["date"])
    except ValueError:
        yield f"The prices' date {design.keys['prices']['date']} is none."
