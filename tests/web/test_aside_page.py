"""The page of records that were set aside: a stuck board goes on again while its host serves pages."""

import re

import pytest

from tablecore import records
from tablekeeper.store import Batch
from tests.director.conftest import Scribe
from tests.web.conftest import directed

serving = directed
WHY = {"reason": "its display shows 6-1"}


@pytest.fixture
def board(director):
    """A board; a copy of it has written its last record before it did."""
    board = Scribe("a" * 16)
    board.boot()
    board.run()
    board.game()
    twins = records.pack(board.journal, board.last + 2, records.PAUSE, records.FALLEN)
    send(director, board, board.last + 1, twins)
    board.write(records.OPENING, 6, 1)
    board.write(records.PRESS, 1, 0)
    send(director, board, 0, *board.log[:7])
    return board


def send(director, board, before, *found):
    director.hall.store.ingest(Batch(board.uid, board.journal, before, found, 1))
    director.hall.store.flush()


def decide(browser, path, what, **fields):
    """Press a button of the page; return the page that follows."""
    token = re.findall(r'name="token" value="([^"]+)"', browser.get(path).text)[-1]
    form = {"token": token, "number": "1", "what": what, **fields}
    return browser.post(path, data=form, headers=browser.origin, follow_redirects=True)


def test_a_board_is_released_by_two_buttons_while_the_host_serves(browser, director, board):
    path, store = f"/tables/{board.uid}/aside", director.hall.store
    assert browser.get(path).status_code == 401
    browser.sign_in()
    assert path in browser.get(f"/tables/{board.uid}").text
    page = browser.get(path).text
    assert "fallen die" in page.partition("Set aside: ")[0]
    assert "to be checked" in page
    before = store.records(board.uid, board.journal)
    seen = decide(browser, path, "see-release").text
    assert "Release record 7?" in seen
    assert store.records(board.uid, board.journal) == before
    assert decide(browser, path, "release", reason=" ").status_code == 409
    assert "It is replaced by the released record: its display shows 6-1." in decide(
        browser, path, "release", **WHY
    ).text
    assert store.records(board.uid, board.journal) == board.log
    assert store.acked(board.uid, board.journal) == board.last
    assert path not in browser.get(f"/tables/{board.uid}").text


def test_a_record_is_discarded_and_an_unknown_decision_refused(browser, director, board):
    path = f"/tables/{board.uid}/aside"
    browser.sign_in()
    assert decide(browser, path, "forget", **WHY).status_code == 400
    assert "Discard record 7?" in decide(browser, path, "see-discard").text
    assert "It is discarded: its display shows 6-1." in decide(browser, path, "discard", **WHY).text
    assert director.hall.store.records(board.uid, board.journal) != board.log
    assert browser.get("/tables/nobody/aside").status_code == 404


def test_nobody_decides_who_is_not_signed_in(browser, director, board):
    path = f"/tables/{board.uid}/aside"
    for what in ("see-release", "release"):
        form = {"what": what, "number": "1", **WHY}
        assert browser.post(path, data=form, headers=browser.origin).status_code == 401
    assert director.quarantine.of_board(board.uid)[0].state is None
