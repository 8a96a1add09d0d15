"""The desk's journal in every database: it only grows, in one order, with bodies as they were given."""

import pytest

from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.store import open_store
from tests.store.conftest import on_disk
from tests.store.earlier import set_back

ENTRY = ("Zoë", "ruling", {"text": 'the "cocked" die', "effects": [{"kind": "points", "points": 2}]})


def test_entries_come_back_as_they_were_given(store, clock):
    assert store.desk.actions() == []
    clock.ms = 5000
    assert store.desk.append(0, [ENTRY]) == 1
    clock.ms = 6000
    assert store.desk.append(1, [("director", "undo", {"undoes": 1})]) == 2
    assert store.desk.actions() == [
        Action(1, 5000, *ENTRY),
        Action(2, 6000, "director", "undo", {"undoes": 1}),
    ]


def test_an_entry_that_was_overtaken_is_not_added(store):
    store.desk.append(0, [ENTRY])
    for after in (0, 2, 7):
        with pytest.raises(Overtaken):
            store.desk.append(after, [ENTRY])
    assert len(store.desk.actions()) == 1
    assert store.desk.append(1, [ENTRY]) == 2


def test_a_clock_set_back_does_not_reorder_the_journal(store, clock):
    clock.ms = 9000
    store.desk.append(0, [ENTRY])
    clock.ms = 4000
    store.desk.append(1, [ENTRY])
    assert [one.at_ms for one in store.desk.actions()] == [9000, 9000]


def test_what_json_cannot_hold_is_refused_and_changes_nothing(store):
    with pytest.raises(ValueError, match="JSON"):
        store.desk.append(0, [("director", "ruling", {"points": float("nan")})])
    assert store.desk.actions() == []


@on_disk
def test_a_database_of_before_gets_its_desk(url):
    with open_store(url, now=lambda: 1000) as store:
        number = store.events.create("Cup", "championship", [("director", "new", {"name": "Cup"})])
    set_back(url, "0003")
    with open_store(url, now=lambda: 1000) as store:
        assert store.events.get(number).name == "Cup"
        assert store.desk.append(0, [ENTRY]) == 1


def test_what_was_checked_before_a_name_was_taken_out_is_not_added(store):
    count = store.erasure.count
    assert store.desk.append(0, [ENTRY], count) == 1
    with pytest.raises(Overtaken):
        store.desk.append(1, [ENTRY], count - 1)
    assert len(store.desk.actions()) == 1
