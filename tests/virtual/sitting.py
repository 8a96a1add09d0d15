"""A match at a virtual table: set up by the director, pressed by players, watched by a test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tablekeeper.virtual.replay import START_MS
from tablesim.memory import log_in_memory
from tablesim.player import Players
from tablesim.script import Intent, write_script

SECOND = 1_000_000
HOUR = 3600 * SECOND
CONTROL = "3m/pt b12"


def open_hall(database: str, *names: str, **settings: int) -> VirtualHall:
    """Return a hall whose tables are online."""
    hall = VirtualHall(database, **{"start_ms": START_MS, **settings})
    for number, name in enumerate(names):
        hall.add_table(name, seed=number)
    until(hall, lambda: all(row.online for row in hall.director.overview.hall().tables), 30)
    return hall


def virtual_hall(*names: str, **settings: int):
    """Return a fixture: a hall with these tables. Afterwards no board may have crashed."""

    @pytest.fixture
    def fixture(tmp_path):
        hall = open_hall(f"sqlite:///{tmp_path / 'hall.db'}", *names, **settings)
        yield hall
        crashes = [line for table in hall.tables for line in table.board.crashes]
        hall.close()
        assert crashes == []

    return fixture


def until(hall: VirtualHall, reached: Callable[[], bool], seconds: int = 60) -> None:
    """Let virtual time pass until `reached` is true; fail if that takes too long."""
    assert hall.run(reached, seconds * SECOND), [row.problems for row in hall.director.overview.hall().tables]


def sheet(table: VirtualTable):
    """Return the sheet on the board itself."""
    return table.board.running("app").fold.sheet


def row(hall: VirtualHall, table: VirtualTable):
    """Return a table's row in the hall."""
    [found] = [one for one in hall.director.overview.hall().tables if one.uid == table.uid]
    return found


def begin(hall: VirtualHall, table: VirtualTable, transcript: Transcript) -> int:
    """Set a match up at a table, and wait until its board has it."""
    match_id = hall.director.matches.create(
        table.uid, transcript.players, transcript.length, CONTROL, crawford=transcript.crawford
    )
    until(hall, lambda: sheet(table).match_id == match_id and not row(hall, table).problems)
    hall.run_for(3 * SECOND)
    return match_id


def intents_of(transcript: Transcript, games: range | None = None) -> list[Intent]:
    """Return the keys of the players for a match, or for some of its games (numbers from 1)."""
    script = write_script(transcript, examine(transcript), 0)
    assert script.notes == []
    return [one for one in script.intents if games is None or one.game in games]


def press(hall: VirtualHall, table: VirtualTable, intents: list[Intent], hours: int = 12) -> None:
    """Let the players press all keys."""
    players = Players(table.board, intents)
    players.start()
    until(hall, lambda: players.finished, hours * 3600)
    assert players.stuck == ""


def settle(hall: VirtualHall, *tables: VirtualTable) -> None:
    """Wait until all records of the boards are stored."""
    until(hall, lambda: all(hall.settled(table) for table in tables), 600)
    hall.store.flush()


def stored(hall: VirtualHall, table: VirtualTable) -> list[bytes]:
    """Return the records of a board's present journal in the database."""
    journal, _ = log_in_memory(table.board.fram, table.board.uid)
    return hall.store.records(table.uid, journal)
