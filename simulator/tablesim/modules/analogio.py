"""`analogio`: voltages at pins; the one that is wired is a third of what feeds the board."""

from __future__ import annotations

from tablesim.costs import CALL_US
from tablesim.pins import DEINITIALIZED, VOLTAGE_MONITOR, Pin
from tablesim.vm import Vm

REFERENCE_MV = 3300
DIVIDER = 3
FULL_SCALE = 65535
#: the converter has 12 bits; the others repeat the highest
STEPS = 4095
PINS = ("GP26", "GP27", "GP28", VOLTAGE_MONITOR)


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""

    class AnalogIn:
        """A pin whose voltage is read."""

        reference_voltage = REFERENCE_MV / 1000

        def __init__(self, pin: Pin) -> None:
            if pin.name not in PINS:
                raise ValueError("Invalid pin")
            pin.claim(self)
            self._pin: Pin | None = pin
            vm.on_exit(self.deinit)

        def deinit(self) -> None:
            """Release the pin."""
            if self._pin is not None:
                self._pin.release()
                self._pin = None

        def __enter__(self) -> AnalogIn:
            return self

        def __exit__(self) -> None:
            self.deinit()

        @property
        def value(self) -> int:
            """The voltage, of 65,535 at the reference."""
            if self._pin is None:
                raise ValueError(DEINITIALIZED)
            vm.spend(CALL_US)
            millivolts = vm.board.supply_mv // DIVIDER if self._pin.name == VOLTAGE_MONITOR else 0
            step = min(STEPS, millivolts * STEPS // REFERENCE_MV)
            return step << 4 | step >> 8

    return {"AnalogIn": AnalogIn}
