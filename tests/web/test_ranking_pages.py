"""The pages of rankings, ratings and players and their files: for everybody, with published names only."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from datetime import date
from html import unescape

import pytest
from playwright.sync_api import expect

from tablekeeper import rankings
from tablekeeper.director.ranking.proposals import Edits
from tests.feeds.test_sheets import opened
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import started_event
from tests.web.conftest import directed

serving = directed
PHONE = {"width": 360, "height": 740}
TAG = "=Dan <b>"
KEYS = ("world", "double-threat", "medal", "fibs", "openskill")


def play(director, form, options, players, results, name, on, **edits):
    """Play an event to its end and let it count; return its number."""
    event = started_event(director.events, players, name, form, options)
    for result in results:
        director.events.result(event, result)
    director.events.finish(event)
    director.rankings.confirm(event, Edits(on=on, **edits))
    return event


def cup(director, winners, name, on, players=("Ann", "Bob", "Cid"), **edits):
    """A championship to as many wins as the last winner has."""
    results = [{"winner": winner} for winner in winners]
    options = {"first_to": winners.count(winners[-1])}
    return play(director, "championship", options, players, results, name, on, **edits)


def duel(one, other, won, lost):
    """A match that the first player wins."""
    return {"players": [one, other], "winner": one, "score": [won, lost]}


@pytest.fixture
def club(director):
    """A spring: two championships, a league, and match play."""
    cup(director, ["Ann", "Bob", "Ann"], "Spring & <i>", date(2026, 4, 5), level=2)
    cup(director, ["Bob", "Bob"], "May Championship", date(2026, 5, 10), ("Ann", "Bob", TAG), major=True)
    results = [duel("Ann", "Bob", 7, 3), duel("Cid", "Ann", 7, 5), duel("Cid", "Bob", 7, 0)]
    play(director, "round-robin", {"length": 7}, ["Ann", "Bob", "Cid"], results, "Open", date(2026, 5, 17))
    results = [duel("Ann", "Bob", 7, 6)]
    play(director, "round-robin", {"length": 7}, ["Ann", "Bob"], results, "Late Open", date(2026, 5, 24))
    return director


def text_of(page):
    """Return what a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def main_of(page):
    """Return what stands between the head and the foot of a page."""
    return page.partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize("key", KEYS)
def test_a_club_without_anything_has_its_pages(browser, key):
    page = browser.get(f"/rankings/{key}")
    assert page.status_code == 200
    assert "counts yet." in page.text
    for kind in ("csv", "json", "xlsx"):
        assert browser.get(f"/rankings/{key}.{kind}").status_code == 200


def test_the_world_rankings_by_hand(browser, club):
    page = browser.get("/rankings/world").text
    assert main_of(browser.get("/rankings").text) == main_of(page)
    told = text_of(page)
    # Ann 7 x 2 + 2 and 2, Bob 4 x 2 + 1 and 7 + 2, Cid 2 x 2, Dan 2
    for row in (
        "1 = as before Ann 18 16 2 0 1 TP 16 v 15",
        "2 = as before Bob 18 15 3 0 total 18 v 4",
        "3 = as before Cid 4 4 0 0 total 4 v 2",
        "4 new new =Dan <b> 2 2 0 0",
    ):
        assert row in told, told
    assert "Movement since 2026-04-05" in told
    assert "Ann before Bob by 1 TP 16 v 15" in told
    assert "<i>" not in page
    assert TAG not in page
    assert f'<a href="/players/{club.people.book().find("Ann")}">Ann</a>' in page
    assert page.count('<svg class="mark"') + page.count('role="img"') == 3
    assert "style=" not in page
    assert 'href="/rankings" aria-current="page"' in page
    assert 'href="/rankings/world" aria-current="page"' in page
    assert '<link rel="alternate" type="application/atom+xml"' in page
    assert browser.get("/fragments/rankings/world").text in page


def test_an_earlier_day_is_by_what_counted_then(browser, club):
    page = browser.get("/rankings/world?as-of=2026-04-30").text
    told = text_of(page)
    assert "World Rankings on 2026-04-30" in told
    assert "Bob" in told
    assert "=Dan" not in told
    assert "Movement" not in told
    assert "/rankings/world.csv?as-of=2026-04-30" in page
    # what is said on a day is what the same question to the club says
    answer = browser.get("/rankings/world.json?as-of=2026-04-30").json()
    assert answer == rankings.document(club.rankings.table("world", date(2026, 4, 30)))
    assert browser.get("/rankings/world?as-of=2025-01-01").text.count("No tournament counts yet.") >= 1
    for wrong in ("soon", "2026-13-01", "2026-04-30x"):
        assert browser.get(f"/rankings/world?as-of={wrong}").status_code == 400


