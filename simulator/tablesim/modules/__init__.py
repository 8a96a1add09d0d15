"""Stand-ins for CircuitPython's built-in modules, one file each, built for each start of a program.

Names and signatures are those of CircuitPython 10; behaviour is that of its RP2040 port where the firmware
can tell the difference. Every call passes through the board's `Vm`, so that none works without power.
"""

from __future__ import annotations

from types import ModuleType

from tablesim.modules import (
    analogio,
    board,
    busio,
    digitalio,
    gc,
    keypad,
    microcontroller,
    os,
    pwmio,
    storage,
    supervisor,
    time,
    traceback,
    usb_cdc,
    watchdog,
)
from tablesim.vm import Vm

BUILDERS = {
    "analogio": analogio.build,
    "board": board.build,
    "busio": busio.build,
    "digitalio": digitalio.build,
    "gc": gc.build,
    "keypad": keypad.build,
    "microcontroller": microcontroller.build,
    "os": os.build,
    "pwmio": pwmio.build,
    "storage": storage.build,
    "supervisor": supervisor.build,
    "time": time.build,
    "traceback": traceback.build,
    "usb_cdc": usb_cdc.build,
    "watchdog": watchdog.build,
}
"""Each module name the board answers itself, and what makes it."""


def build(vm: Vm) -> dict[str, ModuleType]:
    """Return all modules of one start of a program."""
    built: dict[str, ModuleType] = {}
    for name, make in BUILDERS.items():
        module = ModuleType(name)
        module.__dict__.update(make(vm))
        built[name] = module
    return built
