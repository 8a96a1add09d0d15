"""The Atom feed, held against the musts of RFC 4287, and what of it never changes."""

import re
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from fractions import Fraction
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.director.published import EventReport, ReportRow
from tablekeeper.feeds.atom import atom, entry_id

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"
NOON = 1_777_636_800_000
#: RFC 3339, with the capital T and Z that RFC 4287 (3.3) asks for
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
#: what may stand once at most in a feed (4.1.1) and in an entry (4.1.2)
ONCE_IN_FEED = ("generator", "icon", "logo", "id", "rights", "subtitle", "title", "updated")
ONCE_IN_ENTRY = ("content", "id", "published", "rights", "source", "summary", "title", "updated")
FEED_ONLY = {"author", "category", "contributor", "link", *ONCE_IN_FEED, "entry"}
ENTRY_ONLY = {"author", "category", "contributor", "link", *ONCE_IN_ENTRY}


def complaints(text):
    """Return what is wrong with an Atom document, by the musts of RFC 4287."""
    found = []
    root = ET.fromstring(text)
    if root.tag != f"{ATOM}feed":
        return ["the document is no feed"]
    found += _element(root, ONCE_IN_FEED, FEED_ONLY)
    entries = root.findall(f"{ATOM}entry")
    has_author = root.find(f"{ATOM}author") is not None
    seen = set()
    for entry in entries:
        found += _element(entry, ONCE_IN_ENTRY, ENTRY_ONLY)
        if not has_author and entry.find(f"{ATOM}author") is None:
            found.append("an entry has no author, and neither has the feed (4.1.2)")
        content = entry.find(f"{ATOM}content")
        alternates = [
            one for one in entry.findall(f"{ATOM}link") if one.get("rel", "alternate") == "alternate"
        ]
        if content is None and not alternates:
            found.append("an entry has neither content nor an alternate link (4.1.2)")
        if content is not None and content.get("type") == "xhtml":
            if [child.tag for child in content] != [f"{XHTML}div"] or (content.text or "").strip():
                found.append("xhtml is one div (4.1.3.3)")
            if any(not node.tag.startswith(XHTML) for node in content[0].iter()):
                found.append("the div holds something that is no xhtml (4.1.3.3)")
        if content is not None and content.get("src") and entry.find(f"{ATOM}summary") is None:
            found.append("content elsewhere needs a summary (4.1.2)")
        seen.add(entry.findtext(f"{ATOM}id"))
    if len(seen) != len(entries):
        found.append("two entries have one id (4.1.1)")
    if not [one for one in root.findall(f"{ATOM}link") if one.get("rel") == "self"]:
        found.append("there is no link to itself (4.1.1)")
    return found


def _element(element, once, allowed):
    found = []
    for child in element:
        if child.tag.removeprefix(ATOM) not in allowed:
            found.append(f"{child.tag} has no place in {element.tag} (4.1)")
    for name in once:
        if len(element.findall(f"{ATOM}{name}")) > 1:
            found.append(f"{name} stands twice (4.1)")
    for name in ("id", "title", "updated"):
        if not (element.findtext(f"{ATOM}{name}") or "").strip():
            found.append(f"{name} is missing in {element.tag} (4.1)")
    for name in ("updated", "published"):
        for child in element.findall(f"{ATOM}{name}"):
            if not INSTANT.fullmatch(child.text or ""):
                found.append(f"{child.text} is no instant (3.3)")
            else:
                datetime.fromisoformat(child.text)
    if not urlsplit(element.findtext(f"{ATOM}id") or "").scheme:
        found.append("an id is no absolute IRI (4.2.6)")
    links = set()
    for link in element.findall(f"{ATOM}link"):
        if not urlsplit(link.get("href", "")).scheme:
            found.append("a link without an address (4.2.7.1)")
        key = link.get("rel", "alternate"), link.get("type"), link.get("hreflang")
        if key[0] == "alternate" and key in links:
            found.append("two alternates of one type and language (4.1)")
        links.add(key)
    for author in element.findall(f"{ATOM}author"):
        if len(author.findall(f"{ATOM}name")) != 1:
            found.append("an author has one name (3.2.1)")
    for category in element.findall(f"{ATOM}category"):
        if category.get("term") is None:
            found.append("a category without a term (4.2.2.1)")
    return found


