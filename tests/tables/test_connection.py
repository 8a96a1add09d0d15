"""One board on one cable: what is welcomed, stored, acknowledged, asked and told."""

import itertools

import pytest

from tablecore import frames, messages, records
from tablekeeper.store import Batch, StoreError
from tablekeeper.store.commands import DONE, EXPIRED, REFUSED, SENT, WAITING
from tablekeeper.tables import Notice, TransportLost
from tablekeeper.tables.notice import LOOK_MS

UID = "e66118604b2f3c21"


def fill(board, count):
    for number in range(count):
        board.journal.add(ms=1000 + number)


# --- records ---------------------------------------------------------------------------------


def test_a_board_is_welcomed_and_its_log_stored(table, store):
    fill(table.board, 100)
    table.run(200)
    assert table.ear.heard == [("online", UID)]
    assert table.stored() == list(table.board.journal.held.values())
    assert table.settled()
    assert table.ear.problems == []
    board = store.board(UID)
    assert board.firmware == "0.1.0"


def test_nothing_is_acknowledged_before_the_commit(table, store):
    fill(table.board, 3)
    for table.now in range(5, 300, 5):
        table.cable.run(table.now)
        table.connection.pump(table.now)
    # the store has the records in hand, and nobody has let it commit
    assert table.board.journal.acked == 0
    assert store.records(UID, table.board.journal.id) == []
    store.flush()
    assert store.acked(UID, table.board.journal.id) == 3
    table.run(20)
    assert table.board.journal.acked == 3


def test_a_new_connection_goes_on_where_the_old_one_stood(table, store):
    fill(table.board, 30)
    table.run(100)
    fill(table.board, 30)
    table.connection.close("The cable was pulled.")
    assert table.ear.heard[-1] == ("offline", UID, "The cable was pulled.")
    table.plug()
    table.run(100)
    assert table.stored() == list(table.board.journal.held.values())
    lines = [str(line) for line in table.connection.ring.lines()]
    assert any("welcome" in line and line.rstrip().endswith(" 30") for line in lines)
    assert sum("< " in line and "records" in line for line in lines) == 5


def test_a_host_that_lost_everything_gets_what_the_board_still_has(table, store):
    fill(table.board, 50)
    table.board.journal.acknowledge(40)
    for seq in range(1, 31):
        del table.board.journal.held[seq]
    table.board.journal.first = 31
    table.run(100)
    assert table.stored() == list(table.board.journal.held.values())
    assert [(gap.first, gap.last) for gap in store.gaps(UID)] == [(1, 30)]
    assert table.ear.problems == [
        "Records 1 to 30 are missing: the board no longer has them (journal cafe0001)."
    ]
    assert table.settled()


def test_a_record_that_was_rewritten_is_set_aside_and_told_once(table, store):
    journal = table.board.journal
    fill(table.board, 5)
    store.ingest(Batch(UID, journal.id, 0, (records.pack(journal.id, 1, records.PRESS),), 1))
    store.ingest(Batch(UID, journal.id, 5, (records.pack(journal.id, 6, records.PRESS),), 1))
    store.flush()
    fill(table.board, 2)
    table.run(10_000)
    assert [item.seq for item in store.quarantined(UID)] == [6, 7]
    assert journal.acked == 5
    assert len(table.ear.problems) == 1
    assert "set aside and not counted (journal cafe0001); call the director" in table.ear.problems[0]


def test_a_new_journal_of_a_board_is_kept_apart(table, tables, store):
    fill(table.board, 3)
    table.run(100)
    old = table.board.journal
    new = tables["MemoryJournal"](0xCAFE0002)
    table.board.journal = table.board.link.journal = new
    fill(table.board, 2)
    table.connection.close()
    table.plug()
    table.run(100)
    assert [row.journal for row in store.journals(UID)] == [old.id, new.id]
    assert store.records(UID, new.id) == list(new.held.values())


def test_records_damaged_in_the_boards_memory_are_listed_as_missing(table, store):
    fill(table.board, 3)
    table.board.journal.held[2] = bytes(24)
    table.run(100)
    assert [(gap.first, gap.last) for gap in store.gaps(UID)] == [(2, 2)]
    assert "damaged in the board's memory" in table.ear.problems[0]
    assert table.board.journal.acked == 3


