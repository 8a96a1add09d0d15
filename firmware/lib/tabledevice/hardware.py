"""The board's own hardware; the only module that imports modules that exist only on the board.

Pins are those of hw/ (RP2040, Raspberry Pi Pico). Everything is opened once and offered as
attributes, so that the program also runs on other hardware with the same attributes.
"""

import gc
import os
import sys
import time

import analogio
import board
import busio
import digitalio
import keypad
import microcontroller
import pwmio
import supervisor
import usb_cdc
from micropython import const

from tablecore.ticks import Ticks

_SCL = board.GP5
_SDA = board.GP4
#: clock pulses for a byte and its acknowledge bit; half a clock period (us)
_CLOCKS = const(9)
_HALF_CLOCK = const(5)
#: 400 kHz; CircuitPython's default of 100 kHz would make a screen take 92 ms
_I2C_HZ = const(400000)
#: seat buttons and keys are scanned at this interval (s), so stamps are exact to this
_SCAN = 0.005
#: names of microcontroller.ResetReason; the index of a name is the number in a boot record
_REASONS = (
    "POWER_ON", "BROWNOUT", "SOFTWARE", "DEEP_SLEEP_ALARM", "RESET_PIN", "WATCHDOG", "UNKNOWN", "RESCUE_DEBUG"
)
#: number in a boot record when the program was loaded again while the power stayed on
_RELOADED = const(8)
_SOFTWARE = const(2)
#: the supply voltage is measured after division by 3, and the converter reads 3300 mV at most
_FULL_SCALE = const(9900)
#: more turns than any match has
_ALL_LEARNT = const(1 << 20)
#: the longest sleep without a look at keys and USB (s)
_SLICE = 0.001
#: names of this module that are needed only while the board is opened
_ONCE = ("_bus", "_finish_byte", "_output", "_reason", "_REASONS")


