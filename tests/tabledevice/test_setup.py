"""Setting up at the table: every length and clock the menu offers, every wrong key, every way out."""

import pytest

from tablecore import clock, messages, timecontrol
from tablecore.sheets import match
from tabledevice import screens, texts
from tabledevice.programs.setup import CLOCKS
from tests.tabledevice.hands import Host, Table


@pytest.fixture
def table():
    made = Table()
    yield made
    assert made.board.crashes == []
    made.board.power_off()


@pytest.mark.parametrize("length", [1, 5, 7, 10, 25, 99])
@pytest.mark.parametrize("choice", range(len(CLOCKS)))
def test_every_clock_with_many_lengths(table, length, choice):
    table.press("#")
    assert table.app.view.screen == screens.ENTRY
    assert table.reads(texts.HINT_ENTRY)
    table.press(*str(length), "#")
    assert (table.app.view.screen, table.app.view.title) == (screens.MENU, texts.CLOCK_TITLE % length)
    assert len(table.log()) == 1, "nothing is written before the last key"
    table.press(str(choice + 1))
    sheet = table.sheet
    method, reserve, delay, precredit, per_point = timecontrol.parse(CLOCKS[choice])
    if per_point:
        reserve *= length
    if precredit:
        reserve += delay
    assert (sheet.phase, sheet.length, sheet.options) == (match.READY, length, match.CRAWFORD_RULE)
    assert sheet.clock.method == [method, method]
    assert sheet.clock.delay == [delay, delay]
    assert sheet.clock.reserve == [reserve, reserve]
    assert sheet.crawford == (match.AFTER if length == 1 else match.BEFORE)
    assert method != clock.NONE or CLOCKS[choice] == "none"


@pytest.mark.parametrize(
    ("before", "key", "said"),
    [
        ("", "0", texts.LENGTH_RANGE),
        ("", "#", texts.LENGTH_RANGE),
        ("12", "3", texts.LENGTH_RANGE),
        ("5", 0, texts.PRESS_HASH),
        ("", 3, texts.PRESS_HASH),
        ("5#", "0", texts.CHOOSE_FIRST),
        ("5#", str(len(CLOCKS) + 1), texts.CHOOSE_FIRST),
        ("5#", "#", texts.CHOOSE_FIRST),
        ("5#", 1, texts.PRESS_HASH),
    ],
)
def test_wrong_keys_are_told_and_change_nothing(table, before, key, said):
    table.press("#", *before)
    shown = table.app.view.screen, list(table.app.view.lines)
    assert table.press(key).said == said
    assert (table.app.view.screen, table.app.view.lines) == (shown[0], shown[1])
    assert len(table.log()) == 1


def test_digits_are_taken_back_one_by_one(table):
    table.press("#", "1", "2", "*", "5", "#", "*", "*", "7", "#", "5")
    assert table.sheet.length == 17


def test_the_menu_is_left_by_stepping_back_or_by_holding_the_star(table):
    table.press("#", "1", "*", "*")
    assert table.app.view.screen == screens.WELCOME
    table.press("#", "1", "#")
    table.hold("*")
    assert table.app.view.screen == screens.WELCOME
    assert len(table.log()) == 1


def test_a_held_star_in_the_menu_takes_nothing_back(table):
    table.set_up("#", "1", "#", "5").press("3", "1", 1).win(0)
    assert table.sheet.phase == match.OVER
    after = table.last
    table.press("#", "3")
    table.hold("*")
    assert table.log(after) == []
    assert table.sheet.phase == match.OVER


def test_a_match_set_up_wrongly_at_the_table_can_be_left_between_games(table):
    table.set_up("#", "9", "9", "#", "6").press("3", "1", 1)
    assert table.hold("#").said == texts.NOTHING_HERE, "not within a game"
    table.win(0)
    table.hold("#")
    assert table.app.view.screen == screens.ENTRY
    table.press("5", "#", "6")
    assert (table.sheet.length, table.sheet.score, table.sheet.phase) == (5, [0, 0], match.READY)
    table.press("#").hold("#")
    assert table.app.view.screen == screens.ENTRY, "before the opening roll, too"


def test_a_match_of_the_hosts_is_not_for_the_players_to_leave(table):
    host = Host(table)
    table.wait(2500)
    assert host.set_up(length=5)[0] == messages.DONE
    after = table.last
    assert table.hold("#").said == texts.NOTHING_HERE
    table.press("3", "1", 1).win(0)
    assert table.hold("#").said == texts.NOTHING_HERE
    assert [name for name, *_ in table.log(after) if name in ("match", "commit")] == []


def test_names_of_the_match_before_do_not_stay(table):
    host = Host(table)
    table.wait(2500)
    host.set_up(length=1)
    for seat, name in enumerate(("Ann", "Bob")):
        assert host.order(messages.NAME, bytes([seat]) + name.encode())[0] == messages.DONE
    table.press("3", "1", 1).win(0)
    assert table.app.view.names[:2] == ["Ann", "Bob"]
    table.set_up("#", "3", "#", "1")
    assert table.app.view.names == [""] * 6
    assert b"Ann" not in table.board.fram.memory
    assert b"Bob" not in table.board.fram.memory


def test_a_set_up_of_the_hosts_closes_the_menu(table):
    host = Host(table)
    table.wait(2500)
    table.press("#", "5")
    assert host.set_up(length=9)[0] == messages.DONE
    assert table.app.view.screen == screens.GAME
    table.press("#")
    assert (table.sheet.length, table.sheet.phase) == (9, match.OPENING)


def test_power_that_goes_within_the_run_leaves_what_was_before(table):
    for count in range(1, 72):
        other = Table(seed=count)
        other.press("#", "5", "#")
        # the sign of life writes, too, so the cut is somewhere within the run or beside it
        other.board.cut_power_after(count)
        other.press("1")
        other.wait(1500)
        assert not other.board.powered
        other.power_on()
        assert other.sheet.phase in (match.EMPTY, match.READY)
        assert (other.sheet.phase == match.READY) == (("commit", 2, 16, 0) in other.log())
        assert other.hold("*").said in (texts.NOTHING_HERE, texts.ASK_DIRECTOR), "nobody's action"
        other.board.power_off()