def test_a_database_that_fails_acknowledges_nothing_and_the_board_sends_again(table, store):
    def pages(count):
        return store._writer.run(
            lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={count}").scalar()
        )

    table.run(50)
    limit = pages(1)
    while not table.ear.problems:
        fill(table.board, 100)
        table.run(500)
        assert table.now < 100_000
    assert "is full: make room" in table.ear.problems[0]
    acked = table.board.journal.acked
    assert acked == store.acked(UID, table.board.journal.id) < table.board.journal.last
    table.run(20_000)
    assert table.board.journal.acked == acked
    # told once, however often the board sends again
    assert len(table.ear.problems) == 1
    pages(limit + 1000)
    table.run(20_000)
    assert table.ear.problems[1:] == [""]
    assert table.settled()
    assert table.stored() == list(table.board.journal.held.values())


def test_a_database_that_cannot_be_read_keeps_the_board_calling(table, store, monkeypatch):
    def fail(*_):
        raise StoreError("The database does not answer.")

    with monkeypatch.context() as broken:
        broken.setattr(store, "acked", fail)
        fill(table.board, 3)
        table.run(2500)
        assert table.ear.heard == []
        assert table.ear.problems == ["The database does not answer."]
    table.run(1500)
    assert table.settled()
    with monkeypatch.context() as broken:
        broken.setattr(store.commands, "open", fail)
        number = store.commands.queue(UID, messages.NAME, b"\0Ann")
        table.run(500)
    table.run(500)
    assert store.commands.get(number).state == DONE


# --- sessions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("major", "what"),
    [
        (messages.MAJOR + 1, "update Tablekeeper on this computer"),
        (messages.MAJOR - 1, "copy the firmware of this Tablekeeper onto the board"),
    ],
)
def test_a_board_with_another_protocol_is_not_welcomed(table, store, monkeypatch, major, what):
    fill(table.board, 3)
    with monkeypatch.context() as other:
        other.setattr(messages, "MAJOR", major)
        table.cable.run(1)
    table.run(500)
    assert table.ear.heard == []
    assert len(table.ear.problems) == 1
    assert what in table.ear.problems[0]
    assert f"speaks protocol {major}." in table.ear.problems[0]
    assert store.records(UID, table.board.journal.id) == []


def test_a_higher_minor_version_is_spoken_with(table, monkeypatch):
    fill(table.board, 3)
    with monkeypatch.context() as other:
        other.setattr(messages, "MINOR", messages.MINOR + 9)
        table.cable.run(1)
    table.run(100)
    assert table.ear.problems == []
    assert table.settled()


def test_a_silent_board_is_offline_until_it_speaks_again(table):
    table.run(100)
    silence, table.board.give = table.board.give, lambda now: b""
    table.run(9000)
    assert table.ear.heard[1:] == [("offline", UID, "Nothing has been heard from the board for 8 seconds.")]
    assert not table.connection.online
    table.board.give = silence
    fill(table.board, 1)
    table.run(3000)
    assert table.ear.heard[-1] == ("online", UID)
    assert table.settled()


def test_a_board_that_restarts_on_an_open_port_is_welcomed_again(table):
    fill(table.board, 3)
    table.run(100)
    table.board.open(table.now, 99)
    fill(table.board, 3)
    table.run(1200)
    assert table.settled()


def test_a_lost_port_ends_the_connection(table):
    table.run(100)
    table.cable.lost = "The cable was pulled."
    with pytest.raises(TransportLost, match="The cable was pulled"):
        table.connection.pump(200)
    assert table.ear.heard[-1] == ("offline", UID, "The cable was pulled.")


def test_another_board_on_the_port_ends_the_connection(table, tables):
    table.run(100)
    table.cable.board = tables["Board"](uid="0123456789abcdef")
    table.cable.board.open(table.now, 5)
    with pytest.raises(TransportLost, match="Another board"):
        table.run(100)


@pytest.mark.parametrize("asks", [False, True])
def test_a_board_that_believes_in_another_session_is_asked_to_begin_anew(table, tables, asks):
    table.run(100)
    fresh = tables["Table"](table.store, table.board)
    # nobody has noticed that the port was closed
    table.board.link.phase = 2
    fresh.connection = tables["Connection"](fresh.cable, table.store, fresh.hall, fresh.ear, asks=asks)
    if not asks:
        fill(table.board, 1)
    fresh.run(500)
    fill(table.board, 1)
    number = table.store.commands.queue(UID, messages.NAME, b"\0Ann")
    fresh.run(500)
    assert fresh.settled()
    assert fresh.stored() == list(table.board.journal.held.values())
    assert table.store.commands.get(number).state == "done"
    assert fresh.ear.heard[0] == ("online", UID)


