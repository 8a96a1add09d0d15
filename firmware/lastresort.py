"""The last resort: a failed start is tried again; after several tries the board says so and stops.

It handles failures that nothing else handles: a module that can't be loaded, hardware that can't be opened,
an error in Rescue. It uses only what is built into CircuitPython. Failures are counted in the log of
safemode.py, where bytes are only added; boot.py writes there when somebody has switched the board off and on.

    failures since then      what follows
    the first                the program is loaded again
    up to MOST               the processor is reset
    one more                 a screen says what to do, if it can be drawn; the lamps blink, nothing else runs

A watchdog's reset counts as well: a program that hangs at every start is stopped, too. When the log is full,
the first failure stops the board.
"""

import time

import board
import busio
import digitalio
import microcontroller
import supervisor

_LOG = 256
_PLUGGED_IN = 0
_EMPTY = 0xFF
_MOST = 5
#: after a breakdown, a power supply gets this long to recover (s)
_REST = 1
#: half a period of the lamps (s)
_BLINK = 0.5
#: numbers in the log: a watchdog's reset, and a start that failed
_WATCHDOG = 17
_START = 19


def failures():
    """Return the number of failures logged since the board was switched on; a full log counts as too many."""
    nvm = microcontroller.nvm
    count = 0
    for place in range(len(nvm) - _LOG, len(nvm)):
        if nvm[place] == _EMPTY:
            return count
        count = 0 if nvm[place] == _PLUGGED_IN else count + 1
    return _MOST + 1


def note(number):
    """Log a failure, if there is room."""
    nvm = microcontroller.nvm
    for place in range(len(nvm) - _LOG, len(nvm)):
        if nvm[place] == _EMPTY:
            nvm[place] = number
            return


def go_on(reset_reason):
    """Continue a start that was not made by a person, unless too many failures came before it."""
    reloaded = supervisor.runtime.run_reason is supervisor.RunReason.SUPERVISOR_RELOAD
    if reset_reason is microcontroller.ResetReason.WATCHDOG and not reloaded:
        note(_WATCHDOG)
    if failures() > _MOST:
        _stop()


def start_again():
    """Log that this start has failed, and try again; this does not return."""
    before = failures()
    note(_START)
    time.sleep(_REST)
    if before == 0:
        supervisor.reload()
    microcontroller.reset()


def say():
    """Draw what to do, when nothing else uses the display; errors are raised."""
    from tabledevice import stopped

    stopped.show(busio.I2C(board.GP5, board.GP4, frequency=400000))


def _stop():
    lamps = [digitalio.DigitalInOut(pin) for pin in (board.GP10, board.GP11, board.GP12, board.GP13)]
    for lamp in lamps:
        lamp.switch_to_output(value=True)
    try:
        say()
    except Exception:
        # no display, or what draws can't be loaded: the lamps alone have to do
        pass
    while True:
        for lamp in lamps:
            lamp.value = not lamp.value
        microcontroller.watchdog.feed()
        time.sleep(_BLINK)
