"""The first turns of a match teach the keys in words, in turns; a tap of * or # says what it is for."""

import shutil

import pytest

from tabledevice import lessons, texts
from tabledevice.texts import held
from tableprograms.backgammon import texts as words
from tests.tabledevice.hands import TO_TURN, Table

ABOVE = slice(0, 7 * 128)


def test_lessons_take_turns_with_the_hint_and_touch_nothing_else(table):
    table.set_up("#", "1", "5", "#", "6").press(*TO_TURN)
    above = table.board.pixels[ABOVE]
    lines = (words.HINT_TURN, *(lessons.LINES[lessons.LETTERS.index(letter)] for letter in "de7B*90"))
    seen = []
    for _ in range(2 * len(lines)):
        seen.append(table.app.view.hint)
        assert table.shows_hint()
        assert table.board.pixels[ABOVE] == above
        table.wait(2500)
    assert tuple(seen) == lines * 2


def test_every_line_has_a_letter():
    assert len(set(lessons.LETTERS)) == len(lessons.LETTERS) == len(lessons.LINES)


def test_after_a_dozen_turns_of_each_the_short_line_is_back(table):
    table.set_up().press(*TO_TURN)
    for turn in range(22):
        assert table.app.view.lesson, turn
        table.press((1, 0)[turn % 2])
    assert table.app.view.lesson == ""
    assert table.reads(words.HINT_TURN)


def test_the_lines_go_on_over_the_presses(table):
    table.set_up("#", "1", "5", "#", "6").press(*TO_TURN)
    seen = set()
    for turn in range(10):
        table.wait(3000)
        seen.add(table.app.view.hint)
        table.press((1, 0)[turn % 2])
    assert len(seen) > 5


def test_those_who_know_switch_it_off(repository, tmp_path):
    for name in ("boot.py", "code.py", "safemode.py"):
        shutil.copy(repository / "firmware" / name, tmp_path)
    told = (repository / "firmware" / "settings.toml").read_text("utf-8")
    assert 'TABLEKEEPER_HINTS = "long"' in told
    (tmp_path / "settings.toml").write_text(told.replace('HINTS = "long"', 'HINTS = "short"'), "utf-8")
    table = Table(firmware=tmp_path)
    table.set_up().press(*TO_TURN)
    assert table.reads(words.HINT_TURN)
    table.put_away()


@pytest.mark.parametrize(("keys", "said"), [((), "press Left"), (("6", "5"), "6-5 Right")])
def test_a_tap_of_star_says_what_holding_it_would_undo(table, keys, said):
    table.set_up().press(*TO_TURN, *keys)
    assert table.writes("*") == []
    assert table.said == held.HOLD % said
    table.wait(3000)
    assert table.said == ""


def test_what_is_too_long_for_the_line_is_said_in_short(table):
    table.set_up().press(*TO_TURN, "7", 1)
    table.app.view.names[1] = "Bartholomew"
    table.press("*")
    assert table.said == held.HOLD % held.IT


def test_a_tap_of_star_with_nothing_to_undo_says_so(table):
    table.set_up().press("*")
    assert table.said == held.NO_UNDO


def test_a_tap_of_hash_says_where_the_menu_is(table):
    table.set_up().press(*TO_TURN)
    assert table.writes("#") == []
    assert table.said == texts.WHERE_MENU


@pytest.mark.parametrize(("one", "other"), [("3", "5"), ("5", "3"), ("1", "6")])
def test_both_dice_keys_at_once_log_both_dice(table, one, other):
    table.set_up().press(*TO_TURN)
    last = table.last
    table.board.press(one)
    table.board.press(other)
    table.wait(300)
    [(kind, _, *dice)] = table.log(last)
    assert kind == "dice"
    assert sorted(dice) == sorted((int(one), int(other)))
