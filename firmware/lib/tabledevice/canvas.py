"""Draws text, digits, dice and the cube into a frame of the display's own bytes.

A frame is 8 pages of 128 column bytes, lowest bit on top, as the display stores it. Text stands on whole
pages, so drawing is copying: one call in C copies a small character, or one page of a big character.
Slices and strings would be garbage, and collecting that takes 10 to 24 ms: a press may leave 1.5 KB in all.
A line of Python takes the board as much time as sending half a byte to the display.
Sizes and places are in pixels, heights and rows in pages of 8 pixels.
"""

from array import array
from struct import pack_into

from micropython import const

from tabledevice import font

COLUMNS = 128
PAGES = 8
_SIZE = const(1024)
CELL = 6
#: number of small characters in a line
LINE = 21
#: number of large characters in a line, wide ones
LARGE_LINE = 10
#: width of a cell by its height in pages: of big digits and the minus, then of the narrow colon, point, space
_DIGIT = (0, 0, 9, 12)
_SIGN = (0, 0, 4, 5)
_GAP = (0, 0, 1, 1)
_BLANK = memoryview(bytes(COLUMNS))
_FULL = memoryview(b"\xff" * COLUMNS)
#: places in the big fonts: characters from _COLON on are not digits; all of them but the minus are narrow
_COLON = const(10)
_MINUS = const(12)
#: the first code of the small font: places below it hold letters
_FIRST = const(32)
#: words per big character, by its height in pages
_BIG2_WORDS = const(8)
_BIG3_WORDS = const(18)
#: a lit clock keeps its lowest row dark, so that it does not touch what is drawn below it
_BAND = const(0x7F)
_LOWEST = memoryview(b"\x7f" * COLUMNS)
#: the rows of the bar below a clock, which shows how much of the move's delay is left
_BAR = const(0x60)
_BARS = memoryview(b"\x60" * COLUMNS)
#: layouts of a time: width; the sign and its column; the columns of the digits, from the last digit on;
#: the number of small digits (2 pages high)
_TENTHS = const(0)
_MINUTES = const(1)
_TWO_AND_TWO = const(2)
_SECONDS = const(3)
_FACES = (
    (28, font.POINT, 12, (17, 0), 0),
    (40, font.COLON, 12, (29, 17, 0), 0),
    (52, font.COLON, 24, (41, 29, 12, 0), 0),
    (62, font.COLON, 12, (53, 44, 29, 17, 0), 2),
)
#: the same for a clock of two pages
_LOW_FACES = (
    (21, font.POINT, 9, (13, 0), 2),
    (30, font.COLON, 9, (22, 13, 0), 3),
    (39, font.COLON, 18, (31, 22, 9, 0), 4),
    (53, font.COLON, 9, (45, 36, 22, 13, 0), 5),
)
#: Large letters: every nibble with its bits doubled; the same dark on lit, where the bits of a nibble and of
#: the one as far from the other end are opposite; the form of five columns; the width of a cell.
_DOUBLED = const(b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff")
_NARROW = ((_DOUBLED, bytes(reversed(_DOUBLED))), "<5B", CELL)
_TWICE = [one * 257 for one in _DOUBLED]
_WIDE = ((array("H", _TWICE), array("H", reversed(_TWICE))), "<5H", 2 * CELL)
#: the edges of a die; its pips from none to six: rows in the left, middle and right column (bits of 15 rows)
_TOP_EDGE = b"\xfe" + b"\x01" * 13 + b"\xfe"
_LOW_EDGE = b"\x3f" + b"\x40" * 13 + b"\x3f"
_TOP = const(0x001C)
_MID = const(0x01C0)
_LOW = const(0x1C00)
_PIPS = (
    0, 0, 0,
    0, _MID, 0,
    _TOP, 0, _LOW,
    _TOP, _MID, _LOW,
    _TOP | _LOW, 0, _TOP | _LOW,
    _TOP | _LOW, _MID, _TOP | _LOW,
    _TOP | _MID | _LOW, 0, _TOP | _MID | _LOW,
)
DIE = 15


def glyph(character):
    """Return a character's place in the small font: for most characters it is their own code."""
    code = ord(character)
    if _FIRST <= code <= font.LAST:
        return code
    place = font.LETTERS.find(character)
    if place < 0:
        return font.UNKNOWN
    return place if place < _FIRST else font.LAST + 1 + place - _FIRST


def fitting(string, count):
    """Return the string; if it has more than `count` characters, cut it and end it with a full stop."""
    return string if len(string) <= count else string[: count - 1] + "."


def width(string, height):
    """Return the width in pixels of a string of big characters, without the gap after the last."""
    total = 0
    for character in string:
        total += _SIGN[height] if character in ":. " else _DIGIT[height]
    return total - _GAP[height]


class Canvas:
    """A drawing surface over a frame of 1,024 bytes."""

    def __init__(self, buffer):
        self._frame = buffer
        # the last fill pattern, cut: a slice is garbage, and the next fill often uses the same
        self._row = _BLANK
        self._cut = _BLANK
        self._wide = COLUMNS

    def clear(self, first=0, end=PAGES):
        """Make the pages from `first` up to, not including, `end` dark; by default the whole frame."""
        self.fill(first, 0, COLUMNS, 0, end - first)

    def move(self, page, to, pages):
        """Copy a number of pages to another place."""
        frame = self._frame
        end = (page + pages) * COLUMNS
        frame[to * COLUMNS : (to + pages) * COLUMNS] = memoryview(frame)[page * COLUMNS : end]

    def fill(self, page, x0, x1, value=0, pages=1):
        """Set the columns from x0 up to, not including, x1, in a number of pages."""
        at = page * COLUMNS + x0
        wide = x1 - x0
        if not value:
            row = _BLANK
        elif value == 0xFF:
            row = _FULL
        elif value == _BAND:
            row = _LOWEST
        elif value == _BAR:
            row = _BARS
        else:
            for start in range(at, at + pages * COLUMNS, COLUMNS):
                for place in range(start, start + wide):
                    self._frame[place] = value
            return
        if row is not self._row or wide != self._wide:
            self._row = row
            self._wide = wide
            self._cut = row[:wide]
        while pages:
            self._frame[at : at + wide] = self._cut
            at += COLUMNS
            pages -= 1

    def invert(self, page, x0=0, x1=COLUMNS, rows=0xFF):
        """Swap lit and dark in columns x0 to x1 - 1 of a page; rows not in `rows` become dark."""
        self._swap(page, x0, x1, rows, rows)

    def toggle(self, page, x0, x1, bits):
        """Swap lit and dark in the given bits of columns x0 to x1 - 1 of a page."""
        self._swap(page, x0, x1, bits, 0xFF)

    def _swap(self, page, x0, x1, bits, rows):
        # four columns per round of the loop: a round with one column would take as long
        frame = self._frame
        first = page * COLUMNS + x0
        end = page * COLUMNS + x1
        for at in range(first, end - 3, 4):
            frame[at] = frame[at] & rows ^ bits
            frame[at + 1] = frame[at + 1] & rows ^ bits
            frame[at + 2] = frame[at + 2] & rows ^ bits
            frame[at + 3] = frame[at + 3] & rows ^ bits
        for at in range(end - (end - first) % 4, end):
            frame[at] = frame[at] & rows ^ bits

    # --- text ---

    def text(self, x, page, string, lit=False):
        """Write small text, dark on lit if `lit`, cut at the edge; return the column after it."""
        count = len(string)
        if not count:
            return x
        if x + count * CELL > COLUMNS + 1:
            count = (COLUMNS - x + 1) // CELL
            string = string[:count]
        frame = self._frame
        one = font.LEFTS
        two = font.MIDDLES
        three = font.RIGHTS
        at = page * COLUMNS + x
        after = x + count * CELL
        # the gap after the last character is not part of the text: its pixels stay as they are
        gap = at + count * CELL - 1
        kept = frame[gap] if gap < _SIZE else -1
        # for one or two letters a search for their places is faster, and makes no garbage
        data = string.encode() if count > 2 else b""
        if kept >= 0 and len(data) == count and min(data) >= _FIRST:
            # the usual case: the codes of the text are their places, so few steps are needed
            if lit:
                for code in data:
                    pack_into("<HHH", frame, at, one[code] ^ 0xFFFF, two[code] ^ 0xFFFF, three[code] ^ 0xFFFF)
                    at += CELL
            else:
                for code in data:
                    pack_into("<HHH", frame, at, one[code], two[code], three[code])
                    at += CELL
            frame[gap] = kept
            return after
        flip = 0xFFFF if lit else 0
        for character in string:
            code = glyph(character)
            if at + CELL > _SIZE:
                # at the end of the last page there is no room for a gap
                pack_into("<HHB", frame, at, one[code] ^ flip, two[code] ^ flip, (three[code] ^ flip) & 0xFF)
                break
            pack_into("<HHH", frame, at, one[code] ^ flip, two[code] ^ flip, three[code] ^ flip)
            at += CELL
        if kept >= 0:
            frame[gap] = kept
        return after

    def right(self, x_end, page, string):
        """Write small text that ends before column `x_end`; return where it begins."""
        x = max(0, x_end - len(string) * CELL + 1)
        self.text(x, page, string)
        return x

    def centre(self, page, string, x0=0, x1=COLUMNS, lit=False):
        """Write small text in the middle of columns x0 to x1 - 1, cut to them; `lit` lights all of them."""
        string = fitting(string, (x1 - x0 + 1) // CELL)
        if lit:
            self.fill(page, x0, x1, 0xFF)
        self.text(x0 + (x1 - x0 - len(string) * CELL + 1) // 2, page, string, lit)

    def large(self, x, page, string, lit=False):
        """Write text two pages high, in cells of 12 pixels, or of 6 if that is too long."""
        data = string.encode()
        if len(data) != len(string):
            data = bytes([glyph(character) for character in string])
        frame = self._frame
        one = font.LEFTS
        two = font.MIDDLES
        three = font.RIGHTS
        tables, form, cell = _NARROW if len(string) > LARGE_LINE else _WIDE
        d = tables[lit]
        most = (COLUMNS - x + cell // CELL) // cell
        if len(data) > most:
            data = data[:most]
        at = page * COLUMNS + x
        # few lines per character, because each of them takes time: its upper half, then its lower half
        for code in data:
            a = one[code]
            b = two[code]
            c = three[code]
            pack_into(form, frame, at, d[a & 15], d[a >> 8 & 15], d[b & 15], d[b >> 8 & 15], d[c & 15])
            a >>= 4
            b >>= 4
            c >>= 4
            pack_into(form, frame, at + COLUMNS, d[a & 15], d[a >> 8 & 15], d[b & 15], d[b >> 8 & 15], d[c])
            at += cell

    def large_centre(self, page, string, lit=False):
        """Write text two pages high in the middle, cut to 21 characters; `lit` lights both pages."""
        string = fitting(string, LINE)
        if lit:
            self.fill(page, 0, COLUMNS, 0xFF, 2)
        cell = CELL if len(string) > LARGE_LINE else 2 * CELL
        self.large((COLUMNS - len(string) * cell + cell // CELL) // 2, page, string, lit)

    # --- big digits ---

    def big(self, x, page, string, height=3):
        """Write big characters of "0-9:.- ", 2 or 3 pages high; return the column after them."""
        for character in string:
            place = font.BIG.find(character)
            x = self._character(x, page, font.SPACE if place < 0 else place, height)
        return x

    def number(self, x, page, value, height=2, lit=False):
        """Write a whole number from 0 in big digits, dark if `lit` is set; return the column after it."""
        divisor = 1
        while value // divisor >= 10:
            divisor *= 10
        while divisor:
            x = self._character(x, page, value // divisor % 10, height, lit)
            divisor //= 10
        return x

    def _character(self, x, page, place, height, lit=False):
        # One big character by its place in font.BIG; returns the column of the next one. Rows of its lowest
        # page that are not its own stay as they are: the bar below may end within one digit.
        narrow = place >= _COLON and place != _MINUS
        after = x + (_SIGN[height] if narrow else _DIGIT[height])
        end = after - _GAP[height]
        if end > COLUMNS:
            return after
        frame = self._frame
        at = page * COLUMNS + x
        low = at + (height - 1) * COLUMNS
        last = low + end - x - 1
        others = 0xC0 if height == 2 else 0xF0
        below = frame[low] & others
        differs = frame[last] & others ^ below
        edge = low
        if differs:
            while frame[edge] & others == below:
                edge += 1
        small = height == 2
        words = font.BIG2 if small else font.BIG3
        source = place * (_BIG2_WORDS if small else _BIG3_WORDS)
        if not (lit or narrow):
            # the usual case: write the upper pages in as few steps as possible
            while at < low:
                one = words[source]
                two = words[source + 1]
                three = words[source + 2]
                if small:
                    pack_into("<HHHH", frame, at, one, two, three, words[source + 3])
                    source += 4
                else:
                    four = words[source + 3]
                    five = words[source + 4]
                    pack_into("<HHHHHB", frame, at, one, two, three, four, five, words[source + 5])
                    source += 6
                at += COLUMNS
        flip = 0xFFFF if lit else 0
        while at <= low:
            if at == low:
                flip = below * 0x0101 | (flip & ~(others * 0x0101))
            one = words[source] ^ flip
            two = words[source + 1] ^ flip
            if narrow:
                if small:
                    pack_into("<HB", frame, at, one, two & 0xFF)
                else:
                    pack_into("<HH", frame, at, one, two)
            elif small:
                pack_into("<HHHH", frame, at, one, two, words[source + 2] ^ flip, words[source + 3] ^ flip)
            else:
                pack_into(
                    "<HHHHHB", frame, at, one, two, words[source + 2] ^ flip, words[source + 3] ^ flip,
                    words[source + 4] ^ flip, (words[source + 5] ^ flip) & 0xFF,
                )
            source += 4 if small else 6
            at += COLUMNS
        if differs:
            for place in range(edge, last + 1):
                frame[place] ^= differs
        return after

    def clock(self, x, page, ms, width=62, tenths=False, up=False, lit=False, before=0, pages=3, bar=0):
        """Write a time, 3 or 2 pages high, in the middle of `width` columns; return a number for its look.

        Below an hour m:ss; below ten hours h:mm with smaller, raised seconds; above that h:mm. With `tenths`,
        below ten seconds: seconds and tenths. Time left is rounded up to the second, so that 0:00 means
        that none is left; time used (`up`) and tenths are rounded down. `lit` swaps lit and dark.

        `before` is the number returned for the time that is shown there now: then only digits that differ are
        written, the rows below them stay as they are, and nothing is allocated. If `before` is even (such as
        0), or the layout has changed, the columns are cleared first, and a bar of `bar` columns is drawn.
        """
        # bits of the result, lowest first: always 1, one for `lit`, two for the layout, then the digits
        shown = _face(ms, tenths, up) << 2 | (3 if lit else 1)
        if shown == before:
            return shown
        wide, sign, sign_x, places, small = (_FACES if pages == 3 else _LOW_FACES)[shown >> 2 & 3]
        fresh = (shown ^ before) & 0x0F
        number = shown >> 4
        old = before >> 4
        left = x + (width - wide) // 2
        if fresh:
            self.fill(page, x, x + width, 0xFF if lit else 0, pages - 1)
            self.fill(page + pages - 1, x, x + width, _BAND if lit else 0)
            if bar:
                # the digits do not change its rows
                self.fill(page + pages - 1, x, x + bar, _BAND ^ _BAR if lit else _BAR)
            self._character(left + sign_x, page, sign, pages, lit)
        for place in range(len(places)):
            if fresh or number % 10 != old % 10:
                self._character(left + places[place], page, number % 10, 2 if place < small else 3, lit)
            number //= 10
            old //= 10
        return shown

    def light(self, x, page, width, pages=3):
        """Swap lit and dark in the place of a clock: `width` columns of 3 or 2 pages."""
        for row in range(page, page + pages - 1):
            self.invert(row, x, x + width)
        self.invert(page + pages - 1, x, x + width, _BAND)

    # --- dice and cube ---

    def die(self, x, page, value):
        """Draw a die of 15 x 15 pixels, 1 to 6; 0 is a die without pips."""
        frame = self._frame
        at = page * COLUMNS + x
        frame[at : at + DIE] = _TOP_EDGE
        frame[at + COLUMNS : at + COLUMNS + DIE] = _LOW_EDGE
        for third in range(3):
            pips = _PIPS[value * 3 + third]
            at += 2 if not third else 4
            if pips:
                low = at + COLUMNS
                frame[at] = frame[at + 1] = frame[at + 2] = 1 | pips & 0xFF
                frame[low] = frame[low + 1] = frame[low + 2] = 0x40 | pips >> 8

    def cube_width(self, value):
        """Return the width of the cube in columns: at least 16."""
        return 16 if value < 10 else 21 if value < 100 else 30 if value < 1000 else 39

    def cube(self, x, page, value):
        """Draw the doubling cube: dark digits on a lit block, 15 pixels high."""
        wide = self.cube_width(value)
        self.fill(page, x, x + wide, 0xFF)
        self.fill(page + 1, x, x + wide, _BAND)
        self.number(x + (4 if value < 10 else 2), page, value, lit=True)
        frame = self._frame
        first = page * COLUMNS + x
        frame[first] &= 0xFE
        frame[first + wide - 1] &= 0xFE
        frame[first + COLUMNS] &= 0x3F
        frame[first + COLUMNS + wide - 1] &= 0x3F


def _face(ms, tenths, up):
    # a time as it is shown: its layout, and its digits as one number
    if tenths and ms < 10000:
        return ms // 100 * 4 + _TENTHS
    seconds = (ms if up else ms + 999) // 1000
    minutes = seconds // 60
    if minutes < 60:
        return (minutes * 100 + seconds % 60) * 4 + (_MINUTES if minutes < 10 else _TWO_AND_TWO)
    hours = minutes // 60
    number = min(99, hours) * 100 + minutes % 60
    if hours < 10:
        return (number * 100 + seconds % 60) * 4 + _SECONDS
    return number * 4 + _TWO_AND_TWO
