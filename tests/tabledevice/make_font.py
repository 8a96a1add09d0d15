"""Draws the board's fonts and writes them as font.py and glyphs.py in firmware/lib/tabledevice.

The small font is a sheet of pixels (small_font.txt); the clock's digits are strokes of a square pen, the same
strokes at both sizes. Run this file after changing either; a test compares its output with the files.
"""

from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEVICE = HERE.parent.parent / "firmware" / "lib" / "tabledevice"
BIG = "0123456789:.- "
#: words (two columns each) of a page of a big character, by its height in pages
WORDS = {2: 4, 3: 6}
#: the words of a small glyph, and the first of their two columns
COLUMNS = {"LEFTS": 0, "MIDDLES": 2, "RIGHTS": 4}

HEAD = '''"""The fonts, as the display's own column bytes (lowest bit on top): text is copied, never drawn.

Made by tests/tabledevice/make_font.py from a sheet of pixels and a table of strokes: change those.
"""

# the module with the source data is unloaded after the start: it holds each character twice
from tabledevice.glyphs import BIG2 as BIG2
from tabledevice.glyphs import BIG3 as BIG3
from tabledevice.glyphs import LEFTS as LEFTS
from tabledevice.glyphs import MIDDLES as MIDDLES
from tabledevice.glyphs import RIGHTS as RIGHTS

#: The first and last code of the small font. Some of LETTERS have the places below the first code,
#: the others those after the last code. Characters in neither are drawn as UNKNOWN.
FIRST = 32
LAST = {last}
LETTERS = "{letters}"
UNKNOWN = 127
#: signs of the small font
PLUG = "\\x80"
TICK = "\\x81"
CROSS = "\\x82"
WAITING = "\\x83"
CALLING = "\\x84"
CHIP = "\\x85"
LEFT = "\\x86"
RIGHT = "\\x87"
PAUSE = "\\x88"
#: the characters of the big fonts, and the places of those that are not digits
BIG = "{big}"
COLON = 10
POINT = 11
MINUS = 12
SPACE = 13
'''

GLYPHS = '''"""The pictures of the fonts (`font`). Loaded for it, and unloaded when the board has started.

Made by tests/tabledevice/make_font.py from a sheet of pixels and a table of strokes: change those.
"""

from array import array
'''

#: Strokes on a grid of 9 x 19 (x 0..8, y 0..18): the path of the pen's corner, curves cut at 45 degrees.
STROKES = {
    "0": [[(2, 0), (6, 0), (8, 2), (8, 16), (6, 18), (2, 18), (0, 16), (0, 2), (2, 0)]],
    "1": [[(1, 3), (4, 0), (4, 18)], [(1, 18), (7, 18)]],
    "2": [[(0, 3), (0, 2), (2, 0), (6, 0), (8, 2), (8, 7), (0, 16), (0, 18), (8, 18)]],
    "3": [[(0, 2), (2, 0), (6, 0), (8, 2), (8, 7), (6, 9), (8, 11), (8, 16), (6, 18), (2, 18), (0, 16)],
          [(3, 9), (6, 9)]],
    "4": [[(8, 13), (0, 13), (0, 11), (6, 0), (6, 18)]],
    "5": [[(8, 0), (0, 0), (0, 8), (6, 8), (8, 10), (8, 16), (6, 18), (2, 18), (0, 16)]],
    "6": [[(8, 2), (6, 0), (2, 0), (0, 2), (0, 16), (2, 18), (6, 18), (8, 16), (8, 10), (6, 8), (0, 8)]],
    "7": [[(0, 0), (8, 0), (8, 3), (3, 14), (3, 18)]],
    "8": [[(2, 0), (6, 0), (8, 2), (8, 7), (6, 9), (8, 11), (8, 16), (6, 18), (2, 18), (0, 16), (0, 11),
           (2, 9), (0, 7), (0, 2), (2, 0)], [(2, 9), (6, 9)]],
    "9": [[(0, 16), (2, 18), (6, 18), (8, 16), (8, 2), (6, 0), (2, 0), (0, 2), (0, 8), (2, 10), (8, 10)]],
    ":": [[(0, 5), (0, 5)], [(0, 13), (0, 13)]],
    ".": [[(0, 18), (0, 18)]],
    "-": [[(0, 9), (5, 9)]],
    " ": [],
}


