"""The hall's socket: who may use it, what it refuses, and what happens when a host stops or is killed."""

import contextlib
import os
import signal
import socket
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import is_dataclass
from datetime import date
from operator import attrgetter
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from tablekeeper.cli.hall import opened
from tablekeeper.director.calls import SUBJECTS, is_action, perform, request
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.store import open_store
from tablekeeper.strictjson import Cursor
from tablekeeper.version import __version__
from tablekeeper.web import hallsocket
from tablekeeper.web.hallsocket import HallSocket
from tests.cli.test_hall import open_hall
from tests.director.conftest import Room
from tests.patience import PATIENCE_S


@pytest.fixture
def keep(command, tmp_path):
    """Runs a command on hall.db; returns its result."""
    return lambda *words, database="hall.db": command(*words, "--database", tmp_path / database)


@pytest.fixture
def hall(keep, tmp_path):
    """An open hall over hall.db."""
    keep("people", "enter", "Somebody")
    with open_hall(tmp_path / "hall.db") as director:
        yield director


def post(path: Path, body: bytes, *, whole: bool = True) -> bytes:
    """Send an action, or a part of it; return what the host answers."""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(PATIENCE_S)
        sock.connect(str(path))
        size = len(body) + (0 if whole else 1)
        sock.sendall(b"POST /actions HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % size + body)
        if not whole:
            return b""
        return sock.recv(65536)


def test_only_this_user_may_open_the_socket(hall, tmp_path):
    path = tmp_path / "hall.db.socket"
    assert path.stat().st_mode & 0o777 == 0o600


def test_another_user_is_refused(keep, hall, monkeypatch):
    monkeypatch.setattr(hallsocket, "peer_uid", lambda connection: os.getuid() + 1)
    result = keep("people", "enter", "Ann")
    assert result.exit_code == 2
    assert "open for another user" in result.stderr
    monkeypatch.undo()
    assert hall.people.book().find("Ann") is None


def test_the_peer_is_this_process():
    left, right = socket.socketpair(socket.AF_UNIX)
    with left, right:
        assert hallsocket.peer_uid(left) == os.getuid()


def test_the_socket_of_a_killed_host_is_replaced_and_ends_with_the_host(keep, tmp_path):
    keep("people", "enter", "Somebody")
    path = tmp_path / "hall.db.socket"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with open_hall(tmp_path / "hall.db"):
        assert keep("people", "enter", "Ann").exit_code == 0
    assert not path.exists()
    assert keep("people", "enter", "Bob").exit_code == 0


def test_a_link_to_the_database_finds_the_same_host(keep, hall, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "link.db").symlink_to(tmp_path / "hall.db")
    assert keep("people", "enter", "Ann", database="other/link.db").exit_code == 0
    assert hall.people.book().find("Ann") is not None


@pytest.fixture
def short():
    """A folder with a short path."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


@pytest.mark.parametrize("runtime", [True, False])
def test_a_path_too_long_for_a_socket(keep, tmp_path, short, monkeypatch, runtime):
    folder = tmp_path / ("long " * 30)
    folder.mkdir()
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR" if runtime else "TMPDIR", str(short))
    monkeypatch.setattr("tempfile.tempdir", None)
    keep("people", "enter", "Somebody", database=folder / "hall.db")
    with open_hall(folder / "hall.db") as director:
        [made] = short.iterdir()
        assert made.stat().st_mode & 0o777 == 0o700
        # a command with another environment finds it, too
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        assert keep("people", "enter", "Ann", database=folder / "hall.db").exit_code == 0
        assert director.people.book().find("Ann") is not None
    assert not made.exists()


def test_a_command_waits_for_a_host_that_is_starting(keep, tmp_path):
    path = tmp_path / "hall.db"
    keep("people", "enter", "Somebody", database=path)
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(1) as pool:
        director = Director(stack.enter_context(open_store(str(path), now=lambda: 0)), HallClock())
        stack.callback(director.topics.close)
        command = pool.submit(keep, "people", "enter", "Ann", database=path)
        assert wait({command}, 0.5).not_done
        stack.enter_context(HallSocket(director))
        assert command.result().exit_code == 0
        assert director.people.book().find("Ann") is not None


def test_a_folder_that_others_may_write_is_not_used(keep, tmp_path, short, monkeypatch):
    folder = tmp_path / ("long " * 30)
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    monkeypatch.setattr("tablekeeper.cli.hall._PATIENCE_S", 0.0)
    made = short / f"tablekeeper-{os.getuid()}"
    made.mkdir()
    made.chmod(0o777)
    keep("people", "enter", "Somebody", database=folder / "hall.db")
    with open_hall(folder / "hall.db"):
        result = keep("people", "enter", "Ann", database=folder / "hall.db")
        assert "in use by another Tablekeeper" in result.stderr
    assert list(made.iterdir()) == []


def test_garbage_and_half_actions_are_cut_off_and_others_go_on(keep, hall, tmp_path):
    path = tmp_path / "hall.db.socket"
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            hanging = stack.enter_context(socket.socket(socket.AF_UNIX))
            hanging.connect(str(path))
            hanging.sendall(b"POST /act")
        assert b"400" in post(path, b"")[:20] or b"409" in post(path, b"")[:20]
        for body in (b"[]", b"{", b'{"version":1}', b"\xff\x00", b"[" * 100_000):
            assert b" 409 " in post(path, body)[:30], body
        post(path, request("people", "enter", {"names": ["Half"]}), whole=False)
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(str(path))
            sock.sendall(b"\x00" * 70_000)
        assert keep("people", "enter", "Ann").exit_code == 0
    found = hall.people.book()
    assert found.find("Ann") is not None
    assert found.find("Half") is None


def test_an_action_too_large_is_refused(hall, tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(PATIENCE_S)
        sock.connect(str(tmp_path / "hall.db.socket"))
        length = hallsocket.LARGEST + 1
        sock.sendall(b"POST /actions HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\nx" % length)
        assert b" 413 " in sock.recv(65536)[:30]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("subject", "action", "arguments", "said"),
    [
        ("hall", "changed", {}, "is not one of"),
        ("desk._filing", "settle", {}, "is not one of"),
        ("people", "book", {}, "not an action"),
        ("people", "_add", {}, "not an action"),
        ("people", "__init__", {}, "not an action"),
        ("people", "store", {}, "not an action"),
        ("people", "nothing", {}, "not an action"),
        ("people", "enter", {}, "missing a required argument"),
        ("people", "enter", {"names": 7}, "not what the action takes"),
        ("people", "enter", {"names": ["Ann"], "more": 1}, "unknown argument"),
        ("people", "enter", {"names": ["Ann"], "actor": " "}, "text is wanted"),
        ("people", "enter", {"names": ["Ann"], "actor": "x" * 99}, "at most 60"),
        ("events", "result", {"event": "1", "result": {}}, "not what the action takes"),
        ("events", "result", {"event": True, "result": {}}, "not what the action takes"),
        ("desk", "penalise", {"effect": {"oops": 1}, "reason": "x"}, "not what the action takes"),
    ],
)
def test_what_is_no_action_is_refused(hall, subject, action, arguments, said):
    with pytest.raises(UserError, match=said):
        perform(hall, request(subject, action, arguments))


def test_a_command_of_another_version_is_told_both(keep, hall, monkeypatch):
    monkeypatch.setattr("tablekeeper.director.calls.request", request)
    body = request("people", "enter", {"names": ["Ann"]}).replace(b'"version": "', b'"version": "9')
    monkeypatch.setattr("tablekeeper.cli.hostsocket.request", lambda *call: body)
    result = keep("people", "enter", "Ann")
    assert result.exit_code == 2
    assert f"host is Tablekeeper {__version__} and this command is 9{__version__}" in result.stderr


def test_a_host_that_is_gone_or_stops_is_one_sentence(keep, hall, tmp_path, monkeypatch):
    (tmp_path / "hall.db.socket").rename(tmp_path / "away")
    result = keep("people", "enter", "Ann")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "just closing, and nothing was done" in result.stderr
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(tmp_path / "hall.db.socket"))
        mute.listen()
        thread = threading.Thread(target=lambda: mute.accept()[0].close())
        thread.start()
        result = keep("people", "enter", "Ann")
        thread.join()
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "look whether it was done" in result.stderr


def test_an_interrupted_command_says_that_the_host_was_asked(keep, hall, monkeypatch):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr("http.client.HTTPConnection.getresponse", interrupted)
    result = keep("people", "enter", "Ann")
    assert result.exit_code == 1
    assert "look whether it was done before you repeat it.\n" in result.stderr
    assert "Aborted!" in result.stderr


@pytest.mark.parametrize("open_now", [False, True])
def test_the_journal_names_who_acts(keep, tmp_path, monkeypatch, open_now):
    monkeypatch.setenv("TABLEKEEPER_ACTOR", "Eve")
    keep("people", "enter", "Somebody")
    with open_hall(tmp_path / "hall.db") if open_now else contextlib.nullcontext():
        assert keep("people", "enter", "Ann").exit_code == 0
        keep("event", "new", "knockout", "Cup")
        monkeypatch.setenv("TABLEKEEPER_ACTOR", "")
        assert "A name has 1 to 60 letters" in keep("people", "enter", "Bob").stderr
    monkeypatch.delenv("TABLEKEEPER_ACTOR")
    assert keep("people", "history").output.count("Eve: ") == 2
    assert keep("event", "history", "Cup").output.startswith("   1  Eve: ")


def test_the_types_of_every_action_are_known():
    with open_store("sqlite://", now=lambda: 0, threaded=False) as store:
        director = Director(store, HallClock())
        seen = 0
        for subject in SUBJECTS:
            service = attrgetter(subject)(director)
            for name in dir(service):
                found = getattr(service, name)
                if is_action(found):
                    seen += 1
                    for hint in get_type_hints(found).values():
                        check_type(hint)
        assert seen > 45


def check_type(hint) -> None:
    """Fail at a type that an action cannot be called with from another process."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is not None:
        for one in inner:
            check_type(one)
    elif is_dataclass(hint):
        for one in get_type_hints(hint).values():
            check_type(one)
    else:
        assert hint in (int, str, bool, Any, type(None), date, Cursor, ...), hint


def test_pages_hear_of_a_command_at_once(keep, hall):
    before = {topic: hall.topics.revision(topic) for topic in ("events", "people", "desk")}
    keep("event", "new", "knockout", "Cup")
    keep("people", "enter", "Ann")
    keep("committee", "set", "Eve", "Finn", "Gil")
    assert all(hall.topics.revision(topic) > revision for topic, revision in before.items())
    assert hall.topics.revision("event/1") > 0


def test_a_ruling_by_command_is_ordered_at_the_table_at_once(keep, tmp_path):
    room = Room(str(tmp_path / "hall.db"))
    board = room.board("a")
    match = room.director.matches.create(board.uid, ("Ann", "Bob"), 7, "none")
    room.deliver(board)
    board.begin(6, 1)
    room.send(board)
    with HallSocket(room.director):
        told = keep("penalty", "points", 2, "Ann", "--match", match, "--reason", "pace")
        assert told.exit_code == 0, told.output
        assert "Bob gets 2 points (Ann: other): ordered; the board has not answered yet" in told.stdout
        room.deliver(board)
        assert "Bob gets 2 points (Ann: other): carried out" in keep("ruling", "list").stdout
    assert tuple(board.sheet.score) == (0, 2)
    room.close()


def test_two_directors_at_commands_and_one_at_pages_lose_nothing(keep, hall, tmp_path):
    keep("event", "new", "round-robin", "Cup")

    def at_pages(who: str) -> None:
        for number in range(12):
            hall.events.enter(1, [f"{who} {number}"])

    def at_commands(who: str) -> None:
        for number in range(12):
            with opened(str(tmp_path / "hall.db")) as here:
                here.caller.acting("events", Events(here.store)).enter(1, [f"{who} {number}"])

    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(at_commands, "left"), pool.submit(at_commands, "right"),
                     pool.submit(at_pages, "page")]:  # fmt: skip
            done.result()
    wanted = {f"{who} {number}" for who in ("left", "right", "page") for number in range(12)}
    assert set(hall.events.get(1).players) == wanted
    assert hall.events.get(1).last == 1 + len(wanted)


