"""The compact bundle: every statement on its line, every text in it, every word of CircuitPython's kept."""

import ast
import os
import subprocess
import sys

import pytest

from tablekeeper.boardkit import make_bundle
from tablekeeper.boardkit.bundle import COMPACT
from tablekeeper.boardkit.compact.names import NATIVE, shorten
from tablekeeper.boardkit.compact.pruning import prune, strip
from tablekeeper.boardkit.compact.tree import parse
from tablekeeper.boardkit.compact.writing import LINES
from tests.boardkit.test_compact import origin


@pytest.fixture(scope="module")
def readable():
    return make_bundle(readable=True).files


@pytest.fixture(scope="module")
def small():
    return make_bundle().files


def statements(text):
    """Return where statements begin, as (line, kind)."""
    tree = ast.parse(text)
    return {(node.lineno, type(node)) for node in ast.walk(tree) if isinstance(node, ast.stmt)}


def sources(path, data):
    """Return the paths of the readable files in a compact one, in order."""
    return [part.rpartition(" on ")[2] for part in origin(path, data).split(", ")]


def test_every_statement_stands_on_its_line(readable, small):
    """So a traceback names the line of the firmware as it was written; thousands say which file."""
    seen = []
    for path, data in small.items():
        files = sources(path, data)
        seen += files
        for number, name in enumerate(files):
            # an import that was one may be two, and of another kind
            before = statements(readable[name])
            before |= {(line, ast.Import) for line, kind in before if kind is ast.ImportFrom}
            mine = {one for one in statements(data) if one[0] // LINES == number and one[1] is not ast.Pass}
            moved = {(line % LINES, kind) for line, kind in mine} - before
            assert not moved, (path, name, sorted(moved, key=str)[:3])
            assert mine or readable[name] == b"" or number == 0, name
            assert len(readable[name].splitlines()) < LINES
    assert len(seen) == len(set(seen)) > len(small)
    assert set(seen) < set(readable)


def test_it_is_the_same_every_time(small):
    """Also on other computers: the order of sets must not matter."""
    script = (
        "import hashlib; from tablekeeper.boardkit import make_bundle\n"
        "for path, data in make_bundle().files.items(): print(path, hashlib.sha256(data).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
            text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(seen) == 1
    assert len(seen.pop().splitlines()) == len(small)


def test_the_drivers_notice_stays(small):
    """Its licence asks for that."""
    head = small["lib/adafruit_ssd1306.py"].decode().split("\n")[:3]
    assert [line.split(":")[0] for line in head] == [
        "# SPDX-FileCopyrightText",
        "#",
        "# SPDX-License-Identifier",
    ]


def test_texts_stay_words(readable, small):
    """Every text that a screen can show is in the compact program."""
    shown = {
        node.value
        for path, data in readable.items()
        if path == "lib/tabledevice/texts/__init__.py"
        for node in ast.walk(ast.parse(data))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 22
    }
    held = {
        node.value
        for data in small.values()
        for node in ast.walk(ast.parse(data))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert len(shown) > 30
    assert shown <= held


def offered(repository):
    """Return the public attributes of all that CircuitPython's modules make, as the simulator has them."""
    found = set()
    for folder in ("modules", "small"):
        for path in (repository / "simulator" / "tablesim" / folder).glob("*.py"):
            if folder == "small" and path.name not in ("modules.py", "chips.py", "world.py"):
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    for one in node.body:
                        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
                            found.add(one.name)
                        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                            found.add(one.target.id)
                        elif isinstance(one, ast.Assign):
                            found |= {target.id for target in one.targets if isinstance(target, ast.Name)}
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
    return {word for word in found if not word.startswith("_")}


#: said of a module directly, which is seen in the text; or words of the simulator's own insides
OURS = frozenset("DOWN NONE UNKNOWN UP display draw memory now pad pages record seats take".split())


def test_what_circuitpythons_objects_are_asked_for_keeps_its_name(readable, repository):
    """A word that both sides use must be in NATIVE: nobody can tell whose object is asked."""
    whole = parse(readable, COMPACT, frozenset())
    strip(whole)
    prune(whole)
    mixed = (offered(repository) & set(shorten(whole))) - OURS
    assert mixed == set(), f"add to NATIVE in boardkit/compact/names.py: {' '.join(sorted(mixed))}"
    assert {"in_waiting", "get_into", "readinto", "duty_cycle"} <= offered(repository) & NATIVE
