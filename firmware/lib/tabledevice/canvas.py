"""Draws text, digits, dice and the cube into a frame of the display's own bytes.

A frame is 8 pages of 128 column bytes, lowest bit on top, as the display keeps it. Text stands on whole
pages, so drawing is copying. Everything is plain loops over integers: a clock is redrawn without
allocating anything. Sizes and places are in pixels, heights and rows in pages of 8 pixels.
"""

from tabledevice import font

COLUMNS = 128
PAGES = 8
CELL = 6
#: how many small characters a line holds
LINE = 21
#: how many large (doubled) ones
LARGE_LINE = 10
#: a cell of the big digits and the minus, by height in pages; a colon, point or space is narrower
_DIGIT = (0, 0, 9, 12)
_SIGN = (0, 0, 4, 5)
_GAP = (0, 0, 1, 1)
_BLANK = bytes(COLUMNS)
#: a nibble with every bit doubled
_DOUBLED = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"
#: pips of a die: rows of the left, middle and right column (bits of 15), none to six
_TOP, _MID, _LOW = 0x001C, 0x01C0, 0x1C00
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
_HOUR = 3600


def glyph(character):
    """Return where a character's columns begin in the small font."""
    code = ord(character)
    if code > font.LAST:
        place = font.LETTERS.find(character)
        code = font.LAST + 1 + place if place >= 0 else font.UNKNOWN
    elif code < font.FIRST:
        code = font.UNKNOWN
    return (code - font.FIRST) * 5


def fitting(string, count):
    """Return the string, cut to `count` characters with a full stop when it is longer."""
    return string if len(string) <= count else string[: count - 1] + "."


def width(string, height):
    """Return the pixels a string of big characters takes, without the gap behind the last."""
    total = 0
    for character in string:
        total += _SIGN[height] if character in ":. " else _DIGIT[height]
    return total - _GAP[height]


