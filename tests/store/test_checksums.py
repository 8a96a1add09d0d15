"""The checksums along the journals: what they are made of, and that every way of writing keeps them."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.store import Batch, Head, NumberedName, open_store, version
from tablekeeper.store.chain import BLOCK, LogChain, begin, link, stamped
from tablekeeper.store.heads import parse
from tests.guards import sample
from tests.store.earlier import set_back
from tests.store.test_erasure import fill, remove

UID, JOURNAL = "e66118604b2f3c21", 0x5EED
BOARD = f"board/{UID}/{JOURNAL:08x}"


def dice(*numbers, die=3):
    return tuple(records.pack(JOURNAL, seq, records.DICE, 0, die, 1, seq * 250) for seq in numbers)


def send(store, *frames):
    """Store frames of (before, numbers) in one transaction."""
    for before, numbers in frames:
        store.ingest(Batch(UID, JOURNAL, before, dice(*numbers), 1000))
    store.flush()


def head(store, journal=BOARD):
    return next(one for one in store.heads() if one.journal == journal)


def test_the_checksum_of_a_line_covers_it_and_the_one_before():
    one = link(begin("desk"), 1, 1000, "director", "ruling", "{}")
    assert len(one) == 32
    others = {
        link(begin("people"), 1, 1000, "director", "ruling", "{}"),
        link(begin("desk"), 2, 1000, "director", "ruling", "{}"),
        link(begin("desk"), 1, 1000, "director,", "ruling", "{}"),
        # what stands in one field is not what stands in two
        link(begin("desk"), 1, 1000, 'director","ruling', "{}"),
    }
    assert one not in others
    assert len(others) == 4


def test_the_fold_along_a_log_is_the_same_however_the_records_come():
    whole = LogChain(begin(BOARD))
    seals = whole.add(1, stamped(dice(*range(1, 201)), 1000))
    assert [block for block, _ in seals] == [0, 1, 2]
    piecewise = LogChain(begin(BOARD))
    again = [seal for seq in range(1, 201) for seal in piecewise.add(seq, stamped(dice(seq), 1000))]
    assert (again, piecewise.head) == (seals, whole.head)
    later = LogChain(seals[1][1])
    assert later.add(2 * BLOCK + 1, stamped(dice(*range(2 * BLOCK + 1, 201)), 1000)) == seals[2:]
    assert later.head == whole.head
    assert LogChain(begin(BOARD)).add(1, stamped(dice(1), 1001)) == []


def test_records_have_the_same_checksums_whatever_way_they_came(store, url):
    # in order, seven to a frame
    send(store, *((first - 1, range(first, min(first + 7, 201))) for first in range(1, 201, 7)))
    plain = head(store)
    assert (plain.last, plain.held) == (200, 200)
    assert list(store.problems()) == []
    with store._database.transaction() as connection:
        for table in ("records", "seals", "journals"):
            connection.exec_driver_sql(f"DELETE FROM {table}")
    store._writer.rewrite(lambda connection: None)
    # with holes that are filled later: within a transaction and in another one
    send(store, (0, range(1, 30)), (69, range(70, 150)))
    assert head(store) != plain
    assert list(store.problems()) == []
    send(store, (149, range(150, 201)), (29, range(30, 60)))
    send(store, (59, range(60, 70)))
    assert head(store) == plain
    assert list(store.problems()) == []


def test_a_removal_of_a_name_and_a_release_make_the_checksums_again(store):
    fill(store)
    send(store, (0, range(1, 100)))
    for die in (4, 5):
        store.ingest(Batch(UID, JOURNAL, 49, dice(50, die=die), 1000))
    store.flush()
    before = store.heads()
    remove(store)
    held = store.quarantined(UID)[0]
    store.release(held, "director", "release quarantined record", {"id": held.id, "reason": "x"})
    assert list(store.problems()) == []
    journals = (store.desk, store.events.journals, store.people.journal, store.entries.journals)
    assert [one.problem(owner) for one, owner in zip(journals, (0, 1, 0, 1), strict=True)] == [""] * 4
    assert store.director_problem() == ""
    assert store.heads() != before
    # heads from before say so, and are no alarm
    assert list(store.differences(before)) == []
    assert list(store.differences(store.heads())) == []


@sample.scenario("checksums of every schema")
def test_every_schema_with_its_data_gets_its_checksums(tmp_path):
    made = tmp_path / "made.db"
    with open_store(str(made), now=lambda: 1000) as store:
        fill(store)
        send(store, (0, range(1, 100)), (49, ()))
        store.ingest(Batch(UID, JOURNAL, 49, dice(50, die=4), 1000))
        store.flush()
        whole = {one.journal: one for one in store.heads()}
    data = made.read_bytes()
    for revision in version.OLDER:
        file = tmp_path / f"{revision}.db"
        file.write_bytes(data)
        set_back(f"sqlite:///{file}", revision)
        with open_store(str(file), now=lambda: 1000) as store:
            found = {one.journal: one for one in store.heads()}
            assert {name: whole[name] for name in found} == found, revision
            assert {BOARD, "director", "quarantine"} <= found.keys()
            assert list(store.problems()) == []
            # and they go on
            send(store, (99, range(100, 150)))
            store.act("director", "note", {})
            assert list(store.problems()) == []
            assert store.director_problem() == ""
    assert found.keys() == whole.keys()


@pytest.mark.postgresql
def test_postgresql_gets_its_checksums(postgresql_url):
    with open_store(postgresql_url, now=lambda: 1000) as store:
        fill(store)
        send(store, (0, range(1, 100)))
        whole = store.heads()
    set_back(postgresql_url, "0009")
    with open_store(postgresql_url, now=lambda: 1000) as store:
        assert store.heads() == whole
        assert list(store.problems()) == []


def test_written_heads_tell_an_older_copy_and_a_past_that_was_forged(tmp_path):
    file, early = tmp_path / "hall.db", tmp_path / "early.db"
    with open_store(str(file), now=lambda: 1000) as store:
        store.act("director", "note", {"n": 1})
        send(store, (0, range(1, 80)))
    early.write_bytes(file.read_bytes())
    with open_store(str(file), now=lambda: 1000) as store:
        store.act("director", "note", {"n": 2})
        send(store, (79, range(80, 90)))
        written = parse("".join(f"{one}\n" for one in store.heads()))
        assert written == store.heads()
        store.act("director", "note", {"n": 3})
        send(store, (89, range(90, 300)))
        # what stood there still does, also by the first digits
        assert list(store.differences(written)) == []
        assert list(store.differences(parse(f"director 2 2 {head(store, 'director').checksum[:8]}"))) != []
        short = [Head(one.journal, one.last, one.held, one.checksum[:8]) for one in written]
        assert list(store.differences(short)) == []
    with open_store(str(early), now=lambda: 1000) as store:
        assert [one.split(".")[0] for one in store.differences(written)] == [
            f"Journal {BOARD}: it reached number 89, and it ends at 79 now",
            "Journal director: it reached number 2, and it ends at 1 now",
        ]
        # another past with checksums of its own is whole in itself
        store.act("director", "note", {"n": "forged"})
        send(store, (79, range(80, 88)), (87, (88, 90)))
        assert store.director_problem() == ""
        assert list(store.problems()) == []
        told = list(store.differences(written))
        assert "it had 89 lines up to number 89, and now has 88." in told[0]
        assert "what it holds up to number 2 is not what it was" in told[1]


def test_what_a_database_has_lost_stays_told(tmp_path):
    file = tmp_path / "hall.db"
    with open_store(str(file), now=lambda: 1000) as store:
        store.act("director", "note", {"n": 1})
    early = file.read_bytes()
    with open_store(str(file), now=lambda: 1000) as store:
        store.act("director", "note", {"n": 2})
    file.write_bytes(early)
    for number in (3, 4):
        # writing on does not hide it
        with open_store(str(file), now=lambda: 1000) as store:
            store.act("director", "note", {"n": number})
    with open_store(str(file), now=lambda: 1000, read_only=True) as store:
        [told] = store.differences()
        assert told.startswith("Journal director: what it holds up to number 2 is not what it was")
    assert file.with_name("hall.db.heads.lost").stat().st_mode & 0o777 == 0o600


NO_HEADS = ["desk", "desk 1 1 abc", "desk one 1 12345678", "desk 1 1 xyzxyzxyz", "a b 1 1 1"]


@pytest.mark.parametrize("line", NO_HEADS)
def test_a_line_that_is_no_head_is_refused(line):
    with pytest.raises(UserError, match="Line 2 is not the head of a journal: write its name"):
        parse(f"# heads\n{line}\n")


def test_names_that_come_and_go_are_counted(store):
    fill(store)
    remove(store)
    assert head(store, "removals").last == 1
    assert isinstance(store.people.aliases()[2], NumberedName)
