"""The overlay for video software: a table alone, on nothing, in the sizes and colours of its address."""

import re

import pytest
from playwright.sync_api import expect

from tablekeeper.web.errors import HttpError
from tablekeeper.web.overlaypage import style
from tests.web.conftest import text_of
from tests.web.hallwork import clock, match, race, table
from tests.web.test_browser import opened

UID = table(1).uid


def test_the_style_follows_the_address():
    assert style({}) == (
        ":root { --ground: #101814e6; --ink: #ffffff; --accent: #8fd6b6; --alarm: #ff9a8d; --size: 32px; "
        "--corner: end start; }\n"
    )
    assert "--ground: #0008;" not in style({"ground": "000"})
    changed = style({"ground": "#000000CC", "size": "48", "corner": "top-right"})
    assert "--ground: #000000cc;" in changed
    assert "--size: 48px; --corner: start end;" in changed


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"ink": "red; } body { display: none"}, "ink: write a colour as 3, 6 or 8 hex digits, like ffcc00."),
        ({"ink": "12345"}, "ink: write a colour as 3, 6 or 8 hex digits, like ffcc00."),
        ({"size": "8"}, "size: write the height of the letters in pixels, 12 to 120."),
        ({"size": "٣٢"}, "size: write the height of the letters in pixels, 12 to 120."),
        ({"corner": "middle"}, "corner: choose one of bottom-left, bottom-right, top-left, top-right."),
    ],
)
def test_a_mistake_in_the_address_is_told(browser, parameters, sentence):
    with pytest.raises(HttpError, match=re.escape(sentence)):
        style(parameters)
    for path in (f"/overlay/{UID}", "/overlay/style.css"):
        assert sentence in text_of(browser.get(path, params=parameters), 400)


def test_an_unknown_table_has_no_overlay(browser):
    assert browser.get("/overlay/ff").status_code == 404
    assert browser.get("/fragments/overlay/ff").status_code == 404


def test_a_free_table_shows_nothing(hall, browser):
    hall.set(table(1))
    assert "<table" not in browser.get(f"/overlay/{UID}").text


def test_the_overlay_follows_its_table_on_a_transparent_page(engine, hall, serving, pictures):
    hall.set(table(1, match(clocks=(clock(48_000, running=True), clock(548_000)))))
    address = f"{serving.url}/overlay/{UID}?size=40&corner=top-left&accent=ffcc00"
    with opened(engine, address, viewport={"width": 1280, "height": 720}) as page:
        expect(page.get_by_role("row")).to_have_count(2)
        colour = "getComputedStyle(document.querySelector('.turn th')).borderLeftColor"
        assert page.evaluate(colour) == "rgb(255, 204, 0)"
        # in one look: the part that is measured can be replaced at any moment
        box = page.evaluate("document.querySelector('#overlay').getBoundingClientRect().toJSON()")
        assert box["x"] < 60
        assert box["y"] < 60
        expect(page.locator("#overlay .clock").first).to_have_class("clock running low")
        page.screenshot(path=pictures / "overlay.png", omit_background=True)
        hall.set(table(1, match(score=(6, 2), game=4, phase="turn", dice=None)))
        expect(page.locator(".score").first).to_have_text("6")
        hall.set(table(1, race()))
        expect(page.get_by_role("row")).to_have_count(3)
        page.screenshot(path=pictures / "overlay-race.png", omit_background=True)
