"""Any frames in any order, against a plain model of what a log keeps, lacks and acknowledges."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecore import records
from tablekeeper.store import Batch, StoreError, open_store
from tests.guards import sample

UID = "e66118604b2f3c21"
BOARDS = itertools.count(1)
JOURNAL = 0xABCD
LONGEST = 24


def record(seq, version=0):
    return records.pack(JOURNAL, seq, records.DICE, version, 3, 1, ms=seq)


@pytest.fixture(scope="module")
def store():
    with open_store("sqlite://", now=lambda: 0, threaded=False) as opened:
        yield opened


class Model:
    """What the rules of intake.py say, one number at a time."""

    def __init__(self):
        self.held = {}
        self.aside = set()
        self.missing = set()
        self.acked = 0

    def take(self, before, whole):
        fresh = []
        contradicting = []
        here = set()
        for item in whole:
            seq = records.sequence(item)
            here.add(seq)
            if self.held.get(seq) == item:
                continue
            if seq not in self.held and not contradicting:
                self.held[seq] = item
                fresh.append(item)
            else:
                contradicting.append(seq)
                self.aside.add((seq, item))
        if here:
            self.missing |= set(range(before + 1, max(here) + 1)) - here
            if before <= self.acked:
                self.acked = max(self.acked, min(contradicting) - 1 if contradicting else max(here))
        self.missing -= self.held.keys()
        return tuple(fresh)


def frames(versions):
    """Frames as a board sends them (rising, with holes), and some that no board would send."""
    item = st.builds(record, st.integers(1, LONGEST), versions)
    rising = st.lists(item, max_size=7, unique_by=records.sequence).map(
        lambda whole: sorted(whole, key=records.sequence)
    )
    sent = st.builds(
        lambda whole, more: (max(0, records.sequence(whole[0]) - 1 - more) if whole else more, whole),
        rising,
        st.sampled_from([0, 0, 0, 1, 5]),
    )
    return st.one_of(sent, sent, st.tuples(st.integers(0, LONGEST), st.lists(item, max_size=7)))


@sample.scenario("any frames")
@settings(max_examples=200)
@given(
    st.one_of(
        st.lists(st.lists(frames(st.just(0)), max_size=4), max_size=12),
        st.lists(st.lists(frames(st.sampled_from([0, 0, 0, 1])), max_size=4), max_size=12),
    )
)
def test_any_frames_against_the_model(store, commits):
    model = Model()
    # a board of its own for each example
    uid = f"{next(BOARDS):016x}"
    for together in commits:
        # what a commit holds is taken together, and the next one may be by another process
        waiting = [
            (store.ingest(Batch(uid, JOURNAL, before, tuple(whole), 1)), before, whole)
            for before, whole in together
        ]
        store.flush()
        for future, before, whole in waiting:
            expected = model.take(before, whole)
            assert future.result().fresh == expected
            assert future.result().acked == model.acked
        store._writer._intake.forget()
        assert store.records(uid, JOURNAL) == [model.held[seq] for seq in sorted(model.held)]
        assert {(item.seq, item.bytes) for item in store.quarantined(uid)} == model.aside
        listed = [set(range(gap.first, gap.last + 1)) for gap in store.gaps(uid)]
        assert set().union(*listed) == model.missing
        assert sum(map(len, listed)) == len(model.missing)
        assert store.acked(uid, JOURNAL) == model.acked
    assert len(store.records(uid, JOURNAL)) == len(model.held)


def test_a_failed_commit_leaves_no_trace_in_what_comes_after():
    with open_store("sqlite://", now=lambda: 0, threaded=False) as store:
        store.ingest(Batch(UID, JOURNAL, 0, (record(1),), 1))
        store.flush()
        pages = "PRAGMA max_page_count="
        limit = store._writer.run(lambda connection: connection.exec_driver_sql(f"{pages}1").scalar())
        failed = store.ingest(Batch(UID, JOURNAL, 1, tuple(record(seq) for seq in range(2, 3000)), 1))
        store.flush()
        assert isinstance(failed.exception(), StoreError)
        store._writer.run(lambda connection: connection.exec_driver_sql(f"{pages}{limit + 1000}").scalar())
        late = store.ingest(Batch(UID, JOURNAL, 2, (record(3),), 1))
        store.flush()
        # record 2 was never stored, so 3 is not acknowledged
        assert late.result().acked == 1
        assert store.records(UID, JOURNAL) == [record(1), record(3)]
