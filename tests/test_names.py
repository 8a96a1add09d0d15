"""Holds what every file of the house promises: it says why it exists, it is small, it bears a name.

Looked at are the files under version control (without git, all that lie in the house's folders).
"""

import ast
import builtins
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

LONGEST = 500  # lines: one sitting
LARGEST = 1_000_000  # bytes of one file under version control
TEXT = set(".css .html .ini .js .json .jsonl .mat .md .py .sh .toml .txt .yaml".split())
CODE = {".css", ".html", ".js", ".py"}

#: Names that say nothing about what is in the room.
NAMELESS = re.compile(r"(?i)^_*(utils?|helpers?|managers?|common|misc|stuff|tools?)$")

#: Put together here so that this file does not hold what it looks for.
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")) + r")\b")
PRIVATE = re.compile(r"(?<![\w.~$}/-])/(work|tmp|root|home)/")
#: the first statement of a module, behind comments: reading every module whole takes seconds
DOCSTRING = re.compile(r'(\s*#.*\n|\s*\n)*[rR]?("""|")')
ADDRESS = re.compile(r"(?i)(--(extra-)?index-url|--find-link[s]|\s@\s+https?:)")


def committed(root: Path) -> list[Path]:
    """Return the files under version control, or without git all files of the house."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=False)
    if listing.returncode == 0 and listing.stdout:
        paths = [root / name for name in listing.stdout.split("\0") if name]
    else:
        folders = ("benchmarks", "docs", "firmware", "host", "hw", "simulator", "tests")
        paths = [path for folder in folders for path in sorted((root / folder).rglob("*"))]
        paths += [path for path in sorted(root.iterdir()) if path.suffix in TEXT or path.name == "Makefile"]
    return [path for path in paths if path.is_file() and "__pycache__" not in path.parts]


def complaints(path: Path, name: str) -> list[str]:
    """Return one sentence per broken promise of the file known as name (its path from the root)."""
    found = []
    content = path.read_bytes()
    if len(content) > LARGEST:
        found.append(f"{name}: {len(content)} bytes; keep large data out of version control")
    for part in Path(name).with_suffix("").parts:
        if NAMELESS.match(part):
            found.append(f"{name}: '{part}' does not say what is inside; name the thing")
    if path.suffix not in TEXT and path.name not in ("Makefile", "run"):
        return found
    text = content.decode("utf-8", "replace")
    lines = text.splitlines()
    if path.suffix in CODE and len(lines) > LONGEST:
        found.append(f"{name}: {len(lines)} lines; more than {LONGEST} is two rooms")
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            found.append(f"{name}:{number}: says it is unfinished; finish it or write an issue")
        if PRIVATE.search(line):
            found.append(f"{name}:{number}: a path of one machine")
        if ADDRESS.search(line):
            found.append(f"{name}:{number}: an address of a package; dependencies are named, not located")
    if path.suffix == ".py" and not DOCSTRING.match(text):
        found.append(f"{name}: no docstring that says why it exists")
    return found


def test_every_file_keeps_its_promises(repository):
    files = committed(repository)
    assert len(files) > 20
    names = [path.relative_to(repository).as_posix() for path in files]
    found = [line for path, name in zip(files, names, strict=True) for line in complaints(path, name)]
    assert not found, "\n".join(found)


def test_every_room_has_a_door(repository):
    """A folder with modules is a package whose docstring (held above) says what it is for."""
    houses = [repository / name for name in ("firmware/lib", "host", "simulator")]
    rooms = {
        path.parent
        for path in committed(repository)
        if path.suffix == ".py" and any(path.is_relative_to(house) for house in houses)
        # Alembic loads its migrations by path
        and "migrations" not in path.parts
    }
    assert len(rooms) >= 3
    assert [room for room in sorted(rooms) if not (room / "__init__.py").is_file()] == []


PRONOUN = re.compile(r"(?i)\b(he|his|him|himself)\b")
#: Files that quote a regulation word for word, and the one command whose option keeps an old value.
QUOTING = {
    "CONTRIBUTING.md", "docs/commands.md", "docs/regulation.md", "firmware/lib/tablecore/clock.py",
    "host/tablekeeper/cli/referee_cube.py", "host/tablekeeper/games/backgammon/paragraphs.py",
    "host/tablekeeper/regulation/paragraphs.py",
}  # fmt: skip


def test_a_player_is_not_called_he(repository):
    """Code and documents name the role: the player, the director, the winner."""
    found = set()
    for path in committed(repository):
        name = path.relative_to(repository).as_posix()
        read = path.suffix in TEXT and not name.startswith(("tests/", "docs/rules/", "benchmarks/"))
        if read and PRONOUN.search(path.read_text("utf-8")):
            found.add(name)
    assert found == QUOTING


#: Class names of the host that stand for one thing in two places: a protocol and what implements it.
PROTOCOLS: set[str] = set()


@cache
def classes(text: str) -> list[ast.ClassDef]:
    """Return the classes of a module, also those within functions."""
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]


def repeated(sources: Iterable[tuple[str, str]]) -> list[str]:
    """Return one sentence per class name that two of these modules (name, text) define."""
    where: dict[str, list[str]] = defaultdict(list)
    for name, text in sources:
        for node in classes(text):
            where[node.name].append(name)
    return [f"{name}: {', '.join(found)}" for name, found in sorted(where.items()) if len(found) > 1]


def test_no_class_name_of_the_host_stands_twice(repository):
    host = [path for path in committed(repository) if path.is_relative_to(repository / "host")]
    sources = [(str(path), path.read_text("utf-8")) for path in host if path.suffix == ".py"]
    assert len(sources) > 100
    found = repeated(sources)
    assert [line for line in found if line.split(":")[0] not in PROTOCOLS] == []
    # a name on the list that stands only once has to come off it
    assert {line.split(":")[0] for line in found} == PROTOCOLS


def test_a_class_name_that_stands_twice_is_found():
    sources = [("one.py", "class Match: pass"), ("two.py", "def f():\n class Match: pass\nclass Other: pass")]
    assert repeated(sources) == ["Match: one.py, two.py"]


#: Exceptions of the host beside those of `tablekeeper.errors`: a caller answers each of them, or, for a time
#: control, makes the sentence.
SIGNALS = {"Missing", "Moved", "Overtaken", "Taken", "TimeControlError", "TooMany", "TransportLost"}
#: What an exception of Python's own is called.
BUILT_IN = {
    name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, Exception)
}


def own_errors(text: str) -> set[str]:
    """Return the classes of a module that derive from an exception of Python's own."""
    return {
        node.name
        for node in classes(text)
        if any(ast.unparse(base) in BUILT_IN for base in node.bases)
    }


