"""The pages of events: seen by everybody, live, and moved by the director alone."""

import json
import re
from html import unescape

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tablekeeper.formats import FORMATS
from tests.startedevent import started_event
from tests.web.conftest import PASSWORD

TO_3 = {"first_to": 3}
PAGE = {"accept": "text/html"}
COLOURS = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}


@pytest.fixture
def serving(directed):
    return directed


@pytest.fixture
def cup(director):
    """A championship that runs."""
    event = started_event(director.events, ("Ann", "Bob", "Cid"), "Spring <cup>", "championship", TO_3)
    director.events.result(event, {"winner": "Ann"})
    return event


def send(browser, path, to=None, **form):
    page = browser.get(path, headers=PAGE).text
    token = page.rsplit('name="token" value="', 1)[1].partition('"')[0]
    return browser.post(to or path, data={"token": token, **form}, headers=browser.origin)


def test_a_picture_stands_on_the_page_once_the_event_has_begun(browser, director, cup):
    page = browser.get(f"/events/{cup}").text
    drawn = page.partition('<section id="e-picture"')[2].partition("</section>")[0]
    assert drawn.count("<svg ") == 1
    assert '<title id="picture-title">Spring &lt;cup&gt;</title>' in drawn
    assert ">Ann</text>" in drawn
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
    for told in ("Spring &lt;cup&gt;", "Ann wins with 2 more wins", "game 2: Ann v Bob v Cid",
                 "the entry of Ann, Bob and Cid"):  # fmt: skip
        assert told in page
    assert "<form" not in page.partition("<main")[2]
    assert browser.get(f"/fragments/events/{cup}").text in page
    assert browser.get("/fragments/events").text in listed
    for winner in ("Bob", "Ann", "Ann"):
        director.events.result(cup, {"winner": winner})
    over = browser.get(f"/events/{cup}").text
    assert "<strong>Ann wins.</strong>" in over
    assert ": 3 v 1</td>" in over, "nothing separates Ann from Bob"


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
    answer = send(browser, "/events/new?template=league-2t", template="league-2t", name="League", **{
        "field-drr": "2", "field-playoffs": "top2", "field-head_start": "yes", "field-final_to": "",
    })  # fmt: skip
    assert (answer.status_code, answer.headers["location"]) == (303, "/events/1/players")
    path = "/events/1"
    for form in (
        {"what": "enter", "players": "Ann\r\n Bob \n\nDan"},
        {"what": "withdraw", "player": "Dan", "reason": "ill"},
        {"what": "enter", "players": "Cid"},
        {"what": "set", "field-drr": "1"},
        {"what": "start"},
        {"what": "result", "field-players": "Ann, Bob", "field-winner": "Ann", "field-pawns": "4,2",
         "field-minutes": "47.5"},
        {"what": "rule", "replaces": "7", "reason": "a pawn was forgotten", "field-players": "Ann,Bob",
         "field-winner": "Ann", "field-pawns": "4,3", "field-minutes": "47.5"},
        {"what": "undo", "undoes": "8"},
        {"what": "rule", "replaces": "7", "reason": "not played", "none": "1"},
        {"what": "finish", "reason": "dark outside"},
        {"what": "reopen", "reason": "one more"},
    ):  # fmt: skip
        answer = send(browser, path, **form)
        assert answer.status_code == 303, answer.text
    view = director.events.get(1)
    assert view.players == ("Ann", "Bob", "Cid")
    assert view.options == {"drr": 1, "playoffs": "top2", "head_start": True}
    assert [(one.result, one.reason) for one in view.entered] == [(None, "not played")]
    assert [one.action for one in view.history] == [
        "new", "enter", "withdraw", "enter", "set", "start", "result", "rule", "undo", "rule",
        "finish", "reopen",
    ]  # fmt: skip
    assert "struck out" in browser.get(path).text


