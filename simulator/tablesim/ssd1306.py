"""The SSD1306 display controller, 128x64, as the bytes on its I2C bus see it.

The command bytes and their arguments are the datasheet's. Commands may be split over transactions (the usual
driver sends one byte in each), data goes through the addressing mode and windows into the display RAM, which
holds noise after power-on as the real one does.
"""

from __future__ import annotations

import random

from tablesim.pixels import BYTES, COLUMNS, PAGES, invert, mirror_columns, mirror_rows, rotate_rows

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2

ARGUMENTS = {
    0x20: 1,  # memory addressing mode
    0x21: 2,  # column window
    0x22: 2,  # page window
    0x26: 6,  # scroll right
    0x27: 6,  # scroll left
    0x29: 5,  # scroll up and right
    0x2A: 5,  # scroll up and left
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA3: 2,  # vertical scroll area
    0xA8: 1,  # multiplex ratio
    0xAD: 1,  # current reference
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # precharge
    0xDA: 1,  # COM pins
    0xDB: 1,  # VCOMH level
}
"""How many argument bytes follow each command that has any."""


class Ssd1306:
    """The chip with its display panel."""

    def __init__(self, address: int = 0x3C, seed: int = 0) -> None:
        self.address = address
        self.dead = False
        """The chip answers nobody any more; what it shows last stays."""
        self.data_bytes = 0
        self._noise = random.Random(seed)
        self.power_on()

    def power_on(self) -> None:
        """Take the reset values; the RAM keeps its content."""
        self.ram = bytearray(self._noise.randbytes(BYTES))
        self.on = False
        self.all_on = False
        self.inverted = False
        self.contrast = 0x7F
        self.mode = PAGE
        self.charge_pump = False
        self.segment_remap = False
        self.com_reversed = False
        self.start_line = 0
        self.offset = 0
        self.rows = 64
        self.unknown_commands = 0
        self._column, self._page = 0, 0
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._command = 0
        self._arguments = bytearray()
        self._missing = 0
        self._expect_control = True
        self._data_run = False
        self._single = False

    @property
    def answers(self) -> bool:
        """Whether the chip acknowledges its address."""
        return not self.dead

    def begin_write(self) -> None:
        """A write begins: a control byte comes next."""
        self._expect_control = True

    def write(self, data: bytes) -> None:
        """Process control bytes (Co, D/C#) and the bytes after them."""
        if self._expect_control and data[:1] == b"\x40":
            # data up to the end of the transfer
            self._single = self._expect_control = False
            self._data_run = True
            self._store(data[1:])
            return
        at, count = 0, len(data)
        while at < count:
            if self._expect_control:
                control = data[at]
                self._single = control & 0x80 != 0
                self._data_run = control & 0x40 != 0
                self._expect_control = False
                at += 1
            elif self._single:
                self._take(data[at : at + 1])
                self._expect_control = True
                at += 1
            else:
                self._take(data[at:] if at else data)
                return

    def read(self, count: int) -> bytes:
        """Send the status byte: bit 6 is set while the display is off."""
        return bytes([0x03 if self.on else 0x43]) * count

    def seen(self) -> bytes:
        """Return the visible picture: 1,024 bytes laid out like the RAM, upright in the usual mounting."""
        if not self.on or not self.charge_pump:
            return bytes(BYTES)
        if self.all_on:
            picture = b"\xff" * BYTES
        else:
            picture = bytes(self.ram)
            shift = self.start_line + self.offset
            if shift % 64:
                picture = rotate_rows(picture, shift)
            if self.inverted:
                picture = invert(picture)
        if self.rows < 64:
            whole, rest = divmod(self.rows, 8)
            lit = bytearray(BYTES)
            lit[: whole * COLUMNS] = picture[: whole * COLUMNS]
            for at in range(whole * COLUMNS, min(BYTES, (whole + 1) * COLUMNS)):
                lit[at] = picture[at] & ((1 << rest) - 1)
            picture = bytes(lit)
        if not self.segment_remap:
            picture = mirror_columns(picture)
        if not self.com_reversed:
            picture = mirror_rows(picture)
        return picture

    def _take(self, data: bytes) -> None:
        if self._data_run:
            self._store(data)
            return
        at, count = 0, len(data)
        while at < count:
            if self._missing:
                self._arguments.append(data[at])
                self._missing -= 1
                if not self._missing:
                    self._obey(self._command, bytes(self._arguments))
                    self._arguments.clear()
                at += 1
                continue
            command = data[at]
            needed = ARGUMENTS.get(command, 0)
            at += 1
            if at + needed <= count:
                self._obey(command, data[at : at + needed])
                at += needed
            else:
                self._command, self._missing = command, needed

    def _obey(self, command: int, arguments: bytes) -> None:
        # windows first, because nearly all commands set windows
        if command == 0x21:
            self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self._column = self._columns[0]
        elif command == 0x22:
            self._pages = (arguments[0] & 7, arguments[1] & 7)
            self._page = self._pages[0]
        elif command < 0x10:
            self._column = self._column & 0x70 | command & 0x0F
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x07) << 4
        elif command == 0x20:
            self.mode = arguments[0] & 3
        elif 0x40 <= command < 0x80:
            self.start_line = command & 0x3F
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command == 0x8D:
            self.charge_pump = arguments[0] & 4 != 0
        elif command in (0xA0, 0xA1):
            self.segment_remap = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command == 0xA8:
            self.rows = max(16, (arguments[0] & 0x3F) + 1)
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif 0xC0 <= command < 0xD0:
            self.com_reversed = command & 8 != 0
        elif command == 0xD3:
            self.offset = arguments[0] & 0x3F
        elif command not in ARGUMENTS and command not in (0x2E, 0x2F, 0xE3):
            self.unknown_commands += 1

    def _store(self, data: bytes) -> None:
        self.data_bytes += len(data)
        if self.mode == VERTICAL:
            self._store_down(data)
            return
        if self.mode == HORIZONTAL:
            first, last = self._columns
            first_page, last_page = self._pages
        else:
            first, last = 0, COLUMNS - 1
            first_page = last_page = self._page
        column, page, ram = self._column, self._page, self.ram
        at, count = 0, len(data)
        while at < count:
            end = last if column <= last else COLUMNS - 1
            piece = data[at : at + end - column + 1]
            start = page * COLUMNS + column
            ram[start : start + len(piece)] = piece
            at += len(piece)
            column += len(piece)
            if column > end:
                column = first if end == last else 0
                if self.mode == HORIZONTAL and end == last:
                    page = first_page if page == last_page else (page + 1) & 7
        self._column, self._page = column, page

    def _store_down(self, data: bytes) -> None:
        first, last = self._columns
        first_page, last_page = self._pages
        for byte in data:
            self.ram[self._page * COLUMNS + self._column] = byte
            if self._page == last_page:
                self._page = first_page
                self._column = first if self._column == last else (self._column + 1) & 0x7F
            else:
                self._page = (self._page + 1) & 7
