"""What fails where Rescue can't help: the board comes back, or says so and stays; its log is whole.

The failures are planted from outside, one stage of a start after the other.
"""

import ast
import tomllib

import pytest

from tabledevice import opening, rescue
from tabledevice.texts import rare
from tablekeeper.games import catalogue
from tablesim import pixels
from tablesim.endings import Interrupted
from tablesim.firmware import Program
from tablesim.modules import keypad
from tests.tabledevice.hands import TO_TURN, Table

PAGE = 256
MOST = 5
PLUGGED_IN, WATCHDOG, START = 0, 17, 19
#: from a failure to the next try: a rest, and the start of the processor (ms)
TRY_MS = 5000
PROGRAM = catalogue.PARTS.index("program")


class Bug(Exception):
    """What a part fails with here."""


@pytest.fixture
def table():
    made = Table()
    made.set_up("#", "1", "5", "#", "1").press(*TO_TURN)
    yield made
    made.board.power_off()


class Plant:
    """A failure that happens `times` times, or always."""

    def __init__(self, error, times=None):
        self.error = error
        self.left = times
        self.done = 0

    def grow(self):
        if self.left != 0:
            self.left = None if self.left is None else self.left - 1
            self.done += 1
            raise self.error("planted")


def in_import(monkeypatch, module, plant):
    """Let the import of a module fail."""
    whole = Program._import

    def failing(program, name, *rest):
        # boot.py needs some of them as well
        if name == module and program.names.get("__file__") == "code.py":
            plant.grow()
        return whole(program, name, *rest)

    monkeypatch.setattr(Program, "_import", failing)


def in_call(monkeypatch, where, name, plant):
    """Let a call fail."""
    whole = getattr(where, name)

    def failing(*arguments, **words):
        plant.grow()
        return whole(*arguments, **words)

    monkeypatch.setattr(where, name, failing)


STAGES = {
    "app": lambda patch, plant: in_import(patch, "tabledevice.app", plant),
    "hardware": lambda patch, plant: in_import(patch, "tabledevice.hardware", plant),
    "rescue": lambda patch, plant: in_import(patch, "tabledevice.rescue", plant),
    "clock of the board": lambda patch, plant: in_import(patch, "tablecore.ticks", plant),
    "seat buttons": lambda patch, plant: in_call(patch, keypad.Keys, "__init__", plant),
    "keypad": lambda patch, plant: in_call(patch, keypad.KeyMatrix, "__init__", plant),
    "module of the piezo": lambda patch, plant: in_import(patch, "pwmio", plant),
    "module of the cable": lambda patch, plant: in_import(patch, "usb_cdc", plant),
    "making Rescue": lambda patch, plant: in_call(patch, rescue.Rescue, "__init__", plant),
}
ERRORS = (ImportError, MemoryError, SyntaxError, Interrupted, Bug)


def log(board):
    """The failures that are written down."""
    return list(bytes(board.nvm[-PAGE:]).rstrip(b"\xff"))


def restart(table):
    """Switch off and on without looking whether it starts."""
    table.board.power_off()
    table.wait(1000)
    table.board.power_on()


def says_stopped(table):
    return all(table.reads(rare.STOPPED[line], 2 + line) for line in range(1, len(rare.STOPPED)))


def blinks(table):
    lamps = set()
    for _ in range(8):
        table.wait(270)
        lamps.add(table.board.leds)
    return lamps == {(True,) * 4, (False,) * 4}


@pytest.mark.turns(4)
@pytest.mark.parametrize("times", [1, 2, MOST])
@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("stage", STAGES)
def test_a_start_that_fails_is_tried_again_and_the_game_goes_on(table, monkeypatch, stage, error, times):
    before = table.last
    packed, turn = table.sheet.score, table.sheet.turn
    plant = Plant(error, times)
    STAGES[stage](monkeypatch, plant)
    restart(table)
    table.wait((1 + times) * TRY_MS)
    assert plant.done == times
    assert table.app is not None
    assert table.board.crashes == []
    assert log(table.board) == [START] * times
    assert table.board.nvm_erases == 0
    assert [row[0] for row in table.log(before)] == ["boot"], "one start has come to the log"
    assert (table.sheet.score, table.sheet.turn, table.sheet.odd) == (packed, turn, 0)
    # loaded again, and after that by resets: never by a watchdog that has bitten
    assert table.log(before)[0][1] == (8 if times == 1 else 2)
    table.press("#", turn)
    assert table.log()[-1][0] == "press"


