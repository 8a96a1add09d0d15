"""Which files of tests execute which blocks of the program: `pytest -p tests.guards.reach ...` writes it.

While the plugin is loaded, each block of a function (its body, a branch, the body of a loop) notes that it
has begun, which costs a few per cent. `build/reach` then has a file for each file of tests. What programs in
other processes execute is not noted. `tests/guards/tokenchanges.py` chooses with it the tests that can notice
a change.
"""

import ast
import functools
import importlib.abc
import importlib.machinery
import json
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "reach"
OURS = ("tablecore", "tabledevice", "tableprograms", "tablekeeper")
_NOTE = "__reach__"
_BODIES = ("body", "orelse", "finalbody")

#: each block as "path scope number", and whether it has begun since the last file of tests
_names: list[str] = []
_begun = bytearray()


def blocks(tree: ast.Module) -> Iterator[tuple[str, list[ast.stmt]]]:
    """Yield the blocks of all functions: "Class.method 3", and its statements; outer ones first."""
    yield from _inside(tree, "", None)


def _inside(node: ast.AST, scope: str, count: Iterator[int] | None) -> Iterator[tuple[str, list[ast.stmt]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{scope}.{child.name}".lstrip(".")
            numbers = None if isinstance(child, ast.ClassDef) else iter(range(1 << 20))
        else:
            name, numbers = scope, count
        for part in _BODIES if numbers is not None else ():
            body = getattr(child, part, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield f"{name} {next(numbers)}", body
        yield from _inside(child, name, numbers)


def block_at(text: str, line: int) -> str:
    """Return the innermost block with a line, or "" outside of all functions."""
    found = [
        (body[-1].end_lineno - body[0].lineno, name)
        for name, body in blocks(ast.parse(text))
        if body[0].lineno <= line <= body[-1].end_lineno
    ]
    return min(found, default=(0, ""))[1]


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module of ours with notes."""

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.path)
        tree = ast.parse(path.read_bytes(), self.path)
        short = path.relative_to(ROOT).as_posix()
        for name, body in list(blocks(tree)):
            note = ast.parse(f"{_NOTE}[{len(_names)}] = 1").body
            _names.append(f"{short} {name}")
            _begun.append(0)
            for part in ast.walk(note[0]):
                if isinstance(part, ast.expr | ast.stmt):
                    ast.copy_location(part, body[0])
            # behind a docstring
            first = body[0]
            told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            body[told:told] = note
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, _NOTE, _begun)
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in OURS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        loader = spec and spec.loader
        if type(loader) is importlib.machinery.SourceFileLoader and Path(loader.path).is_relative_to(ROOT):
            spec.loader = _Loader(loader.name, loader.path)
        return spec


sys.meta_path.insert(0, _Finder())


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Write what a file of tests has begun."""
    if nextitem is None or nextitem.path != item.path:
        test = item.path.relative_to(ROOT).as_posix()
        reached = [name for name, begun in zip(_names, _begun, strict=True) if begun]
        _begun[:] = bytes(len(_begun))
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{test.replace('/', '~')}.json").write_text(json.dumps(reached), "utf-8")


@functools.cache
def files(folder: Path = FOLDER) -> dict[str, list[str]]:
    """Return the files of tests by the block that they execute; nothing if no run has noted them."""
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.json")):
        test = path.stem.replace("~", "/")
        for name in json.loads(path.read_text("utf-8")):
            found.setdefault(name, []).append(test)
    return found
