"""`tablekeeper publish`: static pages whose links all lead somewhere, without forms and private names."""

import io
import json
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tablekeeper.web.hallsocket import HallSocket
from tablekeeper.web.publishing import Site
from tests.director.conftest import Room
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import started_event

PRIVATE = "Cid Verschwiegen & Söhne"
HTTP = "https://club.example/results"
CENTURY_MS = 100 * 365 * 24 * 3600 * 1000


@pytest.fixture
def room(tmp_path):
    """An open hall with a finished cup, a league and a tourney; a player wants no name published."""
    room = Room(str(tmp_path / "hall.db"))
    events = room.director.events
    names = ["Ann <b>", "Bob", PRIVATE, "دان"]
    cup = started_event(events, names, f"Cup of {PRIVATE}", "knockout", {"seed": 3, "length": 5})
    while following := events.get(cup).answer.next:
        pair = following[0]["players"]
        told = {"match": following[0]["match"], "players": pair, "winner": min(pair), "score": [5, 5]}
        told["score"][1 - pair.index(min(pair))] = 2
        events.result(cup, told)
    events.finish(cup)
    room.director.rankings.confirm(cup)
    league = started_event(events, names, "League", "round-robin", {"length": 5})
    started_event(events, names, "Tourney", "ttt", {})
    board = room.board("1")
    pairing = next(one for one in events.get(league).answer.next if PRIVATE in one["players"])
    room.match_at_board = room.director.event_tables.play(league, pairing, board.uid, control="2m b12")
    room.deliver(board)
    board.play(0, turns=4)
    room.send(board)
    room.director.people.consent(room.director.people.book().find(PRIVATE), "private")
    with HallSocket(room.director):
        yield room, league
    room.close()


class Links(HTMLParser):
    """Collects the addresses of a page, and says what may not be in it."""

    def __init__(self, text):
        super().__init__()
        self.found, self.wrong, self.ids = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.found += [given[key] for key in ("href", "src") if key in given]
        self.ids.add(given.get("id"))
        lives = [key for key in given if key.startswith(("data-", "on"))]
        if tag in ("form", "script", "button", "input") or lives:
            self.wrong.append(tag)


def check(folder):
    """Follow every link of every page of a folder; return its files."""
    files = {str(one.relative_to(folder)): one for one in folder.rglob("*") if one.is_file()}
    pages = {name: Links(file.read_text()) for name, file in files.items() if name.endswith(".html")}
    for name, page in pages.items():
        assert page.wrong == [], name
        for link in page.found:
            parts = urlsplit(link)
            assert not parts.scheme, (name, link)
            assert not parts.path.startswith("/"), (name, link)
            goal = (folder / name).parent / unquote(parts.path) if parts.path else folder / name
            goal = str(goal.resolve().relative_to(folder.resolve()))
            assert goal in files, (name, link)
            if parts.fragment and goal in pages:
                assert parts.fragment in pages[goal].ids, (name, link)
    # and every page is reached from the first one
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in pages:
            reached.add(name)
            continue
        reached.add(name)
        for link in pages[name].found:
            path = unquote(urlsplit(link).path)
            if path:
                waiting.append(str(((folder / name).parent / path).resolve().relative_to(folder.resolve())))
    assert set(pages) - reached - {"events.html"} == set()
    return files


def text_of(file: Path) -> str:
    """Return everything that stands in a file, of a workbook in its parts."""
    body = file.read_bytes()
    if file.suffix != ".xlsx":
        return body.decode()
    with zipfile.ZipFile(io.BytesIO(body)) as book:
        return "".join(book.read(name).decode() for name in book.namelist())


@sample.scenario("a published club")
def test_a_club_is_published_beside_its_host_and_only_changes_are_written(say, room, tmp_path):
    hall, league = room
    site = tmp_path / "site"
    words = ("publish", site, "--address", HTTP, "--title", "Our club")
    assert "written, 0 removed, 0 as before" in say(*words)
    files = check(site)
    for name in ("index.html", "events/1.html", "events/1.json", "events/1/standings.xlsx", "events/3.html",
                 "rankings/world.html", "rankings/world.csv", "feed.atom",
                 "static/hall.css"):  # fmt: skip
        assert name in files
    told = {name: text_of(file) for name, file in files.items()}
    # the letters that a chart would keep of it, too
    assert [name for name, text in told.items() if "Cid V" in text] == []
    # which table comes next is known to a running host alone
    assert [name for name, text in told.items() if "gets the next" in text or "no table free" in text] == []
    assert "Time of each move" in told[f"matches/{hall.match_at_board}.html"]
    assert f'href="../matches/{hall.match_at_board}.html"' in told[f"events/{league}.html"]
    book = hall.director.people.book()
    assert f"Player {book.find(PRIVATE)}" in told["events/1.html"]
    assert f"players/{book.find('Bob')}.html" in files
    assert f"players/{book.find(PRIVATE)}.html" not in files
    assert ">Tables<" not in told["index.html"]
    assert "Ann &lt;b&gt;" in told["events/1.html"]
    assert f"{HTTP}/events/1.html" in told["feed.atom"]
    assert json.loads(told["events/2.json"])["format"] == "round-robin"
    # nothing is new: no file is touched
    times = {name: file.stat().st_mtime_ns for name, file in files.items()}
    hall.now += 86_400_000
    assert say(*words).startswith("0 files written, 0 removed")
    assert {name: file.stat().st_mtime_ns for name, file in check(site).items()} == times
    # a result changes the pages of its event; another name is removed from all pages
    pair = hall.director.events.get(league).answer.next[0]["players"]
    hall.director.events.result(league, {"players": pair, "winner": pair[0], "score": [5, 1]})
    changed = json.loads(say(*words, "--json"))["changed"]
    assert f"events/{league}.html" in changed
    others = ("events/1.", "events/1/", "rankings", "static")
    assert [name for name in changed if name.startswith(others)] == []
    hall.director.removals.remove(hall.director.people.book().find("Bob"))
    say(*words)
    assert [name for name, file in check(site).items() if "Bob" in text_of(file)] == []


