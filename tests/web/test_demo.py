"""`tablekeeper demo` as a person meets it: start it, open the page, watch a score change, press a key.

The README's picture of the hall is made here; `--renew-golden` puts a fresh one into docs/pictures.
"""

import functools
import re
import signal
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.guards import sample
from tests.patience import PATIENCE_S, until

pytestmark = pytest.mark.chromium


@pytest.fixture
def demo(tmp_path):
    """A running demo: (address of the hall, the director's link)."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tablekeeper", "demo", "--port", "0", "--speed", "40", "--tables", "5"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    said, found = "", None
    # other lines may come between: what a slow machine is told
    while not (found := re.search(r"(http://\S+/)\s(?s:.*)(http://\S+key=\S+)\s", said)):
        line = process.stderr.readline()
        assert line, f"the demo ended: {said}"
        said += line
    yield found.groups()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "closed" in err
    assert list(tmp_path.iterdir()) == []


@sample.scenario("a demo in a browser")
def test_the_hall_lives_and_the_free_table_obeys(demo, engine, pictures, repository, request):
    hall, link = demo
    page = engine.new_page(viewport={"width": 1280, "height": 900})
    page.goto(hall)
    page.evaluate("window.mine = true")
    scores = page.locator("[data-score]")
    expect(scores.first).to_be_visible()
    before = _scores(page)
    until(lambda: page.wait_for_timeout(200) or _scores(page) != before, "no score changed")
    assert page.evaluate("window.mine"), "the page was loaded again"
    renewed = request.config.getoption("--renew-golden")
    if renewed:
        # for the picture: some more of the matches
        page.wait_for_timeout(4000)
    page.screenshot(path=pictures / "hall.png")

    page.goto(link)
    page.goto(hall)
    page.get_by_role("link", name="Free table").click()
    shown = page.locator("[data-screen]")
    expect(shown).to_have_attribute("src", re.compile("screen.png"))
    for key in ("#", "1", "7", "#", "1"):
        old = _picture(page)
        # without a pointer, whose taps become holds on a busy machine
        page.locator(f"button[value='{key}']").press("Enter")
        answered = functools.partial(_answered, page, old)
        until(answered, f"the display did not answer to {key}")
    expect(page.locator("#match")).to_contain_text("Match to 7")
    page.wait_for_timeout(500)
    page.screenshot(path=pictures / "table.png")
    if renewed:
        kept = repository / "docs" / "pictures"
        for name in ("hall.png", "table.png"):
            (kept / name).write_bytes((pictures / name).read_bytes())


def _scores(page):
    return page.locator("[data-score]").evaluate_all("all => all.map(one => one.dataset.score)")


def _answered(page, old):
    page.wait_for_timeout(100)
    return _picture(page) != old


def _picture(page):
    return page.locator("[data-screen]").evaluate(
        """image => {
          const canvas = Object.assign(document.createElement('canvas'), {width: 128, height: 64});
          const pen = canvas.getContext('2d');
          pen.drawImage(image, 0, 0, 128, 64);
          return canvas.toDataURL();
        }"""
    )
