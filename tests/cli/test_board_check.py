"""`tablekeeper board check` on a virtual board in real time, with somebody who presses what it asks for."""

import json
import threading

import pytest

from tablecore import frames, messages
from tablekeeper.cli import board_check
from tablekeeper.tables import Hello, Port
from tablekeeper.tables.checkup import PATIENCE_MS, SILENT_MS, STEPS, CheckUp
from tablesim.realtime import Boards, board_uid
from tests.patience import PATIENCE_S

LOOK_US = 100_000
NAMES = [name for name, _ in STEPS.values()]


class Person:
    """Stands before a board and answers its test: a key for each question, then all keys."""

    def __init__(self, board, answers=("#", "#", "#"), broken=()):
        self._board = board
        self._answers = dict(zip(range(2, 5), answers, strict=True))
        self._keys = [key for key in (0, 1, 2, 3, *"123456789*0#") if key not in broken]
        self._broken = broken
        board.timeline.after(LOOK_US, self._look)

    def _look(self):
        app = self._board.running("app")
        check = app.checking if app is not None else None
        if check is not None:
            if check._step in self._answers:
                self._board.press(self._answers.pop(check._step))
            elif check._step == messages.CHECK_KEYS and self._keys:
                self._board.press(self._keys.pop(0))
            elif check._step == messages.CHECK_KEYS and self._broken:
                self._board.press("*", hold_ms=1000)
                self._broken = ()
        self._board.timeline.after(LOOK_US if self._broken or self._keys else 2 * LOOK_US, self._look)


class Hall:
    """One virtual board in a thread of its own; `port` is where its cable ends."""

    def __init__(self, prepare):
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._prepare = prepare
        self._thread = threading.Thread(target=self._live)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    def _live(self):
        # a board belongs to the thread that runs it
        boards = Boards(1, 7)
        try:
            self._prepare(boards.boards[0])
            self.port = boards.paths[0]
            self._ready.set()
            boards.run(self._stopping.is_set, 4.0)
        finally:
            boards.close()

    def close(self):
        self._stopping.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()


@pytest.fixture
def hall(monkeypatch):
    monkeypatch.setattr(board_check, "PROBE_SECONDS", PATIENCE_S)
    made = []

    def make(prepare):
        made.append(Hall(prepare))
        return made[-1].port

    yield make
    for one in made:
        one.close()


def test_a_board_that_is_all_right(hall, command):
    result = command("board", "check", "--port", hall(Person))
    assert result.exit_code == 0, result.output
    said = result.stdout.splitlines()
    assert [line.split()[0] for line in said if line.endswith("passed")] == NAMES
    assert said[-1] == "All is right."
    assert any(line.startswith("keys") and "press every button" in line for line in said)


def test_what_failed_is_told_and_the_exit_status_is_1(hall, command):
    def prepare(board):
        board.fram.write_protected = True
        Person(board, ("*", "#", "#"), broken=(3, "7"))

    result = command("board", "check", "--port", hall(prepare), "--json")
    assert result.exit_code == 1, result.output
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert {one["board"] for one in told} == {board_uid(1).hex()}
    assert {one["step"]: one["why"] for one in told if one["state"] == "failed"} == {
        "memory": "64 of 64 bytes are not kept", "display": "somebody said that it is not right",
        "keys": "not pressed, or not working: button D, key 7", None: None,
    }  # fmt: skip
    begun = [one["step"] for one in told if one["state"] == "begins"]
    assert begun == NAMES
    assert all(one["look"] == [] for one in told[:-1])
    assert [line.split(":")[0] for line in told[-1]["look"]] == [
        "The memory answers but does not keep what is written", "Button D does nothing",
        "If only single keys do nothing, the keypad itself is faulty, not its wires.",
    ]  # fmt: skip


def test_a_wire_to_look_at_is_the_last_word(hall, command):
    result = command("board", "check", "--port", hall(lambda board: Person(board, broken=tuple("456"))))
    assert result.exit_code == 1, result.output
    assert result.stdout.splitlines()[-2:] == [
        "Something is wrong.",
        "No key of row 2 works: look at the red wire at J8 pin 7 (ROW2) and R32.",
    ]


def test_a_battery_that_is_nearly_empty_is_noted():
    test = CheckUp(9)
    hello = (messages.MAJOR, 1, 9, 8, 7, b"newboard", 0xCAFE, 3, 0, 1, 40, 12, 100_000, 5000, 77)
    test.receive(frames.encode(messages.pack(messages.HELLO, *hello)), 1000)
    for left, noted in ((12, 12), (255, None)):
        test.receive(frames.encode(messages.pack(messages.STATUS, 1, 1, 1, 1, 0, left)), 1000)
        assert test.battery == noted


def test_a_table_with_a_match_is_refused(hall, refused):
    def prepare(board):
        for place, key in enumerate(("#", "1", "5", "#", "5")):
            board.press(key, 3_500_000 + 300_000 * place)
        board.timeline.run_until(8_000_000)

    said = refused("board", "check", "--port", hall(prepare))
    assert said == "A match is on this board's table: a board tests itself when its match is closed."


def test_an_older_firmware_is_told_politely(line, refused, hello_of, monkeypatch):
    monkeypatch.setattr(board_check, "PROBE_SECONDS", PATIENCE_S)
    old = line(hello_of(messages.MAJOR)).port
    said = refused("board", "check", "--port", old)
    assert "has no self-test" in said
    assert "tablekeeper board install" in said


def test_a_port_without_a_board_and_no_board_at_all(line, refused, monkeypatch):
    monkeypatch.setattr(board_check, "PROBE_SECONDS", 0.5)
    assert refused("board", "check", "--port", line().port).startswith("There is no board on the port")
    monkeypatch.setattr(board_check, "candidates", list)
    assert refused("board", "check").startswith("No board is plugged in")


def test_of_several_boards_one_has_to_be_named(refused, monkeypatch):
    hello = Hello(1, 1, "0.1.0", "00", 1, 1, 0, 1, 1, 1, 1, 1, 1)
    ports = [Port(f"/dev/ttyACM{number}", "Tablekeeper", "") for number in (1, 3)]
    monkeypatch.setattr(board_check, "candidates", lambda: ports)
    monkeypatch.setattr(board_check, "probe", lambda address: hello)
    assert refused("board", "check") == (
        "There are 2 boards (/dev/ttyACM1, /dev/ttyACM3): name one with --port."
    )


def test_a_board_that_falls_silent_is_given_up():
    def begun():
        test = CheckUp(9)
        hello = (messages.MAJOR, 1, 9, 8, 7, b"newboard", 0xCAFE, 3, 0, 1, 40, 12, 100_000, 5000, 77)
        test.receive(frames.encode(messages.pack(messages.HELLO, *hello)), 1000)
        assert test.tick(1000)
        return test

    silent = begun()
    silent.tick(1000 + SILENT_MS)
    assert "8 seconds" in silent.problem
    forgetful = begun()
    status = frames.encode(messages.pack(messages.STATUS, 1, 1, 1, 1, 0, 255))
    for now in range(2000, 2000 + PATIENCE_MS, 2000):
        forgetful.receive(status, now)
        forgetful.tick(now)
    assert "without a result" in forgetful.problem
