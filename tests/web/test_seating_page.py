"""The page that seats a round, and the timetable of an event."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tablekeeper.director.events.seatplan import Place
from tests.guards import sample
from tests.startedevent import started_event
from tests.web.conftest import room_pages, text_of
from tests.web.test_browser import PHONE, opened, sign_in

serving = room_pages
NAMES = "Ada Bea Cid Dan Eve Fay Gus Hal Ida Jon Kim Leo Mia Ned Oda Pip".split()


@pytest.fixture
def room(room):
    """A hall of nine boards, of which one is away."""
    room.boards = [room.board(digit) for digit in "123456789"]
    for number, board in enumerate(room.boards, 1):
        room.director.boards.rename(board.uid, f"Table {number}")
    room.director.boards.offline("9" * 16, "unplugged")
    return room


@pytest.fixture
def cup(room):
    """A knockout of sixteen, drawn and started."""
    return started_event(room.director.events, NAMES, "Cup", "knockout", {"length": 7, "consolation": "A.B"})


def rows(page):
    """Return the chosen table of each match: field -> uid."""
    found = {}
    for name, options in re.findall(r'<select id="(table-\w+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="(\w+)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def sentences(page):
    return [unescape(one) for one in re.findall(r'role="alert">([^<]+)<', page)]


def at_tables(room, event):
    hall = room.director.overview.hall().tables
    return {row.name: row.match.players for row in hall if row.match is not None}


def test_a_round_is_proposed_and_seated_by_one_form(browser, room, cup):
    browser.sign_in()
    path = f"/events/{cup}/seating"
    proposed = rows(browser.get(path).text)
    assert list(proposed.values()) == [digit * 16 for digit in "12345678"]
    answer = browser.submit(path, what="seat", **proposed)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/events/{cup}")
    following = room.director.events.get(cup).answer.next
    assert at_tables(room, cup) == {
        f"Table {number}": tuple(pairing["players"]) for number, pairing in enumerate(following, 1)
    }
    assert room.director.events.get(cup).history[-1].actor == "director"
    assert "Every match that can be played now is at a table" in browser.get(path).text


def test_a_scorer_seats_and_leaves_the_timetable_alone(browser, room, cup):
    browser.sign_in_as("scorer")
    path = f"/events/{cup}/seating"
    field, uid = next(iter(rows(browser.get(path).text).items()))
    assert browser.submit(path, what="seat", **{field: uid}).status_code == 303
    assert room.director.events.get(cup).history[-1].actor == "scorer"
    assert browser.get(f"/events/{cup}/timetable").status_code == 403
    assert f"/events/{cup}/timetable" not in browser.get(path).text


def test_what_changed_meanwhile_is_told_beside_its_match_and_nobody_is_seated(browser, room, cup):
    browser.sign_in()
    path = f"/events/{cup}/seating"
    proposed = rows(browser.get(path).text)
    one, two, *_ = proposed
    # another director seats the second match
    pairing = room.director.events.get(cup).answer.next[1]
    room.director.event_tables.play(cup, pairing, "8" * 16)
    [told] = sentences(text_of(browser.submit(path, what="seat", **proposed), 409))
    assert "is at Table 8 already" in told
    assert "Nobody was seated" in told or "Nothing was seated" in told
    assert len(room.director.events.get(cup).tables) == 1
    # a table that was taken stands beside its own match, with what was chosen elsewhere
    answer = browser.submit(path, what="seat", **{one: "8" * 16})
    assert re.search(rf'id="problem-seat-{one}" role="alert">[^<]*At Table 8', answer.text)
    # one table for two
    third = list(proposed)[2]
    answer = browser.submit(path, what="seat", **{one: "3" * 16, third: "3" * 16})
    assert re.search(rf'id="problem-seat-{third}" role="alert">[^<]*is chosen for', answer.text)
    assert rows(answer.text)[one] == "3" * 16
    # a match that has been played
    result = {"match": "A1", "players": room.director.events.get(cup).answer.next[0]["players"]}
    room.director.events.result(cup, {**result, "winner": result["players"][0], "score": [7, 0]})
    answer = browser.submit(path, what="seat", **{one: "1" * 16})
    assert "no longer has to be played" in sentences(answer.text)[0]
    assert two not in rows(answer.text)


def test_a_length_that_nobody_knows_is_asked_once(browser, room):
    event = started_event(room.director.events, NAMES[:4], "Robin", "round-robin")
    browser.sign_in()
    path = f"/events/{event}/seating"
    proposed = rows(browser.get(path).text)
    for length in ("0", "000599", "0005" + "0" * 5000, "many"):
        answer = browser.submit(path, what="seat", length=length, **proposed)
        assert re.search(r'id="problem-seat-length" role="alert">The length of a match is', answer.text)
    assert 'value="many"' in answer.text
    assert browser.submit(path, what="seat", length="5", **proposed).status_code == 303
    assert {entry.match.length for entry in room.director.hall.entries.values()} == {5}
    assert room.director.events.get(event).rounds[""].length == 5
    assert 'name="length"' not in browser.get(path).text


@pytest.mark.parametrize("path", ["seating", "timetable"])
def test_only_who_is_signed_in_sees_the_pages_and_an_unknown_event_is_told(browser, cup, path):
    assert browser.get(f"/events/{cup}/{path}").status_code == 401
    browser.sign_in()
    assert browser.get(f"/events/99/{path}").status_code == 404


def test_pages_of_an_event_without_matches_say_what_to_do(browser, room):
    browser.sign_in()
    waiting = room.director.events.new("Later", "knockout")
    assert "There is nothing to play in this event now" in browser.get(f"/events/{waiting}/seating").text
    few = started_event(room.director.events, NAMES[:2], "Few", "knockout", {"length": 3})
    for digit in "12345678":
        room.director.boards.offline(digit * 16, "unplugged")
    assert "1 match waits for a table, and no table is free" in browser.get(f"/events/{few}/seating").text


def test_the_page_frees_tables_of_every_event_one_by_one_or_all(browser, room, cup):
    browser.sign_in()
    path = f"/events/{cup}/seating"
    events, seating = room.director.events, room.director.seating
    other = started_event(events, NAMES[:4], "Other", "knockout", {"length": 3})
    coming = events.get(other).answer.next
    seating.seat(other, [Place(one, digit * 16) for one, digit in zip(coming, "12", strict=True)])
    seating.seat(cup, seating.plan_round(cup).places)
    for board in room.boards:
        room.deliver(board)
        if board.sheet.match_id:
            board.play(0)
            room.send(board)
    for event in (other, cup):
        for pairing in list(events.get(event).tables.values()):
            winner, loser = pairing["players"]
            length = 3 if event == other else 7
            events.result(event, {"winner": winner, "players": [winner, loser], "score": [length, 0]})
    page = text_of(browser.get(path))
    # the boards have begun: their tables wait for a word, whatever their event
    freed = [number for number in range(1, 9) if f"Free Table {number}" in page]
    assert freed == list(range(1, 9))
    match = seating.settled(other)[0].match
    assert browser.submit(path, what="free", match=str(match)).status_code == 303
    assert "Free Table 1" not in text_of(browser.get(path))
    assert browser.submit(path, what="free", match=str(match)).status_code == 409
    assert browser.submit(path, what="free all").status_code == 303
    assert seating.settled() == []
    assert "Tables to free" not in text_of(browser.get(path))


def test_the_timetable_is_kept_and_refused_beside_its_field(browser, room, cup):
    browser.sign_in()
    path = f"/events/{cup}/timetable"
    form = {"what": "timetable", "control-": "3m/pt b12", "start-A": "2026-11-21 20:00", "start-B": ""}
    assert browser.submit(path, **form).status_code == 303
    assert set(room.director.events.get(cup).timetable) == {"A"}
    # everybody sees when the rounds begin
    assert "<span>Round A: 2026-11-21 20:00</span>" in browser.get(f"/events/{cup}").text
    last = room.director.events.get(cup).last
    assert browser.submit(path, **form).status_code == 303
    assert room.director.events.get(cup).last == last
    for field, value, sentence in (
        ("start-B", "later", "is not a time"),
        ("control-PC1", "fast", "fast"),
    ):
        answer = browser.submit(path, **{**form, field: value})
        assert answer.status_code == 409
        assert re.search(rf'id="problem-timetable-{field}" role="alert">[^<]*{sentence}', answer.text)
        assert f'value="{value}"' in answer.text
    assert room.director.events.get(cup).last == last


def test_the_timetable_asks_for_lengths_only_where_no_option_has_them(browser, room, cup):
    browser.sign_in()
    robin = started_event(room.director.events, NAMES[:4], "Robin", "round-robin")
    assert 'name="length-' not in browser.get(f"/events/{cup}/timetable").text
    path = f"/events/{robin}/timetable"
    for length in ("0", "000599", "0005" + "0" * 5000):
        answer = browser.submit(path, what="timetable", **{"length-2": length})
        assert re.search(r'id="problem-timetable-length-2" role="alert">Points are a number', answer.text)
    browser.submit(path, what="timetable", **{"length-2": "9", "start-2": "20:00"})
    assert room.director.events.get(robin).rounds["2"].length == 9


@sample.scenario("sixteen players in two clicks")
@pytest.mark.chromium
def test_sixteen_players_are_seated_in_two_clicks(engine, room, cup, serving):
    clicks = []
    with opened(engine, serving.url) as page:
        sign_in(page, serving.url, f"/events/{cup}")
        page.goto(f"{serving.url}/events/{cup}")
        page.expose_function("clicked", lambda text: clicks.append(text))
        heard = "addEventListener('click', (event) => clicked(event.target.textContent))"
        page.context.add_init_script(heard)
        page.evaluate(heard)
        page.get_by_role("link", name="Seat the round").click()
        page.get_by_role("button", name="Seat 8 matches").click()
        page.wait_for_url(f"**/events/{cup}")
        assert len(clicks) == 2
        assert len(at_tables(room, cup)) == 8


@sample.scenario("tables that change places")
@pytest.mark.chromium
def test_a_table_chosen_for_another_match_changes_places(engine, room, cup, serving):
    with opened(engine, serving.url, viewport=PHONE) as page:
        sign_in(page, serving.url, f"/events/{cup}/seating")
        selects = page.locator(".places select")
        # by keyboard
        selects.nth(0).focus()
        page.keyboard.press("ArrowDown")
        expect(selects.nth(0)).to_have_value("2" * 16)
        expect(selects.nth(1)).to_have_value("1" * 16)
        selects.nth(1).select_option("")
        expect(page.get_by_role("button", name="Seat 7 matches")).to_be_visible()
        # by dragging
        carried = page.evaluate_handle("new DataTransfer()")
        places = page.locator(".places li")
        places.nth(3).dispatch_event("dragstart", {"dataTransfer": carried})
        places.nth(4).dispatch_event("drop", {"dataTransfer": carried})
        expect(selects.nth(3)).to_have_value("5" * 16)
        expect(selects.nth(4)).to_have_value("4" * 16)
