"""The place of everything in the case, and checks that it fits: boxes and circles, in plain Python.

Coordinates as in board.toml. Parts behind the tilted lid are treated as upright boxes around their shape, so
they are a little too large: what fits here fits in the case. `solids` checks the exact shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, radians, sin, tan
from typing import Any

from hw.design import Design
from hw.enclosure import letters
from hw.placement import PITCH

#: Thickness of the Pico's board, and of its USB socket above it.
PICO_BOARD, PICO_USB = 1.0, 2.6
#: The keypad's and the display's clamps: width, length, thickness; and how far they reach over the part.
TAB = (14.0, 10.0, 3.0)
#: How much of the lid is left behind a clamp's screw hole.
LID_LEFT = 1.0
#: Air behind a screw's end, so that its head clamps before its end touches.
_SCREW_AIR = 0.3
#: The thinnest wall, and the thinnest line that prints: three and two lines of a printer's nozzle.
_LEAST_WALL, _LEAST_LINE = 1.2, 0.8


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box: smallest and largest x, y, z."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]

    def gap(self, other: Box) -> float:
        """Returns the distance of two boxes (0 when they touch or overlap)."""
        apart = [
            max(self.low[axis] - other.high[axis], other.low[axis] - self.high[axis], 0) for axis in range(3)
        ]
        return hypot(*apart)


@dataclass(frozen=True, slots=True)
class Opening:
    """A hole in the lid or the back wall: centre and half sizes; a round hole as its square, with `round`.

    `v` is up the slope of the lid, or up the wall from the case's lower side.
    """

    name: str
    x: float
    v: float
    half_x: float
    half_v: float
    round: bool = False

    def web(self, other: Opening) -> float:
        """Returns how much material is left between two openings."""
        if self.round and other.round:
            return hypot(self.x - other.x, self.v - other.v) - self.half_x - other.half_x
        dx = max(abs(self.x - other.x) - self.half_x - other.half_x, 0)
        dv = max(abs(self.v - other.v) - self.half_v - other.half_v, 0)
        return hypot(dx, dv)


class Case:
    """The case for a number of seats, with the large display or the small one."""

    def __init__(self, design: Design, seats: int, *, small: bool = False) -> None:
        self.design = design
        self.keys: dict[str, Any] = dict(design.keys["enclosure"])
        if small:
            self.keys["display"] = self.keys["small_display"]
        self.seats = seats
        self.tilt = radians(self.keys["tilt"])

    @property
    def lid_length(self) -> float:
        """Length of the lid along its slope."""
        return float(self.keys["depth"] / cos(self.tilt))

    def under_lid(self, y: float) -> float:
        """Returns z of the lid's lower side."""
        return float(self.keys["front"] + (y + self.keys["depth"] / 2) * tan(self.tilt))

    def point(self, x: float, v: float, below: float) -> tuple[float, float, float]:
        """Returns the position of a point at a depth below the lid's face, straight into the case."""
        down = below - self.keys["lid"]
        y = v * cos(self.tilt) + down * sin(self.tilt)
        return x, y, self.under_lid(v * cos(self.tilt)) - down * cos(self.tilt)

    def buttons(self) -> list[tuple[int, float, float]]:
        """Returns (seat, x, v) of each button: odd seats on the left, even ones on the right."""
        column = self.keys["button"]["column"]
        rows = self.keys["button"]["rows"][str(self.seats)]
        return [
            (2 * row + side + 1, column if side else -column, v)
            for row, v in enumerate(rows)
            for side in (0, 1)
        ]

    def openings(self) -> list[Opening]:
        """Returns all holes of the lid."""
        k = self.keys
        found = []
        for name in ("display", "keypad"):
            x, v = k[name]["at"]
            width, height = k[name]["window"]
            found.append(Opening(name, x, v + k[name]["window_up"], width / 2, height / 2))
        for seat, x, v in self.buttons():
            half, lamp = k["button"]["hole"] / 2, k["button"]["lamp_hole"] / 2
            found.append(Opening(f"button {seat}", x, v, half, half, round=True))
            found.append(Opening(f"lamp {seat}", x, v + k["button"]["lamp"], lamp, lamp, round=True))
        for number, (x, y) in enumerate(k["posts"], 1):
            half = k["screw_hole"] / 2
            found.append(Opening(f"screw {number}", x, y / cos(self.tilt), half, half, round=True))
        return found

    def back_openings(self) -> list[Opening]:
        """Returns all holes of the back wall."""
        k = self.keys
        column, row, _ = self.design.keys["place"]["D2"]
        lamp = self.hole_point(column + 0.5, row)[0]
        half = k["charge_lamp"] / 2
        found = [
            _oblong("USB", *self.usb, *k["usb"]["hole"]),
            _oblong("switch", *k["switch"]["at"], *k["switch"]["hole"]),
            Opening("charging lamp", lamp, self.carrier_top + k["charge_lamp_up"], half, half, round=True),
        ]
        half = k["sound"]["hole"] / 2
        x, z = k["sound"]["at"]
        for turn in range(7):
            ring = 0 if turn == 6 else k["sound"]["ring"]
            at = (x + ring * cos(radians(60 * turn)), z - ring * sin(radians(60 * turn)))
            found.append(Opening(f"sound {turn + 1}", *at, half, half, round=True))
        return found

    def labels(self, where: str) -> list[tuple[str, Opening]]:
        """Returns the words in the lid or in the back wall, with their positions."""
        pixel = self.keys["letters"]["pixel"]
        found = []
        for one in self.keys["label"]:
            if one["on"] == where:
                columns, rows = letters.size(one["text"])
                x, v = one["at"]
                name = f'"{one["text"]}"'
                found.append((one["text"], _oblong(name, x, v, columns * pixel, rows * pixel)))
        return found

    def behind(self) -> list[Opening]:
        """Returns the outlines of all parts behind the lid, in the lid's plane."""
        k = self.keys
        found = [one for one in self.openings() if one.round]
        for name in ("display", "keypad"):
            x, v = k[name]["at"]
            width, height = k[name]["size"]
            found.append(Opening(name, x, v, width / 2, height / 2))
            for number, (dx, dv) in enumerate(k[name]["tabs"], 1):
                found.append(Opening(f"{name} tab {number}", x + dx, v + dv, TAB[0] / 2, TAB[1] / 2))
        return found

    def carrier_point(self, x: float, y: float) -> tuple[float, float]:
        """Returns the position of a point of the carrier, given from its upper left corner."""
        width = self.design.keys["board_size"]["size"][0]
        back = self.keys["depth"] / 2 - self.keys["wall"] - self.keys["carrier_back"]
        return x - width / 2, back - y

    def hole_point(self, column: float, row: float) -> tuple[float, float]:
        """Returns the position of a hole of the carrier's grid."""
        first = self.design.keys["board_size"]["first_hole"]
        return self.carrier_point(first[0] + column * PITCH, first[1] + row * PITCH)

    @property
    def carrier_top(self) -> float:
        """Height of the carrier's upper side."""
        return float(self.keys["floor"] + self.keys["standoff"] + self.design.keys["board_size"]["thickness"])

    @property
    def usb(self) -> tuple[float, float]:
        """The middle of the Pico's USB socket: x and z."""
        column, row, _ = self.design.keys["place"]["U1"]
        z = self.carrier_top + self.keys["socket"] + PICO_BOARD + PICO_USB / 2
        return self.hole_point(column + 3.5, row)[0], z

    def parts(self) -> list[Box]:
        """Returns the space that each part takes inside."""
        k = self.keys
        width, height = self.design.keys["board_size"]["size"]
        (x0, y1), (x1, y0) = self.carrier_point(0, 0), self.carrier_point(width, height)
        bottom = k["floor"] + k["standoff"]
        found = [Box("carrier", (x0, y0, bottom), (x1, y1, self.carrier_top + k["plug"]))]
        column, row, _ = self.design.keys["place"]["U1"]
        px0, py1 = self.hole_point(column - 0.7, row - 0.6)
        px1, py0 = self.hole_point(column + 7.7, row + 19.6)
        plugs = self.carrier_top + k["plug"]
        usb_top = self.carrier_top + k["socket"] + PICO_BOARD + PICO_USB
        found.append(Box("Pico", (px0, py0, plugs), (px1, py1, max(usb_top, plugs))))
        found.append(_upright("battery", *k["battery"]["at"], *k["battery"]["room"]))
        for name in ("display", "keypad"):
            x, v = k[name]["at"]
            half_x, half_v = (side / 2 for side in k[name]["size"])
            found.append(self._behind(name, x, v, half_x, half_v, k[name]["deep"] + k["lid"]))
        for seat, x, v in self.buttons():
            size = k["button"]["hole"] / 2
            found.append(self._behind(f"button {seat}", x, v, size, size, k["button"]["deep"]))
            size = k["button"]["lamp_hole"] / 2
            up = v + k["button"]["lamp"]
            found.append(self._behind(f"lamp {seat}", x, up, size, size, k["button"]["lamp_deep"]))
        sx, sz = k["switch"]["at"]
        half_x, half_z = (side / 2 for side in k["switch"]["hole"])
        inside = k["depth"] / 2 - k["wall"]
        low = (sx - half_x, inside - k["switch"]["deep"], sz - half_z)
        found.append(Box("switch", low, (sx + half_x, inside, sz + half_z)))
        for number, (x, y) in enumerate(k["posts"], 1):
            found.append(_upright(f"post {number}", x, y, k["post"], k["post"], self.under_lid(y)))
        return found

    def _behind(self, name: str, x: float, v: float, half_x: float, half_v: float, below: float) -> Box:
        corners = [
            self.point(x + side * half_x, v + up * half_v, depth)
            for side in (-1, 1) for up in (-1, 1) for depth in (self.keys["lid"], below)
        ]  # fmt: skip
        low, high = (
            tuple(edge(corner[axis] for corner in corners) for axis in range(3)) for edge in (min, max)
        )
        return Box(name, (low[0], low[1], low[2]), (high[0], high[1], high[2]))


