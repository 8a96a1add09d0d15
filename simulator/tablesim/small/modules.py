"""The CircuitPython modules that the firmware imports, implemented with a small board's world and chips.

Each is a class whose attributes are the module's names, because `sys.modules` accepts any object.
"""

import sys

from tablesim.small.chips import SIZE, Bus, Display, Memory
from tablesim.small.world import Queue, Restart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

#: modules that are replaced during a run; otherwise they are this Python's own
NAMES = (
    "adafruit_bus_device", "analogio", "busio", "digitalio", "keypad", "microcontroller", "os", "pwmio",
    "storage", "supervisor", "time", "usb_cdc", "watchdog",
)
BORROWED = ("os", "time")
#: the end of an unwritten flash page
NEVER_WRITTEN = b"\xff" * 256


def _no_setting(key: str) -> None:
    """Return None: a small board's drive has no settings."""


class Pins:
    """`board`: here a pin is only its name."""

    def __getattr__(self, name: str) -> str:
        return name


class Event:
    """A key event, filled in by the queue."""

    def __init__(self) -> None:
        self.key_number = 0
        self.pressed = True
        self.timestamp = 0


class Scanner:
    """Keys whose changes wait in a queue."""

    def __init__(self, events: Queue) -> None:
        self.events = events


class Pull:
    """Which way an input is pulled."""

    UP = True
    DOWN = False


class Pin:
    """A single pin: an output remembers its level, an input has the level of its pull."""

    def __init__(self, pin: str) -> None:
        self.value = False

    def switch_to_output(self, value: bool = False) -> None:
        """Drive the pin."""
        self.value = value

    def switch_to_input(self, pull: bool = Pull.DOWN) -> None:
        """Make the pin an input with the level of its pull."""
        self.value = pull

    def deinit(self) -> None:
        """Release the pin."""


class Voltage:
    """The supply voltage, read by a converter: 0 until it is set."""

    def __init__(self, pin: str) -> None:
        self.value = 0


