"""A league whose second of the table wins the final: every page, file and sheet says who has won."""

import re

import pytest

from tablekeeper.director.events.fees import USUAL
from tests.startedevent import started_event
from tests.web.conftest import Browser, text_of

#: Ann wins each game of the round-robin, Bob is second, Cid third
GAMES = ("4-0", "0-4", "4-1", "0-4", "4-2", "2-4")


@pytest.fixture
def league(room):
    """Play the league up to its final, and enter its fees."""
    events = room.director.events
    event = started_event(
        events, ["Ann", "Bob", "Cid"], "LP", "league-2t",
        {"playoffs": "top2", "final_to": 1, "positions": None},
    )  # fmt: skip
    for score in GAMES:
        following = events.get(event).answer.next[0]["players"]
        pawns = [int(part) for part in score.split("-")]
        first = following[pawns[1] > pawns[0]]
        events.result(event, {"players": following, "winner": first, "pawns": pawns})
    events.fees.plan(event, {**USUAL, "fee": "10", "places": ["60", "30", "10"]})
    return event


def words(answer):
    """Return the words of a page or a feed."""
    return " ".join(re.sub(r"<[^>]*>", " ", text_of(answer)).split())


def won(room, event, name):
    """Enter the winner of the final."""
    room.director.events.result(event, {"stage": "final", "players": ["Ann", "Bob"], "winner": name})


def prizes(room, event):
    """Return who gets what."""
    money = room.director.events.fees.money(event)
    return {one.player: str(one.amount) for one in money.sheet.prizes}


def test_the_winner_of_the_final_gets_the_first_prize(room, league):
    assert room.director.events.get(league).answer.provisional is False
    # the table is settled, the prizes are not
    assert room.director.events.fees.money(league).provisional
    won(room, league, "Bob")
    assert not room.director.events.fees.money(league).provisional
    assert prizes(room, league) == {"Bob": "18.00", "Ann": "9.00", "Cid": "3.00"}


def test_pages_files_and_sheets_say_the_final_places(room, room_pages, league):
    won(room, league, "Bob")
    with Browser(room_pages.url) as browser:
        browser.sign_in()
        player = words(browser.get(f"/events/{league}/players/2"))
        assert "1st of 3" in player
        for address in (f"/events/{league}", f"/events/{league}/print/standings"):
            page = words(browser.get(address))
            assert re.search(r"Final places .* 1 Bob 2 .* 2 Ann 1 .* 3 Cid 3", page), address
            # the table of the round-robins stays as it is
            assert re.search(r"1 Ann 4 0 .* 2 Bob 2 2 .* 3 Cid 0 4 ", page), address
        screen = words(browser.get("/fragments/screen/events"))
        assert screen.index("1 Bob") < screen.index("2 Ann") < screen.index("3 Cid")
        assert "LP: standings, provisional" not in screen
        room.director.events.finish(league)
        lines = browser.get(f"/events/{league}/standings.csv").text.splitlines()
        told = [line.split(",")[:3] for line in lines[1:]]
        assert told == [["1", "Bob", "2"], ["2", "Ann", "1"], ["3", "Cid", "3"]]
        feed = words(browser.get("/feed.atom"))
        assert "Bob wins. 1 Bob, 2 Ann, 3 Cid." in feed
        assert feed.count("1 Bob") == 2


def test_a_title_goes_to_the_winner_of_the_final(room, league):
    people = room.director.people
    ann, bob = people.enter(["Ann", "Bob"])
    won(room, league, "Bob")
    places = {
        person: room.director.statistics.player(person, people.book()).places[0].rank for person in (ann, bob)
    }
    assert places == {ann: 2, bob: 1}
