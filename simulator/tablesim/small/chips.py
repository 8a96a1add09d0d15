"""The two chips on the I2C bus, modelled byte by byte, for the firmware's own driver and journal.

Only the commands that this firmware uses are supported; an unknown display command counts as a test failure.
All their memory is allocated at the start, in small pieces, so that it does not change the measurements.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

COLUMNS = 128
PAGES = 8
#: commands with arguments (datasheet, table 9-1); the others have none
ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1
}
SIZE = 32768
PAGE = 1024


class Display:
    """An SSD1306 of 128 x 64 pixels: its RAM, and whether it is on."""

    def __init__(self) -> None:
        self.ram = bytearray(COLUMNS * PAGES)
        self.on = False
        self.horizontal = False
        self._first = 0
        self._last = COLUMNS - 1
        self._first_page = 0
        self._last_page = PAGES - 1
        self._column = 0
        self._page = 0
        self._command = 0
        self._missing = 0
        self._argument = 0

    def write(self, data: Any, start: int, end: int) -> None:
        """Process one transfer: control bytes, then commands or columns."""
        if start == end:
            return
        control = data[start]
        if control == 0x40:
            self.fill(data, start + 1, end)
        elif control == 0x00:
            for place in range(start + 1, end):
                self._take(data[place])
        elif control == 0x80 and end == start + 2:
            self._take(data[start + 1])
        else:
            raise ValueError(f"the display gets a control byte that nobody sends: {control}")

    def read(self, buffer: Any, start: int, end: int) -> None:
        """Send the status: bit 6 is set while the display is off."""
        for place in range(start, end):
            buffer[place] = 0x03 if self.on else 0x43

    def _take(self, byte: int) -> None:
        if self._missing:
            self._missing -= 1
            self._obey(byte)
            self._argument += 1
            return
        self._command = byte
        self._argument = 0
        self._missing = ARGUMENTS.get(byte, 0)
        if byte == 0xAE or byte == 0xAF:
            self.on = byte == 0xAF
        elif not self._missing and not (0x40 <= byte < 0x80 or 0xA0 <= byte < 0xA8 or 0xC0 <= byte < 0xD0):
            raise ValueError(f"the display gets a command that nobody sends: {byte}")

    def _obey(self, argument: int) -> None:
        second = self._argument == 1
        if self._command == 0x20:
            self.horizontal = argument & 3 == 0
        elif self._command == 0x21:
            if second:
                self._last = argument
            else:
                self._first = argument
                self._column = argument
        elif self._command == 0x22:
            if second:
                self._last_page = argument
            else:
                self._first_page = argument
                self._page = argument

    def fill(self, data: Any, start: int, end: int) -> None:
        """Put columns into the window, byte by byte: this allocates nothing."""
        for place in range(start, end):
            self.ram[self._page * COLUMNS + self._column] = data[place]
            self._move(1)

    def _move(self, count: int) -> None:
        # within a row of the window
        if self._column + count <= self._last:
            self._column += count
            return
        self._column = self._first
        self._page = self._first_page if self._page == self._last_page else self._page + 1


class QuickDisplay(Display):
    """A display that copies its columns in pieces: ten times as fast, but each piece is garbage."""

    def fill(self, data: Any, start: int, end: int) -> None:
        """Put columns into the window, a row at a time."""
        while start < end:
            count = min(end - start, self._last - self._column + 1)
            place = self._page * COLUMNS + self._column
            self.ram[place : place + count] = data[start : start + count]
            start += count
            self._move(count)


class Memory:
    """An MB85RC256V: two address bytes, then persistent bytes, sequential and without end."""

    def __init__(self) -> None:
        self.pages = [bytearray(PAGE) for _ in range(SIZE // PAGE)]
        self.written = 0
        self._place = 0

    def write(self, data: Any, start: int, end: int) -> None:
        """Process an address and the following bytes."""
        if end - start < 2:
            return
        place = (data[start] << 8 | data[start + 1]) & (SIZE - 1)
        for at in range(start + 2, end):
            self.pages[place // PAGE][place % PAGE] = data[at]
            place = (place + 1) & (SIZE - 1)
            self.written += 1
        self._place = place

    def read(self, buffer: Any, start: int, end: int) -> None:
        """Send bytes from the present address on."""
        for at in range(start, end):
            buffer[at] = self.pages[self._place // PAGE][self._place % PAGE]
            self._place = (self._place + 1) & (SIZE - 1)

    def content(self, place: int, count: int) -> bytes:
        """Return bytes of the chip without using the bus."""
        return bytes([self.pages[at // PAGE][at % PAGE] for at in range(place, place + count)])


class QuickMemory(Memory):
    """A memory that copies in pieces."""

    def write(self, data: Any, start: int, end: int) -> None:
        """Process an address and the following bytes."""
        if end - start < 2:
            return
        self._place = (data[start] << 8 | data[start + 1]) & (SIZE - 1)
        start += 2
        self.written += end - start
        while start < end:
            page, within, count = self._piece(end - start)
            page[within : within + count] = data[start : start + count]
            start += count

    def read(self, buffer: Any, start: int, end: int) -> None:
        """Send bytes from the present address on."""
        while start < end:
            page, within, count = self._piece(end - start)
            buffer[start : start + count] = page[within : within + count]
            start += count

    def _piece(self, count: int) -> Any:
        # return the page of the present address, the place in it, and the bytes to copy; move on behind them
        place = self._place
        count = min(count, PAGE - place % PAGE)
        self._place = (place + count) & (SIZE - 1)
        return self.pages[place // PAGE], place % PAGE, count


class Bus:
    """The wires and the chips by address; a transfer to a missing or dead chip raises OSError."""

    def __init__(self, chips: Any) -> None:
        self._chips = chips
        self._away: dict[int, Any] = {}
        self._locked = False

    def take_away(self, address: int) -> None:
        """Make the chip at an address stop answering."""
        self._away[address] = self._chips.pop(address)

    def put_back(self, address: int) -> None:
        """Make the chip answer again, with its state unchanged."""
        self._chips[address] = self._away.pop(address)

    def try_lock(self) -> bool:
        """Take the lock if it is free."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Release the lock."""
        self._locked = False

    def _chip(self, address: int) -> Any:
        if not self._locked:
            raise RuntimeError("Function requires lock")
        if address not in self._chips:
            raise OSError(19)
        return self._chips[address]

    def writeto(self, address: int, buffer: Any, start: int = 0, end: int = SIZE) -> None:
        """Send a part of the buffer."""
        self._chip(address).write(buffer, start, min(end, len(buffer)))

    def readfrom_into(self, address: int, buffer: Any, start: int = 0, end: int = SIZE) -> None:
        """Fill a part of the buffer."""
        self._chip(address).read(buffer, start, min(end, len(buffer)))

    def writeto_then_readfrom(self, address: int, out_buffer: Any, in_buffer: Any) -> None:
        """Send one buffer, then fill the other."""
        self.writeto(address, out_buffer)
        self.readfrom_into(address, in_buffer)
