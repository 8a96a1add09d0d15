"""People, clubs and ranking entries in every database; each deed's undo puts back exactly what was there."""

import json

import pytest

from tablekeeper.journal.action import Overtaken
from tablekeeper.store import RatedResult, Taken, open_store
from tablekeeper.store.entries import CONFIRMED, PROPOSED, WITHDRAWN, WORLD
from tests.store.earlier import set_back


def enter(store, name):
    return store.people.enter(name, name.casefold(), actor="director")


def snapshot(store):
    return store.people.rows()


def last(store):
    return store.people.actions()[-1].seq


def test_a_person_comes_back_as_entered(store, clock):
    clock.ms = 5000
    ann = enter(store, "Ann")
    rows = snapshot(store)
    assert [(one.id, one.consent, one.merged_into, one.created_ms) for one in rows.people] == [
        (ann, "unknown", None, 5000)
    ]
    assert [(one.person, one.name, one.key, one.id) for one in rows.aliases] == [
        (ann, "Ann", "ann", rows.people[0].shown)
    ]


def test_a_name_is_one_persons(store):
    enter(store, "Ann")
    before = snapshot(store)
    with pytest.raises(Taken):
        enter(store, "ANN")
    assert snapshot(store) == before
    assert len(store.people.actions()) == 1


def test_numbers_are_never_given_twice(store):
    first = enter(store, "Ann")
    store.people.undo(last(store), actor="director")
    assert snapshot(store).people == ()
    assert enter(store, "Bob") > first


def deeds(store, ann, bob, club):
    """Every deed that can be undone, each to be done on the same register."""
    alias = store.people.name(ann, "Annie", "annie", actor="director")
    membership = store.people.join(ann, club, "2026-01-01", actor="director")
    return {
        "enter": lambda: enter(store, "Zoë"),
        "name": lambda: store.people.name(ann, "Nan", "nan", actor="director"),
        "show": lambda: store.people.show(ann, alias, actor="director"),
        "merge": lambda: store.people.merge(ann, bob, actor="director"),
        "split": lambda: store.people.split(alias, actor="director"),
        "consent": lambda: store.people.consent(ann, "private", actor="director"),
        "club": lambda: store.people.club("Towers", "towers", actor="director"),
        "join": lambda: store.people.join(bob, club, None, actor="director"),
        "leave": lambda: store.people.leave(membership, "2026-05-01", actor="director"),
    }


@pytest.mark.parametrize(
    "deed", ["enter", "name", "show", "merge", "split", "consent", "club", "join", "leave"]
)
def test_a_deed_and_its_undo_leave_the_register_as_it_was(store, deed):
    ann, bob = enter(store, "Ann"), enter(store, "Bob")
    club = store.people.club("Knights", "knights", actor="director")
    do = deeds(store, ann, bob, club)[deed]
    before = snapshot(store)
    do()
    assert snapshot(store) != before
    store.people.undo(last(store), actor="director")
    assert snapshot(store) == before


def test_what_later_deeds_build_on_is_not_undone(store):
    ann = enter(store, "Ann")
    entry = last(store)
    store.people.name(ann, "Annie", "annie", actor="director")
    naming = last(store)
    alias = snapshot(store).aliases[-1].id
    store.people.show(ann, alias, actor="director")
    before = snapshot(store)
    for number in (entry, naming, 99):
        with pytest.raises(Overtaken):
            store.people.undo(number, actor="director")
    assert snapshot(store) == before


def test_who_is_merged_is_not_merged_again(store):
    ann, bob, cid = (enter(store, name) for name in ("Ann", "Bob", "Cid"))
    store.people.merge(ann, bob, actor="director")
    with pytest.raises(Overtaken):
        store.people.merge(cid, bob, actor="director")


def test_the_registers_journal_names_nobody(store):
    ann, bob = enter(store, "Ann"), enter(store, "Bob")
    club = store.people.club("Knights", "knights", actor="director")
    for do in deeds(store, ann, bob, club).values():
        do()
    told = json.dumps([one.body for one in store.people.actions()])
    for name in ("Ann", "Bob", "Zo", "Nan", "Towers", "Knights"):
        assert name not in told


# --- ranking entries -----------------------------------------------------------------------------

RATED = (
    RatedResult("2026-05-01", ((1,), (2,)), 7),
    RatedResult("2026-05-01", ((2,), (1,), (4,)), None, (1, 2, 2)),
)


def test_an_entry_is_a_journal(store, clock):
    clock.ms = 9000
    entry = store.entries.create(WORLD, None, PROPOSED, {"event": 3}, actor="director")
    clock.ms = 4000
    assert store.entries.append(entry, 1, CONFIRMED, {"tournament": {}}, actor="Zoë") == 2
    with pytest.raises(Overtaken):
        store.entries.append(entry, 1, WITHDRAWN, {}, actor="director")
    assert [(one.seq, one.at_ms, one.actor, one.action, one.body) for one in store.entries.actions()] == [
        (1, 9000, "director", PROPOSED, {"event": 3}),
        (2, 9000, "Zoë", CONFIRMED, {"tournament": {}}),
    ]
    assert [(one.id, one.kind, one.event) for one in store.entries.all()] == [(entry, WORLD, None)]


def test_entries_of_an_event(store):
    event = store.events.create("Cup", "championship", [("director", "new", {"name": "Cup"})])
    found = store.entries.create(WORLD, event, PROPOSED, {}, actor="director")
    store.entries.create(WORLD, None, CONFIRMED, {}, actor="director")
    assert [one.id for one in store.entries.of_event(event)] == [found]


def rated(store):
    return [one for _, one in store.entries.rated()]


def test_rated_results_follow_their_entry(store):
    later = store.entries.create("rating", None, CONFIRMED, {}, actor="director", rated=RATED)
    first = [RatedResult("2026-04-01", ((5,), (6,)), 3)]
    store.entries.create("rating", None, CONFIRMED, {}, actor="director", rated=first)
    assert rated(store) == [*first, *RATED]
    store.entries.append(later, 1, "corrected", {}, actor="director", rated=RATED[1:])
    assert rated(store) == [*first, RATED[1]]
    store.entries.append(later, 2, WITHDRAWN, {}, actor="director")
    assert rated(store) == first


def test_rated_results_are_read_in_pages(store, monkeypatch):
    monkeypatch.setattr("tablekeeper.store.entries._PAGE", 3)
    days = ("2026-05-02", "2026-05-01", "2026-05-02")
    for day in days:
        four = [RatedResult(day, ((1,), (2,)), length) for length in range(4)]
        store.entries.create("rating", None, CONFIRMED, {}, actor="director", rated=four)
    found = [(one.day, entry, one.length) for entry, one in store.entries.rated()]
    order = [("2026-05-01", 2), ("2026-05-02", 1), ("2026-05-02", 3)]
    assert found == [(*place, length) for place in order for length in range(4)]


def test_a_database_of_before_gets_its_register(url):
    if url == "sqlite://":
        pytest.skip("an in-memory database has no other versions")
    with open_store(url, now=lambda: 1000) as store:
        match = store.matches.create(length=7, control="3m", names=("Ann", "Bob"))
    set_back(url, "0004")
    with open_store(url, now=lambda: 1000) as store:
        assert store.matches.get(match).names == ("Ann", "Bob")
        assert enter(store, "Ann") == 1