def test_what_people_are_told_is_a_user_error_or_a_resource_error(repository):
    host = [path for path in committed(repository) if path.is_relative_to(repository / "host")]
    found = {path: own_errors(path.read_text("utf-8")) for path in host if path.suffix == ".py"}
    assert found.pop(repository / "host/tablekeeper/errors.py") == {"UserError", "ResourceError"}
    assert set().union(*found.values()) == SIGNALS


def test_an_error_of_its_own_is_found():
    text = "class Odd(ValueError): pass\nclass Fine(UserError): pass\nclass Lost(Fine, OSError): pass"
    assert own_errors(text) == {"Odd", "Lost"}


PLANTED = {
    "host/tablekeeper/games/utils.py": '"""Why."""\n',
    "host/tablekeeper/common/clock.py": '"""Why."""\n',
    "host/tablekeeper/games/long.py": '"""Why."""\n' + "x = 1\n" * LONGEST,
    "host/tablekeeper/games/silent.py": "x = 1\n",
    "host/tablekeeper/games/later.py": '"""Why."""\n# TO' + "DO: the rest\n",
    "tests/private.py": '"""Why."""\nPLACE = "/wo' + 'rk/data"\n',
    "docs/private.md": "It lies in /tm" + "p/here.\n",
    "constraints.txt": "--index-" + "url https://example.org\n",
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(tmp_path, name):
    path = tmp_path / Path(name).name
    path.write_text(PLANTED[name])
    assert len(complaints(path, name)) == 1


def test_a_plain_file_is_fine(tmp_path):
    path = tmp_path / "clock.py"
    path.write_text('"""Why the clock exists: see https://example.org/work/clock."""\nWHERE = tmp / "run"\n')
    assert complaints(path, "firmware/lib/tablecore/clock.py") == []
