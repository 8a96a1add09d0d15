"""Players report the result of their match on their phones, and confirm each other's reports."""

import os
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablekeeper.accounts.account import card_day
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.web.links import card_path
from tests.startedevent import started_event
from tests.web.conftest import Browser, room_pages, text_of

serving = room_pages
PLAYERS = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def cup(room):
    """Two matches to 7 points at Table 1 and Table 2, which have no boards."""
    director = room.director
    director.tables.new((), 3)
    director.people.enter(PLAYERS)
    event = started_event(director.events, PLAYERS, "Cup", "knockout", {"length": 7, "seed": 3})
    director.seating.seat(event, director.seating.plan_round(event).places)
    return event


@pytest.fixture
def link(room, accounts):
    """Returns the address of a player's own link."""

    def found(name: str) -> str:
        number = room.director.people.book().find(name)
        return f"/link/{number}/{accounts.player_signature(number)}"

    return found


@pytest.fixture
def phone(serving, link):
    """Opens a phone with a player's own link."""
    with ExitStack() as stack:

        def opened(name: str) -> Browser:
            browser = stack.enter_context(Browser(serving.url))
            assert browser.get(link(name)).status_code == 303
            return browser

        yield opened


def pair(room, event):
    """Return the players of the match at Table 1, and its number."""
    [seated] = [one for one in room.director.claims.seated() if one.table.name == "Table 1"]
    return (*seated.row.players, {"event": event, "match": seated.match})


def words(answer, status=200):
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", text_of(answer, status)))


def results(room, event):
    return [(one.result["winner"], one.result["score"]) for one in room.director.events.get(event).entered]


def test_two_phones_report_and_confirm(room, cup, phone):
    one, other, match = pair(room, cup)
    ann, bob = phone(one), phone(other)
    assert f"You play at Table 1 against {other} now" in words(ann.get("/play"))
    said = {"is-score": "4", "winner": other}
    assert ann.submit("/play", what="report", **match, **said).status_code == 303
    seen = words(ann.get("/play"))
    assert f"You have reported: {other} wins 7-4 It counts when {other} confirms it" in seen
    seen = words(bob.get("/play"))
    assert f"{one} has reported: {other} wins 7-4 Yes, that is right" in seen
    claim = room.director.events.get(cup).claims[0].seq
    assert bob.submit("/play", what="agree", claim=claim, **match).status_code == 303
    assert results(room, cup) == [(other, [4, 7])]
    assert "You play at no table now." in words(bob.get("/play"))


def test_the_same_phone_does_not_confirm(room, cup, phone, link):
    one, other, match = pair(room, cup)
    ann = phone(one)
    ann.submit("/play", what="report", **match, **{"is-score": "4", "winner": one})
    ann.get(link(other))
    claim = room.director.events.get(cup).claims[0].seq
    answer = ann.submit("/play", what="agree", claim=claim, **match)
    assert f"{one} has reported this from the same device" in words(answer, 409)
    assert results(room, cup) == []


def test_a_wrong_input_is_shown_again(room, cup, phone):
    one, _, match = pair(room, cup)
    answer = phone(one).submit("/play", what="report", **match, winner=one)
    assert "Points of the loser: write a number." in words(answer, 409)


def test_who_may_not_come_here(room, cup, serving, phone):
    with Browser(serving.url) as stranger:
        assert "Open your own link, or scan the card on your table" in words(stranger.get("/play"), 401)
    with Browser(serving.url) as director:
        director.sign_in()
        assert director.get("/play").headers["location"] == "/"
    one, other, _ = pair(room, cup)
    ann = phone(one)
    token = ann.token("/play")
    # from another site, without the token, and with the token of another link
    assert ann.post("/play", data={"token": token, "what": "report"}).status_code == 403
    assert ann.post("/play", data={"what": "report"}, headers=ann.origin).status_code == 403
    foreign = phone(other).token("/play")
    assert ann.post("/play", data={"token": foreign, "what": "report"}, headers=ann.origin).status_code == 403


