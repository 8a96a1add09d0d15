"""The whole line in a real browser: a key clicked on a page becomes a press on a board that runs the
firmware, a record in its memory, a frame on a serial port, a row in the store and a score on a page.
"""

import re

import pytest
from playwright.sync_api import expect

from tablekeeper.web import Serving, Settings, make_app
from tests.guards import sample
from tests.patience import until
from tests.web.live_hall import LiveHall

pytestmark = pytest.mark.chromium

PIXELS = """image => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 128, height: 64});
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, 128, 64);
  const data = pen.getImageData(0, 0, 128, 64).data;
  return Array.from({length: 128 * 64}, (_, place) => data[place * 4] > 100 ? 1 : 0);
}"""


def lit(screen):
    """Return a display's 1024 bytes as 0 and 1, row by row."""
    return [screen[y // 8 * 128 + x] >> y % 8 & 1 for y in range(64) for x in range(128)]


@pytest.fixture
def live(tmp_path):
    """A hall with one real match set up on its first table."""
    with LiveHall(tmp_path, boards=2) as hall:
        hall.director.matches.create(hall.uids[0], ("Ada Quist", "Bo Lindahl"), 3, "9m b12")
        first = hall.uids[0]
        until(lambda: hall.director.overview.table(first).table.match is not None, "the match did not arrive")
        yield hall


@sample.scenario("a game by clicking")
def test_a_game_played_by_clicking_is_seen_in_the_hall(live, engine, pictures):
    app = make_app(live.director, settings=Settings(login_key="demo"))
    uid = live.uids[0]
    with Serving(app) as serving:
        hall = engine.new_page()
        hall.goto(serving.url)
        hall.evaluate("window.mine = true")
        card = hall.locator(f"#t-{uid}")
        expect(card).to_contain_text("Ada Quist")

        table = engine.new_page(viewport={"width": 1600, "height": 1000})
        table.goto(f"{serving.url}/login?key=demo&next=/tables/{uid}")
        match = table.locator("#match")

        def click(*names):
            for name in names:
                # without a pointer, whose taps become holds on a busy machine; each is a request of its own
                with table.expect_response("**/keys"):
                    table.get_by_role("button", name=name).press("Enter")

        click("Key 6", "Key 3")
        expect(match).to_contain_text("Ada Quist to move")
        click("Right button")
        expect(match.locator(".clock").first).to_have_class("clock running")
        # the clock runs down in the browser
        first = match.locator(".digits").first.text_content()
        expect(match.locator(".digits").first).not_to_have_text(first)

        # the display on the page is the display on the table, pixel for pixel
        def same(since):
            # it goes on each second, and a picture of it takes a moment
            shown = table.locator("[data-screen]").evaluate(PIXELS)
            return shown in [lit(screen) for screen in live.shown[uid][since:]] or table.wait_for_timeout(20)

        since = len(live.shown[uid]) - 1
        until(lambda: same(since), "the page does not show the board's display")
        table.screenshot(path=pictures / "live-table.png", full_page=True)

        click("Left button")
        expect(match).to_contain_text("Bo Lindahl to roll")
        click("Key 9", "Key 2", "Left button")
        expect(match).to_contain_text("Bo Lindahl to confirm")
        expect(card.locator(".score").first).to_have_text("0")
        click("Right button")
        expect(match.locator(".score").first).to_have_text("2")
        expect(table.locator("#games")).to_contain_text("gammon")
        expect(card.locator(".score").first).to_have_text("2")
        expect(hall.locator("[data-announce]")).to_contain_text("Ada Quist 2, Bo Lindahl 0")
        assert hall.evaluate("window.mine")

        # a held star takes it back, though the game had ended
        star = table.get_by_role("button", name="Key star")
        star.hover()
        table.mouse.down()
        expect(star).to_have_class(re.compile("long"))
        table.mouse.up()
        expect(match).to_contain_text("Bo Lindahl to confirm")
        expect(table.locator("#records .undone").first).to_be_visible()
        since = len(live.shown[uid]) - 1
        until(lambda: same(since), "the page does not show the board's display")
        hall.screenshot(path=pictures / "live-hall.png", full_page=True)
