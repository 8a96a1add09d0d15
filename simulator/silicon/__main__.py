"""`make board IMAGE=file BOOTROM=file`: the firmware on CircuitPython itself, on an emulated board."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from silicon import delivery, emulator, image, runs
from silicon.npm import Missing
from silicon.rig import RigError

NO_IMAGE = (
    "Skipped: no image of CircuitPython is kept here; download the Pico's .uf2 from circuitpython.org and "
    "say make board IMAGE=path/to/it BOOTROM=path/to/the/boot/ROM (docs/silicon.md tells where that is)."
)
NO_BOOTROM = "The RP2040's boot ROM is needed, too: say BOOTROM=path (docs/silicon.md tells where it is)."
#: usual names of a boot ROM, searched beside the image
BOOTROMS = ("bootrom*.bin", "b?.bin", "bootrom*.mjs", "bootrom*.ts", "bootrom*.js")
_DIFFERENT = 1
_REFUSED = 2
#: processor cycles of a miss of the flash cache (measured)
_MISS_CYCLES = 62


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m silicon",
        description="Run the firmware on CircuitPython itself, on an emulated RP2040 with the board's chips "
        "and keys: all five programs, compared with the simulator's board, then the times.",
    )
    parser.add_argument("--image", type=Path, help="CircuitPython for the Pico: .uf2, or .bin of the flash")
    parser.add_argument("--bootrom", type=Path, help="the RP2040's boot ROM: .bin, or a text with its words")
    parser.add_argument("--symbols", type=Path, help="JSON: addresses of functions of the image")
    parser.add_argument("--xip", action="store_true", help="let a miss of the flash cache take its time")
    parser.add_argument("--only", choices=("smoke", "latency"), help="one of the two runs")
    return parser


def main(words: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0 also without a command."""
    wanted = _arguments().parse_args(words)
    if wanted.image is None:
        _tell(NO_IMAGE)
        return 0
    bootrom = wanted.bootrom or _beside(wanted.image)
    if bootrom is None:
        _tell(NO_BOOTROM)
        return _REFUSED
    try:
        options: dict[str, object] = {"missCycles": _MISS_CYCLES if wanted.xip else 0}
        if wanted.symbols is not None:
            options["symbols"] = json.loads(wanted.symbols.read_text("utf-8"))
        firmware, rom = image.firmware(wanted.image), image.bootrom(bootrom)
        bench = runs.Bench(
            emulator.package(),
            emulator.REPOSITORY,
            firmware=firmware,
            bootrom=rom,
            files=delivery.files(firmware, _tell),
            options=options,
        )
        fine = True
        if wanted.only != "latency":
            _tell("smoke: all five programs")
            fine = runs.smoke(bench, runs.steps("smoke"), _tell)
        if wanted.only != "smoke":
            _tell("latency: a match of backgammon")
            fine = runs.measure(bench, runs.steps("latency"), _tell) and fine
    except (Missing, image.ImageError, OSError, ValueError, RigError) as refused:
        _tell(f"Error: {refused}")
        return _REFUSED
    return 0 if fine else _DIFFERENT


def _beside(path: Path) -> Path | None:
    return next((found for name in BOOTROMS for found in sorted(path.parent.glob(name))), None)


def _tell(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
