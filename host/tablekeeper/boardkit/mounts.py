"""Finds the drives of boards: searches the operating system's mounted drives for the label."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

LABEL = "CIRCUITPY"
#: the drive of a Pico that has no CircuitPython yet, or was plugged in with BOOTSEL held
LOADER = "RPI-RP2"

# a second drive of the same name is mounted as CIRCUITPY1 (Linux) or "CIRCUITPY 1" (macOS)
_MOUNTED = re.compile(rf"({LABEL}|{LOADER})( ?\d+)?")
_VOLUMES = Path("/Volumes")
_LABELS = Path("/dev/disk/by-label")


@dataclass(frozen=True, slots=True)
class Mounts:
    """The drives of boards and of Picos' boot loaders on this computer."""

    drives: tuple[Path, ...] = ()
    """Mounted drives with the label CIRCUITPY."""
    loaders: tuple[Path, ...] = ()
    """Mounted drives of boards that wait for CircuitPython itself."""
    unmounted: tuple[str, ...] = ()
    """Devices with the label CIRCUITPY that are not mounted (Linux tells)."""


def mounts() -> Mounts:
    """Return the drives that are mounted on this computer now."""
    if sys.platform == "win32":
        return windows(_volumes())
    if sys.platform == "darwin":
        return volumes(path for path in _VOLUMES.iterdir() if path.is_mount())
    return linux(Path("/proc/self/mounts").read_text("utf-8", "surrogateescape"), _labels())


def linux(table: str, labels: Mapping[str, str]) -> Mounts:
    """Search /proc/self/mounts; `labels` maps devices to labels, but may lack one of two equal labels."""
    places: dict[str, Path] = {}
    for line in table.splitlines():
        fields = [_unescaped(field) for field in line.split(" ")]
        if len(fields) >= 2 and fields[0].startswith("/"):
            places.setdefault(fields[0], Path(fields[1]))
    named = {device: labels.get(device) or _label_of(place) for device, place in places.items()}
    return Mounts(
        _sorted(places[device] for device, label in named.items() if label == LABEL),
        _sorted(places[device] for device, label in named.items() if label == LOADER),
        tuple(sorted(device for device, label in labels.items() if label == LABEL and device not in places)),
    )


def volumes(mounted: Iterable[Path]) -> Mounts:
    """Search the folders of macOS's /Volumes; the name of a volume is that of its folder."""
    found = {place: _label_of(place) for place in mounted}
    return Mounts(
        _sorted(place for place, label in found.items() if label == LABEL),
        _sorted(place for place, label in found.items() if label == LOADER),
    )


def windows(named: Mapping[str, str]) -> Mounts:
    """Search the drives of Windows, given as root ("E:\\") -> label."""
    return Mounts(
        _sorted(Path(root) for root, label in named.items() if label == LABEL),
        _sorted(Path(root) for root, label in named.items() if label == LOADER),
    )


def _sorted(places: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(sorted(places))


def _label_of(place: Path) -> str | None:
    found = _MOUNTED.fullmatch(place.name)
    return None if found is None else found[1]


def _unescaped(field: str) -> str:
    # the kernel writes space, tab, newline and backslash as \040 and so on
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), field)


def _labels() -> dict[str, str]:
    """Return the labels of devices, as udev knows them."""
    if not _LABELS.is_dir():
        return {}
    return {os.path.realpath(link): link.name for link in _LABELS.iterdir()}


def _volumes() -> dict[str, str]:
    """Return the labels of the drive letters."""
    found: dict[str, str] = {}
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        # a card reader without a card must not open a dialogue (SEM_FAILCRITICALERRORS)
        kernel.SetErrorMode(1)
        letters = kernel.GetLogicalDrives()
        for place in range(26):
            root, label = f"{chr(ord('A') + place)}:\\", ctypes.create_unicode_buffer(261)
            named = letters >> place & 1 and kernel.GetVolumeInformationW(
                root, label, len(label), None, None, None, None, 0
            )
            if named and label.value:
                found[root] = label.value
    return found
