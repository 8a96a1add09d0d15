"""The pages in a real browser: changes come without reloading, clocks run, keys work, all can use it.

Where time matters the browser's clock stands still and the test moves it, so that a busy machine
changes nothing. Pictures are kept in build/pictures to be looked at.
"""

import contextlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tablekeeper.web import Serving, Settings, make_app
from tests.guards import sample
from tests.patience import PATIENCE_S, until
from tests.web.conftest import PASSWORD, accounts_in
from tests.web.hallwork import NOW, HandSet, clock, detail, dicelog, match, plain, race, table, tara
from tests.web.silentproxy import SilentProxy

pytestmark = pytest.mark.chromium

WALL = {"width": 1600, "height": 1000}
PHONE = {"width": 360, "height": 740}
UID = table(1).uid
HOUR_MS = 3_600_000
#: of what is as it should be only that it was looked at is told: most of the work is the telling
BRIEFLY = {"resultTypes": ["violations"]}
#: width and height of each of several elements
SIZES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"


def full_hall():
    """Return a hall with every state that changes how a card looks."""
    crawford = match(
        players=("Maximiliane von Hohenstein-Württemberg", "Li"), phase="turn", turn=1, cube=1,
        cube_owner=None, dice=None, score=(6, 5), crawford=True, game=8,
        clocks=(clock(48_000), clock(900_000, running=True)),
    )  # fmt: skip
    doubled = match(
        phase="doubled", turn=1, cube_owner=0, dice=None,
        clocks=(clock(600_000, method="delay"), clock(612_000, running=True, method="delay", delay=12_000)),
    )  # fmt: skip
    over = match(
        phase="over", turn=None, champion=0, score=(7, 3), dice=None,
        clocks=(clock(33_000), clock(0, flagged=True)),
    )  # fmt: skip
    opening = match(
        phase="opening", turn=None, dice=(3, 5), cube=1, cube_owner=None, length=0, control="none",
        clocks=(clock(0, method="none"), clock(0, method="none")),
    )  # fmt: skip
    result = match(
        phase="result", claim="Ada Quist claims a gammon: Bo Lindahl to confirm",
        clocks=(clock(4_000_000, method="up"), clock(2_000_000, method="up")),
    )  # fmt: skip
    centred = match(phase="turn", cube=1, cube_owner=None, paused="fallen die", clocks=(clock(), clock()))
    trouble = {
        "faults": ("display",),
        "problems": ("game 3: the board's sheet differs from ours",),
        "strays": 3,
    }
    return HandSet(
        table(1, match()), table(2, crawford), table(3, doubled), table(4, over), table(5, name="Bar table"),
        table(6, opening, online=False, virtual=False, **trouble), table(7, result), table(8, centred),
        table(9, race(), name="Race"), table(10, tara(), name="TARA"), table(11, plain(), name="Clock"),
        table(12, dicelog(), name="Dice"),
    )  # fmt: skip


@contextlib.contextmanager
def opened(engine, address, *, standing=False, quiet=False, **options):
    """Open a page; what goes wrong in its script or is refused by its policy fails the test.

    `standing`: its clock stands still until `page.clock.run_for`. `quiet`: it hears of no change.
    """
    context = engine.new_context(**({"viewport": WALL} | options))
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    if standing:
        page.clock.install(time=NOW / 1000)
        # an hour later: sooner than the next line runs it will not be
        page.clock.pause_at((NOW + HOUR_MS) / 1000)
    if quiet:
        page.route("**/events*", lambda route: None)
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.complaints = complaints
    page.goto(address)
    try:
        yield page
        assert complaints == []
    finally:
        context.close()


def sign_in(page, url, path="/"):
    """Sign in through the login page."""
    page.goto(f"{url}/login?next={path}")
    page.get_by_label("Name").fill("director")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    # on a phone it stands in the menu
    expect(page.get_by_role("button", name="Sign out", include_hidden=True)).to_be_attached()
    page.wait_for_load_state()


def card(page, number):
    """Return a table's card in the hall."""
    return page.locator(f"#t-{table(number).uid}")


def test_a_score_changes_without_reloading(engine, hall, serving):
    with opened(engine, serving.url) as page:
        expect(page.locator("[data-live]")).to_have_text("Live")
        page.evaluate("window.mine = true")
        expect(card(page, 1).locator(".score").first).to_have_text("4")
        link = card(page, 1).get_by_role("link", name="Table 1")
        link.focus()
        hall.set(table(1, match(score=(6, 2), game=4, phase="turn", dice=None)))
        expect(card(page, 1).locator(".score").first).to_have_text("6")
        expect(card(page, 1)).to_contain_text("Ada Quist to roll")
        assert page.evaluate("window.mine")
        # who uses a screen reader hears the score, and keeps his place
        expect(page.locator("[data-announce]")).to_have_text("Table 1: Ada Quist 6, Bo Lindahl 2")
        expect(link).to_be_focused()
        # a table that was not there appears
        hall.set(table(3, match(score=(1, 1))))
        expect(card(page, 3).locator(".score").first).to_have_text("1")


