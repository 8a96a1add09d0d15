"""A name is taken out of every column in which it may stand, and out of the files."""

import json

import pytest
from sqlalchemy import LargeBinary, String, select

from tablecore import messages
from tablekeeper.journal.action import Overtaken
from tablekeeper.store import NumberedName, open_store, schema
from tablekeeper.store.erasure import DOCUMENTS, MESSAGES, OWN, PLAIN, TEXTS

NAME = "Quirinus Oglethorpe"


class Plain:
    """Replaces the one name wherever it stands."""

    def text(self, cell, text):
        return text.replace(NAME, "Player 1")

    def document(self, cell, text):
        json.loads(text)
        return text.replace(NAME, "Player 1")

    def message(self, cell, tail):
        return tail.replace(NAME.encode(), b"Player 1")


def test_every_column_says_what_is_in_it():
    told = [*TEXTS, *DOCUMENTS, *MESSAGES, *PLAIN, *OWN]
    assert len(told) == len(set(told))
    held = {
        f"{table.name}.{column.name}"
        for table in schema.metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, String | LargeBinary)
    }
    assert set(told) == held


def fill(store):
    """Write the name into everything that takes a text."""
    alias, club = NumberedName(1, NAME, NAME.casefold()), f"{NAME} and friends"
    entered = (NAME, "entered", {"person": 1, "alias": 1})
    store.people.append(0, [entered], aliases=[alias], clubs=[NumberedName(1, club, club)])
    uid = "e66118604b2f3c21"
    match = store.matches.create(length=3, control="none", names=(NAME, "Bob"), uid=uid, source=f"{NAME}.mat")
    store.name_board(uid, f"{NAME}'s")
    tail = bytes((0,)) + NAME.encode()
    store.commands.queue(uid, messages.NAME, tail, match_id=match)
    number = store.commands.open(uid)[0].id
    store.commands.answered(number, "refused", None, f"{NAME} is not here")
    store.flush()
    store.act(NAME, "award", {"match": match, "reason": f"{NAME} was late"})
    event = store.events.create(f"{NAME} cup", "swing", [(NAME, "new", {"name": f"{NAME} cup"})])
    store.desk.append(0, [(NAME, "ruling", {"text": NAME})])
    store.entries.create("world", event, "confirmed", {"tournament": {"name": NAME}}, actor=NAME)


def remove(store):
    """Take the name out."""
    name = NumberedName(2, "Player 1", "player 1")
    return store.erasure.remove(1, ("director", "removed", {"person": 1}), [1], name, Plain())


def cells(store):
    with store._database.reading() as connection:
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(select(table)):
                yield from (value for value in row if isinstance(value, str | bytes))


def named(store):
    return [one for one in cells(store) if (NAME if isinstance(one, str) else NAME.encode()) in one]


def test_the_name_is_in_no_row_afterwards(store):
    fill(store)
    # nothing is set aside here, and the register's journal never names anybody: else every column did
    silent = {"quarantine.reason", "people_actions.body"}
    assert len(named(store)) == len({*TEXTS, *DOCUMENTS, *MESSAGES, "aliases.name"} - silent)
    erased = remove(store)
    assert named(store) == []
    assert dict(erased.changed)["names.name"] == 1
    assert (len(erased.events), len(erased.matches)) == (1, 1)
    assert [(one.id, one.name) for one in store.people.aliases().values()] == [(2, "Player 1")]
    assert [one.action for one in store.people.journal.actions()] == ["entered", "removed"]
    with pytest.raises(Overtaken):
        remove(store)


def test_the_name_is_in_no_file_afterwards(tmp_path):
    path = tmp_path / "hall.db"

    def files():
        return [one.name for one in sorted(tmp_path.iterdir()) if NAME.encode() in one.read_bytes()]

    with open_store(str(path), now=lambda: 1000) as store:
        fill(store)
        # deleted long ago, and still in a page or in the log
        store.commands.queue("e66118604b2f3c21", messages.NAME, bytes((1,)) + NAME.encode(), match_id=1)
        assert files() != []
        remove(store)
        assert store.erasure.sweep() is True
        assert files() == []
    assert files() == []


def test_somebody_who_reads_hinders_the_sweeping(tmp_path):
    path = tmp_path / "hall.db"
    with open_store(str(path), now=lambda: 1000) as store:
        fill(store)
        with store._database.engine.connect() as reader:
            reader.execute(select(schema.names)).all()
            remove(store)
            store._database.writer().connection.driver_connection.execute("PRAGMA busy_timeout=1")
            assert store.erasure.sweep() is False
        assert store.erasure.sweep() is True


@pytest.mark.parametrize("threaded", [True, False])
def test_a_sweep_waits_for_what_is_queued(tmp_path, threaded):
    with open_store(str(tmp_path / "hall.db"), now=lambda: 1000, threaded=threaded) as store:
        future = store.board_seen("e66118604b2f3c21")
        assert store.erasure.sweep() is True
        assert future.done()
        assert store.board("e66118604b2f3c21") is not None
