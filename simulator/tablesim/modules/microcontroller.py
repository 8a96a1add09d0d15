"""`microcontroller`: the processor's identity, its flash-backed memory, reset and watchdog."""

from __future__ import annotations

from typing import NoReturn

from tablesim.costs import ERASE_US, PROGRAM_US
from tablesim.endings import Reset
from tablesim.modules.watchdog import WatchDogTimer
from tablesim.pins import Pin
from tablesim.vm import Vm


class ResetReason:
    """Why the processor started."""

    POWER_ON: ResetReason
    BROWNOUT: ResetReason
    SOFTWARE: ResetReason
    DEEP_SLEEP_ALARM: ResetReason
    RESET_PIN: ResetReason
    WATCHDOG: ResetReason
    UNKNOWN: ResetReason
    RESCUE_DEBUG: ResetReason

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"microcontroller.ResetReason.{self.name}"


for _name in ResetReason.__annotations__:
    setattr(ResetReason, _name, ResetReason(_name))


class RunMode:
    """What the processor does after the next reset."""

    NORMAL: RunMode
    SAFE_MODE: RunMode
    UF2: RunMode
    BOOTLOADER: RunMode


for _name in RunMode.__annotations__:
    setattr(RunMode, _name, RunMode())


class ByteArray:
    """`microcontroller.nvm`: one flash sector; every write except to erased bytes erases all of it.

    Power lost during the erase loses every byte.
    """

    def __init__(self, vm: Vm) -> None:
        self._vm = vm

    def __len__(self) -> int:
        return len(self._vm.board.nvm)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int | slice) -> int | bytearray:
        return self._vm.board.nvm[index]

    def __setitem__(self, index: int | slice, value: int | bytes | bytearray) -> None:
        vm, board = self._vm, self._vm.board
        if isinstance(index, int):
            index = slice(index, index + 1) if index >= 0 else slice(len(self) + index, len(self) + index + 1)
            value = bytes((value,)) if isinstance(value, int) else value
        if isinstance(value, int):
            raise ValueError("array/bytes required on right side")
        start, stop, step = index.indices(len(self))
        if step != 1 or len(value) != stop - start:
            raise ValueError("Slice and value different lengths.")
        wanted = bytearray(board.nvm)
        wanted[start:stop] = value
        old = board.nvm[start:stop]
        erase = any(byte != 0xFF for byte in old)
        cost = ERASE_US if erase else PROGRAM_US
        vm.interrupts_off_until = vm.timeline.now_us + cost
        if erase:
            board.nvm_erases += 1
            board.nvm[:] = b"\xff" * len(self)
        vm.spend(cost)
        board.nvm[:] = wanted


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""

    class Processor:
        """`microcontroller.cpu`."""

        frequency = 125_000_000
        temperature = 27.0
        voltage = None

        @property
        def uid(self) -> bytearray:
            """The flash chip's 8-byte id."""
            return bytearray(vm.board.uid)

        @property
        def reset_reason(self) -> ResetReason:
            """Why the processor started.

            `reset` uses the watchdog, and starting a watchdog leaves the same mark as a reset by it: from
            then on the two cannot be told apart.
            """
            bitten = vm.watchdog_used and vm.reset_reason == "SOFTWARE"
            reason: ResetReason = getattr(ResetReason, "WATCHDOG" if bitten else vm.reset_reason)
            return reason

    def reset() -> NoReturn:
        raise Reset("SOFTWARE")

    cpu = Processor()
    return {
        "ByteArray": ByteArray,
        "Pin": Pin,
        "Processor": Processor,
        "ResetReason": ResetReason,
        "RunMode": RunMode,
        "cpu": cpu,
        "cpus": (cpu, cpu),
        "delay_us": vm.spend,
        "disable_interrupts": lambda: None,
        "enable_interrupts": lambda: None,
        "nvm": ByteArray(vm),
        "on_next_reset": lambda run_mode: None,
        "reset": reset,
        "watchdog": WatchDogTimer(vm),
    }
