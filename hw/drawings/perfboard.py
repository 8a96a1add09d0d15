"""The board as a person sees it who solders: parts from above, wires of the perfboard from below."""

from __future__ import annotations

from itertools import pairwise

from hw.design import Design
from hw.drawings.svg import Drawing
from hw.placement import PITCH, Hole, links, pins, placed
from hw.rules import COLOURS

#: Units of the drawing: between two holes, and around the board.
_STEP = 30
_EDGE = 70
_HEAD = 60
_BUILD = "perfboard"
#: A SOT-23-5 on the carrier, in holes from its centre: pins 1 to 3 left, 4 and 5 right from below.
_SOT = {1: (-0.53, -0.37), 2: (-0.53, 0.0), 3: (-0.53, 0.37), 4: (0.53, 0.37), 5: (0.53, -0.37)}


def parts(design: Design) -> str:
    """Returns the picture of the parts, from above."""
    view = _View(design, mirrored=False)
    view.drawing.text(_EDGE, 32, "Perfboard from above: where the parts go", size=22, bold=True)
    view.holes()
    for ref in placed(design, _BUILD):
        view.part(ref)
    return view.drawing.render()


def assembly(design: Design) -> str:
    """Returns the carrier's assembly drawing, from above: where each part goes, its value and its pin 1."""
    view = _View(design, mirrored=False, build="carrier")
    view.drawing.text(_EDGE, 32, "Carrier from above: where the parts go", size=22, bold=True)
    view.ground("#dcebdd", "#4a7a52")
    for ref in placed(design, "carrier"):
        view.part(ref)
    return view.drawing.render()


def wires(design: Design) -> str:
    """Returns the picture of the wires, from below: left and right are swapped."""
    view = _View(design, mirrored=True)
    view.drawing.text(
        _EDGE, 32, "Perfboard from below: the wires (left and right are exchanged)", size=22, bold=True
    )
    view.holes()
    for ref in placed(design, _BUILD):
        view.shadow(ref)
    # draw ground first, so that its many wires do not hide the ends of other wires
    for name, start, end in sorted(links(design, _BUILD), key=lambda link: link[0] != "GND"):
        ends = [pins(design, node.ref)[node.pin] for node in (start, end)]
        view.wire(ends[0], ends[1], name)
    for ref in placed(design, _BUILD):
        view.names(ref)
    return view.drawing.render()


