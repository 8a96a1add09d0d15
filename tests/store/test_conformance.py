"""What every store does, whatever database it lies in and with or without a writer thread."""

import pytest

from tablecore import records
from tablekeeper.store import Base, Batch, Gap, StoreError, intake
from tablekeeper.store.commands import DONE, EXPIRED, REFUSED, SENT, WAITING
from tests.patience import PATIENCE_S

UID = "e66118604b2f3c21"
OTHER = "e66118604b2f3c22"
JOURNAL = 0xFEDCBA98


def record(seq, *, journal=JOURNAL, ms=None, a=0):
    return records.pack(journal, seq, records.DICE, a, 3, 1, ms=1000 * seq & 0xFFFFFFFF if ms is None else ms)


def batch(before, *seqs, uid=UID, journal=JOURNAL, a=0, at=5000):
    return Batch(uid, journal, before, tuple(record(seq, journal=journal, a=a) for seq in seqs), at)


def ingest(store, *batches):
    futures = [store.ingest(each) for each in batches]
    store.flush()
    return [future.result(timeout=PATIENCE_S) for future in futures]


def sequences(store, uid=UID, journal=JOURNAL):
    return [records.sequence(kept) for kept in store.records(uid, journal)]


# --- records ---------------------------------------------------------------------------------


def test_records_come_back_as_the_same_bytes(store):
    (done,) = ingest(store, batch(0, 1, 2, 3))
    assert done.acked == 3
    assert done.fresh == (record(1), record(2), record(3))
    assert store.records(UID, JOURNAL) == [record(1), record(2), record(3)]
    assert store.records(UID, JOURNAL, 2) == [record(2), record(3)]
    assert store.records(UID, JOURNAL, 2, 2) == [record(2)]
    assert store.received(UID, JOURNAL) == [(1, 5000), (2, 5000), (3, 5000)]
    assert store.acked(UID, JOURNAL) == 3
    assert store.count(UID) == 3
    assert store.gaps(UID) == []
    assert store.quarantined(UID) == []


def test_nothing_is_known_of_a_board_never_met(store):
    assert store.acked(UID, JOURNAL) == 0
    assert store.records(UID, JOURNAL) == []
    assert store.journals(UID) == []
    assert store.board(UID) is None
    assert store.boards() == []


def test_the_largest_numbers_fit(store):
    largest = records.LARGEST
    last = record(largest, journal=0xFFFFFFFF)
    (done,) = ingest(store, Batch(UID, 0xFFFFFFFF, largest - 1, (last,), 2**42))
    assert done.acked == 0
    assert store.records(UID, 0xFFFFFFFF) == [last]


def test_a_frame_that_is_sent_again_changes_nothing(store):
    first, again = ingest(store, batch(0, 1, 2, 3), batch(0, 1, 2, 3))
    assert (first.acked, again.acked) == (3, 3)
    assert again.fresh == ()
    (later,) = ingest(store, batch(1, 2, 3, 4))
    assert later.fresh == (record(4),)
    assert sequences(store) == [1, 2, 3, 4]
    assert store.quarantined(UID) == []


def test_records_are_stored_whatever_the_order_and_acknowledged_in_order(store):
    late, gap, filled, rest = ingest(store, batch(4, 5, 6), batch(2, 3), batch(0, 1, 2), batch(2, 3, 4, 5, 6))
    assert [late.acked, gap.acked, filled.acked, rest.acked] == [0, 0, 2, 6]
    assert rest.fresh == (record(4),)
    assert sequences(store) == [1, 2, 3, 4, 5, 6]
    assert store.gaps(UID) == []


def test_what_the_board_no_longer_has_is_a_gap(store, clock):
    (done,) = ingest(store, batch(0, 5, 6, 9))
    assert done.gaps == ((1, 4), (7, 8))
    assert done.acked == 9
    assert store.gaps(UID) == [Gap(UID, JOURNAL, 1, 4, 5000), Gap(UID, JOURNAL, 7, 8, 5000)]
    (again,) = ingest(store, batch(0, 5, 6, 9))
    assert again.gaps == ()
    assert len(store.gaps(UID)) == 2


def test_a_gap_is_no_gap_where_records_are_stored_already(store):
    ingest(store, batch(0, 1, 2, 3))
    (done,) = ingest(store, batch(0, 3, 5))
    assert done.gaps == ((4, 4),)
    assert done.acked == 5


