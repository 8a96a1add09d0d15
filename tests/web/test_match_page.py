"""The page of how a match went, and the day of an event at its tables."""

import re

import pytest

from tablecore import records
from tests.startedevent import started_event
from tests.web.conftest import room_pages

serving = room_pages
NAMES = ("Ann", "<Bob>", "Cid", "Dan")


@pytest.fixture
def played(room):
    """A match of a knockout on a board, two games old; (event, match, board)."""
    board = room.board("1")
    room.director.boards.rename(board.uid, "Table 1")
    event = started_event(room.director.events, NAMES, "Cup", "knockout", {"length": 5})
    pairing = room.director.events.get(event).answer.next[0]
    match = room.director.event_tables.play(event, pairing, board.uid, control="2m b12")
    room.deliver(board)
    board.play(0, records.GAMMON, turns=4)
    board.play(1, turns=4)
    room.send(board)
    return event, match, board


def test_everybody_sees_score_and_time_in_pictures_and_tables(browser, played):
    _, match, board = played
    page = browser.get(f"/matches/{match}").text
    told = re.findall(r"<desc[^>]*>([^<]+)</desc>", page)
    assert told[0].endswith(": 0-0, 2-0, 2-1.")
    assert told[1].count(" moves in ") == 2
    assert "<Bob>" not in page
    # each game of each player, in words
    assert page.count("<tr>") == 1 + 2 + 1 + 4
    assert browser.get(f"/fragments/matches/{match}").text in page
    assert f'href="/matches/{match}"' in browser.get(f"/tables/{board.uid}").text
    assert browser.get("/matches/99").status_code == 404


def test_a_match_before_its_first_move_says_so(browser, room):
    board = room.board("2")
    match = room.match(board, 3)
    assert "No move and no game has ended yet." in browser.get(f"/matches/{match}").text


def test_an_event_shows_which_table_played_what_and_when(browser, room, played):
    event, match, _ = played
    page = browser.get(f"/events/{event}").text
    assert "Tables over time" in page
    assert re.search(r"Table 1: [^.]+, \d\d:\d\d to now\.", page)
    assert f'<a href="/matches/{match}">' in page
    # before anybody sits at a board there is nothing to draw
    other = started_event(room.director.events, NAMES, "Later", "knockout", {"length": 5})
    assert "Tables over time" not in browser.get(f"/events/{other}").text


def test_a_player_sees_the_clock_of_each_match_and_the_table_that_is_planned(browser, room, played):
    event, match, board = played
    board.play(0, records.GAMMON, turns=4)
    board.play(0, turns=2)
    room.send(board)
    view = room.director.events.get(event)
    for claim in view.claims:
        room.director.events.confirm(event, claim.seq)
    [name] = [one.result["winner"] for one in room.director.events.get(event).entered]
    place = view.players.index(name) + 1
    page = browser.get(f"/events/{event}/players/{place}").text
    used = sum(one.used_ms for one in room.director.overview.moves(match) if one.seat == 0)
    [told] = re.findall(r'<desc id="use\d+-told">([^<]+)</desc>', page)
    assert f" moves, {used // 60_000}:{used // 1000 % 60:02}, longest" in told
    # the same as a table: one line
    assert page.count("<tr>") == 1 + 1
    # the other match of the round is next; the table is free until something else is set up there
    [other] = [one for one in room.director.events.get(event).answer.next if name not in one["players"]]
    seated = view.players.index(other["players"][0]) + 1
    for path in (f"/events/{event}/players/{seated}", f"/events/{event}", "/"):
        assert f'planned for <a href="/tables/{board.uid}">Table 1</a>' in browser.get(path).text, path
    room.match(board, 7)
    for path in (f"/events/{event}/players/{seated}", f"/events/{event}", "/"):
        assert "gets the next free table" in browser.get(path).text, path