def test_pages_are_in_the_language_of_the_command(say, room, tmp_path):
    _, league = room
    site = tmp_path / "site-de"
    assert "geschrieben" in say("--language", "de", "publish", site, "--event", "League")
    page = (site / "events" / f"{league}.html").read_text()
    assert '<html lang="de">' in page
    assert "Tabelle" in page
    assert "<form" not in page


@sample.scenario("a published event")
def test_one_event_has_no_rankings_and_what_is_gone_is_removed(say, no, room, tmp_path):
    _, league = room
    site = tmp_path / "site"
    say("publish", site)
    (site / "mine.txt").write_text("mine")
    (site / "events" / "1.json").write_text("changed by hand")
    told = json.loads(say("publish", site, "--event", "League", "--json"))
    files = check(site)
    assert f"events/{league}.html" in files
    assert not [name for name in files if name.startswith(("rankings", "players", "events/3"))]
    assert "feed.atom" not in files
    assert "Tourney" not in files["index.html"].read_text()
    # what somebody else has written stays
    assert told["kept"] == ["events/1.json"]
    assert (site / "mine.txt").read_text() == "mine"
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("my own page")
    assert "was not published by Tablekeeper" in no("publish", other)
    assert [one.name for one in other.iterdir()] == ["index.html"]
    manifest = site / ".tablekeeper-published.json"
    manifest.write_text(json.dumps({"files": {"../hall.db": "0"}}))
    assert "outside of its folder" in no("publish", site)
    manifest.write_text("{")
    assert "is damaged" in no("publish", site)
    assert "begins with http" in no("publish", site, "--address", "club.example")


@pytest.mark.turns(2)
@pytest.mark.parametrize("ahead", [False, True])
def test_an_event_of_another_hall_is_published_without_its_matches_at_boards(
    command, say, room, tmp_path, ahead
):
    hall, league = room
    events, match = hall.director.events, hall.match_at_board
    pair = events.get(league).tables[match]["players"]
    result = {"players": pair, "winner": pair[0], "score": [5, 2]}
    events.confirm(league, events.claim(league, match, result, actor="Table 1"))
    event = json.loads(say("event", "export", "League"))
    # if the clock of the other hall's computer is ahead, its matches look like matches of this hall
    for action in event["journal"] if ahead else ():
        action["at_ms"] += CENTURY_MS
    file, away = tmp_path / "league.json", ("--database", tmp_path / "away.db")
    file.write_text(json.dumps(event))
    assert command("event", "import", file, *away).exit_code == 0
    told = command("publish", tmp_path / "site", *away)
    assert told.exit_code == 0, told.output
    missing = f"/matches/{match} is linked and is not in this hall: the link is left out.\n"
    assert told.stderr == (missing if ahead else "")
    assert "events/1.html" in check(tmp_path / "site")
    assert f"matches/{match}" not in (tmp_path / "site/events/1.html").read_text()
    again = json.loads(command("publish", tmp_path / "site", "--json", *away).stdout)
    assert again["missing"] == ([f"/matches/{match}"] if ahead else [])


def test_no_link_is_followed_when_writing(say, no, room, tmp_path):
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    site.mkdir()
    (site / "events").symlink_to(elsewhere)
    assert "is a link: remove it" in no("publish", site)
    assert list(elsewhere.iterdir()) == []
    (site / "events").unlink()
    say("publish", site)
    # also where the link came later, and files are removed
    (site / "events").rename(elsewhere / "events")
    (site / "events").symlink_to(elsewhere / "events")
    before = sorted(elsewhere.rglob("*"))
    assert "is a link: remove it" in no("publish", site, "--event", "2")
    assert sorted(elsewhere.rglob("*")) == before


def test_a_page_carries_its_policy(say, room, tmp_path):
    say("publish", tmp_path / "site")
    for page in nonempty((tmp_path / "site").rglob("*.html")):
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page.read_text())
        assert policy[1].startswith("default-src 'none'; style-src 'self'"), page


def test_a_long_list_is_a_file_for_each_of_its_parts():
    site = Site(None, None, None, "")
    for link, file in {
        "/events/3/matches": "events/3/matches.html",
        "/events/3/matches?page=1": "events/3/matches.html",
        "/events/3/history?page=12": "events/3/history-12.html",
        "/events/3/picture.svg?17": "events/3/picture.svg",
        "/events/3/matches?page=x": None,
        "/rankings/world?as-of=2023-11-01": None,
        "/tables/e661385283460004": None,
    }.items():
        assert site.file_of(link) == file, link
    other = Site(None, None, None, "", only={2})
    assert other.file_of("/events/3/matches?page=2") is None