def variants(design: Design) -> dict[str, Case]:
    """Returns the cases that can be built, by the names of their lids."""
    return {
        f"{seats}-seats{'-small-display' if small else ''}": Case(design, seats, small=small)
        for small in (False, True) for seats in (2, 4)
    }  # fmt: skip


def _oblong(name: str, x: float, v: float, width: float, height: float) -> Opening:
    return Opening(name, x, v, width / 2, height / 2)


def _upright(name: str, x: float, y: float, width: float, depth: float, height: float) -> Box:
    return Box(name, (x - width / 2, y - depth / 2, 0), (x + width / 2, y + depth / 2, height))


def faults(case: Case) -> Iterator[str]:
    """Yields one sentence for each thing that does not fit."""
    k = case.keys
    openings = case.openings()
    for face, holes in (("lid", openings), ("back wall", case.back_openings())):
        for one, other in combinations(holes, 2):
            if one.web(other) < k["least_web"]:
                yield f"Only {one.web(other):.1f} mm of the {face} between {one.name} and {other.name}."
    for one in openings:
        # the screws go into posts at the walls, everything else must pass between the posts
        wall = 0 if one.name.startswith("screw") else k["wall"]
        edge = min(
            k["width"] / 2 - wall - abs(one.x) - one.half_x,
            case.lid_length / 2 - wall - abs(one.v) - one.half_v,
        )
        if edge < k["least_web"]:
            yield f"{one.name} is {edge:.1f} mm from the lid's edge."
    for one, other in combinations(case.behind(), 2):
        holds = other.name.startswith(f"{one.name} tab")
        if not holds and one.web(other) < k["least_gap"]:
            yield f"Only {one.web(other):.1f} mm between {one.name} and {other.name} behind the lid."
        if holds and one.web(other) > 0:
            yield f"{other.name} does not reach over its part."
    parts = case.parts()
    on_lid = {one.name for one in case.behind()}
    for here, there in combinations(parts, 2):
        names = {here.name, there.name}
        if names == {"carrier", "Pico"} or names <= on_lid:
            continue
        if here.gap(there) < k["least_gap"]:
            yield f"Only {here.gap(there):.1f} mm of air between {here.name} and {there.name}."
    inner = (k["width"] / 2 - k["wall"], k["depth"] / 2 - k["wall"])
    for part in parts:
        if part.name.startswith("post") or part.name == "switch":
            continue
        for axis, side in enumerate("xy"):
            if max(-part.low[axis], part.high[axis]) > inner[axis] - k["least_gap"]:
                yield f"{part.name} is not inside the walls along {side}."
        if part.name != "battery" and part.low[2] < k["floor"] + k["least_gap"]:
            yield f"{part.name} reaches {part.low[2]:.1f} mm from the bottom, into the floor."
    for name in ("battery", "carrier", "Pico"):
        part = next(one for one in parts if one.name == name)
        if part.high[2] > case.under_lid(part.low[1]) - k["least_gap"]:
            yield f"{name} touches the lid."
    yield from _sizes(case)
    yield from _letters(case)


