"""What contradicts a log is shown beside it in words, and is no problem any more once it was looked at."""

import pytest
from click.testing import CliRunner

from tablecore import records
from tablekeeper.cli import main
from tablekeeper.store import Batch
from tests.director.conftest import Room


@pytest.fixture
def contradicted(tmp_path):
    """A room whose board has sent another record under a number that was stored."""
    room = Room(str(tmp_path / "hall.db"))
    board = room.board("a")
    room.director.matches.create(board.uid, ("Ann", "Bob"), 1, "none")
    room.deliver(board)
    board.game()
    board.opening(6, 1)
    room.send(board)
    other = records.pack(board.journal, board.last, records.DICE, records.NOBODY, 3, 3, 0, 0, 0)
    room.store.ingest(Batch(board.uid, board.journal, board.last - 1, (other,), room.now))
    room.store.flush()
    yield room, board
    room.store.close()


def asked(room, *words):
    """Close the room's database, and return what the command says."""
    room.store.close()
    told = CliRunner().invoke(main, ["board", "quarantine", *words, "--database", room.store.name])
    room.restart()
    return told.exit_code, told.output


def problems(room, board):
    shown = room.director.overview.table(board.uid, shown=0).table.problems
    return [one for one in shown if "set aside" in one]


def test_what_was_set_aside_is_shown_and_can_be_discarded(contradicted):
    room, board = contradicted
    before = room.store.records(board.uid, board.journal)
    assert len(problems(room, board)) == 1
    assert asked(room, "list")[1].endswith(f"record {board.last}: to be looked at\n")
    code, told = asked(room, "show", "1")
    assert code == 0
    assert "Stored: " in told
    assert "another record with this number is stored already" in told
    stored, aside = told.splitlines()[1:3]
    assert stored.partition(": ")[2].strip() != aside.partition(": ")[2].strip()
    assert asked(room, "discard", "1", "--reason", "a copied memory")[0] == 0
    assert problems(room, board) == []
    assert asked(room, "list")[1].endswith(": discarded\n")
    assert asked(room, "show", "1")[1].endswith("Discarded: a copied memory\n")
    # nothing is lost, and the log is as it was
    assert len(room.store.quarantined(board.uid)) == 1
    assert room.store.records(board.uid, board.journal) == before


def test_what_cannot_be_settled_is_refused(contradicted):
    room, board = contradicted
    assert asked(room, "discard", "7", "--reason", "a test")[0] == 2
    assert asked(room, "discard", "1", "--reason", " ")[0] == 2
    assert len(problems(room, board)) == 1
    assert asked(room, "discard", "1", "--reason", "a test")[0] == 0
    code, told = asked(room, "discard", "1", "--reason", "again")
    assert code == 2
    assert "is settled already" in told
