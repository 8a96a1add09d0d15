"""One run of a board from the start: boot.py, then code.py in slices.

code.py never ends, so each `Hardware.idle` (the simulator's one seam) ends a slice of the run with an
exception, and the next slice continues with code.py's own loop. Between two slices nothing of the program is
on the stack, so MicroPython's WebAssembly build can collect garbage then.
"""

import gc
import sys
from binascii import hexlify

from tablesim.small.modules import SmallBoard
from tablesim.small.world import CHIP_COMES, CHIP_GOES, Slice, World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

#: where the journal's records begin in the memory, and their size (tabledevice.journal, tablecore.records)
RING = 0x0500
RECORD = 24
UID = b"SMALLONE"


def show(what: str, data: bytes) -> None:
    """Print a word and bytes."""
    print(what, hexlify(data).decode())


def took(data: bytes) -> None:
    """Print the bytes that the host has read."""
    show("host", data)


def failing(*event: Any) -> None:
    """Raise an error, as a program whose next key fails."""
    raise ValueError("injected")


class Collector:
    """`gc` of a board with a heap of this size; `collect` makes a real collection."""

    def __init__(self, collect: Any, heap: int) -> None:
        self._now = collect
        self._heap = heap
        self.collections = 0

    def begin(self) -> None:
        """Treat the memory in use now as the surroundings, which are not in a real board's heap."""
        self._heap += self.mem_alloc()

    def collect(self) -> None:
        """Collect garbage."""
        self.collections += 1
        # requested first: the next call that leaves Python carries it out
        gc.collect()
        self._now()

    def mem_alloc(self) -> int:
        """Return the bytes in use."""
        found: int = getattr(gc, "mem_alloc")()  # noqa: B009  (CPython has none)
        return found

    def mem_free(self) -> int:
        """Return the free bytes."""
        return self._heap - self.mem_alloc()


class Slices:
    """A board whose program in `folder` (boot.py, code.py) runs in slices, which the world ends."""

    def __init__(self, folder: str, board: SmallBoard) -> None:
        self.board = board
        self.names: dict[str, Any] = {}
        self.rest: Any = None
        self._folder = folder
        self._loop = ""

    def _read(self, name: str) -> str:
        with open(self._folder + "/" + name) as file:
            return file.read()

    def install(self) -> None:
        """Put the modules in place and run boot.py."""
        self.board.install()
        # the part of code.py that runs repeatedly; it is read here, because a board needs no source text
        text = self._read("code.py")
        loop = text[text.index("    while True:\n        try:") : text.index("\nexcept ")]
        self._loop = "if True:\n" + loop
        exec(self._read("boot.py"), {"__name__": "__main__"})

    def open(self) -> None:
        """Let the world rest in place of the hardware; `rest` keeps the real method."""
        from tabledevice.hardware import Hardware

        world = self.board.world
        kind: Any = Hardware
        self.rest = kind.idle

        def idle(hardware: Any, until: int) -> None:
            world.rest(until - hardware.now())

        kind.idle = idle

    def begin(self) -> None:
        """Run code.py until its first slice ends."""
        self.run(self._read("code.py"))

    def again(self) -> None:
        """Run the loop of code.py until the slice ends."""
        self.run(self._loop)

    def run(self, text: Any) -> None:
        """Run code of the board until the slice ends."""
        try:  # noqa: SIM105  (contextlib is not on the board)
            exec(text, self.names)
        except Slice:
            pass


class Play(Slices):
    """A board, its program in `folder` and the file with its script.

    With `collect` and `heap` the program has a heap of `heap` bytes, and garbage is collected at its request;
    otherwise it has the heap of its machine.
    """

    def __init__(self, folder: str, script: str, collect: Any = None, heap: int = 0) -> None:
        self.world = World(open(script), took)  # noqa: SIM115  (it is read as long as the play goes on)
        super().__init__(folder, SmallBoard(self.world, UID))
        self.world.inject = self._inject
        self.peak = 0
        self.collector = None if collect is None else Collector(collect, heap)
        self._allowed = 1

    def open(self) -> None:
        """Open the hardware with the installed modules, and replace its rest by virtual time."""
        if self.collector is not None:
            self.collector.begin()
            # an object with the functions of the module
            sys.modules["gc"] = self.collector  # type: ignore[assignment]
        from tabledevice.hardware import Hardware

        self.board.give_back()
        super().open()
        kind: Any = Hardware
        # each Python writes a traceback in its own way, and a record holds its checksum
        kind.describe = lambda hardware, error: error.__class__.__name__

    def _inject(self, what: int, value: int) -> None:
        if what == CHIP_GOES:
            self.board.bus.take_away(value)
        elif what == CHIP_COMES:
            self.board.bus.put_back(value)
        else:
            # after that, Rescue makes a new program, which handles the key once more
            self.names["app"].program.key = failing

    def go(self, passes: int) -> bool:
        """Continue for this number of rests; return whether the script is not over yet."""
        self._allowed = passes
        self.again()
        return not self.world.is_over()

    def run(self, text: Any) -> None:
        """Run code of the board for the number of rests that is allowed."""
        self.world.allow(self._allowed)
        super().run(text)
        if hasattr(gc, "mem_alloc"):
            self.peak = max(self.peak, gc.mem_alloc())

    def weigh(self) -> None:
        """Print the bytes that each step of the loop allocates from now on, and the records it writes.

        Steps while a key is held are marked, steps that load modules are left out. Nothing is collected
        during a step: memory that it allocates and does not free at once is its garbage.
        """
        app = self.names["app"]
        step = app.step
        # only MicroPython has this function, so the type checker does not know it
        allocated: Any = getattr(gc, "mem_alloc")  # noqa: B009

        def weighed() -> None:
            last = app.journal.last
            loaded = len(sys.modules)
            before = allocated()
            step()
            after = allocated()
            if len(sys.modules) == loaded:
                kinds = [app.journal.read(seq)[4] for seq in range(last + 1, app.journal.last + 1)]
                print("held" if app.keys.holding() else "step", after - before, *kinds)

        app.step = weighed

    def step(self, count: int) -> None:
        """Run the loop's step `count` times while no time passes, so that nothing is due."""
        step = self.names["app"].step
        for _ in range(count):
            step()

    def idle(self, ms: int) -> None:
        """Rest as the real board does, in short slices, without events."""
        hardware = self.names["hardware"]
        self.rest(hardware, hardware.now() + ms)

    def passes(self, count: int) -> None:
        """Run all lines of the loop `count` times, with the real rest."""
        app = self.names["app"]
        hardware = self.names["hardware"]
        rest = self.rest
        for _ in range(count):
            app.step()
            hardware.feed()
            rest(hardware, app.until)

    def report(self) -> None:
        """Print the log in the memory, and the picture on the display."""
        place = RING
        record = self.board.memory.content(place, RECORD)
        while record != bytes(RECORD):
            show("record", record)
            place += RECORD
            record = self.board.memory.content(place, RECORD)
        show("screen", bytes(self.board.display.ram))
        print("display", "on" if self.board.display.on else "off")
        print("now", self.world.now, "passes", self.world.passes, "bytes", self.board.memory.written)
