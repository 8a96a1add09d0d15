"""Matches at the tables of venues, as the federation folds them: held against the venue's own pages."""

import contextlib
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from tablecore import records
from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.errors import NotFound
from tablekeeper.store.copies import Copies
from tablekeeper.web.federationapp import make_federation_app
from tablekeeper.web.settings import Settings
from tests.director.conftest import Room
from tests.shipping.test_pages import ship
from tests.startedevent import started_event

NAMES = ("Ann", "<Bob>", "Cid", "Dan")


@pytest.fixture
def copies(tmp_path):
    with Copies(str(tmp_path / "federation.db"), now=lambda: 1_000_000) as opened:
        yield opened


@pytest.fixture
def room(tmp_path):
    with contextlib.closing(Room(str(tmp_path / "hall.db"))) as room:
        yield room


def send(copies, room):
    """Let the venue's journals arrive."""
    ship(copies, SimpleNamespace(name="udine", store=room.store))


def seated(room, length=3, players=NAMES):
    """A knockout whose first match is set up at a board; (event, match, board)."""
    board = room.board("1")
    room.director.boards.rename(board.uid, "Table 1")
    event = started_event(room.director.events, players, "Cup", "knockout", {"length": length, "seed": 1})
    pairing = room.director.events.get(event).answer.next[0]
    match = room.director.event_tables.play(event, pairing, board.uid, control="2m b12")
    room.deliver(board)
    return event, match, board


def same(copies, room, event, match):
    """Fail unless the federation says of a match what the venue says; return its match."""
    send(copies, room)
    _, shown = AcrossVenues(copies).match("udine", event, match)
    detail = room.director.overview.match(match)
    assert (shown.games, shown.start, shown.problems) == (detail.games, detail.start, detail.problems)
    assert shown.moves == room.director.overview.moves(match)
    assert (shown.view.players, shown.view.standing) == (detail.match.players, detail.match.standing)
    assert shown.players == detail.match.players
    assert shown.tables == tuple(dict.fromkeys(one.table for one in detail.segments))
    own = [
        (one.text.removesuffix(" (its time is unknown: not counted until it is known)"), one.seq, one.state)
        for segment in detail.segments
        for one in room.director.overview.table(segment.uid).records
        if segment.first is not None and one.seq >= segment.first
    ]
    assert [(one.text, one.seq, one.state) for one in shown.log] == own
    return shown


def test_a_match_is_what_the_venues_own_page_says(copies, room):
    event, match, board = seated(room)
    send(copies, room)
    assert same(copies, room, event, match).games == ()
    board.play(0, records.GAMMON, turns=4)
    undone = board.play(1, turns=3)
    board.undo(undone)
    room.send(board)
    shown = same(copies, room, event, match)
    assert [one.winner_name for one in shown.games] == [shown.players[0]]
    board.end()
    board.play(0)
    room.send(board)
    assert len(same(copies, room, event, match).games) == 3


def test_a_match_that_moves_counts_what_it_counts_at_the_venue(copies, room):
    event, match, one = seated(room, 5)
    two = room.board("2")
    room.director.boards.rename(two.uid, "Table 2")
    one.play(0)
    room.send(one)
    room.now += 60_000
    room.director.matches.handover(match, two.uid, score=(1, 0))
    room.deliver(two)
    # the old board plays on, which counts nowhere
    room.now += 60_000
    one.ms += 120_000
    one.play(1)
    two.play(1, records.GAMMON)
    room.send(one)
    room.send(two)
    shown = same(copies, room, event, match)
    assert [one.score for one in shown.games] == [(1, 0), (1, 2)]
    assert {one.state for one in shown.log} == {"counted", "stray"}


def test_a_match_that_goes_on_from_an_earlier_record(copies, room):
    event, match, one = seated(room, 5)
    end = one.play(0)
    one.play(0)
    room.send(one)
    two = room.board("2")
    room.director.boards.rename(two.uid, "Table 2")
    room.director.matches.handover(match, two.uid, score=(1, 0), at_seq=end)
    room.deliver(two)
    assert [one.score for one in same(copies, room, event, match).games] == [(1, 0)]


def test_pages_lead_from_the_event_to_its_matches_and_their_records(copies, room):
    event, match, board = seated(room)
    for _ in range(20):
        board.play(0, turns=4)
        board.undo(board.last)
    room.send(board)
    send(copies, room)
    settings = Settings(allowed_hosts=("testserver",), title="Federation")
    with TestClient(make_federation_app(AcrossVenues(copies), settings)) as pages:
        address = f"/events/udine/{event}/matches/{match}"
        assert f'<a href="{address}">How it goes</a>' in pages.get(f"/events/udine/{event}").text
        page = pages.get(address)
        assert page.headers["cache-control"].startswith("public, max-age=60")
        for told in ("Table 1", "<svg", f'<a href="/events/udine/{event}">Cup</a>', f'href="{address}/log"'):
            assert told in page.text
        assert "<Bob>" not in page.text
        log = pages.get(f"{address}/log").text
        assert ("Page 1 of" in log, log.count("<tr class=")) == (True, 200)
        assert pages.get(f"{address}/log?page=2").text.count("<tr class=") > 0
        for missing in (f"{address}/log?page=99", f"{address}0", address.replace("udine", "trieste")):
            assert pages.get(missing).status_code == 404
        italian = pages.get(address, headers={"accept-language": "it"}).text
        assert "Tutte le registrazioni della partita" in italian


def test_who_wants_no_name_published_has_none_in_matches(copies, room):
    event, match, board = seated(room)
    board.play(0)
    room.send(board)
    people = room.director.people
    one = next(name for name in room.director.overview.match(match).match.players if name != "<Bob>")
    [number] = people.enter([one])
    people.consent(number, "private")
    room.director.boards.rename(board.uid, f"Table of {one}")
    send(copies, room)
    _, shown = AcrossVenues(copies).match("udine", event, match)
    assert one not in repr(shown)
    assert any(name.startswith("Player ") for name in shown.players)
    assert shown.tables[0].startswith("Table of Player ")


def test_a_match_is_folded_again_only_when_its_boards_have_gone_on(copies, room):
    event, match, board = seated(room)
    board.play(0)
    room.send(board)
    send(copies, room)
    across = AcrossVenues(copies)
    known = across.match("udine", event, match)[1]
    other = room.board("3")
    other.run()
    room.send(other)
    send(copies, room)
    assert across.match("udine", event, match)[1] is known
    board.play(1)
    room.send(board)
    send(copies, room)
    assert len(across.match("udine", event, match)[1].games) == 2
    with pytest.raises(NotFound, match="Cup has no match 7"):
        across.match("udine", event, 7)


def test_the_result_of_a_match_leads_to_it(copies, room):
    event, match, board = seated(room, 1)
    board.play(0)
    room.send(board)
    send(copies, room)
    settings = Settings(allowed_hosts=("testserver",), title="Federation")
    with TestClient(make_federation_app(AcrossVenues(copies), settings)) as pages:
        page = pages.get(f"/events/udine/{event}").text
        assert f'<a href="/events/udine/{event}/matches/{match}">How it went</a>' in page
