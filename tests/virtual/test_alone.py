"""A board needs no host: a long match with the cable out, then everything arrives at once."""

from tablecore import records
from tablesim.memory import log_in_memory
from tests.virtual.published import entries
from tests.virtual.sitting import begin, intents_of, open_hall, press, row, settle, sheet, stored, until


def test_a_17_point_match_with_the_cable_out(mat_folder, read, database):
    [entry] = [one for one in entries(mat_folder) if one["length"] == 17]
    transcript = read(mat_folder / entry["file"])
    hall = open_hall(database, "Table 1")
    try:
        [table] = hall.tables
        match_id = begin(hall, table, transcript)
        known = hall.store.count(table.uid)
        table.board.unplug()
        press(hall, table, intents_of(transcript))
        board_id, held = log_in_memory(table.board.fram, table.board.uid)
        assert sheet(table).score == entry["final"]
        assert not row(hall, table).online
        assert hall.store.count(table.uid) == known
        # BOOT and the set-up were stored before
        assert (known, len(held)) == (4, 946)

        table.board.plug()
        plugged = hall.timeline.now_us
        until(hall, lambda: row(hall, table).online)
        settle(hall, table)
        # seven records a frame, six frames ahead of the acknowledgement
        assert hall.timeline.now_us - plugged < 10_000_000
        [journal] = hall.store.journals(table.uid)
        assert (journal.journal, journal.acked) == (board_id, len(held))
        assert stored(hall, table) == held
        assert hall.store.gaps(table.uid) == hall.store.quarantined(table.uid) == []
        detail = hall.director.overview.match(match_id)
        assert (list(detail.match.details.score), detail.problems) == (entry["final"], ())
        assert [(game.number, game.winner, game.details.cube) for game in detail.games] == [
            (game["game"], game["winner"], game["cube"]) for game in entry["games"]
        ]
        # the last game is written with the points that were needed: the board counts what was played
        assert [game.points for game in detail.games[:-1]] == [game["points"] for game in entry["games"][:-1]]
        # times are known for what happened while nobody listened
        assert all(record.at_ms for record in hall.director.overview.table(table.uid).records)
        kinds = [record[4] for record in held]
        assert kinds.count(records.END) == len(entry["games"]) == 12
    finally:
        hall.close()
