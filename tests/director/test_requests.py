"""What players ask of the desk: requests that change nothing until they are accepted."""

import pytest

from tablekeeper.director.desk import requests as asks
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event


@pytest.fixture
def evening(room):
    """Ann and Bob play at Table 1; Cid and Dan are entered for tomorrow's Plate."""
    director = room.director
    director.tables.new((), 2)
    director.people.enter(["Ann", "Bob", "Cid", "Dan"])
    cup = started_event(director.events, ["Ann", "Bob"], "Cup", "knockout", {"length": 7})
    plate = entered_event(director.events, ["Cid", "Dan"], "Plate", "knockout", {"length": 7})
    director.seating.seat(cup, director.seating.plan_round(cup).places)
    return room, cup, plate


def person(room, name):
    return room.director.people.book().find(name)


def offered(room, name):
    return [(one.ask, one.event) for one in room.director.requests.offers(person(room, name))]


def calls(room):
    return [one.text for one in room.director.attention.open_calls()]


def test_who_can_ask_what(evening):
    room, cup, plate = evening
    assert offered(room, "Ann") == [
        (asks.REST, cup), (asks.LEAVE, cup), (asks.COME, None), (asks.ENTRY, plate), (asks.NAME, None),
    ]  # fmt: skip
    assert offered(room, "Cid") == [(asks.HERE, plate), (asks.COME, None), (asks.NAME, None)]


def test_check_in_and_entry(evening):
    room, _, plate = evening
    requests, events = room.director.requests, room.director.events
    here = requests.ask(person(room, "Cid"), asks.HERE, plate)
    entry = requests.ask(person(room, "Ann"), asks.ENTRY, plate)
    assert calls(room) == ["Plate: Cid is here", "Plate: Ann wants to take part"]
    assert events.get(plate).present == frozenset()
    assert requests.accept(here) == "Cid is here"
    requests.accept(entry)
    assert (events.get(plate).present, events.get(plate).players) == ({"Cid"}, ("Cid", "Dan", "Ann"))
    assert calls(room) == []
    assert "no request" in refusal(requests.accept, here)
    assert (asks.HERE, plate) not in offered(room, "Cid")


def test_who_plays_leaves_when_the_match_is_over(evening):
    room, cup, _ = evening
    requests = room.director.requests
    number = requests.ask(person(room, "Ann"), asks.LEAVE, cup)
    assert refusal(requests.accept, number) == (
        "Ann still plays at Table 1: accept it when that match is over."
    )
    assert requests.refuse(number, "the final is next") == "Ann leaves after this match"
    [answered] = requests.of(person(room, "Ann"))
    assert (answered.accepted, answered.reason) == (False, "the final is next")


def test_a_break_is_noted(evening):
    room, cup, _ = evening
    number = room.director.requests.ask(person(room, "Bob"), asks.REST, cup)
    room.director.requests.accept(number)
    [pause] = room.director.desk.state().breaks.values()
    assert (pause.player, pause.opponent) == ("Bob", "Ann")


def test_the_own_name(evening):
    room, _, _ = evening
    number = room.director.requests.ask(person(room, "Bob"), asks.NAME, None, "Bob Smith")
    room.director.requests.accept(number)
    assert room.director.people.book().name(person(room, "Bob")) == "Bob Smith"


def test_a_flood_of_requests_is_one_request(evening):
    room, cup, plate = evening
    requests, ann = room.director.requests, person(room, "Ann")
    requests.ask(ann, asks.COME, None, "dice")
    for ask, event in ((asks.COME, None), (asks.HERE, plate), (asks.ENTRY, cup), (asks.HERE, 99)):
        assert refusal(requests.ask, ann, ask, event, "again") == (
            "This can't be asked now, or waits for an answer: ask at the desk."
        )
    requests.call("Table 1", "a die is missing")
    assert "is called to Table 1 already" in refusal(requests.call, "Table 1", "again")
    assert len(requests.waiting()) == 2


def test_requests_survive_a_start(evening):
    room, _, plate = evening
    room.director.requests.ask(person(room, "Cid"), asks.HERE, plate)
    room.restart()
    assert [one.told for one in room.director.requests.waiting()] == ["Cid is here"]
