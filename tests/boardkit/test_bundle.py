"""The bundle is whole, small and in the right order, as readable modules and compiled."""

import ast
import tomllib

import pytest

from tablekeeper.boardkit import make_bundle
from tablekeeper.boardkit.bundle import ELSEWHERE, wanted_board

#: the drive of a Pico with 2 MB of flash has 1 MiB; half of it leaves room for an older bundle beside it
LARGEST = 512 * 1024
#: readable modules, for computers without the compiler: they replace those of an older bundle file by file
LARGEST_READABLE = 576 * 1024
#: what CircuitPython has built in on a Pico
BUILT_IN = frozenset(
    "analogio array binascii board busio digitalio gc io keypad math microcontroller micropython os pwmio"
    " random storage struct supervisor sys time traceback usb_cdc watchdog".split()
)
#: imported by the Adafruit libraries for type checkers only, or where there is no better
OPTIONAL = frozenset({"types", "typing", "framebuf", "adafruit_framebuf", "circuitpython_typing"})


@pytest.fixture(scope="module")
def readable():
    return make_bundle()


def imported(source):
    """Return every module name a source text imports, dotted, with the names taken from it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the board's files import by full name"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_whatever_is_imported_is_in_the_bundle_or_built_in(readable):
    held = {
        path.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in readable.files
    }
    missing = set()
    for path, data in readable.files.items():
        for name in imported(data):
            top = name.split(".")[0]
            # `from module import thing`: the module is what must be there
            if name not in held and name.rpartition(".")[0] not in held and top not in BUILT_IN | OPTIONAL:
                missing.add((path, name))
    assert missing == set()
    assert held >= {"tabledevice.app", "tabledevice.hardware", "adafruit_ssd1306"}


def test_all_of_our_board_code_is_in_it_as_it_is_in_the_tree(readable, repository):
    firmware = repository / "firmware"
    ours = {path.relative_to(firmware).as_posix(): path.read_bytes() for path in firmware.rglob("*.py")}
    copied = {path: data for path, data in readable.files.items() if not path.startswith("lib/adafruit")}
    assert copied == {path: data for path, data in ours.items() if path not in ELSEWHERE}
    assert set(ours) >= ELSEWHERE
    assert readable.settings == (firmware / "settings.toml").read_text("utf-8")


def test_it_leaves_room_for_another_one(delivered, readable):
    for one, most in ((delivered, LARGEST), (readable, LARGEST_READABLE)):
        assert sum(len(data) for data in one.files.values()) < most


def test_what_may_hide_the_drive_comes_last(delivered):
    assert list(delivered.files)[-3:] == ["code.py", "safemode.py", "boot.py"]


def test_the_board_is_the_one_of_the_pin_map(repository):
    board = tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))["board"]
    assert wanted_board().board == board["circuitpython"] == "raspberry_pi_pico"
    assert ".".join(map(str, wanted_board().oldest)) == board["oldest_circuitpython"]
