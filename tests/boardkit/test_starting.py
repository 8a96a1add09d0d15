"""boot.py and safemode.py on a virtual board: who sees the drive, and what follows a failure."""

import ast
import tomllib

import pytest

from tablekeeper.boardkit import DEVELOPER_KEY
from tablesim import Timeline, VirtualBoard
from tablesim.modules.supervisor import SafeModeReason

PAGE = 256
MOST = 5
PLUGGED_IN = 0
#: ms from a failure to the running program: the wait of a start twice, the rest between, and the start itself
RESTARTED = 5000


@pytest.fixture
def board():
    made = VirtualBoard(Timeline(), bytes(range(8)))
    yield made
    made.power_off()


def run(board, milliseconds):
    board.timeline.run_until(board.timeline.now_us + milliseconds * 1000)


def log(board):
    """Return what safemode.py and boot.py have written down."""
    return bytes(board.nvm[-PAGE:]).rstrip(b"\xff")


def numbers(repository):
    """Return the name of each number in the log."""
    tree = ast.parse((repository / "firmware" / "safemode.py").read_text("utf-8"))
    [names] = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "_REASONS"
    ]
    return names


# --- the drive ------------------------------------------------------------------------------


def test_while_people_play_the_drive_is_hidden(board):
    board.power_on()
    run(board, 3000)
    assert board.usb_device.enumerated
    assert not board.usb_device.drive_enabled
    assert board.usb_device.data_enabled
    assert board.crashes == []


@pytest.mark.parametrize("key", [0, 3, *"1234567890*#"])
def test_only_the_makers_key_shows_it(board, key):
    board.power_on()
    board.press(key, hold_ms=None)
    run(board, 3000)
    assert board.usb_device.drive_enabled == (key == DEVELOPER_KEY)
    # the table can be used and heard all the same
    assert board.usb_device.data_enabled
    assert board.usb_device.product == "Tablekeeper"
    assert board.crashes == []


def test_a_key_held_too_late_does_nothing(board):
    board.power_on()
    board.press(DEVELOPER_KEY, at_us=board.timeline.now_us + 1_500_000, hold_ms=None)
    run(board, 3000)
    assert not board.usb_device.drive_enabled


def test_the_key_is_where_the_pin_map_says(repository):
    keypad = tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))["keypad"]
    [(row, column)] = [
        (row, labels.index(DEVELOPER_KEY))
        for row, labels in enumerate(keypad["keys"])
        if DEVELOPER_KEY in labels
    ]
    tree = ast.parse((repository / "firmware" / "boot.py").read_text("utf-8"))
    used = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "board"
    ]
    assert used == [keypad["rows"][row], keypad["columns"][column]]


@pytest.mark.parametrize("line", ["import digitalio", "column.switch_to_input", "nvm = microcontroller.nvm"])
def test_whatever_fails_in_boot_py_leaves_the_drive_visible(tmp_path, repository, line):
    """Nobody is locked out by a broken boot.py."""
    text = (repository / "firmware" / "boot.py").read_text("utf-8")
    place = text.index(line)
    start = text.rindex("\n", 0, place) + 1
    (tmp_path / "boot.py").write_text(text[:start] + " " * (place - start) + "1 / 0\n" + text[start:])
    (tmp_path / "code.py").write_text("import time\ntime.sleep(60)\n")
    board = VirtualBoard(Timeline(), bytes(8), firmware=tmp_path)
    board.power_on()
    run(board, 3000)
    assert "ZeroDivisionError" in board.crashes[0]
    assert board.usb_device.drive_enabled
    board.power_off()


# --- safe mode ------------------------------------------------------------------------------


def test_a_failure_is_written_down_and_the_board_starts_again(board, repository):
    board.power_on()
    run(board, 5000)
    board.fail("HARD_FAULT")
    run(board, 6000)
    assert [numbers(repository)[number] for number in log(board)] == ["HARD_FAULT"]
    assert board.nvm_erases == 0
    assert board.running("app") is not None
    assert board.usb_device.enumerated
    assert not board.usb_device.drive_enabled


def test_every_reason_has_a_number_of_its_own(repository):
    names = numbers(repository)
    assert len(set(names)) == len(names) < 0xFF
    assert names[PLUGGED_IN] == "NONE"
    assert set(names) == set(SafeModeReason.__annotations__) | {"UNKNOWN", "START"}


def test_a_board_that_fails_again_and_again_stays_in_safe_mode(board):
    board.power_on()
    for _ in range(MOST):
        run(board, RESTARTED)
        board.fail()
    run(board, RESTARTED)
    assert board.running("app") is not None
    board.fail("WATCHDOG")
    run(board, 10_000)
    assert board.idle_reason == "safe mode"
    assert len(log(board)) == MOST + 1
    # whoever looks after it finds the drive and the console
    assert board.usb_device.drive_enabled
    assert board.usb_device.console.enumerated
    # and nothing starts it but a person
    run(board, 600_000)
    assert board.idle_reason == "safe mode"
    assert board.nvm_erases == 0


def test_switching_it_off_and_on_gives_it_another_try(board):
    board.power_on()
    for _ in range(MOST + 1):
        run(board, RESTARTED)
        board.fail()
    run(board, RESTARTED)
    assert board.idle_reason == "safe mode"
    for _ in range(2):
        board.power_off()
        board.power_on()
        run(board, RESTARTED)
    assert board.running("app") is not None
    # one mark, however often it is switched on
    assert log(board).count(PLUGGED_IN) == 1
    board.fail()
    run(board, RESTARTED)
    assert board.idle_reason == ""
    assert board.nvm_erases == 0


def test_a_board_that_never_failed_writes_nothing(board):
    for _ in range(3):
        board.power_on()
        run(board, 3000)
        board.power_off()
    assert log(board) == b""


@pytest.mark.parametrize("reason", ["PROGRAMMATIC", "USER"])
def test_safe_mode_that_somebody_asked_for_stays(board, reason):
    board.power_on()
    run(board, 3000)
    board.fail(reason)
    run(board, 10_000)
    assert board.idle_reason == "safe mode"


def test_a_full_page_ends_the_restarts_and_erases_nothing(board):
    board.nvm[-PAGE:] = bytes([4, 0] * (PAGE // 2))
    kept = bytes(board.nvm)
    board.power_on()
    run(board, 3000)
    assert board.crashes == []
    board.fail()
    run(board, 10_000)
    assert board.idle_reason == "safe mode"
    assert bytes(board.nvm) == kept
    assert board.nvm_erases == 0


@pytest.mark.parametrize("after_ms", [1, 1001, 1003, 2001])
def test_power_may_go_at_any_time_meanwhile(board, after_ms):
    board.power_on()
    run(board, RESTARTED)
    board.fail()
    run(board, after_ms)
    board.power_off()
    board.power_on()
    run(board, RESTARTED)
    assert board.running("app") is not None
    assert board.crashes == []
    assert log(board) in (b"", b"\x04\x00")
