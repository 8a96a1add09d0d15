"""`storage`: who may write the board's drive."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablesim.vm import Vm


def build(vm: Vm) -> dict[str, object]:
    """The module's names."""
    drive = SimpleNamespace(readonly=True, label="CIRCUITPY")

    def remount(
        mount_path: str, readonly: bool = False, *, disable_concurrent_write_protection: bool = False
    ) -> None:
        if not vm.in_boot and vm.board.usb_device.enumerated and not disable_concurrent_write_protection:
            raise RuntimeError("Cannot remount path when visible via USB.")
        drive.readonly = readonly

    def boot_only(switch: str) -> None:
        if not vm.in_boot:
            raise RuntimeError(f"{switch} must be called in boot.py, before USB is connected.")

    return {
        "disable_usb_drive": lambda: boot_only("disable_usb_drive"),
        "enable_usb_drive": lambda: boot_only("enable_usb_drive"),
        "getmount": lambda mount_path: drive,
        "remount": remount,
    }
