"""The one class of journals over its tables, and the databases that had other columns."""

import pytest
from sqlalchemy import create_engine, text

from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.store import open_store, schema
from tablekeeper.store.actions import ActionStore
from tests.journal.stones import KIND
from tests.store.conftest import on_disk
from tests.store.earlier import set_back

NOTE = ("director", "note", {"text": "x"})
JOURNALS = (
    schema.actions, schema.desk_actions, schema.event_actions, schema.people_actions, schema.ranking_actions
)  # fmt: skip


def test_all_journals_have_one_shape():
    shape = [("seq", False), ("at_ms", False), ("actor", False), ("action", False), ("body", False),
             ("checksum", False)]  # fmt: skip
    for table in JOURNALS:
        columns = [(column.name, column.nullable) for column in table.columns]
        assert columns[-6:] == shape
        assert [column.name for column in table.primary_key] == [column.name for column in table.columns][:-5]
    assert {name for name in schema.metadata.tables if name.endswith("actions")} == {
        table.name for table in JOURNALS
    }


def test_what_is_entered_unchecked_is_numbered_and_never_goes_back_in_time(store, clock):
    clock.ms = 9000
    assert store.act(*NOTE) == 1
    clock.ms = 7000
    assert store.act(*NOTE) == 2
    assert store.actions() == [Action(1, 9000, *NOTE), Action(2, 9000, *NOTE)]


def test_what_belongs_to_a_refused_action_is_not_written_either(store):
    entry = store.entries.create("world", None, "proposed", {}, actor="director")
    done = []
    journals = store.entries.journals
    with pytest.raises(Overtaken):
        journals.append(2, [NOTE], owner=entry, also=done.append)
    assert done == []
    assert journals.append(1, [NOTE], owner=entry, also=done.append) == 2
    assert len(done) == 1


def test_a_journal_without_its_first_action_takes_none(store):
    assert isinstance(store.entries.journals, ActionStore)
    for owner in (1, 7):
        with pytest.raises(Overtaken):
            store.entries.journals.append(0, [NOTE], owner=owner)
    assert store.entries.journals.actions() == []


def test_whoever_asks_gets_the_one_fold_of_a_journal(store, monkeypatch):
    store.desk.append(0, [("Ann", "put", {"stones": 5})])
    folded = []
    take = KIND.take
    monkeypatch.setattr(KIND, "take", lambda state, action: folded.append(action.seq) or take(state, action))
    first = store.desk.reading(KIND)
    assert store.desk.reading(KIND) is first
    assert (first.state.count, folded) == (5, [1])
    store.desk.append(1, [("Ann", "put", {"stones": 2})])
    assert (store.desk.reading(KIND).state.count, folded) == (7, [1, 2])
    for stones in (1, 3):
        store.entries.create("world", None, "put", {"stones": stones}, actor="Ann")
    assert [store.entries.journals.reading(KIND, one).state.count for one in (1, 2)] == [1, 3]


@on_disk
def test_actions_of_a_database_with_other_columns_stay_as_they_were(url):
    with open_store(url, now=lambda: 5000) as store:
        store.act("director", "set up", {"uid": "Zo\u00eb", "n": [1, None]})
        store.act("Ann", "name board", {})
        before = store.actions()
    set_back(url, "0006")
    engine = create_engine(url)
    with engine.begin() as connection:
        # PostgreSQL gave no number twice, so a transaction that failed left a gap
        connection.execute(text("UPDATE actions SET id = 5 WHERE id = 2"))
        names = connection.execute(text("SELECT * FROM actions")).keys()
        assert list(names) == ["id", "at_ms", "actor", "verb", "payload"]
    engine.dispose()
    with open_store(url, now=lambda: 6000) as store:
        first, second = store.actions()
        assert [first] == before[:1]
        assert second == Action(5, 5000, "Ann", "name board", {})
        # the last number of each journal is kept apart from then on
        assert store.last_action() == 5
        assert store.act("director", "note", {}) == 6
        assert store.last_action() == 6