@pytest.mark.parametrize("stage", STAGES)
def test_a_start_that_always_fails_ends_with_a_sentence(table, monkeypatch, stage):
    plant = Plant(MemoryError)
    with monkeypatch.context() as broken:
        STAGES[stage](broken, plant)
        restart(table)
        life = table.board.resets
        for _ in range(MOST + 2):
            resets = table.board.resets
            table.wait(1900)
            assert table.board.resets - resets <= 1, "never faster than a start and a rest"
        table.wait(8 * TRY_MS)
        assert plant.done == MOST + 1
        assert says_stopped(table)
        assert blinks(table)
        ended = table.board.resets
        assert ended - life == MOST
        table.wait(600_000)
        assert table.board.resets == ended
        assert log(table.board) == [START] * (MOST + 1)
        # a person begins the count again
        restart(table)
        table.wait(8 * TRY_MS)
        assert says_stopped(table)
        assert plant.done == 2 * (MOST + 1)
        assert log(table.board) == [START] * (MOST + 1) + [PLUGGED_IN] + [START] * (MOST + 1)
    table.power_cycle()
    assert table.app is not None
    assert table.board.nvm_erases == 0
    table.press("#", table.sheet.turn)
    assert table.log()[-1][0] == "press"


@pytest.mark.parametrize("missing", ["tabledevice.stopped", "display", "bus"])
def test_without_a_screen_the_lamps_blink(table, monkeypatch, missing):
    plant = Plant(ImportError)
    in_import(monkeypatch, "tabledevice.app", plant)
    if missing == "display":
        table.board.oled.dead = True
    elif missing == "bus":
        table.board.bus.pull_ups = False
    else:
        in_import(monkeypatch, missing, Plant(ImportError))
    restart(table)
    table.wait(9 * TRY_MS)
    assert blinks(table)
    life = table.board.resets
    table.wait(60_000)
    assert table.board.resets == life


def test_a_drive_without_our_modules_blinks_too(table, monkeypatch):
    whole = Program._import

    def failing(program, name, *rest):
        if name.partition(".")[0] in ("tabledevice", "tablecore", "adafruit_ssd1306"):
            raise ImportError("no module named " + name)
        return whole(program, name, *rest)

    monkeypatch.setattr(Program, "_import", failing)
    restart(table)
    table.wait(9 * TRY_MS)
    assert blinks(table)
    assert log(table.board) == [START] * (MOST + 1)


def test_without_the_last_resort_it_is_tried_slowly(table, monkeypatch):
    plant = Plant(MemoryError)
    with monkeypatch.context() as broken:
        in_import(broken, "tabledevice.app", plant)
        in_import(broken, "lastresort", Plant(MemoryError))
        restart(table)
        life = table.board.resets
        table.wait(60_000)
        assert 4 <= table.board.resets - life <= 60 // 8
    table.wait(30_000)
    assert table.app is not None


def test_what_rescue_fails_at_is_brought_back_as_well(table, monkeypatch):
    in_call(monkeypatch, table.app, "_live", Plant(Bug, 1))
    plant = Plant(Bug, 1)
    in_call(monkeypatch, rescue.Rescue, "bring_back", plant)
    before = table.last
    table.wait(3 * TRY_MS)
    assert plant.done == 1
    assert log(table.board) == [START]
    assert [row[:2] for row in table.log(before)] == [("boot", 8)]
    table.press("#", table.sheet.turn)
    assert table.log()[-1][0] == "press"


def test_an_application_that_cannot_start_says_so(monkeypatch):
    table = Table(power=False)
    with monkeypatch.context() as broken:
        in_call(broken, opening, "start", Plant(Bug))
        table.board.power_on()
        table.wait(40_000)
        assert says_stopped(table)
        assert blinks(table)
    table.board.power_off()


# --- hanging ------------------------------------------------------------------------------------------


def hang(monkeypatch, module, times=None):
    """Let the import of a module never end."""

    class Hang(Plant):
        def grow(self):
            try:
                super().grow()
            except Bug:
                while True:
                    table_of[0].board.vm.spend(10_000)

    table_of = []
    plant = Hang(Bug, times)
    in_import(monkeypatch, module, plant)
    return plant, table_of


def test_the_watchdog_covers_the_start(table, monkeypatch):
    plant, where = hang(monkeypatch, "tabledevice.app", 1)
    where.append(table)
    before, life = table.last, table.board.resets
    restart(table)
    table.wait(18_000)
    assert (plant.done, table.board.resets - life) == (1, 2)
    assert table.board.reset_reason == "WATCHDOG"
    assert log(table.board) == [WATCHDOG]
    assert [row[:2] for row in table.log(before)] == [("boot", 5)]


def test_a_program_that_hangs_at_every_start_is_stopped(table, monkeypatch):
    plant, where = hang(monkeypatch, "tabledevice.rescue")
    where.append(table)
    restart(table)
    table.wait(100_000)
    assert plant.done == MOST + 1
    assert log(table.board) == [WATCHDOG] * (MOST + 1)
    assert says_stopped(table)
    life = table.board.resets
    table.wait(60_000)
    assert table.board.resets == life


# --- Ctrl-C on the console ------------------------------------------------------------------------------


