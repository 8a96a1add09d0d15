"""The board's program files, and how one board executes them with its own modules.

``code.py``, ``boot.py``, ``lastresort.py`` and ``tabledevice.hardware`` are executed again for every board
and every start, with a special ``import`` that returns that board's stand-ins for the CircuitPython modules.
Everything else (``tablecore``, the application, the display driver) is ordinary shared code that never
imports them.
A board with a processor shares nothing: see `tablesim.library`.
"""

from __future__ import annotations

import builtins
import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from tablesim import counting, library
from tablesim.endings import Interrupted

if TYPE_CHECKING:
    from tablesim.processor import Memory

HARDWARE = "tabledevice.hardware"
LAST_RESORT = "lastresort"
#: names that a program file does not define itself
_GIVEN = ("__builtins__", "__file__", "__name__")


def firmware_folder() -> Path:
    """Return the folder of the board's files: in the source tree, or inside the installed package."""
    in_tree = Path(__file__).resolve().parents[2] / "firmware"
    if (in_tree / "code.py").is_file():
        return in_tree
    spec = importlib.util.find_spec("tablekeeper")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        installed = Path(place) / "firmware"
        if (installed / "code.py").is_file():
            return installed
    raise FileNotFoundError("The firmware's code.py was not found; reinstall tablekeeper.")


class Firmware:
    """A folder of program files, as on the board's drive."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def code(self, name: str, *, counted: bool = False) -> CodeType | None:
        """Return the compiled text of a top-level file; None if the file does not exist."""
        path = self.folder / name
        if not path.is_file():
            return None
        if counted:
            return library.text(path, path.read_text("utf-8")).code
        return _compiled(path, path.stat().st_mtime_ns)

    def hardware(self) -> CodeType:
        """Return the compiled text of the module that touches the hardware."""
        path = self.folder / "lib" / "tabledevice" / "hardware.py"
        if not path.is_file():
            spec = importlib.util.find_spec(HARDWARE)
            if spec is None or spec.origin is None:
                raise ImportError("no module named 'tabledevice.hardware'")
            path = Path(spec.origin)
        return _compiled(path, path.stat().st_mtime_ns)


@cache
def _compiled(path: Path, modified_ns: int) -> CodeType:
    return compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)


class Program:
    """One start of the VM: the board's modules and the names that its program can use."""

    def __init__(
        self,
        firmware: Firmware,
        board_modules: Mapping[str, ModuleType],
        prepare_hardware: Callable[[ModuleType], None],
        log: Callable[[str], None],
        memory: Memory | None = None,
    ) -> None:
        self.firmware = firmware
        self.modules = dict(board_modules)
        self._prepare_hardware = prepare_hardware
        self.names: dict[str, Any] = {}
        """What the running program file has defined (its globals), for tests that look into the board."""
        self._builtins = dict(vars(builtins))
        self._builtins["__import__"] = self._import
        # Ctrl-C for this process must not interrupt the board
        self._builtins["KeyboardInterrupt"] = Interrupted

        def board_print(*values: object, sep: str = " ", end: str = "\n", file: Any = None) -> None:
            log(sep.join(str(value) for value in values) + end)

        self._builtins["print"] = board_print
        self.library: library.Library | None = None
        """The board's own modules, if it has a processor."""
        if memory is not None:
            self._builtins.update(counting.functions(memory.heap))
            found = library.Library(
                firmware.folder, self._builtins, self.modules, memory.load, compiled=memory.compiled
            )
            self.library = found
            self._builtins["__import__"] = found.import_
            memory.watch(found, lambda: [self.names[name] for name in self.names if name not in _GIVEN])

    def run(self, name: str) -> None:
        """Execute a top-level file; a missing one is skipped, as on the board."""
        code = self.firmware.code(name, counted=self.library is not None)
        if code is not None:
            self.names = {"__name__": "__main__", "__file__": name, "__builtins__": self._builtins}
            exec(code, self.names)

    def _hardware(self) -> ModuleType:
        found = self.modules.get(HARDWARE)
        if found is None:
            found = ModuleType(HARDWARE)
            found.__dict__.update(__package__="tabledevice", __builtins__=self._builtins)
            self.modules[HARDWARE] = found
            try:
                exec(self.firmware.hardware(), found.__dict__)
                self._prepare_hardware(found)
            except BaseException:
                del self.modules[HARDWARE]
                raise
        return found

    def _last_resort(self) -> ModuleType:
        code = self.firmware.code(f"{LAST_RESORT}.py")
        if code is None:
            raise ImportError(f"no module named '{LAST_RESORT}'")
        found = ModuleType(LAST_RESORT)
        found.__dict__["__builtins__"] = self._builtins
        exec(code, found.__dict__)
        self.modules[LAST_RESORT] = found
        return found

    def _import(
        self,
        name: str,
        names: Mapping[str, Any] | None = None,
        places: Mapping[str, Any] | None = None,
        wanted: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> Any:
        if level == 1 and names is not None and names.get("__package__") == "tabledevice":
            name, level = f"tabledevice.{name}" if name else "tabledevice", 0
        if level == 0:
            own = self.modules.get(name)
            if own is not None and name != HARDWARE:
                return own
            if name == LAST_RESORT:
                return self._last_resort()
            if name == HARDWARE:
                return self._hardware() if wanted else self._package()
            if name == "tabledevice" and wanted and "hardware" in wanted:
                return self._package()
        return builtins.__import__(name, names, places, wanted or (), level)

    def _package(self) -> ModuleType:
        """Return the package `tabledevice` with this board's own hardware in it."""
        package = ModuleType("tabledevice")
        package.__dict__.update(vars(importlib.import_module("tabledevice")))
        package.__dict__["hardware"] = self._hardware()
        return package
