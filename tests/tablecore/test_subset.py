"""tablecore speaks the Python that the boards speak: checked by its syntax tree, and by running it.

What is forbidden is missing on CircuitPython or MicroPython (see their lists of differences from
CPython), or costs memory or call depth that a board does not have.
"""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablecore import link, messages, records
from tablecore.sheets.fold import Fold
from tests.golden import logs
from tests.tablecore.memory_journal import FailingJournal
from tests.vm import machine

#: what a board's core may import
IMPORTS = {"struct", "binascii", "micropython", "tablecore", "tableprograms"}
FORBIDDEN = {
    ast.Match: "match",
    ast.AnnAssign: "an annotation",
    ast.JoinedStr: "an f-string",
    ast.AsyncFunctionDef: "async",
    ast.Yield: "a generator",
    ast.YieldFrom: "a generator",
    ast.With: "with",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Lambda: "a lambda",
    ast.Assert: "assert (it is compiled away in .mpy files)",
}
#: methods of str, bytes, int, list and dict that the boards lack, or where they differ
METHODS = {
    "to_bytes", "from_bytes", "bit_length", "removeprefix", "removesuffix", "casefold", "zfill", "ljust",
    "rjust", "expandtabs", "isidentifier", "isdecimal", "isnumeric", "title", "capitalize", "swapcase",
    "translate", "maketrans", "fromkeys", "format_map", "hex", "copy",
}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
#: what a program's sheet consists of, in its folder
SHEETS = ("__init__", "rules", "rulings", "sheet", "state")
#: Python calls on top of each other within the core (the board's whole budget is 12)
DEEPEST = 7


def complaints(source):
    """Return (line, what) for everything in a module that a board cannot run or should not."""
    found = []
    for node in ast.walk(ast.parse(source)):
        what = FORBIDDEN.get(type(node))
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            if arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
                what = "an argument list that costs memory"
            elif node.returns or any(one.annotation for one in arguments.args):
                what = "an annotation"
            elif any(not isinstance(one, ast.Name) or one.id != "property" for one in node.decorator_list):
                what = "a decorator"
        elif isinstance(node, ast.ClassDef):
            if len(node.bases) > 1 or node.keywords or node.decorator_list:
                what = "a class with more than one base, a metaclass or a decorator"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            if any((name or "").split(".")[0] not in IMPORTS for name in names):
                what = "a module that is not on the board"
        elif isinstance(node, ast.Raise) and node.cause is not None:
            what = "raise from"
        elif isinstance(node, ast.Attribute) and node.attr in METHODS:
            what = f"the method {node.attr}"
        elif isinstance(node, ast.keyword) and node.arg is None:
            what = "** in a call"
        elif isinstance(node, ast.Tuple | ast.List | ast.Set) and any(
            isinstance(one, ast.Starred) for one in node.elts
        ):
            what = "a star within a tuple or list"
        elif isinstance(node, COMPREHENSIONS):
            inner = [one for one in ast.walk(node) if isinstance(one, COMPREHENSIONS) and one is not node]
            if inner:
                what = "a comprehension within another"
        elif isinstance(node, ast.Try) and node.finalbody and node.handlers:
            what = "except and finally in one"
        if what:
            found.append((getattr(node, "lineno", 0), what))
    return found


def shared(repository):
    """Return the modules that board, host and simulator share: the core, and what sheets consist of."""
    library = repository / "firmware" / "lib"
    sheets = [path for path in library.glob("tableprograms/*/*.py") if path.stem in SHEETS]
    return sorted([*library.glob("tablecore/**/*.py"), *sheets])


def test_the_core_keeps_to_the_subset(repository):
    modules = shared(repository)
    assert len(modules) >= 12
    assert {str(path): found for path in modules if (found := complaints(path.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "match x:\n    case 1:\n        pass",
        "from dataclasses import dataclass",
        "import typing",
        "x: int = 1",
        "def f(a: int): pass",
        "def f() -> int: pass",
        "def f(**kw): pass",
        "def f(*, a): pass",
        "f(**kw)",
        "x = (1, *a)",
        "x = f'{a}'",
        "x = [[b for b in a] for a in c]",
        "x = (5).to_bytes(4, 'little')",
        "x = lambda: 1",
        "with a: pass",
        "raise A from b",
        "class A(B, C): pass",
        "@cache\ndef f(): pass",
        "def f():\n    yield 1",
        "assert x",
    ],
)
def test_what_is_forbidden_is_found(planted):
    assert complaints(planted)


def test_calls_are_shallow(repository):
    """Folds a log full of undos and runs the board's end of the link, watching the depth."""
    core = {str(path) for path in shared(repository)}
    deepest = depth = 0

    def watch(frame, event, _):
        nonlocal deepest, depth
        if frame.f_code.co_filename not in core:
            return
        if event == "call":
            depth += 1
            deepest = max(deepest, depth)
        elif event == "return":
            depth -= 1

    journal = FailingJournal()
    for _ in range(9):
        journal.add()
    welcome = messages.pack(messages.WELCOME, 1, 0, 7, journal.id, 0)
    log = [one for make in logs.LOGS for one in make().records]
    device = link.DeviceLink(((0, 1, 0), b"12345678"), journal, lambda: (1, 0, 0, 255, 1, 1))
    sys.setprofile(watch)
    try:
        for make in logs.LOGS:
            log = make().records
            fold = Fold(lambda seq, log=log: log[seq - 1])
            for record in log:
                fold.apply(*records.unpack(record))
        device.opened(0, 7)
        device.tick(0, 256)
        device.receive(link.frames.encode(welcome), 0)
        device.tick(0, 256)
    finally:
        sys.setprofile(None)
    assert 5 <= deepest <= DEEPEST


def test_the_golden_vectors_agree_on_micropython(repository, tmp_path):
    place = machine.required()
    here = Path(__file__).parent
    library = repository / "firmware" / "lib"
    for path in (library / "tableprograms" / "__init__.py", *shared(repository)):
        copy = tmp_path / path.relative_to(library)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    shutil.copytree(repository / "tests" / "golden", tmp_path / "golden", ignore=lambda folder, names: [
        name for name in names if not name.endswith(".json")
    ])
    run = subprocess.run(
        ["node", here / "on_micropython.mjs", place, tmp_path, here / "on_micropython.py"],
        capture_output=True, text=True, timeout=600, check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    words = run.stdout.split()
    assert words[-1] == "micropython"
    folded = sum(len(one["records"]) for one in json.loads((tmp_path / "golden" / "logs.json").read_text()))
    assert int(words[2]) > 4 * folded
    assert records.SIZE == 24
