"""Whole events in a browser, from an empty database: no name of a match is typed, and no JSON.

Half of the tables have virtual boards behind a real `serve`, which is killed in the middle; at the others the
director enters the results. Clicks and keys are counted: docs/director.md tells them.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.cli.conftest import command, home, start  # noqa: F401
from tests.cli.evening import circle, evening  # noqa: F401
from tests.patience import until
from tests.web.eveninghand import Hand, check_end, check_steps, enter, new_event, seat, sign_in, undo

pytestmark = pytest.mark.chromium

NAMES = "Ann Bob Cid Dan Eve Finn Gus Hana Ida Jon Kim Leo Mia Ned".split()


def rows(page, button):
    """Return the players of the desk's rows that have a button."""
    names = [one.inner_text() for one in page.get_by_role("link", name=re.compile(f"^{button} .* v ")).all()]
    return [tuple(re.search(r"(\w+) v (\w+)", name).groups()) for name in names]


def by_hand(hand, pair):
    """Enter that the first of the alphabet wins, to one point: a click, a key, a click."""
    hand.step("a result by hand")
    one, other = pair
    hand.click("link", re.compile(rf"^Result .*{one} v {other}"))
    hand.type("1")
    hand.click("button", f"{min(pair)} wins", within=hand.page.locator("#result"))


def wait_for_boards(hall):
    """Wait until no match is at a board any more."""
    until(lambda: not at_boards(hall), lambda: hall.type("event next Cup"))


def at_boards(hall):
    """Return whether a match that is still to be played was set up at a board."""
    history = hall.type("event history Cup")
    seated = {frozenset(pair) for pair in re.findall(r"set up for match \S+: (\w+) v (\w+)", history)}
    return seated & {frozenset(pairing.players()) for pairing in hall.next("Cup")}


def test_a_knockout_from_an_empty_database(evening, engine, repository, request):  # noqa: F811
    hall = evening(4, min)
    hall.boards.playing.clear()
    hand = Hand(engine)
    page, url = hand.page, sign_in(hand, hall)
    changed = {
        "Points of a match, per round": "3",
        "Points in the Consolation, per round": "3",
        "Free places kept open for late arrivals": "2",
    }
    new_event(hand, "Backgammon knockout, 16 players", "Cup", changed)
    enter(hand, NAMES)
    hand.step("draw and start")
    hand.click("link", "Draw")
    hand.type("7", "Seed")
    hand.click("button", "Draw")
    hand.click("button", "Use this draw")
    hand.click("button", "Start the event")
    hand.step("seating a round")
    page.goto(f"{url}/events/1")
    seat(hand)
    # two come late
    for name in ("Ola", "Pia"):
        hand.step("a late arrival")
        hand.click("link", "Players")
        hand.type(name, "Name; ")
        hand.click("button", "Enter", nth=0)
    # a ruling at a board: the ladder's first step, then its second one
    for _ in range(2):
        page.goto(f"{url}/events/1")
        hand.step("a ruling")
        hand.click("link", re.compile("^Ruling .* v "))
        hand.click("button", re.compile("^slow play"))
    page.wait_for_load_state()
    said = hall.type("ruling list")
    slow = re.search(r"(\w+): slow play, offence 2; (\w+) gets 1 point", said)
    assert slow, said
    # the appeal
    hand.step("the committee, once")
    page.goto(f"{url}/rulings")
    hand.clear(re.compile("member", re.I), "\n".join(["Leo", "Mia", "Ned"]))
    hand.click("button", "Name the committee")
    hand.step("an appeal")
    hand.unfold("Appeal")
    hand.click("button", f"{slow[1]} appeals")
    for who in ("Director", "Leo", "Mia"):
        page.get_by_role("row", name=who).get_by_label("uphold").check()
        hand._count(1, 0)
    for who in slow.groups():
        page.get_by_label(who, exact=True).check()
        hand._count(1, 0)
    hand.click("button", "Enter the votes")
    hall.until_said("appeal list", ": uphold")
    # the host dies while four matches are played, and comes back on another port
    before = hall.type("event history Cup")
    hall.boards.playing.set()
    hall.restart()
    assert hall.type("event history Cup").startswith(before)
    url = sign_in(hand, hall)
    wait_for_boards(hall)
    # one goes home
    hand.step("a withdrawal")
    page.goto(f"{url}/events/1")
    hand.click("link", "Players")
    hand.click("button", "Withdraw Leo")
    hand.click("button", "Withdraw Leo")
    # a wrong result is found when others have played on: it is undone, and entered again
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Mia", "Pia"))
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Ned", "Ola"))
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Mia", "Cid"))
    hand.step("undo of an earlier result")
    page.goto(f"{url}/events/1")
    undo(hand, "Ned v Ola, winner Ned")
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Ned", "Ola"))
    # to the end: what is free is seated at the boards, the rest is entered
    while hall.next("Cup"):
        page.goto(f"{url}/events/1")
        if page.get_by_role("link", name="Seat the round").count():
            seat(hand)
        page.goto(f"{url}/events/1")
        for pair in rows(page, "Seat"):
            page.goto(f"{url}/events/1")
            by_hand(hand, pair)
        wait_for_boards(hall)
    hand.step("the end")
    page.goto(f"{url}/events/1")
    hand.click("button", "Finish the event")
    expect(page.locator("main")).to_contain_text("Finished")
    assert check_end(hand, hall, "Cup")["winner"] == "Ann"
    check_steps(hand, "knockout", repository, request)
