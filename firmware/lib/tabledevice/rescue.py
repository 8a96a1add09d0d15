"""Rescue: restarts the program after a failure, so that a game continues with a correct clock.

    failures within SOON         what happens
    the first and the second     the application restarts from the journal; its clock continues by its stamps
    the third                    the program is reloaded, as after a power cut but with the power on
    the third after that         the processor is reset
    the third after that         a screen says what to do, and the program stops

After HEALTHY ms without a failure the count starts again. For failures from lack of memory, a reserve of
memory is kept, which is then freed. A failure before Rescue starts, or in Rescue itself, is handled by
lastresort.py.
"""

import gc
from binascii import crc32

from micropython import const

#: so many failures within this time (ms) are too many
MOST = 3
SOON = 10000
_HEALTHY = const(60000)
#: bytes of memory kept in reserve for the restart
RESERVE = 1024
#: how many characters of a failure's text are reported, counted from its end
_TOLD = const(700)


class Rescue:
    """Counts the failures since the last restart and decides what to do."""

    def __init__(self, hardware):
        self._hardware = hardware
        self._reserve = bytearray(RESERVE)
        self._recent = []
        self.failures = 0

    def bring_back(self, app, error):
        """Restart the application after an error; without an error, its start is tried again.

        Returns when the loop may continue. An error during the restart counts as another failure.
        """
        while error is not None:
            self._reserve = None
            gc.collect()
            now = self._hardware.now()
            self.failures += 1
            self._recent = [at for at in self._recent if 0 <= now - at < SOON]
            self._recent.append(now)
            text = self._tell(error)
            error = None
            if len(self._recent) >= MOST:
                self._start_over(app, now, text)
            if app is not None:
                try:
                    app.recover(self.failures, text)
                except Exception as another:
                    error = another
        gc.collect()
        try:
            self._reserve = bytearray(RESERVE)
        except MemoryError:
            # there is not enough memory: the next failure will find no reserve
            self._reserve = None

    def _tell(self, error):
        try:
            return self._hardware.describe(error)[-_TOLD:]
        except Exception:
            # probably the memory was not enough
            return error.__class__.__name__ + "\n"

    def _start_over(self, app, now, text):
        hardware = self._hardware
        before = 0 if now > _HEALTHY else hardware.restarts
        if before == 0:
            hardware.reload()
        elif before == 1:
            hardware.reset()
        else:
            self._stop(app, text)

    def _stop(self, app, text):
        # nothing has helped: show it with all that still works, until the power is cut
        try:
            if app is not None:
                from tabledevice import stopped

                stopped.give_up(app, text)
            elif self._hardware.i2c is not None:
                from tabledevice import stopped

                stopped.show(self._hardware.i2c, stopped.last_line(text))
        except Exception:
            # no display: only the lamps can show the failure
            self._reserve = None
        # no program answers the host any more: its messages must not wake the board
        self._hardware.data = None
        lit = False
        while True:
            lit = not lit
            for lamp in self._hardware.lamps:
                lamp.value = lit
            self._hardware.feed()
            self._hardware.idle(self._hardware.now() + 500)
            self._hardware.seats.events.clear()
            self._hardware.pad.events.clear()


def detail(text):
    """Return the number in the FAULT record of a failure: equal failures have equal numbers."""
    return crc32(text.encode()) & 0xFFFFFFFF