def test_a_phone_that_sends_all_the_time_waits(serving):
    with Browser(serving.url) as flood:
        found = {flood.post("/play", data={}).status_code for _ in range(80)}
    assert found == {403, 429}


def test_desk_shows_who_reports_what(room, cup, phone, serving):
    one, other, match = pair(room, cup)
    phone(one).submit("/play", what="report", **match, **{"is-score": "4", "winner": one})
    phone(other).submit("/play", what="report", **match, **{"is-score": "5", "winner": one})
    with Browser(serving.url) as director:
        director.sign_in()
        shown = words(director.get(f"/events/{cup}"))
        assert f"{one} reports: {one} wins 7-4" in shown
        assert f"{other} reports: {one} wins 7-5" in shown
        claims = room.director.events.get(cup).claims
        key = re.search(r"/events/1/matches/(A\d)", director.get(f"/events/{cup}").text)[1]
        director.submit(f"/events/{cup}/matches/{key}", what="confirm", claim=claims[1].seq)
    assert results(room, cup)[0][0] == one


@pytest.mark.chromium
def test_the_page_tells_by_itself_where_to_play(room, cup, serving, link, engine):
    one, other, _ = pair(room, cup)
    page = engine.new_page(viewport={"width": 390, "height": 844})
    page.goto(serving.url + link(other))
    page.get_by_role("link", name="Your match: report the result").click()
    expect(page.get_by_text(f"You play at Table 1 against {one} now")).to_be_visible()
    picture(page, "report")
    page.get_by_text("Tell the desk").click()
    picture(page, "desk")
    room.director.claims.report(cup, one, {"winner": one, "score": [7, 4]})
    yes = page.get_by_role("button", name="Yes, that is right")
    expect(yes).to_be_visible()
    picture(page, "confirm")
    yes.click()
    expect(page.get_by_text("You play at no table now.")).to_be_visible()
    assert results(room, cup) == [(one, [7, 4])]
    page.goto(serving.url + link(one))
    page.goto(serving.url + "/play")
    rest = [name for name in PLAYERS if name not in (one, other)]
    room.director.events.result(cup, {"match": "A2", "players": rest, "winner": rest[0], "score": [7, 0]})
    room.director.seating.seat(cup, room.director.seating.plan_round(cup).places)
    expect(page.get_by_text(f"against {rest[0]} now")).to_be_visible()


def keep(printed):
    """Keep a print for people in the folder that PICTURES names."""
    if folder := os.environ.get("PICTURES"):
        Path(folder, "cards.html").write_text(printed)


