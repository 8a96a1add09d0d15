"""The pages of the tables: names, order, naming by a key, and another board for a broken one."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tablekeeper.director.events.seatplan import Place
from tests.director.eventroom import first, started
from tests.guards import sample
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
    answer = browser.submit("/tables", what="out", table=one, reason=" ")
    assert re.search('id="problem-out-reason" role="alert">Say why', answer.text)
    for form in (
        {"what": "zone", "table": two, "zone": "Balcony"},
        {"what": "out", "table": one, "reason": "the lamp is broken"},
        {"what": "remove", "table": three},
    ):
        assert browser.submit("/tables", **form).status_code == 303
    assert names(room) == ["Table 1", "Table 2"]
    page = browser.get("/tables").text
    assert "no device, Balcony" in page
    assert "no device, out of service: the lamp is broken" in page
    assert "Out of service: the lamp is broken" in browser.get("/").text
    assert browser.get(f"/tables/{one}").status_code == 200
    assert "Bring Table 1 back" in page
    assert browser.submit("/tables", what="names", back=one).status_code == 303
    assert "lamp" not in browser.get("/").text


def test_a_board_is_put_at_a_table_on_the_page(browser, room, boards):
    browser.sign_in()
    # no table is named yet
    assert "Put it there" not in browser.get("/tables").text
    browser.submit("/tables", what="new", count="1", names="Table")
    table = next(one.uid for one in room.director.boards.listed() if not one.device)
    one, two, _ = boards
    # a match goes on there: the page does not offer it
    page = browser.get("/tables").text
    offered = re.search('<select id="stand-board".*?</select>', page, re.S)[0]
    assert one.uid not in offered
    assert two.uid in offered
    assert browser.submit("/tables", what="stand", table=table, board=one.uid).status_code == 409
    assert browser.submit("/tables", what="stand", table=table, board="").status_code == 303
    assert "Press a key on the blinking board that will be called Table 1" in browser.get("/tables").text
    browser.submit("/tables", what="stop")
    assert browser.submit("/tables", what="stand", table=table, board=two.uid).status_code == 303
    found = {row.name: row.uid for row in room.director.boards.listed()}
    assert found["Table 1"] == two.uid
    assert len(found) == 3
    answer = browser.submit("/tables", what="stand", table=two.uid, board=two.uid)
    assert re.search('id="problem-stand-board" role="alert">This board is at Table 1', answer.text)
    # the address of the place that the board took over leads to the board
    answer = browser.get(f"/tables/{table}/log?page=1")
    assert (answer.status_code, answer.headers["location"]) == (307, f"/tables/{two.uid}/log?page=1")
    answer = browser.get("/tables/Table%201")
    assert (answer.status_code, answer.headers["location"]) == (307, f"/tables/{two.uid}")
    assert browser.get("/tables/Table%202").status_code == 404


def test_the_table_of_a_silent_board_is_brought_back_by_one_button(browser, room, boards):
    browser.sign_in()
    one, two, three = boards
    for board, name in zip(boards, ("Table 1", "Table 2", "Table 3"), strict=True):
        room.director.boards.rename(board.uid, name)
    cup = started(room, "knockout", ("Ann", "Bob", "Cid", "Dan"), length=5)
    for board in (one, two):
        room.director.boards.offline(board.uid, "unplugged")
    room.director.tables.service(three.uid, "no light")
    page = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", browser.get(f"/events/{cup}/seating").text))
    assert "3 tables are out of use" in page
    assert "Table 1: its board is not connected. Play at Table 1 without the board" in page
    assert "Table 3: out of service: no light. Bring Table 3 back" in page
    form = {"what": "names", "event": str(cup)}
    answer = browser.submit("/tables", **form, detach=two.uid)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/events/{cup}/seating")
    assert browser.submit("/tables", **form, back=three.uid).status_code == 303
    assert [table.name for table in room.director.seating.free_tables()] == ["Table 2", "Table 3"]
    # the match at the first board stays at its table
    page = browser.get(f"/tables/{one.uid}/replace").text
    match = room.row(one).match.id
    assert "Play at Table 1 without the board" in page
    answer = browser.submit(f"/tables/{one.uid}/replace", what="without", match=str(match))
    assert answer.status_code == 303
    [now] = [row for row in room.director.overview.hall().tables if row.name == "Table 1"]
    assert answer.headers["location"] == f"/tables/{now.uid}"
    assert (now.device, now.match.id) == (False, match)
    # the broken board comes back, still with the match
    room.connect(one)
    assert "still shows a match that went on elsewhere" in browser.get(f"/events/{cup}/seating").text
    assert browser.submit("/tables", **form, clear=one.uid).status_code == 303
    room.deliver(one)
    assert "out of use" not in browser.get(f"/events/{cup}/seating").text


def test_a_zone_is_reserved_on_the_page(browser, room):
    browser.sign_in()
    browser.submit("/tables", what="new", count="2", names="Table")
    one, _two = (row.uid for row in room.director.boards.listed())
    cup = started(room, "knockout", ("Ann", "Bob", "Cid", "Dan"), length=5)
    assert "Reserve it" not in browser.get("/tables").text
    browser.submit("/tables", what="zone", table=one, zone="Balcony")
    assert browser.submit("/tables", what="reserve", zone="Balcony", **{"for": str(cup)}).status_code == 303
    assert "Balcony, reserved for " in browser.get("/tables").text
    answer = browser.submit("/tables", what="reserve", zone="Bar", **{"for": str(cup)})
    assert re.search('id="problem-reserve-zone" role="alert">No table is in the zone', answer.text)
    assert browser.submit("/tables", what="reserve", zone="Balcony", **{"for": ""}).status_code == 303
    assert "reserved for" not in browser.get("/tables").text


def test_the_floor_plan_shows_where_each_table_is(browser, room):
    browser.sign_in()
    browser.submit("/tables", what="new", count="4", names="Table")
    assert "No table has a place" in browser.get("/plan").text
    assert ">Floor plan<" not in browser.get("/").text.replace('hidden><a href="/plan">Floor plan<', "")
    assert browser.submit("/tables", what="plan", across="2").status_code == 303
    one, two, three, _four = (row.uid for row in room.director.boards.listed())
    answer = browser.submit("/tables", what="spot", table=three, column="1", row="1")
    assert re.search('id="problem-spot-column" role="alert">Table 1 is at', answer.text)
    assert browser.submit("/tables", what="spot", table=three, column="3", row="1").status_code == 303
    assert browser.submit("/tables", what="spot", table=two, column="", row="").status_code == 303
    cup = started(room, "knockout", ("Ann", "Bob", "Cid", "Dan"), length=5)
    room.director.seating.seat(cup, [Place(first(room, cup), one)])
    players = first(room, cup)["players"]
    page = browser.get(f"/plan?table={three}").text
    for told in ("Table 1", "Table 3", "Table 4", *players, "Not on the plan: Table 2."):
        assert told in page
    assert "3 tables, 1 of them with a match." in page
    assert 'stroke-width="4"' in page
    assert 'stroke-width="4"' not in browser.get("/plan").text
    assert 'stroke-width="4"' not in browser.get("/plan?table=nowhere").text
    # a player finds the way
    page = browser.get(f"/events/{cup}/players/1").text
    page += browser.get(f"/events/{cup}/players/2").text
    assert f"/plan?table={one}" in page


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


@sample.scenario("a broken board in a browser")
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


@sample.scenario("a table named in a browser")
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
