"""What has to change for a new thing, held against the table in docs/architecture.md.

Each addition is made in a copy of the house, and the tests that it names pass there: its own, and those that
look whether it is complete. `--renew-golden` writes the table again.
"""

import contextlib
import filecmp
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests import housecopy
from tests.additions import addition
from tests.guards import sample
from tests.guards.trials import HOUSES

#: what is shipped outside, as a package of its own: (its folder, the test that uses it)
PACKAGES = {
    "format": ("tests/formats/package", "tests/virtual/test_club_format.py"),
    "game, on the host": ("tests/games/package", "tests/director/test_added_game.py"),
}
HEAD = "| new | files of its own | files that change | shown by |\n"


def files(root):
    """Return the paths of all files of the house below a root."""
    found = [path for name in housecopy.COPIED for path in [root / name, *(root / name).rglob("*")]]
    return {path.relative_to(root).as_posix() for path in found if path.is_file() and path.suffix != ".pyc"}


@pytest.fixture(scope="module")
def house(repository, tmp_path_factory):
    """A copy of the house, which has one addition at a time."""
    copy = tmp_path_factory.mktemp("house")
    housecopy.copy(repository, copy)
    return copy


@contextlib.contextmanager
def added(name, house, repository):
    """Make an addition for a while; yield its new and its changed files."""
    before = files(house)
    addition.read(name).apply(house)
    new = sorted(files(house) - before)
    changed = [path for path in sorted(before) if not filecmp.cmp(house / path, repository / path, False)]
    try:
        yield new, changed
    finally:
        for path in new:
            (house / path).unlink()
            if not any((house / path).parent.iterdir()):
                (house / path).parent.rmdir()
        for path in changed:
            shutil.copy2(repository / path, house / path)


@pytest.mark.parametrize("name", sample.drawn(addition.names(), of=12))
def test_the_addition_is_complete(name, house, repository):
    one = addition.read(name)
    places = os.pathsep.join(str(house / folder) for folder in HOUSES)
    with added(name, house, repository) as (new, _):
        assert one.new() == new
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *one.passes],
            cwd=house, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


def row(name, own, changed, proof, renewed=()):
    """Return a row of the table."""
    cells = [", ".join(f"`{path}`" for path in paths) or "none" for paths in (own, changed, [proof], renewed)]
    if renewed:
        cells[1] += f"; renewed by a command: {cells[3]}"
    return f"| {name} | {' | '.join(cells[:3])} |\n"


def table(repository, house):
    """Return the table."""
    rows = []
    for name, (folder, test) in PACKAGES.items():
        own = sorted(path.name for path in (repository / folder).rglob("*.*") if path.suffix != ".pyc")
        rows.append(row(name, [f"<package>/{path}" for path in own], [], test))
    for name in addition.names():
        one = addition.read(name)
        with added(name, house, repository) as (new, changed):
            pass
        own = [path.replace(one.own, "<name>") for path in new]
        changed = [path for path in changed if path not in one.renewed]
        rows.append(row(name.replace("_", " "), own, changed, f"tests/additions/{name}", one.renewed))
    return "".join([HEAD, "|---|---|---|---|\n", *sorted(rows)])


@sample.scenario("the table of additions")
def test_the_table_of_the_document(repository, house, pytestconfig):
    page = repository / "docs" / "architecture.md"
    text, made = page.read_text("utf-8"), table(repository, house)
    stands = re.search(re.escape(HEAD) + r"(\|.*\n)*", text)
    if pytestconfig.getoption("--renew-golden"):
        page.write_text(text.replace(stands[0], made), "utf-8")
    else:
        assert stands[0] == made
