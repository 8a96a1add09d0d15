"""Real ports as the system has them: pseudo-terminals, sockets and loops; and what is no board."""

import contextlib
import os
import pty
import select
import socket
import threading
import time
import tty

import pytest

from tablecore import frames, messages
from tablekeeper.store import open_store
from tablekeeper.tables import Hello, Hub, Port, PortError, SerialTransport, TransportLost, discovery, probe
from tests.patience import PATIENCE_S, until

UID = "e66118604b2f3c21"
OTHER = "e66118604b2f3c22"


class Terminal:
    """A board at a pseudo-terminal, served by a thread; a session begins with each thread."""

    def __init__(self, board):
        self.board = board
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.address = os.ttyname(self.slave)
        self._session = 0
        self._stopping = threading.Event()
        self.start()

    def start(self):
        self._session += 1
        self._stopping.clear()
        self.board.open(self.now(), self._session)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def now(self):
        return time.monotonic_ns() // 1_000_000

    def _serve(self):
        while not self._stopping.is_set():
            if select.select([self.master], [], [], 0.002)[0]:
                self.board.take(os.read(self.master, 4096), self.now())
            while frame := self.board.give(self.now()):
                os.write(self.master, frame)

    def stop(self):
        self._stopping.set()
        self._thread.join()

    def close(self):
        self.stop()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def terminals(tables):
    """A function that makes boards at pseudo-terminals."""
    made = []

    def make(uid=UID):
        made.append(Terminal(tables["Board"](uid=uid)))
        return made[-1]

    yield make
    for terminal in made:
        if terminal._thread.is_alive():
            terminal.close()


# --- transports ------------------------------------------------------------------------------


def drain(port):
    """Read until the port is lost."""
    until(lambda: port.wait(0.01) or (port.read() and None))


def exchange(port, send, receive):
    send(b"to the host")
    got = b""

    def received():
        nonlocal got
        port.wait(0.02)
        got += port.read()
        return len(got) >= len(b"to the host")

    until(received)
    assert got == b"to the host"
    assert port.read() == b""
    sent = 0
    data = bytes(range(256)) * 4
    while sent < len(data):
        sent += port.write(data[sent:])
    assert receive(len(data)) == data


def test_a_pseudo_terminal_carries_bytes_both_ways():
    master, slave = pty.openpty()
    tty.setraw(slave)
    port = SerialTransport(os.ttyname(slave))

    def receive(size):
        got = b""
        while len(got) < size:
            got += os.read(master, 4096)
        return got

    exchange(port, lambda data: os.write(master, data), receive)
    # a port that nobody reads takes what fits, and then nothing; it never holds us up
    until(lambda: port.write(bytes(1000)) == 0)
    assert port.write(bytes(1000)) == 0
    os.close(master)
    os.close(slave)
    with pytest.raises(TransportLost, match="is gone"):
        drain(port)
    port.close()


def test_a_socket_carries_bytes_both_ways():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialTransport(f"socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()

        def receive(size):
            got = b""
            while len(got) < size:
                got += peer.recv(4096)
            return got

        exchange(port, peer.sendall, receive)
        peer.close()
        with pytest.raises(TransportLost, match="is gone"):
            drain(port)
        port.close()


def test_a_loop_gives_back_what_was_sent():
    port = SerialTransport("loop://")
    assert port.write(b"round") == 5
    assert until(lambda: port.wait(0.01) or port.read()) == b"round"
    port.close()


def test_a_port_is_opened_by_one_program_only():
    master, slave = pty.openpty()
    first = SerialTransport(os.ttyname(slave))
    with pytest.raises(PortError, match="in use by another program: close that one"):
        SerialTransport(os.ttyname(slave))
    first.close()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/dev/ttyNowhere", "There is no port /dev/ttyNowhere: look at the cable"),
        ("/dev/null", "/dev/null is not a serial port"),
        ("pigeon://coop", "pigeon://coop cannot be opened"),
        ("socket://127.0.0.1:1", "cannot be opened"),
    ],
)
def test_what_cannot_be_opened_is_told_in_a_sentence(address, sentence):
    with pytest.raises(PortError, match=sentence) as caught:
        SerialTransport(address)
    assert "\n" not in str(caught.value)
    assert probe(address, 0.1) == str(caught.value)


# --- finding boards --------------------------------------------------------------------------


def test_a_board_is_known_by_its_handshake(terminals):
    terminal = terminals()
    hello = probe(terminal.address, PATIENCE_S)
    assert isinstance(hello, Hello)
    assert (hello.uid, hello.firmware, hello.journal) == (UID, "0.1.0", 0xCAFE0001)


