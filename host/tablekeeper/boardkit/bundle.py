"""The files that are installed on a board, collected from the source tree or the installed package.

Our modules come from the folders from which `tablecore` and `tabledevice` are imported, the display driver
from the installed Adafruit packages. So the board gets the same files that the simulator runs. Folders,
modules and names are the same on the board; the modules are copied as .py or compiled.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

import tablekeeper
from tablekeeper.boardkit import settings, texts
from tablekeeper.boardkit.compiler import compiled
from tablekeeper.boardkit.identity import Wanted, wanted
from tablekeeper.boardkit.literals import PACKAGES, Literals, module_name
from tablekeeper.boardkit.manifest import PROGRAMS
from tablekeeper.errors import UserError

#: libraries under lib/ on the drive; the display driver draws on our frame buffer (`tabledevice.panel`)
LIBRARIES = ("adafruit_bus_device", "adafruit_ssd1306")
#: the libraries' copyright notices: their licence requires them, and compiled files do not contain them
NOTICES = "lib/notices.txt"
#: files that the board does not need: the host's end of the link, and the driver for a Raspberry Pi
ELSEWHERE = frozenset({"lib/tablecore/hostlink.py", "lib/tabledevice/hardware_blinka.py"})


@dataclass(frozen=True, slots=True)
class Bundle:
    """The wanted contents of a drive."""

    files: Mapping[str, bytes]
    """Path on the drive -> content, in the order they are copied: boot.py last, which may hide the drive."""
    settings: str
    """The firmware's own settings.toml, with the language of the texts."""


def make_bundle(head: bytes | None = None, language: str = "en") -> Bundle:
    """Return the bundle of this version, with its texts in a language.

    With `head` the modules are .mpy files that begin with these bytes (`compiler.header`), else .py files.
    """
    files = {path: data for name in (*LIBRARIES, *PACKAGES) for path, data in _module(name).items()}
    table = texts.read_table(_firmware("texts.toml").read_text("utf-8"))
    files.update(texts.modules(table, language))
    files = {path: files[path] for path in sorted(files) if path not in ELSEWHERE}
    for name in PROGRAMS:
        files[name] = _firmware(name).read_bytes()
    if head is not None:
        files = {NOTICES: _notices(), **compiled(with_literals(files), head)}
    return Bundle(files, settings.in_language(_firmware(settings.NAME).read_text("utf-8"), language))


def with_literals(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with the constants of our modules as literals."""
    ours = tuple(f"lib/{one}/" for one in PACKAGES)
    names = {path: module_name(path.removeprefix("lib/")) for path in files if path.startswith(ours)}
    # the display's driver asks one of our modules for constants
    others = tuple(data for path, data in files.items() if path not in names and path.endswith(".py"))
    literals = Literals({name: files[path] for path, name in names.items()}, others)
    return {path: literals.inlined(names[path]) if path in names else data for path, data in files.items()}


def _notices() -> bytes:
    """Return the comments at the beginning of the libraries' files, each below the file's name."""
    found = []
    for path, data in sorted((path, data) for name in LIBRARIES for path, data in _module(name).items()):
        head = takewhile(lambda line: line.startswith("#"), data.decode().splitlines())
        found += [path.removeprefix("lib/"), *head, ""]
    return "\n".join(found).encode()


@cache
def wanted_board() -> Wanted:
    """Return the board for which the bundle is made."""
    return wanted(board_toml())


def board_toml() -> str:
    """Return the text of hw/board.toml, of the source tree or of this installation."""
    in_tree = _root() / "hw" / "board.toml"
    place = in_tree if in_tree.is_file() else Path(tablekeeper.__path__[0]) / "hw" / "board.toml"
    return place.read_text("utf-8")


def _root() -> Path:
    # of the source tree, if this is one
    return Path(__file__).resolve().parents[3]


def _firmware(name: str) -> Path:
    in_tree = _root() / "firmware"
    folder = in_tree if (in_tree / "code.py").is_file() else Path(tablekeeper.__path__[0]) / "firmware"
    if not (folder / name).is_file():
        raise UserError(
            "This installation has no firmware file %(name)s: install tablekeeper again.",
            name=name,
        )
    return folder / name


def _module(name: str) -> dict[str, bytes]:
    """Return a module's or a package's files by their paths on the drive."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise UserError("The library %(name)s is not installed here: install tablekeeper again.", name=name)
    if not spec.submodule_search_locations:
        return {f"lib/{name}.py": Path(spec.origin).read_bytes()}
    folder = Path(spec.origin).parent
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.py")}
    return {f"lib/{name}/{within}": path.read_bytes() for within, path in found.items()}