class Canvas:
    """A drawing surface over a frame of 1,024 bytes."""

    def __init__(self, buffer):
        self._frame = buffer
        frame = memoryview(buffer)
        self._pages = [frame[page * COLUMNS : page * COLUMNS + COLUMNS] for page in range(PAGES)]

    def clear(self):
        """Make the whole frame dark."""
        for page in self._pages:
            page[:] = _BLANK

    def fill(self, page, x0, x1, value=0):
        """Set the columns x0 up to, without, x1 of a page."""
        frame = self._frame
        for at in range(page * COLUMNS + x0, page * COLUMNS + x1):
            frame[at] = value

    def invert(self, page, x0=0, x1=COLUMNS, rows=0xFF):
        """Swap lit and dark in the columns x0 up to, without, x1 of a page; rows not in `rows` go dark."""
        frame = self._frame
        for at in range(page * COLUMNS + x0, page * COLUMNS + x1):
            frame[at] = (frame[at] ^ 0xFF) & rows

    def mark(self, x, page, bits):
        """Light the given bits of one column of a page."""
        self._frame[page * COLUMNS + x] |= bits

    def box(self, x, page, wide, pages):
        """Draw a frame of one pixel, `wide` pixels by `pages` pages."""
        frame = self._frame
        top = page * COLUMNS + x
        low = top + (pages - 1) * COLUMNS
        for i in range(wide):
            frame[top + i] |= 0x01
            frame[low + i] |= 0x80
        for i in range(pages):
            frame[top + i * COLUMNS] = 0xFF
            frame[top + i * COLUMNS + wide - 1] = 0xFF

    # --- text -------------------------------------------------------------------------------

    def text(self, x, page, string):
        """Write small text; what does not fit is left out. Return the column behind it."""
        frame = self._frame
        small = font.SMALL
        at = page * COLUMNS + x
        for character in string:
            if x + CELL - 1 > COLUMNS:
                break
            source = glyph(character)
            for i in range(5):
                frame[at + i] = small[source + i]
            at += CELL
            x += CELL
        return x

    def right(self, x_end, page, string):
        """Write small text that ends before column `x_end`; return where it begins."""
        x = max(0, x_end - len(string) * CELL + 1)
        self.text(x, page, string)
        return x

    def centre(self, page, string, x0=0, x1=COLUMNS):
        """Write small text in the middle of the columns x0 up to x1, cut to what they hold."""
        string = fitting(string, (x1 - x0 + 1) // CELL)
        self.text(x0 + (x1 - x0 - len(string) * CELL + 1) // 2, page, string)

    def large(self, x, page, string):
        """Write text at twice the size: two pages high, cells of 12 pixels."""
        frame = self._frame
        small = font.SMALL
        at = page * COLUMNS + x
        for character in string:
            if x + 10 > COLUMNS:
                break
            source = glyph(character)
            for i in range(5):
                column = small[source + i]
                upper = _DOUBLED[column & 15]
                lower = _DOUBLED[column >> 4]
                frame[at] = upper
                frame[at + 1] = upper
                frame[at + COLUMNS] = lower
                frame[at + COLUMNS + 1] = lower
                at += 2
            at += 2
            x += 12

    def large_centre(self, page, string):
        """Write text at twice the size in the middle, cut to ten characters."""
        string = fitting(string, LARGE_LINE)
        self.large((COLUMNS - len(string) * 12 + 2) // 2, page, string)

    # --- big digits -------------------------------------------------------------------------

    def big(self, x, page, string, height=3):
        """Write big characters of "0-9:.- ", 2 or 3 pages high; return the column behind them."""
        for character in string:
            place = font.BIG.find(character)
            x = self._character(x, page, font.SPACE if place < 0 else place, height)
        return x

    def number(self, x, page, value, height=2):
        """Write a whole number from 0 in big digits; return the column behind it."""
        divisor = 1
        while value // divisor >= 10:
            divisor *= 10
        while divisor:
            x = self._character(x, page, value // divisor % 10, height)
            divisor //= 10
        return x

    def _character(self, x, page, place, height):
        # one big character by its place in font.BIG; returns where the next one goes
        if height == 3:
            data = font.BIG3
            source = font.START3[place]
            columns = font.WIDTH3[place]
        else:
            data = font.BIG2
            source = font.START2[place]
            columns = font.WIDTH2[place]
        frame = self._frame
        wide = _DIGIT[height] if place < font.COLON or place == font.MINUS else _SIGN[height]
        # narrow digits (the 1) stand in the middle of their cell
        at = page * COLUMNS + x + (wide - _GAP[height] - columns) // 2
        if x + wide - _GAP[height] <= COLUMNS:
            for _ in range(height):
                for i in range(columns):
                    frame[at + i] = data[source + i]
                at += COLUMNS
                source += columns
        return x + wide

    def clock(self, x, page, ms, width=62, tenths=False, up=False):
        """Write a time three pages high in the middle of `width` columns, which are cleared first.

        Below an hour m:ss, then h:mm and the seconds smaller and raised, from ten hours on h:mm; below ten
        seconds with `tenths` seconds and tenths. Time left is rounded up to the second, so that 0:00 means
        that none is left; time used (`up`) and tenths are rounded down.
        """
        for i in range(3):
            self.fill(page + i, x, x + width)
        if tenths and ms < 10000:
            x += (width - 28) // 2
            x = self._character(x, page, ms // 1000, 3)
            x = self._character(x, page, font.POINT, 3)
            self._character(x, page, ms // 100 % 10, 3)
            return
        seconds = (ms if up else ms + 999) // 1000
        if seconds < _HOUR:
            minutes = seconds // 60
            x += (width - (52 if minutes >= 10 else 40)) // 2
            if minutes >= 10:
                x = self._character(x, page, minutes // 10, 3)
            x = self._character(x, page, minutes % 10, 3)
            x = self._character(x, page, font.COLON, 3)
            x = self._pair(x, page, seconds % 60, 3)
        elif seconds < 10 * _HOUR:
            x += (width - 62) // 2
            x = self._character(x, page, seconds // _HOUR, 3)
            x = self._character(x, page, font.COLON, 3)
            x = self._pair(x, page, seconds // 60 % 60, 3)
            self._pair(x + 3, page, seconds % 60, 2)
        else:
            hours = min(99, seconds // _HOUR)
            x += (width - 52) // 2
            x = self._pair(x, page, hours, 3)
            x = self._character(x, page, font.COLON, 3)
            self._pair(x, page, seconds // 60 % 60, 3)

    def _pair(self, x, page, value, height):
        x = self._character(x, page, value // 10, height)
        return self._character(x, page, value % 10, height)

    # --- dice and cube ----------------------------------------------------------------------

    def die(self, x, page, value):
        """Draw a die of 15 x 15 pixels, 1 to 6; 0 is a die without pips."""
        frame = self._frame
        at = page * COLUMNS + x
        for i in range(DIE):
            if i == 0 or i == DIE - 1:
                column = 0x3FFE
            else:
                column = 0x4001
                third = (i - 2) // 4
                if 0 <= third < 3 and (i - 2) % 4 < 3:
                    column |= _PIPS[value * 3 + third]
            frame[at + i] = column & 0xFF
            frame[at + COLUMNS + i] = column >> 8

    def cube_width(self, value):
        """Return how many columns the cube takes: 16 and more."""
        return 16 if value < 10 else 21 if value < 100 else 30 if value < 1000 else 39

    def cube(self, x, page, value):
        """Draw the doubling cube: dark digits on a lit block, 15 pixels high."""
        wide = self.cube_width(value)
        self.number(x + (4 if value < 10 else 2), page, value)
        frame = self._frame
        self.invert(page, x, x + wide)
        self.invert(page + 1, x, x + wide, 0x7F)
        first = page * COLUMNS + x
        frame[first] &= 0xFE
        frame[first + wide - 1] &= 0xFE
        frame[first + COLUMNS] &= 0x3F
        frame[first + COLUMNS + wide - 1] &= 0x3F
