"""What PROTOCOL.md says of each game's sheet is what the sheet does: each row of its table in each phase."""

import pytest

from tablecore import sheets
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tableprograms.race import rules as racerules
from tableprograms.race import state as race
from tableprograms.tara import sheet as tara
from tests.tablecore.board_log import BoardLog, but_the_stamp
from tests.tablecore.test_protocol import tables
from tests.tableprograms.backgammon import protocol as backgammon_rows
from tests.tableprograms.dicelog import protocol as dicelog_rows
from tests.tableprograms.plain import protocol as plain_rows
from tests.tableprograms.race import protocol as race_rows
from tests.tableprograms.tara import protocol as tara_rows

GAMES = {
    "backgammon": backgammon_rows, "race": race_rows, "tara": tara_rows, "plain": plain_rows,
    "dicelog": dicelog_rows,
}
CASES = [(name, phase) for name, rows in GAMES.items() for phase in rows.PHASES]


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "phase"), CASES)
def test_what_each_record_leads_to(page, name, phase):
    game = GAMES[name]
    (matrix,) = tables(page, game.HEADING)
    assert matrix[0] == ["record", *game.PHASES]
    assert len(matrix) == game.ROWS
    for row in matrix[2:]:
        log = game.reach(phase)
        assert (log.sheet.phase, log.sheet.odd) == (game.PHASES[phase], 0)
        assert name == "dicelog" or log.sheet.clock.running == (phase in game.RUNNING)
        assert sheets.FOLDERS[log.sheet.PROGRAM] == name
        odd, last = 0, None
        for record in game.written(log, row[0]):
            odd, last = log.sheet.odd, record
            before, stood = but_the_stamp(log.sheet), log.sheet.phase
            done = BoardLog.add(log, *record)
        assert last, f"{row[0]}: no such row"
        expected = row[1 + list(game.PHASES).index(phase)]
        assert done == (expected != "-"), row[0]
        assert log.sheet.odd == odd + (not done), row[0]
        if done:
            assert log.sheet.phase == game.PHASES[expected], row[0]
        else:
            assert (but_the_stamp(log.sheet), log.sheet.phase) == (before, stood), row[0]


def test_the_packed_states(page):
    # the lists of a race are packed in one go
    packed_race = race._STATE.replace("30s", race._LISTS[1:])
    for fields, size, program, rest in (
        (packed_race, race._STATE_SIZE, sheets.RACE, 12 + 3 * 19),
        (tara._STATE, tara._STATE_SIZE, sheets.TARA, 12 + 2 * 19),
        (plain._STATE, plain._STATE_SIZE, sheets.PLAIN, 3 * 2 + 12 + 2 * 19),
        (dicelog._STATE, dicelog._STATE_SIZE, sheets.DICELOG, 4 + 12 + 19),
    ):
        assert f"`{fields}`, {size} bytes" in page
        assert len(sheets.make(program).pack()) == size + rest


def test_the_numbers_of_a_races_rules(page):
    names = ", ".join(f"{number} {name}" for number, name in enumerate(racerules.NAMES[:7]))
    assert names.replace("5 GP, 6 GP+", "5 GP, 6 GP+ and, of a series, 7 TA") in page
