"""The projector's page: one part at a time, chosen by the address, read without scrolling."""

import math
import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tests.guards import sample
from tests.startedevent import started_event
from tests.web.conftest import Browser, text_of
from tests.web.hallwork import clock, match, plain, race, table, tara
from tests.web.test_browser import opened

FULL_HD = {"width": 1920, "height": 1080}
NAMES = [f"Player {number} of the Long Family Name" for number in range(1, 25)]
#: what of the shown leaf is cut off by the edge of the screen
CUT = """() => [...document.querySelectorAll('[data-leaf]:not([hidden]), [data-leaf]:not([hidden]) *')]
  .filter((one) => !one.closest('.aside, svg') && one.checkVisibility())
  .filter((one) => {
    const { bottom, right } = one.getBoundingClientRect();
    return bottom > innerHeight + 1 || right > innerWidth + 1;
  })
  .map((one) => one.outerHTML.slice(0, 80))"""


#: millimetres: the height of a letter that normal sight (5 minutes of arc) reads at 10 m, the width of a
#: 55-inch TV, and of a projector's picture; a capital is so much of its font's size
READ, TV, WALL, CAPITAL = 10_000 * math.tan(math.radians(5 / 60)), 1218, 1800, 0.73
#: cards of tables that have less room than what they show
FULL = """() => [...document.querySelectorAll('[data-leaf]:not([hidden]) article')]
  .filter((one) => one.scrollHeight > one.parentElement.clientHeight || one.scrollWidth > one.clientWidth)
  .map((one) => one.innerText)"""
#: the smallest letters of the shown leaf in px: names, scores, clocks, tables; a picture has its own
LETTERS = """(less) => {
  let least = 999;
  for (const one of document.querySelectorAll('[data-leaf]:not([hidden]) *')) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !one.checkVisibility()) continue;
    if (one.closest('.aside, .hint, thead, svg, .cube, .link' + less)) continue;
    least = Math.min(least, parseFloat(getComputedStyle(one).fontSize));
  }
  return least;
}"""


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            "show=tables,everything",
            "show: 'everything' is unknown: choose from tables, next, standings, bracket, table.",
        ),
        ("show=tables,tables", "Show: a part is named twice."),
        ("show=table", "Table: choose the table that is shown large."),
        ("seconds=2", "Seconds: 2 is out of range: 3 to 600."),
        ("event=all", "event: write a number."),
        ("table=../x", "table: write a table as in its address."),
    ],
)
def test_a_mistake_in_the_address_is_told(browser, query, sentence):
    assert sentence in unescape(text_of(browser.get(f"/screen?{query}"), 400))


def test_an_unknown_table_is_no_featured_one(browser):
    assert browser.get("/screen?table=ff").status_code == 404


@sample.scenario("tables on a screen")
def test_tables_fit_the_screen(engine, hall, serving, pictures):
    kinds = (match(clocks=(clock(48_000, running=True), clock(548_000))), race(), tara(), plain(), None)
    address = f"{serving.url}/screen?show=tables"
    with opened(engine, address, viewport=FULL_HD, standing=True, quiet=True) as page:
        for count in (3, 9, 16, 24, 25):
            for number in range(1, count + 1):
                hall.set(table(number, kinds[number % 5 if number % 7 == 0 else 0]))
            page.goto(address)
            shown = page.locator("[data-leaf]:visible")
            expect(shown).to_have_count(1)
            expect(shown.locator("li")).to_have_count({25: 12}.get(count, count))
            assert page.evaluate(CUT) == [], count
            assert page.evaluate(FULL) == [], count
            # where more than two sit at a table, many tables want a larger picture
            assert page.evaluate(LETTERS, ", .s3, .s4") * CAPITAL * TV / 1920 >= READ, count
            assert page.evaluate(LETTERS, "") * CAPITAL * (TV if count in (3, 9) else WALL) / 1920 >= READ
            page.screenshot(path=pictures / f"screen-tables-{count}.png")


@pytest.fixture
def cup(director):
    """A knockout of 24 that has started, with a timetable."""
    event = started_event(director.events, NAMES, "Spring Cup", "knockout", {"length": 7})
    director.events.draw(event, 7, new_draw=True)
    director.events.timetables.change(event, {"": {"start_ms": director.clock.now_ms() + 600_000}})
    return event


