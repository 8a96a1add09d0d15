"""What is stored is compared with what its logs and journals make, and each damage is told."""

import contextlib
import re
import sqlite3

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tests.director.conftest import Room
from tests.startedevent import started_event


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a database with a match, people, and an event that counts."""
    path = tmp_path_factory.mktemp("whole") / "hall.db"
    room = Room(str(path))
    board = room.board("a")
    room.match(board, 1)
    board.game()
    board.opening(6, 1)
    room.send(board)
    event = started_event(room.director.events, ("Ann", "Bob", "Cid"), "Cup", "championship", {"first_to": 2})
    for winner in ("Ann", "Bob", "Ann"):
        room.director.events.result(event, {"winner": winner})
    room.director.events.finish(event)
    room.director.rankings.confirm(event)
    league = started_event(room.director.events, ("Ann", "Bob"), "Round", "round-robin", {"length": 5})
    pairing = room.director.events.get(league).answer.next[0]
    result = {"players": list(pairing["players"]), "winner": "Ann", "score": [5, 0]}
    room.director.events.result(league, result)
    room.director.events.finish(league)
    room.director.rankings.confirm(league)
    room.director.boards.rename(board.uid, "Window")
    room.director.topics.close()
    room.store.close()
    return path.read_bytes()


@pytest.fixture
def verified(whole, tmp_path):
    """Changes the database with a statement, and returns what `tablekeeper verify` says."""

    def verify(*statements):
        path = tmp_path / "hall.db"
        path.write_bytes(whole)
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                assert connection.execute(statement).rowcount > 0
            connection.commit()
        told = CliRunner().invoke(main, ["verify", "--database", str(path)])
        return told.exit_code, told.output

    return verify


def test_a_whole_database_agrees(verified):
    code, told = verified()
    assert (code, told.count("\n")) == (0, 1)
    assert told.endswith("everything was computed again, and agrees.\n")


DAMAGE = [
    ("UPDATE records SET bytes = zeroblob(24) WHERE seq = 2", "bytes of record 2 do not fit their check sum"),
    ("UPDATE records SET kind = kind + 1 WHERE seq = 2", "record 2 is listed with another number"),
    ("DELETE FROM records WHERE seq = 2", "record 2 was acknowledged to the board, and is missing"),
    ("INSERT INTO gaps SELECT uid, journal, 2, 2, 0 FROM journals", "is stored, and listed as missing"),
    ("DELETE FROM journals", "its records are stored, but the journal is missing"),
    ("UPDATE segments SET from_seq = from_seq + 1", r"Match \d+: its part in the log of board a+ is"),
    ("DELETE FROM event_actions WHERE event = 1 AND seq = 2", r"Event 1 \(Cup\): "),
    ("UPDATE event_actions SET body = '{' WHERE event = 1 AND seq = 3", r"Event 1 \(Cup\): it cannot"),
    ("DELETE FROM actions WHERE seq = 1", "The director's journal: action 1 is missing"),
    # the last ones, which leave no hole
    ("DELETE FROM actions WHERE seq = (SELECT MAX(seq) FROM actions)", r"journal: action \d+ is missing"),
    ("DELETE FROM event_actions WHERE event = 2 AND seq > 3", r"Event 2 \(Round\): action 4 is missing"),
    ("DELETE FROM people_actions WHERE seq > 1", "The register of people: action 2 is missing"),
    ("DELETE FROM ranking_actions WHERE entry = 1 AND seq > 1", "Ranking entry 1: action 2 is missing"),
    ("UPDATE journal_ends SET last = 2 WHERE journal = 'event_actions'", "action 3 is there, but"),
    ("DELETE FROM aliases WHERE id = 2", "The register of people: name 2 is missing"),
    ("UPDATE aliases SET key = 'x' WHERE id = 2", "name 2 is not found by its own spelling"),
    ("DELETE FROM rated_results", "results for the ratings are not those of"),
    ("UPDATE rated_results SET day = '2001-01-01'", "results for the ratings are not those of"),
]


@pytest.mark.parametrize(("statement", "sentence"), DAMAGE)
def test_each_damage_is_told(verified, statement, sentence):
    code, told = verified(statement)
    assert code == 1, told
    assert re.search(sentence, told), told
    assert re.search(r"differences?: restore a copy of ", told.splitlines()[-1])