def _sizes(case: Case) -> Iterator[str]:
    k = case.keys
    lit = [{"x": "width", "y": "height"}[side] for side in "xy"]
    inches = k["display"]["inches"]
    panel = next(one for one in case.design.keys["display"]["panel"] if one["inches"] == inches)
    for side, name in enumerate(lit):
        if k["display"]["window"][side] < panel[name]:
            yield f"The display's window hides part of its lit {name}."
        if k["display"]["window"][side] > k["display"]["size"][side] - 2 * k["least_web"]:
            yield "The display falls through its window."
        if k["keypad"]["window"][side] > k["keypad"]["size"][side] - 2 * k["least_web"]:
            yield "The keypad falls through its window."
    for size, room in zip(k["battery"]["size"], k["battery"]["room"], strict=True):
        if room < size + 2 * k["least_gap"]:
            yield f"The battery of {size} mm has only {room} mm."
    if min(k["wall"], k["floor"], k["lid"]) < _LEAST_WALL:
        yield f"A wall is thinner than three lines of a printer's nozzle ({_LEAST_WALL} mm)."
    board = case.design.keys["board_size"]["thickness"]
    # what each short screw goes through, and the depth of its hole behind that
    screws = {"carrier": (board, k["standoff"] + k["standoff_deeper"])}
    screws |= {name: (TAB[2], k[name]["thick"] + k["lid"] - LID_LEFT) for name in ("display", "keypad")}
    for name, (through, deep) in screws.items():
        if k["screw"] - through > deep - _SCREW_AIR:
            yield f"The {name}'s screws of {k['screw']} mm end on the ground of their holes."
    if k["floor"] - k["standoff_deeper"] < LID_LEFT - 0.2:
        yield "The carrier's screw holes leave too little of the floor."
    if k["button"]["bezel"] <= k["button"]["hole"]:
        yield "A button falls through its hole."
    beside = k["button"]["lamp"] - k["button"]["bezel"] / 2 - k["button"]["lamp_hole"] / 2
    if beside < k["least_gap"]:
        yield "A button's rim covers its lamp."
    if k["post"] - k["pilot"] < 2 * k["least_web"]:
        yield "The posts are too thin for their screws."


