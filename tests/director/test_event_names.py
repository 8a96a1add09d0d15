"""Names of events and players: one running event of a name, letters alike are asked about, discarding."""

import re

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.strictjson import Cursor
from tests.director.test_event_presence import read_back
from tests.director.test_event_service import untouched
from tests.startedevent import entered_event


def test_one_running_event_of_a_name(store, events):
    first = events.new("Spring cup", "championship", {"first_to": 1})
    said = "Event 1 is called Spring cup, too: finish or discard it, or take another name"
    untouched(store, first, lambda: events.new("spring  Cup", "knockout"), said)
    assert len(events.all()) == 1
    events.enter(first, ["Ann", "Bob", "Cid"])
    events.start(first)
    untouched(store, first, lambda: events.new("Spring cup", "knockout"), said)
    events.result(first, {"winner": "Ann"})
    events.finish(first)
    second = events.new("Spring cup", "knockout")
    untouched(store, first, lambda: events.reopen(first, "again"), "Event 2 is called Spring cup, too")
    events.discard(second, "rain")
    events.reopen(first, "again")


def test_an_event_is_discarded_before_its_start_and_brought_back(store, events):
    event = entered_event(events, ["Ann", "Bob"], "Cup", "knockout")
    events.discard(event, "rain")
    view = events.get(event)
    assert (view.phase, view.history[-1].text) == ("discarded", "the event discarded (rain)")
    untouched(store, event, lambda: events.enter(event, ["Cid"]), "discarded: undo that first")
    document = events.export(event)
    assert audit(Cursor(document)).findings == ()
    assert read_back(events, document) == document
    again = events.new("Cup", "knockout")
    untouched(store, event, lambda: events.undo(event), "Event 3 is called Cup, too")
    events.discard(again)
    events.undo(event)
    assert (events.get(event).phase, events.get(event).players) == ("entries", ("Ann", "Bob"))
    events.start(event)
    untouched(store, event, lambda: events.discard(event), "has started: undo the start first")


def test_names_that_are_written_alike_are_asked_about(store, events):
    event = entered_event(events, ["Ann Lee", "Bob"], "Cup", "knockout", {"late": 2})
    said = re.escape('"ann lee" and "Ann Lee" are written alike')
    untouched(store, event, lambda: events.enter(event, ["ann  lee", "Cid"]), said)
    with pytest.raises(Unconfirmed) as asked:
        events.enter(event, ["Dan", "DAN", "bob"])
    assert asked.value.facts == (
        '"DAN" and "Dan" differ only in capital letters.', '"bob" and "Bob" differ only in capital letters.')
    events.enter(event, ["ann lee"], different=True)
    events.start(event)
    untouched(store, event, lambda: events.enter(event, ["BOB"]), "written alike")
    assert events.get(event).players == ("Ann Lee", "Bob", "ann lee")
