"""The register's journal with its names, and ranking entries, in every database."""

import json
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from tablekeeper.director.people.register import Register
from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.store import NumberedName, RatedResult, Taken, open_store
from tablekeeper.store.entries import CONFIRMED, PROPOSED, WITHDRAWN, WORLD
from tests.store.conftest import on_disk
from tests.store.earlier import set_back

ENTERED = ("director", "entered", {"person": 1, "alias": 1})


def test_names_come_and_go_with_their_actions(store):
    ann, knights = NumberedName(1, "Ann", "ann"), NumberedName(1, "Knights", "knights")
    assert store.people.append(0, [ENTERED], aliases=[ann], clubs=[knights]) == 1
    assert (store.people.aliases(), store.people.clubs()) == ({1: ann}, {1: knights})
    with pytest.raises(Overtaken):
        store.people.append(0, [ENTERED], aliases=[NumberedName(2, "Bob", "bob")])
    with pytest.raises(Taken):
        store.people.append(1, [ENTERED], aliases=[NumberedName(2, "ANN", "ann")])
    with pytest.raises(Taken):
        store.people.append(1, [ENTERED], clubs=[NumberedName(2, "KNIGHTS", "knights")])
    assert len(store.people.journal.actions()) == len(store.people.aliases()) == 1
    store.people.append(1, [("director", "undo", {"undoes": 1})], gone_aliases=[1], gone_clubs=[1])
    assert store.people.aliases() == store.people.clubs() == {}


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
    assert store.entries.journals.actions() == [
        Action(1, 9000, "director", PROPOSED, {"event": 3}),
        Action(2, 9000, "Zoë", CONFIRMED, {"tournament": {}}),
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


@on_disk
def test_a_database_of_before_gets_its_register(url):
    with open_store(url, now=lambda: 1000) as store:
        match = store.matches.create(length=7, control="3m", names=("Ann", "Bob"))
    set_back(url, "0004")
    with open_store(url, now=lambda: 1000) as store:
        assert store.matches.get(match).names == ("Ann", "Bob")
        assert Register(store).enter(["Ann"]) == (1,)


def written_before(url):
    """Make a database of revision 0007 with the rows that the program of then wrote; return what it told."""
    told = json.loads((Path(__file__).parent / "register_0007.json").read_text("utf-8"))
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "tablekeeper.store:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "0007")
        for table, found in told["tables"].items():
            # whom doubles point to comes first
            for row in sorted(found, key=lambda one: one.get("merged_into") or 0):
                held = ", ".join(f":{key}" for key in row)
                connection.execute(text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({held})"), row)
    engine.dispose()
    return told


@on_disk
def test_the_register_of_an_earlier_program_stays_as_it_was(url):
    told = written_before(url)
    # an undo over later actions of its kind is what it did: it sets the value of before
    became = {21: "the consent of Eve: unknown", 26: "the name by which Fay is shown"}
    with open_store(url, now=lambda: 99_000) as store:
        register = Register(store)
        book = register.book()
        assert [
            [one.id, one.name, [alias.name for alias in one.names], one.consent, list(one.doubles),
             [[of.club, of.since, of.until] for of in one.memberships]]
            for one in book.people.values()
        ] == [one[:6] for one in told["people"]]  # fmt: skip
        assert [club.name for club in book.clubs.values()] == told["clubs"]
        assert [[one.seq, one.at_ms, one.actor, one.text, one.undone] for one in register.history()] == [
            [seq, at_ms, actor, became.get(seq, said), undone and seq not in (18, 23)]
            for seq, at_ms, actor, said, undone in told["history"]
        ]
        # numbers go on behind those that were given once
        assert register.enter(["Hal"]) == (13,)
        assert [register.undo() for _ in range(2)] == ["the entry of Hal", "the entry of Gus"]


@on_disk
def test_gaps_in_the_numbers_of_an_earlier_program_are_closed(url):
    told = written_before(url)
    engine = create_engine(url)
    with engine.begin() as connection:
        # PostgreSQL gave no number twice, so a transaction that failed left a gap
        connection.execute(text("UPDATE people_actions SET seq = seq + 100 WHERE seq > 10"))
        connection.execute(
            text("UPDATE people_actions SET body = :body WHERE seq = 117"), {"body": '{"undoes":116}'}
        )
        for seq, of in ((121, 118), (126, 123), (127, 122), (129, 7), (132, 131), (136, 135), (140, 139)):
            body = {"seq": seq, "body": json.dumps({"undoes": of})}
            connection.execute(text("UPDATE people_actions SET body = :body WHERE seq = :seq"), body)
    engine.dispose()
    with open_store(url, now=lambda: 99_000) as store:
        history = Register(store).history()
        assert [one.seq for one in history] == list(range(1, 47))
        assert [one.seq for one in history if one.undone] == [
            one[0] for one in told["history"] if one[4] and one[0] not in (18, 23)
        ]
