"""The page of calls, the number of them on every page, and what the hall is told."""

import re

import pytest
from playwright.sync_api import expect

from tablecore import records
from tests.director.eventroom import started
from tests.patience import until
from tests.web.conftest import room_pages, signed

serving = room_pages
director = signed


@pytest.fixture
def board(room):
    """A board at which the players call the director."""
    board = room.board("a")
    room.number = room.match(board, 7, "10m")
    board.begin()
    board.write(records.PAUSE, records.DIRECTOR)
    room.send(board)
    return board


def send(browser, path, status=303, **form):
    answer = browser.submit("/calls", path, **form)
    assert answer.status_code == status, answer.text
    return answer


def test_only_a_director_sees_calls(browser, room, board):
    pages = ("/calls", "/fragments/calls", "/fragments/calls/badge")
    for role in (None, "scorer"):
        if role:
            browser.sign_in_as(role)
        for page in pages:
            assert browser.get(page).status_code == (403 if role else 401)
        assert "/calls" not in browser.get("/").text
    form = {"what": "announce", "text": "Free beer", "token": browser.token("/")}
    assert browser.post("/announcements", data=form, headers=browser.origin).status_code == 403
    assert room.director.desk.history() == ()


def test_a_call_leads_to_where_it_is_answered(director, room, board):
    page = director.get("/calls").text
    assert "the players call the director" in page
    assert f'href="/tables/{board.uid}/rulings"' in page
    assert 'name="call"' not in page, "it ends by itself"
    badge = director.get("/fragments/calls/badge").text
    assert re.search(r'class="badge open urgent"[^>]*>1 call<', badge)
    board.write(records.RESUME, board.sheet.turn)
    room.send(board)
    room.director.topics.bump("calls")
    until(lambda: "No calls" in director.get("/fragments/calls/badge").text, "the call has not ended")
    assert "Nothing waits for the director." in director.get("/calls").text


def test_a_fault_is_done_by_a_person(director, room, board):
    room.director.hall.tables[board.uid].faults = ("display",)
    page = director.get("/calls").text
    assert "display does not work" in page
    key = re.search(r'name="call" value="([^"]+)"', page)[1]
    room.now += 1
    send(director, "/calls", what="done", call=key)
    assert "display does not work" not in director.get("/calls").text
    refused = send(director, "/calls", 409, what="done", call=key)
    assert 'role="alert">There is no call' in refused.text
    send(director, "/calls", 400, what="sing")


def test_every_page_tells_the_hall_what_is_announced(director, room, browser):
    send(director, "/announcements", what="announce", text="Round 3 <b>begins</b>")
    told = "Round 3 &lt;b&gt;begins&lt;/b&gt;"
    for page in ("/", "/rankings", "/dice", "/referee", "/calls"):
        until(lambda page=page: told in director.get(page).text, "the page does not tell it")
    assert told in director.get("/fragments/notices").text
    [one] = room.director.desk.shown().announcements
    assert one.actor == "director"
    send(director, "/announcements", what="end", announcement=str(one.seq))
    until(lambda: told not in director.get("/").text, "the page still tells it")
    refused = send(director, "/announcements", 409, what="announce", text="")
    assert 'id="problem-announce-text"' in refused.text
    send(director, "/announcements", 409, what="end", announcement=str(one.seq))
    send(director, "/announcements", 400, what="sing")


def test_the_page_says_what_boards_show_of_a_text_that_does_not_fit(director, room):
    send(director, "/announcements", what="announce", text="Soup at 13:00")
    assert "Boards show" not in director.get("/calls").text
    send(director, "/announcements", what="announce", text="Το φαγητό είναι έτοιμο")
    assert "Boards show: To fagito einai etoimo" in director.get("/calls").text


def test_an_event_and_a_table_are_told_something_from_both_pages(director, room, board, browser):
    cup = started(room, "knockout", ("Cid", "Dan"), length=5)
    page = director.get("/calls").text
    assert f'<option value="event-{cup}">The tables of Event of knockout</option>' in page
    assert f'<option value="table-{board.uid}">' in page
    send(director, "/announcements", what="announce", text="Come to the desk", to=f"table-{board.uid}")
    send(director, f"/events/{cup}", what="announce", text="Finals at 20:30")
    shown = room.director.desk.shown().announcements
    assert [(one.event, one.table) for one in shown] == [(cup, ""), (None, board.uid)]
    until(lambda: "Event of knockout: Finals at 20:30" in director.get("/").text, "the page does not tell it")
    assert "Come to the desk" not in director.get("/").text
    assert "Come to the desk" in director.get("/calls").text
    assert "Come to the desk" not in director.get(f"/events/{cup}").text
    refused = send(director, f"/events/{cup}", 409, what="announce", text=" ")
    assert 'id="problem-announce-text"' in refused.text
    for wrong in ("event-99", "table-ff", "somebody"):
        send(director, "/announcements", 409, what="announce", text="Soup", to=wrong)
    send(director, f"/events/{cup}", what="take down", announcement=str(shown[0].seq))
    send(director, f"/events/{cup}", 409, what="take down", announcement=str(shown[0].seq))


def test_a_pause_of_the_hall_stops_clocks_and_stands_on_every_page(director, room, board):
    board.write(records.RESUME, board.sheet.turn)
    room.send(board)
    send(director, "/announcements", what="pause", reason="Lunch until 13:30")
    room.deliver(board)
    assert not board.sheet.clock.running
    until(lambda: "The hall has a pause: Lunch until 13:30" in director.get("/").text, "no page tells it")
    assert "Go on: the players start their clocks again" in director.get("/calls").text
    send(director, "/announcements", 409, what="pause", reason="again")
    send(director, "/announcements", what="resume")
    until(lambda: "The hall has a pause" not in director.get("/").text, "the page still tells it")


def test_the_number_of_calls_and_announcements_come_by_themselves(engine, serving, room, director):
    context = engine.new_context()
    cookie = {"name": "tablekeeper", "value": director.cookies["tablekeeper"], "url": serving.url}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(f"{serving.url}/dice")
    badge = page.locator("#calls-badge")
    badge.wait_for()
    board = room.board("a")
    room.match(board, 7, "10m")
    board.begin()
    board.write(records.PAUSE, records.DIRECTOR)
    room.send(board)
    page.locator("#calls-badge.urgent", has_text="1 call").wait_for()
    room.director.desk.act("announce", {"text": "Round 3 begins"})
    page.locator(".notice", has_text="Round 3 begins").wait_for()
    page.goto(f"{serving.url}/calls")
    sound = page.get_by_role("button", name="Sound when a call comes")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("list", name="Open calls").get_by_role("listitem")).to_have_count(1)
