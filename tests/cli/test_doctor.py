"""`tablekeeper doctor` on real files: what is in order, what is damaged, and what others may read."""

import json
import os
import socket

import pytest

from tests.cli.test_hall import open_hall


@pytest.fixture
def database(tmp_path, command):
    """A database with an entry of the director."""
    made = tmp_path / "hall.db"
    assert command("announce", "Welcome", "--database", str(made)).exit_code == 0
    return made


def told(command, database):
    result = command("doctor", "--json", "--database", str(database))
    findings = json.loads(result.stdout)
    assert result.exit_code == any(one["grade"] == "wrong" for one in findings)
    return {one["subject"]: (one["grade"], one["sentence"]) for one in findings}


def test_a_new_database_wants_a_copy(command, database, tmp_path):
    found = told(command, database)
    assert found["Database"][0] == found["Clock"][0] == found["Tables"][0] == "ok"
    assert found["Backup"] == ("wrong", "No copy of the database was ever made.")
    copy = tmp_path / "copies" / "hall.db"
    copy.parent.mkdir()
    assert command("backup", "make", str(copy), "--database", str(database)).exit_code == 0
    assert told(command, database)["Backup"] == ("ok", "The last copy was made today.")
    copy.unlink()
    assert told(command, database)["Backup"][0] == "wrong"
    printed = command("doctor", "--database", str(database))
    assert "WRONG  Backup: The last copy is no longer" in printed.stdout
    assert "-> tablekeeper backup make FILE" in printed.stdout


def test_what_cannot_be_read_is_told(command, database, tmp_path):
    assert told(command, tmp_path / "none.db")["Database"][0] == "note"
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "text.db").write_text("no database" * 1000)
    assert told(command, tmp_path / "text.db")["Database"][0] == "wrong"
    # the last page: an index or a table's leaf
    with database.open("r+b") as file:
        file.seek(-4096, os.SEEK_END)
        file.write(b"\xff" * 4096)
    assert told(command, database)["Database"][0] == "wrong"


def test_an_open_hall_is_told(command, database):
    with open_hall(database):
        assert "open at" in told(command, database)["Database"][1]
    assert "no host has it open" in told(command, database)["Database"][1]


@pytest.mark.skipif(os.name != "posix", reason="not on this system: no such modes")
def test_files_that_others_may_read_are_told(command, database):
    assert "Files" not in told(command, database)
    database.chmod(0o644)
    assert told(command, database)["Files"][0] == "wrong"


def test_it_is_told_in_the_language_of_the_reader(command, database):
    told = command("--language", "de", "doctor", "--database", str(database)).stdout
    assert "FEHLER   Sicherung: Von der Datenbank wurde noch nie eine Kopie gemacht.\n" in told
    assert "gut      Tische: 0 Tische, und kein Eintrag fehlt.\n" in told
    assert "         -> tablekeeper backup make FILE auf einer anderen Platte\n" in told
    documents = [command("--language", code, "doctor", "--json", "--database", str(database)).stdout
                 for code in ("en", "it")]  # fmt: skip
    [english, italian] = map(json.loads, documents)
    assert [one["subject"] for one in english] == [one["subject"] for one in italian]


def test_a_lost_wal_is_told(command, database, start):
    """The heads beside the file know what it had."""
    command("announce", "More", "--database", str(database))
    with open_hall(database):
        pass
    older = database.read_bytes()
    with open_hall(database):
        command("announce", "Later", "--database", str(database))
    assert told(command, database)["Database"][0] == "ok"
    database.write_bytes(older)
    grade, sentence = told(command, database)["Database"]
    assert (grade, "The last ones were lost, or this is an older copy." in sentence) == ("wrong", True)
    host = start("serve", "--database", database, "--port", "none", "--http-port", 0)
    host.wait_for("The database has lost something")


def test_a_federation_that_does_not_answer_is_told(command, database, tmp_path):
    secret = tmp_path / "udine.secret"
    secret.write_text("s1")
    secret.chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as server:
        words = ("--server", f"nats://127.0.0.1:{server.getsockname()[1]}", "--secret", str(secret))
        assert command("venue", "join", "udine", *words, "--database", str(database)).exit_code == 0
        sentence = "This hall is the venue udine, and 2 entries wait."
        assert told(command, database)["Federation"] == ("ok", sentence)
    grade, sentence = told(command, database)["Federation"]
    assert (grade, sentence[:38]) == ("wrong", "No server of the federation answers (n")
    secret.chmod(0o644)
    assert "run chmod 600 on it" in told(command, database)["Federation"][1]
    secret.unlink()
    assert "can't be read, so nothing is shipped" in told(command, database)["Federation"][1]