def test_only_scores_are_announced(engine, hall, serving):
    with opened(engine, serving.url) as page:
        hall.set(table(1, match(phase="turn", turn=1)))
        expect(card(page, 1)).to_contain_text("Bo Lindahl to roll")
        expect(page.locator("[data-announce]")).to_have_text("")


def shown(page, number=1, seat=0):
    """Return a clock as shown."""
    return card(page, number).locator(".clock .digits").nth(seat).text_content()


def test_clocks_count_down_from_the_deadline(engine, hall, serving):
    hall.set(table(1, match(clocks=(clock(61_500, running=True), clock(300_000)))))
    hall.set(table(2, match(clocks=(clock(5_000, running=True), clock(70_000, running=True, method="up")))))
    delay = clock(100_000, running=True, method="delay", delay=3_000)
    hall.set(table(3, match(clocks=(delay, clock(0, method="none")))))
    with opened(engine, serving.url, standing=True, quiet=True) as page:

        def clocks():
            return [shown(page, 1), shown(page, 1, 1), shown(page, 2), shown(page, 2, 1), shown(page, 3)]

        running = card(page, 1).locator(".clock").first
        waiting = card(page, 3).locator(".note").first
        assert clocks() == ["1:02", "5:00", "5.0", "1:10", "1:40"]
        page.clock.run_for(1000)
        assert clocks() == ["1:01", "5:00", "4.0", "1:11", "1:40"]
        expect(running).to_have_class("clock running")
        expect(waiting).to_have_text("delay 2")
        page.clock.run_for(2000)
        assert clocks() == ["0:59", "5:00", "2.0", "1:13", "1:40"]
        expect(running).to_have_class("clock running low")
        expect(running.locator(".note")).to_have_text("low")
        expect(waiting).to_have_text("")
        page.clock.run_for(1000)
        assert clocks() == ["0:58", "5:00", "1.0", "1:14", "1:39"]
        page.clock.run_for(1500)
        assert clocks() == ["0:56", "5:00", "0.0", "1:15", "1:38"]


def test_a_races_time_counts_up_and_every_seats_clock_runs(engine, hall, serving):
    hall.set(table(1, race()))
    hall.set(table(2, plain()))
    with opened(engine, serving.url, standing=True, quiet=True) as page:
        assert shown(page, 1) == "12:34"
        assert [shown(page, 2, seat) for seat in range(6)] == ["5:00", "4:10", "3:20", "2:30", "1:40", "0:50"]
        page.clock.run_for(2000)
        assert shown(page, 1) == "12:36"
        assert [shown(page, 2, seat) for seat in range(2)] == ["5:00", "4:08"]


def test_the_director_sets_a_table_up(engine, hall, serving):
    with opened(engine, serving.url) as page:
        sign_in(page, serving.url, f"/tables/{UID}")
        page.get_by_role("link", name="Set this table up").click()
        page.get_by_role("link", name="Pawn race").click()
        page.get_by_label("Rules").select_option("3T+")
        page.get_by_label("Throws").select_option("typed in")
        page.get_by_label("Seat 1").fill("Ann")
        page.get_by_role("button", name="Set the table up").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Table 1")
        [(what, uid, program, options, names)] = hall.decided
        assert (what, uid, program, names) == ("set up", UID, "race", ["Ann", "", ""])
        assert (options["rules"], options["throws"], options["control"]) == ("3T+", "typed", "none")


def test_a_hall_faster_than_life_counts_faster(engine):
    hall = HandSet(table(1, match(clocks=(clock(600_000, running=True), clock()))), rate=60.0)
    with (
        Serving(make_app(hall, clock=hall.seconds)) as serving,
        opened(engine, serving.url, standing=True, quiet=True) as page,
    ):
        assert shown(page) == "10:00"
        page.clock.run_for(1500)
        assert shown(page) == "8:30"


def test_a_part_that_is_fetched_sets_the_clocks_by_the_halls_time(engine, hall, serving):
    hall.set(table(1, match(clocks=(clock(600_000, running=True), clock()))))
    with opened(engine, serving.url, standing=True) as page:
        expect(page.locator("[data-live]")).to_have_text("Live")
        # the page's clock stands, so what goes on is the hall's time as the fetched part tells it
        hall.passed = 42
        hall.set(table(2, match()))
        expect(card(page, 1).locator(".digits").first).to_have_text("9:18")