def test_a_host_killed_in_the_middle_leaves_what_was_done_and_the_next_command_works(start, keep, tmp_path):
    keep("people", "enter", "Somebody")
    host = start("serve", "--http-port", 0, "--database", tmp_path / "hall.db")
    host.wait_for("waiting for boards")
    done = []
    killer = threading.Timer(0.3, host.process.kill)
    killer.start()
    for number in range(10_000):
        result = keep("people", "enter", f"Ann {number}")
        if result.exit_code:
            break
        done.append(f"Ann {number}")
        if host.process.poll() is not None:
            break
    killer.join()
    host.wait()
    assert (tmp_path / "hall.db.socket").exists()
    assert keep("people", "enter", "Bob").exit_code == 0
    listed = keep("people", "list", "--json").output
    assert [name for name in done if f'"{name}"' not in listed] == []
    assert keep("verify").exit_code == 0
    with open_hall(tmp_path / "hall.db"):
        assert keep("people", "enter", "Cid").exit_code == 0
    assert not (tmp_path / "hall.db.socket").exists()


def test_serve_takes_the_socket_away_when_it_is_told_to_stop(start, keep, tmp_path):
    host = start("serve", "--http-port", 0, "--database", tmp_path / "hall.db")
    host.wait_for("waiting for boards")
    assert keep("people", "enter", "Ann").exit_code == 0
    assert (tmp_path / "hall.db.socket").exists()
    assert host.end(signal.SIGTERM) == 0
    assert not (tmp_path / "hall.db.socket").exists()
    assert "Traceback" not in host.said
    assert '"Ann"' in keep("people", "list", "--json").output
