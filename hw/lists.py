"""Lists for people who solder or order parts: the parts to order, the wires to connect."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from hw.design import Design, Node, Part

#: How many devices the parts list is made for.
DEVICES = (1, 10, 50)
#: Parts cheaper than this get lost or broken: for several devices, one in ten more is ordered.
SMALL = Decimal("0.50")


@dataclass(frozen=True, slots=True)
class Variant:
    """What is built: "carrier" or "perfboard", for so many seats."""

    build: str = "carrier"
    seats: int = 4

    def pieces(self, part: Part, devices: int) -> int:
        """Returns how many of a part must be ordered."""
        if part.build not in ("", self.build):
            return 0
        each = part.count * self.seats // 4 if part.per_seat else part.count
        spare = -(-each * devices // 10) if devices > 1 and part.price < SMALL else 0
        return each * devices + spare


def total(design: Design, variant: Variant, devices: int) -> Decimal:
    """Returns the cost of the parts for a number of devices."""
    return sum((variant.pieces(part, devices) * part.price for part in design.parts), Decimal(0))


def parts_csv(design: Design, variant: Variant) -> str:
    """Returns the parts list as CSV, one line per part."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    price = f"price each ({design.keys['prices']['currency']}, {design.keys['prices']['date']})"
    writer.writerow(
        ["references", "part", "maker", "number", "number read in", price]
        + [f"pieces for {devices}" for devices in DEVICES]
        + ["alternatives"]
    )
    for part in design.parts:
        if variant.pieces(part, 1):
            writer.writerow(
                [" ".join(part.refs), part.what, part.maker, part.number, part.seen, part.price]
                + [variant.pieces(part, devices) for devices in DEVICES]
                + ["; ".join(part.alternatives)]
            )
    return text.getvalue()


def parts_table(design: Design, variant: Variant) -> str:
    """Returns the parts list as a table in Markdown, with the costs in its last lines."""
    heads = " | ".join(f"{devices}" for devices in DEVICES)
    lines = [
        f"| references | part | maker and number | each | {heads} | alternatives |",
        "|---|---|---|---:|" + "---:|" * len(DEVICES) + "---|",
    ]
    for part in design.parts:
        if not variant.pieces(part, 1):
            continue
        number = part.number if part.seen or part.maker == "any" else f"{part.number} (unchecked)"
        counts = " | ".join(str(variant.pieces(part, devices)) for devices in DEVICES)
        lines.append(
            f"| {', '.join(part.refs)} | {part.what} | {part.maker}: {number} | {part.price:.2f} | {counts} |"
            f" {'; '.join(part.alternatives)} |"
        )
    sums = " | ".join(f"**{total(design, variant, devices):.0f}**" for devices in DEVICES)
    lines.append(f"| | **together, {design.keys['prices']['currency']}** | | | {sums} | |")
    return "\n".join(lines) + "\n"


def costs_table(design: Design) -> str:
    """Returns what each variant costs, as a table in Markdown."""
    lines = [
        f"| {design.keys['prices']['currency']} for | "
        + " | ".join("1 device" if one == 1 else f"{one} devices" for one in DEVICES)
        + " |",
        "|---|" + "---:|" * len(DEVICES),
    ]
    for build in ("carrier", "perfboard"):
        for seats in (2, 4):
            sums = " | ".join(f"{total(design, Variant(build, seats), devices):.0f}" for devices in DEVICES)
            lines.append(f"| {build}, {seats} seats | {sums} |")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a plug's pin to a pin of a part in the case."""

    number: int
    colour: str
    start: Node
    end: Node
    what: str


def wires(design: Design) -> Iterator[Wire]:
    """Yields the wires of all cables, numbered consecutively."""
    number = 0
    for plug, ends in design.keys["cables"].items():
        for pin, text in enumerate(ends, 1):
            net = design.net_of(Node(plug, pin))
            if text and net:
                number += 1
                yield Wire(number, net.colour, Node(plug, pin), design.node(text), net.wire)


def wires_table(design: Design) -> str:
    """Returns the wires as a table in Markdown."""
    lines = ["| wire | colour | from plug, pin | to | what it is |", "|---:|---|---|---|---|"]
    for wire in wires(design):
        start = f"{wire.start.ref}, pin {wire.start.pin} ({design.name(wire.start).partition('.')[2]})"
        lines.append(f"| {wire.number} | {wire.colour} | {start} | {design.name(wire.end)} | {wire.what} |")
    return "\n".join(lines) + "\n"


def joints_table(design: Design, build: str) -> str:
    """Returns the pins to be soldered together on the board, net by net, as a table in Markdown."""
    lines = ["| net | what it is | joins |", "|---|---|---|"]
    for net in design.nets.values():
        nodes = [node for node in net.nodes if on_board(design, node.ref, build)]
        if len(nodes) > 1:
            lines.append(f"| {net.name} | {net.wire} | {', '.join(map(design.name, nodes))} |")
    return "\n".join(lines) + "\n"


def on_board(design: Design, ref: str, build: str) -> bool:
    """Returns whether a part is soldered to the board of a build."""
    part = design.part(ref)
    return bool(part.footprint) and part.build in ("", build)
