"""Rulings at a table in a browser, from the event's page on: four clicks at most, and nothing is typed."""

import re

import pytest
from playwright.sync_api import expect

from tests.director.eventroom import first, started
from tests.director.test_lost_on_time import lose_on_time
from tests.guards import sample
from tests.web.conftest import room_pages
from tests.web.eveninghand import Hand, check_steps, vote
from tests.web.test_browser import sign_in

serving = room_pages
pytestmark = pytest.mark.chromium


@pytest.fixture
def event(room):
    """A knockout of four whose first match is played at a board, in its second turn."""
    event = started(room, "knockout", ["Ann", "Bob", "Cid", "Dan"])
    room.one = room.board("a")
    room.director.event_tables.play(event, first(room, event), room.one.uid, 7, "10m")
    room.deliver(room.one)
    room.one.begin(6, 1)
    room.one.turn()
    room.send(room.one)
    room.director.desk.act("committee", {"members": ["Eve", "Finn", "Gil"]})
    return event


def rulings(room):
    return list(room.director.desk.state().rulings.values())


@sample.scenario("rulings in four clicks")
def test_each_ruling_is_four_clicks_at_most(engine, serving, room, event, repository, request):
    hand = Hand(engine)
    page = hand.page
    sign_in(page, serving.url)

    def begin(step, way):
        page.goto(f"{serving.url}/events/{event}")
        hand.step(step)
        hand.click("link", re.compile("^Ruling .* v "))
        hand.click("link", way)

    begin("equipment", "Other equipment")
    hand.click("button", re.compile("^Decide"))
    assert rulings(room)[-1].kind == "equipment"
    begin("a spectator", "A spectator")
    page.get_by_label("What it is").select_option("leave")
    hand._count(1, 0)
    hand.click("button", re.compile("^Decide"))
    assert rulings(room)[-1].kind == "spectator"
    hand.step("an appeal raised")
    hand.unfold("Appeal")
    hand.click("button", re.compile("appeals$"), nth=0)
    [appeal] = room.director.desk.state().appeals.values()
    page.goto(f"{serving.url}/rulings")
    vote(hand, "Eve", "Finn")
    [appeal] = room.director.desk.state().appeals.values()
    assert (appeal.outcome, appeal.heard) == ("uphold", rulings(room)[-1].players)
    seat = room.one.sheet.turn
    lose_on_time(room, room.one, seat, confirmed=False)
    begin("a flag taken back", "Lost on time by mistake: let the match go on")
    hand.click("button", "Let the match go on")
    expect(page).to_have_url(f"{serving.url}/tables/{room.one.uid}")
    room.deliver(room.one)
    assert room.one.sheet.in_game()
    begin("a disqualification", re.compile("^Disqualify "))
    # what follows is shown above the causes
    expect(page.locator("main")).to_contain_text("is disqualified and loses the match")
    hand.click("button", "signals")
    assert rulings(room)[-1].effects[0].kind == "disqualification"
    assert room.director.events.get(event).withdrawn
    check_steps(hand, "docket of rulings", repository, request)