def test_a_hello_within_the_session_begins_it_anew(table):
    table.run(1_000)
    number = table.store.commands.queue(UID, messages.NAME, b"\0Ann")
    # the board has noticed something that the host has not; the number may even be the same
    table.board.open(table.now, table.session)
    fill(table.board, 3)
    table.run(500)
    assert table.settled()
    assert table.store.commands.get(number).state == "done"
    assert [what for what in table.ear.heard if what[0] != "answered"] == [("online", UID)]


def test_a_board_that_does_not_know_how_to_begin_anew_ends_the_connection(table, tables):
    table.run(100)
    fresh = tables["Table"](table.store, table.board)
    table.board.link.phase = 2
    # protocol 1.1
    table.board.link._call_again = lambda now: None
    fill(table.board, 1)
    with pytest.raises(TransportLost, match="opened again"):
        fresh.run(10_000)


def test_log_output_and_rubbish_are_no_speech(table):
    fill(table.board, 10)
    rubbish = b"\x00\xff rubbish\nTraceback (most recent call last):\n" + b"x" * 600 + b"\n"
    table.cable._to_host.append((1, rubbish))
    table.run(200)
    assert table.settled()
    table.cable._to_host.append((1, frames.encode(b"?what is this")))
    table.cable._to_host.append((1, frames.encode(messages.pack(messages.DISPLAY, 9, 0) + b"x")))
    table.run(100)
    assert table.connection._link.malformed == 1


def test_partial_writes_are_continued(store, tables):
    table = tables["Table"](store, room=3)
    fill(table.board, 200)
    store.commands.queue(UID, messages.NAME, b"\0Ann")
    table.run(4000)
    assert table.settled()
    assert table.stored() == list(table.board.journal.held.values())


def test_a_board_that_does_not_read_makes_nobody_hoard(store, tables):
    table = tables["Table"](store)
    table.run(100)
    table.cable.room = 0
    fill(table.board, 500)
    table.run(60_000)
    assert len(table.connection._out) < 1000
    table.cable.room = 4096
    table.run(30_000)
    assert table.settled()


# --- status, time, screen --------------------------------------------------------------------


def test_the_boards_state_is_told(table):
    table.run(2500)
    status = table.ear.states[-1]
    assert (status.base_seq, status.free_memory) == (1, 150_000)
    assert (status.faults, status.battery) == (("display",), 80)
    assert len(table.ear.states) == 2


def test_the_boards_time_is_known_to_half_a_round_trip(store, tables):
    table = tables["Table"](store, tables["Board"](base=4, skew=-700_000), delay=20)
    table.run(1000)
    (base,) = store.bases(UID)
    assert (base.journal, base.base_seq) == (table.board.journal.id, 4)
    assert abs(base.offset_ms - (table.EPOCH - 700_000)) <= base.rtt_ms / 2 <= 25
    asked = [line for line in table.connection.ring.lines() if "> ask time" in str(line)]
    assert len(asked) == 2
    assert asked[1].ms - asked[0].ms == 200
    table.run(10_000)
    asked = [line for line in table.connection.ring.lines() if "> ask time" in str(line)]
    assert [later.ms - sooner.ms for sooner, later in itertools.pairwise(asked)] == [200, 5000, 5000]


def test_a_new_time_base_is_anchored_of_its_own(table, store):
    table.run(1000)
    table.board.base, table.board.skew = 50, 100
    table.run(6000)
    first, second = store.bases(UID)
    assert (first.base_seq, second.base_seq) == (1, 50)
    assert abs(second.offset_ms - first.offset_ms - 100) <= 5


def test_a_new_connection_keeps_a_better_anchor(table, store):
    table.run(1000)
    (before,) = store.bases(UID)
    table.connection.close()
    table.cable_options["delay"] = 50
    table.plug()
    table.run(3000)
    assert store.bases(UID) == [before]


def test_the_screen_is_sent_while_somebody_watches(table):
    table.run(100)
    assert table.board.link.watched_until < 0
    table.connection.want_screen(table.hall() + 7000)
    table.run(50)
    assert table.board.link.watched_until > table.now
    picture = bytes(range(256)) * 4
    for page in range(8):
        for column in (0, 64):
            columns = picture[page * 128 + column : page * 128 + column + 64]
            table.cable._to_host.append((table.now, table.board.link.display(page, column, columns)))
    table.run(20)
    assert table.ear.screens == [picture]
    # nobody renews it: ten seconds after the last time the board stops
    table.run(20_000)
    assert table.board.link.watched_until <= table.now