def report(
    number=1, name="Spring cup", created=NOON, finished=NOON + 5, changed=NOON + 9, players=("Ann", "Bob")
):
    """A finished event."""
    rows = tuple(
        ReportRow(rank, player, {"won": 3 - rank, "points": Fraction(rank, 2)}, "")
        for rank, player in enumerate(players, 1)
    )
    winner = players[0] if players else None
    return EventReport(number, name, "Championship", created, finished, changed, winner, rows, ())


def test_a_feed_by_hand():
    text = atom([report()], "https://club.example", "The club")
    assert complaints(text) == []
    root = ET.fromstring(text)
    assert root.findtext(f"{ATOM}id") == "https://club.example/feed.atom"
    [entry] = root.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Spring cup"
    assert entry.findtext(f"{ATOM}published") == "2026-05-01T12:00:00.005Z"
    assert entry.findtext(f"{ATOM}updated") == "2026-05-01T12:00:00.009Z" == root.findtext(f"{ATOM}updated")
    assert entry.find(f"{ATOM}link").get("href") == "https://club.example/events/1"
    assert entry.findtext(f"{ATOM}summary") == "Championship: Ann wins. 1 Ann, 2 Bob."
    cells = [node.text for node in entry.iter(f"{XHTML}td")]
    assert cells == ["1", "Ann", "2", "1/2", "2", "Bob", "1", "1"]


def test_a_feed_of_nothing_is_a_feed():
    assert complaints(atom([], "http://localhost:8000", "Tablekeeper")) == []


def test_an_id_depends_on_nothing_that_changes():
    first = entry_id(report())
    assert entry_id(report(name="Renamed", finished=None, changed=NOON + 99, players=("Cid",))) == first
    assert entry_id(report(number=2)) != first
    assert entry_id(report(created=NOON + 1)) != first
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", first)


@given(
    st.lists(st.tuples(st.text(min_size=1), st.lists(st.text(min_size=1), max_size=3)), max_size=4), st.text()
)
def test_whatever_people_and_events_are_called_it_is_valid(events, title):
    reports = [report(number, name, players=tuple(players)) for number, (name, players) in enumerate(events)]
    text = atom(reports, "http://localhost:8000", title)
    text.encode()
    wrong = complaints(text)
    # a title of blanks alone is the only thing that the feed cannot make good
    assert [one for one in wrong if not one.startswith("title is missing")] == []


PLANTED = {
    "<id>urn": "<id>",
    "<updated>2026-05-01T12:00:00.009Z</updated>\n<link rel=\"alternate\"": "<link rel=\"alternate\"",
    "<published>2026-05-01T": "<published>2026-05-01 ",
    "<author><name>The club</name></author>": "",
    "<name>The club</name>": "",
    'rel="self"': 'rel="related"',
    "</feed>": "<entry/></feed>",
    '<div xmlns="http://www.w3.org/1999/xhtml">': "<div>",
    "<category term=": "<category label=",
    "<summary>": "<summary/><summary>",
    'href="https://club.example/events/1"': 'href="/events/1"',
}  # fmt: skip


@pytest.mark.parametrize("place", PLANTED)
def test_a_planted_fault_is_found(place):
    text = atom([report()], "https://club.example", "The club")
    assert place in text
    assert complaints(text.replace(place, PLANTED[place], 1))


def test_instants_are_utc():
    text = atom([report(changed=0)], "http://h", "T")
    assert datetime.fromisoformat(ET.fromstring(text).findtext(f"{ATOM}updated")) == datetime(
        1970, 1, 1, tzinfo=UTC
    )
