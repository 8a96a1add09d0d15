"""Runs once after a reset, before USB starts: names the board, opens the data channel, hides the drive.

While people play, no computer may write to the drive or search it, so the drive is hidden. To see it, hold
the key `#` while plugging the board in, until the first screen appears. If this file fails, it ends before
it hides the drive; in safe mode it is not run at all. So nobody is locked out.
"""

import board
import digitalio
import microcontroller
import storage
import supervisor
import usb_cdc

#: the last page of the flash memory, where safemode.py logs failures (its docstring has the layout)
_LOG = 256
_PLUGGED_IN = 0
_EMPTY = 0xFF


def key_held():
    """Return whether `#` is down: its column is pulled up, and the closed key connects it to a row at 0 V."""
    row = digitalio.DigitalInOut(board.GP19)
    column = digitalio.DigitalInOut(board.GP22)
    row.switch_to_output(value=False)
    column.switch_to_input(pull=digitalio.Pull.UP)
    # the pull-up resistor needs a few microseconds to charge the wire to the key
    microcontroller.delay_us(100)
    down = not column.value
    column.deinit()
    row.deinit()
    return down


def note_power_on():
    """After a safe mode: note in the log that somebody has switched the board off and on since."""
    nvm = microcontroller.nvm
    place = len(nvm) - _LOG
    last = _PLUGGED_IN
    while place < len(nvm) and nvm[place] != _EMPTY:
        last = nvm[place]
        place += 1
    if last != _PLUGGED_IN and place < len(nvm):
        nvm[place] = _PLUGGED_IN


usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification(manufacturer="Tablekeeper", product="Tablekeeper")
if microcontroller.cpu.reset_reason is microcontroller.ResetReason.POWER_ON:
    note_power_on()
if not key_held():
    storage.disable_usb_drive()
