"""The page of the board in a browser, in real time: sizes, keys, and what is kept and by which window."""

import pytest

from tests.patience import until
from tests.phone.conftest import BoardInBrowser

pytestmark = pytest.mark.chromium

#: a phone, a phone on its side, a tablet, a phone whose browser shows its bars
SIZES = [(390, 844), (844, 390), (768, 1024), (390, 660), (1280, 800)]
MENU, ONE, FIVE = 21, 10, 14
#: the buttons that are not wholly within the window, and those too small for a finger
OUTSIDE = """() => [...document.querySelectorAll("#table button")].filter((one) => {
  const box = one.getBoundingClientRect();
  const seen = one.checkVisibility();
  return seen && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight ||
    box.width < 44 || box.height < 34);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("four", [False, True], ids=["two seats", "four seats"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_is_within_the_window(context, alone, size, four):
    board = BoardInBrowser(context, alone)
    if four:
        board.page.evaluate("document.getElementById('table').dataset.seats = 4")
    board.page.set_viewport_size({"width": size[0], "height": size[1]})
    seats = board.page.locator(".seat:visible")
    assert seats.count() == (4 if four else 2)
    assert board.page.evaluate(OUTSIDE) == []
    # the display's pixels are whole numbers of the screen's
    assert until(lambda: board.page.evaluate("document.getElementById('display').width % 128") == 0)
    assert board.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_keys_by_touch_and_by_keyboard_and_by_screen_reader(context, alone):
    board = BoardInBrowser(context, alone)
    assert "new match" in board.told()
    board.tap(MENU)
    assert until(lambda: "Backgammon" in board.told())
    board.page.keyboard.press("1")
    assert until(lambda: "Points to win" in board.told())
    # a click without a pointer, as a screen reader makes it
    board.page.evaluate(f"document.querySelector('[data-key=\"{FIVE}\"]').click()")
    assert until(lambda: "Points to win  5" in board.told())
    board.page.keyboard.press("Enter")
    assert until(lambda: "match to 5" in board.told())
    board.page.keyboard.press("Backspace")
    assert until(lambda: "Points to win" in board.told())
    # Space presses the button that has the focus
    board.page.locator('[data-key="19"]').focus()
    board.page.keyboard.press(" ")
    assert until(lambda: "Points to win  5" not in board.told())
    assert board.errors == []


def test_a_match_goes_on_after_a_reload(context, alone):
    board = BoardInBrowser(context, alone)
    for key in (MENU, ONE, FIVE, MENU, ONE):
        board.tap(key)
    assert until(lambda: "game 1" in board.told())
    before = board.log()
    board.page.reload()
    board.page.wait_for_selector("#table[data-ready]")
    assert until(lambda: "game 1" in board.told())
    assert board.log()[: len(before)] == before
    # another boot, and that the page was loaded again
    assert [one[4] for one in board.log()[len(before) :]] == [1, 128]


def test_the_newest_window_owns_the_memory(context, alone):
    first = BoardInBrowser(context, alone)
    second = BoardInBrowser(context, alone)
    for key in (MENU, ONE, FIVE, MENU, ONE):
        second.tap(key)
    assert until(lambda: "game 1" in second.told())
    log = second.log()
    # whatever the older one is told now, it writes nothing
    assert until(lambda: (first.tap(MENU), first.page.locator("#again").is_visible())[1])
    for key in (ONE, FIVE, MENU, ONE):
        first.tap(key)
    assert second.log() == log
    first.page.locator("#again").click()
    first.page.wait_for_selector("#table[data-ready]")
    assert until(lambda: "game 1" in first.told())


def test_a_storage_that_is_lost_shows_as_a_memory_that_is_lost(context, alone):
    board = BoardInBrowser(context, alone)
    board.page.evaluate("""() => {
      window.own = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = () => { throw new DOMException("lost", "UnknownError"); };
    }""")
    for key in (MENU, ONE, FIVE, MENU, ONE):
        board.tap(key)
    assert until(lambda: "keeps nothing" in board.page.locator("#note").text_content())
    board.page.evaluate("() => { IDBDatabase.prototype.transaction = window.own; }")
    assert until(lambda: "keeps nothing" not in board.page.locator("#note").text_content())
    # what was played meanwhile is in it now
    assert until(lambda: [one[4] for one in board.log()].count(16) == 1)
