"""Back to a moment: an evening that is taken back to any of its moments is what it was then, row by row."""

import contextlib
import shutil
import sqlite3
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecore import records
from tablekeeper.cli import main
from tablekeeper.director.rewinding import rewind
from tablekeeper.director.verification import verify
from tablekeeper.store import Batch, backup, open_store
from tests.director.conftest import Room
from tests.guards import sample
from tests.nonempty import nonempty
from tests.refusal import refusal
from tests.startedevent import started_event

MINUTE = 60_000
#: what is a fact about boards and orders, and stays; what boards are asked again for is acknowledged again
STAYS = {"bases", "commands", "boards.last_seen_ms", "boards.firmware", "journals.acked", "alembic_version"}


def rows(path) -> dict[str, list[tuple]]:
    """Return every row of a database, but for what stays."""
    found = {}
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        for (name,) in tables.fetchall():
            if name in STAYS or name.startswith("sqlite_"):
                continue
            read = connection.execute(f"SELECT * FROM {name}").fetchall()
            kept = [
                tuple((key, row[key]) for key in row.keys() if f"{name}.{key}" not in STAYS)  # noqa: SIM118
                for row in read
            ]
            found[name] = sorted(kept, key=repr)
    return found


class Evening:
    """An evening of which a copy is kept behind each step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "hall.db"
        self.room = Room(str(self.path))
        self.moments: list[tuple[int, str, Path]] = []

    def step(self, what: str) -> None:
        """Keep what is stored now; the next step is a minute later."""
        self.room.store.flush()
        kept = self.folder / f"then-{len(self.moments)}.db"
        with (
            contextlib.closing(sqlite3.connect(self.path)) as source,
            contextlib.closing(sqlite3.connect(kept)) as out,
        ):
            source.backup(out)
        self.moments.append((self.room.now, what, kept))
        self.room.now += MINUTE


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Matches, a move to another board, a record set aside, gaps, an event, people and what counts."""
    evening = Evening(tmp_path_factory.mktemp("evening"))
    room = evening.room
    director = room.director
    evening.step("nothing")
    director.people.enter(["Ann", "Bob"])
    evening.step("people")
    one = room.board("a")
    evening.step("a board")
    number = room.match(one, 3)
    evening.step("a match")
    director.boards.rename(one.uid, "Window")
    evening.step("a table's name")
    director.tables.new(["Bar"], 2)
    evening.step("tables without a board")
    uids = {row.name: uid for uid, row in director.hall.tables.items()}
    director.boards.rename(uids["Bar"], "Stage")
    director.tables.remove([uids["Table 1"]])
    evening.step("one named again, one removed")
    one.begin(6, 1)
    for _ in range(70):
        one.turn()
    room.send(one)
    evening.step("turns")
    other = records.pack(one.journal, 3, records.DICE, 0, 1, 1)
    room.store.ingest(Batch(one.uid, one.journal, 2, (other,), room.now))
    evening.step("set aside")
    for _ in range(30):
        one.turn()
    room.send(one)
    two = room.board("b")
    evening.step("a second board")
    director.matches.handover(number, two.uid, score=(1, 0))
    evening.step("moved")
    room.deliver(two)
    evening.step("taken over")
    director.boards.rename(one.uid, "Door")
    cup = started_event(director.events, ("Ann", "Bob", "Cid"), "Cup", "championship", {"first_to": 2})
    evening.step("an event")
    for winner in ("Ann", "Bob", "Ann"):
        director.events.result(cup, {"winner": winner})
        evening.step("a result")
    director.events.finish(cup)
    director.rankings.confirm(cup)
    evening.step("counts")
    league = started_event(director.events, ("Ann", "Bob"), "Round", "round-robin", {"length": 5})
    pairing = director.events.get(league).answer.next[0]
    director.events.result(league, {"players": list(pairing["players"]), "winner": "Ann", "score": [5, 0]})
    director.events.finish(league)
    director.rankings.confirm(league)
    evening.step("a second event")
    # numbers that the board no longer has, and a journal of its own
    gone = tuple(records.pack(0xBEEF, seq, records.DICE, 0, 3, 1, seq) for seq in (5, 6, 9))
    room.store.ingest(Batch(two.uid, 0xBEEF, 0, gone, room.now))
    evening.step("gaps")
    filled = tuple(records.pack(0xBEEF, seq, records.DICE, 0, 3, 1, seq) for seq in (7, 8))
    room.store.ingest(Batch(two.uid, 0xBEEF, 6, filled, room.now))
    evening.step("a gap filled")
    director.matches.close(number)
    evening.step("closed")
    room.close()
    return evening


def taken_back(evening, tmp_path, until_ms) -> Path:
    """Return the last state of the evening, taken back."""
    path = tmp_path / "back.db"
    shutil.copy(evening.moments[-1][2], path)
    with open_store(str(path), now=lambda: evening.room.now, threaded=False) as store:
        rewind(store, until_ms)
    return path


