"""What can't be done is refused in one sentence, with exit status 2, and nothing has changed."""

import contextlib
import json
import socket
import sqlite3
import threading
from functools import partial

import pytest

from tablecore import messages
from tablekeeper.cli import board
from tablekeeper.store import open_store
from tablekeeper.store.copies import Copies
from tablekeeper.tables import probe
from tablekeeper.transcripts import shipped
from tests.patience import PATIENCE_S, until
from tests.permissions import no_override, only_readable


def snapshot(folder):
    """Return all files of a folder with what is in them."""
    return {
        path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


# --- transcripts ----------------------------------------------------------------------------


def missing(folder):
    return folder / "nowhere.mat", "nowhere.mat can't be read (no such file or directory): check its name."


def a_folder(folder):
    (folder / "games.mat").mkdir()
    return folder / "games.mat", "games.mat can't be read (is a directory): check its name."


def garbage(folder):
    (folder / "photo.mat").write_bytes(bytes(range(256)) * 40)
    return folder / "photo.mat", "photo.mat"


def empty(folder):
    (folder / "empty.mat").touch()
    return folder / "empty.mat", "empty.mat"


def too_large(folder):
    with open(folder / "huge.mat", "wb") as file:
        file.truncate(17 * 1024 * 1024)
    return folder / "huge.mat", "far too large"


def endless(folder):
    (folder / "endless.mat").symlink_to("/dev/zero")
    return folder / "endless.mat", "far too large"


TRANSCRIPTS = pytest.mark.parametrize("make", [missing, a_folder, garbage, empty, too_large, endless])


@TRANSCRIPTS
@pytest.mark.parametrize("verb", [("replay",), ("replay", "--json"), ("demo", "--once"), ("demo",)])
def test_a_transcript_that_cannot_be_read(refused, tmp_path, make, verb):
    path, said = make(tmp_path)
    before = snapshot(tmp_path)
    database = () if verb[0] == "replay" else ("--database", tmp_path / "hall.db")
    assert said in refused(*verb, path, *database)
    assert snapshot(tmp_path) == before


@TRANSCRIPTS
def test_the_simulator_refuses_such_a_transcript_too(start, sentence, tmp_path, make):
    path, said = make(tmp_path)
    program = start("--realtime", "--play", path, program=("-m", "tablesim"))
    assert program.wait() == 2
    assert program.out == []
    assert said in sentence("\n".join(program.err))


def test_of_several_transcripts_the_readable_ones_are_replayed(command, tmp_path):
    good = min(shipped(), key=lambda path: path.stat().st_size)
    result = command("replay", "--json", tmp_path / "nowhere.mat", good)
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 1
    assert good.name in result.stdout
    assert "nowhere.mat" in result.stderr


@pytest.mark.parametrize("speed", ["fast", "0", "-3", "nan", "inf", "1e9", ""])
def test_a_speed_that_is_none(command, speed):
    result = command("demo", f"--speed={speed}")
    assert result.exit_code == 2
    assert f"'{speed}' is not a speed: give a number like 8, or max." in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    "words", [("--speed", "0"), ("--speed", "quick"), ("--boards", "0"), ("--boards", "x")]
)
def test_numbers_the_simulator_cannot_use(start, words):
    program = start("--realtime", *words, program=("-m", "tablesim"))
    assert program.wait() == 2
    assert program.out == []
    assert "give" in program.err[-1]
    assert "Traceback" not in program.said


def test_a_match_that_no_board_can_set_up_by_itself(start, sentence, tmp_path):
    good = min(shipped(), key=lambda path: path.stat().st_size).read_text()
    path = tmp_path / "money.mat"
    path.write_text(good.replace(" 1 point match", " 0 point match"))
    assert path.read_text() != good
    program = start("--realtime", "--play", path, program=("-m", "tablesim"))
    assert program.wait() == 2
    assert "1 to 99 points only" in sentence("\n".join(program.err))


# --- databases ------------------------------------------------------------------------------

USING = [("serve", "--http-port", "0"), ("demo", "--once")]
USERS = pytest.mark.parametrize("verb", USING)


@USERS
def test_a_database_of_a_newer_version(refused, tmp_path, verb):
    path = tmp_path / "hall.db"
    open_store(str(path), now=lambda: 0).close()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    said = refused(*verb, "--database", path)
    assert "made by a newer Tablekeeper: update this one" in said
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]


