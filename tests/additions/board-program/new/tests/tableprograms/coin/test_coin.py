"""A coin on a whole virtual board: set up in the menu, tossed, undone, ended, and there after a power cut."""

from tablecore import records
from tablecore.sheets import FOLDERS
from tablecore.sheets.fold import Fold
from tabledevice import texts
from tabledevice.canvas import Canvas
from tableprograms.coin import sheet as coin
from tableprograms.coin import texts as words
from tests.tabledevice.hands import Table

#: the menu, the sixth game, three tosses
SET_UP = ("#", "6", "3", "#")


def kinds(table, after=0):
    """Return the kinds of all records behind one."""
    return [table.record(seq)[4] for seq in range(after + 1, table.last + 1)]


def test_the_menu_offers_it_and_its_questions_make_a_run():
    table = Table()
    table.press("#")
    assert table.app.view.lines[5] == "6 Coin"
    after = table.last
    table.press("6")
    assert table.app.view.title == words.TOSSES
    table.press("3", "#")
    assert kinds(table, after) == [records.COIN, records.COMMIT]
    assert FOLDERS[table.sheet.PROGRAM] == "coin"
    assert (table.sheet.phase, table.sheet.tosses) == (coin.READY, 3)
    table.board.power_off()


def test_it_is_played_with_screen_record_and_undo():
    table = Table().press(*SET_UP)
    after = table.last
    assert table.reads(words.HINT)
    before = table.board.pixels
    table.press("1", "2")
    assert table.sheet.fell == [1, 1]
    assert table.board.pixels != before
    drawn = bytearray(1024)
    Canvas(drawn).centre(1, words.SIDES[0], 0, 64)
    assert table.board.pixels[128:192] == drawn[128:192]
    table.hold("*")
    assert table.sheet.fell == [1, 0]
    table.press("2", "1")
    assert table.press("1").said == texts.NOTHING_HERE
    assert table.sheet.fell == [2, 1]
    table.press("9")
    assert table.sheet.phase == coin.OVER
    assert kinds(table, after) == [
        records.DICE, records.DICE, records.UNDO, records.DICE, records.DICE, records.END
    ]
    # the host folds the same records
    fold = Fold(table.record)
    for seq in range(1, table.last + 1):
        fold.apply(*records.unpack(table.record(seq)))
    assert fold.sheet.pack() == table.sheet.pack()
    assert (fold.sheet.odd, fold.sheet.mismatch, table.board.crashes) == (0, 0, [])
    table.board.power_off()


def test_the_last_set_up_is_offered_again():
    table = Table().press(*SET_UP, "9", "#")
    table.wait(500)
    assert table.app.view.lines[-1] == "# " + words.LABEL % 3
    table.press("#")
    assert (table.sheet.phase, table.sheet.tosses) == (coin.READY, 3)
    table.board.power_off()


def test_a_power_cut_loses_no_toss():
    table = Table().press(*SET_UP, "1", "2")
    state = table.sheet.fell, table.sheet.tosses, table.sheet.phase
    table.power_cycle()
    assert (table.sheet.fell, table.sheet.tosses, table.sheet.phase) == state == ([1, 1], 3, coin.TOSSED)
    table.press("2")
    assert table.sheet.fell == [1, 2]
    table.board.power_off()
