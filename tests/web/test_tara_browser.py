"""The page of TARA in a real browser: by finger on a phone, by key alone, without a script, and live.

Pictures are kept in build/pictures to be looked at.
"""

import functools
import re
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tablekeeper.games.tara.facts import TaraFacts
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.web import Serving, Settings, make_app
from tests.guards import sample
from tests.web.hallwork import HandSet, clock, match, seat, table, tara
from tests.web.test_browser import BRIEFLY, PHONE, SIZES, WALL, opened
from tests.web.test_tara import at, course, found

pytestmark = pytest.mark.chromium

FACTS = TaraFacts(
    first=0, turn=0, battle=False, last=0, counting=False, games=0, points=(0, 0), kingdoms=(0, 0),
    territory=(0, 0), level=1, linked=False, op0_builds=False,
)  # fmt: skip
LIVE = table(2)
PAIRS = ("Maximiliane von Hohenstein-Württemberg", "Li", "Cleo", "Dirk van der Velde")


def pair(turn):
    """A table where two play TARA, this seat being on turn."""
    names = ("Ada", "Bo")
    seats = tuple(
        seat(name, "0", clock=clock(900_000, running=number == turn), on_turn=number == turn)
        for number, name in enumerate(names)
    )
    shown = tara(
        seats=seats, game=1, title="TARA", state=f"{names[turn]} to move",
        standing="Ada 0, Bo 0", details=replace(FACTS, turn=turn),
    )  # fmt: skip
    return table(2, shown, name="Hill table")


@pytest.fixture(scope="module")
def served():
    """A hall and the pages over it, for all tests here: (hall, pages)."""
    hall = HandSet(table(1, match()), pair(0))
    with Serving(make_app(hall, settings=Settings(login_key="look"), clock=hall.seconds)) as serving:
        yield hall, serving


@pytest.fixture
def hall(served):
    """A table of backgammon, and one of TARA at which the first player is on turn."""
    served[0].set(pair(0))
    return served[0]


@pytest.fixture
def serving(hall, served):
    """The pages over it."""
    return served[1]


def heading(page):
    return page.locator("#h-board")


@sample.scenario("TARA with fingers")
def test_two_play_on_a_phone_with_their_fingers(engine, serving):
    with opened(engine, f"{serving.url}/tara", viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.get_by_label("First in turn order").fill("Ada")
        page.get_by_label("Second in turn order").fill("Bo")
        page.get_by_role("button", name="Begin").tap()
        expect(heading(page)).to_have_text("Manoeuvres: Ada (Red) builds.")
        page.get_by_role("link", name="Build on D4").tap()
        expect(heading(page)).to_have_text("Manoeuvres: Bo (Blue) builds.")
        # a hill that is taken says why when it is touched
        box = page.evaluate("document.querySelector('.tara .fort').getBoundingClientRect().toJSON()")
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.get_by_role("alert")).to_contain_text("D4")
        page.get_by_role("link", name="Build on C4").tap()
        page.get_by_role("link", name=re.compile("^Undo: C4, Bo")).tap()
        expect(heading(page)).to_have_text("Manoeuvres: Bo (Blue) builds.")
        sizes = page.locator(".tara a.may").evaluate_all(SIZES)
        assert len(sizes) > 30
        assert min(map(min, sizes)) >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@sample.scenario("TARA by keys")
def test_it_is_played_by_key_alone_and_without_a_script(engine, serving):
    with opened(engine, serving.url + at(TaraRules(), ()), java_script_enabled=False) as page:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.locator(".tara a:focus").count():
                break
        # the first row comes first, and every legal hill is a stop of its own
        expect(page.get_by_role("link", name="Build on B7")).to_be_focused()
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.tara a:focus rect')).strokeWidth")
            == "6px"
        )
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Build on C7")).to_be_focused()
        page.keyboard.press("Enter")
        expect(heading(page)).to_have_text("Manoeuvres: Bob (Blue) builds.")
        # the focus goes on at the board
        page.wait_for_load_state()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Build on B7")).to_be_focused()
        page.get_by_label("A turn in letters").fill("c7")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text("C7: C7 holds a ringfort of Red.")
        page.get_by_label("A turn in letters").fill("e6")
        page.keyboard.press("Enter")
        expect(heading(page)).to_have_text("Manoeuvres: Ann (Red) builds.")
        # one ringfort stands: hills that are no knight's move away are no stops
        expect(page.locator(".tara a.may")).to_have_count(3)


def test_battle_is_called_with_its_button(engine, serving):
    turns, _ = found(TaraRules(), lambda position: position.announces())
    with opened(engine, serving.url + at(TaraRules(), turns)) as page:
        expect(page.locator(".tara a.may")).to_have_count(0)
        page.get_by_role("link", name="BATTLE", exact=True).press("Enter")
        expect(page.locator(".tara a.may")).not_to_have_count(0)
        page.locator(".tara a.may").first.press("Enter")
        expect(heading(page)).to_contain_text("Battle: ")
        expect(page.locator(".moves li").first).to_contain_text("BATTLE, ")


def test_a_followed_table_is_live(engine, hall, serving):
    address = at(TaraRules(), (), names=("Ada", "Bo")) + f"&table={LIVE.uid}"
    with opened(engine, serving.url + address) as page:
        expect(page.locator("[data-live]")).to_have_text("Live")
        expect(page.locator("#followed")).to_contain_text("The table and this record agree.")
        page.evaluate("window.mine = true")
        hall.set(pair(1))
        expect(page.locator("#followed .differs")).to_contain_text(
            "At the table Bo is on turn, in this record Ada."
        )
        assert page.evaluate("window.mine")
        page.get_by_role("link", name="Build on D4").click()
        expect(page.locator("#followed")).to_contain_text("The table and this record agree.")


@functools.cache
def looks():
    """Pages that show something of everything: name, address, size, colours."""
    four = TaraRules(4, 2)
    fight = course(four, 3, until=lambda one: one.vacant().bit_count() < 15)[0]
    over = course(TaraRules(), 6)[0]
    return {
        "tara-begin-phone": ("/tara", PHONE, "light"),
        "tara-phone": (at(four, fight, names=PAIRS), PHONE, "light"),
        "tara-dark": (at(four, fight, names=PAIRS), WALL, "dark"),
        "tara-followed": (at(TaraRules(), (), names=("Ada", "Bo")) + f"&table={LIVE.uid}", WALL, "light"),
        "tara-followed-phone": (
            at(TaraRules(), (), names=("Ada", "Bo")) + f"&table={LIVE.uid}",
            PHONE,
            "dark",
        ),
        "tara-over": (at(TaraRules(), over), WALL, "light"),
        "tara-refused": (at(four, fight, names=PAIRS) + "&say=D4", PHONE, "dark"),
    }


@sample.scenario("TARA for everybody")
@pytest.mark.parametrize("look", sample.drawn(tuple(looks()), of=6))
def test_everybody_can_use_it(engine, hall, serving, pictures, look):
    path, size, scheme = looks()[look]
    hall.set(pair(1))
    with opened(engine, serving.url + path, viewport=size, color_scheme=scheme) as page:
        if page.locator("[data-live]").count():
            expect(page.locator("[data-live]")).to_have_text("Live")
        for details in page.locator("details").all():
            details.evaluate("one => one.open = true")
        page.screenshot(path=pictures / f"{look}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        response = Axe().run(page, options=BRIEFLY).response
        assert len(response["passes"]) > 10  # it really looked
        broken = response["violations"]
        assert [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in broken] == []
