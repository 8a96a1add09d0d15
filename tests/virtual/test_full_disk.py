"""The disk fills up while a match is played: that is said, nothing is acknowledged, nothing is lost."""

import pytest

from tablekeeper.errors import UserError
from tablesim.memory import log_in_memory
from tablesim.player import Players
from tests.virtual.sitting import (
    HOUR,
    SECOND,
    begin,
    intents_of,
    open_hall,
    row,
    settle,
    sheet,
    stored,
)


def pages(hall, count):
    """Let the database have that many pages at most (or as many as it has); return how many that is."""
    return hall.store._writer.run(
        lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={count}").scalar()
    )


def test_a_full_disk_during_a_match(read, shipped, database):
    transcript = read(shipped / "5-points-gus-hana.mat")
    hall = open_hall(database, "Table 1")
    try:
        [table] = hall.tables
        match_id = begin(hall, table, transcript)
        players = Players(table.board, intents_of(transcript))
        players.start()
        hall.run(lambda: players.done >= 40, HOUR)
        had = pages(hall, 1)
        journal = table.board.running("app").journal
        # some more fit into the pages that are there; then no more
        assert hall.run(lambda: any("is full" in one for one in row(hall, table).problems), HOUR)
        [sentence] = [one for one in row(hall, table).problems if "is full" in one]
        assert sentence == (
            f"The disk of the database {hall.store.name} is full: make room on it; "
            "the boards keep what is not stored yet."
        )
        full_at, kept = journal.last, len(stored(hall, table))
        assert journal.acked <= kept < full_at
        # play goes on for many minutes, and nothing that is not stored is acknowledged
        assert hall.run(lambda: players.finished, 4 * HOUR)
        assert players.stuck == ""
        hall.run_for(30 * SECOND)
        assert journal.last > full_at + 100
        assert journal.acked == len(stored(hall, table))
        assert journal.last - journal.acked > 100
        assert sheet(table).score == [2, 5]
        assert hall.director.overview.match(match_id).match.details.score != (2, 5)
        # what the director does meanwhile is refused with the same sentence, and not half done
        name = ""
        with pytest.raises(UserError, match="is full: make room"):  # noqa: PT012
            for number in range(1000):
                hall.director.boards.rename(table.uid, f"Table {number}")
                name = f"Table {number}"
        assert row(hall, table).name == (name or "Table 1")

        pages(hall, had + 1000)
        settle(hall, table)
        _, held = log_in_memory(table.board.fram, table.board.uid)
        assert stored(hall, table) == held
        assert hall.store.gaps(table.uid) == hall.store.quarantined(table.uid) == []
        detail = hall.director.overview.match(match_id)
        assert (detail.match.details.score, detail.problems) == ((2, 5), ())
        assert row(hall, table).problems == ()
    finally:
        hall.close()
