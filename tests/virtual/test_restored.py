"""A copy of the middle of an evening is restored: boards bring back what they hold, the rest is listed."""

import json
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from tabledevice import journal
from tablekeeper.cli import main
from tablekeeper.store import backup
from tablesim.memory import log_in_memory
from tests.virtual.sitting import SECOND, begin, intents_of, open_hall, press, row, settle, stored, until


@pytest.fixture
def run(tmp_path):
    """Types a command about hall.db; returns its result."""
    database = tmp_path / "hall.db"
    return lambda *words: CliRunner().invoke(main, [*map(str, words), "--database", str(database)])


def doctored(run):
    """Return what the doctor says of the tables."""
    found = json.loads(run("doctor", "--json").stdout)
    return [one["sentence"] for one in found if one["subject"] == "Tables"]


def test_what_boards_still_hold_is_back_and_the_rest_is_listed(
    read, shipped, tmp_path, database, run, monkeypatch
):
    # so small that the second half of the evening overwrites the first one
    monkeypatch.setattr(journal, "PLACES", 200)
    hall = open_hall(database, "Table 1", "Table 2")
    match = read(shipped / "7-points-kim-leo.mat")
    one, two = hall.tables
    begin(hall, one, match)
    press(hall, one, intents_of(match, range(1, 2)))
    settle(hall, one, two)
    early = len(stored(hall, one))
    copy = backup.copy(Path(hall.store.file), tmp_path / "copy.db", 1, date(2099, 1, 1)).path
    begin(hall, two, read(shipped / "1-points-ann-bob.mat"))
    press(hall, one, intents_of(match, range(2, 8)))
    settle(hall, one, two)
    # what happened then at the tables
    evening = {table.uid: stored(hall, table) for table in hall.tables}
    number, _ = log_in_memory(one.board.fram, one.board.uid)
    assert early < 200 < len(evening[one.uid]) - early
    hall.kill_host()

    told = run("backup", "restore", copy)
    assert (told.exit_code, "plug every board in" in told.stdout) == (0, True), told.output
    assert [sentence for sentence in doctored(run) if "has not been asked" in sentence] != []
    before = len(hall.tables)
    hall.start_host()
    assert "has not been asked yet" in " ".join(row(hall, one).problems)
    until(hall, lambda: all(row(hall, table).online for table in hall.tables))
    settle(hall, *hall.tables)
    hall.run_for(60 * SECOND)

    # the second board held everything; of the first one what it had overwritten is missing, and said so
    assert stored(hall, two) == evening[two.uid][: len(stored(hall, two))]
    assert len(stored(hall, two)) >= len(evening[two.uid])
    back = stored(hall, one)
    lost = len(evening[one.uid]) - len(back)
    assert lost > 0
    assert back == evening[one.uid][:early] + evening[one.uid][early + lost :]
    assert back[-1] == evening[one.uid][-1]
    [gap] = hall.store.gaps(one.uid)
    assert (gap.journal, gap.first, gap.last) == (number, early + 1, early + lost)
    missing = f"records {gap.first}-{gap.last} are missing: the board itself no longer has them"
    assert missing in row(hall, one).problems
    assert "has not been asked yet" not in " ".join(row(hall, one).problems)
    assert len(hall.tables) == before
    hall.close()
    [line] = [sentence for sentence in doctored(run) if "missing" in sentence]
    assert f"{lost} records of Table 1 are missing ({gap.first}-{gap.last})" in line
    assert run("verify").exit_code == 0, run("verify").output


def test_a_hole_in_an_older_database_is_filled_although_it_was_acknowledged(read, shipped, database):
    hall = open_hall(database, "Table 1")
    [table] = hall.tables
    begin(hall, table, read(shipped / "1-points-ann-bob.mat"))
    settle(hall, table)
    whole = stored(hall, table)
    hall.store.flush()
    with hall.store._database.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM records WHERE seq = 3")
    assert list(hall.store.problems()) != []
    hall.store.restored()
    hall.kill_host()
    hall.start_host()
    until(hall, lambda: row(hall, table).online)
    until(hall, lambda: len(stored(hall, table)) >= len(whole))
    settle(hall, table)
    assert stored(hall, table)[: len(whole)] == whole
    hall.run_for(10 * SECOND)
    assert not hall.store.asks_again(table.uid, hall.store.journals(table.uid)[-1].journal)
    hall.close()