def test_ratings_are_listed(browser, club):
    told = text_of(browser.get("/rankings/fibs").text)
    assert "4 results 3 players" in told
    assert "provisional" in told
    book = club.rankings.ratings("fibs")
    row = book.row(club.people.book().find("Ann"))
    assert f"{row.figures['rating']:.1f}" in told
    games = text_of(browser.get("/rankings/openskill").text)
    assert "5 results 4 players" in games
    assert "sigma" in games


def test_files_hold_the_whole_ranking(browser, club):
    answer = browser.get("/rankings/world.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == rankings.document(club.rankings.table("world"))
    table = browser.get("/rankings/world.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert table.headers["content-disposition"] == 'attachment; filename="world.csv"'
    rows = list(csv.DictReader(io.StringIO(table.text, newline="")))
    assert [row["Player"] for row in rows] == ["Ann", "Bob", "Cid", "'=Dan <b>"]
    assert [row["Total"] for row in rows] == [str(row["total"]) for row in answer.json()["rows"]]
    book = opened(browser.get("/rankings/world.xlsx").content)
    assert list(book) == ["World Rankings", "Tournaments"]
    assert [row["C"] for row in book["World Rankings"][1:]] == ["Ann", "Bob", "Cid", TAG]
    assert [row["B"] for row in book["Tournaments"][1:]] == ["Spring & <i>", "May Championship"]
    svg = browser.get("/rankings/world.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert ET.fromstring(svg.text).get("role") == "img"
    season = browser.get("/rankings/world.season.svg?as-of=2026-04-30").text
    assert "Spring &amp; &lt;i&gt;" in season
    assert "May Championship" not in season
    [head, *lines] = csv.reader(io.StringIO(browser.get("/rankings/fibs.csv").text, newline=""))
    assert head[:4] == ["Rank", "Rank before", "Player", "Rating"]
    assert len(lines) == 3
    assert {row["player"] for row in browser.get("/rankings/fibs.json").json()["rows"]} == {
        "Ann",
        "Bob",
        "Cid",
    }


def test_a_file_is_not_sent_twice(browser, club):
    for path in ("/feed.atom", "/rankings/world.json", "/rankings/world.xlsx", "/rankings/fibs.csv"):
        first = browser.get(path)
        again = browser.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    cup(club, ["Cid"], "June", date(2026, 6, 1))
    first = browser.get("/rankings/world.json")
    assert first.json()["window"][-1] == "June"


def test_what_is_not_there(browser, club):
    for path in (
        "/rankings/chess", "/rankings/world.pdf", "/rankings/fibs.svg",
        "/rankings/fibs.season.svg", "/rankings/chess.csv", "/players/99",
        "/players/0", "/players/ann", "/players/1/chess.svg", "/fragments/rankings/chess",
        "/fragments/players/99", "/events/99/standings.csv", "/events/1/standings.pdf",
    ):  # fmt: skip
        assert browser.get(path).status_code == 404, path
    for path in ("/rankings/world", "/players/1", "/feed.atom"):
        assert browser.post(path, headers=browser.origin).status_code == 405, path


def test_a_player_has_a_page(browser, club):
    book = club.people.book()
    page = browser.get(f"/players/{book.find('Ann')}").text
    told = text_of(page)
    assert "World Rankings : 1st of 4, 18 points" in told
    assert "Titles (1) Spring & <i> 2026-04-05" in told
    assert "2 tournaments 9.0 points a tournament" in told
    # of three matches one was lost; of five games of three, two were won, one of them by Bob thrice
    assert "4 won, 4 lost of 8 results" in told
    assert "1 won in a row now" in told
    assert "2026-05-24 Bob won 7 +" in told
    assert re.search(r"Bob 4 4 0 Cid 2 1 1", told) or "Against others" in told
    assert f'<a href="/players/{book.find("Bob")}">Bob</a>' in page
    assert "<i>" not in page
    assert page.count('role="img"') == 3
    assert browser.get(f"/players/{book.find('Ann')}/fibs.svg").headers["content-type"] == "image/svg+xml"
    assert browser.get(f"/fragments/players/{book.find('Ann')}").text in page
    assert "provisional" in text_of(browser.get(f"/players/{book.find(TAG)}").text)


def test_a_double_leads_to_the_person(browser, club):
    [double] = club.people.enter(["Annie"])
    cup(club, ["Annie"], "June", date(2026, 6, 1), ("Annie", "Bob", "Cid"))
    ann = club.people.book().find("Ann")
    assert browser.get(f"/players/{double}").status_code == 200
    club.people.merge(ann, double)
    answer = browser.get(f"/players/{double}")
    assert (answer.status_code, answer.headers["location"]) == (308, f"/players/{ann}")
    assert "Titles (2)" in browser.get(f"/players/{ann}").text
    assert "Annie" not in browser.get("/rankings/world.json").text


PUBLIC = [
    "/rankings", "/feed.atom", "/events/3/standings.csv", "/events/3/standings.xlsx",
    *(f"/rankings/{key}" for key in KEYS),
    *(f"/rankings/{key}.{kind}" for key in KEYS for kind in ("csv", "json", "xlsx")),
    *(f"/rankings/{key}.{kind}" for key in KEYS[:3] for kind in ("svg", "season.svg")),
]  # fmt: skip


def words_of(answer):
    """Return everything an answer says, out of a workbook's archive, too."""
    if answer.headers["content-type"].startswith("application/vnd"):
        return json.dumps(
            [list(map(str, row.values())) for rows in opened(answer.content).values() for row in rows]
        )
    return answer.text


@pytest.mark.turns(2)
@pytest.mark.parametrize("how", ["private", "removed"])
def test_who_wants_no_name_published_is_named_nowhere(browser, club, how):
    cid = club.people.book().find("Cid")
    before = {path: browser.get(path) for path in PUBLIC}
    assert sum("Cid" in words_of(answer) for answer in before.values()) >= 14
    ranks = browser.get("/rankings/medal.json").json()
    if how == "private":
        club.people.consent(cid, "private")
    else:
        club.removals.remove(cid)
    ann, bob = (club.people.book().find(name) for name in ("Ann", "Bob"))
    paths = [*PUBLIC, f"/players/{ann}", f"/players/{bob}"]
    if how == "removed":
        paths += [f"/events/{event}" for event in (1, 2, 3, 4)]
    for path in paths:
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert not re.search(r"\bCid\b", words_of(answer)), path
    assert f"Player {cid}" in browser.get("/rankings/fibs").text
    for path in (f"/players/{cid}", f"/fragments/players/{cid}", f"/players/{cid}/fibs.svg"):
        assert browser.get(path).status_code == 404
    # everybody stands where they stood, with the same points
    after = browser.get("/rankings/medal.json").json()
    for row, same in zip(ranks["rows"], after["rows"], strict=True):
        assert same == row | {"player": row["player"].replace("Cid", f"Player {cid}")}


def test_somebody_who_has_only_been_entered_has_no_page(browser, club):
    [eve] = club.people.enter(["Eve"])
    assert browser.get(f"/players/{eve}").status_code == 404


def test_an_events_standings_are_files(browser, club):
    rows = list(csv.reader(io.StringIO(browser.get("/events/2/standings.csv").text, newline="")))
    assert rows[0][:4] == ["Place", "Player", "won", "lost"]
    assert rows[1][:3] == ["1", "Bob", "2"]
    assert sorted(row[1] for row in rows[2:]) == ["'=Dan <b>", "Ann"]
    book = opened(browser.get("/events/3/standings.xlsx").content)
    assert list(book) == ["Standings", "Results"]
    assert len(book["Results"]) == 4
    assert '<a href="/events/2/standings.csv">' in browser.get("/events/2").text
    waiting = club.events.new("Not begun", "championship", {"first_to": 3})
    answer = browser.get(f"/events/{waiting}/standings.csv")
    assert answer.status_code == 404
    assert "has not begun" in answer.text


# --- in a real browser -----------------------------------------------------------------------------


@sample.scenario("rankings in a browser")
@pytest.mark.chromium
def test_by_phone_keyboard_and_screen_reader_without_script_by_day_and_night(serving, club, engine, pictures):
    ann = club.people.book().find("Ann")
    addresses = {"rankings": "/rankings/world", "ratings": "/rankings/fibs", "player": f"/players/{ann}"}
    for scheme in ("light", "dark"):
        page = engine.new_page(viewport=PHONE, color_scheme=scheme)
        for name, address in nonempty(addresses.items()):
            page.goto(f"{serving.url}{address}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
            page.screenshot(path=pictures / f"{name}-phone-{scheme}.png", full_page=True)
    # by keyboard, without a script: another day is asked for, and a player
    plain = engine.new_context(viewport=PHONE, java_script_enabled=False).new_page()
    plain.goto(f"{serving.url}/rankings/world")
    expect(plain.locator("#r-table tbody tr")).to_have_count(4)
    plain.get_by_label("As it was on").fill("2026-04-30")
    plain.keyboard.press("Enter")
    expect(plain.locator("h1")).to_have_text("World Rankings on 2026-04-30")
    plain.get_by_role("link", name="Ann").first.focus()
    plain.keyboard.press("Enter")
    expect(plain.locator("h1")).to_have_text("Ann")
    wall = engine.new_page(viewport={"width": 1200, "height": 900})
    wall.goto(f"{serving.url}/rankings/world")
    expect(wall.locator("[data-live]")).to_have_text("Live")
    expect(wall.get_by_role("img", name="World Rankings", exact=False).first).to_be_visible()
    wall.screenshot(path=pictures / "rankings.png", full_page=True)
    # the director lets another tournament count: the page shows it by itself
    cup(club, ["Cid"], "June", date(2026, 6, 1))
    expect(wall.locator("#r-counted tbody tr").first).to_contain_text("June")
    expect(wall.locator("#r-table tbody tr").nth(2)).to_contain_text("Cid")
    wall.goto(f"{serving.url}/players/{ann}")
    wall.screenshot(path=pictures / "player.png", full_page=True)