def test_claims_and_draws_by_their_forms(browser, director, cup):
    browser.sign_in()
    director.events.link(cup, 31, {"players": ["Ann", "Bob"]})
    director.events.link(cup, 32, {"players": ["Ann", "Cid"]})
    first = director.events.claim(cup, 31, {"winner": "Bob"}, actor="Table 1")
    second = director.events.claim(cup, 32, {"winner": "Cid"}, actor="Table 2")
    path = f"/events/{cup}"
    assert "Match 31: winner Bob" in browser.get(path).text
    assert send(browser, path, what="confirm", claim=first).status_code == 303
    assert send(browser, path, what="reject", claim=second, reason="another event").status_code == 303
    assert [one.result["winner"] for one in director.events.get(cup).entered] == ["Ann", "Bob"]
    tourney = director.events.new("Tourney", "ttt")
    director.events.enter(tourney, [f"P{number}" for number in range(6)])
    answer = send(browser, f"/events/{tourney}", what="draw", seed="7", **{"field-groups": "2"})
    assert answer.status_code == 303
    assert list(map(len, director.events.get(tourney).options["groups"])) == [3, 3]


def test_a_match_is_set_up_for_a_pairing(browser, director):
    browser.sign_in()
    tourney = started_event(director.events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")
    path = f"/events/{tourney}"
    assert "Set a match up at a table" not in browser.get(path).text, "there is no table"
    director.hall.store.board_seen("a" * 16)
    director.hall.table_of("a" * 16)
    page = unescape(browser.get(path).text)
    pairing = page.partition('name="pairing"><option value="')[2].partition('">')[0]
    form = {"what": "play", "pairing": pairing, "table": "a" * 16, "length": "1", "control": "5m"}
    assert send(browser, path, **{**form, "control": "soon"}).status_code == 409
    assert send(browser, path, **{**form, "pairing": "{}"}).status_code == 409
    assert send(browser, path, **{**form, "table": "b"}).status_code == 409
    assert director.overview.matches() == ()
    assert send(browser, path, **form).status_code == 303
    [match] = director.overview.matches()
    assert director.events.get(tourney).tables[match] == json.loads(pairing)
    assert director.overview.match(match).match.players == tuple(json.loads(pairing)["players"])


def test_any_game_that_a_board_can_play_is_offered(browser, director):
    browser.sign_in()
    director.hall.store.board_seen("a" * 16)
    director.hall.table_of("a" * 16)
    cup = started_event(director.events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 2})
    page = unescape(browser.get(f"/events/{cup}").text)
    assert 'name="length"' not in page, "a race has no points"
    pairing = page.partition('name="pairing"><option value="')[2].partition('">')[0]
    form = {"what": "play", "pairing": pairing, "table": "a" * 16, "control": "none"}
    assert send(browser, f"/events/{cup}", **form).status_code == 303
    shown = director.overview.hall().tables[0].match
    assert (shown.title, shown.players) == ("3T race", ("Ann", "Bob", "Cid"))


def test_a_match_of_sets_is_as_long_as_its_event_says(browser, director):
    browser.sign_in()
    director.hall.store.board_seen("a" * 16)
    director.hall.table_of("a" * 16)
    cup = started_event(director.events, ["Ann", "Bob"], "Cup", "knockout", {"length": [5], "sets": 3})
    page = unescape(browser.get(f"/events/{cup}").text)
    assert 'name="length"' in page
    assert "so far" not in page
    pairing = page.partition('name="pairing"><option value="')[2].partition('">')[0]
    form = {"what": "play", "pairing": pairing, "table": "a" * 16, "length": "", "control": "none"}
    assert send(browser, f"/events/{cup}", **form).status_code == 303
    assert director.overview.hall().tables[0].match.details.length == 5
    assert "sets 3: 0-0 so far" in browser.get(f"/events/{cup}").text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"what": "result", "field-winner": "Dan"}, "&#34;Dan&#34; is not among the players"),
        ({"what": "result"}, "No field of the result was filled in"),
        ({"what": "enter", "players": "Dan"}, "has 3 players"),
        ({"what": "undo", "undoes": "one"}, "The action is missing"),
        ({"what": "undo", "undoes": "77"}, "there is no action 77"),
        ({"what": "rule", "replaces": "4", "field-winner": "Bob"}, "a text is wanted here"),
        ({"what": "draw", "seed": "-1"}, "The seed is missing"),
        ({"what": "draw"}, "leaves nothing to a draw"),
        ({"what": "confirm", "claim": "4"}, "no claim"),
        ({"what": "dance"}, "Unknown action"),
    ],
)
def test_what_the_service_refuses_is_said(browser, director, cup, form, sentence):
    browser.sign_in()
    before = director.events.export(cup)
    answer = send(browser, f"/events/{cup}", **form)
    assert answer.status_code in (400, 409)
    assert sentence in answer.text
    assert director.events.export(cup) == before


