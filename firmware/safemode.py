"""Runs after CircuitPython has failed: stores the reason and starts the board again.

The reasons are in the last page of the flash memory, one byte each, oldest first. A byte is the place of the
name in _REASONS; 0: somebody has switched the board off and on since (boot.py writes that); 0xFF: not written
yet. Bytes are only added, never erased: erasing would stop the clock, and a power cut could then lose all.
After MOST failures without a person in between, the board stays in safe mode, with its drive and console
for its owner. It does so, too, when a program asked for safe mode, and when the page is full. The
display then says what to do, if it can be drawn. Starts that fail are counted as well (lastresort.py).
"""

import time

import microcontroller
import supervisor

_LOG = 256
_PLUGGED_IN = 0
_EMPTY = 0xFF
#: a board that fails at every start reaches this number in half a minute
_MOST = 5
#: after a breakdown, a power supply gets this long to recover (s)
_REST = 1
#: names of supervisor.SafeModeReason; the place is the number in the log, so new ones go to the end
_REASONS = (
    "NONE", "BROWNOUT", "FLASH_WRITE_FAIL", "GC_ALLOC_OUTSIDE_VM", "HARD_FAULT", "INTERRUPT_ERROR",
    "NLR_JUMP_FAIL", "NO_CIRCUITPY", "NO_HEAP", "PROGRAMMATIC", "SAFE_MODE_PY_ERROR", "SDK_FATAL_ERROR",
    "STACK_OVERFLOW", "USB_BOOT_DEVICE_NOT_INTERFACE_ZERO", "USB_TOO_MANY_ENDPOINTS",
    "USB_TOO_MANY_INTERFACE_NAMES", "USER", "WATCHDOG", "UNKNOWN", "START"
)  # fmt: skip
#: the number of a reason that this firmware does not know; "START" is written by lastresort.py
_UNKNOWN = 18


def reason_number(reason):
    """Return the number of a reason for the log."""
    for place in range(1, _UNKNOWN):
        if getattr(supervisor.SafeModeReason, _REASONS[place], None) is reason:
            return place
    return _UNKNOWN


nvm = microcontroller.nvm
why = supervisor.runtime.safe_mode_reason
place = len(nvm) - _LOG
failures = 0
while place < len(nvm) and nvm[place] != _EMPTY:
    failures = 0 if nvm[place] == _PLUGGED_IN else failures + 1
    place += 1
if place < len(nvm):
    nvm[place] = reason_number(why)
    if failures < _MOST and why is not supervisor.SafeModeReason.PROGRAMMATIC:
        time.sleep(_REST)
        microcontroller.reset()
try:
    import lastresort

    lastresort.say()
except Exception as error:
    # an error that ends this file would hide the reason
    print(error)
