"""Writes SVG: shapes and texts with the few styles that the drawings share."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"


class Drawing:
    """A drawing of a size in its own units; later shapes lie above earlier ones."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._width = width
        self._height = height
        self._lines = [f"<title>{escape(title)}</title>"]

    def line(
        self, points: Iterable[tuple[float, float]], colour: str = "#202020", width: float = 1.6
    ) -> None:
        """Draws lines from point to point, with round ends."""
        path = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
        self._lines.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{_short(width)}"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def shape(
        self,
        points: Iterable[tuple[float, float]],
        fill: str = "none",
        colour: str = "#202020",
        width: float = 1.6,
    ) -> None:
        """Draws a closed shape through points."""
        path = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
        self._lines.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{colour}" stroke-width="{_short(width)}"'
            ' stroke-linejoin="round"/>'
        )

    def box(
        self, x: float, y: float, width: float, height: float, *,
        fill: str = "none", colour: str = "#202020", line: float = 1.6, round: float = 0,
    ) -> None:  # fmt: skip
        """Draws a rectangle from its upper left corner."""
        self._lines.append(
            f'<rect x="{_short(x)}" y="{_short(y)}" width="{_short(width)}" height="{_short(height)}"'
            f' rx="{_short(round)}" fill="{fill}" stroke="{colour}" stroke-width="{_short(line)}"/>'
        )

    def dot(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str = "#202020",
        colour: str = "none",
        line: float = 1.6,
    ) -> None:
        """Draws a circle."""
        self._lines.append(
            f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}" fill="{fill}" stroke="{colour}"'
            f' stroke-width="{_short(line)}"/>'
        )

    def text(
        self, x: float, y: float, text: str, *,
        size: float = 11, anchor: str = "start", colour: str = "#202020", bold: bool = False,
        turned: bool = False,
    ) -> None:  # fmt: skip
        """Writes a text at a point of its base line; with `turned` it is read from below upwards."""
        turn = f' transform="rotate(-90 {_short(x)} {_short(y)})"' if turned else ""
        weight = ' font-weight="bold"' if bold else ""
        self._lines.append(
            f'<text x="{_short(x)}" y="{_short(y)}" font-size="{_short(size)}" text-anchor="{anchor}"'
            f' fill="{colour}"{weight}{turn}>{escape(text)}</text>'
        )

    def render(self) -> str:
        """Returns the SVG file's text."""
        width, height = _short(self._width), _short(self._height)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" font-family="{FONT}">'
        )
        ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        return "\n".join([head, ground, *self._lines, "</svg>"]) + "\n"


def _short(number: float) -> str:
    return f"{round(number, 2):g}"
