"""The draw's page: a picture and a seed to look at, drawn again, entered when it is accepted."""

import re

import pytest

from tests.guards import sample
from tests.startedevent import entered_event
from tests.web.conftest import directed, sign_in_at, text_of
from tests.web.test_event_set_up import check, main

serving = directed
FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def cup(director):
    return entered_event(director.events, FOUR, "Cup", "knockout", {"length": 5})


def test_a_draw_is_shown_with_its_seed_and_nothing_is_entered(signed, director, cup):
    path = f"/events/{cup}/draw"
    before = director.events.export(cup)
    seen = signed.submit(path, what="see")
    assert seen.status_code == 303
    found = re.fullmatch(rf"{path}\?seed=(\d+)", seen.headers["location"])
    shown = main(signed.get(seen.headers["location"]))
    assert f"<dd>{found[1]}. With the same players" in shown
    assert shown.count("<svg ") == 1
    assert "What is played first (2)" in shown
    assert director.events.export(cup) == before
    # a draw by chance is another one each time
    assert signed.submit(path, what="see").headers["location"] != seen.headers["location"]


def test_the_draw_that_was_looked_at_is_the_one_that_is_entered(signed, director, cup):
    path = f"/events/{cup}/draw"
    shown = main(signed.get(f"{path}?seed=9"))
    assert 'name="seed" value="9"' in shown
    pairs = re.findall(r"<li>(.*?)</li>", shown)
    assert signed.submit(path, what="draw", seed="9").headers["location"] == path
    assert director.events.get(cup).options["seed"] == 9
    stands = main(signed.get(path))
    assert "The draw that counts" in stands
    assert re.findall(r"<li>(.*?)</li>", stands) == pairs
    assert signed.submit(path, f"/events/{cup}", what="start").status_code == 303


def test_groups_are_drawn_and_told(signed, director):
    event = entered_event(director.events, FOUR, "Tourney", "ttt")
    path = f"/events/{event}/draw"
    assert 'name="field-groups"' in signed.get(path).text
    seen = signed.submit(path, what="see", seed="3", **{"field-groups": "2"})
    assert seen.headers["location"] == f"{path}?seed=3&field-groups=2"
    shown = main(signed.get(seen.headers["location"]))
    assert 'type="hidden" name="field-groups" value="2"' in shown
    groups = director.events.draws.preview(event, 3, {"groups": 2}).drawn["groups"]
    assert " | ".join(", ".join(group) for group in groups) in shown
    signed.submit(path, what="draw", seed="3", **{"field-groups": "2"})
    assert director.events.get(event).options["groups"] == groups
    # players who come later stand in no group: the draw counts no more
    director.events.enter(event, ["Eve"])
    assert "The draw that counts" not in signed.get(path).text
    refused = text_of(signed.submit(path, what="see", **{"field-groups": "many"}), 409)
    assert 'name="field-groups" aria-invalid="true"' in refused


def test_another_draw_of_a_running_event_asks_first(signed, director, cup):
    path = f"/events/{cup}/draw"
    director.events.draw(cup, 9)
    director.events.start(cup)
    assert "this would replace the draw that is played" in signed.get(f"{path}?seed=8").text
    asked = signed.submit(f"{path}?seed=8", path, what="draw", seed="8")
    assert "Replace the draw by draw 2?" in asked.text
    assert f'action="{path}"' in asked.text
    assert director.events.get(cup).draw == 1
    assert signed.submit(path, what="draw", seed="8", new_draw="1").status_code == 303
    assert director.events.get(cup).draw == 2


def test_what_leaves_nothing_to_chance_says_so(signed, director):
    event = director.events.new("Robin", "round-robin")
    assert "nothing is left to a draw" in signed.get(f"/events/{event}/draw").text
    assert signed.submit(f"/events/{event}/players", f"/events/{event}/draw", what="see").status_code == 409


def test_a_draw_without_players_says_why_not(signed, director):
    event = director.events.new("Cup", "knockout")
    path = f"/events/{event}/draw"
    refused = signed.submit(path, what="see")
    assert (refused.status_code, "needs 2 players or more" in refused.text) == (409, True)
    assert signed.get(f"{path}?seed=9").status_code == 409


@pytest.mark.parametrize("seed", ["x", "-1", "9" * 30])
def test_a_wrong_seed_is_refused(signed, cup, seed):
    path = f"/events/{cup}/draw"
    assert signed.get(path, params={"seed": seed}).status_code == 404
    assert f'value="{seed}" aria-invalid="true"' in text_of(signed.submit(path, what="see", seed=seed), 409)


def test_only_the_director_draws(browser, cup):
    assert browser.get(f"/events/{cup}/draw").status_code == 401
    browser.sign_in(name="scorer")
    assert browser.get(f"/events/{cup}/draw").status_code == 403


def test_what_is_no_page_and_no_action(signed, cup):
    assert signed.get("/events/77/draw").status_code == 404
    assert signed.submit(f"/events/{cup}/draw", what="dance").status_code == 400


@sample.scenario("a draw in a browser")
@pytest.mark.chromium
def test_a_director_draws_in_the_browser(engine, serving, director, cup, pictures):
    page = engine.new_page(viewport={"width": 390, "height": 844})
    sign_in_at(page, serving.url, f"/events/{cup}/draw")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="Draw again").click()
    page.get_by_role("button", name="Use this draw").wait_for()
    check(page, pictures / "event-draw.png")
    page.get_by_role("button", name="Use this draw").click()
    page.get_by_role("button", name="Start the event").click()
    page.get_by_role("heading", name="Cup").wait_for()
    assert director.events.get(cup).phase == "running"
