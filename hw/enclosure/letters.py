"""The letters on the case: the display's own, pixel by pixel, so that no font must be installed."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from functools import cache

from hw.design import HERE

#: Columns and rows of a letter, and the distance from one letter to the next in columns.
WIDE, HIGH, STEP = 5, 7, 6
_GLYPHS = HERE.parent / "firmware" / "lib" / "tabledevice" / "glyphs.py"


@cache
def _columns() -> tuple[tuple[int, ...], ...]:
    # a word of LEFTS, MIDDLES and RIGHTS holds two columns of each letter; the last column is the gap
    made = runpy.run_path(str(_GLYPHS))
    words = zip(made["LEFTS"], made["MIDDLES"], made["RIGHTS"], strict=True)
    return tuple(tuple(half for word in three for half in (word & 0xFF, word >> 8))[:WIDE] for three in words)


def pixels(text: str) -> Iterator[tuple[int, int]]:
    """Yields the column and the row (from above) of each pixel of a text in capitals, digits and signs."""
    for place, letter in enumerate(text):
        for column, bits in enumerate(_columns()[ord(letter)]):
            for row in range(HIGH):
                if bits >> row & 1:
                    yield place * STEP + column, row


def size(text: str) -> tuple[int, int]:
    """Returns how many columns and rows a text takes."""
    return len(text) * STEP - 1, HIGH
