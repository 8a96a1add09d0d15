"""`tablekeeper support`: names, tokens and passwords are planted, and searched for in the bundle."""

import contextlib
import json
import sqlite3
import zipfile

import psycopg
import pytest

from tablekeeper.cli.logs import HOST, logging_to
from tablekeeper.director.scrubbing import Scrubber
from tablekeeper.errors import UserError
from tablekeeper.store import open_store
from tests.cli.test_hall import open_hall
from tests.director.conftest import Room
from tests.startedevent import started_event
from tests.store.postgresqlserver import PostgresqlServer

#: what must not leave the hall, lower case; names are unusual words, so that none of ours is one
NAMES = (
    "zelmira", "quastorp", "ottokar", "wibke", "xaverl", "jutta", "éloïse", "zirbel", "krummacher", "vroni",
    "hollerbach", "ysengrin", "gundel",
    "gundelheim", "wibkeserver",
)  # fmt: skip
SECRETS = ("felt-and-brass-77", "token-5c1f", "AGE-SECRET-KEY-1QQ", "postgresql://me:sesame")


@pytest.fixture
def planted(command, home, tmp_path, monkeypatch):
    """A hall in which everything is called by one of NAMES; its log, and the variables of its user."""
    path = tmp_path / "hall.db"
    room = Room(str(path))
    director = room.director
    director.people.enter(["Zelmira Quastorp", "ottokar"])
    director.people.club("Krummacher Club")
    one = room.board("a")
    room.match(one, 3, players=("Wibke", "xaverl"))
    one.begin(6, 1)
    room.send(one)
    director.boards.rename(one.uid, "Jutta's table")
    cup = started_event(
        director.events, ("Éloïse", "zirbel", "Zelmira Quastorp"), "Hollerbach Cup", "championship",
        {"first_to": 2}, actor="Vroni",
    )  # fmt: skip
    director.events.result(cup, {"winner": "zirbel"}, actor="Gundel")
    director.desk.act("committee", {"members": ["Ysengrin", "vroni", "Wibke"]})
    room.close()
    server = "nats://wibkeserver.invalid:4222"
    assert command("venue", "join", "gundelheim", "--server", server, "--database", str(path)).exit_code == 0
    made = command("account", "new", "Gundel", "--role", "display").stdout
    log = tmp_path / "host.log"
    with logging_to("text", log):
        HOST.info("Jutta's table is here.")
        HOST.warning("Match 7 waits: %s", UserError("%(who)s is out.", who="Ysengrin"))
        HOST.warning("The event %s has no table.", "Hollerbach Cup")
    with log.open("a") as out:
        out.write(f"Traceback: Ysengrin {SECRETS[1]}\n")
        line = {"time": "t", "message": "whole", "password": SECRETS[0], "who": "Ysengrin"}
        out.write(json.dumps(line) + "\n")
    monkeypatch.setenv("TABLEKEEPER_RECIPIENTS", SECRETS[2])
    monkeypatch.setenv("TABLEKEEPER_ACTOR", "Vroni")
    return path, log, made.rpartition("/")[2].strip()


def texts(file) -> dict[str, str]:
    with zipfile.ZipFile(file) as bundle:
        return {name: bundle.read(name).decode("utf-8") for name in bundle.namelist()}


@pytest.mark.postgresql
def test_other_computers_that_write_the_database_are_not_named(command, postgresql_programs, tmp_path):
    server = PostgresqlServer(postgresql_programs)
    server.start()
    try:
        url = f"{server.url}/postgres"
        open_store(url, now=lambda: 1).close()
        with psycopg.connect(url, application_name="tablekeeper on wibkes-pc, process 7"):
            assert "wibkes-pc" in command("doctor", "--database", url).stdout
            assert command("support", str(tmp_path / "a.zip"), "--database", url).exit_code == 0
        with zipfile.ZipFile(tmp_path / "a.zip") as bundle:
            told = bundle.read("doctor.json").decode()
        assert ("open at [name]" in told, "wibke" in told) == (True, False), told
    finally:
        server.stop()
        server.remove()


