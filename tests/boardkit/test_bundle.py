"""The bundle is whole, small and in the right order, and .mpy only where the board can read it."""

import ast
import tomllib

import pytest

from tablekeeper.boardkit import make_bundle
from tablekeeper.boardkit.bundle import ELSEWHERE, wanted_board
from tablekeeper.boardkit.compiler import find_compiler

#: the drive of a Pico with 2 MB of flash has 1 MiB; half of it leaves room for an older bundle beside it
LARGEST = 512 * 1024
#: what CircuitPython has built in on a Pico
BUILT_IN = frozenset(
    "analogio binascii board busio digitalio gc io keypad math microcontroller micropython os pwmio random"
    " storage struct supervisor sys time traceback usb_cdc watchdog".split()
)
#: imported by the Adafruit libraries for type checkers only, or where there is no better
OPTIONAL = frozenset({"types", "typing", "framebuf", "adafruit_framebuf", "circuitpython_typing"})


@pytest.fixture(scope="module")
def bundle():
    return make_bundle()


@pytest.fixture(scope="module")
def readable():
    return make_bundle(readable=True)


def imported(source):
    """Return every module name a source text imports, dotted, with the names taken from it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the board's files import by full name"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("form", ["bundle", "readable"])
def test_whatever_is_imported_is_in_the_bundle_or_built_in(form, request):
    bundle = request.getfixturevalue(form)
    held = {
        path.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in bundle.files
    }
    missing = set()
    for path, data in bundle.files.items():
        for name in imported(data):
            top = name.split(".")[0]
            # `from module import thing`: the module is what must be there
            if name not in held and name.rpartition(".")[0] not in held and top not in BUILT_IN | OPTIONAL:
                missing.add((path, name))
    assert missing == set()
    assert held >= {"tabledevice.app", "tabledevice.hardware", "adafruit_ssd1306"}


def test_all_of_our_board_code_is_in_the_readable_one_as_it_is_in_the_tree(readable, repository):
    firmware = repository / "firmware"
    ours = {path.relative_to(firmware).as_posix(): path.read_bytes() for path in firmware.rglob("*.py")}
    copied = {path: data for path, data in readable.files.items() if not path.startswith("lib/adafruit")}
    assert copied == {path: data for path, data in ours.items() if path not in ELSEWHERE}
    assert set(ours) >= ELSEWHERE
    assert readable.settings == (firmware / "settings.toml").read_text("utf-8")


def test_it_leaves_room_for_another_one(bundle, readable):
    for one in (bundle, readable):
        assert sum(len(data) for data in one.files.values()) < LARGEST


def test_what_may_hide_the_drive_comes_last(bundle):
    assert list(bundle.files)[-3:] == ["code.py", "safemode.py", "boot.py"]


def test_the_board_is_the_one_of_the_pin_map(repository):
    board = tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))["board"]
    assert wanted_board().board == board["circuitpython"] == "raspberry_pi_pico"
    assert ".".join(map(str, wanted_board().oldest)) == board["oldest_circuitpython"]


def test_without_a_compiler_nothing_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert find_compiler(10) == (None, "")


def test_circuitpythons_compiler_is_used_for_what_lies_in_lib(cross, bundle):
    place = cross(b"C\x06")
    assert find_compiler(10) == (place, "")
    made = make_bundle(place).files
    assert [path for path in made if not path.endswith(".mpy")] == ["code.py", "safemode.py", "boot.py"]
    assert [path.removesuffix(".mpy").removesuffix(".py") for path in made] == [
        path.removesuffix(".py") for path in bundle.files
    ]
    assert made["lib/tabledevice/app.mpy"] == b"C\x06" + bundle.files["lib/tabledevice/app.py"]
    assert made["code.py"] == bundle.files["code.py"]


@pytest.mark.parametrize(
    ("header", "major", "said"),
    [
        (b"M\x06", 10, "writes files for MicroPython, not for CircuitPython"),
        (b"C\x05", 10, "is for another CircuitPython than 10"),
        (b"C\x06", 12, "is for another CircuitPython than 12"),
        (b"", 10, "writes files for MicroPython"),
    ],
)
def test_a_compiler_of_no_use_is_named_and_not_used(cross, header, major, said):
    cross(header)
    found, note = find_compiler(major)
    assert found is None
    assert said in note
    assert note.endswith("the .py files are copied.")


def test_a_compiler_that_fails_is_named_and_not_used(cross):
    place = cross(b"C\x06")
    place.write_text("#!/bin/sh\nexit 3\n")
    found, note = find_compiler(10)
    assert found is None
    assert "did not compile trial.py (exit status 3). The .py files are copied." in note
