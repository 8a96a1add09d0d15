"""`digitalio`: single pins as inputs and outputs."""

from __future__ import annotations

from tablesim.costs import CALL_US
from tablesim.pins import DEINITIALIZED, SCL, SDA, Pin
from tablesim.vm import Vm


class Direction:
    """Input or output."""

    INPUT: Direction
    OUTPUT: Direction


Direction.INPUT, Direction.OUTPUT = Direction(), Direction()


class Pull:
    """Which way an input is pulled."""

    UP: Pull
    DOWN: Pull


Pull.UP, Pull.DOWN = Pull(), Pull()


class DriveMode:
    """How an output is driven."""

    PUSH_PULL: DriveMode
    OPEN_DRAIN: DriveMode


DriveMode.PUSH_PULL, DriveMode.OPEN_DRAIN = DriveMode(), DriveMode()


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    wiring = vm.board.wiring

    class DigitalInOut:
        """One pin; at first an input without pull."""

        def __init__(self, pin: Pin) -> None:
            pin.claim(self)
            self._held: Pin | None = pin
            self._drive_mode = DriveMode.PUSH_PULL
            self._output: bool | None = None
            vm.on_exit(self.deinit)

        @property
        def _pin(self) -> Pin:
            if self._held is None:
                raise ValueError(DEINITIALIZED)
            vm.spend(CALL_US)
            return self._held

        def deinit(self) -> None:
            """Release the pin."""
            if self._held is not None:
                self._held.release()
                self._held = None

        def __enter__(self) -> DigitalInOut:
            return self

        def __exit__(self, *error: object) -> None:
            self.deinit()

        def switch_to_output(self, value: bool = False, drive_mode: DriveMode = DriveMode.PUSH_PULL) -> None:
            """Drive the pin."""
            self._drive_mode = drive_mode
            self._pin.pull = None
            self._drive(bool(value))

        def switch_to_input(self, pull: Pull | None = None) -> None:
            """Make the pin an input, floating or with a pull."""
            pin = self._pin
            pin.driven = self._output = None
            pin.pull = None if pull is None else pull is Pull.UP

        @property
        def direction(self) -> Direction:
            """`Direction.INPUT` or `Direction.OUTPUT`."""
            return Direction.INPUT if self._output is None else Direction.OUTPUT

        @direction.setter
        def direction(self, direction: Direction) -> None:
            if direction is Direction.OUTPUT:
                self.switch_to_output()
            else:
                self.switch_to_input()

        @property
        def value(self) -> bool:
            """The pin's level."""
            name = self._pin.name
            if name == SDA and not vm.board.bus.free:
                return False
            return wiring.level(name)

        @value.setter
        def value(self, value: bool) -> None:
            if self._output is None:
                raise AttributeError("Cannot set value when direction is input.")
            self._drive(bool(value))

        @property
        def drive_mode(self) -> DriveMode:
            """Push-pull or open drain."""
            if self._output is None:
                raise AttributeError("Drive mode not used when direction is input.")
            return self._drive_mode

        @drive_mode.setter
        def drive_mode(self, mode: DriveMode) -> None:
            if self._output is None:
                raise AttributeError("Drive mode not used when direction is input.")
            self._drive_mode = mode
            self._drive(self._output)

        @property
        def pull(self) -> Pull | None:
            """The pull of an input."""
            if self._output is not None:
                raise AttributeError("Pull not used when direction is output.")
            return {None: None, True: Pull.UP, False: Pull.DOWN}[self._pin.pull]

        @pull.setter
        def pull(self, pull: Pull | None) -> None:
            if self._output is not None:
                raise AttributeError("Pull not used when direction is output.")
            self.switch_to_input(pull)

        def _drive(self, value: bool) -> None:
            self._output = value
            released = value and self._drive_mode is DriveMode.OPEN_DRAIN
            pin = self._pin
            if pin.name == SCL and value and pin.driven is False:
                vm.board.bus.clock()
            pin.driven = None if released else value

    return {"DigitalInOut": DigitalInOut, "Direction": Direction, "DriveMode": DriveMode, "Pull": Pull}