@USERS
def test_a_file_that_is_no_database(refused, tmp_path, verb):
    path = tmp_path / "diary.db"
    path.write_bytes(b"Dear diary, today I played backgammon. " * 100)
    before = path.read_bytes()
    assert "is not a database: name another file" in refused(*verb, "--database", path)
    assert path.read_bytes() == before


@USERS
def test_a_database_of_another_program(refused, tmp_path, verb):
    path = tmp_path / "diary.db"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE diary (entry)")
        other.commit()
    assert "belongs to another program" in refused(*verb, "--database", path)


@USERS
def test_a_database_in_a_folder_that_cannot_be_written(refused, verb, tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    with no_override():
        said = refused(*verb, "--database", folder / "hall.db")
    assert said.startswith(f"There is no permission to write the database {folder / 'hall.db'}")
    assert list(folder.iterdir()) == []


def test_what_only_reads_works_where_the_user_may_only_read(keep, tmp_path, database):
    keep("event", "new", "knockout", "Cup")
    for name in ("Ann", "Bob"):
        keep("event", "enter", "Cup", name)
    keep("event", "start", "Cup")
    with only_readable(database.parent):
        for words in (("event", "list"), ("event", "standings", "Cup"), ("event", "history", "Cup"),
                      ("event", "export", "Cup"), ("rankings", "show", "world"), ("verify",), ("journal",),
                      ("table", "list"), ("call", "list"), ("people", "list"), ("backup", "list")):
            result = keep(*words)
            assert (result.exit_code, result.stderr) == (0, ""), words
        assert "no permission to write" in keep("event", "enter", "Cup", "Cyd").stderr


def test_what_is_asked_of_a_federation_works_where_the_user_may_only_read(command, tmp_path):
    folder = tmp_path / "federation"
    folder.mkdir()
    with Copies(str(folder / "all.db"), now=lambda: 0) as copies, copies.of_venue("north"):
        pass
    with only_readable(folder):
        for words in (("status",), ("conflicts",), ("rankings", "world")):
            assert command("federation", *words, "--database", folder / "all.db").exit_code == 0, words


def test_a_database_that_another_process_uses(start, sentence, tmp_path):
    path = tmp_path / "hall.db"
    first = start("serve", "--http-port", 0, "--database", path)
    first.wait_for("waiting for boards")
    for verb in USING:
        second = start(*verb, "--database", path)
        assert second.wait() == 2
        said = sentence("\n".join(second.err))
        assert f"is in use by another Tablekeeper (process {first.process.pid}): close that one" in said
    assert first.end() == 0


@USERS
@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("mysql://root@localhost/hall", "SQLite or PostgreSQL, not in mysql"),
        ("://", "is not the URL of a database"),
        ("postgresql://nobody:secret@127.0.0.1:1/hall", "sees a password in --database"),
        ("postgresql://nobody@127.0.0.1:1/hall", "does not work"),
    ],
)
def test_an_address_that_cannot_be_a_database(refused, verb, database, said):
    sentence = refused(*verb, "--database", database)
    assert said in sentence
    assert "secret" not in sentence


def test_a_user_whose_own_folder_cannot_be_made(command, sentence, home):
    (home / ".local").write_text("a file in the way")
    result = command("serve", "--http-port", "0")
    assert result.exit_code == 2
    assert "name another place with --database" in sentence(result.stderr)


# --- pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "option"), [(("serve",), "--http-port"), (("demo", "--once"), "--port"), (("demo",), "--port")]
)
def test_pages_on_a_port_that_is_taken(refused, tmp_path, verb, option):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        said = refused(*verb, "--database", tmp_path / "hall.db", option, number)
    assert f"port {number}" in said
    assert f"choose another --host or {option}." in said


def test_pages_on_an_address_of_another_computer(refused, tmp_path):
    said = refused("serve", "--database", tmp_path / "hall.db", "--host", "192.0.2.1", "--http-port", "0")
    assert "can't be served at 192.0.2.1" in said


# --- ports of boards ------------------------------------------------------------------------

VERBS = [("list", "--port"), ("monitor",), ("trace",)]
ASKING = pytest.mark.parametrize("verb", VERBS)


@pytest.fixture
def impatient(monkeypatch):
    """Ports are given up sooner than a board's second between two introductions would allow."""
    monkeypatch.setattr(board, "PROBE_SECONDS", 0.5)
    monkeypatch.setattr(board, "probe", partial(probe, seconds=0.5))


