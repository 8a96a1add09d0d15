"""The same board made of a Raspberry Pi: keys, lamps and display on its header, through Blinka.

It offers what `hardware.Hardware` offers, so that the rest of the program is the same. Two things are worse
than on the board: keys are not scanned while the program is busy, so a press is stamped at the next `idle`
(after 5 ms while nothing is drawn, otherwise after up to a whole screen's transfer); and a power cut may
damage the Raspberry Pi's own card. The host finds this table at a network address
instead of a cable: `tablekeeper serve --port socket://ADDRESS:7240`.

Run it with `python -m tabledevice.hardware_blinka [ADDRESS:PORT]`.
"""

import os
import socket
import sys
import time

import board
import busio
import digitalio

from tablecore.ticks import WRAP, Ticks
from tabledevice.app import App
from tabledevice.rescue import Rescue

try:
    import pwmio
except (ImportError, NotImplementedError, RuntimeError):
    # Blinka does not support PWM on this computer: the table is silent
    pwmio = None

#: Blinka's names of the pins; the numbers are the Raspberry Pi's GPIO numbers
SCL, SDA = "SCL", "SDA"
SEATS = ("D5", "D6", "D13", "D19")
LAMPS = ("D12", "D16", "D20", "D21")
ROWS = ("D17", "D27", "D22", "D23")
COLUMNS = ("D24", "D25", "D26")
PIEZO = "D18"
#: only programs on this computer can connect, unless another address is given
ADDRESS = ("127.0.0.1", 7240)
#: the files with the serial number: the first exists on a Raspberry Pi, the other on any Linux
_SERIALS = ("/proc/device-tree/serial-number", "/etc/machine-id")
#: microcontroller.ResetReason.UNKNOWN in a boot record
_UNKNOWN = 6
#: how many times in a row the program was restarted after failures; passed on in the environment
_RESTARTS = "TABLEKEEPER_RESTARTS"
#: keys are scanned at this interval (s); the queue holds as many events as on the board
_SLICE = 0.005
_MOST_EVENTS = 64
#: more turns than any match has
_ALL_LEARNT = 1 << 20
#: most bytes that the link may have in transit; the same as on the board's USB
_FIFO = 256
#: a host that disappeared without closing its connection is given up after about 10 + 3 x 5 s
_KEEP_ALIVE = (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3))


class Event:
    """One change of a key."""

    def __init__(self):
        self.key_number = 0
        self.pressed = False
        self.timestamp = 0


class Events:
    """A queue of changes; when it is full, the newest change is lost."""

    def __init__(self):
        self._waiting = []
        self.overflowed = False

    def __len__(self):
        return len(self._waiting)

    def add(self, key, pressed, raw):
        """Add a change at a raw tick."""
        if len(self._waiting) < _MOST_EVENTS:
            self._waiting.append((key, pressed, raw))
        else:
            self.overflowed = True

    def get_into(self, event):
        """Put the oldest change into the event; return whether there was one."""
        if not self._waiting:
            return False
        event.key_number, event.pressed, event.timestamp = self._waiting.pop(0)
        return True

    def clear(self):
        """Clear all events and the mark that some were lost."""
        self._waiting = []
        self.overflowed = False


class Buttons:
    """Buttons between a pin and ground, with pull-ups."""

    def __init__(self, pins):
        self.events = Events()
        self._pins = [_input(pin) for pin in pins]
        self._down = [False] * len(self._pins)

    def scan(self, raw):
        """Scan every button; the tick is the stamp of the changes."""
        for key in range(len(self._pins)):
            _change(self, key, not self._pins[key].value, raw)


class Matrix:
    """Keys between rows and columns; a row is pulled low while its keys are scanned."""

    def __init__(self, rows, columns):
        self.events = Events()
        self._rows = [_input(pin) for pin in rows]
        self._columns = [_input(pin) for pin in columns]
        self._down = [False] * (len(self._rows) * len(self._columns))

    def scan(self, raw):
        """Scan every key, row by row."""
        key = 0
        for row in self._rows:
            row.switch_to_output(value=False)
            for column in self._columns:
                _change(self, key, not column.value, raw)
                key += 1
            row.switch_to_input(pull=digitalio.Pull.UP)


