"""What contradicts a log is shown beside it in words, and is no problem any more once it was looked at."""

import pytest
from click.testing import CliRunner

from tablecore import records
from tablekeeper.cli import main
from tablekeeper.director.quarantine import RELEASE, STATES, STORED, listed
from tablekeeper.director.verification import verify
from tablekeeper.store import Batch
from tests.director.conftest import Room


@pytest.fixture
def contradicted(tmp_path):
    """A room whose board has sent another record under a number that was stored."""
    room = Room(str(tmp_path / "hall.db"))
    board, _ = room.contradicted()
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
    assert asked(room, "list")[1].endswith(f"record {board.last}: to be checked\n")
    code, told = asked(room, "show", "1")
    assert code == 0
    assert "Stored: " in told
    assert "another record with this number is stored already" in told
    stored, aside = told.splitlines()[1:3]
    assert stored.partition(": ")[2].strip() != aside.partition(": ")[2].strip()
    assert asked(room, "discard", "1", "--reason", "a copied memory")[0] == 0
    assert problems(room, board) == []
    assert asked(room, "list")[1].endswith(": discarded\n")
    assert asked(room, "show", "1")[1].endswith("It is discarded: a copied memory\n")
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


@pytest.fixture
def stuck(tmp_path):
    """A room whose honest board goes no further: a copy of it has taken a number before the board did."""
    room = Room(str(tmp_path / "hall.db"))
    board = room.board("a")
    room.match(board, 5)
    board.begin(6, 1)
    room.send(board)
    begun = board.last
    twins = records.pack(board.journal, begun + 2, records.REJECT, 1, 0, 0, board.ms + 2000)
    room.store.ingest(Batch(board.uid, board.journal, begun + 1, (twins,), room.now))
    board.win(0, records.GAMMON)
    board.game()
    room.send(board)
    yield room, board, begun, twins
    room.store.close()


def send_again(room, board):
    """Send all that is not acknowledged, as a board does; return what is acknowledged then."""
    board.sent = room.store.acked(board.uid, board.journal)
    room.send(board)
    return room.store.acked(board.uid, board.journal)


def score(room, board):
    return room.director.overview.table(board.uid, shown=0).table.match.standing


def stored(room, board, seq):
    return room.store.records(board.uid, board.journal, seq, seq)


def test_a_board_goes_on_once_its_own_record_is_released(stuck):
    room, board, begun, twins = stuck
    assert send_again(room, board) == send_again(room, board) == begun + 1
    assert score(room, board) == "Ann 0, Bob 0"
    assert len(room.store.quarantined(board.uid)) == 3
    first = room.store.quarantined(board.uid)[0].id
    room.director.quarantine.release(first, "the display shows it")
    assert stored(room, board, begun + 2) == [board.log[begun + 1]]
    assert send_again(room, board) == board.last
    assert score(room, board) == "Ann 2, Bob 0"
    # the other one is kept, and what came again by itself needs no decision
    assert room.store.quarantined(board.uid)[0].bytes == twins
    assert problems(room, board) == []
    assert [one.state for one in listed(room.store)] == [STATES[RELEASE], STORED, STORED]
    room.restart()
    assert score(room, board) == "Ann 2, Bob 0"
    assert list(verify(room.store)) == []


def test_a_release_lowers_no_acknowledgement_and_can_be_taken_back(contradicted):
    room, board = contradicted
    mine, = stored(room, board, board.last)
    held = room.store.quarantined(board.uid)[0]
    throws = len(room.director.dice.throws())
    acked = room.store.acked(board.uid, board.journal)
    for released, kept, reason in ((held.bytes, mine, "the copy's"), (mine, held.bytes, "after all")):
        room.director.quarantine.release(held.id, reason)
        assert stored(room, board, board.last) == [released]
        assert [one.bytes for one in room.store.quarantined(board.uid)] == [kept]
        assert room.store.acked(board.uid, board.journal) == acked
        assert send_again(room, board) == acked
    assert len(room.director.dice.throws()) == throws
    assert [one.body["reason"] for one in room.store.actions() if one.action == RELEASE] == [
        "the copy's", "after all",
    ]  # fmt: skip


def test_what_is_folded_anew_shows_at_once(contradicted):
    """A throw that stands in the place of another record is told of wherever throws are."""
    room, board = contradicted
    room.director.dice.throws()
    die = records.pack(board.journal, board.last, records.DICE, 0, 3, 3, board.ms)
    room.store.ingest(Batch(board.uid, board.journal, board.last - 1, (die,), room.now))
    room.store.flush()
    room.director.quarantine.release(room.store.quarantined(board.uid)[-1].id, "a test")
    told = [throw.faces for throw in room.director.dice.throws()]
    room.restart()
    assert told == [throw.faces for throw in room.director.dice.throws()]


def test_the_command_releases_and_refuses_what_is_stored_already(stuck):
    room, board, begun, _ = stuck
    assert asked(room, "release", "1", "--reason", " ")[0] == 2
    assert asked(room, "release", "1", "--reason", "its display shows it") == (
        0, "Record 1 of the quarantine counts now; the other one is kept in its place.\n",
    )  # fmt: skip
    assert stored(room, board, begun + 2) == [board.log[begun + 1]]
    told = asked(room, "show", "1")[1]
    assert told.endswith("It is replaced by the released record: its display shows it\n")
    # a record with whose number nothing is stored is stored by a release, too
    assert asked(room, "release", "2", "--reason", "the board is broken")[0] == 0
    assert stored(room, board, begun + 3) == [board.log[begun + 2]]
    code, told = asked(room, "release", "2", "--reason", "again")
    assert code == 2
    assert "is stored since (the board is broken): there is nothing to release" in told