def test_a_refused_form_keeps_what_was_typed_and_its_panel_is_open(browser, director, cup):
    browser.sign_in()
    for what, kept, field, form in (
        ("result", "&lt;Dan&gt;", "field-winner", {"field-winner": "<Dan>"}),
        ("undo", "why not", "through", {"undoes": "2", "through": "last", "reason": "why not"}),
        ("rule", "Bob", "reason", {"replaces": "4", "field-winner": "Bob", "reason": ""}),
    ):
        answer = send(browser, f"/events/{cup}", what=what, **form)
        assert answer.status_code == 409
        panel = answer.text.partition(f'<details class="panel" id="panel-{what}" open>')[2]
        panel = panel.partition("</details>")[0]
        assert f'value="{kept}"' in panel
        wrong = panel.partition(f'name="{field}"')[2].partition(">")[0]
        assert f'aria-invalid="true" aria-describedby="problem-{what}-{field}"' in wrong
        sentence = panel.partition(f'id="problem-{what}-{field}" role="alert">')[2].partition("<")[0]
        assert sentence in answer.text.partition("</h1>")[2].partition('class="report"')[0]


# --- in a real browser -----------------------------------------------------------------------------


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
    assert Axe().run(page).response["violations"] == []

    # the director on a phone, without a mouse
    phone = engine.new_page(viewport={"width": 360, "height": 740})
    phone.goto(f"{serving.url}/login?next=/events/{gp}")
    phone.get_by_label("Name").fill("director")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.keyboard.press("Enter")
    order = phone.get_by_label("Colours in the order they finished").first
    order.focus()
    phone.keyboard.type("green,black,red,blue,white,yellow")
    phone.keyboard.press("Enter")
    expect(phone.locator("#e-results li")).to_have_count(4)
    expect(phone.locator("#e-standings")).to_contain_text("wins.")
    expect(page.locator("#e-results li")).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    phone.screenshot(path=pictures / "event-phone.png", full_page=True)
    assert Axe().run(phone).response["violations"] == []
    phone.goto(f"{serving.url}/events")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the phone"
    assert Axe().run(phone).response["violations"] == []
    phone.screenshot(path=pictures / "events-phone.png", full_page=True)


def test_the_ruling_committee_stands_on_the_page_of_an_event(browser, director, cup):
    assert "Ruling committee" not in browser.get(f"/events/{cup}").text
    director.desk.set_committee(["Eve", "Finn", "Gus"])
    assert "<span>Ruling committee: Eve, Finn, Gus</span>" in browser.get(f"/events/{cup}").text
    assert "Ruling committee: Eve, Finn, Gus" in browser.get("/").text


