"""A database of every earlier version with an evening in it: nothing of it is lost, and it is whole."""

import contextlib

import pytest
from sqlalchemy import create_engine, inspect, text

from tablekeeper.director.verification import verify
from tablekeeper.store import open_store
from tablekeeper.store.version import OLDER
from tests.director.conftest import Room
from tests.guards import sample
from tests.startedevent import started_event
from tests.store.earlier import ADDED, set_back

#: what migrations make themselves, and what says when and where a database was opened
MADE = {
    "alembic_version", "journal_ends", "seals", "standing", "venue", "shipped_runs", "shipped_marks",
    "shipped_ends",
}  # fmt: skip


def evening(url, revision):
    """Play an evening; the register of versions 0005 to 0007 had other tables (test_people.py)."""
    with contextlib.closing(Room(url)) as room:
        board = room.board("a")
        room.match(board, 3)
        for winner in (0, 1):
            board.play(winner, turns=20)
        room.send(board)
        room.director.boards.rename(board.uid, "Window")
        room.director.desk.act("committee", {"members": ["Dora", "Emil", "Fred"]})
        event = started_event(
            room.director.events, ("Ann", "Bob", "Cid"), "Cup", "championship", {"first_to": 2}
        )
        for winner in ("Ann", "Bob", "Ann"):
            room.director.events.result(event, {"winner": winner})
        room.director.events.finish(event)
        if not "0005" <= revision < "0008":
            room.director.rankings.confirm(event)
            room.director.people.consent(room.director.people.book().find("Bob"), "private")


def rows(url, names):
    """Return all rows of tables."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            found = {}
            for name in names:
                columns = ", ".join(sorted(one["name"] for one in inspect(engine).get_columns(name)))
                found[name] = sorted(
                    repr([bytes(one) if isinstance(one, memoryview) else one for one in row])
                    for row in connection.execute(text(f"SELECT {columns} FROM {name}"))
                )
            return found
    finally:
        engine.dispose()


@pytest.mark.parametrize("revision", sample.drawn(OLDER, of=8))
@pytest.mark.parametrize("place", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def test_an_evening_of_every_earlier_version_comes_through(place, revision, request, tmp_path):
    sqlite = f"sqlite:///{tmp_path / 'hall.db'}"
    url = sqlite if place == "sqlite" else request.getfixturevalue("postgresql_copy")
    evening(url, revision)
    for beside in tmp_path.glob("hall.db.*"):
        # it remembers the ends of the journals that are dropped here
        beside.unlink()
    gone = {table for later, tables in ADDED.items() if later > revision for table in tables}
    engine = create_engine(url)
    kept = sorted(set(inspect(engine).get_table_names()) - gone - MADE)
    engine.dispose()
    before = rows(url, kept)
    assert before["records"]
    set_back(url, revision)
    with open_store(url, now=lambda: 1_800_000_000_000) as store:
        assert list(verify(store)) == []
    after = rows(url, kept)
    assert [name for name in kept if after[name] != before[name]] == []