def test_the_page_recovers_when_the_server_comes_back(engine, hall, settings):
    first = Serving(make_app(hall, settings=settings))
    first.start()
    with opened(engine, first.url) as page:
        expect(page.locator("[data-live]")).to_have_text("Live")
        first.stop()
        expect(page.locator("[data-live]")).to_have_text("Connection lost, trying again")
        hall.set(table(1, match(score=(5, 5))))
        with Serving(make_app(hall, settings=settings), port=port(first)):
            expect(page.locator("[data-live]")).to_have_text("Live")
            expect(card(page, 1).locator(".score").first).to_have_text("5")
            page.complaints.clear()  # the browser complained about the lost connection, as it should


def port(serving):
    """Return the port at which an application is served."""
    return int(serving.url.rpartition(":")[2])


def test_behind_a_proxy_that_fell_silent_clocks_stand_and_the_page_says_so(engine, hall, serving):
    hall.set(table(1, match(clocks=(clock(600_000, running=True), clock()))))
    with (
        SilentProxy(port(serving)) as proxy,
        opened(engine, proxy.url, standing=True) as page,
    ):
        live = page.locator("[data-live]")
        expect(live).to_have_text("Live")
        proxy.silent = True
        # events that the proxy had passed on arrive before the ten seconds are counted
        page.wait_for_timeout(500)
        page.clock.run_for(10_000)
        expect(live).to_have_text("Last heard 10 s ago, trying again")
        stopped = shown(page)
        page.clock.run_for(5_000)
        assert shown(page) == stopped
        expect(live).to_have_text("Last heard 15 s ago, trying again")
        hall.passed = 42
        proxy.cut()
        proxy.silent = False
        page.clock.run_for(6_000)
        expect(live).to_have_text("Live")
        # behind the fetched time the page's clock may have gone on for the rest of the six seconds
        expect(card(page, 1).locator(".digits").first).to_have_text(re.compile("9:1[2-8]"))
        page.complaints.clear()  # the browser complained about the connections that were cut


def test_a_computer_that_slept_asks_again_for_all(engine, hall, serving):
    hall.set(table(1, match(clocks=(clock(600_000, running=True), clock()))))
    with opened(engine, serving.url, standing=True) as page:
        expect(page.locator("[data-live]")).to_have_text("Live")
        hall.passed = 300
        page.clock.fast_forward(3_600_000)
        expect(page.locator("[data-live]")).to_have_text("Live")
        expect(card(page, 1).locator(".digits").first).to_have_text("5:00")


def test_a_host_that_comes_back_elsewhere_is_found_behind_the_same_address(engine, hall, serving):
    with SilentProxy(port(serving)) as proxy, opened(engine, proxy.url) as page:
        expect(page.locator("[data-live]")).to_have_text("Live")
        hall.set(table(1, match(score=(5, 5))))
        with Serving(make_app(hall)) as moved:
            proxy.port = port(moved)
            proxy.cut()
            page.evaluate("window.mine = true")
            expect(card(page, 1).locator(".score").first).to_have_text("5")
            expect(page.locator("[data-live]")).to_have_text("Live")
            assert page.evaluate("window.mine")
            page.complaints.clear()  # the browser complained about the lost connection, as it should


def test_a_key_is_tapped_and_the_display_answers(engine, hall, serving, pictures):
    with opened(engine, serving.url, standing=True) as page:
        sign_in(page, serving.url, f"/tables/{UID}")
        picture = page.locator("[data-screen]")
        before = picture.get_attribute("src")

        def answer(uid, key, held=False):
            hall.pressed.append((uid, key, held))
            hall.set(hall.laid[uid].table, screen=bytes([255 if key == "5" else 85]) * 1024)

        hall.boards.press = answer

        def pressed(count):
            # one key after the other: each is a request of its own
            until(lambda: page.wait_for_timeout(20) or len(hall.pressed) == count)

        page.get_by_role("button", name="Key 5").click()
        expect(picture).not_to_have_attribute("src", before)
        until(lambda: page.evaluate("document.querySelector('[data-screen]').complete"))
        lit = """() => { const image = document.querySelector('[data-screen]');
            const canvas = Object.assign(document.createElement('canvas'), {width: 128, height: 64});
            const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0);
            return [...pen.getImageData(64, 32, 1, 1).data]; }"""
        assert page.evaluate(lit)[:3] == [206, 236, 255]
        # a finger that stays sends a held key, once
        page.get_by_role("button", name="Key star").hover()
        page.mouse.down()
        page.clock.run_for(800)
        page.mouse.up()
        pressed(2)
        page.get_by_role("button", name="Left button").click()
        pressed(3)
        # and without a pointer: the box, then the key
        page.get_by_label("Hold the key down").check()
        page.get_by_role("button", name="Key hash").press("Enter")
        expect(page.get_by_label("Hold the key down")).not_to_be_checked()
        pressed(4)
        assert hall.pressed == [(UID, "5", False), (UID, "*", True), (UID, "seat0", False), (UID, "#", True)]
        page.screenshot(path=pictures / "table-keys.png", full_page=True)


