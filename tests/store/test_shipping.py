"""Journals as the numbered entries that are shipped: each row once, in order of arrival."""

import json

import pytest
from sqlalchemy import text

from tablecore import records
from tablekeeper.journal.action import canonical
from tablekeeper.store import Batch, JoinedFederation, open_store
from tablekeeper.store.chain import begin, link
from tablekeeper.store.shippedrows import RUN
from tests.store.conftest import on_disk
from tests.store.test_erasure import NAME, fill, remove

UID, JOURNAL = "e66118604b2f3c21", 0xABCD
BOARD = f"board/{UID}/0000abcd"


def dice(numbers, die=3):
    return tuple(records.pack(JOURNAL, seq, records.DICE, 0, die, 1, ms=seq) for seq in numbers)


def arrive(store, *frames):
    for before, numbers in frames:
        store.ingest(Batch(UID, JOURNAL, before, dice(numbers), 1000 + before))
    store.flush()


def whole(journals):
    """Return every entry that is shipped, checked along its chain."""
    found = {}
    for journal in journals.names():
        before, entries = begin(journal), []
        for number in range(1, journals.last(journal) + 1):
            content = journals.content(journal, number)
            before = link(before, number, content)
            assert journals.checksum(journal, number) == before
            entries.append(json.loads(content))
        found[journal] = entries
    return found


def places(entries):
    return [[row[0] for row in entry] for entry in entries]


def test_records_are_numbered_in_the_order_of_their_arrival(store):
    shipped = store.shipped
    arrive(store, (0, range(1, 4)))
    assert shipped.number() == 1
    # a hole; what fills it comes behind what was there before
    arrive(store, (3, range(6, 9)), (10, (11,)))
    assert shipped.number() == 2
    arrive(store, (3, (4, 5)), (8, (9,)))
    assert shipped.number() == 2
    assert shipped.number() == 0
    assert places(whole(shipped)[BOARD]) == [[1, 2, 3], [6, 7, 8], [11], [4, 5], [9]]
    assert whole(shipped)[BOARD][2] == [[11, 1010, dice((11,))[0].hex()]]


def test_a_long_log_is_numbered_in_runs(store):
    arrive(store, (0, range(1, 200)))
    store.shipped.number()
    assert [len(one) for one in whole(store.shipped)[BOARD]] == [RUN, RUN, RUN, 199 - 3 * RUN]


@pytest.mark.turns(2)
def test_numbering_pauses_and_goes_on(store):
    arrive(store, *((before, range(before + 1, before + 501)) for before in range(0, 12_000, 500)))
    found = []
    while made := store.shipped.number(100):
        found.append(made)
    assert found == [100, 88]
    assert sum(map(len, whole(store.shipped)[BOARD])) == 12_000


@on_disk
def test_numbering_goes_on_where_it_was(url, clock):
    with open_store(url, now=clock) as store:
        fill(store)
        arrive(store, (0, (1, 2, 4)))
        store.shipped.number()
        before = whole(store.shipped)
    with open_store(url, now=clock) as store:
        assert store.shipped.number() == 0
        assert whole(store.shipped) == before
        arrive(store, (2, (3,)), (4, (5,)))
        assert store.shipped.number() == 2
        assert places(whole(store.shipped)[BOARD]) == [[1, 2], [4], [5], [3]]


def test_every_journal_of_actions_and_the_names_are_shipped(store):
    fill(store)
    store.shipped.number()
    found = whole(store.shipped)
    assert set(found) == {
        "director", "desk", "people", "event/1", "ranking/1", "events", "entries", "aliases", "clubs",
    }  # fmt: skip
    assert found["aliases"] == [[[1, NAME]]]
    assert found["events"] == [[[1, f"{NAME} cup", "swing", 1000]]]
    assert found["desk"] == [[[1, 1000, NAME, "ruling", canonical({"text": NAME})]]]


