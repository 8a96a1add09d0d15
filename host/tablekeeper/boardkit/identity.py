"""Which board a drive belongs to, read from the file that CircuitPython writes there at each start.

`boot_out.txt` begins with the version and the machine, then the board's id::

    Adafruit CircuitPython 10.1.4 on 2026-03-09; Raspberry Pi Pico with rp2040
    Board ID:raspberry_pi_pico
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from tablekeeper.errors import UserError

BOOT_OUT = "boot_out.txt"

_VERSION = re.compile(r"Adafruit CircuitPython (\d+)\.(\d+)\.(\d+)(\S*) on [^;]*; *(.*)")
_BOARD = re.compile(r"^Board ID: *(\S+)", re.MULTILINE)
# an alpha, beta or candidate is older than the version with its number; commits after a version are newer
_BEFORE = re.compile(r"-(alpha|beta|rc)\b")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The board this firmware is made for, from hw/board.toml."""

    name: str
    board: str
    """CircuitPython's id of the board."""
    oldest: tuple[int, int]
    """The oldest CircuitPython it runs on, (major, minor)."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The board behind a drive."""

    machine: str
    board: str
    version: tuple[int, int, int]
    text: str
    """The version as CircuitPython writes it."""


def wanted(board_toml: str) -> Wanted:
    """Return the board that a text of hw/board.toml describes."""
    board: dict[str, Any] = tomllib.loads(board_toml)["board"]
    major, minor = str(board["oldest_circuitpython"]).split(".")
    return Wanted(board["name"], board["circuitpython"], (int(major), int(minor)))


def identify(boot_out: bytes | None, wish: Wanted) -> Identity:
    """Return the board described by boot_out.txt (None: the file is missing); refuse any other board."""
    if boot_out is None:
        raise UserError(
            "The drive has no %(boot_out)s, so it does not belong to a CircuitPython board: name the right "
            "one with --drive.",
            boot_out=BOOT_OUT,
        )
    text = boot_out.decode("utf-8", "replace")
    version, board = _VERSION.search(text), _BOARD.search(text)
    if version is None or board is None:
        raise UserError(
            "The drive's %(boot_out)s names no CircuitPython version and board: reset the board, which "
            "writes it again, and repeat.",
            boot_out=BOOT_OUT,
        )
    major, minor, patch = (int(version[place]) for place in (1, 2, 3))
    said = f"{major}.{minor}.{patch}{version[4]}"
    found = Identity(version[5].strip() or board[1], board[1], (major, minor, patch), said)
    if found.board != wish.board:
        raise UserError(
            "The board is a %(machine)s (%(board)s) and the firmware is for a %(name)s (%(board2)s): plug "
            "that one in.",
            machine=found.machine, board=found.board, name=wish.name, board2=wish.board,
        )
    early = (*wish.oldest, 0) == found.version and _BEFORE.match(version[4]) is not None
    if (major, minor) < wish.oldest or early:
        oldest = ".".join(map(str, wish.oldest))
        raise UserError(
            "The board runs CircuitPython %(said)s and the firmware needs %(oldest)s or later: install that "
            "from circuitpython.org/board/%(board)s first.",
            said=said, oldest=oldest, board=wish.board,
        )
    return found
