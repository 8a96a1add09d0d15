"""The 45 hills of the TARA board, as sets of bits: adjacent hills, and hills a knight's move away.

A set of hills is one integer. Rows are nine bits apart, two more than the number of columns, so that a shift
along a row, also for a knight's move, never reaches the hills of another row.
Source: docs/rules/tara.md, "Board".
"""

from __future__ import annotations

from collections.abc import Iterator

COLUMNS = "ABCDEFG"
ROWS = "1234567"
_STRIDE = 9


def _bit(column: int, row: int) -> int:
    return 1 << (_STRIDE * row + column)


#: every hill's name, A2 to G6, column by column
NAMES: tuple[str, ...] = tuple(
    column + row for column in COLUMNS for row in ROWS if not (column in "AG" and row in "17")
)
#: name -> the set of this one hill
HILLS: dict[str, int] = {name: _bit(COLUMNS.index(name[0]), ROWS.index(name[1])) for name in NAMES}
_NAME_OF = {bit: name for name, bit in HILLS.items()}
#: all hills
BOARD = sum(HILLS.values())
#: rows 1 to 7 and columns A to G
ROW_SETS = tuple(sum(HILLS[name] for name in NAMES if name[1] == row) for row in ROWS)
COLUMN_SETS = tuple(sum(HILLS[name] for name in NAMES if name[0] == column) for column in COLUMNS)


def touching(hills: int) -> int:
    """Return the hills adjacent to a hill of the set; they can be in the set, too."""
    return (hills << 1 | hills >> 1 | hills << _STRIDE | hills >> _STRIDE) & BOARD


def knights(hills: int) -> int:
    """Return the hills that are a knight's move from at least one hill of a set."""
    wide = hills << 2 | hills >> 2
    slim = hills << 1 | hills >> 1
    return (wide << _STRIDE | wide >> _STRIDE | slim << 2 * _STRIDE | slim >> 2 * _STRIDE) & BOARD


def too_near(hills: int) -> int:
    """Return the hills nearer than a knight's move to a hill of a set: offsets (1,0), (1,1), (2,0)."""
    across = hills << 1 | hills >> 1
    tall = hills << _STRIDE | hills >> _STRIDE
    diagonal = across << _STRIDE | across >> _STRIDE
    straight = hills << 2 | hills >> 2 | hills << 2 * _STRIDE | hills >> 2 * _STRIDE
    return (across | tall | diagonal | straight) & BOARD


def by_count(hills: int) -> tuple[int, int, int, int]:
    """Return four sets: the hills adjacent to exactly 1, 2, 3 and 4 hills of a set."""
    left, right = hills << 1, hills >> 1
    up, down = hills << _STRIDE, hills >> _STRIDE
    # add four bits, for all hills at once
    odd_across, both_across = left ^ right, left & right
    odd_along, both_along = up ^ down, up & down
    carried = odd_across & odd_along
    ones = odd_across ^ odd_along
    twos = both_across ^ both_along ^ carried
    return (
        ones & ~twos & BOARD,
        twos & ~ones & BOARD,
        ones & twos & BOARD,
        both_across & both_along & BOARD,
    )


def each(hills: int) -> Iterator[int]:
    """Yield the hills of a set one by one, starting with the first row."""
    while hills:
        hill = hills & -hills
        yield hill
        hills ^= hill


def name(hill: int) -> str:
    """Return a hill's name."""
    return _NAME_OF[hill]


def names(hills: int) -> list[str]:
    """Return the names of a set of hills, starting with the first row."""
    return [_NAME_OF[hill] for hill in each(hills)]


def place(hill: int) -> tuple[int, int]:
    """Return a hill's column and row, each 0 to 6."""
    row, column = divmod(hill.bit_length() - 1, _STRIDE)
    return column, row


def groups(hills: int) -> list[int]:
    """Return the connected groups of a set of hills."""
    found = []
    while hills:
        group, more = 0, hills & -hills
        while more:
            group |= more
            more = touching(more) & hills & ~group
        found.append(group)
        hills &= ~group
    return found