@contextlib.contextmanager
def talking(master, data):
    """Send the same again and again, as something that does not know who listens."""
    silent = threading.Event()

    def talk():
        while not silent.wait(0.02):
            os.write(master, data)

    thread = threading.Thread(target=talk)
    thread.start()
    yield
    silent.set()
    thread.join()


def test_a_port_that_is_not_a_board():
    master, slave = pty.openpty()
    address = os.ttyname(slave)
    tty.setraw(slave)
    assert probe(address, 0.2) == (
        f"There is no board on the port {address} (nothing came from it): choose another port, or reset the "
        "board."
    )
    with talking(master, b"$GPGGA,123519,4807.038,N,01131.000,E*47\r\n"):
        # on a busy machine nobody may have spoken yet
        until(lambda: "(what it sends is not what a board sends)" in probe(address, 0.5))
    os.close(master)
    os.close(slave)


def test_a_board_with_another_protocol_is_told(tables, monkeypatch):
    board = tables["Board"]()
    with monkeypatch.context() as other:
        other.setattr(messages, "MAJOR", 9)
        board.open(0)
        hello = board.give(0)
    master, slave = pty.openpty()
    tty.setraw(slave)
    with talking(master, hello):
        said = probe(os.ttyname(slave), PATIENCE_S)
        assert f"speaks protocol 9.{messages.MINOR} and this program 1.{messages.MINOR}: update" in said
    os.close(master)
    os.close(slave)


def test_only_ports_with_our_product_name_are_candidates(monkeypatch):
    class Info:
        def __init__(self, device, product, interface=None):
            self.device, self.product, self.serial_number = device, product, "1234"
            self.interface = interface

    found = [Info("/dev/ttyACM3", "Tablekeeper", "CircuitPython CDC2 control")]
    found += [Info("/dev/ttyACM1", "Printer"), Info("/dev/ttyS0", None)]
    found.append(Info("/dev/ttyACM2", "Tablekeeper", "CircuitPython CDC control"))
    found.append(Info("/dev/ttyACM4", "Tablekeeper"))
    monkeypatch.setattr(discovery.list_ports, "comports", lambda: found)
    # where the system does not tell, a port may be the console
    assert [(port.address, port.data) for port in discovery.candidates()] == [
        ("/dev/ttyACM2", False), ("/dev/ttyACM3", True), ("/dev/ttyACM4", False),
    ]


def test_a_port_that_may_be_a_console_is_written_nothing_before_a_frame_has_come_from_it(tables):
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    assert "nothing came from it" in probe(os.ttyname(slave), 0.2)
    with pytest.raises(BlockingIOError):
        os.read(master, 100)
    # a port that somebody names is asked at once
    assert "nothing came from it" in probe(os.ttyname(slave), 0.2, asks=True)
    asked = frames.encode(messages.pack(messages.WELCOME, messages.MAJOR, messages.MINOR, 0, 0, 0))
    assert os.read(master, 100) == b"\n" + asked
    # and any that speaks as a board does
    with talking(master, frames.encode(messages.pack(messages.STATUS, 0, 1, 0, 0, 0, 255))):
        assert "not what a board sends" in probe(os.ttyname(slave), 0.5)
    assert asked in os.read(master, 1000)
    os.close(master)
    os.close(slave)


# --- the hub ---------------------------------------------------------------------------------


@pytest.fixture
def threaded(tmp_path):
    with open_store(str(tmp_path / "hall.db"), now=lambda: 1000) as store:
        yield store


def wall():
    return 1_790_000_000_000 + time.monotonic_ns() // 1_000_000


def test_a_hub_hands_boards_that_are_online_to_one_thread(threaded, tables, terminals):
    first, second = terminals(UID), terminals(OTHER)
    ear, names = tables["Ear"](), {}
    ear.status = lambda uid, status: names.setdefault(uid, set()).add(threading.current_thread().name)
    hub = Hub(threaded, ear, clock=wall, ports=[first.address, second.address])
    hub.start()
    try:
        until(lambda: len(names) == 2 and all("ports" in one for one in names.values()))
        first.board.journal.add()
        until(lambda: first.board.journal.acked == first.board.journal.last)
    finally:
        hub.stop()
    assert not [one for one in threading.enumerate() if one.name == "ports"]


