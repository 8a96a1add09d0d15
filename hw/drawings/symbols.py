"""Symbols of the schematic: the ends of their pins, and how they look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hw.design import Design, Node
from hw.drawings.svg import Drawing

Point = tuple[float, float]
#: Directions on the sheet; y grows downwards.
WAYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
#: The text beside parts whose part number would not help there.
_PLAIN = {"SW": "", "LED": "", "BT": "LiPo", "LS": "piezo"}
#: Length of a pin at a box.
_PIN = 14


@dataclass(frozen=True, slots=True)
class End:
    """The end of a pin on the sheet, and the direction away from its part."""

    node: Node
    at: Point
    way: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TwoPin:
    """A part with two pins: pin 1 at `at`, pin 2 `length` further in the direction `way`."""

    ref: str
    at: Point
    way: str
    length: float = 60
    compact: bool = False
    """Reference and value stand beside the symbol, above the wire."""

    def ends(self, design: Design) -> list[End]:
        """Returns the ends of both pins."""
        dx, dy = WAYS[self.way]
        x, y = self.at
        other = (x + dx * self.length, y + dy * self.length)
        return [End(Node(self.ref, 1), self.at, (-dx, -dy)), End(Node(self.ref, 2), other, (dx, dy))]

    def draw(self, drawing: Drawing, design: Design) -> None:
        """Draws symbol, reference and value."""
        dx, dy = WAYS[self.way]
        kind = self.ref.rstrip("0123456789")
        half = {"C": 4, "BT": 4, "LS": 8, "R": 15, "F": 15, "SW": 13}.get(kind, 9)
        middle = self.length / 2

        def place(along: float, across: float) -> Point:
            x, y = self.at
            return (x + dx * along - dy * across, y + dy * along + dx * across)

        drawing.line([place(0, 0), place(middle - half, 0)])
        drawing.line([place(middle + half, 0), place(self.length, 0)])
        _BODIES.get(kind, _diode)(drawing, lambda along, across: place(middle + along, across))
        if kind == "LED" or self.ref == "D2":
            _rays(drawing, lambda along, across: place(middle + along, across))
        value = _PLAIN.get(kind, design.part(self.ref).value) if self.ref != "D2" else "charging"
        x, y = place(middle, 0)
        if self.compact:
            drawing.text(x + 20, y - 4, f"{self.ref} {value}", size=10)
        elif kind == "LED":
            drawing.text(x + 25, y + 4, self.ref, bold=True)
        elif self.ref == "D2":
            drawing.text(x, y + 21, f"{self.ref} {value}", anchor="middle", bold=True)
        elif dx:
            drawing.text(x, y - 13, self.ref, anchor="middle", bold=True)
            drawing.text(x, y + 22, value, anchor="middle")
        else:
            drawing.text(x + 15, y - 1, self.ref, bold=True)
            drawing.text(x + 15, y + 12, value)


@dataclass(frozen=True, slots=True)
class Box:
    """A part as a box: pins by name or number from top to bottom; those in `both` come out on both sides."""

    ref: str
    at: Point
    width: float
    pitch: float
    left: Sequence[str] = ()
    right: Sequence[str] = ()
    both: bool = False
    title: str = ""

    def ends(self, design: Design) -> list[End]:
        """Returns the ends of all pins, the left ones first."""
        x, y = self.at
        part = design.part(self.ref)
        found = []
        for side, far, way in (
            (self.left, -_PIN, WAYS["left"]),
            (self.left if self.both else self.right, self.width + _PIN, WAYS["right"]),
        ):
            for row, name in enumerate(side):
                at = (x + far, y + row * self.pitch)
                found.append(End(Node(self.ref, part.pin(name)), at, way))
        return found

    def draw(self, drawing: Drawing, design: Design) -> None:
        """Draws the box with the names and numbers of its pins."""
        x, y = self.at
        rows = max(len(self.left), len(self.right))
        top = y - 16
        drawing.box(x, top, self.width, (rows - 1) * self.pitch + 32, fill="#fbf7e8", round=3)
        pins = design.part(self.ref).pins
        for end in self.ends(design):
            inner = x if end.way[0] < 0 else x + self.width
            drawing.line([end.at, (inner, end.at[1])])
            side = "start" if end.way[0] < 0 else "end"
            if not self.both or end.way[0] < 0:
                where = x + self.width / 2 if self.both else inner - end.way[0] * 5
                drawing.text(
                    where, end.at[1] + 4, pins[end.node.pin - 1], size=10.5,
                    anchor="middle" if self.both else side,
                )  # fmt: skip
            if not pins[end.node.pin - 1].isdecimal():
                drawing.text(
                    inner + end.way[0] * 3, end.at[1] - 3, str(end.node.pin), size=8, colour="#666666",
                    anchor="end" if end.way[0] < 0 else "start",
                )  # fmt: skip
        drawing.text(
            x + self.width / 2, top - 6, f"{self.ref} {self.title}".strip(), anchor="middle", bold=True
        )


Symbol = TwoPin | Box


def ground(drawing: Drawing, end: End) -> None:
    """Draws the ground symbol at a pin's end."""
    x, y = end.at
    if end.way[1] >= 0:
        x, foot = x + end.way[0] * 8, y + 8
        drawing.line([end.at, (x, y), (x, foot)])
    else:
        x, foot = x + 12, y + 8
        drawing.line([end.at, (x, y), (x, foot)])
    for row, half in enumerate((8, 5, 2)):
        drawing.line([(x - half, foot + 3.5 * row), (x + half, foot + 3.5 * row)])


