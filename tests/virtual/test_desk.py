"""Rulings about a table that is away, or entered while no hall is open: the firmware obeys later."""

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tablekeeper.regulation.finding import POINTS, Effect
from tests.virtual.sitting import begin, intents_of, press, row, settle, sheet, until, virtual_hall

SECOND = 1_000_000
KIM, LEO = 0, 1

hall = virtual_hall("Table 1")


@pytest.fixture
def match(read, shipped):
    return read(shipped / "7-points-kim-leo.mat")


def test_points_reach_the_board_when_it_is_back_and_has_told_what_it_played(hall, match):
    [table] = hall.tables
    match_id = begin(hall, table, match)
    press(hall, table, intents_of(match, range(1, 3)))
    settle(hall, table)
    table.board.unplug()
    until(hall, lambda: not row(hall, table).online)
    slow = Effect(POINTS, match.players[LEO], 1, cause="pace")
    ruling = hall.director.desk.penalise(slow, "slow", match=match_id)
    press(hall, table, intents_of(match, range(3, 4)))
    assert sheet(table).score == [2, 3]
    assert hall.director.desk.pending() == (ruling,)
    table.board.plug()
    until(hall, lambda: sheet(table).score == [3, 3])
    settle(hall, table)
    assert hall.director.desk.status(ruling) == ("carried out",)
    assert row(hall, table).match.details.score == (3, 3)
    hall.run_for(60 * SECOND)
    assert sheet(table).score == [3, 3]


def test_what_a_command_entered_without_a_hall_reaches_the_board_when_one_opens(hall, match, database):
    [table] = hall.tables
    match_id = begin(hall, table, match)
    press(hall, table, intents_of(match, range(1, 3)))
    settle(hall, table)
    hall.kill_host()
    words = ["penalty", "points", "2", match.players[KIM], "--match", match_id, "--reason", "slow"]
    said = CliRunner().invoke(main, [*map(str, words), "--database", database])
    assert said.exit_code == 0, said.output
    assert "not carried out" in said.stdout
    hall.start_host()
    until(hall, lambda: sheet(table).score == [2, 4])
    settle(hall, table)
    assert hall.director.desk.pending() == ()