def interrupt(table):
    """Open the console and type Ctrl-C."""
    console = table.board.usb_console
    if not console.is_open:
        console.open()
    console.write(b"\x03")


def test_ctrl_c_in_a_game_is_brought_back_and_the_clock_goes_on(table):
    before, life = table.last, table.board.resets
    since, turn = table.sheet.clock.since, table.sheet.turn
    interrupt(table)
    table.wait(3000)
    assert table.log(before) == [("fault", PROGRAM, 1, 0)]
    assert (table.sheet.clock.running, table.sheet.clock.since, table.sheet.turn) == (True, since, turn)
    assert table.board.resets == life
    table.press(turn)
    assert table.log()[-1][0] == "press"


def test_ctrl_c_again_and_again_ends_with_a_sentence_and_loses_nothing(table):
    score = table.sheet.score
    for _ in range(60):
        if table.board.usb_console.present:
            interrupt(table)
        table.wait(900)
    table.wait(5000)
    assert table.app is None or says_stopped(table)
    table.board.crashes.clear()
    table.power_cycle()
    assert table.sheet.score == score
    table.press("#", table.sheet.turn)
    assert table.log()[-1][0] == "press"


def test_with_the_drive_shown_ctrl_c_and_errors_stop_the_program(table, monkeypatch):
    table.board.power_off()
    table.wait(1000)
    table.board.press("#", hold_ms=None)
    table.power_on()
    table.board.release("#")
    assert table.board.usb_device.drive_enabled
    interrupt(table)
    table.wait(60_000)
    assert "KeyboardInterrupt" in table.board.crashes[0] or "Interrupted" in table.board.crashes[0]
    assert table.board.idle_reason == "Code done running."
    assert log(table.board) == []
    in_import(monkeypatch, "tabledevice.app", Plant(ImportError))
    table.board.power_off()
    table.board.crashes.clear()
    table.board.press("#", hold_ms=None)
    table.board.power_on()
    table.wait(10_000)
    table.board.release("#")
    assert "ImportError: planted" in table.board.crashes[0]
    assert table.board.idle_reason == "Code done running."
    assert log(table.board) == []


# --- the log ------------------------------------------------------------------------------------------


def test_a_full_log_stops_at_the_first_failure(table, monkeypatch):
    table.board.nvm[-PAGE:] = bytes([START, PLUGGED_IN] * (PAGE // 2))
    kept = bytes(table.board.nvm)
    plant = Plant(Bug)
    in_import(monkeypatch, "tabledevice.app", plant)
    restart(table)
    table.wait(60_000)
    assert plant.done == 1
    assert says_stopped(table)
    assert bytes(table.board.nvm) == kept
    assert table.board.nvm_erases == 0


@pytest.mark.parametrize("after_ms", [1500, 2000, 2600, 3000, 3700])
def test_power_may_go_between_two_tries(table, monkeypatch, after_ms):
    in_import(monkeypatch, "tabledevice.app", Plant(Bug, 1))
    restart(table)
    table.wait(after_ms)
    table.power_cycle()
    assert table.app is not None
    assert log(table.board) in ([START], [START, PLUGGED_IN])
    assert table.board.nvm_erases == 0


def test_a_board_that_stays_in_safe_mode_says_so(table):
    for _ in range(MOST + 1):
        table.board.fail()
        table.wait(TRY_MS)
    assert table.board.idle_reason == "safe mode"
    assert table.board.crashes == []
    assert says_stopped(table)
    assert sum(map(sum, pixels.rows(table.board.pixels))) > 100


def test_a_safe_mode_without_display_ends_without_an_error(table):
    table.board.bus.pull_ups = False
    table.board.fail("PROGRAMMATIC")
    table.wait(TRY_MS)
    assert table.board.idle_reason == "safe mode"
    assert table.board.crashes == []


# --- what stands in two files ----------------------------------------------------------------------------


def constants(path):
    """The simple constants of a file."""
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Tuple)
        and not any(isinstance(one, ast.Attribute) for one in ast.walk(node.value))
    }


def test_both_files_count_alike(repository):
    safe, last = (constants(repository / "firmware" / name) for name in ("safemode.py", "lastresort.py"))
    for name in ("_LOG", "_PLUGGED_IN", "_EMPTY", "_MOST"):
        assert safe[name] == last[name]
    assert safe["_REASONS"][last["_START"]] == "START"
    assert safe["_REASONS"][last["_WATCHDOG"]] == "WATCHDOG"
    assert safe["_REASONS"][safe["_UNKNOWN"]] == "UNKNOWN"


def test_the_pins_are_those_of_the_pin_map(repository):
    pins = tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))
    tree = ast.parse((repository / "firmware" / "lastresort.py").read_text("utf-8"))
    used = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "board"
    ]
    assert sorted(used) == sorted([pins["i2c"]["scl"], pins["i2c"]["sda"], *pins["seats"]["lamps"]])
