"""What the whole hall is told: announcements, and the pause that stops the clocks."""

import pytest

from tablecore import records
from tablekeeper.director.desk.notices import Shown
from tablekeeper.director.desk.projector import Programme
from tablekeeper.errors import UserError
from tests.director.eventroom import first, started
from tests.refusal import refusal


@pytest.fixture
def notices(room):
    return room.director.desk.notices


def texts(notices):
    return [one.text for one in notices.shown().announcements]


def test_announcements_are_shown_until_they_are_taken_down(room, notices):
    assert notices.shown() == Shown()
    before = room.director.topics.revision("desk")
    first = notices.announce("  Round 3 begins  at 20:30 ", actor="Eve")
    notices.announce("The bar is open")
    assert texts(notices) == ["The bar is open", "Round 3 begins at 20:30"]
    assert room.director.topics.revision("desk") == before + 2
    assert notices.shown().announcements[1].actor == "Eve"
    taken = notices.take_down(first)
    assert texts(notices) == ["The bar is open"]
    with pytest.raises(UserError, match=f"announcement {first} is not shown"):
        notices.take_down(first)
    room.director.desk.undo(taken)
    assert len(texts(notices)) == 2
    room.restart()
    assert len(texts(room.director.desk.notices)) == 2


def test_what_the_projector_shows(room, notices):
    assert notices.programme().told() == "tables, next, standings and bracket for 15 seconds each"
    shown = notices.project(["standings", "tables"], 20, 3, actor="Eve")
    assert notices.programme() == Programme(("standings", "tables"), 20, 3)
    notices.project(["table"], 3, None, "aa11")
    assert notices.programme() == Programme(("table",), 3, None, "aa11")
    for parts, seconds, event, table in (([], 20, None, ""), (["tables", "tables"], 20, None, ""),
                                         (["bar"], 20, None, ""), (["table"], 20, None, ""),
                                         (["tables"], 2, None, ""), (["tables"], 601, None, ""),
                                         (["tables"], 20, 0, ""), (["table"], 20, None, "a\nb")):  # fmt: skip
        with pytest.raises(UserError):
            notices.project(parts, seconds, event, table)
    room.director.desk.undo(shown + 1)
    room.restart()
    assert room.director.desk.notices.programme() == Programme(("standings", "tables"), 20, 3)
    told = room.director.desk.undoing(shown)
    assert "The screen shows tables, next" in told.consequences[0].text


def test_an_event_and_a_table_are_told_something_of_their_own(room, notices):
    cup = started(room, "knockout", ("Ann", "Bob", "Cid", "Dan"), length=5)
    here, there = room.board("a"), room.board("b")
    match = room.director.event_tables.play(cup, first(room, cup), here.uid, 5)
    room.deliver(here)
    told = room.director.boards.notice
    assert told(here.uid) is None
    finals = notices.announce("Finals at 20:30", event=cup, actor="Eve")
    assert (told(here.uid).text, told(there.uid)) == ("Finals at 20:30", None)
    assert room.director.desk.history()[-1].text == "tells Event of knockout: Finals at 20:30"
    notices.announce("Please come to the desk", table=there.uid)
    assert told(there.uid).text == "Please come to the desk"
    assert [(one.to, one.text) for one in notices.shown().announcements] == [
        (room.row(there).name, "Please come to the desk"), ("Event of knockout", "Finals at 20:30"),
    ]  # fmt: skip
    # what all are told is newer; a pause is more urgent than both
    all_of_them = notices.announce("Soup")
    assert told(here.uid).text == told(there.uid).text == "Soup"
    notices.pause_hall("Lunch until 13:30")
    assert told(here.uid).text == "Lunch until 13:30"
    notices.resume_hall()
    notices.take_down(all_of_them)
    room.restart()
    told = room.director.boards.notice
    assert told(here.uid).text == "Finals at 20:30"
    # the table is free again, and not the event's any more
    room.director.matches.close(match)
    assert told(here.uid) is None
    room.director.desk.notices.take_down(finals)
    for wrong in ({"event": 99}, {"table": "ff" * 8}, {"event": cup, "table": here.uid}):
        with pytest.raises(UserError):
            room.director.desk.notices.announce("Soup", **wrong)


@pytest.mark.parametrize("text", ["", " \n ", "x" * 201, "a\x00b"])
def test_what_is_no_announcement_is_refused(notices, text):
    with pytest.raises(UserError):
        notices.announce(text)
    assert texts(notices) == []


def test_a_pause_stops_the_clocks_that_run(room, notices):
    running, resting, away = (room.board(digit) for digit in "abc")
    for board in (running, away):
        room.match(board, 7, "10m")
        board.begin()
        room.send(board)
    room.match(resting, 7, "10m")
    room.director.boards.offline(away.uid, "unplugged")
    assert notices.pause_hall("Lunch until 13:30") == (room.row(running).name,)
    assert notices.shown().pause.reason == "Lunch until 13:30"
    room.deliver(running)
    assert (running.sheet.pause, running.sheet.clock.running) == (records.DIRECTOR, False)
    assert room.director.attention.open_calls()[0].text.endswith("is away while a game is played there")
    assert "stops the clock" in room.director.match_orders.decisions(running.uid)[0].text
    assert "has a pause already" in refusal(notices.pause_hall, "again")
    notices.resume_hall(actor="Eve")
    assert notices.shown().pause is None
    assert "The hall has no pause" in refusal(notices.resume_hall)
    assert [one.text for one in room.director.desk.history()[-2:]] == [
        "the hall has a pause: Lunch until 13:30", "the pause of the hall is over",
    ]  # fmt: skip


def test_the_undo_of_a_pause_ends_it(room, notices):
    notices.pause_hall("")
    assert notices.shown().pause.reason == "Pause"
    room.director.desk.undo()
    assert notices.shown().pause is None
