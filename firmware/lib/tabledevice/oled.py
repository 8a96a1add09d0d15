"""Sends drawings to the display without blocking the program.

The frame is drawn into `buffer`. `show` compares it with what the display has, and sends of each page
only the columns from the first to the last changed piece, at 22.5 us a byte (a whole frame is
23 ms, a second of a running clock about 2). Neighbouring pages with changes in the same columns share
one window, and whole pages are one transfer. A display that does not answer is tried again after 2, 4,
8 .. 60 seconds. A host that watches over the link gets the changed pages, with or without a working
display.
"""

from micropython import const

COLUMNS = 128
PAGES = 8
#: columns of a piece that is compared: comparing one column is slower than sending it
_PIECE = const(32)
_PIECES = const(4)
_FIRST_REST = const(2000)
_LONGEST_REST = const(60000)
_ALL = const(0xFF)
_SET_COLUMNS = const(0x21)
_SET_PAGES = const(0x22)
#: bytes of a transfer besides the data: address and control byte
_OVERHEAD = const(2)


class Oled:
    """The display on a bus (None: there is no bus); `alive` says whether it answers, `failures` counts."""

    def __init__(self, i2c, address=0x3C):
        self.buffer = bytearray(COLUMNS * PAGES)
        self.alive = False
        self.failures = 0
        #: bits of the pages that have changed since they were last taken
        self.mirror = 0
        self._i2c = i2c
        self._address = address
        self._device = None
        # what was last shown; the control byte in front allows sending a page without copying it
        self._shown = bytearray(1 + COLUMNS * PAGES)
        self._shown[0] = 0x40
        self._window = bytearray((0x00, _SET_COLUMNS, 0, 0, _SET_PAGES, 0, 0))
        # every view is made once, so that comparing allocates nothing
        self._drawn_pieces = _cut(memoryview(self.buffer), _PIECE)
        self._shown_pieces = _cut(memoryview(self._shown)[1:], _PIECE)
        self._drawn_pages = _cut(memoryview(self.buffer), COLUMNS)
        self._shown_pages = _cut(memoryview(self._shown)[1:], COLUMNS)
        # pages that must be sent whole, because what the display shows is unknown
        self._unknown = _ALL
        self._again = False
        self._rest = _FIRST_REST
        self._retry_at = 0
        if i2c is not None:
            self._begin(0)

    def show(self, now, most=PAGES):
        """Bring the display up to date, at most `most` pages; return how many bytes were sent on the bus.

        This never raises: a display that fails is marked as dead and tried again later.
        """
        if self._again and self.alive:
            self._begin(now)
        if not self.alive:
            if self._i2c is None or now < self._retry_at or not self._begin(now):
                self._follow()
                return 0
        sent = 0
        drawn = self._drawn_pieces
        shown = self._shown_pieces
        drawn_pages = self._drawn_pages
        shown_pages = self._shown_pages
        unknown = self._unknown
        # the pages collected for one window: first page, end page, first and end column
        top = 0
        below = 0
        first = 0
        end = 0
        try:
            for page in range(PAGES):
                if unknown and unknown & (1 << page):
                    left = 0
                    right = _PIECES
                    self._keep(page)
                    self._unknown &= ~(1 << page)
                elif drawn_pages[page] == shown_pages[page]:
                    # nothing has changed, as in most pages: one comparison in C shows this
                    continue
                else:
                    # find the first and the last piece that differ
                    at = page * _PIECES
                    left = at
                    while drawn[left] == shown[left]:
                        left += 1
                    right = at + _PIECES - 1
                    while drawn[right] == shown[right]:
                        right -= 1
                    left -= at
                    right += 1 - at
                    # the same as `_keep`, but without a call
                    shown_pages[page][:] = drawn_pages[page]
                    self.mirror |= 1 << page
                if page != below or left != first or right != end:
                    if below:
                        sent += self._send(top, below, first * _PIECE, end * _PIECE)
                    top = page
                    first = left
                    end = right
                below = page + 1
                most -= 1
                if not most:
                    break
            if below:
                sent += self._send(top, below, first * _PIECE, end * _PIECE)
        except OSError:
            self._fail(now)
            self._follow()
            return sent
        if sent and not self._unknown:
            self._rest = _FIRST_REST
        return sent

    def refresh(self):
        """Set the display up again and send everything at the next `show`, after a disturbance."""
        self._again = True

    def take_page(self, page):
        """Return the 128 bytes of a page as last shown, and mark it as taken by the watcher."""
        self.mirror &= ~(1 << page)
        at = 1 + page * COLUMNS
        return memoryview(self._shown)[at : at + COLUMNS]

    def watch(self):
        """Send every page to a new watcher."""
        self.mirror = _ALL

    def rebased(self, ended):
        """Adjust the times after the time base was set back by `ended` ms."""
        self._retry_at = max(0, self._retry_at - ended)

    def _begin(self, now):
        # set the display up; its driver takes 2 KB and is rarely needed, so it is loaded only now
        from tabledevice import panel

        self._again = False
        try:
            self._device = panel.set_up(COLUMNS, PAGES * 8, self._i2c, self._address)
        except (OSError, ValueError):
            # ValueError: nothing answers at the address
            self._fail(now)
            return False
        self.alive = True
        self._unknown = _ALL
        return True

    def _fail(self, now):
        self.alive = False
        self.failures += 1
        self._retry_at = now + self._rest
        self._rest = min(_LONGEST_REST, self._rest * 2)

    def _follow(self):
        # without a display, the watcher still gets the pages
        for page in range(PAGES):
            self._keep(page)

    def _keep(self, page):
        if self._drawn_pages[page] != self._shown_pages[page]:
            self._shown_pages[page][:] = self._drawn_pages[page]
            self.mirror |= 1 << page

    def _send(self, top, below, first, end):
        # send columns `first` to `end` - 1 of pages `top` to `below` - 1
        device = self._device
        window = self._window
        window[2] = first
        window[3] = end - 1
        window[5] = top
        window[6] = below - 1
        count = end - first
        pieces = below - top
        if count == COLUMNS:
            # whole pages are contiguous in memory
            count *= pieces
            pieces = 1
        # the control byte of the data temporarily takes the place before its first column
        shown = self._shown
        at = top * COLUMNS + first
        sent = len(window) + 1 + pieces * (count + _OVERHEAD)
        with device:
            device.write(window)
            while pieces:
                kept = shown[at]
                shown[at] = 0x40
                try:
                    device.write(shown, start=at, end=at + count + 1)
                finally:
                    shown[at] = kept
                at += COLUMNS
                pieces -= 1
        return sent


def _cut(view, size):
    return [view[start : start + size] for start in range(0, COLUMNS * PAGES, size)]
