"""The files that make a board a Tablekeeper, gathered from the source tree or the installed package.

Our own modules come from wherever `tablecore` and `tabledevice` are imported from, the display driver from
the Adafruit packages that are installed beside this program: what is copied is what the simulator runs.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tablekeeper
from tablekeeper.boardkit import settings, texts
from tablekeeper.boardkit.compact import compact
from tablekeeper.boardkit.compiler import compiled
from tablekeeper.boardkit.identity import Wanted, wanted
from tablekeeper.boardkit.manifest import PROGRAMS
from tablekeeper.errors import UserError

#: libraries under lib/ on the drive; the driver draws on a frame buffer of ours (`tabledevice.panel`)
LIBRARIES = ("adafruit_bus_device", "adafruit_ssd1306")
PACKAGES = ("tablecore", "tabledevice")
#: what is made compact: the driver too, which nothing else on the board uses
COMPACT = ("adafruit_ssd1306", *PACKAGES)
#: what runs elsewhere: the host's end of the link, and the board that is a Raspberry Pi
ELSEWHERE = frozenset({"lib/tablecore/hostlink.py", "lib/tabledevice/hardware_blinka.py"})


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a drive shall hold."""

    files: Mapping[str, bytes]
    """Path on the drive -> content, in the order they are copied: boot.py last, which may hide the drive."""
    settings: str
    """The firmware's own settings.toml, with the language of the texts."""


def make_bundle(compiler: Path | None = None, language: str = "en", *, readable: bool = False) -> Bundle:
    """Returns the bundle of this version, its texts in a language; with a compiler the modules are .mpy.

    It is compact, as the board's memory needs it, or `readable`: the firmware's files as they were written.
    """
    files: dict[str, bytes] = {}
    for name in (*LIBRARIES, *PACKAGES):
        files.update(_module(name))
    table = texts.read_table(_firmware("texts.toml").read_text("utf-8"))
    files.update(texts.modules(table, language))
    files = {path: files[path] for path in sorted(files) if path not in ELSEWHERE}
    for name in PROGRAMS:
        files[name] = _firmware(name).read_bytes()
    if not readable:
        files = _compacted(tuple(files.items()))
    chosen = settings.in_language(_firmware(settings.NAME).read_text("utf-8"), language)
    return Bundle(files if compiler is None else compiled(files, compiler), chosen)


@cache
def _compacted(files: tuple[tuple[str, bytes], ...]) -> dict[str, bytes]:
    return compact(dict(files), COMPACT)


@cache
def wanted_board() -> Wanted:
    """Returns which board the bundle is for."""
    in_tree = _root() / "hw" / "board.toml"
    place = in_tree if in_tree.is_file() else Path(tablekeeper.__path__[0]) / "hw" / "board.toml"
    return wanted(place.read_text("utf-8"))


def _root() -> Path:
    # of the source tree, if this is one
    return Path(__file__).resolve().parents[3]


def _firmware(name: str) -> Path:
    in_tree = _root() / "firmware"
    folder = in_tree if (in_tree / "code.py").is_file() else Path(tablekeeper.__path__[0]) / "firmware"
    if not (folder / name).is_file():
        raise UserError(f"This installation has no firmware file {name}: install tablekeeper anew.")
    return folder / name


def _module(name: str) -> dict[str, bytes]:
    """Returns a module's or a package's files by their paths on the drive."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise UserError(f"The library {name} is not installed here: install tablekeeper anew.")
    if not spec.submodule_search_locations:
        return {f"lib/{name}.py": Path(spec.origin).read_bytes()}
    folder = Path(spec.origin).parent
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.py")}
    return {f"lib/{name}/{within}": path.read_bytes() for within, path in found.items()}
