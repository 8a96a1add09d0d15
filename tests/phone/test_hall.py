"""A phone in a hall, in a real browser: invited by the director, at a table, without a network, and back."""

import pytest
from playwright.sync_api import expect

from tests.patience import until
from tests.phone.conftest import BoardInBrowser
from tests.web.conftest import sign_in_at

pytestmark = pytest.mark.chromium

LEFT, RIGHT, TWO, THREE, SIX, NINE = 0, 1, 11, 12, 15, 18


def told(board, *texts):
    """Wait until the display shows these texts."""
    until(lambda: all(one in board.told() for one in texts), board.told)


def test_a_phone_is_the_board_of_a_table(context, running_chromium, machine, phone_hall):
    hall = phone_hall
    director = running_chromium.new_context().new_page()
    sign_in_at(director, hall.url, "/tables")
    director.get_by_role("button", name="Use a phone here").click()
    expect(director.get_by_role("heading", level=1)).to_have_text("A phone as the board of Table 1")
    assert director.locator("svg.qr").count() == 1
    invitation = director.locator("figure a").get_attribute("href")

    # scanned: the phone becomes the board of the table
    board = BoardInBrowser(context, invitation)
    until(lambda: hall.online("Table 1"), "the phone is not online")
    board.page.wait_for_selector("#table[data-ready]")
    assert board.page.url == f"{hall.url}/board"
    uid = hall.table("Table 1").uid
    assert board.page.locator("body").get_attribute("data-uid") == uid
    assert [one.name for one in hall.director.overview.hall().tables] == ["Table 1", "Table 2"]

    # a match that the director sets up arrives at the phone
    hall.director.matches.create(uid, ("Ada Quist", "Bo Lindahl"), 3, "9m b12")
    told(board, "Ada Quist")
    director.goto(f"{hall.url}/tables/{uid}")
    standing = director.locator("#match")
    # the roll for the first move, then a turn by touch
    board.tap(SIX)
    board.tap(THREE)
    expect(standing).to_contain_text("Ada Quist to move")
    board.tap(RIGHT)
    expect(standing.locator(".clock").first).to_have_class("clock running")
    board.tap(LEFT)
    expect(standing).to_contain_text("Bo Lindahl to roll")

    # the host is gone: the phone plays on
    shown = board.log()
    hall.close()
    expect(board.page.locator("#note")).to_contain_text("No connection to the host")
    for key in (NINE, TWO, LEFT):
        board.tap(key)
    told(board, "Ada Quist  ?")
    until(lambda: len(board.log()) > len(shown), "nothing is played without the host")

    # and the host gets everything when it is back
    hall.open()
    until(lambda: hall.online("Table 1"), "the phone does not come back")

    def stored():
        logs = (hall.store.records(uid, one.journal) for one in hall.store.journals(uid))
        return [bytes(one) for log in logs for one in log]

    until(lambda: stored() == board.log(), "the host has not caught up", every=0.2)
    expect(board.page.locator("#note")).not_to_contain_text("No connection to the host")
    assert board.errors == []


def test_a_revoked_phone_says_so_and_another_code_makes_it_a_board_again(context, machine, phone_hall):
    hall = phone_hall
    board = BoardInBrowser(context, f"{hall.url}/board#invite={hall.invite()}")
    until(lambda: hall.online("Table 1"), "the phone is not online")
    board.page.wait_for_selector("#table[data-ready]")
    hall.accounts.phones.revoke("Phone 1", by="director")
    expect(board.page.locator("#note")).to_contain_text("no longer a board of this hall")
    board.page.reload()
    board.page.wait_for_selector("#table[data-ready]")
    assert board.page.locator("body").get_attribute("data-uid") == ""
    expect(board.page.locator("#note")).to_contain_text("no longer a board of this hall")
    # a used code is refused in one sentence, and the board is there to try
    board.page.goto(f"{hall.url}/board#invite=used")
    expect(board.page.locator("#note")).to_contain_text("ask the director for another one")
    board.page.goto(f"{hall.url}/board#invite={hall.invite('Table 2')}")
    until(lambda: hall.online("Table 2"), "the phone is not online")


def test_the_newest_window_has_the_line(context, machine, phone_hall):
    hall = phone_hall
    first = BoardInBrowser(context, f"{hall.url}/board#invite={hall.invite()}")
    until(lambda: hall.online("Table 1"), "the phone is not online")
    first.page.wait_for_selector("#table[data-ready]")
    second = BoardInBrowser(context, f"{hall.url}/board")
    expect(first.page.locator("#note")).to_contain_text("open in another window")
    assert first.page.locator("#again").is_visible()
    until(lambda: hall.online("Table 1"), "the newer window is not online")
    assert second.errors == []
