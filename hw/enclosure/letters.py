"""The letters on the case: the display's own, pixel by pixel, so that they need no font of the machine."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from functools import cache

from hw.design import HERE

#: Columns and rows of a letter, and columns from one letter to the next.
WIDE, HIGH, STEP = 5, 7, 6
_GLYPHS = HERE.parent / "firmware" / "lib" / "tabledevice" / "glyphs.py"


@cache
def _columns() -> tuple[tuple[int, ...], ...]:
    # two columns of each letter in a word of LEFTS, MIDDLES and RIGHTS; the last one is the gap
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
    """Returns the columns and rows of a text."""
    return len(text) * STEP - 1, HIGH
