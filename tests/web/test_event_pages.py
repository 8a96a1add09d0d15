"""The pages of events: seen by everybody, live, and moved by the director alone."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tests.guards import sample
from tests.startedevent import entered_event, started_event
from tests.web.conftest import directed, sign_in_at

serving = directed
TO_3 = {"first_to": 3}
PAGE = {"accept": "text/html"}
COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}


@pytest.fixture
def cup(director):
    """A championship that runs."""
    event = started_event(director.events, ("Ann", "Bob", "Cid"), "Spring <cup>", "championship", TO_3)
    director.events.result(event, {"winner": "Ann"})
    return event


def test_a_picture_stands_on_the_page_once_the_event_has_begun(browser, director, cup):
    page = browser.get(f"/events/{cup}").text
    drawn = page.partition('<section id="e-picture"')[2].partition("</section>")[0]
    assert drawn.count("<svg ") == 1
    assert '<title id="picture-title">Spring &lt;cup&gt;</title>' in drawn
    assert f'><a href="/events/{cup}/players/1">Ann</a></text>' in drawn
    assert "style" not in drawn
    waiting = director.events.new("Not begun", "championship", TO_3)
    section = browser.get(f"/events/{waiting}").text.partition('<section id="e-picture"')[2]
    assert section.partition(">")[0].endswith(" hidden")
    assert "<svg " not in section.partition("</section>")[0]


def test_a_huge_picture_is_left_to_the_command_line(browser, director):
    event = director.events.new("Everybody", "round-robin", {"length": 5})
    director.events.enter(event, [f"Player {number}" for number in range(1, 65)])
    director.events.start(event)
    section = browser.get(f"/events/{event}").text.partition('id="e-picture"')[2].partition("</section>")[0]
    assert section
    assert "<svg " not in section


def test_everybody_sees_the_events(browser, director, cup):
    listed = browser.get("/events", headers=PAGE).text
    assert f'<a href="/events/{cup}">Spring &lt;cup&gt;</a>' in listed
    page = browser.get(f"/events/{cup}").text
    for told in ("Spring &lt;cup&gt;", "Ann wins with 2 more wins", "the entry of Ann, Bob and Cid",
                 ">Game 2</a>", '<strong><a href="/events/1/players/1">Ann</a></strong> v <a'):  # fmt: skip
        assert told in page
    assert "<form" not in page.partition("<main")[2].partition("<footer")[0]
    assert browser.get(f"/fragments/events/{cup}").text in page
    assert browser.get(f"/fragments/events/{cup}/now").text in page
    assert browser.get("/fragments/events").text in listed
    for winner in ("Bob", "Ann", "Ann"):
        director.events.result(cup, {"winner": winner})
    over = browser.get(f"/events/{cup}").text
    assert "<strong>Ann wins.</strong>" in over
    assert ": 3 v 1</li>" in over, "nothing separates Ann from Bob"


def test_the_line_of_changes_is_still_at_its_address(browser):
    with browser.stream("GET", "/events?topics=events,event/1", headers=PAGE) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
    assert browser.get("/events?topics=event/x").status_code == 400


def test_only_the_director_changes_anything(browser, director, cup):
    before = director.events.export(cup)
    for path in ("/events/new", f"/events/{cup}"):
        assert browser.post(path, data={"what": "undo"}, headers=browser.origin).status_code == 401
    browser.sign_in()
    for path in ("/events/new", f"/events/{cup}"):
        assert browser.post(path, data={"what": "undo"}, headers=browser.origin).status_code == 403
    assert director.events.export(cup) == before
    assert len(director.events.all()) == 1


def test_what_is_not_there(browser, cup):
    assert browser.get("/events/77").status_code == 404
    assert browser.get("/fragments/events/77").status_code == 404
    assert browser.get("/events/many").status_code == 404


def test_a_whole_event_by_its_forms(browser, director):
    browser.sign_in()
    answer = browser.submit("/events/new?template=league-2t", template="league-2t", name="League", **{
        "field-drr": "2", "field-playoffs": "top2", "field-head_start": "yes", "field-final_to": "",
    })  # fmt: skip
    assert (answer.status_code, answer.headers["location"]) == (303, "/events/1/players")
    path = "/events/1"
    for form in (
        {"what": "enter", "players": "Ann\r\n Bob \n\nDan"},
        {"what": "withdraw", "player": "Dan", "reason": "ill"},
        {"what": "enter", "players": "Cid"},
        {"what": "set", "field-drr": "1", "field-positions": "order of entry"},
        {"what": "start"},
        {"what": "result", "field-players": "Ann, Bob", "field-winner": "Ann", "field-pawns": "4,2",
         "field-minutes": "47.5"},
        {"what": "undo", "undoes": "7"},
        {"what": "finish", "reason": "dark outside"},
        {"what": "reopen", "reason": "one more"},
    ):  # fmt: skip
        assert browser.submit(path, **form).status_code == 303
    view = director.events.get(1)
    assert view.players == ("Ann", "Bob", "Cid")
    assert view.options == {"drr": 1, "playoffs": "top2", "head_start": True, "positions": None}
    assert view.entered == ()
    assert [one.action for one in view.history] == [
        "new", "enter", "withdraw", "enter", "set", "start", "result", "undo", "finish", "reopen",
    ]  # fmt: skip


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"what": "result", "field-winner": "Dan"}, '"Dan" is not among the players'),
        ({"what": "result"}, "No field of the result was filled in"),
        ({"what": "enter", "players": "Dan"}, "has 3 players"),
        ({"what": "undo", "undoes": "one"}, "The action is missing"),
        ({"what": "undo", "undoes": "77"}, "There is no action 77"),
        ({"what": "draw", "seed": "-1"}, "The seed is missing"),
        ({"what": "draw"}, "there is nothing to draw"),
        ({"what": "confirm", "claim": "4"}, "Unknown action"),
        ({"what": "dance"}, "Unknown action"),
    ],
)
def test_what_the_service_refuses_is_said(browser, director, cup, form, sentence):
    browser.sign_in()
    before = director.events.export(cup)
    answer = browser.submit(f"/events/{cup}", **form)
    assert answer.status_code in (400, 409)
    assert sentence in unescape(answer.text)
    assert director.events.export(cup) == before


def test_a_refused_form_keeps_what_was_typed_and_its_panel_is_open(browser, director, cup):
    browser.sign_in()
    for what, kept, field, form in (
        ("result", "&lt;Dan&gt;", "field-winner", {"field-winner": "<Dan>"}),
        ("undo", "why not", "through", {"undoes": "2", "through": "last", "reason": "why not"}),
    ):
        answer = browser.submit(f"/events/{cup}", what=what, **form)
        assert answer.status_code == 409
        panel = answer.text.partition(f'<details class="panel" id="panel-{what}" open>')[2]
        panel = panel.partition("</details>")[0]
        assert f'value="{kept}"' in panel
        wrong = panel.partition(f'name="{field}"')[2].partition(">")[0]
        assert f'aria-invalid="true" aria-describedby="problem-{what}-{field}"' in wrong
        sentence = panel.partition(f'id="problem-{what}-{field}" role="alert">')[2].partition("<")[0]
        assert sentence in answer.text.partition("</h1>")[2].partition('class="report"')[0]


# --- in a real browser -----------------------------------------------------------------------------


@sample.scenario("an event on a phone")
@pytest.mark.chromium
def test_an_event_is_live_and_can_be_run_by_keyboard_on_a_phone(serving, director, engine, pictures):
    gp = director.events.new("Autumn Grand Prix", "grand-prix", {"games": 4, "colours": COLOURS})
    director.events.enter(gp, ["Ann", "Bob", "Cid"])
    director.events.start(gp)
    director.events.result(gp, {"order": ["red", "white", "black", "green", "blue", "yellow"]})
    director.events.result(gp, {"order": ["blue", "red", "black", "yellow", "green", "white"]})
    page = engine.new_page(viewport={"width": 1200, "height": 900})
    page.goto(f"{serving.url}/events/{gp}")
    expect(page.locator("[data-live]")).to_have_text("Live")
    row = page.locator("#e-standings tbody tr").first
    expect(row).to_contain_text("Ann")
    # somebody enters a result elsewhere: this page shows it by itself, and keeps the history open
    page.locator("#history-all summary").click()
    last = page.locator("#e-history li").last
    expect(last).to_contain_text("yellow green white")
    director.events.result(gp, {"order": ["green", "black", "red", "blue", "white", "yellow"]})
    expect(last).to_contain_text("green black red")
    expect(page.locator("#e-results li")).to_have_count(3)
    page.screenshot(path=pictures / "event.png", full_page=True)

    # the director on a phone, without a mouse
    phone = engine.new_page(viewport={"width": 360, "height": 740})
    sign_in_at(phone, serving.url, f"/events/{gp}")
    phone.locator("a.do.result").focus()
    phone.keyboard.press("Enter")
    # the first place has the focus; colours as they stand there: red, blue, green, black, yellow, white
    expect(phone.get_by_label("Place of red")).to_be_focused()
    for place in "341265":
        phone.keyboard.type(place)
        phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.locator("#e-standings")).to_contain_text("wins.")
    expect(page.locator("#e-results li")).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    phone.screenshot(path=pictures / "event-phone.png", full_page=True)
    phone.goto(f"{serving.url}/events")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    phone.screenshot(path=pictures / "events-phone.png", full_page=True)


def test_the_ruling_committee_stands_on_the_page_of_an_event(browser, director, cup):
    assert "Ruling committee" not in browser.get(f"/events/{cup}").text
    director.desk.act("committee", {"members": ["Eve", "Finn", "Gus"]})
    assert "<span>Ruling committee: Eve, Finn, Gus</span>" in browser.get(f"/events/{cup}").text
    assert "Ruling committee: Eve, Finn, Gus" in browser.get("/").text


def test_names_alike_are_asked_about_and_an_event_is_discarded_and_brought_back(browser, director):
    event = entered_event(director.events, ["Ann Lee"], "Cup", "knockout")
    browser.sign_in()
    asked = browser.submit(f"/events/{event}", what="enter", players="ann lee\nBob")
    assert "<h1>Different people?</h1>" in asked.text
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', asked.text))
    browser.post(f"/events/{event}", data=hidden, headers=browser.origin)
    assert director.events.get(event).players == ("Ann Lee", "ann lee", "Bob")
    browser.submit(f"/events/{event}", what="discard", reason="rain")
    page = browser.get(f"/events/{event}", headers=PAGE).text
    assert "Discarded." in page
    assert "Start the event" not in page
    browser.submit(f"/events/{event}", what="undo", undoes=str(director.events.get(event).last))
    assert director.events.get(event).phase == "entries"


def test_the_list_of_events_says_which_match_gets_a_free_board(browser, director):
    for name, players in (("Beginners", ["Ann", "Bob"]), ("Championship", ["Cid", "Dan"])):
        started_event(director.events, players, name, "knockout")
    queue = browser.get("/events", headers=PAGE).text.partition('id="e-queue"')[2]
    assert 0 < queue.index("A1: Cid v Dan") < queue.index("A1: Ann v Bob")


def test_another_draw_is_asked_about_before_it_replaces_the_one_that_is_played(browser, director):
    event = entered_event(director.events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    director.events.draw(event, 9)
    director.events.start(event)
    first = director.events.get(event).answer.next
    browser.sign_in()
    asked = browser.submit(f"/events/{event}", what="draw", seed="8")
    assert asked.status_code == 200
    assert "Replace the draw by draw 2?" in asked.text
    assert f"match A1: {' v '.join(first[0]['players'])} would" in asked.text
    assert director.events.get(event).answer.next == first
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', asked.text))
    assert (hidden["seed"], hidden["new_draw"]) == ("8", "1")
    browser.post(f"/events/{event}", data=hidden, headers=browser.origin)
    view = director.events.get(event)
    assert (view.draw, view.options["seed"]) == (2, 8)
    assert "<span>Draw 2</span>" in browser.get(f"/events/{event}", headers=PAGE).text