def test_nothing_that_was_planted_is_in_the_bundle(planted, command, tmp_path):
    path, log, token = planted
    bundle = tmp_path / "help.zip"
    # a sentence of the check quotes the event and the table
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE event_actions SET actor = 'x' WHERE seq = 3")
        connection.execute("INSERT INTO gaps SELECT uid, journal, 900, 901, 0 FROM journals")
        connection.commit()
    done = command("support", bundle, "--log", log, "--database", path)
    assert done.exit_code == 0, done.output
    assert "1 lines of the log are not JSON" in done.stdout
    assert bundle.stat().st_mode & 0o777 == 0o600
    found = texts(bundle)
    whole = "\n".join(found.values())
    assert [one for one in NAMES if one in whole.lower()] == []
    assert len(token) > 20
    assert [one for one in (*SECRETS, token) if one in whole] == []
    # and it helps
    assert "Event 1 ([name]): action 3 is not the one" in found["verify.txt"]
    doctor = json.loads(found["doctor.json"])
    [accounts] = [one["sentence"] for one in doctor if one["subject"] == "Accounts"]
    assert accounts == "There is no director yet who can sign in."
    assert {"Database", "Tables", "Backup"} <= {one["subject"] for one in doctor}
    assert json.loads(found["database.json"])["rows"]["event_actions"] > 3
    [board] = json.loads(found["boards.json"])
    assert (board["uid"], len(board["records"]) > 3) == ("a" * 16, True)
    assert json.loads(found["settings.json"])["accounts"] == {"display": 1}
    assert "TABLEKEEPER_RECIPIENTS" in json.loads(found["settings.json"])["variables"]
    assert "sqlalchemy" in json.loads(found["versions.json"])["libraries"]
    lines = [json.loads(line) for line in found["log.jsonl"].splitlines()]
    assert [line["message"] for line in lines] == [
        "[name] is here.", "Match 7 waits: %(who)s is out.", "The event [name] has no table.", "whole"
    ]
    assert {"password", "who"} & {key for line in lines for key in line} == set()


def test_a_database_that_cannot_be_read_is_told_all_the_same(command, tmp_path):
    path, bundle = tmp_path / "hall.db", tmp_path / "help.zip"
    path.write_bytes(b"damaged" * 1000)
    assert command("support", bundle, "--database", path).exit_code == 0
    found = texts(bundle)
    assert "hall.db" in found["verify.txt"]
    assert any(one["grade"] == "wrong" for one in json.loads(found["doctor.json"]))
    refused = command("support", bundle, "--database", path)
    assert (refused.exit_code, "exists already: name another file" in refused.stderr) == (2, True)
    refused = command("support", tmp_path / "no" / "x.zip", "--database", path)
    assert "can't be written" in refused.stderr
    refused = command("support", tmp_path / "x.zip", "--log", tmp_path / "none", "--database", path)
    assert "can't be read" in refused.stderr


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Zelmira Quastorp and ANN", "[name] and [name]"),
        ("Frau Quastorp", "Frau [name]"),
        ("Annabella is another one", "Annabella is another one"),
        ("O'Brien (3)", "[name] (3)"),
        ("a+b", "a+b"),
    ],
)
def test_names_and_their_words_are_replaced_whole(text, left):
    assert Scrubber(["Zelmira  Quastorp", "Ann", "O'Brien", "", "x"], ["Frau Another"]).text(text) == left
    assert Scrubber([]).text(text) == text


def test_the_last_frames_of_each_wire_are_in_the_bundle(command, tmp_path):
    path = tmp_path / "hall.db"
    with open_hall(path) as director:
        lines = [f"{number:>10} > acknowledge 7 {number}" for number in range(300)]
        director.overview.attach_wires(lambda: {f"{board:016x}": lines for board in range(100)})
        assert command("support", tmp_path / "open.zip", "--database", path).exit_code == 0
    told = texts(tmp_path / "open.zip")["wires.txt"].splitlines()
    # bounded, and the last ones of each board
    assert len(told) == 10_000
    assert told[-1] == f"{99:016x}        299 > acknowledge 7 299"
    assert command("support", tmp_path / "closed.zip", "--database", path).exit_code == 0
    assert texts(tmp_path / "closed.zip")["wires.txt"] == "No server was running.\n"
