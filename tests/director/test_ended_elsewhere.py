"""Lateness, breaks and calls end when their match ends in another way, and none of them stops the finish."""

import pytest

from tablecore import records
from tests.director.test_desk_events import first
from tests.startedevent import started_event

NAMES = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def cup(room):
    """A knockout of four in which Ann is missing against Bob, and Cid has a break against Dan."""
    event = started_event(room.director.events, NAMES, "Cup", "knockout", {"length": 5})
    room.director.desk.act("late", {
        "player": "Ann", "opponent": "Bob", "scheduled_ms": room.now, "length": 5, "event": event,
    })
    room.director.desk.act("break", {"player": "Cid", "opponent": "Dan", "length": 5, "event": event})
    return event


def shown(room):
    """Return who is missing, who has a break, and the calls for the director."""
    times = room.director.desk.timekeeping
    room.now += 40 * 60_000
    calls = room.director.attention.open_calls()
    return (
        [late.player for late, _ in times.missing()], [pause.player for pause, _ in times.back()],
        sorted(one.key.partition("-")[0] for one in calls if one.key.startswith(("late", "break"))),
    )  # fmt: skip


def test_a_walkover_by_hand_ends_them_and_its_undo_brings_them_back(room, cup):
    events = room.director.events
    assert shown(room) == (["Ann"], ["Cid"], ["break", "late"])
    events.result(cup, {"winner": "Bob", "forfeit": True})
    assert shown(room) == ([], ["Cid"], ["break"])
    walkover = events.get(cup).last
    events.undo(cup, walkover)
    assert shown(room) == (["Ann"], ["Cid"], ["break", "late"])
    events.undo(cup, events.get(cup).last)
    events.result(cup, {"winner": "Cid", "score": [5, 3]})
    assert shown(room) == ([], [], [])
    events.result(cup, {"winner": "Cid", "score": [5, 3]})
    events.finish(cup)


def test_a_player_who_leaves_is_not_missing(room, cup):
    room.director.events.withdraw(cup, "Ann")
    room.director.events.withdraw(cup, "Dan")
    assert shown(room) == ([], [], [])


def test_the_end_of_the_event_ends_them(room, cup):
    room.director.events.finish(cup, "the hall closes")
    assert shown(room) == ([], [], [])
    room.director.events.reopen(cup, "it goes on")
    assert shown(room) == (["Ann"], ["Cid"], ["break", "late"])


def test_what_is_over_does_not_stand_in_the_way_of_the_next_one(room, cup):
    events, times = room.director.events, room.director.desk.timekeeping
    events.result(cup, {"winner": "Bob", "score": [5, 3]})
    events.result(cup, {"winner": "Cid", "score": [5, 3]})
    again = room.director.desk.act("break", {"player": "Cid", "opponent": "Bob", "length": 5, "event": cup})
    entry = room.director.desk.actions()[again - 1]
    assert entry.body["ends"] == [2]
    assert [pause.player for pause, _ in times.back()] == ["Cid"]
    assert sorted(room.director.desk.state().breaks) == [again]
    room.director.desk.undo(again)
    assert sorted(room.director.desk.state().breaks) == [2]


def test_an_earlier_result_of_the_two_does_not_end_a_lateness(room):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob"], "Twice", "round-robin", {"length": 5, "double": True})
    events.result(event, {"players": ["Ann", "Bob"], "winner": "Ann", "score": [5, 3]})
    room.now += 1000
    room.director.desk.act("late", {
        "player": "Ann", "opponent": "Bob", "scheduled_ms": room.now, "length": 5, "event": event,
    })
    assert shown(room)[0] == ["Ann"]


def test_a_table_does_not_call_for_a_match_that_got_its_result_by_hand(room):
    events = room.director.events
    event = started_event(events, NAMES, "Cup", "knockout", {"length": 5})
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, 5, "10m")
    room.deliver(board)
    board.game()
    board.opening()
    board.write(records.PAUSE, records.DIRECTOR)
    room.send(board)
    called = [one.text for one in room.director.attention.open_calls()]
    assert any("the players call the director" in text for text in called)
    events.result(event, {"winner": "Bob", "forfeit": True})
    called = [one.text for one in room.director.attention.open_calls()]
    assert not any("the players call the director" in text for text in called)


def test_a_table_does_not_call_for_a_match_of_a_player_who_has_left(room):
    events = room.director.events
    event = started_event(events, NAMES, "Cup", "knockout", {"length": 5})
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, 5, "10m")
    room.deliver(board)
    board.game()
    board.opening()
    board.write(records.PAUSE, records.DIRECTOR)
    room.send(board)
    assert any("call the director" in one.text for one in room.director.attention.open_calls())
    events.withdraw(event, "Ann")
    assert not any("call the director" in one.text for one in room.director.attention.open_calls())


def test_a_result_that_names_nobody_is_of_all(room):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid"], "Prix", "grand-prix", {
        "games": 6,
        "colours": {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]},
    })  # fmt: skip
    room.director.desk.act("late", {
        "player": "Ann", "opponent": "Bob", "scheduled_ms": room.now, "length": 1, "event": event,
    })
    assert shown(room)[0] == ["Ann"]
    events.result(event, {"order": ["red", "blue", "green", "black", "yellow", "white"]})
    assert shown(room)[0] == []
