"""`storage`: who may write the board's drive."""

from __future__ import annotations

from types import SimpleNamespace

from tablesim.vm import Vm


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    # either the host or the program may write to the drive; a hidden drive belongs to the program
    drive = SimpleNamespace(readonly=vm.board.usb_device.drive_enabled, label="CIRCUITPY")

    def remount(
        mount_path: str, readonly: bool = False, *, disable_concurrent_write_protection: bool = False
    ) -> None:
        if not vm.in_boot and vm.board.usb_device.enumerated and not disable_concurrent_write_protection:
            raise RuntimeError("Cannot remount path when visible via USB.")
        drive.readonly = readonly

    def switch(name: str, enabled: bool) -> None:
        if not vm.in_boot:
            raise RuntimeError(f"{name} must be called in boot.py, before USB is connected.")
        vm.board.usb_device.drive_enabled = drive.readonly = enabled

    return {
        "disable_usb_drive": lambda: switch("disable_usb_drive", False),
        "enable_usb_drive": lambda: switch("enable_usb_drive", True),
        "getmount": lambda mount_path: drive,
        "remount": remount,
    }
