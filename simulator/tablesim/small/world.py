"""Time and events: scripted keys and host, and the queues of events that the program has not read yet.

Time stops while the program works and advances while it rests. It is in milliseconds from the start of
code.py, so that the numbers stay small integers. Without events this module allocates nothing, because the
allocations of an idle pass of the program are measured with it.
"""

from binascii import unhexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

#: kinds of scripted events beside the numbers of keys (0 to 3 seats, from 10 on the keypad)
HOST_OPENS, HOST_SENDS, HOST_CLOSES, END = -1, -2, -3, -4
#: a chip stops answering, answers again (value: its address); the program fails at the next key
CHIP_GOES, CHIP_COMES, FAILURE = -6, -7, -8
KEYPAD = 10
NEVER = 0x3FFFFFFF
QUEUE = 64
FIFO = 256
#: `supervisor.ticks_ms` at the first line of code.py: a good minute before it wraps
FIRST_TICK = 0x1FFF0000 + 1600
_WRAP = 0x1FFFFFFF


class Slice(BaseException):
    """Raised while the program rests, to end a slice of the run."""


class Queue:
    """The key events that the program has not fetched yet; a full queue loses the new one."""

    def __init__(self) -> None:
        self.overflowed = False
        self._events: list[tuple[int, bool, int]] = []

    def __len__(self) -> int:
        return len(self._events)

    def put(self, number: int, pressed: bool, timestamp: int) -> None:
        """Add a change of a key."""
        if len(self._events) < QUEUE:
            self._events.append((number, pressed, timestamp))
        else:
            self.overflowed = True

    def get_into(self, event: Any) -> bool:
        """Move the oldest change into an existing object; return whether there was one."""
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.pop(0)
        return True

    def clear(self) -> None:
        """Clear all changes and the overflow."""
        self._events.clear()
        self.overflowed = False


class Port:
    """The data channel: received bytes, and bytes for the host in a FIFO of 256 bytes."""

    def __init__(self) -> None:
        self.connected = False
        self.timeout = None
        self.write_timeout = None
        self._in = bytearray()
        self._out = bytearray()

    @property
    def in_waiting(self) -> int:
        """Bytes to read."""
        return len(self._in)

    @property
    def out_waiting(self) -> int:
        """Bytes that the host has not taken."""
        return len(self._out)

    def readinto(self, buffer: Any) -> int:
        """Read received bytes into the buffer; return their number."""
        count = min(len(buffer), len(self._in))
        buffer[:count] = self._in[:count]
        self._in = self._in[count:]
        return count

    def write(self, data: bytes) -> int:
        """Write the bytes that fit; return their number."""
        count = min(len(data), FIFO - len(self._out))
        self._out += data[:count]
        return count

    def reset_output_buffer(self) -> None:
        """Drop the bytes that have not been sent."""
        self._out = bytearray()

    def send(self, data: bytes) -> None:
        """Send bytes from the host; bytes that do not fit are lost."""
        self._in += data[: FIFO - len(self._in)]

    def take(self) -> bytes:
        """Read the waiting bytes on the host's side."""
        out = bytes(self._out)
        self._out = bytearray()
        return out


class Restart(BaseException):
    """Raised when the program resets the processor, or asks to be loaded again."""


class Surroundings:
    """What is around a board: its keys, its data channel, and the time `now` (ms) of a subclass."""

    now: Any

    def __init__(self) -> None:
        self.seats = Queue()
        self.pad = Queue()
        self.port = Port()

    def ticks(self) -> int:
        """Return the value of `supervisor.ticks_ms`."""
        found: int = (self.now + FIRST_TICK) & _WRAP
        return found

    def touch(self, what: int, pressed: bool, stamp: int) -> None:
        """Add a change of a key (0 to 3 seats, from KEYPAD on the keypad) with its stamp in ticks."""
        if what >= KEYPAD:
            self.pad.put(what - KEYPAD, pressed, stamp)
        else:
            self.seats.put(what, pressed, stamp)


class World(Surroundings):
    """A scripted world. `script` is an open text file with lines of three words in order.

    The first line is `0 -5 HEX`: the random bytes, used repeatedly. Each other line is MS WHAT
    VALUE: a key number with 1 or 0 is a contact that closes or opens at this ms; HOST_OPENS, HOST_SENDS
    (value: bytes in HEX) and HOST_CLOSES are actions of the host; `inject(what, value)` carries out
    CHIP_GOES, CHIP_COMES (value: an address) and FAILURE; the last one is END, which stops the run before the
    program sees it. Lines are read only when they are due, because they would otherwise fill the heap that is
    measured. `taken(bytes)` gets the bytes that the host reads.
    """

    def __init__(self, script: Any, taken: Any) -> None:
        super().__init__()
        self.now = 0
        self.passes = 0
        self.inject: Any = None
        self._left = 0
        self._script = script
        self._taken = taken
        self._drawn = 0
        self._read()
        self._entropy = unhexlify(self._value)
        self._read()

    def sleep(self, ms: int) -> None:
        """Let time pass while the program sleeps."""
        self.advance(self.now + ms)

    def draw(self, count: int) -> bytes:
        """Return the next random bytes; start again at the beginning when they are used up."""
        found = bytearray(count)
        for place in range(count):
            found[place] = self._entropy[self._drawn % len(self._entropy)]
            self._drawn += 1
        return bytes(found)

    def _read(self) -> None:
        at, what, self._value = self._script.readline().split()
        self._at = int(at)
        self._what = int(what)

    def is_over(self) -> bool:
        """Return whether everything in the script has happened."""
        return self._at == NEVER

    def advance(self, now: int) -> None:
        """Advance the time to `now`, and carry out all events until then."""
        if self.port.out_waiting:
            self._taken(self.port.take())
        while self._at <= now:
            self.now = self._at
            what = self._what
            if what >= 0:
                self.touch(what, self._value == "1", self.ticks())
            elif what == HOST_SENDS:
                self.port.send(unhexlify(self._value))
            elif what <= CHIP_GOES:
                self.inject(what, int(self._value))
            elif what != END:
                self.port.connected = what == HOST_OPENS
            if what == END:
                self._at = NEVER
            else:
                self._read()
        self.now = now

    def rest(self, ahead: int) -> None:
        """Let `ahead` ms pass, at least one, or less if an event comes before; may end a slice."""
        until = self.now + (ahead if ahead > 0 else 1)
        if self._at < until:
            until = self._at
        self.advance(until)
        self.passes += 1
        self._left -= 1
        if self._left <= 0 or self.is_over():
            raise Slice

    def allow(self, passes: int) -> None:
        """Let the program rest this often before the slice ends."""
        self._left = passes