def board_refuses(command, sentence, verb, port):
    """Run a `board` command on a bad port; return its sentence, and what else it has printed."""
    result = command("board", *verb, port)
    assert result.exit_code == 2, result.output
    return sentence(result.stderr), result.stdout


@pytest.fixture
def patient(monkeypatch):
    """Ports are not given up while a busy machine keeps them silent."""
    monkeypatch.setattr(board, "PROBE_SECONDS", PATIENCE_S)
    monkeypatch.setattr(board, "probe", partial(probe, seconds=PATIENCE_S))


@ASKING
def test_a_port_that_is_not_there(command, sentence, tmp_path, verb):
    said, printed = board_refuses(command, sentence, verb, tmp_path / "ttyACM9")
    assert f"There is no port {tmp_path / 'ttyACM9'}: look at the cable" in said
    assert printed == ""


def test_a_port_that_is_not_there_as_json(command, sentence, tmp_path):
    port = str(tmp_path / "ttyACM9")
    said, printed = board_refuses(command, sentence, ("list", "--json", "--port"), port)
    assert json.loads(printed) == {"port": port, "board": None, "problem": said}


@ASKING
def test_a_file_is_not_a_port(command, sentence, tmp_path, verb):
    (tmp_path / "notes.txt").write_text("no port")
    said, _ = board_refuses(command, sentence, verb, tmp_path / "notes.txt")
    assert "is not a serial port" in said


@ASKING
@pytest.mark.usefixtures("impatient")
def test_a_silent_port(command, sentence, line, verb):
    port = line().port
    said, _ = board_refuses(command, sentence, verb, port)
    assert said.startswith(f"There is no board on the port {port} (nothing came from it)")


@ASKING
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "says", [bytes(range(256)) * 3, b"ABCD" * 80 + b"\n", b"$GPGGA,123519,4807.038,N*47\r\n"]
)
def test_a_port_with_something_else_on_it(command, sentence, line, verb, says):
    port = line(says).port

    def refused():
        said, printed = board_refuses(command, sentence, verb, port)
        # on a busy machine nobody may have spoken yet
        return "nothing came from it" not in said and (said, printed)

    said, printed = until(refused)
    assert said.startswith(f"There is no board on the port {port} (what it sends is not what a board sends")
    assert "\x07" not in printed
    assert "\x1b" not in printed


@ASKING
def test_a_port_of_the_network_that_nobody_serves(command, sentence, free_port, verb):
    said, _ = board_refuses(command, sentence, verb, f"socket://127.0.0.1:{free_port}")
    assert f"The port socket://127.0.0.1:{free_port} cannot be opened" in said


@ASKING
def test_a_network_port_that_closes_at_once(command, sentence, verb):
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        said, _ = board_refuses(command, sentence, verb, f"socket://127.0.0.1:{server.getsockname()[1]}")
    assert "is gone" in said or "no board" in said


@ASKING
def test_a_port_address_of_no_known_kind(command, sentence, verb):
    said, _ = board_refuses(command, sentence, verb, "carrier-pigeon://coop")
    assert "carrier-pigeon://coop cannot be opened" in said


@ASKING
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("major", "grown", "what"),
    [
        (messages.MAJOR + 1, b"", "update Tablekeeper on this computer"),
        (messages.MAJOR + 1, b"fields of a newer version", "update Tablekeeper on this computer"),
        (messages.MAJOR - 1, b"", "copy the firmware of this Tablekeeper onto the board"),
    ],
)
def test_a_board_of_another_protocol_version(command, sentence, line, hello_of, verb, major, grown, what):
    port = line(hello_of(major, grown=grown)).port
    said, _ = board_refuses(command, sentence, verb, port)
    assert f"speaks protocol {major}.0 and this program {messages.MAJOR}.{messages.MINOR}: {what}" in said


def test_a_port_that_another_program_has_open(command, sentence, start, start_boards, tmp_path):
    _, [port] = start_boards()
    host = start("serve", "--port", port, "--http-port", 0, "--database", tmp_path / "hall.db")
    host.wait_for("is here")
    for verb in VERBS:
        said, _ = board_refuses(command, sentence, verb, port)
        assert said == f"The port {port} is in use by another program: close that one and try again."
    assert host.end() == 0
    assert "is gone" not in host.said