def test_a_removal_and_a_release_are_told_as_changes_on_purpose(store):
    fill(store)
    arrive(store, (0, range(1, 100)))
    store.ingest(Batch(UID, JOURNAL, 49, dice((50,), die=4), 1000))
    store.flush()
    store.shipped.join(JoinedFederation("udine", "nats://127.0.0.1", "", "", 1))
    store.shipped.number()
    before = {one: (store.shipped.last(one), store.shipped.checksum(one, 1)) for one in store.shipped.names()}
    remove(store)
    # not numbered again yet
    assert list(store.shipped.problems()) == []
    held = store.quarantined(UID)[0]
    store.release(held, "director", "release quarantined record", {"id": held.id, "reason": "x"})
    store.shipped.number()
    after = whole(store.shipped)
    assert NAME not in json.dumps(after)
    for journal in ("desk", "event/1", "ranking/1", "aliases", "events", "director", BOARD):
        assert store.shipped.unchanged(journal, before[journal]) == 0 or journal == BOARD
        assert store.shipped.checksum(journal, 1) != before[journal][1]
    assert store.shipped.changed == {}
    assert list(store.shipped.problems()) == []


def test_what_was_rewritten_twice_is_known_from_the_first_change_on(store):
    arrive(store, (0, range(1, 200)))
    store.shipped.number()
    marks = [(number, store.shipped.checksum(BOARD, number)) for number in (1, 2, 3, 4)]
    for seq, die in ((190, 4), (70, 5)):
        store.ingest(Batch(UID, JOURNAL, seq - 1, dice((seq,), die=die), 1000))
        store.flush()
        held = store.quarantined(UID)[-1]
        store.release(held, "director", "release quarantined record", {"id": held.id, "reason": "x"})
        store.shipped.number()
        whole(store.shipped)
    lows = [store.shipped.unchanged(BOARD, mark) for mark in marks]
    # the first run was never changed, and no mark of before leads past the second
    assert lows == [None, 1, 1, 1]


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("damage", "entry"),
    [
        ("UPDATE shipped_runs SET checksum = '00' WHERE number = 3", 3),
        ("UPDATE shipped_runs SET last = last - 1 WHERE number = 2", 2),
        ("DELETE FROM shipped_runs WHERE number = 1", 1),
        ("UPDATE records SET received_ms = 7 WHERE seq = 70", 2),
    ],
)
def test_an_entry_that_does_not_fit_its_rows_is_told(store, damage, entry):
    arrive(store, (0, range(1, 200)))
    store.shipped.number()
    assert list(store.shipped.problems()) == []
    with store._database.transaction() as connection:
        connection.execute(text(damage))
    store.shipped.forget()
    told = f"Journal {BOARD}: entry {entry} for the federation is not the one that was numbered."
    assert list(map(str, store.shipped.problems())) == [told]


def test_a_row_that_was_changed_behind_the_back_is_not_shipped(store):
    arrive(store, (0, range(1, 200)))
    store.shipped.number()
    with store._database.transaction() as connection:
        connection.execute(text("UPDATE records SET received_ms = 7 WHERE seq = 70"))
    assert store.shipped.content(BOARD, 1) is not None
    assert store.shipped.content(BOARD, 2) is None
    assert store.shipped.changed == {BOARD: 1}
    assert store.shipped.last(BOARD) == 1


def test_a_federation_is_joined_and_left_and_what_was_committed_is_kept(store):
    shipped = store.shipped
    assert shipped.membership() is None
    here = JoinedFederation("udine", "nats://example.org", "secret.txt", "", 5)
    shipped.join(here)
    assert shipped.membership() == here
    arrive(store, (0, range(1, 4)))
    shipped.number()
    shipped.keep({BOARD: 1, "desk": 4}, {"desk": 3})
    assert [(one.journal, one.last, one.shipped, one.parted) for one in shipped.state()] == [
        (BOARD, 1, 1, None), ("desk", 0, 4, 3),
    ]  # fmt: skip
    shipped.leave()
    assert shipped.membership() is None
    assert len(shipped.state()) == 2


def test_rows_that_have_no_number_yet_are_told_as_waiting(store):
    """A venue that is offline numbers nothing: its status must not say that all is committed."""
    arrive(store, (0, range(1, 100)))
    assert [(one.journal, one.last, one.shipped) for one in store.shipped.state()] == [(BOARD, 2, 0)]
    store.shipped.number()
    store.shipped.keep({BOARD: 2}, {})
    assert [(one.last, one.shipped) for one in store.shipped.state()] == [(2, 2)]
    arrive(store, (0, range(100, 230)))
    store.act("ann", "open", {})
    assert [(one.journal, one.last, one.shipped) for one in store.shipped.state()] == [
        (BOARD, 5, 2), ("director", 1, 0),
    ]  # fmt: skip
    before = store.shipped.state()
    store.shipped.number()
    assert store.shipped.state() == before
