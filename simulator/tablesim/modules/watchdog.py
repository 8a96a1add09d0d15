"""`watchdog`: resets the processor when it is not fed; at most 8 s, reset mode only."""

from __future__ import annotations

from tablesim.vm import Vm


class WatchDogTimeout(Exception):
    """Never raised here: the processor has no such mode."""


class WatchDogMode:
    """What happens when the time is up."""

    RAISE: WatchDogMode
    RESET: WatchDogMode


WatchDogMode.RAISE, WatchDogMode.RESET = WatchDogMode(), WatchDogMode()


class WatchDogTimer:
    """`microcontroller.watchdog`."""

    def __init__(self, vm: Vm) -> None:
        self._vm = vm
        self._timeout: float | None = None
        self._mode: WatchDogMode | None = None
        self._deadline = 0
        self._pending = False

    @property
    def timeout(self) -> float | None:
        """Seconds without `feed` until the watchdog resets the processor."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        if not 0 < timeout <= 8:
            raise ValueError("timeout duration exceeded the maximum supported value")
        self._timeout = timeout
        self.feed()

    @property
    def mode(self) -> WatchDogMode | None:
        """The mode, None while the watchdog is stopped."""
        return self._mode

    @mode.setter
    def mode(self, mode: WatchDogMode | None) -> None:
        if mode is WatchDogMode.RAISE:
            raise NotImplementedError("RAISE mode is not implemented")
        if mode is not None and self._timeout is None:
            raise ValueError("WatchDogTimer.timeout must be greater than 0")
        if mode is not None and self._mode is None:
            self._vm.on_exit(self.deinit)
        self._mode = mode
        self._vm.watchdog_used |= mode is not None
        self.feed()

    def feed(self) -> None:
        """Start the watchdog's time again."""
        if self._mode is not None and self._timeout is not None:
            vm = self._vm
            self._deadline = vm.timeline.now_us + round(self._timeout * 1_000_000)
            if not self._pending:
                self._pending = True
                vm.timeline.push(self._deadline, self._look, None)

    def deinit(self) -> None:
        """Stop the watchdog."""
        self._mode = None

    def _look(self, _: None) -> None:
        self._pending = False
        vm = self._vm
        if self._mode is None or not vm.alive:
            return
        if vm.timeline.now_us >= self._deadline:
            vm.board.reset("WATCHDOG")
        else:
            self._pending = True
            vm.timeline.push(self._deadline, self._look, None)


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    return {"WatchDogMode": WatchDogMode, "WatchDogTimeout": WatchDogTimeout, "WatchDogTimer": WatchDogTimer}
