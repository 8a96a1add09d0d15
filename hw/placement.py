"""Places of the parts' pins on the board, in holes of 2.54 mm, and the rules for placing parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hw.design import Design, Node, off_board

Hole = tuple[int, int]
#: Directions; y grows downwards.
WAYS: dict[str, Hole] = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
#: Distance between two holes in mm.
PITCH = 2.54
#: Distance in holes from pin 1 to pin 2 of parts with two pins, by the letters of their reference.
SPANS = {"C": 2, "D": 4, "F": 2, "J": 1, "LS": 4, "R": 4}
#: Rows of the Pico are this many holes apart.
PICO_ROWS = 7
#: The adapter of a SOT-23-5, from its centre: pins 1 to 3 on the left, 4 and 5 on the right from below.
ADAPTER = {1: (-1, -1), 2: (-1, 0), 3: (-1, 1), 4: (2, 1), 5: (2, -1)}


def pins(design: Design, ref: str) -> dict[int, Hole]:
    """Returns the hole of each pin of a part, on perfboard."""
    x, y, way = design.keys["place"][ref]
    dx, dy = WAYS[way]
    part = design.part(ref)
    if part.footprint.startswith("Package_TO_SOT_SMD:"):
        return {pin: (x + right, y + down) for pin, (right, down) in ADAPTER.items()}
    if ref == "U1":
        half = len(part.pins) // 2
        left = {pin + 1: (x, y + pin) for pin in range(half)}
        return left | {half + 1 + pin: (x + PICO_ROWS, y + half - 1 - pin) for pin in range(half)}
    span = 1 if ref == "D2" or len(part.pins) > 2 else SPANS[ref.rstrip("0123456789")]
    return {pin + 1: (x + dx * span * pin, y + dy * span * pin) for pin in range(len(part.pins))}


def placed(design: Design, build: str) -> list[str]:
    """Returns the references of the parts on the board of a build, in the order of the placement."""
    return [ref for ref in design.keys["place"] if design.part(ref).build in ("", build)]


def faults(design: Design) -> Iterator[str]:
    """Yields one sentence for each part that has no place, is outside the board, or overlaps another part."""
    place = design.keys["place"]
    wanted = {ref for part in design.parts for ref in part.refs if not off_board(ref)}
    for ref in sorted(wanted - place.keys()):
        yield f"{ref} has no place on the board."
    for ref in sorted(place.keys() - wanted):
        yield f"{ref} does not belong on the board."
    if wanted != place.keys():
        return
    columns, rows = design.keys["board_size"]["holes"]
    holes: Counter[Hole] = Counter()
    for ref in placed(design, "perfboard"):
        for pin, (x, y) in pins(design, ref).items():
            holes[x, y] += 1
            if not (0 <= x < columns and 0 <= y < rows):
                yield f"{ref} pin {pin} lies outside the board."
    for (x, y), times in holes.items():
        if times > 1:
            yield f"{times} pins are in the hole {x}, {y}."


def links(design: Design, build: str) -> Iterator[tuple[str, Node, Node]]:
    """Yields (net, from, to) for the shortest wires that join each net on the board."""
    on = set(placed(design, build))
    for net in design.nets.values():
        at = {node: pins(design, node.ref)[node.pin] for node in net.nodes if node.ref in on}
        if not at:
            continue
        met = [min(at, key=lambda node: (at[node], node))]
        left = sorted(set(at) - set(met))
        while left:
            start, end = min(
                ((one, other) for one in met for other in left),
                key=lambda pair: (_squared(at[pair[0]], at[pair[1]]), pair),
            )
            yield net.name, start, end
            met.append(end)
            left.remove(end)


def _squared(one: Hole, other: Hole) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