def test_several_boards_are_read_at_once(threaded, tables, terminals):
    first, second = terminals(UID), terminals(OTHER)
    ear = tables["Ear"]()
    hub = Hub(threaded, ear, clock=wall, ports=[first.address, second.address])
    hub.start()
    try:
        for _ in range(200):
            first.board.journal.add()
            second.board.journal.add()
        for uid, terminal in ((UID, first), (OTHER, second)):
            until(lambda journal=terminal.board.journal: journal.acked == 200)
            kept = threaded.records(uid, terminal.board.journal.id)
            assert kept == list(terminal.board.journal.held.values())
        assert sorted(ear.heard) == [("online", UID), ("online", OTHER)]
        number = threaded.commands.queue(UID, messages.NAME, b"\0Ann")
        until(lambda: threaded.commands.get(number).state == "done")
        until(lambda: threaded.bases(UID))
        hub.want_screen(UID, wall() + 1000 * PATIENCE_S)
        until(lambda: first.board.link.watched_until > 0)
        assert any("welcome" in str(line) for line in hub.trace(UID))
        assert hub.trace(first.address) == hub.trace(UID)
        assert hub.trace("nobody") == []
        assert any("welcome" in line for line in hub.traces()[UID])
        assert set(hub.connections()) == {first.address, second.address}
    finally:
        hub.stop()
    assert ("offline", UID, "The host was stopped.") in ear.heard
    assert ear.problems == []


def test_boards_are_found_lost_and_found_again(threaded, tables, terminals):
    terminal = terminals()
    console_master, console = pty.openpty()
    listed = [Port(terminal.address, "Tablekeeper", "1"), Port(os.ttyname(console), "Tablekeeper", "1")]
    present = listed[1:]
    told = []
    ear = tables["Ear"]()
    hub = Hub(threaded, ear, clock=wall, told=lambda *what: told.append(what), look=lambda: list(present))
    hub.start()
    try:
        present[:] = listed
        terminal.board.journal.add()
        until(lambda: terminal.board.journal.acked == 1)
        # the console says nothing: it is left alone
        until(lambda: any("no board" in (sentence or "") for _, sentence in told))
        present[:] = listed[1:]
        terminal.close()
        until(lambda: ("offline", UID) in [entry[:2] for entry in ear.heard])
        again = terminals()
        again.board.journal = again.board.link.journal = terminal.board.journal
        again.board.journal.add()
        present[:] = [Port(again.address, "Tablekeeper", "1"), *listed[1:]]
        until(lambda: again.board.journal.acked == 2)
        assert (again.address, None) in told
        assert len([sentence for _, sentence in told if sentence and "no board" in sentence]) == 1
    finally:
        hub.stop()
        os.close(console_master)
        os.close(console)
    assert threaded.records(UID, 0xCAFE0001) == list(again.board.journal.held.values())


def test_a_named_port_is_waited_for(threaded, tables, terminals, tmp_path):
    told = []
    link = tmp_path / "board"
    hub = Hub(threaded, tables["Ear"](), clock=wall, ports=[str(link)], told=lambda *what: told.append(what))
    hub.start()
    try:
        until(lambda: told)
        where = f"There is no port {link}: look at the cable, and at `tablekeeper board list`."
        assert told == [(str(link), where)]
        terminal = terminals()
        terminal.board.journal.add()
        link.symlink_to(terminal.address)
        until(lambda: terminal.board.journal.acked == 1)
        assert told[1:] == [(str(link), None)]
    finally:
        hub.stop()


def test_a_mistake_of_ours_is_logged_with_the_last_frames(threaded, tables, terminals, caplog):
    terminal = terminals()
    ear = tables["Ear"]()
    failures = []

    def status(uid, state):
        if not failures:
            failures.append(uid)
            raise ZeroDivisionError

    ear.status = status
    told = []
    hub = Hub(threaded, ear, clock=wall, ports=[terminal.address], told=lambda *what: told.append(what))
    hub.start()
    try:
        until(lambda: failures)
        until(lambda: "offline" in [entry[0] for entry in ear.heard])
        # a pseudo-terminal has no DTR: the board learns of the new session by hand
        terminal.stop()
        terminal.start()
        terminal.board.journal.add()
        until(lambda: terminal.board.journal.acked == 1)
    finally:
        hub.stop()
    assert "ZeroDivisionError" in caplog.text
    [frames] = [record.frames for record in caplog.records if hasattr(record, "frames")]
    assert any("< hello" in one for one in frames)
    assert any("> welcome" in one for one in frames)
    assert (terminal.address, "The host made a mistake on this connection, which is in its log.") in told


def test_a_port_opened_after_a_thousand_files_is_one_like_the_others():
    resource = pytest.importorskip("resource", reason="not on this system: no limits of a process")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= hard < 1200:
        pytest.skip("not on this system: no more than a thousand files are allowed")
    near, far = os.openpty()
    taken = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        while not taken or taken[-1] < 1024:
            taken.append(os.dup(near))
        port = SerialTransport(os.ttyname(far))
        assert port.write(b"to the board") == 12
        assert os.read(near, 100) == b"to the board"
        assert port.read() == b""
        os.write(near, b"to the host")
        port.wait(PATIENCE_S)
        assert port.read() == b"to the host"
        port.close()
    finally:
        for one in (*taken, near, far):
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