def label(drawing: Drawing, end: End, name: str, colour: str) -> None:
    """Writes a net's name at a pin's end: all ends with this name are connected."""
    x, y = end.at
    if end.way[0]:
        tip = x + end.way[0] * 8
        drawing.line([end.at, (tip, y)])
        width = 6.6 * len(name) + 10
        sign = end.way[0]
        edge = tip + sign * 6
        far = edge + sign * width
        drawing.shape(
            [(tip, y), (edge, y - 8), (far, y - 8), (far, y + 8), (edge, y + 8)], fill=colour, width=1
        )
        drawing.text(edge + sign * width / 2, y + 3.6, name, size=10, anchor="middle")
    else:
        tip = y + end.way[1] * 10
        drawing.line([end.at, (x, tip)])
        drawing.line([(x - 12, tip), (x + 12, tip)], width=2)
        drawing.text(x, tip + (-5 if end.way[1] < 0 else 14), name, size=10, anchor="middle", bold=True)


Place = Callable[[float, float], Point]


def _resistor(drawing: Drawing, place: Place) -> None:
    drawing.shape([place(-15, -6), place(15, -6), place(15, 6), place(-15, 6)], fill="#ffffff")


def _fuse(drawing: Drawing, place: Place) -> None:
    _resistor(drawing, place)
    drawing.line([place(-15, 0), place(15, 0)])
    drawing.line([place(-18, 10), place(-8, 10), place(8, -10)], width=1)


def _capacitor(drawing: Drawing, place: Place) -> None:
    for along in (-4, 4):
        drawing.line([place(along, -11), place(along, 11)], width=2.4)


def _cell(drawing: Drawing, place: Place) -> None:
    drawing.line([place(-4, -13), place(-4, 13)], width=2)
    drawing.line([place(4, -7), place(4, 7)], width=4)
    drawing.text(*place(-12, 12), "+", anchor="middle")


def _switch(drawing: Drawing, place: Place) -> None:
    for along in (-13, 13):
        drawing.dot(*place(along, 0), 2.6, fill="#ffffff", colour="#202020")
    drawing.line([place(-11, -1), place(13, -10)])


def _piezo(drawing: Drawing, place: Place) -> None:
    for along in (-8, 8):
        drawing.line([place(along, -12), place(along, 12)], width=2)
    drawing.shape([place(-4, -9), place(4, -9), place(4, 9), place(-4, 9)], fill="#ffffff")


def _diode(drawing: Drawing, place: Place) -> None:
    # pin 1 is K: the bar is on its side
    drawing.shape([place(9, -9), place(9, 9), place(-9, 0)], fill="#ffffff")
    drawing.line([place(-9, -9), place(-9, 9)], width=2.2)


def _rays(drawing: Drawing, place: Place) -> None:
    for along in (-4, 4):
        drawing.line([place(along, 12), place(along - 5, 20)], width=1.2)
        drawing.line([place(along - 5, 15), place(along - 5, 20), place(along - 0.5, 19)], width=1.2)


_BODIES = {
    "R": _resistor, "F": _fuse, "C": _capacitor, "BT": _cell, "SW": _switch, "LS": _piezo,
}  # fmt: skip
