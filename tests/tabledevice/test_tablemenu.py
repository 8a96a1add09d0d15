"""What the players of a table without a host do together: the game from its beginning, a clock, the sound."""

import pytest

from tablecore import records
from tabledevice import texts
from tabledevice.texts import tablemenu as words
from tablekeeper.games import sentences
from tests.tabledevice.hands import TO_TURN, Table

TIMED = ("#", "1", "5", "#", "1")
MENU = ("0", "8")


def test_all_agree_and_the_game_is_at_its_beginning(table):
    table.set_up().press(*TO_TURN, "6", "5", 1, "4", "3", 0).win(0)
    score = table.sheet.score[:]
    table.press("#", *TO_TURN, "6", "5", 1, "4", "3", 0, *MENU)
    assert table.app.view.title == words.TITLES[0]
    last = table.press("1", 0).last
    assert table.app.view.title == words.TITLES[3]
    # one of them is not enough, and * is no
    table.press("*")
    assert table.last == last
    table.press(*MENU, "1", 1, 0)
    sheet = table.sheet
    assert (sheet.phase, sheet.game, sheet.score) == (2, 2, score)
    assert table.log()[-1] == ("undo", 0, 0, 0)
    # and it is played again
    table.press("#", "2", "1", 1)
    assert table.folded().pack() == table.sheet.pack()


def test_a_clock_is_corrected_by_both_of_them(table):
    table.set_up(*TIMED).press(*TO_TURN, *MENU, "2", 0, "1", "2", "3", "4")
    assert table.app.view.lines[0] == "1234"
    last = table.press("#", 0).last
    assert table.app.view.lines[0] == "Left 12:34"
    table.press(1)
    assert table.log(last) == [("correct", 0, 255, 0)]
    assert table.sheet.clock.remaining(0, table.now) == 754_000
    _, kind, a, b, c, _, p, q = records.unpack(table.record(table.last))
    assert sentences.SENTENCES[kind](("Ann", "Bob"), a, b, c, p, q).startswith("the players set the clock of")
    table.press("#")
    assert table.sheet.clock.running


@pytest.mark.parametrize("key", ["1", "2"])
def test_with_a_host_it_is_the_directors(table, host, key):
    table.set_up().press(*TO_TURN, *MENU)
    table.refuses(key, texts.ASK_DIRECTOR)
    table.press("*", "#")


def test_a_match_of_a_host_stays_its_own_without_a_cable(table, host):
    host.set_up(length=5)
    table.press("#", *TO_TURN)
    table.board.unplug()
    table.wait(500)
    table.press(*MENU)
    table.refuses("1", texts.ASK_DIRECTOR)


def test_the_sound_is_off_and_on(table):
    table.set_up().press(*TO_TURN, *MENU, "3")
    assert table.app.buzzer.silent
    assert table.app.view.lines[-1] == words.CHOICES[-1] + words.SOUND[1]
    table.press("3", "*")
    assert not table.app.buzzer.silent


def test_what_is_no_time_is_refused(table):
    table.set_up(*TIMED).press(*TO_TURN, *MENU, "2", 0)
    table.refuses("#", texts.NOTHING_HERE)
    table.press("5", "*")
    assert table.app.view.lines[0] == ""
    # `*` once more leaves the menu
    table.press("*")
    assert table.app.program.dialog is None


def test_a_seat_without_a_button_agrees_by_its_number():
    table = Table().press("#", "4", "5", "3", "1", *MENU, "1", 0, 1, 2, 3)
    assert table.app.program.dialog is not None
    table.press("5")
    assert table.log()[-1] == ("undo", 0, 0, 0)
    table.put_away()


@pytest.mark.parametrize("phase", [TO_TURN[:2], TO_TURN])
def test_after_a_power_cut_nothing_is_half_done(table, phase):
    table.set_up().press(*phase, *MENU, "1", 0)
    packed = table.sheet.clock.pack()
    table.power_cycle()
    assert table.app.program.dialog is None
    assert table.sheet.clock.pack() == packed