class Hardware:
    """Opens pins, bus, keys, USB and time of the board.

    `reset_reason` is what `microcontroller.cpu` said before the watchdog was started (code.py does that).
    """

    def __init__(self, reset_reason):
        #: modules that every program needs: they are never unloaded
        self._first = tuple(sys.modules)
        self.uid = bytes(microcontroller.cpu.uid)
        self.reset_reason = _reason(reset_reason)
        #: this start: 0 after no failure, 1 the program was loaded again, 2 after a reset
        self.restarts = 2 if self.reset_reason == _SOFTWARE else 0
        if supervisor.runtime.run_reason is supervisor.RunReason.SUPERVISOR_RELOAD:
            self.reset_reason = _RELOADED
            self.restarts = 1
        self._ticks = Ticks(supervisor.ticks_ms())
        self.i2c = _bus()
        if self.i2c is None:
            _finish_byte()
            # without the bus there is no display and no memory, but the clock must run
            self.i2c = _bus()
        self.seats = keypad.Keys(
            (board.GP6, board.GP7, board.GP8, board.GP9), value_when_pressed=False, pull=True, interval=_SCAN
        )
        rows = (board.GP16, board.GP17, board.GP18, board.GP19)
        columns = (board.GP20, board.GP21, board.GP22)
        self.pad = keypad.KeyMatrix(rows, columns, interval=_SCAN)
        self.event = keypad.Event()
        self.lamps = [_output(pin) for pin in (board.GP10, board.GP11, board.GP12, board.GP13)]
        self.small_display = os.getenv("TABLEKEEPER_DISPLAY") == "small"
        #: how much of a match counts as learnt when it begins: all of it for those who know the keys
        self.learnt = _ALL_LEARNT if os.getenv("TABLEKEEPER_HINTS") == "short" else 0
        self.pwm = None
        if os.getenv("TABLEKEEPER_SOUND") != "off":
            self.pwm = pwmio.PWMOut(board.GP15, duty_cycle=0, frequency=2000, variable_frequency=True)
        # the Pico has both pins; on other boards the supply cannot be measured
        self._usb = None
        self._volts = None
        if hasattr(board, "VBUS_SENSE") and hasattr(board, "VOLTAGE_MONITOR"):
            self._usb = digitalio.DigitalInOut(board.VBUS_SENSE)
            self._volts = analogio.AnalogIn(board.VOLTAGE_MONITOR)
        self.data = usb_cdc.data
        #: whether a host had the port open at the last look, and whether it was closed since
        self.attended = False
        self.hung_up = False
        if self.data is not None:
            # by default a write waits for ever when the host does not read
            self.data.timeout = 0
            self.data.write_timeout = 0
        supervisor.runtime.autoreload = False
        #: while the drive is shown somebody works on the program, and the watchdog is off
        self._watchdog = None if microcontroller.watchdog.mode is None else microcontroller.watchdog
        self.feed()
        self.discard(Hardware, "__init__")
        if sys.implementation.name != "cpython":
            for name in _ONCE:
                del globals()[name]

    def now(self):
        """Return ms since the sitting began."""
        return self._ticks.now(supervisor.ticks_ms())

    def at(self, raw):
        """Return ms since the sitting began for the stamp of a key event."""
        return self._ticks.at(raw)

    def rebase(self):
        """Begin a new sitting; return how long the ended one lasted."""
        self._ticks.now(supervisor.ticks_ms())
        return self._ticks.rebase()

    def draw(self, count):
        """Return random bytes from the hardware."""
        return os.urandom(count)

    def memory(self):
        """Return free memory in bytes."""
        return gc.mem_free() if hasattr(gc, "mem_free") else 0

    def tidy(self):
        """Collect garbage; this takes about 10 ms."""
        gc.collect()

    def unload(self, kept, room):
        """Unload the modules loaded since the start, except these names; the next use loads them again.

        Garbage is then collected at once, unless `room` bytes are free already.
        """
        if sys.implementation.name == "cpython":
            # in a simulator: other boards live in the same process
            return
        for name in tuple(sys.modules):
            if name not in self._first and name not in kept:
                self.forget(name)
        if gc.mem_free() < room:
            gc.collect()

    def load(self, names, spare):
        """Load the first missing one of these if `spare` bytes are free; return whether it was loaded."""
        if sys.implementation.name == "cpython":
            return False
        for name in names:
            if name not in sys.modules:
                return self._load(name, spare)
        return False

    def _load(self, name, spare):
        if gc.mem_free() < spare:
            gc.collect()
            if gc.mem_free() < spare:
                return False
        try:
            __import__(name)
        except MemoryError:
            # memory is in too small pieces; other modules are unloaded when this one is needed
            return False
        return True

    def forget(self, name):
        """Unload a module: its memory is freed when no object uses it; the next use loads it again."""
        if sys.implementation.name == "cpython" or name not in sys.modules:
            return
        del sys.modules[name]
        package, _, module = name.rpartition(".")
        if package in sys.modules and hasattr(sys.modules[package], module):
            delattr(sys.modules[package], module)

    def forget_rare(self):
        """Unload a module that says that it is `RARE`, with its texts, if there is one; allocates nothing."""
        if sys.implementation.name == "cpython":
            return
        for name in sys.modules:
            if hasattr(sys.modules[name], "RARE"):
                self.forget(name)
                self.forget("tabledevice.texts." + name.rpartition(".")[2])
                return

    def discard(self, kind, *names):
        """Delete methods that will not run again until a restart: their bytecode takes memory."""
        if sys.implementation.name != "cpython":
            # not in a simulator: other boards use the same class
            for name in names:
                # not delattr: MicroPython's class would keep the old function alive
                setattr(kind, name, None)

    def battery(self):
        """Return the voltage (mV) of the battery that feeds the board; 0: USB feeds it, -1: unknown."""
        if self._volts is None:
            return -1
        if self._usb.value:
            return 0
        return self._volts.value * _FULL_SCALE // 65535

    def feed(self):
        """Report that the loop still runs; without this for 8 s the watchdog resets the board."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def describe(self, error):
        """Return an error and where it happened, as lines of text."""
        # rarely needed, so it is loaded only here
        import traceback

        return "".join(traceback.format_exception(error, error, error.__traceback__))

    def reload(self):
        """Load the program again; this does not return."""
        supervisor.reload()

    def reset(self):
        """Reset the processor; this does not return."""
        microcontroller.reset()

    def wait(self, ms):
        """Wait without reading keys or host: presses and bytes stay in their queues."""
        time.sleep(ms / 1000)

    def idle(self, until):
        """Rest until `until` (ms since the sitting began), or until a key or the host wants something."""
        while self.now() < until and not self.wanted():
            time.sleep(_SLICE)

    def wanted(self):
        """Return whether a key or the host wants something."""
        if len(self.seats.events) or len(self.pad.events):
            return True
        data = self.data
        if data is None:
            return False
        if data.connected != self.attended:
            # the port may be open again before the program looks
            self.hung_up = self.attended
            return True
        return data.in_waiting > 0


def _bus():
    # return the bus, or None if one of its lines stays low: no pull-ups, or a chip holds it
    try:
        return busio.I2C(_SCL, _SDA, frequency=_I2C_HZ)
    except RuntimeError:
        return None


def _finish_byte():
    # A reset in the middle of a reading leaves a chip with a byte half sent. It holds the line low until it
    # gets the remaining clock pulses of the byte; otherwise the bus could not be opened until a power cut.
    scl = digitalio.DigitalInOut(_SCL)
    for _ in range(_CLOCKS):
        scl.switch_to_output(value=False, drive_mode=digitalio.DriveMode.OPEN_DRAIN)
        microcontroller.delay_us(_HALF_CLOCK)
        scl.value = True
        microcontroller.delay_us(_HALF_CLOCK)
    scl.deinit()


def _output(pin):
    lamp = digitalio.DigitalInOut(pin)
    lamp.switch_to_output(value=False)
    return lamp


def _reason(reset_reason):
    # return the number for the log, in the order of microcontroller.ResetReason
    for place in range(len(_REASONS)):
        if getattr(microcontroller.ResetReason, _REASONS[place], None) is reset_reason:
            return place
    return 6