def test_a_refused_key_is_said(engine, hall, serving):
    with opened(engine, serving.url) as page:
        sign_in(page, serving.url, f"/tables/{UID}")
        hall.refuses = "Table 1 has no power: switch it on."
        page.get_by_role("button", name="Key 5").click()
        expect(page.get_by_role("alert")).to_have_text(hall.refuses)
        page.complaints.clear()  # the browser notes the refusal's status


@sample.scenario("tables without a script")
def test_without_a_script_all_works(engine, hall, serving):
    with opened(engine, serving.url, java_script_enabled=False) as page:
        expect(card(page, 1).locator(".score").first).to_have_text("4")
        sign_in(page, serving.url, f"/tables/{UID}")
        with page.expect_navigation(url=f"**/tables/{UID}#keys"):
            page.get_by_role("button", name="Key 5").click()
        page.get_by_label("Hold the key down").check()
        with page.expect_navigation(url=f"**/tables/{UID}#keys"):
            page.get_by_role("button", name="Key star").click()
        assert [pressed[1:3] for pressed in hall.pressed] == [("5", False), ("*", True)]
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@sample.scenario("tables by keyboard")
def test_everything_is_reached_by_keyboard(engine, serving):
    with opened(engine, serving.url) as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the content")).to_be_focused()
        pages = ("Tables", "Events", "Rankings", "TARA", "Referee", "Dice")
        for name in ("Tablekeeper", *pages, "Sign in", "On now", "Next", "The events"):
            page.keyboard.press("Tab")
            expect(page.get_by_role("link", name=name, exact=True)).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_label("Find a player")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Table 1")).to_be_focused()
        outline = "getComputedStyle(document.activeElement).outlineWidth"
        assert page.evaluate(outline) == "3px"
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Table 1")


LOOKS = {
    "hall-light": ("/", WALL, "light"),
    "hall-dark": ("/", WALL, "dark"),
    "hall-phone": ("/", PHONE, "light"),
    "table-dark": (f"/tables/{UID}", WALL, "dark"),
    "table-phone": (f"/tables/{UID}", PHONE, "dark"),
    "race-phone": (f"/tables/{table(9).uid}", PHONE, "light"),
    "clock-wall": (f"/tables/{table(11).uid}", WALL, "dark"),
    "not-found": ("/nowhere", WALL, "light"),
}


@pytest.fixture(scope="module")
def full_serving(tmp_path_factory):
    """The full hall, served for all looks."""
    accounts = accounts_in(tmp_path_factory.mktemp("full"))
    settings = Settings(accounts=accounts, login_key="look", lan=("192.168.7.9",))
    with Serving(make_app(full_hall(), settings=settings)) as serving:
        yield serving


@pytest.fixture(scope="module")
def directors_state(running_chromium, full_serving):
    """The cookies of a signed-in director."""
    context = running_chromium.new_context()
    context.new_page().goto(f"{full_serving.url}/login?key=look")
    state = context.storage_state()
    context.close()
    return state


#: states that no real hall has at once; `test_access.py` walks all pages
@sample.scenario("tables on every screen")
@pytest.mark.parametrize("look", sample.drawn(tuple(LOOKS), of=8))
def test_everybody_can_use_it_on_every_screen(engine, full_serving, directors_state, pictures, look):
    path, size, scheme = LOOKS[look]
    state = directors_state if path.startswith("/tables") else None
    options = {"viewport": size, "color_scheme": scheme, "storage_state": state}
    with opened(engine, full_serving.url + path, **options) as page:
        if page.locator("[data-live]").count():
            expect(page.locator("[data-live]")).to_have_text("Live")
        page.screenshot(path=pictures / f"{look}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        found = Axe().run(page, options=BRIEFLY).response
        assert len(found["passes"]) > 10  # it really looked
        broken = found["violations"]
        assert [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in broken] == []
        page.complaints[:] = [text for text in page.complaints if "404" not in text]


def test_touch_targets_are_large_enough(engine, full_serving, directors_state):
    options = {"viewport": PHONE, "storage_state": directors_state, "has_touch": True}
    with opened(engine, f"{full_serving.url}/tables/{UID}", **options) as page:
        expect(page.locator("[data-keys] button").first).to_be_visible()
        sizes = page.locator("[data-keys] button").evaluate_all(SIZES)
        assert min(map(min, sizes)) >= 44


def test_the_page_fills_from_the_details_it_was_given():
    """The hand-set hall's tables have something of everything that the pages show."""
    one = detail(table(1, match()))
    assert one.games
    assert any(throw.undone for throw in one.dice)
    assert {record.state for record in one.records} == {"counted", "undone", "stray"}
