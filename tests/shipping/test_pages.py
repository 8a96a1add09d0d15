"""What a federation computes and shows: rankings over venues, who is who, pages with their headers."""

import json

import pytest
from starlette.testclient import TestClient

from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.federation import intake
from tablekeeper.federation.messages import Enquiry, Shipment, Welcome
from tablekeeper.store import StoreError, open_store
from tablekeeper.store.copies import Copies
from tablekeeper.web.federationapp import make_federation_app
from tablekeeper.web.settings import Settings
from tests.refusal import failure, refusal
from tests.shipping.halls import ClosedHall, recomputed
from tests.startedevent import started_event


@pytest.fixture
def copies(tmp_path):
    with Copies(str(tmp_path / "federation.db"), now=lambda: 1_000_000) as opened:
        yield opened


@pytest.fixture
def halls(tmp_path):
    opened = []

    def hall(name):
        opened.append(ClosedHall(name, tmp_path / f"{name}.db"))
        return opened[-1]

    yield hall
    for one in opened:
        one.close()


def ship(copies, hall):
    """Let everything of a venue arrive, without a network."""
    journals = hall.store.shipped
    journals.number()
    with copies.of_venue(hall.name) as ledger:
        [welcome] = intake.take(ledger, Enquiry(hall.name, "life", 1))
        assert isinstance(welcome, Welcome)
        ends = dict(welcome.ends)
        for journal in journals.names():
            for number in range(
                (ends[journal].number if journal in ends else 0) + 1, journals.last(journal) + 1
            ):
                content = journals.content(journal, number)
                marks = (journals.checksum(journal, one) for one in (number - 1, number))
                told = Shipment(hall.name, welcome.session, journal, number, *marks, content)
                [receipt] = intake.take(ledger, told)
                assert receipt.end.number == number


def rows(table):
    return [(row.rank, row.player, row.total) for row in table.rows]


