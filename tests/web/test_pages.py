"""What the pages show, and how they say no."""

import dataclasses
import inspect
import io
import re
from pathlib import Path

import pytest
from PIL import Image

import tablekeeper.web
from tablekeeper.web.png import screen_png
from tablekeeper.web.wording import hour
from tests.nonempty import nonempty
from tests.refusal import failure
from tests.web.conftest import text_of
from tests.web.hallwork import CALLS, KEYS, NOW, HandSet, clock, match, table

UID = table(1).uid


def test_the_hall_shows_every_table_without_a_script(browser):
    text = browser.get("/").text
    for wanted in (
        "Table 1", "Ada Quist", "Bo Lindahl", "Match to 7", "Game 3", "21m b12", "Ada Quist to move",
        "rolled 6-4", "cube at 2, Bo Lindahl has it", ">9:08<", "connected", "No match at this table",
    ):
        assert wanted in text


def test_a_table_page_shows_its_history(browser):
    text = browser.get(f"/tables/{UID}").text
    for wanted in (
        "gammon, cube 2",
        "single, conceded, cube 2",
        "4–0",
        "opening",
        "undone",
        "All 250 records",
        "Display of Table 1: Ada Quist 4, Bo Lindahl 2, match to 7; clocks 12:3",
        "and 9:08",
        "Sign in</a> to press the keys",
    ):
        assert wanted in text
    assert text.index(">250<") < text.index(">249<")
    assert ">210<" not in text


def test_problems_are_told(hall, browser):
    hall.set(table(1, match(), online=False, faults=("display",), problems=("Game 3 differs.",), strays=1))
    text = browser.get("/").text
    for wanted in ("Not working: display", "Game 3 differs.", "1 discarded record", "not heard since"):
        assert wanted in text


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"phase": "turn", "dice": None}, "Ada Quist to roll"),
        ({"phase": "doubled", "turn": 1}, "Bo Lindahl to answer the double to 4"),
        ({"phase": "result", "claim": "Ada Quist claims a gammon"}, "Ada Quist claims a gammon"),
        ({"paused": "fallen die"}, "Clock stopped: fallen die"),
        ({"phase": "over", "champion": 1}, "Bo Lindahl wins the match"),
        ({"phase": "opening", "turn": None, "dice": (3, 3)}, "Opening roll"),
        ({"phase": "ready", "turn": None, "game": 1}, "Not begun"),
        ({"phase": "ready", "turn": None, "game": 4}, "Game 4 has not begun"),
        ({"crawford": True, "cube": 1, "cube_owner": None}, "no cube in the Crawford game"),
        ({"length": 0}, "No limit"),
        ({"players": ("", " ")}, "Right"),
        ({"clocks": (clock(0, flagged=True), clock())}, ">flag<"),
        ({"clocks": (clock(59_000), clock())}, ">low<"),
        ({"clocks": (clock(300_000, running=True, delay=11_500), clock())}, ">delay 12<"),
        ({"clocks": (clock(0, method="none"), clock(0, method="none"))}, "no clock"),
    ],
)
def test_each_state_has_its_words(hall, browser, changes, wanted):
    hall.set(table(1, match(**changes)))
    assert wanted in browser.get("/").text
    assert browser.get(f"/tables/{UID}").status_code == 200


def test_the_log_has_pages(browser):
    first, second = (browser.get(f"/tables/{UID}/log?page={number}").text for number in (1, 2))
    assert ">250<" in first
    assert ">51<" in first
    assert ">50<" in second
    assert ">1<" in second
    assert "stray" in second
    assert f"unknown, {hour(NOW - 9_000_000)} to {hour(NOW - 80_000)}" in second
    for page in ("0", "3", "x", "-1", "²", "9" * 30):
        assert "pages 1 to 2" in text_of(browser.get(f"/tables/{UID}/log", params={"page": page}), 404)


@pytest.mark.parametrize(
    "path",
    [
        "/tables/nobody", "/fragments/tables/nobody", "/tables/nobody/screen.png", "/nowhere",
        "/tables/nobody/log", "/static/missing.css", "/static/../app.py",
    ],
)
def test_what_is_not_there_is_said(browser, path):
    assert "the hall shows every table" in text_of(browser.get(path), 404)
    assert browser.get(path, headers={"accept": "application/json"}).json()["error"].endswith(".")


