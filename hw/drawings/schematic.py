"""The schematic as a drawing: the positions of symbols are given here, the wires follow from the netlist.

Pins of one net that face each other on a line are joined by a wire; all other pins get the net's
name. So a drawing can be crowded, but it cannot be wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from hw.design import Design, Node
from hw.drawings.svg import Drawing
from hw.drawings.symbols import Box, End, Point, Symbol, TwoPin, ground, label

SIZE = (1500, 1080)
#: The longest wire inside a block.
_REACH = 200
_SUPPLIES = {"3V3": "#f8d9d4", "VBUS": "#f8d9d4", "VSYS": "#f8d9d4", "BATTERY": "#fbe3c4"}
#: The Pico's pins in their order on the board, from the USB socket downwards.
_LEFT = "GP0 GP1 3 GP2 GP3 GP4 GP5 8 GP6 GP7 GP8 GP9 13 GP10 GP11 GP12 GP13 18 GP14 GP15".split()
_RIGHT = """VBUS VSYS 38 3V3_EN 3V3 ADC_VREF GP28 AGND GP27 GP26
    RUN GP22 28 GP21 GP20 GP19 GP18 23 GP17 GP16""".split()


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the sheet: its frame (x, y, width, height), its title, a note and its symbols."""

    title: str
    frame: tuple[float, float, float, float]
    symbols: tuple[Symbol, ...]
    note: str = ""


def _seats() -> tuple[Symbol, ...]:
    found: list[Symbol] = []
    for seat in range(4):
        x, y = 108 + seat % 2 * 338, 505 + seat // 2 * 152
        number = seat + 1
        plug = f"J{4 + seat}"
        found += [
            TwoPin(f"R1{number}", (x, y), "right", 50),
            TwoPin(f"R2{number}", (x, y + 64), "right", 50),
            Box(
                plug,
                (x + 122, y),
                66,
                32,
                ("BUTTON", "GND_B", "LAMP", "GND_L"),
                both=True,
                title=f"seat {number}",
            ),
            TwoPin(f"SW{number}", (x + 214, y), "down", 32),
            TwoPin(f"LED{number}", (x + 214, y + 96), "up", 32),
        ]
    return tuple(found)


def _keypad() -> tuple[Symbol, ...]:
    pins = ("COLUMN2", "ROW1", "COLUMN1", "ROW4", "COLUMN3", "ROW3", "ROW2")
    found: list[Symbol] = [
        Box("J8", (300, 848), 84, 28, pins, both=True),
        Box("K1", (440, 848), 90, 28, pins, title="keypad"),
    ]
    for row, name in enumerate(pins):
        ref = ("R3" if name.startswith("ROW") else "R4") + name[-1]
        found.append(TwoPin(ref, (130, 848 + 28 * row), "right", 60, compact=True))
    return tuple(found)


