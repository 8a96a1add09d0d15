"""The page about dice: read by everybody, players' dice by the director alone, sets named with a login."""

import random

import pytest
from playwright.sync_api import expect

from tablecore import records
from tests.guards import sample
from tests.patience import PATIENCE_S
from tests.web.conftest import room_pages, sign_in_at, text_of

serving = room_pages
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def room(room):
    """A hall with a match of 120 logged throws, between players whose names look like tags."""
    board = room.board("a")
    match = room.match(board, 0, players=("Ann <b>", "Bob"))
    chance = random.Random(3)
    board.begin()
    board.write(records.PRESS, 0, 1)
    for _ in range(120):
        board.turn(chance.randint(1, 6), chance.randint(1, 6))
    room.send(board)
    room.match = match
    return room


def send(browser, **form):
    return browser.submit("/dice", what="name", **form)


def test_everybody_sees_tables_sets_and_events_but_no_player(browser):
    page = browser.get("/dice").text
    assert "questions to 3 groups of throws, judged together" in page
    assert "Device Board aaaaaa" in page
    assert "Set of dice: not named" in page
    assert "121 throws" not in page
    assert "242 dice" in page
    assert "Ann" not in page
    assert 'href="/dice" aria-current="page"' in page
    assert page.count("<svg ") == 2
    assert "style=" not in page
    assert "Name a set of dice" not in page
    for query in ("player=Bob", "by=player"):
        assert "for the director" in text_of(browser.get(f"/dice?{query}"), 401)


def test_throws_are_chosen(browser):
    one = browser.get("/dice", params={"device": "Board aaaaaa", "suspect": "6"}).text
    assert "1 question to one group of throws" in one
    assert "Device Board aaaaaa" in one
    by = browser.get("/dice?by=set").text
    assert "5 questions to one group" in by
    wrong = [(f"suspect={face}", 400) for face in ("7", "66", "12", "123456")]
    for query, status in (("by=colour", 400), ("set=none", 404), *wrong):
        assert browser.get(f"/dice?{query}").status_code == status


def test_the_director_sees_players_and_names_sets(browser, room):
    browser.sign_in()
    page = browser.get("/dice").text
    assert "Player Ann &lt;b&gt;" in page
    assert "Ann <b>" not in page
    assert send(browser, label="red <i>", table="a" * 16, since="start").status_code == 303
    page = browser.get("/dice").text
    assert "Set of dice red &lt;i&gt;" in page
    assert "Board aaaaaa: red &lt;i&gt;" in page
    assert send(browser, label="blue", match=str(room.match)).status_code == 303
    assert [group.name for group in room.director.dice.report(by=["set"]).groups] == ["blue"]
    assert send(browser, label="new", table="a" * 16, since="now").status_code == 303
    assert room.director.dice.labels()[-1].from_ms >= room.now
    for form, why in (
        ({"label": "red"}, "Name a table or a match"),
        ({"label": "red", "match": "x"}, "by its number"),
        ({"label": "red", "match": "99"}, "There is no match 99"),
        ({"label": "r" * 31, "match": "1"}, "1 to 30 letters"),
    ):
        assert why in text_of(send(browser, **form), 409)
    assert len(room.director.dice.labels()) == 3


def test_nothing_is_named_without_login_origin_and_token(browser, room):
    form = {"label": "red", "table": "a" * 16}
    assert browser.post("/dice", data=form, headers=browser.origin).status_code == 401
    browser.sign_in()
    assert browser.post("/dice", data=form, headers=browser.origin).status_code == 403
    form["token"] = browser.token("/dice")
    assert browser.post("/dice", data=form, headers={"origin": "http://else.where"}).status_code == 403
    assert room.director.dice.labels() == ()


def test_a_report_is_made_once(browser, room, monkeypatch):
    browser.get("/dice?by=set")
    monkeypatch.setattr("tablekeeper.director.dice.judge", None)
    assert "5 questions" in browser.get("/dice?by=set").text


@sample.scenario("dice in a browser")
@pytest.mark.chromium
def test_it_is_used_by_phone_keyboard_and_screen_reader_without_script(serving, engine, pictures):
    scripted = engine.new_context(viewport=PHONE, color_scheme="light")
    page = scripted.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    complaints = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    sign_in_at(page, serving.url, "/dice")
    expect(page.get_by_role("heading", name="Are the dice fair?")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    operated = page.locator("main button, main input:not([type=hidden]), main select, main summary")
    # what is folded away has no size
    heights = operated.evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 24
    assert complaints == []
    plain = engine.new_context(java_script_enabled=False, storage_state=scripted.storage_state())
    page = plain.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.goto(f"{serving.url}/dice")
    page.get_by_label("Name of the set").focus()
    page.keyboard.type("old ones")
    page.get_by_label("The dice of this table").select_option("Board aaaaaa")
    page.get_by_label("Name of the set").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Set of dice old ones")).to_be_visible()
    page.get_by_text("Choose throws").click()
    page.get_by_label("Player", exact=True).select_option("Bob")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Player Bob")).to_be_visible()
    page.screenshot(path=pictures / "dice.png", full_page=True)
