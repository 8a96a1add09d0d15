"""QR codes: read again by an own reader, which knows the standard and not the library that made them."""

import re

import pytest

from tablekeeper.pictures.qr import QUIET, lines, modules, svg

ADDRESS = "http://192.168.178.23:8000/"
#: the eight masks (ISO/IEC 18004, table 10)
MASKS = (
    lambda i, j: (i + j) % 2, lambda i, j: i % 2, lambda i, j: j % 3, lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2, lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2, lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
)  # fmt: skip
#: codewords of data in a symbol of one block by version and level (tables 7 and 9)
DATA = {(1, "L"): 19, (1, "M"): 16, (2, "L"): 34, (2, "M"): 28, (2, "Q"): 22, (3, "L"): 55, (3, "M"): 44,
        (4, "L"): 80, (5, "L"): 108}  # fmt: skip
LEVELS = "MLHQ"


def read(rows: list[list[bool]]) -> str:
    """Return the text of a code of one block in byte mode; errors are not corrected, there must be none."""
    bare = [row[QUIET:-QUIET] for row in rows[QUIET:-QUIET]]
    size = len(bare)
    version = (size - 17) // 4
    kind = 0
    for x in (0, 1, 2, 3, 4):
        kind = kind << 1 | bare[8][x]
    kind ^= 0b10101
    level, mask = LEVELS[kind >> 3], MASKS[kind & 7]

    def of_pattern(i: int, j: int) -> bool:
        finder = (i < 9 and j < 9) or (i < 9 and j >= size - 8) or (i >= size - 8 and j < 9)
        centre = size - 7
        aligned = version > 1 and abs(i - centre) < 3 and abs(j - centre) < 3
        return finder or aligned or 6 in (i, j)

    bits, upwards, column = [], True, size - 1
    while column > 0:
        if column == 6:
            column -= 1
        for step in range(size):
            i = size - 1 - step if upwards else step
            for j in (column, column - 1):
                if not of_pattern(i, j):
                    bits.append(bare[i][j] ^ (mask(i, j) == 0))
        upwards, column = not upwards, column - 2
    text = "".join("01"[bit] for bit in bits[: DATA[version, level] * 8])
    assert text[:4] == "0100"
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()


@pytest.mark.parametrize(
    "address",
    [ADDRESS, "http://10.0.0.4:8000/", "https://hall.example.org/", f"{ADDRESS}display/{'x' * 43}"],
)
def test_a_code_says_the_address(address):
    assert read(modules(address)) == address


def test_a_reader_of_damaged_modules_does_not_find_the_address():
    rows = modules(ADDRESS)
    rows[20][20] ^= True
    rows[QUIET + 8][-QUIET - 12] ^= True
    damaged = [list(row) for row in rows]
    for row in damaged[QUIET + 9 : QUIET + 16]:
        row[-QUIET - 4 : -QUIET] = [not one for one in row[-QUIET - 4 : -QUIET]]
    with pytest.raises((AssertionError, UnicodeDecodeError)):
        assert read(damaged) == ADDRESS


def test_the_picture_and_the_lines_have_the_same_modules():
    rows = modules(ADDRESS)
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg(ADDRESS, "code"))}
    assert dark == {(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one}
    upper, lower = " ▄", " ▀"
    drawn = []
    for line in lines(ADDRESS):
        drawn += [[one not in upper for one in line], [one not in lower for one in line]]
    assert drawn[: len(rows)] == rows


def test_the_picture_has_a_name_and_no_style():
    picture = svg(ADDRESS, "QR code of the address")
    assert 'role="img" aria-label="QR code of the address"' in picture
    assert "style" not in picture
