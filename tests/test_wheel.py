"""The wheel alone is enough: built here, installed into an empty environment, run in an empty folder.

A file that is in the repository but not in the wheel shows only on somebody else's machine; so the whole way
is walked once. To install what the wheel depends on takes longest, and needs the package index: one day in
four does it. On the others the libraries are those of this environment.
"""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tablekeeper.boardkit import compiler, make_bundle
from tablekeeper.phone import vm
from tablekeeper.version import __version__
from tests.guards import sample

#: where a folder of the repository lands in the wheel
PLACES = {
    "host/tablekeeper": "tablekeeper",
    "simulator/tablesim": "tablesim",
    "firmware/lib/tablecore": "tablecore",
    "firmware/lib/tabledevice": "tabledevice",
    "firmware/lib/tableprograms": "tableprograms",
}
#: what the board runs, beside its libraries
BOARD_FILES = (
    "boot.py", "code.py", "lastresort.py", "safemode.py", "settings.toml", "texts.toml", "PROTOCOL.md",
)

#: Without one of these the comparison with the tree would prove nothing.
NEEDED = (
    "tablekeeper/py.typed",
    "tablekeeper/web/templates/*.html",
    "tablekeeper/web/static/*",
    "tablekeeper/store/migrations/versions/*.py",
    "tablekeeper/phone/vm/*.wasm",
    "tablekeeper/transcripts/*.mat",
    "tablekeeper/firmware/code.py",
    "tablecore/records.py",
    "tabledevice/app.py",
    "tablesim/board.py",
)


def run(*command: str | Path, cwd: Path, seconds: int = 900) -> str:
    """Run a program with nothing inherited that could find the source tree; return its output."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "COV_", "TABLEKEEPER", "VIRTUAL_ENV"))
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
        check=False,
    )  # fmt: skip
    shown = " ".join(str(part) for part in command)
    assert done.returncode == 0, f"{shown}\nended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(repository, tmp_path_factory):
    """Build the wheel with the pinned build tool of this environment; no network."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index",
        "--wheel-dir", folder, repository, cwd=folder)  # fmt: skip
    (built,) = folder.glob("*.whl")
    return built


def install(wheel: Path, folder: Path, *words: str | Path) -> Path:
    """Install the wheel into an empty environment; return its programs' folder."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    # what is imported is compiled then; most of what is installed never is
    run(sys.executable, "-m", "pip", "--python", programs / "python", "install", "-q", "--no-compile",
        "--disable-pip-version-check", *words, wheel, cwd=folder)  # fmt: skip
    return programs


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Install the wheel alone; the libraries are found in this environment. Return its programs' folder."""
    programs = install(wheel, tmp_path_factory.mktemp("alone"), "--no-deps")
    [own] = programs.parent.glob("lib/*/site-packages")
    # only a folder to look in: this environment's link to the source tree is not followed
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return programs


def expected(root: Path) -> dict[str, Path]:
    """Return every file that must be in the wheel, by its name there."""
    files = {f"tablekeeper/firmware/{name}": root / "firmware" / name for name in BOARD_FILES}
    files["tablekeeper/hw/board.toml"] = root / "hw" / "board.toml"
    for folder, place in PLACES.items():
        for path in (root / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                files[f"{place}/{path.relative_to(root / folder).as_posix()}"] = path
    return files


def test_the_wheel_holds_every_file_unchanged(wheel, repository):
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    files = expected(repository)
    # what the build has fetched (hatch_build.py)
    files |= {f"tablekeeper/{vm.WITHIN}/{name}": vm.folder() / name for name in vm.FILES}
    assert sorted(held) == sorted(files)
    assert [name for name, path in files.items() if held[name] != path.read_bytes()] == []


@pytest.mark.parametrize("pattern", NEEDED)
def test_the_wheel_holds_what_the_program_opens(wheel, pattern):
    with zipfile.ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if Path(name).match(pattern)]


def test_the_wheel_names_its_licence(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (archive.read(n).decode() for n in archive.namelist() if n.endswith("/METADATA"))
        assert any(name.endswith("/licenses/LICENSE") for name in archive.namelist())
    assert "License-Expression: MIT" in metadata
    assert "://" not in "".join(line for line in metadata.splitlines() if line.startswith("Requires-Dist:"))


def test_the_installed_program_says_its_version(installed, tmp_path):
    assert __version__ in run(installed / "tablekeeper", "--version", cwd=tmp_path)


def test_the_installed_program_imports_nothing_from_the_source_tree(installed, repository, tmp_path):
    printed = run(
        installed / "python", "-c",
        "import tablecore, tabledevice, tablekeeper, tablesim\n"
        "for package in (tablecore, tabledevice, tablekeeper, tablesim): print(package.__file__)",
        cwd=tmp_path,
    )  # fmt: skip
    places = printed.split()
    assert len(places) == 4
    assert [place for place in places if Path(place).is_relative_to(repository)] == []


@sample.scenario("a board from an installed wheel")
def test_the_installed_program_brings_a_board_its_files(installed, repository, tmp_path):
    """The bundle is made from the wheel's own firmware: compiled as in this tree, or readable as it lies."""
    board = "Adafruit CircuitPython 10.1.4 on 2026-03-09; Raspberry Pi Pico\nBoard ID:raspberry_pi_pico\n"
    delivered, readable = tmp_path / "delivered", tmp_path / "readable"
    for drive, flags in ((delivered, ()), (readable, ("--readable",))):
        drive.mkdir()
        (drive / "boot_out.txt").write_text(board)
        run(installed / "tablekeeper", "board", "install", "--drive", drive, *flags, cwd=tmp_path)
    for path, data in make_bundle(None if compiler.missing() else compiler.HEADERS[10]).files.items():
        assert (delivered / path).read_bytes() == data
    for name in (*BOARD_FILES[:5], "lib/tabledevice/app.py"):
        assert (readable / name).read_bytes() == (repository / "firmware" / name).read_bytes()
    assert (readable / "lib" / "adafruit_ssd1306.py").is_file()


def play(installed: Path, folder: Path) -> None:
    """Play a shipped match in an empty folder, to its end."""
    [short] = installed.parent.glob("lib/*/site-packages/tablekeeper/transcripts/1-points-ann-bob.mat")
    printed = run(installed / "tablekeeper", "demo", "--once", short, cwd=folder)
    assert printed.strip(), "the demo ended without printing a result"


@sample.scenario("an installed demo")
def test_the_installed_demo_plays_to_the_end_in_an_empty_folder(installed, tmp_path):
    play(installed, tmp_path)


@sample.scenario("an installed wheel")
def test_what_the_wheel_asks_for_is_all_that_it_needs(wheel, repository, tmp_path):
    programs = install(wheel, tmp_path, "-c", repository / "constraints.txt")
    play(programs, tmp_path)