@sample.scenario("events on a screen")
def test_the_parts_of_events_fit_and_take_turns(engine, director, directed, cup, pictures):
    rating = started_event(director.events, NAMES[:12], "Tourney", "ttt")
    director.events.result(rating, {"players": NAMES[:2], "winner": NAMES[0]})
    director.desk.act("announce", {"text": "The buffet is open"})
    address = f"{directed.url}/screen?show=next,standings,bracket&seconds=10"
    with opened(engine, address, viewport=FULL_HD, standing=True) as page:
        shown = page.locator("[data-leaf]:visible")
        seen = []
        while (leaf := shown.get_attribute("id")) not in seen:
            seen.append(leaf)
            assert page.evaluate(CUT) == []
            assert page.evaluate(LETTERS, "") * CAPITAL * TV / 1920 >= READ, leaf
            page.screenshot(path=pictures / f"screen-{leaf}.png")
            page.clock.run_for(10_000)
        told = page.locator(".notice").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert told * CAPITAL * TV / 1920 >= READ
        order = [one.split("-")[1] for one in seen]
        assert order == sorted(order, key=["next", "standings", "bracket"].index)
        assert set(order) == {"next", "standings", "bracket"}
        assert {one.split("-")[2] for one in seen} == {str(cup), str(rating)}
        # by hand: back, and held
        page.keyboard.press("ArrowLeft")
        expect(shown).to_have_attribute("id", seen[-1])
        page.keyboard.press(" ")
        page.clock.run_for(60_000)
        expect(shown).to_have_attribute("id", seen[-1])


def test_one_event_alone(engine, director, directed, cup):
    other = started_event(director.events, NAMES[:4], "Other", "ttt")
    with opened(engine, f"{directed.url}/screen?show=standings&event={other}", viewport=FULL_HD) as page:
        expect(page.locator("[data-leaf]:visible h2")).to_have_text("Other: standings, provisional")
        # a result is shown without a reload, and the part stays the one that is shown
        director.events.result(other, {"players": NAMES[:2], "winner": NAMES[1]})
        expect(page.locator("[data-leaf]:visible tbody th").first).to_have_text(NAMES[1])
        expect(page.locator("[data-leaf]:visible")).to_have_count(1)


def test_a_featured_table_shows_its_match_and_its_display(engine, hall, serving, pictures):
    address = f"{serving.url}/screen?show=table&table={table(1).uid}"
    with opened(engine, address, viewport=FULL_HD) as page:
        expect(page.locator("[data-leaf]:visible h2")).to_have_text("Table 1")
        expect(page.locator(".featured .score").first).to_have_text("4")
        hall.set(table(1, match(score=(6, 2), game=4, phase="turn", dice=None)))
        expect(page.locator(".featured .score").first).to_have_text("6")
        assert page.evaluate(CUT) == []
        page.screenshot(path=pictures / "screen-featured.png")


@sample.scenario("what screens show")
def test_the_director_chooses_what_screens_show(engine, director, directed, cup, pictures):
    with Browser(directed.url) as browser, opened(engine, f"{directed.url}/screen", viewport=FULL_HD) as page:
        browser.sign_in()
        shown = page.locator("[data-leaf]:visible")
        expect(shown).to_have_attribute("data-leaf", "next")

        def choose(status, **form):
            answer = browser.submit("/screen/choice", what="choose", **form)
            assert answer.status_code == status, answer.text
            return answer.text

        choose(303, **{"show-standings": "1", "seconds": "600", "event": str(cup)})
        expect(shown).to_have_attribute("data-leaf", "standings")
        expect(page.locator("body")).to_have_attribute("data-seconds", "600")
        refused = choose(409, **{"show-next": "1", "seconds": "2"})
        assert 'id="problem-choose-seconds"' in refused
        assert 'name="show-next" value="1" checked' in refused
        assert "at least one thing" in choose(409, seconds="20")
        assert 'id="problem-choose-event"' in choose(409, seconds="20", event="99", **{"show-next": "1"})
        assert 'id="problem-choose-table"' in choose(409, seconds="20", table="ff")
        expect(shown).to_have_attribute("data-leaf", "standings")
        # another director was quicker: the form is asked about, and shows what was typed
        seen = re.search(r'name="seen" value="([^"]+)"', browser.get("/screen/choice").text)[1]
        director.desk.act("project", {"show": ["standings"], "seconds": 500}, actor="Dora")
        asked = choose(409, seconds="300", seen=seen, **{"show-standings": "1"})
        assert "(Dora)" in asked
        assert 'value="300"' in asked
        # an address of its own is left alone
        assert browser.get("/fragments/screen/choice").text in browser.get("/screen").text
        assert "data-choice" not in browser.get("/screen?show=tables").text