class Port:
    """The cable, as a listening network address: one host at a time; others can't interrupt it."""

    def __init__(self, address):
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(address)
        self._listener.listen(1)
        self._listener.setblocking(False)
        self.address = self._listener.getsockname()
        self._host = None
        self._was_connected = False
        self._received = bytearray()
        self._sending = bytearray()

    @property
    def connected(self):
        """Whether a host is connected; between two hosts this is False at least once."""
        self._exchange()
        if self._host is not None or not self._was_connected:
            try:
                self._answer(self._listener.accept()[0])
            except OSError:
                # no host connects, or it has already disconnected
                pass
        self._was_connected = self._host is not None
        return self._was_connected

    @property
    def in_waiting(self):
        """Number of bytes to read."""
        self._exchange()
        return len(self._received)

    @property
    def out_waiting(self):
        """Number of bytes that have not been sent yet."""
        self._exchange()
        return len(self._sending)

    def readinto(self, buffer):
        """Fill the buffer with the received bytes; return their number."""
        count = min(len(buffer), len(self._received))
        buffer[:count] = self._received[:count]
        del self._received[:count]
        return count

    def write(self, data):
        """Take as many bytes as fit; return their number."""
        count = min(len(data), _FIFO - len(self._sending))
        self._sending += data[:count]
        self._exchange()
        return count

    def reset_output_buffer(self):
        """Drop the bytes that have not been sent yet."""
        del self._sending[:]

    def close(self):
        """Close the connection and accept no more hosts."""
        self._hang_up()
        self._listener.close()

    def _answer(self, caller):
        if self._host is not None:
            caller.close()
            return
        self._host = caller
        caller.setblocking(False)
        # frames are small and must be sent at once
        caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, seconds in _KEEP_ALIVE:
            if hasattr(socket, name):
                caller.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), seconds)

    def _hang_up(self):
        if self._host is not None:
            self._host.close()
            self._host = None
        del self._received[:]
        del self._sending[:]

    def _exchange(self):
        # move the bytes that can be moved now; this also notices when the host has disconnected
        if self._host is None:
            return
        try:
            while len(self._received) < _FIFO:
                data = self._host.recv(_FIFO - len(self._received))
                if not data:
                    self._hang_up()
                    return
                self._received += data
        except BlockingIOError:
            pass
        except OSError:
            self._hang_up()
            return
        try:
            while self._sending:
                del self._sending[: self._host.send(self._sending)]
        except BlockingIOError:
            pass
        except OSError:
            self._hang_up()


