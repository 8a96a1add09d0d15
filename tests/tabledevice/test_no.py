"""`*` at a result: every program then offers ways out, and none of them leads back to the same question."""

import pytest

from tablecore import records
from tabledevice.texts import dispute as words
from tests.tabledevice.hands import FIVE_POINTS_UP, TO_TURN, Host, Table

#: a race in which one pawn is missing, and the key that brings it home
RACE = ("#", "2", "1", "1", 0, "1", "1", "1", "1")
MATCH = (*FIVE_POINTS_UP, *TO_TURN, "9", "1", 0)
TARA = ("#", "3", "1", "1", "5", 0, "7", "9", "5", "#", "9", "#", "3", "#", "8", "#")
PLAIN = ("#", "4", "2", "5", "#", "9", 0)


def at(*keys):
    return Table().press(*keys)


@pytest.mark.parametrize(
    ("before", "asked", "key", "written"),
    [
        # a race that is decided: its last pawn is taken back, or the result is asked again
        (RACE, words.TAKE_BACK, "1", [("undo", 0, 0, 0)]),
        (RACE, words.TAKE_BACK, "5", [("pause", 5, 0, 0)]),
        (RACE, words.TAKE_BACK, "#", [("resume", 0, 0, 0)]),
        ((*RACE[:-1], "9", 0), words.PLAY_ON, "#", [("resume", 0, 0, 0)]),
        (MATCH, words.PLAY_ON, "5", [("pause", 5, 0, 0)]),
        (MATCH, words.PLAY_ON, "#", [("resume", 1, 0, 0)]),
        (MATCH, words.PLAY_ON, "9", []),
        (PLAIN, words.PLAY_ON, "5", [("pause", 5, 0, 0)]),
        (PLAIN, words.PLAY_ON, "#", [("resume", 0, 0, 0)]),
        # a count is made again, and has no pause that a call could be the reason of
        (TARA, words.COUNT_AGAIN, "#", []),
        (TARA, words.COUNT_AGAIN, "5", [("request", 0, 0, 0)]),
    ],
)
def test_no_offers_a_way_out(before, asked, key, written):
    table = at(*before)
    assert [one[0] for one in table.writes("*")] == ["reject"]
    assert table.app.view.question == asked
    assert table.writes(key) == written
    assert table.app.view.question != asked
    table.put_away()


def test_a_pawn_taken_back_lets_the_race_go_on():
    table = at(*RACE, 1, "*", "1")
    assert table.sheet.home[0] == 3
    assert table.writes("#", "4", "1") == [("resume", 0, 0, 0), ("pawn", 1, 3, 1), ("pawn", 0, 0, 4)]
    table.put_away()


def test_a_result_that_stands_still_lets_the_director_be_called():
    table = at(*FIVE_POINTS_UP, *TO_TURN, "0", "1", "4", 0)
    assert table.writes("*") == []
    assert table.app.view.question == words.IT_STANDS
    assert table.writes("5") == [("request", 0, 0, 0)]
    # and it can be agreed to
    assert table.writes("*", 1)[0] == ("confirm", 1, 0, 0)
    table.put_away()


def test_after_a_power_cut_no_asks_again():
    table = at(*RACE, "*")
    table.power_cycle()
    assert table.press("#", "*").app.view.question == words.TAKE_BACK
    table.put_away()


def test_a_pawn_that_the_director_confirmed_is_not_taken_back():
    table = Table()
    host = Host(table)
    table.wait(2500)
    table.press(*RACE, "*")
    assert host.direct(records.PAUSE, records.BREAK)[0] == 0
    table.press("#", "*", "1")
    assert table.sheet.home[0] == 4
    table.put_away()