def test_colours_are_chosen_by_a_form(browser, director, cup):
    browser.sign_in()
    [pairing] = director.events.get(cup).answer.next
    page = browser.get(f"/events/{cup}", headers=PAGE).text
    assert "Choose colours" in page
    offered = page.partition('<select id="colours-pairing"')[2]
    name = unescape(offered.partition('value="')[2].partition('"')[0])
    form = {"what": "colours", "pairing": name, "colours": "Ann red+blue, Bob green+yellow, Cid black+white"}
    assert send(browser, f"/events/{cup}", **form).status_code == 303
    [(_, told)] = director.events.next_colours(cup)
    assert str(told) == "Ann red and blue, Bob green and yellow, Cid black and white"
    page = browser.get(f"/events/{cup}", headers=PAGE).text
    assert (
        f'<span class="hint">colours {told} <strong>By 3T allied colours lie side by side: red and blue'
        in page
    )
    answer = send(
        browser, f"/events/{cup}", **form | {"colours": "Ann red+blue, Bob red+yellow, Cid black+white"}
    )
    assert answer.status_code == 409
    assert "red is Ann&#39;s already" in answer.text
    assert director.events.next_colours(cup)[0][0] == pairing


def test_throws_are_entered_in_words_and_no_field_asks_for_json(browser, director):
    browser.sign_in()
    send(browser, "/events/new?template=league-2t", template="league-2t", name="League")
    for form in ({"what": "enter", "players": "Ann\nBob\nCid"}, {"what": "start"}):
        send(browser, "/events/1", **form)
    asked = "Enter throws: round of die-roll for the positions: Ann, Bob and Cid"
    assert asked in browser.get("/events/1").text
    assert send(browser, "/events/1", what="throw", throws="Bob 5, Ann 3").status_code == 303
    page = browser.get("/events/1").text
    assert 'value="Bob 5, Ann 3"' in page, "the options hold the throws as they are written"
    assert "JSON" not in page.partition("<main")[2]
    send(browser, "/events/1", what="throw", throws="Cid 1")
    assert "game 1: Bob v Ann" in browser.get("/events/1").text
    send(browser, "/events/1", **{"what": "set", "field-positions": "Cid, Bob, Ann", "field-lots": "null",
                                       "new_draw": "1"})  # fmt: skip
    assert director.events.get(1).options["positions"] == [["Cid", "Bob", "Ann"]]
    for key in FORMATS:
        text = browser.get("/events/new", params={"template": key}).text
        assert "JSON" not in text.partition("<main")[2]


def test_names_alike_are_asked_about_and_an_event_is_discarded_and_brought_back(browser, director):
    event = director.events.new("Cup", "knockout")
    director.events.enter(event, ["Ann Lee"])
    browser.sign_in()
    asked = send(browser, f"/events/{event}", what="enter", players="ann lee\nBob")
    assert "<h1>Different people?</h1>" in asked.text
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', asked.text))
    browser.post(f"/events/{event}", data=hidden, headers=browser.origin)
    assert director.events.get(event).players == ("Ann Lee", "ann lee", "Bob")
    send(browser, f"/events/{event}", what="discard", reason="rain")
    page = browser.get(f"/events/{event}", headers=PAGE).text
    assert "Discarded." in page
    assert "Start the event" not in page
    send(browser, f"/events/{event}", what="undo", undoes=str(director.events.get(event).last))
    assert director.events.get(event).phase == "entries"


def test_the_list_of_events_says_which_match_gets_a_free_board(browser, director):
    for name, players in (("Beginners", ["Ann", "Bob"]), ("Championship", ["Cid", "Dan"])):
        event = director.events.new(name, "knockout")
        director.events.enter(event, players)
        director.events.start(event)
    queue = browser.get("/events", headers=PAGE).text.partition('id="e-queue"')[2]
    assert 0 < queue.index("A1: Cid v Dan") < queue.index("A1: Ann v Bob")


def test_another_draw_is_asked_about_before_it_replaces_the_one_that_is_played(browser, director):
    event = director.events.new("Cup", "knockout", {"length": 5})
    director.events.enter(event, ["Ann", "Bob", "Cid", "Dan"])
    director.events.draw(event, 9)
    director.events.start(event)
    first = director.events.get(event).answer.next
    browser.sign_in()
    asked = send(browser, f"/events/{event}", what="draw", seed="8")
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