def line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the grid points of a straight stroke, rounded to the nearest."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1])) or 1
    return [
        ((2 * (start[0] * (steps - i) + end[0] * i) + steps) // (2 * steps),
         (2 * (start[1] * (steps - i) + end[1] * i) + steps) // (2 * steps))
        for i in range(steps + 1)
    ]


def digit(character: str, height: int) -> list[list[int]]:
    """Return the columns of one big character, each a list of the bytes of its pages (2 or 3), top first."""
    pen, right, bottom, top = (3, 8, 16, 1) if height == 3 else (2, 6, 11, 1)
    pixels = set()
    for path in STROKES[character]:
        # the smaller size has the same shape on a coarser grid; curves keep their 45 degrees
        points = [((x * right + 4) // 8, (y * bottom + 9) // 18) for x, y in path]
        for start, end in pairwise(points):
            for x, y in line(start, end):
                pixels |= {(x + i, y + j + top) for i in range(pen) for j in range(pen)}
    width = max((x for x, _ in pixels), default=2) + 1
    return [
        [sum(1 << bit for bit in range(8) if (x, page * 8 + bit) in pixels) for page in range(height)]
        for x in range(width)
    ]


def cell(character: str, height: int) -> bytes:
    """Return the pages of one big character; a narrow digit or minus stands in the middle of its cell."""
    columns = digit(character, height)
    wide = 11 if height == 3 else 8
    left = (wide - len(columns)) // 2 if character in "0123456789-" else 0
    pages = (bytes(left) + bytes(column[page] for column in columns) for page in range(height))
    return b"".join(page.ljust(2 * WORDS[height], b"\0") for page in pages)


def small() -> list[tuple[int, bytes]]:
    """Return (code, five column bytes) of the small font, in the order of the sheet."""
    found = []
    for row in (HERE / "small_font.txt").read_text("utf-8").splitlines():
        if row.startswith("# "):
            continue
        name, *rows = row.split()
        if len(rows) != 8 or any(len(pixels) != 5 or set(pixels) - {"#", "."} for pixels in rows):
            raise SystemExit(f"small_font.txt: '{row}' is not a name and eight rows of five pixels.")
        code = int(name[2:], 16) if name.startswith("U+") else ord(name)
        found.append((code, bytes(sum(1 << y for y in range(8) if rows[y][x] == "#") for x in range(5))))
    codes = [code for code, _ in found]
    count = last(codes) - 31
    if codes[:count] != list(range(32, 32 + count)) or codes[count:] != sorted(set(codes[count:])):
        raise SystemExit("small_font.txt: the glyphs follow each other from U+20 on, letters behind them.")
    return found


def last(codes: list[int]) -> int:
    """Return the last code of those without a gap: the signs of our own end before U+A0."""
    return max(code for code in codes if code < 0xA0)


def words(name: str, data: bytes, comment: str = "") -> str:
    """Return a constant of 16-bit numbers, lowest byte first, as source, sixteen bytes a line."""
    rows = ["".join(f"\\x{byte:02x}" for byte in data[i : i + 16]) for i in range(0, len(data), 16)]
    told = f"#: {comment}\n" if comment else ""
    return f'{told}{name} = array(\n    "H",\n' + "".join(f'    b"{row}"\n' for row in rows) + ")\n"


def sources() -> dict[str, str]:
    """Return the texts of font.py and glyphs.py by name."""
    glyphs = small()
    codes = [code for code, _ in glyphs]
    # a code's own place, so that drawing need not compute it; letters where no code is
    count = last(codes) - 31
    placed = [*glyphs[count : count + 32], *glyphs[:count], *glyphs[count + 32 :]]
    sheet = [columns + b"\0" for _, columns in placed]
    parts = [
        GLYPHS,
        "#: 5x7 pixels and a gap: each glyph has two columns in a word of LEFTS, of MIDDLES and of RIGHTS\n"
        + "".join(words(name, b"".join(cell[at : at + 2] for cell in sheet)) for name, at in COLUMNS.items()),
    ]
    for height in (2, 3):
        pages = f"each big character of {height} pages has {WORDS[height]} words per page"
        comment = f"{pages}, the top page first"
        parts.append(words(f"BIG{height}", b"".join(cell(one, height) for one in BIG), comment))
    head = HEAD.format(last=last(codes), letters="".join(map(chr, codes[last(codes) - 31 :])), big=BIG)
    return {"font.py": head, "glyphs.py": "\n".join(parts)}


if __name__ == "__main__":
    for name, text in sources().items():
        (DEVICE / name).write_text(text, "utf-8")
        print(f"{name}: {len(text.encode())} bytes of source")
