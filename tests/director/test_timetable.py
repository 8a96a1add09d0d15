"""The timetable of an event: starts, time controls and lengths by round, and lateness by it."""

import re

import pytest

from tablekeeper.audit import audit
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO
from tablekeeper.strictjson import Cursor
from tests.refusal import document_error, refusal
from tests.startedevent import started_event

START = 1_795_000_000_000
HOUR = 3_600_000


@pytest.fixture
def cup(events):
    """A knockout of four to 5 points that runs."""
    return started_event(
        events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5, "consolation": "A.B"}
    )


def plan(events, event, name):
    view = events.get(event)
    found = view.plan({"match": name})
    return found.start_ms, found.control, found.length


def test_a_round_has_its_own_values_else_those_of_the_event(events, cup):
    assert events.timetables.rounds(cup)[:3] == ("A", "B", "PC1")
    assert events.timetables.change(cup, {"": {"control": "3m/pt b12", "length": 7}})
    assert events.timetables.change(cup, {"A": {"start_ms": START}})
    assert events.timetables.change(cup, {"PC1": {"control": "none", "start_ms": START + HOUR}})
    assert plan(events, cup, "A2") == (START, "3m/pt b12", 7)
    assert plan(events, cup, "B1") == (None, "3m/pt b12", 7)
    assert plan(events, cup, "PC1-2") == (START + HOUR, "none", 7)
    assert events.get(cup).timetable == {"A": START, "PC1": START + HOUR}
    told = events.get(cup).history[-1].text
    assert re.fullmatch(r"the timetable: PC1 at \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?, with none", told)


def test_what_says_the_same_enters_nothing_and_an_undo_takes_a_change_back(events, cup):
    events.timetables.change(cup, {"A": {"start_ms": START}, "": {"control": "10m"}})
    last = events.get(cup).last
    assert not events.timetables.change(cup, {"A": {"start_ms": START}, "B": {"start_ms": None}})
    assert events.get(cup).last == last
    events.timetables.change(cup, {"A": {"start_ms": None}})
    assert events.get(cup).timetable == {}
    events.undo(cup)
    assert events.get(cup).timetable == {"A": START}
    assert events.get(cup).history[-1].action == UNDO


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ({"A": {"control": "quickly"}}, "quickly"),
        ({"A": {"length": 0}}, "1"),
        ({"A": {"start_ms": -1}}, "0"),
        ({"A": {"begin": 1}}, "known here: start_ms"),
        ({"A" * 31: {"length": 3}}, "30 letters"),
        ({"A": {"start_ms": True}}, "number"),
    ],
)
def test_what_no_timetable_can_have_is_refused(events, cup, rounds, sentence):
    before = events.export(cup)
    with pytest.raises(UserError, match=sentence):
        events.timetables.change(cup, rounds)
    assert events.export(cup) == before


def test_it_is_planned_before_the_start_and_not_after_the_finish(events):
    event = events.new("Robin", "round-robin", {"length": 3})
    events.timetables.change(event, {"1": {"start_ms": START}})
    assert events.timetables.rounds(event) == ("1",)
    events.enter(event, ["Ann", "Bob", "Cid", "Dan"])
    assert events.timetables.rounds(event) == ("1", "2", "3")
    events.start(event)
    [first, *_] = events.get(event).answer.next
    assert events.get(event).plan(first).start_ms == START
    events.finish(event, "dark outside")
    assert "finished" in refusal(events.timetables.change, event, {"1": {"start_ms": None}})


def test_an_exported_timetable_is_recounted_and_comes_back(events, cup, elsewhere):
    events.timetables.change(cup, {"A": {"start_ms": START, "control": "10m"}})
    document = events.export(cup)
    assert audit(Cursor(document)).findings == ()
    copy = elsewhere.take_in(Cursor(document), "Copy", START)
    assert elsewhere.get(copy).rounds == events.get(cup).rounds
    document["journal"][-1]["body"] = {"rounds": {"A": {"end_ms": 5}}}
    assert "end_ms" in document_error(events.take_in, Cursor(document), "Copy", START)
    assert any("end_ms" in finding.place for finding in audit(Cursor(document)).findings)


def test_lateness_counts_from_the_timetable_without_typing(room):
    events, act = room.director.events, room.director.desk.act
    cup = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    late, waits = events.get(cup).answer.next[0]["players"]
    with pytest.raises(UserError, match="No timetable says when") as refused:
        act("late", {"player": late, "opponent": waits, "length": 5})
    assert refused.value.field == "scheduled"
    events.timetables.change(cup, {"A": {"start_ms": room.now - 40 * 60_000}})
    number = act("late", {"player": late, "opponent": waits, "length": 5})
    assert room.director.desk.state().late[number].scheduled_ms == room.now - 40 * 60_000
    said = {"player": waits, "opponent": late, "length": 5, "event": cup, "scheduled_ms": room.now}
    assert act("late", said) == number + 1


def test_lateness_at_a_table_counts_from_the_round_of_its_match(room):
    events = room.director.events
    cup = started_event(events, ["Ann", "Bob"], "Cup", "knockout", {"length": 5})
    pairing = events.get(cup).answer.next[0]
    events.timetables.change(cup, {"A": {"start_ms": room.now}})
    match = room.director.event_tables.play(cup, pairing, room.board("a").uid, None, "none")
    number = room.director.desk.act("late", {"player": pairing["players"][0], "match": match})
    assert room.director.desk.state().late[number].scheduled_ms == room.now
