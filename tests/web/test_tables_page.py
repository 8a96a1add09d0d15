"""The pages of the tables: names, order, naming by a key, and another board for a broken one."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tests.patience import until
from tests.web.conftest import room_pages
from tests.web.eveninghand import Hand, check_steps
from tests.web.test_browser import PHONE, opened, sign_in

serving = room_pages


@pytest.fixture
def boards(room):
    """Three boards; at the first a match to 7 goes on in its second game, with a cube at 2."""
    found = [room.board(digit) for digit in "abc"]
    room.match(found[0], 7, "21m b12")
    found[0].play(1)
    found[0].begin(6, 1)
    found[0].turn()
    found[0].double()
    found[0].take()
    room.send(found[0])
    return found


def names(room):
    return [one.name for one in room.director.boards.listed()]


def test_tables_are_named_and_ordered(browser, room, boards):
    browser.sign_in()
    one, two, three = (f"name-{board.uid}" for board in boards)
    form = {"what": "names", one: "Table 1", two: "Table 2", three: "Bar"}
    assert browser.submit("/tables", **form).status_code == 303
    assert names(room) == ["Table 1", "Table 2", "Bar"]
    assert browser.submit("/tables", **form, up=boards[2].uid).status_code == 303
    assert names(room) == ["Table 1", "Bar", "Table 2"]
    assert room.store.actions()[-1].actor == "director"
    answer = browser.submit("/tables", **{**form, two: "Bar"})
    assert answer.status_code == 409
    refused = rf'id="problem-names-{two}" role="alert">Another table is called'
    assert re.search(refused, unescape(answer.text))
    answer = browser.submit("/tables", **{**form, two: "x" * 31})
    assert re.search(rf'id="problem-names-{two}" role="alert">A table', unescape(answer.text))
    assert f'value="{"x" * 31}"' in answer.text
    before = names(room)
    assert browser.submit("/tables", **{**form, one: "New", three: "x" * 31}).status_code == 409
    assert names(room) == before  # all names, or none
    assert browser.submit("/tables", **{**form, one: "Bar", three: "Table 1"}).status_code == 303
    assert names(room) == ["Bar", "Table 1", "Table 2"]
    assert browser.submit("/tables", what="paint").status_code == 400


def test_a_naming_by_a_key_begins_and_is_stopped(browser, room, boards):
    browser.sign_in()
    answer = browser.submit("/tables", what="identify", word="Table", first="one")
    assert re.search('id="problem-identify-first" role="alert">The first number', answer.text)
    assert browser.submit("/tables", what="identify", word="Table", first="3").status_code == 303
    room.director.hall.tables[boards[1].uid].minor = 2
    for page in ("/tables", "/fragments/naming"):
        assert "Press a key on the blinking board that will be called Table 3." in browser.get(page).text
        assert "Board bbbbbb cannot be named by a key: the firmware there is older" in browser.get(page).text
        # the names there would be those from before
        assert "Keep the names" not in browser.get(page).text
    assert browser.submit("/tables", what="stop").status_code == 303
    assert "Nothing blinks now" in browser.get("/fragments/naming").text


def test_tables_without_boards_are_made_placed_and_removed(browser, room):
    browser.sign_in()
    assert "make some on the page Tables" in browser.get("/").text
    # no board has keys to press
    assert "Name them by a key" not in browser.get("/tables").text
    answer = browser.submit("/tables", what="new", count="many", names="Table")
    assert re.search('id="problem-new-count" role="alert">How many is missing', answer.text)
    assert browser.submit("/tables", what="new", count="3", names="Table").status_code == 303
    assert names(room) == ["Table 1", "Table 2", "Table 3"]
    one, two, three = (table.uid for table in room.director.boards.listed())
    answer = browser.submit("/tables", what="one", do="out", table=one, reason=" ", zone="")
    assert re.search('id="problem-one-reason" role="alert">Say why', answer.text)
    for form in (
        {"do": "zone", "table": two, "zone": "Balcony"},
        {"do": "out", "table": one, "reason": "the lamp is broken"},
        {"do": "remove", "table": three},
    ):
        assert browser.submit("/tables", what="one", **form).status_code == 303
    assert names(room) == ["Table 1", "Table 2"]
    page = browser.get("/tables").text
    assert "no device, Balcony" in page
    assert "no device, out of service: the lamp is broken" in page
    assert "Out of service: the lamp is broken" in browser.get("/").text
    assert browser.get(f"/tables/{one}").status_code == 200
    assert browser.submit("/tables", what="one", do="back", table=one).status_code == 303
    assert "lamp" not in browser.get("/").text


def test_a_board_is_put_at_a_table_on_the_page(browser, room, boards):
    browser.sign_in()
    browser.submit("/tables", what="new", count="1", names="Table")
    table = next(one.uid for one in room.director.boards.listed() if not one.device)
    one, two, _ = boards
    answer = browser.submit("/tables", what="one", do="stand", table=table, board=one.uid)
    assert answer.status_code == 409  # a match goes on there
    assert browser.submit("/tables", what="one", do="stand", table=table, board=two.uid).status_code == 303
    found = {row.name: row.uid for row in room.director.boards.listed()}
    assert found["Table 1"] == two.uid
    assert len(found) == 3
    answer = browser.submit("/tables", what="one", do="stand", table=two.uid, board=two.uid)
    assert re.search('id="problem-one-board" role="alert">This board is at Table 1', answer.text)


def test_a_broken_board_is_replaced_by_one_click(browser, room, boards):
    browser.sign_in()
    one, two, _ = boards
    assert f"/tables/{one.uid}/replace" in browser.get(f"/tables/{one.uid}").text
    path = f"/tables/{one.uid}/replace"
    page = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", browser.get(path).text))
    for told in ("Ann 0, Bob 1", "game 2 goes on", "2, Ann has it", "On turn Bob", "Clocks Ann 2"):
        assert told in page
    match = room.row(one).match.id
    assert browser.submit(path, what="replace", to=two.uid, match="1").status_code == 409
    answer = browser.submit(path, what="replace", to=one.uid, match=match)
    assert "already" in answer.text
    answer = browser.submit(path, what="replace", to=two.uid, match=match)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{two.uid}")
    room.deliver(two)
    assert room.row(two).match.id == match
    assert "nothing to carry over" in browser.get(path).text
    assert room.store.actions()[-1].actor == "director"


@pytest.mark.chromium
def test_a_broken_board_is_replaced_in_a_browser_from_the_hall_on(
    engine, serving, room, boards, repository, request
):
    one, two, _ = boards
    match = room.row(one).match.id
    room.director.boards.offline(one.uid, "unplugged")
    hand = Hand(engine)
    sign_in(hand.page, serving.url)
    hand.step("another board for a broken one")
    hand.click("link", re.compile("^Board aaaaaa"))
    hand.click("link", "Replace the board")
    hand.click("button", "Continue there")
    expect(hand.page).to_have_url(f"{serving.url}/tables/{two.uid}")
    room.deliver(two)
    assert room.row(two).match.id == match
    check_steps(hand, "replacement", repository, request)


def test_without_a_free_board_the_page_says_what_to_do(browser, room, boards):
    browser.sign_in()
    for board in boards[1:]:
        room.director.boards.offline(board.uid, "unplugged")
    assert "No board is free" in browser.get(f"/tables/{boards[0].uid}/replace").text


@pytest.mark.parametrize("path", ["/tables", "/fragments/naming", "/tables/aaaaaaaaaaaaaaaa/replace"])
def test_only_the_director_sees_these_pages(browser, boards, path):
    assert browser.get(path).status_code == 401
    browser.sign_in_as("scorer")
    assert browser.get(path).status_code == 403


@pytest.mark.chromium
def test_a_table_is_named_while_the_page_is_open(engine, room, boards, serving):
    with opened(engine, serving.url, viewport=PHONE) as page:
        sign_in(page, serving.url, "/tables")
        page.goto(f"{serving.url}/tables")
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#naming")).to_contain_text("will be called Table 1")
        room.director.boards.pressed(boards[2].uid)
        expect(page.locator("#naming")).to_contain_text("Named: Table 1")
        until(lambda: names(room)[0] == "Table 1")  # its place in the order comes after its name
