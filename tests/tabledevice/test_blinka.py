"""The program on a Raspberry Pi's header, as far as Blinka's OS-agnostic board goes (see on_blinka.py)."""

import ast
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tablecore import messages, records
from tablecore.sheets import BLANK
from tabledevice import canvas
from tablekeeper.games import catalogue
from tablekeeper.store import open_store
from tablekeeper.tables import Hello, Hub, probe
from tests.patience import PATIENCE_S, until

UID = b"BLINKA-1".hex()


class Table:
    """A table in a process of its own, with hands and eyes."""

    def __init__(self, *words):
        here = Path(__file__).parent
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error::DeprecationWarning", str(here / "on_blinka.py"), *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._told: list[str] = []
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        line = self._process.stdout.readline()
        assert line, self.end()
        port, _, self.bus = line.strip().partition(" ")
        self.address = ("127.0.0.1", int(port))
        self.port = f"socket://127.0.0.1:{port}"

    def _listen(self):
        with self._process.stderr as stream:
            self._told += stream.readlines()

    def do(self, *words):
        """Give an order; return the answer."""
        self._process.stdin.write(" ".join(words) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self.end()
        return answer.strip()

    def tap(self, *keys):
        """Press keys one after the other, each for 60 ms of the table's time."""
        for key in keys:
            self.do("press", key)
            self.do("pass", "60")
            self.do("release", key)
            self.do("pass", "60")

    def reads(self, text, page):
        """Return whether a line of the display shows this text, centred."""
        drawn = bytearray(1024)
        canvas.Canvas(drawn).centre(page, text)
        place = slice(page * 128, page * 128 + 128)
        shown = bytes.fromhex(self.do("screen"))[place]
        return shown in (bytes(drawn[place]), bytes(255 - one for one in drawn[place]))

    def end(self):
        """End the program; return what it complained of."""
        if self._process.poll() is None:
            self._process.stdin.write("end\n")
            self._process.stdin.close()
            self._process.wait(PATIENCE_S)
        self._process.stdout.close()
        if not self._process.stdin.closed:
            self._process.stdin.close()
        self._listener.join()
        return "".join(self._told)


@pytest.fixture
def table():
    made = Table()
    yield made
    assert made.end() == ""


def wall():
    return time.time_ns() // 1_000_000


class Ear:
    """Listens to a hub: keeps the sentences about what went wrong."""

    def __init__(self):
        self.problems = []

    def problem(self, uid, sentence):
        """Keep it."""
        self.problems.append(sentence)

    def heed(self, *what):
        """Take no interest."""

    def expected(self, uid):
        """Leave it to the board."""
        return BLANK

    online = offline = status = screen = answered = pressed = notice = solved = heed


def kinds(store):
    (journal,) = store.journals(UID)
    return [catalogue.name(record[4]) for record in store.records(UID, journal.journal)]


def test_it_offers_what_the_boards_hardware_offers(repository):
    """Compared as text: neither module can be imported here."""

    def offered(name):
        tree = ast.parse((repository / "firmware" / "lib" / "tabledevice" / name).read_text("utf-8"))
        [found] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Hardware"]
        methods = {
            node.name: [argument.arg for argument in node.args.args]
            for node in found.body
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        }
        attributes = {
            node.attr
            for node in ast.walk(found)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) == "self" and not node.attr.startswith("_")
        }  # fmt: skip
        return methods, attributes

    methods, attributes = offered("hardware.py")
    assert {"now", "at", "rebase", "draw", "memory", "idle"} <= set(methods)
    assert {"uid", "i2c", "seats", "pad", "event", "lamps", "pwm", "data"} <= attributes
    assert offered("hardware_blinka.py") == (methods, attributes)


def test_no_pin_of_the_header_is_used_twice(repository):
    tree = ast.parse(
        (repository / "firmware" / "lib" / "tabledevice" / "hardware_blinka.py").read_text("utf-8")
    )
    used = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in (
            "SEATS", "LAMPS", "ROWS", "COLUMNS", "PIEZO"
        ):  # fmt: skip
            value = ast.literal_eval(node.value)
            used += [value] if isinstance(value, str) else value
    # GPIO 2 and 3 are the bus
    assert len(used) == len(set(used)) == 16
    assert {f"D{number}" for number in range(4, 28)} >= set(used)


def test_a_match_is_set_up_by_the_host_and_played_with_the_buttons(tmp_path, table):
    ear = Ear()
    with open_store(str(tmp_path / "hall.db"), now=wall) as store:
        hub = Hub(store, ear, clock=wall, ports=[table.port])
        hub.start()
        try:
            until(lambda: [board.uid for board in store.boards()] == [UID])
            run = messages.stub(records.MATCH, 1, 3, 1, 77)
            number = store.commands.queue(UID, messages.RUN, run)
            until(lambda: store.commands.get(number).state == "done")
            table.tap("3", "1")
            until(lambda: kinds(store)[-2:] == ["game", "opening"])
            table.tap("seat1")
            until(lambda: kinds(store)[-1] == "press")
            until(lambda: table.do("lamps") == "1000")
            table.tap("6", "5", "seat0")
            until(lambda: kinds(store)[-2:] == ["dice", "press"])
            until(lambda: table.do("lamps") == "0100")
            (journal,) = store.journals(UID)
            (dice,) = [
                record for record in store.records(UID, journal.journal) if record[4] == records.DICE
            ]
            assert tuple(dice[5:8]) == (0, 6, 5)
        finally:
            hub.stop()
    assert ear.problems == []


def test_the_log_is_in_the_memory_chip_and_the_display_shows_the_game(table):
    until(lambda: any(bytes.fromhex(table.do("screen"))))
    hello = probe(table.port, PATIENCE_S)
    assert isinstance(hello, Hello)
    assert (hello.uid, hello.last) == (UID, 1)
    assert table.bus == "bus"


def test_without_a_bus_the_table_runs_all_the_same():
    table = Table("nobus")
    assert table.bus == "no bus"
    assert isinstance(probe(table.port, PATIENCE_S), Hello)
    table.tap("#")
    assert isinstance(probe(table.port, PATIENCE_S), Hello)
    assert table.end() == ""


def test_chips_that_fail_and_come_back_do_not_end_it(table):
    for chip in ("display", "memory"):
        table.do("chip", chip, "off")
    table.tap("#", "*")
    # a screen is tried again each second
    table.do("pass", "1200")
    assert isinstance(probe(table.port, PATIENCE_S), Hello)
    for chip in ("display", "memory"):
        table.do("chip", chip, "on")
    table.tap("#", "*")
    assert isinstance(probe(table.port, PATIENCE_S), Hello)


def test_more_presses_than_the_queue_holds_end_nothing(table):
    table.do("flood")
    table.do("pass", "100")
    assert isinstance(probe(table.port, PATIENCE_S), Hello)


def test_one_host_at_a_time_and_the_next_one_after_it(table):
    def greeting(client):
        client.settimeout(PATIENCE_S)
        return client.recv(16)

    with socket.create_connection(table.address) as first:
        assert greeting(first)
        with socket.create_connection(table.address) as second:
            # sent away, and the first one not disturbed
            second.settimeout(PATIENCE_S)
            assert second.recv(1) == b""
        assert greeting(first)
    with socket.create_connection(table.address) as third:
        assert greeting(third)


def test_a_host_that_never_reads_does_not_hold_the_table_up(table):
    with socket.create_connection(table.address) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        before = table.do("screen")
        table.tap("#")
        until(lambda: table.do("screen") != before)
    assert isinstance(probe(table.port, PATIENCE_S), Hello)
