"""Everybody can use every page: axe-core, width, titles, targets and the keyboard, on all GET routes.

The pages come from the application's routes over one hall (`wholehall.py`), so a new page is walked without
being named here. `make test` takes an address of one of 3 of the routes, others each day, the director's on a
phone by day. Axe-core, which takes longest, looks at one of 15 of them, and there also at what everybody may
see on a laptop by night; two of the pages with many stops are walked with the Tab key, and the header is
looked at in one language. `make soak` takes every address in each role, size and scheme.
"""

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from tablekeeper.web.environment import HERE
from tests.guards import sample
from tests.patience import PATIENCE_S
from tests.web.conftest import Browser
from tests.web.wholehall import HTML, served

pytestmark = pytest.mark.chromium

SCRIPTS = [
    path.read_text(encoding="utf-8")
    for path in (
        Path(axe_playwright_python.__file__).with_name("axe.min.js"),
        Path(__file__).with_name("access.js"),
    )
]
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1366, "height": 768}
NARROW = 320
EVENT, MATCH = "/events/{event:number}", "/events/{event:number}/matches/{match}"
#: addresses of a route that `make test` looks at: one, but of events some before, in and after their play
FEW = {EVENT: 4}
PRINT = "/events/{event:number}/print/{what}"
#: drawn for a video, a projector and paper, not for a phone
NOT_FOR_PHONES = ("/overlay/{uid}", "/screen", PRINT)
PROJECTOR = {"width": 1920, "height": 1080}
#: WCAG 2.2 counts 24 px as enough (2.5.8); axe-core leaves this rule out unless asked
RULES = {"target-size": {"enabled": True}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
#: 7 to 1 (1.4.6), for who reads from the other end of the hall
STRONG = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}


@dataclass(slots=True)
class Seen:
    """What was found on a page."""

    route: str
    address: str
    facts: dict
    #: what axe-core said; None where it was not asked
    axe: list[str] | None = None
    wide: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The application's address, its pages as (route, address, for everybody), and a director's cookies."""
    with served(tmp_path_factory.mktemp("whole")) as found:
        yield found


@pytest.fixture(scope="module")
def tabs(running_chromium, whole):
    """A director's tab and an anonymous one, which visit one page after the other."""
    found = []
    for cookies in (whole[2], []):
        context = running_chromium.new_context(viewport=PHONE, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_S * 1000)
        # a page that hears of no change stands still
        context.route("**/events?topics*", lambda route: None)
        context.add_cookies(cookies)
        found.append(context.new_page())
    yield found
    for tab in found:
        tab.context.close()


def equip(tab, scripts=SCRIPTS):
    """Load axe-core and our own questions into the page, and open all its panels."""
    for script in scripts:
        tab.evaluate(script)
    tab.evaluate("access.openPanels()")


def axe(tab, scheme, options):
    """Return what axe-core finds wrong in a colour scheme."""
    tab.emulate_media(color_scheme=scheme)
    options = {"resultTypes": ["violations"], **options}
    looked, broken = tab.evaluate("(options) => access.axe(options)", options)
    assert looked or broken, "axe-core looked at nothing"
    return broken


def look(tab, url, page, *, scheme, size, other=None, widths=(NARROW,), asked=True):
    """Visit a page and note all that is wrong with it; in the `other` scheme only the contrast.

    Axe-core is left out unless it is `asked`.
    """
    route, address, _ = page
    tab.set_viewport_size(size)
    # with its style sheet: before that everything lies elsewhere
    tab.goto(url + address, wait_until="load")
    equip(tab, SCRIPTS if asked else SCRIPTS[1:])
    tab.emulate_media(color_scheme=scheme)
    seen = Seen(route, address, tab.evaluate("access.facts()"))
    if asked:
        seen.axe = axe(tab, scheme, {"rules": RULES})
        if other:
            seen.axe += axe(tab, other, CONTRAST)
    if size == PHONE:
        tab.keyboard.press("Tab")
        seen.unseen = tab.evaluate("access.unseen()")
    for width in widths if route not in NOT_FOR_PHONES else ():
        tab.set_viewport_size({"width": width, "height": size["height"]})
        seen.wide += [f"{width}: {one}" for one in tab.evaluate("(width) => access.wide(width)", width)]
    return seen