class Tone:
    """The piezo: remembers its changes."""

    def __init__(
        self, pin: str, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        self.duty_cycle = duty_cycle
        self.frequency = frequency


class ResetReason:
    """Why the board started."""

    POWER_ON = "POWER_ON"
    RESET_PIN = "RESET_PIN"
    SOFTWARE = "SOFTWARE"
    UNKNOWN = "UNKNOWN"


class Processor:
    """The processor: its number, and why it started."""

    reset_reason = ResetReason.POWER_ON

    def __init__(self, uid: bytes) -> None:
        self.uid = uid


class RunReason:
    """Why the program was started."""

    STARTUP = "STARTUP"
    SUPERVISOR_RELOAD = "SUPERVISOR_RELOAD"


class Runtime:
    """The supervisor's settings and values."""

    autoreload = True
    run_reason = RunReason.STARTUP


class Drive:
    """The board's drive: it belongs to the program while no computer sees it."""

    readonly = True


class WatchDogMode:
    """The action of a watchdog that is not fed."""

    RESET = "RESET"


class WatchDog:
    """Counts how often it is fed."""

    timeout = 0
    mode: str | None = None

    def __init__(self) -> None:
        self.fed = 0

    def feed(self) -> None:
        """Wait again."""
        self.fed += 1


class I2CDevice:
    """A chip at an address, which locks the bus while it is used. On the board this class is in C, too."""

    def __init__(self, i2c: Bus, device_address: int, probe: bool = True) -> None:
        self.i2c = i2c
        self._address = device_address
        if probe:
            with self:
                try:
                    self.write(b"")
                except OSError as error:
                    raise ValueError(f"No I2C device at address: 0x{device_address:x}") from error

    def __enter__(self) -> "I2CDevice":
        while not self.i2c.try_lock():
            pass
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.i2c.unlock()

    def write(self, buffer: Any, start: int = 0, end: int = SIZE) -> None:
        """Send a part of the buffer."""
        self.i2c.writeto(self._address, buffer, start, end)


class DeviceModule:
    """The two modules of `adafruit_bus_device` in one; nothing here uses SPI."""

    I2CDevice = I2CDevice


class Module:
    """A module: its names are its attributes."""


class SmallBoard:
    """A world with chips, and the modules through which a program uses them."""

    def __init__(self, world: Any, uid: bytes) -> None:
        self.world = world
        self.display = Display()
        self.memory = Memory()
        self.uid = uid
        self.usb_product = ""
        self.drive = Drive()
        self.watchdog = WatchDog()
        self.waited = 0
        self.bus = Bus({0x3C: self.display, 0x50: self.memory})
        self._own = [(name, sys.modules.get(name)) for name in BORROWED]

    def _i2c(self, scl: str, sda: str, frequency: int = 100000) -> Bus:
        if scl != "GP5" or sda != "GP4" or frequency != 400000:
            raise ValueError("Invalid pins")
        return self.bus

    def _keys(
        self, pins: Any, value_when_pressed: bool = False, pull: bool = True, interval: float = 0.02
    ) -> Scanner:
        if len(pins) != 4:
            raise ValueError("four seats have a button each")
        return Scanner(self.world.seats)

    def _matrix(self, row_pins: Any, column_pins: Any, interval: float = 0.02) -> Scanner:
        if len(row_pins) != 4 or len(column_pins) != 3:
            raise ValueError("the keypad has four rows of three")
        return Scanner(self.world.pad)

    def _sleep(self, seconds: float) -> None:
        # the program's usual sleep is not computed: a new number would be an allocation while the board rests
        self.world.sleep(1 if seconds == 0.001 else int(seconds * 1000))

    def _wait(self, us: int) -> None:
        self.waited += us

    def _hide_drive(self) -> None:
        self.drive.readonly = False

    def _restart(self) -> None:
        raise Restart

    def _drive(self, path: str) -> Drive:
        return self.drive

    def _usb_enable(self, console: bool = True, data: bool = False) -> None:
        self._usb.data = self.world.port if data else None

    def _usb_name(self, manufacturer: str = "", product: str = "") -> None:
        self.usb_product = product

    def install(self) -> None:
        """Put all modules in place."""
        modules: Any = sys.modules
        for name in NAMES:
            modules[name] = Module()
        modules["board"] = Pins()
        modules["adafruit_bus_device"].i2c_device = DeviceModule
        modules["adafruit_bus_device"].spi_device = DeviceModule
        modules["busio"].I2C = self._i2c
        modules["busio"].SPI = None
        modules["analogio"].AnalogIn = Voltage
        modules["digitalio"].DigitalInOut = Pin
        modules["digitalio"].Pull = Pull
        keypad = modules["keypad"]
        keypad.Event, keypad.Keys, keypad.KeyMatrix = Event, self._keys, self._matrix
        processor = modules["microcontroller"]
        processor.cpu, processor.ResetReason = Processor(self.uid), ResetReason
        processor.nvm, processor.delay_us = NEVER_WRITTEN, self._wait
        modules["storage"].disable_usb_drive, modules["storage"].getmount = self._hide_drive, self._drive
        processor.watchdog = self.watchdog
        modules["watchdog"].WatchDogMode = WatchDogMode
        modules["pwmio"].PWMOut = Tone
        supervisor = modules["supervisor"]
        supervisor.ticks_ms, supervisor.runtime = self.world.ticks, Runtime()
        supervisor.RunReason = RunReason
        supervisor.reload = processor.reset = self._restart
        supervisor.set_usb_identification = self._usb_name
        self._usb = modules["usb_cdc"]
        self._usb.data, self._usb.enable = None, self._usb_enable
        modules["os"].urandom, modules["os"].getenv = self.world.draw, _no_setting
        modules["time"].sleep = self._sleep

    def give_back(self) -> None:
        """Restore this Python's own modules."""
        for name, own in self._own:
            if own is None:
                del sys.modules[name]
            else:
                sys.modules[name] = own
