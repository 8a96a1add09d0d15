"""What the whole hall is told: announcements, and the pause that stops the clocks."""

import pytest

from tablecore import records
from tablekeeper.director.desk.notices import Shown
from tablekeeper.director.desk.projector import Programme
from tablekeeper.errors import UserError
from tests.director.eventroom import first, started
from tests.refusal import refusal


@pytest.fixture
def desk(room):
    return room.director.desk


def texts(desk):
    return [one.text for one in desk.shown().announcements]


def test_announcements_are_shown_until_they_are_taken_down(room, desk):
    assert desk.shown() == Shown()
    before = room.director.topics.revision("desk")
    first = desk.act("announce", {"text": "  Round 3 begins  at 20:30 "}, actor="Eve")
    desk.act("announce", {"text": "The bar is open"})
    assert texts(desk) == ["The bar is open", "Round 3 begins at 20:30"]
    assert room.director.topics.revision("desk") == before + 2
    assert desk.shown().announcements[1].actor == "Eve"
    taken = desk.act("take down", {"announcement": first})
    assert texts(desk) == ["The bar is open"]
    with pytest.raises(UserError, match=f"announcement {first} is not shown"):
        desk.act("take down", {"announcement": first})
    room.director.desk.undo(taken)
    assert len(texts(desk)) == 2
    room.restart()
    assert len(texts(room.director.desk)) == 2


def test_what_the_projector_shows(room, desk):
    assert desk.state().programme.told() == "tables, next, standings and bracket for 15 seconds each"
    cup, uid = started(room, "knockout", ("Ann", "Bob"), length=5), room.board("a").uid
    shown = desk.act("project", {"show": ["standings", "tables"], "seconds": 20, "event": cup}, actor="Eve")
    assert desk.state().programme == Programme(("standings", "tables"), 20, cup)
    desk.act("project", {"show": ["table"], "seconds": 3, "event": None, "table": uid})
    assert desk.state().programme == Programme(("table",), 3, None, uid)
    for parts, seconds, event, table in (([], 20, None, ""), (["tables", "tables"], 20, None, ""),
                                         (["bar"], 20, None, ""), (["table"], 20, None, ""),
                                         (["tables"], 2, None, ""), (["tables"], 601, None, ""),
                                         (["tables"], 20, 99, ""),
                                         (["table"], 20, None, "a\nb")):  # fmt: skip
        with pytest.raises(UserError):
            desk.act("project", {"show": parts, "seconds": seconds, "event": event, "table": table})
    room.director.desk.undo(shown + 1)
    room.restart()
    assert room.director.desk.state().programme == Programme(("standings", "tables"), 20, cup)
    told = room.director.desk.undoing(shown)
    assert "The screen shows tables, next" in told.consequences[0].text


def test_an_event_and_a_table_are_told_something_of_their_own(room, desk):
    cup = started(room, "knockout", ("Ann", "Bob", "Cid", "Dan"), length=5)
    here, there = room.board("a"), room.board("b")
    match = room.director.event_tables.play(cup, first(room, cup), here.uid, 5)
    room.deliver(here)
    told = room.director.boards.notice
    assert told(here.uid) is None
    finals = desk.act("announce", {"text": "Finals at 20:30", "event": cup}, actor="Eve")
    assert (told(here.uid).text, told(there.uid)) == ("Finals at 20:30", None)
    assert room.director.desk.history()[-1].text == "tells Event of knockout: Finals at 20:30"
    desk.act("announce", {"text": "Please come to the desk", "table": there.uid})
    assert told(there.uid).text == "Please come to the desk"
    assert [(one.to, one.text) for one in desk.shown().announcements] == [
        (room.row(there).name, "Please come to the desk"), ("Event of knockout", "Finals at 20:30"),
    ]  # fmt: skip
    # what all are told is newer; a pause is more urgent than both
    all_of_them = desk.act("announce", {"text": "Soup"})
    assert told(here.uid).text == told(there.uid).text == "Soup"
    desk.act("pause", {"reason": "Lunch until 13:30"})
    assert told(here.uid).text == "Lunch until 13:30"
    desk.act("resume", {})
    desk.act("take down", {"announcement": all_of_them})
    room.restart()
    told = room.director.boards.notice
    assert told(here.uid).text == "Finals at 20:30"
    # the table is free again, and not the event's any more
    room.director.matches.close(match)
    assert told(here.uid) is None
    room.director.desk.act("take down", {"announcement": finals})
    for wrong in ({"event": 99}, {"table": "ff" * 8}, {"event": cup, "table": here.uid}):
        with pytest.raises(UserError):
            room.director.desk.act("announce", {"text": "Soup", **wrong})


@pytest.mark.parametrize("text", ["", " \n ", "x" * 201, "a\x00b"])
def test_what_is_no_announcement_is_refused(desk, text):
    with pytest.raises(UserError):
        desk.act("announce", {"text": text})
    assert texts(desk) == []


def test_a_pause_stops_the_clocks_that_run(room, desk):
    running, resting, away = (room.board(digit) for digit in "abc")
    for board in (running, away):
        room.match(board, 7, "10m")
        board.begin()
        room.send(board)
    room.match(resting, 7, "10m")
    room.director.boards.offline(away.uid, "unplugged")
    desk.act("pause", {"reason": "Lunch until 13:30"})
    assert desk.actions()[-1].body["stopped"] == [room.row(running).name]
    assert desk.shown().pause.reason == "Lunch until 13:30"
    room.deliver(running)
    assert (running.sheet.pause, running.sheet.clock.running) == (records.DIRECTOR, False)
    assert room.director.attention.open_calls()[0].text.endswith("is away while a game is played there")
    assert "stops the clock" in room.director.match_orders.decisions(running.uid)[0].text
    assert "has a pause already" in refusal(desk.act, "pause", {"reason": "again"})
    desk.act("resume", {}, actor="Eve")
    assert desk.shown().pause is None
    assert "The hall has no pause" in refusal(desk.act, "resume", {})
    assert [one.text for one in room.director.desk.history()[-2:]] == [
        "the hall has a pause: Lunch until 13:30", "the pause of the hall is over",
    ]  # fmt: skip


def test_the_undo_of_a_pause_ends_it(room, desk):
    desk.act("pause", {"reason": ""})
    assert desk.shown().pause.reason == "Pause"
    room.director.desk.undo()
    assert desk.shown().pause is None
