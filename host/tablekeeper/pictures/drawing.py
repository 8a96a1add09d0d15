"""A drawing in SVG: text, lines and boxes in one ink, with a title and a description.

Everything is drawn in `currentColor` and its tints, so a picture follows the page's light or dark theme and
works in grey. Style attributes are not used, because some pages forbid them.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from html import escape

from tablekeeper.languages import shown

SIZE = 13
_MARGIN = 12
_FONT = "DejaVu Sans, Verdana, sans-serif"
_STYLE = (
    "<style>:root{color:#1b211e;background:#fff;max-width:100%;height:auto}"
    "@media screen and (prefers-color-scheme:dark){:root{color:#f0ebdf;background:#0e1412}}</style>"
)


def clean(text: str) -> str:
    """Return a text for XML: characters that XML does not allow become the replacement character."""
    return "".join("\ufffd" if unicodedata.category(sign) in ("Cc", "Cs", "Cn") else sign for sign in text)


def _width(sign: str) -> float:
    # widths of DejaVu Sans, rounded up, in ems
    if unicodedata.combining(sign):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.35
    if sign in "iIlj.,:;'|!":
        return 0.41
    if sign in " rtf-()/":
        return 0.46
    if sign in "mwMW@%…—":
        return 1.02
    if sign.isupper() or not sign.isascii():
        return 0.8
    return 0.65


def width(text: str, size: float = SIZE, bold: bool = False) -> float:
    """Return an upper bound of a text's width in pixels."""
    return sum(map(_width, text)) * size * (1.13 if bold else 1.0)


def cut(text: str, limit: float, size: float = SIZE, bold: bool = False) -> str:
    """Return a text of at most `limit` pixels, with an ellipsis where it was cut."""
    if width(text, size, bold) <= limit:
        return text
    kept = text
    while kept and width(kept + "…", size, bold) > limit:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


@dataclass(slots=True)
class Drawing:
    """Shapes on a sheet that grows with them; x and y are pixels from its upper left corner."""

    right: float = 0
    bottom: float = 0
    _parts: list[str] = field(default_factory=list)

    def reach(self, x: float, y: float) -> None:
        """Make the sheet reach a point."""
        self.right, self.bottom = max(self.right, x), max(self.bottom, y)

    def text(
        self,
        x: float,
        y: float,
        content: str,
        *,
        size: float = SIZE,
        anchor: str = "start",
        bold: bool = False,
        soft: bool = False,
        struck: bool = False,
        limit: float | None = None,
    ) -> None:
        """Write a text on the base line y; with a `limit` it is cut, and kept whole in its tooltip."""
        content = clean(shown(content))
        drawn = content if limit is None else cut(content, limit, size, bold)
        wide = width(drawn, size, bold)
        self.reach(x + wide * {"start": 1, "middle": 0.5, "end": 0}[anchor], y + size * 0.3)
        attributes = f'x="{_number(x)}" y="{_number(y)}"'
        attributes += f' font-size="{_number(size)}"' if size != SIZE else ""
        attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
        attributes += ' font-weight="bold"' if bold else ""
        attributes += ' fill-opacity="0.72"' if soft else ""
        attributes += ' text-decoration="line-through"' if struck else ""
        whole = f"<title>{escape(content)}</title>" if drawn != content else ""
        self._parts.append(f"<text {attributes}>{escape(drawn)}{whole}</text>")

    def box(self, x: float, y: float, wide: float, high: float, tint: float = 0, line: float = 0.35) -> None:
        """Draw a box, filled with a tint of the ink from 0 to 1."""
        self.reach(x + wide, y + high)
        place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(wide)}" height="{_number(high)}"'
        fill = f'fill-opacity="{tint}"' if tint else 'fill="none"'
        stroke = f' stroke="currentColor" stroke-opacity="{line}"' if line else ""
        self._parts.append(f"<rect {place} {fill}{stroke}/>")

    def path(self, points: list[tuple[float, float]], thick: float = 1, dashes: str = "") -> None:
        """Draw a line through points."""
        for point in points:
            self.reach(*point)
        ends = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        stroke = f'stroke="currentColor" stroke-width="{_number(thick)}"{dashed}'
        self._parts.append(f'<polyline points="{ends}" fill="none" {stroke}/>')

    def dot(self, x: float, y: float, radius: float, filled: bool = True) -> None:
        """Draw a round mark."""
        self.reach(x + radius, y + radius)
        fill = "" if filled else ' fill="none" stroke="currentColor" stroke-width="1.5"'
        self._parts.append(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"{fill}/>')

    def svg(self, title: str, told: str, alone: bool = True, key: str = "picture") -> str:
        """Return the picture; `told` describes it in words, `alone` is for a separate file.

        If a page has several pictures, each needs a different `key`; its ids begin with it.
        """
        wide, high = round(self.right + 2 * _MARGIN + 0.5), round(self.bottom + 2 * _MARGIN + 0.5)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="{wide}" height="{high}"'
            f' viewBox="{-_MARGIN} {-_MARGIN} {wide} {high}" role="img"'
            f' aria-labelledby="{key}-title {key}-told" fill="currentColor"'
            f' font-family="{_FONT}" font-size="{SIZE}">'
        )
        words = (
            f'<title id="{key}-title">{escape(clean(shown(title)))}</title>'
            f'<desc id="{key}-told">{escape(clean(shown(told)))}</desc>'
        )
        return "\n".join([head, words, *([_STYLE] if alone else []), *self._parts, "</svg>\n"])