@sample.scenario("every moment of an evening")
def test_every_moment_comes_back_row_by_row(evening, tmp_path):
    assert len(evening.moments) > 15
    for at_ms, what, kept in evening.moments:
        path = taken_back(evening, tmp_path, at_ms)
        found, then = rows(path), rows(kept)
        if what == "gaps":
            # that gap was filled since, so its row is gone: the board is asked again
            assert len(then.pop("gaps")) > len(found.pop("gaps"))
        assert {name: found[name] for name in found if found[name] != then[name]} == {
            name: then[name] for name in found if found[name] != then[name]
        }, what
        with open_store(str(path), now=lambda: evening.room.now, threaded=False, read_only=True) as store:
            assert list(verify(store)) == [], what
        for one in tmp_path.iterdir():
            one.unlink()


def test_a_moment_between_two_steps_is_the_one_before(evening, tmp_path):
    for (at_ms, _, kept), (next_ms, _, _) in nonempty(list(pairwise(evening.moments))[8:11]):
        assert rows(taken_back(evening, tmp_path, next_ms - 1)) == rows(kept)
        assert rows(taken_back(evening, tmp_path, at_ms + 1)) == rows(kept)


def acked(path) -> dict[tuple[str, int], int]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT uid, journal, acked FROM journals"
        return {(uid, journal): number for uid, journal, number in connection.execute(query)}


@sample.scenario("what was acknowledged")
def test_what_was_acknowledged_is_at_most_what_is_there(evening, tmp_path):
    for at_ms, what, kept in nonempty(evening.moments):
        held, then = (acked(path) for path in (taken_back(evening, tmp_path, at_ms), kept))
        if what == "gaps":
            # up to the hole that was one until it was filled
            assert held.pop(("b" * 16, 0xBEEF)) == 6 < then.pop(("b" * 16, 0xBEEF)) == 9
        assert held == then, what


def test_the_hall_goes_on_from_there(evening, tmp_path):
    at_ms = next(at for at, what, _ in evening.moments if what == "moved")
    path = taken_back(evening, tmp_path, at_ms)
    room = Room(str(path))
    room.now = at_ms + 1
    [number] = room.director.overview.matches()
    match = room.director.overview.match(number)
    assert match is not None
    room.director.people.enter(["Dan"])
    event = started_event(room.director.events, ("Ann", "Dan"), "Later", "round-robin", {"length": 5})
    assert room.director.events.get(event).name == "Later"
    room.close()
    with open_store(str(path), now=lambda: at_ms, threaded=False) as store:
        assert list(verify(store)) == []


@pytest.fixture
def hall(tmp_path):
    """A hall with two people; and the moment behind them."""
    room = Room(str(tmp_path / "hall.db"))
    room.director.people.enter(["Ann", "Bob"])
    moment = room.now
    room.now += MINUTE
    yield room, moment
    room.close()


def test_a_removed_name_is_not_brought_back(hall):
    room, moment = hall
    room.director.removals.remove(1)
    assert "A name was removed since that moment, and stays removed" in refusal(rewind, room.store, moment)
    # a later moment is none of its business
    rewind(room.store, room.now)


def test_a_name_that_an_undo_has_deleted_does_not_come_back(hall):
    room, _ = hall
    room.director.people.enter(["Dan"])
    moment = room.now
    room.now += MINUTE
    room.director.people.undo()
    assert "Names were deleted since that moment (1)" in refusal(rewind, room.store, moment)


def test_a_released_record_is_not_taken_back(hall):
    room, _ = hall
    board = room.board("a")
    room.match(board, 1)
    other = records.pack(board.journal, 2, records.DICE, 0, 1, 1)
    room.store.ingest(Batch(board.uid, board.journal, 1, (other,), room.now))
    room.store.flush()
    moment = room.now
    room.now += MINUTE
    [held] = room.store.quarantined(board.uid)
    room.director.quarantine.release(held.id, "a test")
    assert "was released since that moment" in refusal(rewind, room.store, moment)


def spelled(ms) -> str:
    return f"{datetime.fromtimestamp(ms / 1000):%Y-%m-%d %H:%M:%S}"


def test_the_command_takes_a_copy_back(evening, tmp_path):
    last_ms, _, final = evening.moments[-1]
    at_ms, _, kept = next(one for one in evening.moments if one[1] == "an event")
    target, copy = tmp_path / "hall.db", tmp_path / "copy.db"
    shutil.copy(final, target)
    backup.copy(target, copy, last_ms + MINUTE, date(2099, 1, 1))

    def run(*words):
        return CliRunner().invoke(main, [*map(str, words), "--database", str(target)])

    later = run("backup", "restore", copy, "--until", spelled(last_ms + 2 * MINUTE))
    assert (later.exit_code, "holds nothing later than" in later.output) == (2, True), later.output
    before = target.read_bytes()
    drill = run("backup", "restore", copy, "--until", spelled(at_ms), "--dry-run")
    assert drill.exit_code == 0, drill.output
    assert target.read_bytes() == before
    done = run("backup", "restore", copy, "--until", spelled(at_ms))
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Restored: 1 event, 2 people, as it was at ")
    assert "plug every board in" in done.output
    found, then = rows(target), rows(kept)
    for name in ("events", "event_actions", "records", "seals", "matches", "segments", "aliases"):
        assert found[name] == then[name], name
    assert run("verify").exit_code == 0
    assert "restores a copy of the database" in run("journal").output
