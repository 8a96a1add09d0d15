"""`pwmio.PWMOut`: every change is passed to the listeners of the board."""

from __future__ import annotations

from tablesim.costs import CALL_US
from tablesim.pins import DEINITIALIZED, Pin
from tablesim.vm import Vm


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""

    class PWMOut:
        """A square wave on a pin."""

        def __init__(
            self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
        ) -> None:
            pin.claim(self)
            self._pin: Pin | None = pin
            self._duty_cycle = duty_cycle
            self._frequency = frequency
            self._variable = variable_frequency
            vm.on_exit(self.deinit)
            if duty_cycle:
                self._note()

        def deinit(self) -> None:
            """Stop the wave and release the pin."""
            if self._pin is not None:
                if self._duty_cycle:
                    self._duty_cycle = 0
                    self._note()
                self._pin.release()
                self._pin = None

        def __enter__(self) -> PWMOut:
            return self

        def __exit__(self, *error: object) -> None:
            self.deinit()

        @property
        def duty_cycle(self) -> int:
            """The share of the time in which the pin is high, of 65,535."""
            return self._duty_cycle

        @duty_cycle.setter
        def duty_cycle(self, duty_cycle: int) -> None:
            self._check()
            if not 0 <= duty_cycle <= 0xFFFF:
                raise ValueError("PWM duty_cycle must be between 0 and 65535 inclusive (16 bit resolution)")
            if duty_cycle != self._duty_cycle:
                self._duty_cycle = duty_cycle
                self._note()

        @property
        def frequency(self) -> int:
            """The frequency (Hz)."""
            return self._frequency

        @frequency.setter
        def frequency(self, frequency: int) -> None:
            self._check()
            if not self._variable:
                raise AttributeError(
                    "PWM frequency not writable when variable_frequency is False on construction."
                )
            if frequency < 1:
                raise ValueError("Invalid PWM frequency")
            if frequency != self._frequency:
                self._frequency = frequency
                self._note()

        def _check(self) -> None:
            if self._pin is None:
                raise ValueError(DEINITIALIZED)
            vm.spend(CALL_US)

        def _note(self) -> None:
            vm.board.sounds.append((vm.timeline.now_us, self._frequency, self._duty_cycle))

    return {"PWMOut": PWMOut}