class _View:
    def __init__(self, design: Design, mirrored: bool, build: str = _BUILD) -> None:
        self._design = design
        self._build = build
        self._columns, self._rows = design.keys["board_size"]["holes"]
        self._mirrored = mirrored
        self._pins = {hole for ref in placed(design, _BUILD) for hole in pins(design, ref).values()}
        self.drawing = Drawing(
            self._columns * _STEP + 2 * _EDGE, self._rows * _STEP + _HEAD + _EDGE, f"Tablekeeper on {build}"
        )

    def at(self, hole: tuple[float, float]) -> tuple[float, float]:
        x = self._columns - 1 - hole[0] if self._mirrored else hole[0]
        return _EDGE + (x + 0.5) * _STEP, _HEAD + (hole[1] + 0.5) * _STEP

    def ground(self, fill: str, colour: str) -> None:
        width, height = self._columns * _STEP, self._rows * _STEP
        self.drawing.box(_EDGE, _HEAD, width, height, fill=fill, colour=colour, round=8)
        self._fill = fill

    def holes(self) -> None:
        self.ground("#f3e6cc", "#a98b55")
        for x in range(self._columns):
            for y in range(self._rows):
                self.drawing.dot(*self.at((x, y)), 3.4, fill="#ffffff", colour="#b98a4a", line=1.4)
        for x in range(0, self._columns, 5):
            self.drawing.text(self.at((x, 0))[0], _HEAD - 8, str(x), anchor="middle", colour="#666666")
        for y in range(0, self._rows, 5):
            self.drawing.text(_EDGE - 10, self.at((0, y))[1] + 4, str(y), anchor="end", colour="#666666")

    def part(self, ref: str) -> None:
        holes = list(pins(self._design, ref).values())
        kind = ref.rstrip("0123456789")
        if self._build == "carrier" and self._design.part(ref).footprint.startswith("Package_TO_SOT_SMD:"):
            self._small(ref)
            return
        self._body(ref, kind, holes)
        for pin, hole in enumerate(holes, 1):
            x, y = self.at(hole)
            if pin == 1:
                self.drawing.box(x - 6, y - 6, 12, 12, fill="#c8401c", colour="none")
            else:
                self.drawing.dot(x, y, 5.5, fill="#505050")
        self._texts(ref, kind, holes)

    def _small(self, ref: str) -> None:
        # three legs on one side and two on the other show the direction; pin 1 is red, as on all parts
        x, y, _ = self._design.keys["place"][ref]
        places = {pin: self.at((x + right, y + down)) for pin, (right, down) in _SOT.items()}
        middle = self.at((x, y))
        self.drawing.box(middle[0] - 11, middle[1] - 18, 22, 36, fill="#303030", round=2, line=1)
        for pin, (px, py) in places.items():
            self.drawing.box(px - 5, py - 4, 10, 8, fill="#c8401c" if pin == 1 else "#9a9a9a", colour="none")
        part = self._design.part(ref)
        name = part.value.split("-")[0]
        if ref == "U2":
            at, anchor = (middle[0], middle[1] - 26), "middle"
        else:
            # beside it, because the names of a plug are above it
            at, anchor = (middle[0] + 22, middle[1] + 4), "start"
        self.drawing.text(*at, f"{ref}  {name}", size=12, anchor=anchor, bold=True)

    def _body(self, ref: str, kind: str, holes: list[Hole]) -> None:
        (x0, y0), (x1, y1) = self._corners(holes)
        fill, room = _LOOKS.get(kind, ("#e8e8e8", 0.45))
        if kind == "LS":
            self.drawing.dot((x0 + x1) / 2, (y0 + y1) / 2, 11 / PITCH * _STEP, fill=fill, colour="#202020")
            return
        if ref == "D2":
            self.drawing.dot((x0 + x1) / 2, (y0 + y1) / 2, _STEP, fill="#ffe98a", colour="#202020")
            return
        if kind in ("R", "D"):
            self.drawing.line([(x0, y0), (x1, y1)], colour="#777777", width=3)
            x0, x1 = (x0 + 0.75 * _STEP, x1 - 0.75 * _STEP) if y0 == y1 else (x0, x1)
            y0, y1 = (y0 + 0.75 * _STEP, y1 - 0.75 * _STEP) if y0 != y1 else (y0, y1)
        grow = room * _STEP
        top = (y0 - 1.0 * _STEP) if ref == "U1" else y0 - grow
        self.drawing.box(x0 - grow, top, x1 - x0 + 2 * grow, y1 + grow - top, fill=fill, round=5, line=1.4)
        if ref == "U1":
            middle = (x0 + x1) / 2
            self.drawing.box(middle - 45, top - 16, 90, 58, fill="#c9cdd2", round=4)
            self.drawing.text(middle, top + 12, "USB", anchor="middle", bold=True)
        if ref == "D1":
            # the ring marks K, pin 1
            ring = self.at(holes[0])[0] + 1.0 * _STEP
            self.drawing.box(ring - 5, y0 - grow, 8, 2 * grow, fill="#d8d8d8", colour="none")

    def _texts(self, ref: str, kind: str, holes: list[Hole]) -> None:
        (x0, y0), (x1, y1) = self._corners(holes)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        part = self._design.part(ref)
        if ref == "U1":
            self._pico(x, y, part.pins, holes)
        elif kind == "U":
            self.drawing.text(x, y0 - 14, f"{ref} {_TITLES[ref]}", size=12, anchor="middle", bold=True)
            for name, hole in zip(part.pins, holes, strict=True):
                self._note(self.at(hole)[0], self.at(hole)[1] + 19, name, "middle", "#bfe3c4")
        elif kind == "J":
            self._plug(ref, part.pins, holes)
        elif ref == "D2":
            self.drawing.text(x, y - 14, "D2", size=12, anchor="middle", bold=True)
            for name, hole in zip(part.pins, holes, strict=True):
                self.drawing.text(self.at(hole)[0], y + 20, name, size=10, anchor="middle")
        elif y0 == y1:
            text = f"{ref}  {part.value}" if kind != "LS" else f"{ref} piezo"
            self.drawing.text(
                x + (12 if ref == "D1" else 0), y + 4.5 + (0.85 * _STEP if kind in ("C", "F") else 0), text,
                size=12, anchor="middle", bold=True, colour="#ffffff" if ref == "D1" else "#202020",
            )  # fmt: skip
        else:
            text = f"{ref}  {part.value}"
            self.drawing.text(
                x + 4.5 + (0.85 * _STEP if kind == "C" else 0), y, text,
                size=12, anchor="middle", bold=True, turned=True,
            )  # fmt: skip

    def _pico(self, x: float, y: float, names: tuple[str, ...], holes: list[Hole]) -> None:
        for off, text, large in ((-6, "Raspberry Pi Pico", 18), (18, "in its sockets (U1)", 14)):
            self.drawing.text(x + off, y, text, size=large, anchor="middle", bold=large > 14, turned=True)
        for pin, name in enumerate(names):
            right = pin >= len(names) // 2
            at = self.at(holes[pin])
            self.drawing.text(
                at[0] + (-9 if right else 9), at[1] + 4, name, size=10.5, anchor="end" if right else "start"
            )

    def _note(self, x: float, y: float, text: str, anchor: str, ground: str = "") -> None:
        width = 5.8 * len(text) + 4
        left = {"start": x - 2, "middle": x - width / 2, "end": x + 2 - width}[anchor]
        self.drawing.box(left, y - 9, width, 12, fill=ground or self._fill, colour="none")
        self.drawing.text(x, y, text, size=9.5, anchor=anchor)

    def _plug(self, ref: str, names: tuple[str, ...], holes: list[Hole]) -> None:
        flat = holes[0][1] == holes[1][1]
        left = holes[0][0] < self._columns / 2
        for name, hole in zip(names, holes, strict=True):
            x, y = self.at(hole)
            if flat:
                self._note(x, y + 27, name, "middle")
            else:
                self._note(x + (20 if left else -20), y + 4, name, "start" if left else "end")
        x, y = self.at(holes[0])
        side = "start" if flat or left else "end"
        off = -10 if flat else -14 if left else 14
        self.drawing.text(x + off, y - 18, f"{ref} {_TITLES[ref]}", size=12, bold=True, anchor=side)

    def shadow(self, ref: str) -> None:
        holes = list(pins(self._design, ref).values())
        (x0, y0), (x1, y1) = self._corners(holes)
        self.drawing.box(
            x0 - 11, y0 - 11, x1 - x0 + 22, y1 - y0 + 22, fill="#eadcc0", colour="#c9b48a", round=5, line=1
        )

    def names(self, ref: str) -> None:
        found = pins(self._design, ref)
        for pin, hole in found.items():
            x, y = self.at(hole)
            if pin == 1:
                self.drawing.box(x - 5, y - 5, 10, 10, fill="#c8401c", colour="#202020", line=1)
            else:
                self.drawing.dot(x, y, 4.6, fill="#e8e8e8", colour="#202020", line=1)
            if ref == "U1":
                right = x > self.at((self._design.keys["place"]["U1"][0] + 3, 0))[0]
                name = self._design.part(ref).pins[pin - 1]
                off = 12 + 3.2 * len(name)
                self._badge(x + (-off if right else off), y, name)
        (x0, y0), (x1, y1) = self._corners(list(found.values()))
        self._badge((x0 + x1) / 2, (y0 + y1) / 2, ref)

    def _badge(self, x: float, y: float, text: str) -> None:
        width = 6.4 * len(text) + 6
        self.drawing.box(x - width / 2, y - 7, width, 14, fill="#ffffff", colour="#888888", line=0.6, round=3)
        self.drawing.text(x, y + 3.8, text, size=10, anchor="middle")

    def wire(self, start: Hole, end: Hole, net: str) -> None:
        # ground wires bend to one side, all others to the other side; otherwise they would overlap
        points = [self.at(point) for point in self.way(start, end, -1 if net == "GND" else 1)]
        self.drawing.line(points, colour="#4a4a4a", width=5.6)
        self.drawing.line(points, colour=COLOURS[self._design.nets[net].colour], width=4)

    def way(self, start: Hole, end: Hole, side: int) -> list[tuple[float, float]]:
        """Returns a path around the pins that a straight wire would cross."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        ways: list[list[tuple[float, float]]] = [[start, end]]
        if dx and dy:
            length = (dx * dx + dy * dy) ** 0.5
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            for lane in (0.7, -0.7, 1.4, -1.4, 2.1, -2.1, 2.8, -2.8, 3.5, -3.5):
                bend = (middle[0] - dy / length * lane, middle[1] + dx / length * lane)
                ways.append([start, bend, end])
        elif dx:
            step, lane = (0.4 if dx > 0 else -0.4), 0.36 * side
            ways.append([start, (start[0] + step, start[1] + lane), (end[0] - step, end[1] + lane), end])
        else:
            step, lane = (0.4 if dy > 0 else -0.4), 0.36 * side
            ways.append([start, (start[0] + lane, start[1] + step), (end[0] + lane, end[1] - step), end])
        clear = (way for way in ways if not any(self._meets(way, pin) for pin in self._pins - {start, end}))
        return next(clear, ways[-1])

    def _meets(self, way: list[tuple[float, float]], pin: Hole) -> bool:
        return any(_near(pin, one, other) for one, other in pairwise(way))

    def _corners(self, holes: list[Hole]) -> tuple[tuple[float, float], tuple[float, float]]:
        points = [self.at(hole) for hole in holes]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys)), (max(xs), max(ys))


def _near(hole: Hole, start: tuple[float, float], end: tuple[float, float]) -> bool:
    # return whether a hole is on a straight wire, or so near that it seems to be on it
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = hole[0] - start[0], hole[1] - start[1]
    length = dx * dx + dy * dy
    along = min(max((x * dx + y * dy) / length, 0), 1)
    return (x - along * dx) ** 2 + (y - along * dy) ** 2 < 0.3**2


#: Colour and overhang (in holes) of bodies, by the letters of the reference.
_LOOKS = {
    "R": ("#cfe0ee", 0.42), "C": ("#f0c68a", 0.5), "D": ("#303030", 0.45), "F": ("#e8c840", 0.6),
    "J": ("#fafafa", 0.55), "LS": ("#d8d8dc", 0.0), "U": ("#bfe3c4", 0.55),
}  # fmt: skip
_TITLES = {
    "J1": "battery", "J2": "switch", "J3": "display", "J4": "seat 1", "J5": "seat 2", "J6": "seat 3",
    "J7": "seat 4", "J8": "keypad", "U2": "charger on its adapter", "U3": "FRAM (hangs downwards)",
}  # fmt: skip
