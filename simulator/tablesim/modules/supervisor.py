"""`supervisor`: the tick counter, USB identity, what runs next and why the program was started."""

from __future__ import annotations

from typing import NoReturn

from tablesim.costs import CALL_US
from tablesim.endings import Reload
from tablesim.modules.os import build as build_os
from tablesim.vm import Vm


class RunReason:
    """Why the program was started."""

    STARTUP: RunReason
    AUTO_RELOAD: RunReason
    SUPERVISOR_RELOAD: RunReason
    REPL_RELOAD: RunReason


for _name in RunReason.__annotations__:
    setattr(RunReason, _name, RunReason())


class SafeModeReason:
    """Why the board is in safe mode."""

    NONE: SafeModeReason
    BROWNOUT: SafeModeReason
    FLASH_WRITE_FAIL: SafeModeReason
    GC_ALLOC_OUTSIDE_VM: SafeModeReason
    HARD_FAULT: SafeModeReason
    INTERRUPT_ERROR: SafeModeReason
    NLR_JUMP_FAIL: SafeModeReason
    NO_CIRCUITPY: SafeModeReason
    NO_HEAP: SafeModeReason
    PROGRAMMATIC: SafeModeReason
    SAFE_MODE_PY_ERROR: SafeModeReason
    SDK_FATAL_ERROR: SafeModeReason
    STACK_OVERFLOW: SafeModeReason
    USB_BOOT_DEVICE_NOT_INTERFACE_ZERO: SafeModeReason
    USB_TOO_MANY_ENDPOINTS: SafeModeReason
    USB_TOO_MANY_INTERFACE_NAMES: SafeModeReason
    USER: SafeModeReason
    WATCHDOG: SafeModeReason


for _name in SafeModeReason.__annotations__:
    setattr(SafeModeReason, _name, SafeModeReason())


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    timeline, crystal, usb = vm.timeline, vm.crystal, vm.board.usb_device

    class Runtime:
        """`supervisor.runtime`."""

        autoreload = True
        display = None
        rgb_status_brightness = 0

        @property
        def safe_mode_reason(self) -> SafeModeReason:
            """Why the board is in safe mode."""
            reason: SafeModeReason = getattr(SafeModeReason, vm.safe_mode)
            return reason

        @property
        def usb_connected(self) -> bool:
            """Whether a host has enumerated the board."""
            vm.spend(CALL_US)
            return usb.enumerated

        @property
        def serial_connected(self) -> bool:
            """Whether somebody has the console open."""
            vm.spend(CALL_US)
            return usb.console.enumerated and usb.console.dtr

        @property
        def serial_bytes_available(self) -> int:
            """Bytes waiting on the console."""
            vm.spend(CALL_US)
            return len(usb.console.rx)

        @property
        def run_reason(self) -> RunReason:
            """Why this program was started."""
            reason: RunReason = getattr(RunReason, vm.run_reason)
            return reason

    def ticks_ms() -> int:
        vm.spend(CALL_US)
        return crystal.ticks_ms(timeline.now_us)

    def reload() -> NoReturn:
        raise Reload

    def set_next_code_file(
        filename: str | None,
        *,
        working_directory: str | None = None,
        reload_on_success: bool = False,
        reload_on_error: bool = False,
        sticky_on_success: bool = False,
        sticky_on_error: bool = False,
        sticky_on_reload: bool = False,
    ) -> None:
        if sticky_on_success or sticky_on_error or sticky_on_reload or working_directory is not None:
            raise NotImplementedError("The simulator has no sticky next files and no folders for them.")
        vm.next_file = filename
        vm.reload_on_success, vm.reload_on_error = reload_on_success, reload_on_error

    def set_usb_identification(
        manufacturer: str | None = None, product: str | None = None, vid: int = -1, pid: int = -1
    ) -> None:
        if not vm.in_boot:
            return
        for text in (manufacturer, product):
            if text is not None and (len(text) > 126 or not text.isascii()):
                raise ValueError("A USB name is at most 126 ASCII characters.")
        usb.manufacturer = manufacturer or usb.manufacturer
        usb.product = product or usb.product
        usb.vid = vid if vid >= 0 else usb.vid
        usb.pid = pid if pid >= 0 else usb.pid

    return {
        "RunReason": RunReason,
        "Runtime": Runtime,
        "SafeModeReason": SafeModeReason,
        "get_previous_traceback": lambda: vm.previous_traceback,
        "get_setting": build_os(vm)["getenv"],
        "reload": reload,
        "runtime": Runtime(),
        "set_next_code_file": set_next_code_file,
        "set_usb_identification": set_usb_identification,
        "ticks_ms": ticks_ms,
    }