@pytest.fixture(scope="module")
def walked(tabs, whole):
    """What the short walk found: the director's pages on a phone by day, everybody's on a laptop by night."""
    url, pages, _ = whole
    director, anybody = tabs
    found = []
    routes = list(dict.fromkeys(page[0] for page in pages))
    visited, today = (sample.todays(routes, of) for of in (3, 15))
    for route, addresses in itertools.groupby(pages, lambda page: page[0]):
        if route not in visited:
            continue
        asked = route in today
        for page in itertools.islice(addresses, FEW.get(route, 1)):
            for_all = page[2]
            other = None if for_all else "dark"
            found.append(look(director, url, page, scheme="light", size=PHONE, other=other, asked=asked))
            if for_all and asked:
                found.append(look(anybody, url, page, scheme="dark", size=LAPTOP, widths=()))
    return found


def wrong(walked, what):
    """Return what is wrong by address."""
    return {one.address: what(one) for one in walked if what(one)}


def test_axe_core_finds_nothing_on_the_pages_of_the_day(walked):
    assert len({one.route for one in walked}) > 12
    assert len({one.route for one in walked if one.axe is not None}) > 2
    assert wrong(walked, lambda one: one.axe) == {}


def test_a_name_of_fifty_letters_makes_no_page_wider_than_a_phone(walked):
    assert wrong(walked, lambda one: one.wide) == {}


def test_the_focus_is_seen_wherever_it_is(walked):
    assert wrong(walked, lambda one: one.unseen) == {}


def test_pages_have_titles_of_their_own(whole):
    url, pages, cookies = whole
    routes = {}
    with Browser(url) as director:
        director.cookies.update({one["name"]: one["value"] for one in cookies})
        for route, address in {route: address for route, address, _ in reversed(pages)}.items():
            page = director.get(address, headers=HTML).text
            assert '<html lang="en"' in page, address
            routes.setdefault(page.partition("<title>")[2].partition("</title>")[0], set()).add(route)
    assert len(routes) > 40
    # the page of all rankings is that of the first of them
    del routes["World Rankings – Tablekeeper"]
    assert {title: found for title, found in routes.items() if len(found) > 1} == {}


def test_headings_are_in_order(walked):
    def out_of_order(one):
        levels = one.facts["headings"]
        steps = itertools.pairwise(levels)
        # of paper each sheet has its own
        many = levels.count(1) != 1 and one.route != PRINT
        return levels if many or any(after > before + 1 for before, after in steps) else None

    assert wrong(walked, out_of_order) == {}


def test_what_changes_is_told_politely_and_the_order_is_that_of_the_page(walked):
    assert wrong(walked, lambda one: one.facts["assertive"] + one.facts["ordered"]) == {}


def test_the_first_link_leads_to_the_content(walked):
    # the board is all content
    framed = [one for one in walked if one.route not in (*NOT_FOR_PHONES, "/board")]
    assert wrong(framed, lambda one: None if one.facts["skip"] == "#main" else [one.facts["skip"]]) == {}


def test_buttons_that_stand_out_are_large_enough_for_a_finger(walked):
    assert wrong(walked, lambda one: one.facts["low"]) == {}


BROKEN = """<!doctype html><html lang="en"><title>Broken</title><body>
<h2>No first heading</h2><p style="color: #ccc; width: 900px">pale and wide</p>
<a href="#one" style="outline: none">no outline</a> <button class="primary">low</button>
<a href="#two" style="outline: 3px solid #eee">a pale outline</a>
<p tabindex="3" aria-live="assertive">first</p>
<p style="transition: color 1s"><button class="tiny" style="font-size: 4px; padding: 0; border: 0">a</button
><button style="font-size: 4px; padding: 0; border: 0">b</button></p>"""


def test_the_walk_sees_what_is_wrong(running_chromium):
    tab = running_chromium.new_context(viewport=PHONE).new_page()
    tab.set_content(BROKEN)
    equip(tab)
    rules = {found.partition(":")[0] for found in axe(tab, "light", {"rules": RULES})}
    assert {"color-contrast", "page-has-heading-one", "region", "target-size"} <= rules
    assert {found.partition(":")[0] for found in axe(tab, "light", CONTRAST)} == {"color-contrast"}
    tab.keyboard.press("Tab")
    unseen = [found.partition(":")[0] for found in tab.evaluate("access.unseen()")]
    assert (unseen[0], unseen[2]) == ("no outline", "1.2")
    assert "pale and wide" in tab.evaluate("access.wide(390)")[0]
    facts = tab.evaluate("access.facts()")
    assert [len(facts[name]) for name in ("assertive", "ordered", "low", "headings")] == [1, 1, 1, 1]
    assert len(tab.evaluate("access.moving()")) == 1
    tab.context.close()


