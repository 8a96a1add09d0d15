"""How large the board's letters are on each suitable display, and from how far they can be read.

Heights come from the font's own rows and the displays' rows in hw/board.toml; distances from the angle that a
letter must cover: at least 16 minutes of arc, better 20 to 22 (ISO 9241-3 and its successor 9241-303,
with the same figures in NUREG-0700, 1.3.1-4: height = 2 pi x distance x minutes / 21600).
"""

from __future__ import annotations

import math
import tomllib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tabledevice import font
from tabledevice.screens import large

LEAST = 16
PREFERRED = 20
_FULL_TURN = 21_600


@dataclass(frozen=True, slots=True)
class DisplayPanel:
    """A display's lit area; lengths in millimetres, as its data sheet gives them."""

    inches: Decimal
    width: Decimal
    height: Decimal
    pitch: Decimal
    """From the top of one row to the top of the next."""
    dot: Decimal
    """What is lit of a row."""

    def span(self, rows: int) -> Decimal:
        """Returns the height (mm) of a number of rows."""
        return (rows - 1) * self.pitch + self.dot


def panels(board_toml: str) -> tuple[DisplayPanel, ...]:
    """Returns the displays that a text of hw/board.toml names."""
    display = tomllib.loads(board_toml, parse_float=Decimal)["display"]
    return tuple(
        DisplayPanel(*(Decimal(one[key]) for key in ("inches", "width", "height", "pitch", "dot")))
        for one in display["panel"]
    )


def lettering() -> dict[str, int]:
    """Returns what is written on the board, by name, with its height in rows in the font."""
    capitals = slice(ord("A"), ord("Z") + 1)
    small = _rows(b"".join(words[capitals].tobytes() for words in (font.LEFTS, font.MIDDLES, font.RIGHTS)))
    return {
        "clock": _big(font.BIG3, 3),
        "clock of the seat to move, look for small displays": _rows(
            int.from_bytes(large.GLYPHS[at : at + 3 * large.HIGH : 3], "little")
            for digit in range(10)
            for at in range(3 * large.HIGH * digit, 3 * large.HIGH * digit + 3)
        ),
        "score, cube, seconds after hours": _big(font.BIG2, 2),
        "questions, the winner": 2 * small,
        "names, what the keys mean": small,
    }


def distance(height: Decimal, minutes: int) -> Decimal:
    """Returns the distance (mm) at which a height (mm) covers so many minutes of arc."""
    return height * _FULL_TURN / (2 * Decimal(math.pi) * minutes)


def table(board_toml: str) -> str:
    """Returns heights and distances as a table in Markdown; distances are rounded down."""
    shown = panels(board_toml)
    heads = [f'{one.inches}": height | to read | with ease' for one in shown]
    lines = [f"| | rows | {' | '.join(heads)} |", "|---|" + "---:|" * (1 + 3 * len(shown))]
    for name, rows in lettering().items():
        cells = [str(rows)]
        for one in shown:
            height = one.span(rows)
            cells.append(f"{height:.1f} mm")
            cells += [_metres(distance(height, minutes)) for minutes in (LEAST, PREFERRED)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _metres(length: Decimal) -> str:
    return f"{int(length / 10) / 100:.2f} m"


def _big(words: array[int], pages: int) -> int:
    # a big character is stored page by page, with two columns in each word
    count = len(words) // len(font.BIG) // pages
    return _rows(
        sum(
            (words[(digit * pages + page) * count + word] >> shift & 0xFF) << 8 * page
            for page in range(pages)
        )
        for digit in range(font.COLON)
        for word in range(count)
        for shift in (0, 8)
    )


def _rows(columns: Iterable[int]) -> int:
    """Returns the rows from the highest to the lowest pixel that is lit in any column (lowest bit on top)."""
    lit = 0
    for column in columns:
        lit |= column
    return lit.bit_length() - (lit & -lit).bit_length() + 1