def test_a_notice_is_said_again_until_it_is_taken_away_and_after_each_welcome(table):
    link = table.board.link
    lines = b"20:31\nSoup at 13:00"
    table.run(100)
    table.board.link.notice = None
    table.run(2_000)
    assert link.notice is None
    table.ear.wanted = Notice("20:31", "Soup at  13:00")
    table.run(600)
    assert link.notice == (60_000, 0, lines)
    for _ in range(3):
        link.notice = None
        table.run(20_100)
        assert link.notice == (60_000, 0, lines)
    table.plug()
    table.run(600)
    assert link.notice == (60_000, 0, lines)
    table.ear.wanted = None
    table.run(600)
    assert link.notice == (0, 0, b"")
    link.pressed(15)
    table.run(600)
    assert table.ear.heard[-1] == ("pressed", UID)


def test_the_host_is_asked_for_a_notice_now_and_then_and_not_with_every_byte(table, monkeypatch):
    asked, ask = [], table.ear.notice
    monkeypatch.setattr(table.ear, "notice", lambda uid: asked.append(uid) or ask(uid))
    table.run(10 * LOOK_MS)
    assert 8 <= len(asked) <= 11


def test_a_board_of_an_older_protocol_gets_no_notice(store, tables, monkeypatch):
    with monkeypatch.context() as older:
        older.setattr(messages, "MINOR", 2)
        table = tables["Table"](store)
        table.ear.wanted = Notice("20:31", "Soup")
        table.board.link.notice = None
        table.run(3_000)
    assert table.board.link.notice is None
    assert table.connection.online


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Soup", ("20:31", "Soup")),
        ("für Łukasz", ("20:31", "für Lukasz")),
        ("word " * 30, ("20:31", *["word word word word"] * 4, "word word word wor...")),
        ("x" * 40, ("20:31", "x" * 21, "x" * 19)),
        ("ü" * 120, ("20:31", *["ü" * 21] * 3)),
    ],
)
def test_a_notice_fits_a_display_and_a_frame(text, lines):
    notice = Notice("20:31", text)
    assert notice.lines == lines
    assert notice.payload()[1].decode().split("\n") == list(lines)
    assert len(notice.payload()[1]) <= messages.LONGEST_NOTICE


# --- commands --------------------------------------------------------------------------------


def test_commands_wait_for_the_board_and_are_done_once(store, tables):
    first = store.commands.queue(UID, messages.RUN, messages.stub(records.MATCH, 1, 7), match_id=5)
    second = store.commands.queue(UID, messages.NAME, b"\0Ann")
    table = tables["Table"](store)
    assert store.commands.get(first).state == WAITING
    table.run(200)
    assert list(table.board.done) == [first, second]
    assert [store.commands.get(number).state for number in (first, second)] == [DONE, DONE]
    assert store.commands.get(first).seq == table.board.done[first]
    assert ("answered", first, DONE, table.board.done[first], "") in table.ear.heard
    third = store.commands.queue(UID, messages.NAME, b"\1Bob")
    table.run(100)
    assert store.commands.get(third).state == DONE


def test_a_refused_command_says_why(table, store):
    table.board.refusing = "a match is being played"
    number = store.commands.queue(UID, messages.RUN, messages.stub(records.MATCH, 1, 7))
    table.run(200)
    command = store.commands.get(number)
    assert (command.state, command.seq, command.reason) == (REFUSED, None, "a match is being played")


def test_a_command_whose_time_is_over_is_not_sent(store, tables):
    table = tables["Table"](store)
    late = store.commands.queue(UID, messages.NAME, b"\0Ann", until_ms=table.hall() - 1)
    table.board.take = lambda data, now: table.board.link.receive(data, now)
    soon = store.commands.queue(UID, messages.NAME, b"\0Ann", until_ms=table.hall() + 3000)
    table.run(2500)
    assert [store.commands.get(number).state for number in (late, soon)] == [EXPIRED, SENT]
    table.run(1000)
    assert store.commands.get(soon).state == EXPIRED


def test_a_command_is_sent_again_by_the_next_host_and_done_once(store, tables):
    table = tables["Table"](store)
    number = store.commands.queue(UID, messages.RUN, messages.stub(records.MATCH, 1, 7))
    table.run(5)
    # the answer is lost with the host
    answers, table.board.give = table.board.give, lambda now: b"" if table.board.done else answers(now)
    table.run(100)
    assert store.commands.get(number).state == SENT
    assert len(table.board.done) == 1
    table.board.give = answers
    table.plug()
    table.run(1000)
    assert len(table.board.done) == 1
    command = store.commands.get(number)
    assert (command.state, command.seq) == (DONE, table.board.done[number])
