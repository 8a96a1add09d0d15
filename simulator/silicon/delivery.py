"""The files that `tablekeeper board install` would write to a board with this image of CircuitPython."""

from __future__ import annotations

import re
from collections.abc import Callable

from tablekeeper.boardkit import compiler, identify, make_bundle
from tablekeeper.boardkit.bundle import wanted_board
from tablekeeper.errors import UserError

#: CircuitPython's version in its own texts and in boot_out.txt
_VERSION = re.compile(rb"Adafruit CircuitPython [0-9][ -~]* on [ -~]*")


def files(firmware: bytes, tell: Callable[[str], None]) -> dict[str, bytes]:
    """Return path -> content: bytecode for the version that the image names, or the sources if asked for."""
    board = wanted_board()
    said = _VERSION.search(firmware)
    # the board writes this text at its first boot; the image has the board's name in another place
    name = board.board.encode() if board.board.encode() in firmware else b"another"
    boot_out = None if said is None else said[0] + b"\r\nBoard ID:" + name + b"\r\n"
    try:
        identity = identify(boot_out, board) if boot_out else None
        head = compiler.header(identity) if identity else None
        why = compiler.missing() if identity else "The image names no version of CircuitPython."
    except UserError as refused:
        head, why = None, str(refused)
    if why:
        tell(f"{why} So the modules are .py here: the board starts later and has less memory.")
    bundle = make_bundle(None if why else head)
    return {**bundle.files, "settings.toml": bundle.settings.encode()}
