"""A small board in real time: the firmware on a phone, in MicroPython's WebAssembly build.

The page that shows it (host/tablekeeper/web/static/board) calls `go` again and again. It reads display and
memory at their addresses, keeps the memory, and gives keys and bytes with `touch` and `receive`.
"""

from binascii import unhexlify

from tablesim.small.chips import Bus, QuickDisplay, QuickMemory
from tablesim.small.modules import ResetReason, SmallBoard
from tablesim.small.play import Slices
from tablesim.small.world import FIFO, FIRST_TICK, Restart, Slice, Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

MEMORY = 0x50
#: the kind of a record of a fault (tablecore.records), whose part is the screen or the page
FAULT = 128
#: what `go` returns instead of a time when the program wants to be started again
STOPPED = -1
_WRAP = 0x1FFFFFFF


class Live(Surroundings):
    """A world in which time passes by itself: `now()` returns ms, `draw(count)` random bytes in hex."""

    def __init__(self, now: Any, draw: Any) -> None:
        super().__init__()
        self._now = now
        self._draw = draw
        self.wait = 0

    @property
    def now(self) -> int:
        """The ms of the page, modulo 2 to the power of 29."""
        return int(self._now())

    def draw(self, count: int) -> bytes:
        """Return random bytes."""
        return unhexlify(self._draw(count))

    def sleep(self, ms: int) -> None:
        """Wait; the page waits as well."""
        began = self.now
        while (self.now - began) & _WRAP < ms:
            pass

    def rest(self, ahead: int) -> None:
        """End the slice; `wait` says after how many ms the program has something to do."""
        waiting = len(self.seats) or len(self.pad) or self.port.in_waiting
        self.wait = 0 if waiting else max(1, ahead)
        raise Slice


class Phone(Slices):
    """The board of a phone: the program in `folder`, and what the page asks of it."""

    def __init__(
        self, folder: str, uid: bytes, now: Any, draw: Any, restarted: bool = False, settings: Any = None
    ) -> None:
        self.world = Live(now, draw)
        super().__init__(folder, SmallBoard(self.world, uid))
        board = self.board
        board.display = QuickDisplay()
        board.memory = QuickMemory()
        board.bus = Bus({0x3C: board.display, MEMORY: board.memory})
        self._restarted = restarted
        self._settings = settings or {}
        self._present = True
        #: the texts on the display by page and column
        self._texts: dict[tuple[int, int], str] = {}

    def addresses(self) -> str:
        """Return where the display's bytes and the pages of the memory are, as numbers with blanks."""
        # MicroPython's own: no stubs for it
        import uctypes  # type: ignore[import-not-found]

        places = list(self.board.memory.pages)
        places.insert(0, self.board.display.ram)
        return " ".join(str(uctypes.addressof(place)) for place in places)

    def start(self) -> int:
        """Begin the program; return what `go` returns."""
        import sys

        self.install()
        modules: Any = sys.modules
        modules["microcontroller"].nvm = bytearray(b"\xff" * 256)
        modules["os"].getenv = self._settings.get
        if self._restarted:
            modules["microcontroller"].cpu.reset_reason = ResetReason.SOFTWARE
        self.open()
        self._note_texts()
        # `exec` takes the compiled text as well
        self._loop = compile(self._loop, "code.py", "exec")  # type: ignore[assignment]
        try:
            self.begin()
        except Restart:
            return STOPPED
        return self.world.wait

    def go(self) -> int:
        """Run one pass of the loop; return the ms until the next one is due."""
        try:
            self.again()
        except Restart:
            return STOPPED
        return self.world.wait

    def touch(self, what: int, pressed: bool, at: int) -> None:
        """Press or release a key at this ms of `now`."""
        self.world.touch(what, pressed, (int(at) + FIRST_TICK) & _WRAP)

    def keep(self, present: bool) -> None:
        """Let the memory answer, or not."""
        if present != self._present:
            self._present = present
            if present:
                self.board.bus.put_back(MEMORY)
            else:
                self.board.bus.take_away(MEMORY)

    def connect(self, opened: bool) -> None:
        """Tell that a host opens the data channel, or closes it."""
        self.world.port.connected = opened
        self.world.port.take()

    def room(self) -> int:
        """Return how many bytes the data channel takes now."""
        return FIFO - self.world.port.in_waiting

    def receive(self, text: str) -> None:
        """Take text from the host."""
        self.world.port.send(text.encode())

    def taken(self) -> str:
        """Return what the program has sent to the host."""
        port = self.world.port
        return port.take().decode() if port.out_waiting else ""

    def signals(self) -> int:
        """Return the lamps as bits 0 to 3, and the frequency of the tone from bit 4 on."""
        hardware = self.names.get("hardware")
        if hardware is None:
            return 0
        found = 0
        for place in range(len(hardware.lamps)):
            found |= hardware.lamps[place].value << place
        tone = hardware.pwm
        return found | (tone.frequency << 4 if tone is not None and tone.duty_cycle else 0)

    def _note_texts(self) -> None:
        # what the program writes, in words, for people who do not see the display
        from tabledevice.canvas import Canvas

        kind: Any = Canvas
        texts = self._texts
        fill, text, large = kind.fill, kind.text, kind.large

        def filled(canvas: Any, page: int, x0: int, x1: int, value: int = 0, pages: int = 1) -> None:
            for place in list(texts):
                if page <= place[0] < page + pages and x0 <= place[1] < x1:
                    del texts[place]
            fill(canvas, page, x0, x1, value, pages)

        def small(canvas: Any, x: int, page: int, string: str, lit: bool = False) -> Any:
            texts[(page, x)] = string
            return text(canvas, x, page, string, lit)

        def big(canvas: Any, x: int, page: int, string: str, lit: bool = False) -> Any:
            texts[(page, x)] = string
            return large(canvas, x, page, string, lit)

        kind.fill, kind.text, kind.large = filled, small, big

    def told(self) -> str:
        """Return the texts on the display, from the top, without the font's own symbols."""
        rows = [self._texts[place] for place in sorted(self._texts)]
        letters = ["".join([one for one in row if one >= " " and not "\x7f" <= one < "\xa0"]) for row in rows]
        return "  ".join([row.strip() for row in letters if row.strip()])

    def seats(self) -> int:
        """Return the number of seats of the present game, 2 before a game is set up."""
        app = self.names.get("app")
        return 2 if app is None else app.fold.sheet.seats

    def absent(self, part: int, ms: int) -> None:
        """Record that the players could not see the board for `ms`, or that its page was loaded again."""
        app = self.names.get("app")
        if app is not None and app.dice_fit():
            app.record(FAULT, part, 0, 0, app.hardware.now(), ms, 0)

    def last(self) -> int:
        """Return the sequence of the newest record."""
        app = self.names.get("app")
        return 0 if app is None else app.journal.last
