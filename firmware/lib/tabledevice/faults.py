"""Faults of the hardware: each is recorded when it begins and when it ends, and reported.

The parts have the numbers of `tablekeeper.games.catalogue.PARTS`.
"""

from tablecore import records
from tabledevice import texts
from tabledevice.rescue import SOON

KEYS, DISPLAY, MEMORY, _, PROGRAM, _, BATTERY = range(7)


class Faults:
    """Checks the parts of an application; `bits` says which ones fail now.

    `memory_expected` says whether the board began with a memory of its own, so that it must still have one.
    """

    def __init__(self, app):
        self._app = app
        self.bits = 0
        self.memory_expected = app.journal.lasts()
        self._overflows = 0
        # when the program last failed
        self._failed_at = 0

    def failed(self, failures, detail, now):
        """Record a failure: its count since the last restart, and its number."""
        self._failed_at = now
        self.bits |= 1 << PROGRAM
        if self._app.dice_fit():
            self._app.record(records.FAULT, PROGRAM, 1, 0, now, failures, detail)

    def notice(self, now):
        """Check every part; called about once a second."""
        app = self._app
        self._note(KEYS, app.keys.overflows != self._overflows, app.keys.overflows, now)
        self._overflows = app.keys.overflows
        self._note(DISPLAY, not app.oled.alive, app.oled.failures, now)
        self._note(MEMORY, self.memory_expected and app.journal.volatile() > 0, app.journal.failures, now)
        had = self.bits & (1 << PROGRAM) != 0
        self._note(PROGRAM, had and 0 <= now - self._failed_at < SOON, 0, now)
        battery = app.battery
        battery.read()
        self._note(BATTERY, battery.low, battery.left, now)
        if battery.low != app.view.battery_low:
            app.view.battery_low = battery.low
            app.view.dirty = True
            if battery.low:
                app.flash(texts.BATTERY_LOW, now)

    def _note(self, part, failing, count, now):
        had = self.bits & (1 << part) != 0
        if failing == had:
            return
        self.bits ^= 1 << part
        if self._app.dice_fit():
            # this record is not worth the last free places of the memory
            self._app.record(records.FAULT, part, 1 if failing else 0, 0, now, count, 0)