def test_a_gap_that_fills_leaves_the_list(store):
    ingest(store, batch(0, 7))
    (done,) = ingest(store, batch(2, 3, at=9000))
    assert done.fresh == (record(3),)
    assert [(gap.first, gap.last, gap.noticed_ms) for gap in store.gaps(UID)] == [(1, 2, 5000), (4, 6, 5000)]
    (done,) = ingest(store, batch(0, 1, 2, 3, 4, 5, 6))
    assert store.gaps(UID) == []
    assert done.acked == 7


def test_other_bytes_under_a_known_number_are_set_aside_with_what_follows_them(store):
    ingest(store, batch(0, 1, 2, 3, 4))
    (done,) = ingest(store, batch(2, 3, 4, 5, a=1))
    assert (done.quarantined, done.fresh) == (3, ())
    # what the honest board was told stays true
    assert done.acked == store.acked(UID, JOURNAL) == 4
    aside = store.quarantined(UID)
    assert [(item.seq, item.bytes) for item in aside] == [(seq, record(seq, a=1)) for seq in (3, 4, 5)]
    # it is sent again and again, and set aside once
    (again,) = ingest(store, batch(2, 3, 4, 5, a=1))
    assert (again.quarantined, again.acked, again.fresh) == (3, 4, ())
    assert len(store.quarantined(UID)) == 3
    # the honest board goes on
    (later,) = ingest(store, batch(4, 5, 6))
    assert (later.acked, later.fresh) == (6, (record(5), record(6)))
    assert sequences(store) == [1, 2, 3, 4, 5, 6]


def test_a_contradiction_is_never_acknowledged(store):
    ingest(store, batch(0, 1, 2), batch(7, 8))
    (done,) = ingest(store, batch(2, 3), batch(3, 8, a=1))[1:]
    assert (done.quarantined, done.acked) == (1, 7)


def test_two_records_of_one_frame_may_claim_one_number(store):
    (done,) = ingest(store, Batch(UID, JOURNAL, 0, (record(1), record(1), record(1, a=1), record(2)), 5000))
    assert (done.fresh, done.quarantined, done.acked) == ((record(1),), 2, 0)


def test_boards_and_journals_are_told_apart(store):
    ingest(store, batch(0, 1), batch(0, 1, 2, journal=7), batch(0, 1, uid=OTHER))
    assert [row.journal for row in store.journals(UID)] == [JOURNAL, 7]
    assert [row.acked for row in store.journals(UID)] == [1, 2]
    assert store.records(OTHER, JOURNAL) == [record(1)]
    assert {board.uid for board in store.boards()} == {UID, OTHER}


def test_an_empty_batch_changes_nothing(store):
    (done,) = ingest(store, batch(0))
    assert (done.acked, done.fresh) == (0, ())


# --- who hears of it -------------------------------------------------------------------------


def test_listeners_hear_of_fresh_records_in_order_before_the_futures_are_done(store):
    heard = []
    order = []

    def listener(committed):
        heard.extend(committed.fresh)
        order.append("heard")

    store.listen(listener)
    for each in (batch(0, 1, 2), batch(0, 1, 2), batch(2, 3), batch(0, 1, uid=OTHER)):
        store.ingest(each).add_done_callback(lambda _: order.append("done"))
        store.flush()
    assert order == ["heard", "done", "done", "heard", "done", "heard", "done"]
    assert heard == [
        Batch(UID, JOURNAL, 0, (record(1), record(2)), 5000),
        Batch(UID, JOURNAL, 2, (record(3),), 5000),
        Batch(OTHER, JOURNAL, 0, (record(1),), 5000),
    ]


def test_listeners_hear_of_trouble(store):
    heard = []
    store.listen(lambda committed: heard.append(committed.troubled))
    ingest(store, batch(0, 2))
    ingest(store, batch(1, 2, a=1))
    assert heard == [((UID, JOURNAL),), ((UID, JOURNAL),)]


def test_a_listener_may_write_and_read(store):
    numbers = []

    def listener(committed):
        numbers.append(store.matches.create(length=3, control="none", uid=committed.fresh[0].uid))
        store.flush()
        numbers.append(store.matches.get(numbers[0]).length)

    store.listen(listener)
    ingest(store, batch(0, 1))
    assert numbers == [1, 3]
    assert store.matches.segments(1)[0].uid == UID