def test_the_rankings_are_those_that_the_venues_databases_give(copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    across = AcrossVenues(copies)
    assert across.table("world").rows == ()
    for number in range(2):
        udine.tournament(f"Open {number}", f"2026-03-0{number + 1}", "Ann", "Bob", "Cid")
        trieste.tournament(f"Cup {number}", f"2026-04-0{number + 1}", "Eve", "Dan")
        for hall in (udine, trieste):
            ship(copies, hall)
        assert rows(across.table("world")) == recomputed([udine, trieste])
    assert across.problems() == ()


def test_only_journals_that_have_grown_are_folded_again(copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    across = AcrossVenues(copies)
    for hall in (udine, trieste):
        hall.tournament("Open", "2026-03-01", "Ann", "Bob")
        ship(copies, hall)
    across.table("world")
    before = across._folded.folds
    across.table("world")
    assert across._folded.folds == before
    udine.tournament("Cup", "2026-03-02", "Ann", "Bob")
    ship(copies, udine)
    across.table("world")
    # the list of entries and the new entry; nobody new is in the register
    assert across._folded.folds == before + 2


def test_people_of_one_name_are_two_until_somebody_says_they_are_one(copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    across = AcrossVenues(copies)
    udine.tournament("Open", "2026-03-01", "Ann", "Bob")
    trieste.tournament("Cup", "2026-03-01", "Ann", "Dan")
    for hall in (udine, trieste):
        ship(copies, hall)
    assert {row.player for row in across.table("world").rows} == {
        "Ann (udine)", "Ann (trieste)", "Bob", "Dan",
    }  # fmt: skip
    [double] = across.doubles()
    assert (double.name, double.days) == ("Ann", ("2026-03-01",))
    assert "'Ann' is trieste:1 or udine:1" in refusal(across.find, "Ann")
    across.merge(double.one, double.other, "same club card")
    assert {row.player for row in across.table("world").rows} == {"Ann", "Bob", "Dan"}
    assert across.doubles() == ()
    assert "one person already" in refusal(across.merge, double.one, double.other, "again")
    across.split(str(double.one))
    assert len(across.doubles()) == 1


def test_who_wants_no_name_published_at_one_venue_has_none(copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    across = AcrossVenues(copies)
    udine.tournament("Open", "2026-03-01", "Ann", "Bob")
    trieste.tournament("Cup", "2026-03-01", "Ann", "Dan")
    trieste.director.people.consent(trieste.person("Ann"), "private")
    for hall in (udine, trieste):
        ship(copies, hall)
    across.merge(across.find("trieste:1"), across.find("udine:1"), "same club card")
    players = {row.player for row in across.table("world").rows}
    assert players == {"Player 1 (udine)", "Bob", "Dan"}


def client(copies):
    settings = Settings(allowed_hosts=("testserver",), title="Federation")
    return TestClient(make_federation_app(AcrossVenues(copies), settings))


def test_pages_may_be_kept_and_change_with_the_journals(copies, halls):
    udine = halls("udine")
    udine.tournament("Open", "2026-03-01", "Ann", "Bob")
    ship(copies, udine)
    with client(copies) as pages:
        page = pages.get("/")
        assert page.url.path == "/rankings/world"
        assert "Ann" in page.text
        assert page.headers["cache-control"].startswith("public, max-age=60")
        etag = page.headers["etag"]
        again = pages.get("/rankings/world", headers={"if-none-match": etag})
        assert (again.status_code, again.content) == (304, b"")
        udine.tournament("Cup", "2026-03-02", "Bob", "Ann")
        ship(copies, udine)
        changed = pages.get("/rankings/world", headers={"if-none-match": etag})
        assert changed.status_code == 200
        assert "Cup" in changed.text
        document = pages.get("/rankings/world/data.json").json()
        assert [row["player"] for row in document["rows"]] == ["Ann", "Bob"]
        for address in ("/rankings/medal", "/rankings/fibs", "/rankings/openskill", "/events"):
            assert pages.get(address).status_code == 200
        page = pages.get("/rankings/world/players/Ann")
        assert ("Open" in page.text, "Cup" in page.text, page.headers["etag"] != etag) == (True, True, True)
        assert pages.get("/rankings/world/players/Zoe").status_code == 404
        assert pages.get("/rankings/fibs/players/Ann").status_code == 404
        missing = pages.get("/rankings/no-such")
        assert missing.status_code == 404
        assert "choose one from the menu" in missing.text
        assert pages.get("/", headers={"host": "other.example"}).status_code in (400, 421)
        assert pages.post("/events").status_code == 405


def test_pages_speak_the_readers_language(copies, halls):
    with client(copies) as pages:
        page = pages.get("/events", headers={"accept-language": "it"})
        assert "Nessuna sede ha ancora inviato un torneo." in page.text
        other = pages.get("/events", headers={"accept-language": "de"})
        assert page.headers["etag"] != other.headers["etag"]


def test_a_rating_list_says_who_is_provisional(copies, halls):
    udine = halls("udine")
    events = udine.director.events
    league = started_event(events, ("Ann", "Bob"), "Round", "round-robin", {"length": 5})
    players = list(events.get(league).answer.next[0]["players"])
    events.result(league, {"players": players, "winner": "Ann", "score": [5, 0]})
    events.finish(league)
    udine.director.rankings.confirm(league)
    ship(copies, udine)
    with client(copies) as pages:
        shown = pages.get("/rankings/fibs").text
    assert "Players without a rank are provisional." in shown
    assert shown.count('<span class="aside">provisional</span>') == 2


def test_a_halls_database_is_not_taken_for_a_federations(tmp_path):
    open_store(str(tmp_path / "hall.db"), now=lambda: 1).close()
    assert "database of a hall" in failure(StoreError, Copies, str(tmp_path / "hall.db"), now=lambda: 1)


def test_the_list_of_events_has_those_of_all_venues(copies, halls):
    udine = halls("udine")
    udine.director.events.new("Spring cup", "championship", {"first_to": 2})
    ship(copies, udine)
    [event] = AcrossVenues(copies).events()
    assert (event.venue, event.row.name, event.finished) == ("udine", "Spring cup", False)
    assert json.loads(next(copies.contents("udine", "events")))[0][1] == "Spring cup"


def cup(hall, one="Ann", other="Bob", third="Cid"):
    """Play a championship at a venue, whose winner is the first; return its number."""
    events = hall.director.events
    event = started_event(events, [one, other, third], f"Cup of {one}", "championship", {"first_to": 2})
    for winner in (other, one, one):
        events.result(event, {"winner": winner})
    return event


def test_the_page_of_an_event_has_what_the_venues_own_page_has(copies, halls):
    udine = halls("udine")
    event = cup(udine)
    entered = udine.director.events.new("Spring cup", "knockout")
    ship(copies, udine)
    shown = AcrossVenues(copies).event("udine", event)
    own = udine.director.events.get(event)
    assert (shown.view, shown.view.history) == (own, own.history)
    assert (shown.played is None, AcrossVenues(copies).event("udine", entered).played) == (False, None)
    with client(copies) as pages:
        assert f'<a href="/events/udine/{event}">Cup of Ann</a>' in pages.get("/events").text
        page = pages.get(f"/events/udine/{event}").text
        for told in ("Ann wins.", "Game 1", "<strong>Bob</strong>", "<svg", "Standings of Cup of Ann"):
            assert told in page
        for address in (f"/events/trieste/{event}", "/events/udine/99"):
            assert pages.get(address).status_code == 404
        ruled = udine.director.events.get(event).entered[-1].seq
        udine.director.events.rule(event, ruled, {"winner": "Cid"}, "seen by all")
        ship(copies, udine)
        assert "Ann wins." not in pages.get(f"/events/udine/{event}").text


def test_the_page_of_an_event_names_nobody_who_wants_no_name_published(copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    event = cup(udine)
    udine.tournament("Open", "2026-03-01", "Ann", "Bob")
    trieste.tournament("Open", "2026-03-01", "Ann", "Dan")
    trieste.director.people.consent(trieste.person("Ann"), "private")
    for hall in (udine, trieste):
        ship(copies, hall)
    across = AcrossVenues(copies)
    assert across.event("udine", event).view.answer.winner == "Ann"
    # two people of one name, until somebody says that they are one
    across.merge(across.find("udine:1"), across.find("trieste:1"), "same club card")
    assert across.event("udine", event).view.answer.winner == "Player 1 (trieste)"
    with client(copies) as pages:
        for address in ("/events", f"/events/udine/{event}"):
            page = pages.get(address).text
            assert ("Ann" in page, "Cup of Player 1 (trieste)" in page) == (False, True)


def test_an_event_is_folded_again_only_when_it_or_who_is_hidden_has_changed(copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    event = cup(udine)
    udine.tournament("Open", "2026-03-01", "Ann", "Bob")
    ship(copies, udine)
    across = AcrossVenues(copies)
    shown = across.event("udine", event)
    trieste.tournament("Open", "2026-03-01", "Eve", "Dan")
    ship(copies, trieste)
    assert across.event("udine", event) is shown
    udine.director.people.consent(udine.person("Bob"), "private")
    ship(copies, udine)
    assert "Bob" not in across.event("udine", event).view.players
    udine.director.events.finish(event)
    ship(copies, udine)
    assert across.event("udine", event).view.phase == "finished"


def test_an_event_of_a_format_that_is_not_installed_here_says_so(copies, halls):
    udine = halls("udine")
    made = {"name": "Old", "format": "club-duel", "options": {}}
    done = [("new", made), ("enter", {"players": ["Ann", "Bob"]}), ("start", {})]
    event = udine.store.events.create("Old", "club-duel", [("Dora", *one) for one in done])
    ship(copies, udine)
    with client(copies) as pages:
        page = pages.get(f"/events/udine/{event}")
        assert (page.status_code, "club-duel is not installed" in page.text) == (200, True)


def test_a_removal_is_kept_for_a_venue_that_was_not_heard_yet(copies):
    assert copies.order_removal({"udine": (3,)}) == 1
    with copies.of_venue("udine") as ledger:
        [welcome] = intake.take(ledger, Enquiry("udine", "life", 1))
    assert welcome.removals == ((1, (3,)),)