class Hardware:
    """Opens the header's pins, the bus and the network address."""

    def __init__(self, address=ADDRESS, uid=None):
        self.uid = _serial_number() if uid is None else uid
        self.reset_reason = _UNKNOWN
        self.restarts = int(os.environ.get(_RESTARTS, "0"))
        self._ticks = Ticks(_raw())
        try:
            # the system sets the speed (dtparam=i2c_arm_baudrate); on Linux a program cannot
            self.i2c = busio.I2C(getattr(board, SCL), getattr(board, SDA))
        except (OSError, RuntimeError, ValueError):
            # the bus is switched off: there is no display and no memory, but the clock runs
            self.i2c = None
        self.seats = Buttons(SEATS)
        self.pad = Matrix(ROWS, COLUMNS)
        self.event = Event()
        self.lamps = [_output(pin) for pin in LAMPS]
        self.small_display = os.getenv("TABLEKEEPER_DISPLAY") == "small"
        self.learnt = _ALL_LEARNT if os.getenv("TABLEKEEPER_HINTS") == "short" else 0
        self.pwm = _sound()
        self.data = Port(address)
        #: whether a host was connected at the last look, and whether one has disconnected since
        self.attended = False
        self.hung_up = False

    def now(self):
        """Return ms since the sitting began."""
        return self._ticks.now(_raw())

    def at(self, raw):
        """Return ms since the sitting began for the stamp of a key event."""
        return self._ticks.at(raw)

    def rebase(self):
        """Begin a new sitting; return how long the ended one lasted."""
        self._ticks.now(_raw())
        return self._ticks.rebase()

    def draw(self, count):
        """Return random bytes from the system."""
        return os.urandom(count)

    def memory(self):
        """Return 0 bytes of free memory: here it is not counted."""
        return 0

    def tidy(self):
        """Do nothing: this Python collects garbage by itself."""

    def forget(self, name):
        """Keep the module: there is memory enough here."""

    def forget_rare(self):
        """Keep the modules: there is memory enough here."""

    def load(self, names, spare):
        """Load nothing in advance: loading takes no time here."""
        return False

    def unload(self, kept, room):
        """Keep every module that has been loaded: there is memory enough here."""

    def discard(self, kind, *names):
        """Keep methods that will not run again: there is memory enough here."""

    def battery(self):
        """Return -1: the supply of a Raspberry Pi cannot be measured."""
        return -1

    def feed(self):
        """Do nothing: whatever starts this program restarts it, for example a system service."""

    def describe(self, error):
        """Return an error and where it happened, as lines of text."""
        import traceback

        text = "".join(traceback.format_exception(error))
        sys.stderr.write(text)
        return text

    def reload(self):
        """Start the program again in place of this process; this does not return."""
        os.environ[_RESTARTS] = str(self.restarts + 1)
        self.data.close()
        os.execv(sys.executable, [sys.executable] + sys.orig_argv[1:])

    def reset(self):
        """Start the program again: a program must not reset the whole computer."""
        self.reload()

    def wait(self, ms):
        """Wait without reading keys or host: presses and bytes stay in their queues."""
        time.sleep(ms / 1000)

    def idle(self, until):
        """Scan the keys until `until` (ms), or until a key or the host wants something."""
        while True:
            raw = _raw()
            self.seats.scan(raw)
            self.pad.scan(raw)
            if self.now() >= until or self.wanted():
                return
            time.sleep(_SLICE)

    def wanted(self):
        """Return whether a key or the host wants something."""
        if len(self.seats.events) or len(self.pad.events):
            return True
        if self.data.connected != self.attended:
            # another host may have connected before the program looks
            self.hung_up = self.attended
            return True
        return self.data.in_waiting > 0


def _change(keys, key, down, raw):
    if down != keys._down[key]:
        keys._down[key] = down
        keys.events.add(key, down, raw)


def _input(name):
    pin = digitalio.DigitalInOut(getattr(board, name))
    pin.switch_to_input(pull=digitalio.Pull.UP)
    return pin


def _output(name):
    pin = digitalio.DigitalInOut(getattr(board, name))
    pin.switch_to_output(value=False)
    return pin


def _sound():
    if pwmio is None or os.getenv("TABLEKEEPER_SOUND") == "off":
        return None
    try:
        return pwmio.PWMOut(getattr(board, PIEZO), duty_cycle=0, frequency=2000, variable_frequency=True)
    except (OSError, RuntimeError, ValueError):
        # the pin has no PWM on this computer, or another program uses it: the table is silent
        return None


def _raw():
    # wraps like the board's own counter
    return time.monotonic_ns() // 1000000 % WRAP


def _serial_number():
    for place in _SERIALS:
        try:
            with open(place) as file:
                return bytes.fromhex(file.read().strip("\0\n ")[-16:])
        except (OSError, ValueError):
            # try the next file
            continue
    raise RuntimeError("This computer tells no serial number: pass Hardware a uid of 8 bytes.")


def main(words):
    """Run the table at the address in the first word ("0.0.0.0:7240"), else on this computer."""
    address = ADDRESS
    if words:
        name, _, port = words[0].rpartition(":")
        address = (name, int(port))
    hardware = Hardware(address)
    rescue = Rescue(hardware)
    app = None
    while True:
        try:
            if app is None:
                app = App(hardware)
            app.step()
            hardware.idle(app.until)
        except Exception as error:
            # after any error: a table whose clock never runs again is worse
            rescue.bring_back(app, error)


if __name__ == "__main__":
    main(sys.argv[1:])
