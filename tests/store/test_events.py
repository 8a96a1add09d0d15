"""Events in every database: journals that only grow, in one order, with bodies as they were given."""

import pytest

from tablekeeper.journal.action import Action, Overtaken, canonical
from tablekeeper.store import EventRow, open_store
from tests.store.conftest import on_disk
from tests.store.earlier import set_back

NEW = ("director", "new", {"name": "Cup", "format": "championship", "options": {"first_to": 2}})
ENTER = ("Zoë", "enter", {"players": ["Ann", "Zoë", 'the "Bob"']})


def test_an_event_comes_back_as_it_was_entered(store, clock):
    clock.ms = 5000
    number = store.events.create("Cup", "championship", [NEW, ENTER])
    assert store.events.get(number) == EventRow(number, "Cup", "championship", 5000)
    assert store.events.all() == [EventRow(number, "Cup", "championship", 5000)]
    assert store.events.journals.actions(number) == [Action(1, 5000, *NEW), Action(2, 5000, *ENTER)]


def test_events_are_numbered_and_kept_apart(store):
    first, second = (store.events.create(name, "swing", [NEW]) for name in ("A", "B"))
    assert second > first
    store.events.journals.append(1, [ENTER], owner=second)
    assert [len(store.events.journals.actions(number)) for number in (first, second)] == [1, 2]
    assert [row.name for row in store.events.all()] == ["A", "B"]


def test_nothing_is_known_of_an_event_that_never_was(store):
    assert [store.events.get(none) for none in (7, 0, -1, 1 << 63, 10**20)] == [None] * 5
    assert store.events.journals.actions(7) == []
    assert store.events.all() == []
    with pytest.raises(Overtaken):
        store.events.journals.append(1, [ENTER], owner=7)
    assert store.events.journals.actions(7) == []


def test_an_action_that_was_overtaken_is_not_added(store):
    number = store.events.create("Cup", "championship", [NEW])
    assert store.events.journals.append(1, [ENTER, ENTER], owner=number) == 3
    for after in (0, 1, 2, 4):
        with pytest.raises(Overtaken):
            store.events.journals.append(after, [ENTER], owner=number)
    assert [one.seq for one in store.events.journals.actions(number)] == [1, 2, 3]
    # what failed hinders nobody
    assert store.events.journals.append(3, [ENTER], owner=number) == 4


def test_a_clock_set_back_does_not_reorder_a_journal(store, clock):
    clock.ms = 9000
    number = store.events.create("Cup", "championship", [NEW])
    clock.ms = 4000
    store.events.journals.append(1, [ENTER], owner=number)
    clock.ms = 9500
    store.events.journals.append(2, [ENTER], owner=number)
    assert [one.at_ms for one in store.events.journals.actions(number)] == [9000, 9000, 9500]


def test_a_journal_of_elsewhere_keeps_its_times(store, clock):
    clock.ms = 9000
    journal = [Action(1, 17, *NEW), Action(2, 2**42, *ENTER)]
    number = store.events.adopt("Cup", "championship", journal)
    assert store.events.journals.actions(number) == journal
    store.events.journals.append(2, [ENTER], owner=number)
    assert store.events.journals.actions(number)[-1].at_ms == 2**42


def test_a_body_has_one_text():
    assert canonical({"b": [1, 2.5, None], "a": "Zoë"}) == '{"a":"Zoë","b":[1,2.5,null]}'
    with pytest.raises(ValueError, match="JSON"):
        canonical({"a": float("nan")})


@on_disk
def test_a_database_of_before_is_brought_up_to_date(url):
    with open_store(url, now=lambda: 1000) as store:
        match = store.matches.create(length=7, control="3m", names=("Ann", "Bob"))
    set_back(url, "0002")
    with open_store(url, now=lambda: 1000) as store:
        assert store.matches.get(match).names == ("Ann", "Bob")
        number = store.events.create("Cup", "championship", [NEW])
        assert len(store.events.journals.actions(number)) == 1
