"""Concessions that cannot be refused, and doubles that count because they were accepted, on a whole board."""

from tabledevice import texts
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as match_texts
from tests.tabledevice.conftest import at_table
from tests.tabledevice.hands import FIVE_POINTS_UP, TO_MOVE, TO_TURN

table = at_table(*FIVE_POINTS_UP)


def test_what_wins_the_match_cannot_be_refused_either(table):
    table.press(*TO_TURN).win(0, "3")
    table.press(*TO_TURN, "0", "1", "1", 1)  # 3-0 to 5
    after = table.last
    assert table.press("*").log(after) == [("reject", 0, 0, 0)]
    table.press("0", "1", "2", 1)
    after = table.last
    assert table.reads(texts.BOTH_CONFIRM)
    assert table.press("*").log(after) == []
    table.press(0)
    assert (table.sheet.phase, table.sheet.score) == (match.OVER, [5, 0])


def test_a_match_is_conceded_between_games(table):
    table.press(*TO_TURN).win(0, "3")
    table.press("0", "1", "4", 0, 1)
    assert (table.sheet.phase, table.sheet.champion, table.sheet.score) == (match.OVER, 1, [3, 5])


def test_an_irregular_double_that_is_accepted_turns_the_cube_and_nothing_else(table):
    table.press(*TO_MOVE, "7", 0)
    assert table.said == match_texts.TOO_LATE_TO_DOUBLE
    before = (table.sheet.phase, table.sheet.turn, table.sheet.clock.turn, table.sheet.dice)
    table.press("7")
    assert table.app.view.question == match_texts.ASK_ACCEPTED
    table.press(1)
    assert (table.sheet.phase, table.sheet.turn, table.sheet.clock.turn, table.sheet.dice) == before
    assert (table.sheet.cube, table.sheet.owner) == (1, 1)
    # it can be taken back, as any press
    table.hold("*")
    assert (table.sheet.cube, table.sheet.owner) == (0, match.NOBODY)


def test_after_a_refused_double_the_display_says_how_an_accepted_one_is_entered(table):
    table.press("#", "7")
    table.wait(3000)
    assert table.reads(match_texts.HINT_ACCEPTED)