def picture(page, name):
    """Keep a picture for people in the folder that PICTURES names."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


# --- requests to the desk -----------------------------------------------------------------------


def test_a_player_asks_and_the_director_accepts_in_one_click(room, cup, phone, serving):
    one, _, _ = pair(room, cup)
    ann = phone(one)
    asked = ann.submit("/play", what="ask", ask="come", text="a die is missing")
    assert asked.status_code == 303
    assert f"{one} calls the director: a die is missing: waits for the desk" in words(ann.get("/play"))
    assert "waits for an answer" in words(ann.submit("/play", what="ask", ask="come", text="now"), 409)
    closed = ann.submit("/play", what="ask", ask="check-in", event=cup)
    assert "t be asked now, or waits" in words(closed, 409)
    with Browser(serving.url) as director:
        director.sign_in()
        assert f"{one} calls the director: a die is missing Accept Refuse" in words(director.get("/calls"))
        [request] = room.director.requests.waiting()
        assert director.submit("/calls", what="accept", request=request.seq).status_code == 303
        assert "waits for the director" in words(director.get("/calls"))
        again = director.submit("/calls", what="refuse", request=request.seq)
        assert f"There is no request {request.seq} that waits" in words(again, 409)
    assert "a die is missing: accepted" in words(ann.get("/play"))


# --- the cards of tables ------------------------------------------------------------------------


@pytest.fixture
def cards(room, cup, accounts):
    """Returns the paths of the links on new cards for today, by table."""
    return lambda day=None, names=("Table 1", "Table 2"): made(room, accounts, day, names)


def made(room, accounts, day=None, names=("Table 1", "Table 2")):
    day = day or card_day(wall_ms())
    found = {one.name: one for one in room.director.boards.listed() if one.name in names}
    accounts.new_cards({one.uid: one.name for one in found.values()}, day, by="director")
    return {name: card_path(accounts, one, day) for name, one in found.items()}


@pytest.fixture
def scanned(serving):
    """Opens a phone that has scanned a card."""
    with ExitStack() as stack:

        def opened(path: str) -> Browser:
            browser = stack.enter_context(Browser(serving.url))
            answer = browser.get(path)
            assert (answer.status_code, answer.headers["location"]) == (303, "/play")
            return browser

        yield opened


def test_a_card_opens_the_match_for_both_players(room, cup, cards, scanned):
    one, other, match = pair(room, cup)
    path = cards()["Table 1"]
    left, right = scanned(path), scanned(path)
    assert f"Table 1: {one} v {other}" in words(left.get("/play"))
    said = {"is-score": "4", "winner": one}
    assert "Say who you are" in words(left.submit("/play", what="report", **match, **said), 409)
    left.submit("/play", what="report", player=one, **match, **said)
    assert f"Reported from this phone for {one}: {one} wins 7-4" in words(left.get("/play"))
    claim = room.director.events.get(cup).claims[0].seq
    answer = left.submit("/play", what="agree", claim=claim, player=other, **match)
    assert "from the same device" in words(answer, 409)
    assert f"I am {other}: that is right" in words(right.get("/play"))
    assert right.submit("/play", what="agree", claim=claim, player=other, **match).status_code == 303
    assert results(room, cup) == [(one, [7, 4])]
    assert "Nobody plays at this table now." in words(right.get("/play"))
    assert "(by the table's card)" in room.director.events.get(cup).history[-1].text


def test_a_card_calls_the_director_to_its_table(room, cup, cards, scanned):
    phone = scanned(cards()["Table 1"])
    assert phone.submit("/play", what="ask", ask="come", text="which rule?").status_code == 303
    assert [one.told for one in room.director.requests.waiting()] == [
        "Table 1 calls the director: which rule?"
    ]
    assert "called to Table 1 already" in words(phone.submit("/play", what="ask", text="again"), 409)


def test_a_card_is_for_one_table_and_one_day_until_it_is_made_anew(room, cup, cards, scanned, serving):
    path, other = cards().values()
    phone = scanned(path)
    wrong = path.rpartition("/")[0] + "/" + other.rpartition("/")[2]
    yesterday = cards("2026-01-01")["Table 1"]
    with Browser(serving.url) as stranger:
        for one in (wrong, yesterday, path.replace("/card/", "/card/f")):
            assert "ask the director for another one" in words(stranger.get(one), 403)
    cards()
    # the session that the earlier card has opened has ended, too
    assert phone.get("/play").status_code == 401
    newest = cards()["Table 1"]
    phone = scanned(newest)
    room.director.boards.rename_all({newest.split("/")[2]: "Table 9"})
    assert phone.get("/play").status_code == 401


def test_who_prints_cards_ends_those_before(room, cup, cards, scanned, serving):
    phone = scanned(cards()["Table 1"])
    with Browser(serving.url) as director:
        director.sign_in()
        printed = text_of(director.submit("/tables", "/tables/cards", what="cards", day="today"))
        assert printed.count("<svg") == 3
        keep(printed)
        assert director.submit("/tables", "/tables/cards", what="cards", day="tomorrow").status_code == 200
    assert phone.get("/play").status_code == 401
