"""The battery: its charge, estimated from the voltage with which it feeds the board when USB does not.

A rough estimate: a battery's voltage depends on load, age and temperature. It is reported as low after
several low readings, and as good again when it is clearly higher or USB feeds the board.
"""

from micropython import const

#: stands for an unknown charge
UNKNOWN = 255
#: (mV, per cent left), rising
CHARGE = ((3100, 0), (3300, 10), (3400, 30), (3500, 50), (3700, 80), (3900, 100))
LOW = 15
#: the charge counts as good again when it is this much above LOW
_BETTER = const(5)
#: number of readings, one a second
_READINGS = const(5)


class Battery:
    """The estimate from the voltage: `left` is the last one in per cent, `low` whether to report it."""

    def __init__(self, hardware):
        self._hardware = hardware
        self.left = UNKNOWN
        self.low = False
        self._readings = 0

    def read(self):
        """Take a reading."""
        millivolts = self._hardware.battery()
        if millivolts <= 0:
            # USB feeds the board, or the board cannot measure it
            self._readings = 0
            self.low = False
            return
        left = per_cent(millivolts)
        self.left = left
        if (left <= LOW) == self.low:
            self._readings = 0
        elif not self.low or left >= LOW + _BETTER:
            self._readings += 1
            if self._readings >= _READINGS:
                self._readings = 0
                self.low = not self.low


def per_cent(millivolts):
    """Return the charge (per cent) at a voltage."""
    before, most = CHARGE[0]
    if millivolts <= before:
        return most
    for volts, left in CHARGE:
        if millivolts <= volts:
            return most + (left - most) * (millivolts - before) // (volts - before)
        before = volts
        most = left
    return most