#: pages whose every stop is reached with the Tab key; on the others the walk sets the focus itself
TABBED = ("/", "/events/new", MATCH, "/tables/{uid}", "/rankings", "/login", "/tara")


@pytest.mark.parametrize("route", sample.drawn(TABBED, of=4))
def test_the_tab_key_goes_down_the_page_and_leaves_it(tabs, whole, route):
    url, pages, _ = whole
    director, anybody = tabs
    tab = anybody if route == "/login" else director
    tab.set_viewport_size(LAPTOP)
    tab.goto(url + first(pages, route))
    tab.evaluate(SCRIPTS[1])
    # a form may take the focus with the first frame: begin above it
    if tab.locator("[autofocus]").count():
        expect(tab.locator("[autofocus]")).to_be_focused()
    tab.evaluate("document.querySelector('a.skip').focus()")
    stops = tab.evaluate("document.querySelectorAll('a, button, input, select, textarea, summary').length")
    places = [tab.evaluate("access.place()")]
    # a date has a stop for each of its parts
    while not places[-1] and len(places) < 2 * stops:
        tab.keyboard.press("Tab")
        places.append(tab.evaluate("access.place()"))
    assert places[-1] == "end", places[-1]
    assert len(places) > 5


def first(pages, route):
    """Return the first address of a route."""
    return next(address for path, address, _ in pages if path == route)


def test_nothing_moves_for_who_wants_no_motion(tabs, whole):
    url, pages, _ = whole
    director, _ = tabs
    for route in ("/tables/{uid}", "/screen"):
        director.goto(url + first(pages, route))
        director.evaluate(SCRIPTS[1])
        assert director.evaluate("access.moving()") == []


@sample.scenario("a projector from afar")
def test_the_projector_is_read_from_afar(tabs, whole):
    url, pages, _ = whole
    _, tab = tabs
    tab.set_viewport_size(PROJECTOR)
    tab.goto(url + first(pages, "/screen"))
    equip(tab)
    assert [axe(tab, scheme, STRONG) for scheme in ("light", "dark")] == [[], []]
    blank = tab.context.new_page()
    blank.set_content("<!doctype html><html lang=en><p style='color: #666'>5.7 to 1")
    equip(blank)
    assert len(axe(blank, "light", STRONG)) == 1
    blank.close()


#: a call of the macros that tie an input or a group to its refusal, and of the one that tells the refusal
TIES = re.compile(r"forms\.(?:wrong|described)\(([^()]*)\)")
TELLS = re.compile(r"forms\.problem\(([^()]*)\)")


def test_every_refusal_is_tied_to_its_input():
    told = 0
    for path in sorted((HERE / "templates").glob("*.html")):
        text = path.read_text(encoding="utf-8")
        tells = set(TELLS.findall(text))
        assert tells <= set(TIES.findall(text)), path.name
        # those that are written by hand
        by_hand = re.findall(r'class="refusal" id="([^"{]+)"', text)
        assert all(f'aria-describedby="{one}"' in text for one in by_hand), path.name
        told += len(tells) + len(by_hand)
    assert told > 20


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("signed", [True, False], ids=["director", "anybody"])
def test_every_address_in_every_role_size_and_scheme(tabs, whole, scheme, size, signed):
    url, pages, _ = whole
    tab = tabs[0 if signed else 1]
    widths = (NARROW, PHONE["width"], LAPTOP["width"])
    found = [
        look(tab, url, page, scheme=scheme, size=size, widths=widths) for page in pages if signed or page[2]
    ]
    assert wrong(found, lambda one: one.axe + one.wide + one.unseen) == {}


@pytest.mark.parametrize("language", sample.drawn(("en", "it", "de"), of=3))
def test_the_header_is_one_line_and_its_menu_needs_no_script(running_chromium, whole, language):
    url, _, cookies = whole
    for size in (PHONE, LAPTOP):
        context = running_chromium.new_context(viewport=size, locale=language, java_script_enabled=False)
        context.set_default_timeout(PATIENCE_S * 1000)
        context.add_cookies(cookies)
        tab = context.new_page()
        tab.goto(url + "/events")
        assert tab.locator("header.top").evaluate("one => one.offsetHeight") < 60, (language, size)
        people, menu = tab.locator("a[href='/people']"), tab.locator(".menu summary")
        assert people.is_visible() is (size == LAPTOP)
        assert menu.is_visible() is (size == PHONE)
        if size == PHONE:
            menu.press("Enter")
            people.wait_for()
            menu.press("Tab")
            expect(tab.locator(":focus")).to_have_attribute("href", "/")
        context.close()