def _letters(case: Case) -> Iterator[str]:
    k = case.keys
    pixel, deep = k["letters"]["pixel"], k["letters"]["deep"]
    if pixel < _LEAST_LINE:
        yield f"Lines of letters of {pixel} mm do not print: at least {_LEAST_LINE} mm."
    # a screw's hole behind the lid ends LID_LEFT below its face
    pilots = [
        Opening(f"the screw of {one.name}", one.x, one.v, k["pilot"] / 2, k["pilot"] / 2, round=True)
        for one in case.behind() if " tab " in one.name
    ]  # fmt: skip
    sides = (
        ("lid", k["lid"], [*case.openings(), *pilots], case.lid_length / 2),
        ("back", k["wall"], case.back_openings(), None),
    )
    for where, wall, holes, half in sides:
        low, high = (-half, half) if half is not None else (0.0, case.under_lid(k["depth"] / 2))
        if wall - deep < _LEAST_WALL:
            yield f"Letters of {deep} mm leave too little of the {where}."
        for _, label in case.labels(where):
            edge = min(
                k["width"] / 2 - abs(label.x) - label.half_x,
                label.v - label.half_v - low,
                high - label.v - label.half_v,
            )
            if edge < k["least_web"]:
                yield f"{label.name} is {edge:.1f} mm from the {where}'s edge."
            for hole in holes:
                if label.web(hole) < k["least_web"]:
                    yield f"Only {label.web(hole):.1f} mm between {label.name} and {hole.name}."