BLOCKS = (
    Block(
        "Battery, switch, charging",
        (20, 60, 690, 380),
        (
            TwoPin("BT1", (70, 130), "down", 60),
            Box("J1", (125, 130), 50, 60, ("+", "-"), both=True),
            TwoPin("F1", (210, 130), "right"),
            TwoPin("C2", (300, 130), "down"),
            TwoPin("D1", (385, 230), "up"),
            Box("J2", (430, 130), 50, 40, ("1", "2"), both=True),
            TwoPin("SW5", (540, 130), "down", 40),
            TwoPin("R3", (130, 338), "right"),
            TwoPin("D2", (260, 338), "left", 60),
            Box("U2", (300, 290), 110, 48, ("VDD", "STAT", "PROG"), ("VBAT", "VSS"), title="charger"),
            TwoPin("R4", (280, 386), "left"),
            TwoPin("C1", (560, 290), "down"),
        ),
        "USB feeds the Pico and charges; D1 lets the cell feed it without USB.",
    ),
    Block(
        "Raspberry Pi Pico, USB at the top",
        (730, 60, 360, 620),
        (Box("U1", (855, 140), 110, 26, _LEFT, _RIGHT, title="Pico"),),
    ),
    Block(
        "I2C: display and memory",
        (1110, 60, 370, 750),
        (
            TwoPin("R1", (1150, 130), "down"),
            TwoPin("R2", (1215, 130), "down"),
            TwoPin("C3", (1280, 130), "down"),
            TwoPin("C4", (1345, 130), "down"),
            TwoPin("R5", (1420, 130), "down"),
            TwoPin("C5", (1420, 215), "down"),
            Box("J3", (1265, 325), 60, 26, ("VCC", "GND", "DIN", "CLK", "CS", "DC", "RES"), both=True),
            Box("DS1", (1385, 325), 80, 26, ("VCC", "GND", "DIN", "CLK", "CS", "DC", "RES"), title="display"),
            Box(
                "U3", (1200, 560), 70, 26, ("VCC", "GND", "WP", "SCL", "SDA", "A2", "A1", "A0"), title="FRAM"
            ),
            Box("D4", (1370, 560), 60, 26, ("K1", "K2", "K3", "K4", "A"), title="ESD"),
        ),
        "The display is set to I2C; CS low: on; DC low: address 0x3C.",
    ),
    Block("Seats", (20, 455, 690, 325), _seats()),
    Block(
        "Keypad",
        (20, 795, 540, 270),
        _keypad(),
        "J8 is in the order of the keypad's own pins.",
    ),
    Block(
        "Sound, protection",
        (580, 825, 510, 240),
        (
            TwoPin("R51", (670, 900), "right"),
            TwoPin("R6", (770, 900), "down"),
            TwoPin("LS1", (840, 900), "down"),
            Box("D3", (1010, 890), 60, 26, ("K1", "K2", "K3", "K4", "A"), title="ESD"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Wire:
    """A straight wire between two pins' ends."""

    net: str
    start: Point
    end: Point


class Sheet:
    """The drawn circuit: `ends` by block, `wires`, and in `labels` the ends that get a net's name."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.ends: dict[str, list[End]] = {}
        self.wires: list[Wire] = []
        self.labels: list[tuple[End, str]] = []
        self.free: list[End] = []
        nets = {node: net.name for net in design.nets.values() for node in net.nodes}
        for block in BLOCKS:
            ends = [end for symbol in block.symbols for end in symbol.ends(design)]
            self.ends[block.title] = ends
            by_net: dict[str, list[End]] = defaultdict(list)
            for end in ends:
                if end.node in nets:
                    by_net[nets[end.node]].append(end)
                else:
                    self.free.append(end)
            for name, those in by_net.items():
                self._join(name, those, ends, nets)

    def _join(self, name: str, those: list[End], ends: list[End], nets: Mapping[Node, str]) -> None:
        group = {id(end): {id(end)} for end in those}
        for one in those:
            for other in those:
                if one is not other and one.node == other.node:
                    _merge(group, one, other)
        for axis in (0, 1):
            lines: dict[float, list[End]] = defaultdict(list)
            for end in those:
                lines[end.at[1 - axis]].append(end)
            for line in lines.values():
                line.sort(key=lambda end: end.at[axis])
                for one, other in pairwise(line):
                    if _faces(one, other, axis) and not _between(one, other, axis, ends, nets, name):
                        self.wires.append(Wire(name, one.at, other.at))
                        _merge(group, one, other)
        touched = {point for wire in self.wires for point in (wire.start, wire.end)}
        whole = {node for net in self.design.nets.values() if net.name == name for node in net.nodes}
        for members in {frozenset(one) for one in group.values()}:
            part = [end for end in those if id(end) in members]
            if {end.node for end in part} != whole:
                # label ends without a wire first, sideways before upright, left before right
                part.sort(key=lambda end: (end.at in touched, end.way[0] == 0, end.way[0], end.at))
                self.labels.append((part[0], name))

    def render(self) -> str:
        """Returns the sheet as SVG."""
        drawing = Drawing(*SIZE, "Schematic of the Tablekeeper")
        drawing.text(20, 36, "Tablekeeper: schematic", size=22, bold=True)
        drawing.text(
            SIZE[0] - 20, 36,
            "The same name is the same net. Made from hw/board.toml by `make hw`.", size=12, anchor="end",
        )  # fmt: skip
        for block in BLOCKS:
            x, y, width, height = block.frame
            drawing.box(x, y, width, height, colour="#9aa4ac", line=1.2, round=6)
            drawing.text(x + 10, y + 20, block.title, size=13, bold=True, colour="#3b4a55")
            if block.note:
                drawing.text(x + 10, y + height - 10, block.note, size=11, colour="#3b4a55")
            for symbol in block.symbols:
                symbol.draw(drawing, self.design)
        for wire in self.wires:
            drawing.line([wire.start, wire.end])
        for point in self.junctions():
            drawing.dot(*point, 3.4)
        for end, name in sorted(self.labels, key=lambda one: (one[1], one[0].at)):
            met = [one for one in self.wires if end.at in (one.start, one.end)]
            if name == "GND":
                ground(drawing, end)
            elif met:
                _on_wire(drawing, met[0])
            else:
                label(drawing, end, name, _SUPPLIES.get(name, "#e4edf7"))
        for end in self.free:
            x, y = end.at
            drawing.line([(x - 4, y - 4), (x + 4, y + 4)], width=1.2)
            drawing.line([(x - 4, y + 4), (x + 4, y - 4)], width=1.2)
        return drawing.render()

    def junctions(self) -> list[Point]:
        """Returns where three or more lines of a net meet."""
        count: dict[Point, int] = defaultdict(int)
        for wire in self.wires:
            count[wire.start] += 1
            count[wire.end] += 1
        for ends in self.ends.values():
            for end in ends:
                count[end.at] += 1
        for end, _ in self.labels:
            count[end.at] += 1
        return sorted(point for point, lines in count.items() if lines > 2)


def _on_wire(drawing: Drawing, wire: Wire) -> None:
    x, y = ((wire.start[axis] + wire.end[axis]) / 2 for axis in (0, 1))
    if wire.start[1] == wire.end[1]:
        drawing.text(x, y - 4, wire.net, size=10, anchor="middle", bold=True)
    else:
        drawing.text(x - 7, y + 4, wire.net, size=10, anchor="end", bold=True)


def _merge(group: dict[int, set[int]], one: End, other: End) -> None:
    if group[id(one)] is not group[id(other)]:
        joined = group[id(one)] | group[id(other)]
        for member in joined:
            group[member] = joined


def _faces(one: End, other: End, axis: int) -> bool:
    # no wire runs back through the part that it starts from
    near = other.at[axis] - one.at[axis] <= _REACH
    return near and one.way[axis] >= 0 and other.way[axis] <= 0


def _between(one: End, other: End, axis: int, ends: list[End], nets: Mapping[Node, str], name: str) -> bool:
    return any(
        end.at[1 - axis] == one.at[1 - axis]
        and one.at[axis] <= end.at[axis] <= other.at[axis]
        and nets.get(end.node) != name
        for end in ends
    )