def test_a_listener_that_fails_hinders_nobody(store, caplog):
    heard = []
    store.listen(lambda committed: 1 // 0)
    store.listen(heard.append)
    (done,) = ingest(store, batch(0, 1))
    assert done.acked == 1
    assert len(heard) == 1
    assert "ZeroDivisionError" in caplog.text


def test_a_job_that_fails_hinders_no_other(store):
    with pytest.raises(Exception, match=r"(?i)foreign key|violates"):
        store.matches.add_segment(404, UID)
    futures = [store.ingest(batch(0, 1)), store.ingest(Batch(UID, JOURNAL, 1, (b"short",), 1))]
    futures.append(store.ingest(batch(1, 2)))
    store.flush()
    assert futures[0].result().acked == 1
    assert futures[1].exception() is not None
    assert futures[2].result().acked == 2


# --- boards, time bases ----------------------------------------------------------------------


def test_a_board_keeps_its_name_when_it_comes_again(store, clock):
    store.board_seen(UID, "0.1.0")
    assert store.name_board(UID, "Table 1")
    assert not store.name_board(OTHER, "Nobody")
    clock.ms = 2000
    store.board_seen(UID)
    store.flush()
    board = store.board(UID)
    assert (board.name, board.firmware) == ("Table 1", "0.1.0")
    assert (board.first_seen_ms, board.last_seen_ms) == (1000, 2000)


def test_a_time_base_is_kept_and_replaced(store):
    store.set_base(Base(UID, JOURNAL, 1, 1_700_000_000_000, 8))
    store.set_base(Base(UID, JOURNAL, 9, -5, 8))
    store.set_base(Base(UID, JOURNAL, 1, 1_700_000_000_002, 4))
    store.flush()
    assert store.bases(UID) == [Base(UID, JOURNAL, 1, 1_700_000_000_002, 4), Base(UID, JOURNAL, 9, -5, 8)]


# --- matches ---------------------------------------------------------------------------------


def test_a_match_with_its_names_and_segments(store, clock):
    number = store.matches.create(
        length=7, control="21m b12", options=3, start=(1, 0), names=("Ann", "Bob"), uid=UID
    )
    match = store.matches.get(number)
    assert (match.length, match.control, match.options, match.start) == (7, "21m b12", 3, (1, 0))
    assert (match.names, match.source) == (("Ann", "Bob"), None)
    assert (match.created_ms, match.closed_ms) == (1000, None)
    store.matches.place_segment(number, 0, journal=JOURNAL, from_seq=2)
    ordinal = store.matches.add_segment(number, OTHER, end=(40, 9000))
    assert ordinal == 1
    first, second = store.matches.segments(number)
    assert (first.journal, first.from_seq, first.to_seq, first.ended_ms) == (JOURNAL, 2, 40, 9000)
    assert (second.uid, second.journal) == (OTHER, None)
    assert store.matches.all_segments() == store.matches.segments(number)
    store.matches.rename(number, 1, "")
    clock.ms = 7000
    store.matches.close(number)
    assert store.matches.get(number).names == ("Ann", "")
    assert store.matches.get(number).closed_ms == 7000


def test_ids_rise_and_are_never_those_of_an_older_database(store, clock):
    assert [store.matches.create(length=1, control="none") for _ in range(2)] == [1, 2]
    clock.ms = 1_790_000_000_000
    now = store.matches.create(length=1, control="none")
    assert now == 212_163_200
    assert store.matches.create(length=1, control="none") == now + 1
    clock.ms = 1000
    assert store.matches.create(length=1, control="none") == now + 2
    assert store.matches.create(length=1, control="none", number=77) == 77
    assert [match.id for match in store.matches.all()] == [1, 2, 77, now, now + 1, now + 2]
    assert store.matches.get(404) is None


# --- commands --------------------------------------------------------------------------------


def test_a_command_from_wish_to_answer(store, clock):
    before = store.commands.generation(UID)
    first = store.commands.queue(UID, 1, b"\x10" * 12, match_id=5, expected=9, until_ms=60_000)
    assert store.commands.generation(UID) == before + 1
    second, third = store.commands.queue_all(UID, [(3, b"\0Ann"), (3, b"\1Bob")], match_id=5)
    assert [command.id for command in store.commands.open(UID)] == [first, second, third]
    assert store.commands.open(OTHER) == []
    command = store.commands.get(first)
    assert (command.verb, command.tail, command.match_id) == (1, b"\x10" * 12, 5)
    assert (command.expected, command.until_ms, command.state, command.seq) == (9, 60_000, WAITING, None)
    store.commands.sent(first)
    store.flush()
    assert store.commands.get(first).state == SENT
    store.commands.answered(first, DONE, 12, "")
    store.commands.sent(first)
    store.commands.answered(first, REFUSED, None, "too late")
    store.commands.answered(second, REFUSED, None, "no match is set up")
    store.commands.answered(third, EXPIRED, None, "")
    store.flush()
    assert [(command.state, command.seq, command.reason) for command in store.commands.all(UID)] == [
        (DONE, 12, ""),
        (REFUSED, None, "no match is set up"),
        (EXPIRED, None, ""),
    ]
    assert store.commands.open(UID) == []
    assert store.commands.get(404) is None


# --- the director's journal ------------------------------------------------------------------


def test_actions_are_kept_in_order_and_come_back_as_they_were(store, clock):
    first = store.act("director", "rename", {"uid": UID, "name": "Tisch »1«", "seats": [0, 1], "none": None})
    clock.ms = 2000
    second = store.act("Ann", "seal", {})
    assert second > first
    actions = store.actions()
    assert [(action.at_ms, action.actor, action.action) for action in actions] == [
        (1000, "director", "rename"),
        (2000, "Ann", "seal"),
    ]
    assert actions[0].body == {"uid": UID, "name": "Tisch »1«", "seats": [0, 1], "none": None}
    assert store.actions(after=first) == actions[1:]


def test_a_closed_store_writes_nothing(store):
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.act("director", "late", {})
    store.close()


def test_gaps_without_end_are_refused_and_what_is_whole_is_taken(store):
    for gap in range(intake.MOST_GAPS):
        ingest(store, batch(2 * gap, 2 * gap + 2))
    last = 2 * intake.MOST_GAPS
    (refused,) = ingest(store, batch(last, last + 2))
    assert refused.over == f"has more than {intake.MOST_GAPS} gaps in one journal"
    assert (refused.fresh, refused.acked, len(store.gaps(UID))) == ((), last, intake.MOST_GAPS)
    (taken,) = ingest(store, batch(last, last + 1))
    assert (taken.over, taken.acked) == ("", last + 1)


def test_contradictions_without_end_are_refused(store, monkeypatch):
    # ten times fewer than in a hall, because each is a commit
    monkeypatch.setattr(intake, "MOST_ASIDE", 20)
    ingest(store, batch(0, *range(1, intake.MOST_ASIDE + 2)))
    ingest(store, *(batch(0, seq, a=1) for seq in range(1, intake.MOST_ASIDE + 1)))
    (refused,) = ingest(store, batch(0, intake.MOST_ASIDE + 1, a=1))
    assert refused.over == f"has sent more than {intake.MOST_ASIDE} records that contradict stored ones"
    assert len(store.quarantined(UID)) == intake.MOST_ASIDE


def test_records_behind_a_hole_are_limited(store):
    ingest(store, batch(0, 1))
    far = range(100, 100 + intake.MOST_AHEAD)
    ingest(store, batch(99, *far))
    (refused,) = ingest(store, batch(far[-1], far[-1] + 1))
    assert refused.over == f"has sent more than {intake.MOST_AHEAD} records behind a hole"
    # the hole is filled: what was behind it counts no longer
    ingest(store, batch(1, *range(2, 100)), batch(99, *far))
    (taken,) = ingest(store, batch(far[-1], far[-1] + 1))
    assert (taken.over, taken.acked) == ("", far[-1] + 1)


def test_a_board_begins_so_many_journals_a_day(store, monkeypatch):
    monkeypatch.setattr(intake, "MOST_JOURNALS", 20)
    ingest(store, *(batch(0, 1, journal=number, at=1_000_000_000) for number in range(intake.MOST_JOURNALS)))
    (refused,) = ingest(store, batch(0, 1, journal=4711, at=1_000_000_001))
    assert refused.over == f"has begun {intake.MOST_JOURNALS} journals in a day"
    assert len(store.journals(UID)) == intake.MOST_JOURNALS
    (other,) = ingest(store, batch(0, 1, uid=OTHER, at=1_000_000_002))
    assert other.over == ""
    (tomorrow,) = ingest(store, batch(0, 1, journal=4711, at=1_000_000_000 + intake.DAY_MS))
    assert (tomorrow.over, tomorrow.acked) == ("", 1)