def test_a_fragment_carries_the_halls_time_and_is_packed(browser, hall):
    answer = browser.get("/fragments/hall")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["hall-now"] == str(hall.now())
    # what is kept is handed out with the time that has passed since
    hall.passed = 0.75
    assert browser.get("/fragments/hall").headers["hall-now"] == str(NOW + 750)
    assert hall.halls_read == 1
    assert answer.headers["hall-rate"] == "1"
    plain = browser.get("/fragments/hall", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "Ada Quist" in plain.text


def test_a_hall_faster_than_life_says_so(browser, hall):
    hall.clock.rate = 60.0
    assert "Played 60 times as fast as life" in browser.get("/").text
    assert browser.get("/fragments/hall").headers["hall-rate"] == "60"


def test_a_hall_as_fast_as_it_goes_says_so(app, hall, browser):
    hall.clock.rate = float("inf")
    assert "Played as fast as it goes" in browser.get("/").text
    assert browser.get("/fragments/hall").headers["hall-rate"] == "0"


def test_one_rendering_serves_all_who_watch(browser, hall, serving):
    for _ in range(50):
        browser.get("/fragments/hall")
    assert hall.halls_read == 1
    hall.passed = 1.0
    browser.get("/fragments/hall")
    assert hall.halls_read == 2


def test_the_display_comes_pixel_for_pixel(browser, hall):
    answer = browser.get(f"/tables/{UID}/screen.png?r=1")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "no-store"
    picture = Image.open(io.BytesIO(answer.content))
    assert picture.size == (128, 64)
    screen = hall.laid[UID].screen
    lit = picture.convert("L").point(lambda value: 255 * (value > 128))
    for y in range(64):
        for x in range(128):
            assert bool(lit.getpixel((x, y))) == bool(screen[y // 8 * 128 + x] >> y % 8 & 1)


@pytest.mark.parametrize("size", [0, 1023, 1025])
def test_a_screen_of_another_size_is_no_screen(size):
    assert "1024 bytes" in failure(ValueError, screen_png, bytes(size))


def test_a_display_not_seen_yet_is_said(browser, hall):
    hall.laid[UID] = dataclasses.replace(hall.laid[UID], screen=None)
    assert "not been seen yet" in text_of(browser.get(f"/tables/{UID}/screen.png"), 404)
    assert "not seen yet" in browser.get(f"/tables/{UID}").text


def test_keys_that_are_not_there_are_refused(browser, hall):
    browser.sign_in()
    form = {"token": browser.token(f"/tables/{UID}")}
    headers = browser.origin | {"accept": "application/json"}
    for key in ("A", "", "55", "<b>"):
        answer = browser.post(f"/tables/{UID}/keys", data=form | {"key": key}, headers=headers)
        assert (answer.status_code, answer.json()) == (
            409,
            {"error": f"Table 1 has no key '{key}' to press from here."},
        )
    hall.refuses = "Table 1 has no power: switch it on."
    answer = browser.post(f"/tables/{UID}/keys", data=form | {"key": "5"}, headers=headers)
    assert (answer.status_code, answer.json()) == (409, {"error": hall.refuses})
    assert browser.post("/tables/nobody/keys", data=form | {"key": "5"}, headers=headers).status_code == 404
    assert hall.pressed == []
    assert set(KEYS) == set(hall.table(UID).keys)


def test_a_real_board_has_no_keys_here(browser, hall):
    hall.set(table(1, match(), virtual=False))
    browser.sign_in()
    assert "data-keys" not in browser.get(f"/tables/{UID}").text


def test_static_files_are_kept_by_their_edition(browser):
    text = browser.get("/").text
    start = text.index("/static/hall.css?")
    address = text[start : text.index('"', start)]
    assert "immutable" in browser.get(address).headers["cache-control"]
    assert browser.get("/static/hall.css").headers["cache-control"] == "no-cache"


def test_no_page_asks_another_server(browser):
    browser.sign_in()
    for path in ("/", f"/tables/{UID}", f"/tables/{UID}/log", "/static/hall.css", "/static/hall.js"):
        text = browser.get(path).text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "style=" not in text  # the policy forbids inline styles


def test_an_empty_hall_says_what_to_do(hall, browser):
    hall.laid.clear()
    assert "connect a board by USB" in browser.get("/").text


def test_the_ruling_committee_is_shown_to_everybody(hall, browser):
    assert "Ruling committee" not in browser.get("/").text
    hall.members = ("Eve", "Finn", "<Gus>")
    assert "Ruling committee: Eve, Finn, &lt;Gus&gt;" in browser.get("/").text


def test_the_double_speaks_the_directors_language():
    """The calls of the hand-set hall are those of the real one, but for who acts."""
    for real, calls in nonempty(CALLS.values()):
        for name, own in nonempty(calls.items()):
            expected = [one for one in inspect.signature(getattr(real, name)).parameters if one != "actor"]
            stands = [one for one in inspect.signature(getattr(HandSet, own)).parameters if one != "actor"]
            assert stands == expected, name


def test_no_template_writes_attributes_out_of_a_text():
    # what stands in {{ }} is escaped: its quotes would become part of the value, and end nothing
    folder = Path(tablekeeper.web.__file__).parent / "templates"
    found = [
        f"{page.name}:{number}"
        for page in sorted(folder.glob("*.html"))
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if re.search(r"""\{\{[^}]*' [a-z-]+=["']""", line)
    ]
    assert not found


@pytest.mark.turns(4)
@pytest.mark.parametrize("number", ["9" * 10, "9" * 25, "9" * 5000, "-1", "1e9"])
@pytest.mark.parametrize(
    "path", ["/events/{}", "/fragments/events/{}", "/events/{}/standings.csv", "/players/{}",
             "/players/{}/elo.svg", "/fragments/players/{}", "/people/{}", "/entries/{}"]
)  # fmt: skip
def test_a_number_of_many_digits_leads_to_no_page(browser, path, number):
    assert "There is no page here" in text_of(browser.get(path.format(number)), 404)
