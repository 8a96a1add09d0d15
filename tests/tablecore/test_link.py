"""Both ends of the link by themselves: the tables of states in PROTOCOL.md, row by row."""

import random

import pytest

from tablecore import frames, hostlink, link, messages, records
from tablecore.hostlink import HostLink
from tablecore.link import CALLING, DOWN, UP, DeviceLink
from tests.tablecore.memory_journal import FailingJournal

UID = bytes.fromhex("e66138528350232a")
SESSION = 77
ROOM = 256


def make(count=0):
    journal = FailingJournal()
    for _ in range(count):
        journal.add()
    device = DeviceLink(((0, 1, 0), UID), journal, lambda: (1, 160_000, 0, 255, 3, 1))
    return device, journal


def opened(count=0, stored=0):
    """Return a link that is up, with its journal."""
    device, journal = make(count)
    device.opened(0, SESSION)
    assert device.tick(0, ROOM)
    device.receive(frames.encode(welcome(journal, stored)), 0)
    assert device.phase == UP
    return device, journal


def welcome(journal, stored=0, major=messages.MAJOR, session=SESSION):
    return messages.pack(messages.WELCOME, major, 4, session, journal.id, stored)


def tell(device, now, letter, *fields, tail=b""):
    device.receive(frames.encode(messages.pack(letter, *fields) + tail), now)


def sent(device, now):
    """Return the messages that a board sends at `now`, until it has no more."""
    found = []
    while True:
        line = device.tick(now, ROOM)
        if not line:
            return found
        assert len(line) <= frames.LONGEST_LINE
        found.append(messages.unpack(frames.decode(line.strip())))


def sequences(message):
    tail = message[3]
    return [records.sequence(tail[place : place + 24]) for place in range(0, len(tail), 24)]


# --- the board ---------------------------------------------------------------------------------


def test_nothing_is_said_before_the_port_is_open():
    device, _ = make(3)
    assert device.phase == DOWN
    assert sent(device, 10_000) == []
    assert device.deadline() > 1 << 29
    assert not device.is_pending()
    tell(device, 0, messages.ACK, 0x1234ABCD, 1)
    device.receive(frames.encode(welcome(device.journal, session=0)), 0)
    assert (device.phase, device.malformed) == (DOWN, 2)
    device.answer(1, messages.DONE)
    assert sent(device, 10_000) == []


def test_hello_is_said_once_a_second_until_welcomed():
    device, journal = make(9)
    device.opened(500, SESSION)
    assert device.phase == CALLING
    (hello,) = sent(device, 500)
    assert hello == (
        messages.HELLO, messages.MAJOR, messages.MINOR, 0, 1, 0, UID, journal.id, 3, 1, 1, 9, 0, 160_000, 500,
        SESSION, b"",
    )
    assert sent(device, 1_499) == []
    assert device.deadline() == 1_500
    assert len(sent(device, 1_500)) == 1
    # orders before the welcome belong to an earlier session
    tell(device, 1_600, messages.ACK, journal.id, 5)
    assert (device.malformed, journal.acked) == (1, 0)
    device.receive(frames.encode(welcome(journal, session=SESSION + 1)), 1_600)
    assert (device.phase, device.malformed) == (CALLING, 2)
    device.receive(frames.encode(welcome(journal, 5)), 1_600)
    assert (device.phase, journal.acked, device.host_minor) == (UP, 5, 4)
    device.closed()
    assert sent(device, 1_700) == []


def test_half_a_line_of_an_earlier_host_does_not_spoil_the_first_line_of_the_next():
    device, journal = make(2)
    device.opened(0, SESSION)
    # the host ends, or its cable is pulled, in the middle of a line
    device.receive(frames.encode(welcome(journal))[:20], 10)
    device.closed()
    device.opened(2_000, SESSION + 1)
    device.receive(frames.encode(welcome(journal, session=SESSION + 1)), 2_010)
    assert (device.phase, device.reader.stray) == (UP, 0)


def test_a_host_of_another_major_version_is_not_spoken_with():
    device, journal = make(2)
    device.opened(0, SESSION)
    device.receive(frames.encode(welcome(journal, major=2) + b"more fields"), 0)
    assert (device.phase, device.refused_major) == (CALLING, 2)
    assert sent(device, 60_000) == []
    assert device.deadline() > 1 << 29
    device.opened(70_000, SESSION + 1)
    assert device.refused_major == 0
    assert len(sent(device, 70_000)) == 1


def test_records_go_out_in_order_and_no_further_than_the_window():
    device, journal = opened(100)
    batches = [one for one in sent(device, 0) if one[0] == messages.RECORDS]
    assert [one[2] for one in batches] == [0, 7, 14, 21, 28, 35]
    assert [seq for one in batches for seq in sequences(one)] == list(range(1, 43))
    assert not device.is_pending()
    tell(device, 100, messages.ACK, journal.id, 7)
    assert journal.acked == 7
    assert device.is_pending()
    assert [sequences(one)[0] for one in sent(device, 100)] == [43]
    # an old acknowledgement, or one twice, changes nothing
    tell(device, 110, messages.ACK, journal.id, 7)
    tell(device, 110, messages.ACK, journal.id, 3)
    assert sent(device, 110) == []
    # a foreign journal, or more than there is
    tell(device, 120, messages.ACK, journal.id + 1, 9)
    tell(device, 120, messages.ACK, journal.id, 101)
    assert (device.malformed, journal.acked) == (2, 7)


def test_what_is_not_acknowledged_is_sent_again_ever_more_patiently():
    device, journal = opened(3)
    assert len(sent(device, 0)) == 2  # records and status
    now, waits = 0, []
    for _ in range(8):
        before = now
        while not any(one[0] == messages.RECORDS for one in sent(device, now)):
            now = max(now + 1, min(device.deadline(), now + 2_000))
            tell(device, now, messages.ASK_TIME, 1)
        waits.append(now - before)
    doubled = [link._FIRST_WAIT << times for times in range(8)]
    assert waits == [min(wait, link._LONGEST_WAIT) for wait in doubled]
    tell(device, now, messages.ACK, journal.id, 3)
    journal.add()
    sent(device, now)
    assert device.deadline() <= now + link._FIRST_WAIT


def test_an_acknowledgement_of_what_was_not_yet_sent_again_moves_on():
    device, journal = opened(20)
    sent(device, 0)
    now = link._FIRST_WAIT
    assert [sequences(one)[0] for one in sent(device, now) if one[0] == messages.RECORDS] == [1, 8, 15]
    device.journal.add()
    now += 2 * link._FIRST_WAIT
    line = device.tick(now, ROOM)
    assert sequences(messages.unpack(frames.decode(line[:-1])))[0] == 1
    tell(device, now, messages.ACK, journal.id, 20)
    assert [sequences(one) for one in sent(device, now) if one[0] == messages.RECORDS] == [[21]]


def test_a_host_far_behind_gets_the_oldest_held_and_can_see_the_gap():
    device, journal = make(60)
    journal.first = 51
    device.opened(0, SESSION)
    device.receive(frames.encode(welcome(journal, 4)), 0)
    first = sent(device, 0)[0]
    assert (first[2], sequences(first)) == (4, [51, 52, 53, 54, 55, 56, 57])


def test_a_host_that_knows_another_journal_or_more_than_there_is_gets_everything():
    for stored, number in ((5, 99), (21, None)):
        device, journal = make(20)
        device.opened(0, SESSION)
        other = FailingJournal(number or journal.id)
        device.receive(frames.encode(welcome(other, stored)), 0)
        assert journal.acked == 0
        assert sequences(next(one for one in sent(device, 0) if one[0] == messages.RECORDS))[0] == 1


def test_unreadable_records_are_left_out():
    device, journal = opened(9)
    journal.unreadable = {2, 3, 8, 9}
    assert [sequences(one) for one in sent(device, 0) if one[0] == messages.RECORDS] == [[1, 4, 5, 6, 7]]
    journal.unreadable = set(range(1, 10))
    device, _ = opened(0)
    device.journal = journal
    assert device.tick(0, ROOM) == b""


def test_nothing_is_written_that_does_not_fit_the_buffer():
    device, _ = opened(3)
    assert device.tick(0, frames.LONGEST_LINE - 1) == b""
    assert device.tick(0, frames.LONGEST_LINE) != b""


def test_status_every_two_seconds():
    device, journal = opened()
    assert sent(device, 0) == [(messages.STATUS, 0, 1, 0, 160_000, 0, 255, b"")]
    assert sent(device, 1_999) == []
    assert device.deadline() == 2_000
    journal.add()
    assert [one[0] for one in sent(device, 2_000)] == [messages.RECORDS, messages.STATUS]


def test_orders_reach_the_application_and_answers_the_host():
    device, _ = opened()
    sent(device, 0)
    tell(device, 5, messages.COMMAND, 9, 0, records.NONE, 700, messages.NAME, tail=b"\x00Ann")
    assert device.commands == [(9, 0, records.NONE, 700, messages.NAME, b"\x00Ann")]
    device.answer(9, messages.REFUSED, 0, "no such seat")
    tell(device, 6, messages.ASK_TIME, 31)
    assert device.is_pending()
    assert sent(device, 8) == [
        (messages.ANSWER, 9, messages.REFUSED, 0, b"no such seat"),
        (messages.TIME, 31, 8, 1, b""),
    ]
    # what a board says is no order
    tell(device, 9, messages.STATUS, 0, 0, 0, 0, 0, 0)
    assert device.malformed == 1
    device.receive(frames.encode(b"?"), 9)
    assert device.malformed == 2


def test_a_flood_of_orders_does_not_fill_the_memory():
    device, _ = opened()
    for token in range(100):
        tell(device, 0, messages.ASK_TIME, token)
        tell(device, 0, messages.COMMAND, token, 0, 0, 0, messages.NAME)
    assert len(device.commands) == link._MOST_WAITING
    assert [one[1] for one in sent(device, 0) if one[0] == messages.TIME] == list(range(link._MOST_WAITING))
    for token in range(100):
        device.answer(token, messages.DONE)
    assert len(sent(device, 0)) == 2 * link._MOST_WAITING


def test_a_silent_host_is_greeted_again():
    device, journal = opened(3)
    sent(device, 0)
    tell(device, 1_000, messages.ACK, journal.id, 3)
    last = 1_000 + link._SILENCE
    said = [one[0] for now in range(1_000, last, 100) for one in sent(device, now)]
    assert messages.HELLO not in said
    assert device.deadline() <= last
    assert [one[0] for one in sent(device, last)] == [messages.HELLO]
    assert device.phase == CALLING
    device.receive(frames.encode(welcome(journal, 1)), last)
    assert [sequences(one) for one in sent(device, last) if one[0] == messages.RECORDS] == [[2, 3]]


def test_the_display_is_sent_while_it_is_watched():
    device, _ = opened()
    assert device.watched_until == -1
    tell(device, 1_000, messages.WATCH, 5_000)
    assert device.watched_until == 6_000
    tell(device, 1_000, messages.WATCH, 0xFFFFFFFF)
    assert device.watched_until == 601_000
    line = device.display(3, 64, bytes(range(64)))
    assert messages.unpack(frames.decode(line[:-1])) == (messages.DISPLAY, 3, 64, bytes(range(64)))


def test_a_notice_waits_for_the_application_and_a_key_is_told_while_the_host_is_there():
    device, _ = opened()
    text = b"Table 3\nPress any key"
    device.receive(frames.encode(messages.pack(messages.NOTICE, 60_000, 1) + text), 1_000)
    assert device.notice == (60_000, 1, text)
    device.receive(frames.encode(messages.pack(messages.NOTICE, 60_000, 1) + bytes(161)), 1_000)
    assert device.malformed == 1
    sent(device, 1_000)
    for _ in range(40):
        device.pressed(15)
    assert sent(device, 1_001) == [(messages.PRESSED, 15, b"")] * 32
    device.closed()
    device.pressed(15)
    assert not device.is_pending()
    device.opened(2_000, SESSION + 1)
    assert device.notice == (0, 0, b"")


def test_a_new_time_base_moves_every_deadline():
    device, journal = opened()
    now = (1 << 29) + 5
    tell(device, now, messages.ASK_TIME, 1)
    journal.add()
    assert [one[0] for one in sent(device, now)] == [messages.TIME, messages.RECORDS, messages.STATUS]
    due = device.deadline()
    device.rebased(now)
    assert device.deadline() == due - now == link._FIRST_WAIT
    assert device.watched_until == -1
    device, _ = opened()
    sent(device, 0)
    device.rebased(100)
    assert device.deadline() == link._STATUS_EVERY - 100


def test_what_the_memory_will_not_give_now_is_waited_for_and_what_is_lost_is_not():
    device, journal = opened(count=5)
    journal.unreadable.add(2)
    journal.refusing = {4, 5}
    first, *rest = sent(device, 10)
    assert (first[2], sequences(first)) == (0, [1, 3])
    assert all(message[0] == messages.STATUS for message in rest)
    assert not device.is_pending()
    assert device.deadline() == 10 + link._MEMORY_REST
    assert sent(device, 500) == []
    journal.refusing = set()
    (second,) = sent(device, 10 + link._MEMORY_REST)
    assert (second[2], sequences(second)) == (3, [4, 5])
    journal.add()
    journal.refusing = {6}
    assert sent(device, 1100) == []
    device.rebased(1000)
    journal.refusing = set()
    assert [sequences(message) for message in sent(device, 101)] == [[6]]


# --- the host ----------------------------------------------------------------------------------


def heard(host, letter, *fields, tail=b""):
    return host.receive(frames.encode(messages.pack(letter, *fields) + tail))


def test_the_host_hears_every_message():
    host = HostLink()
    hello = (1, 0, 0, 1, 0, UID, 5, 3, 1, 1, 9, 0, 160_000, 500, SESSION)
    assert heard(host, messages.HELLO, *hello) == [(hostlink.HELLO, *hello, b"")]
    assert heard(host, messages.HELLO, *hello, tail=b"newer") == [(hostlink.HELLO, *hello, b"newer")]
    assert heard(host, messages.STATUS, 1, 2, 3, 4, 5, 6) == [(hostlink.STATUS, 1, 2, 3, 4, 5, 6, b"")]
    assert heard(host, messages.TIME, 1, 2, 3) == [(hostlink.TIME, 1, 2, 3, b"")]
    assert heard(host, messages.ANSWER, 1, 2, 3, tail=b"no") == [(hostlink.ANSWER, 1, 2, 3, b"no")]
    assert heard(host, messages.DISPLAY, 1, 2, tail=b"\xff") == [(hostlink.DISPLAY, 1, 2, b"\xff")]
    assert host.malformed == 0
    # what a host says is not for a host; an unknown letter is from a newer board
    assert heard(host, messages.ACK, 1, 2) == []
    assert host.receive(frames.encode(b"Z")) == []
    assert host.malformed == 2


def test_log_output_keeps_its_place_among_the_events():
    host = HostLink()
    stream = b"first\r\n" + frames.encode(messages.pack(messages.TIME, 1, 2, 3)) + b"second\nthird\n"
    events = [(hostlink.STRAY, b"first"), (hostlink.TIME, 1, 2, 3, b""), (hostlink.STRAY, b"second"),
              (hostlink.STRAY, b"third")]
    assert host.receive(stream) == events
    other = HostLink()
    assert [one for place in range(len(stream)) for one in other.receive(stream[place : place + 1])] == events


def test_a_record_with_a_wrong_crc_goes_no_further():
    host = HostLink()
    good = [records.pack(5, seq, records.DICE) for seq in (1, 2, 3)]
    bad = good[1][:-1] + bytes((good[1][-1] ^ 1,))
    tail = good[0] + bad + good[2]
    assert heard(host, messages.RECORDS, 5, 0, tail=tail) == [(hostlink.RECORDS, 5, 0, [good[0], good[2]])]
    assert host.damaged == 1
    # the same bytes under another journal are no records at all
    assert heard(host, messages.RECORDS, 6, 0, tail=tail) == [(hostlink.RECORDS, 6, 0, [])]
    assert host.damaged == 4


def test_what_the_host_says():
    host = HostLink()
    host.welcome(SESSION, 5, 9)
    host.acknowledge(5, 12)
    host.ask_time(31)
    host.watch(5_000)
    host.notice(60_000, 0, b"Soup\nis ready")
    out, events = host.tick(0)
    assert events == []
    # half a line of another program does not spoil the welcome
    assert out[:1] == b"\n"
    assert [messages.unpack(frames.decode(line)) for line in out[1:].splitlines()] == [
        (messages.WELCOME, messages.MAJOR, messages.MINOR, SESSION, 5, 9, b""),
        (messages.ACK, 5, 12, b""),
        (messages.ASK_TIME, 31, b""),
        (messages.WATCH, 5_000, b""),
        (messages.NOTICE, 60_000, 0, b"Soup\nis ready"),
    ]
    assert host.tick(0) == (b"", [])
    host.welcome(SESSION, 5, 9)
    host.reset()
    assert host.tick(0) == (b"", [])


def test_a_command_is_repeated_until_it_is_answered():
    host = HostLink()
    host.command(9, messages.NAME, b"\x00Ann")
    assert host.tick(0, ready=False) == (b"", [])
    times = [now for now in range(0, 30_000, 100) if host.tick(now)[0]]
    assert times == [0, 300, 900, 2_100, 4_500, 9_300, 14_100, 18_900, 23_700, 28_500]
    host.reset()
    assert host.tick(28_600)[0]
    assert host.pending() == [9]
    host.welcome(SESSION, 5, 9)
    answer = (9, messages.DONE, 12)
    assert heard(host, messages.ANSWER, *answer) == [(hostlink.ANSWER, *answer, b"")]
    assert host.pending() == []
    host.tick(29_000)
    assert host.tick(40_000) == (b"", [])
    # an answer nobody waits for is an event all the same: the host may have been restarted
    assert heard(host, messages.ANSWER, 9, messages.REPEATED, 12)


def test_a_command_nobody_answers_expires():
    host = HostLink()
    host.command(9, messages.NAME, b"\x00Ann", until=1_000)
    assert host.tick(999)[1] == []
    assert host.tick(1_000) == (b"", [(hostlink.EXPIRED, 9)])
    assert host.pending() == []


# --- messages ----------------------------------------------------------------------------------


def test_stubs_name_the_records_of_a_command():
    tail = messages.stub(records.MATCH, 1, 7, 1, 12) + messages.stub(records.TIME, 255, 3, 0, 60_000, 5_000)
    assert messages.stubs(tail) == [(records.MATCH, 1, 7, 1, 12, 0), (records.TIME, 255, 3, 0, 60_000, 5_000)]
    assert len(messages.stubs(tail * 6)) == messages.MOST_STUBS
    for malformed in (b"", tail[:-1], tail * 7):
        assert messages.stubs(malformed) is None


def test_the_longest_command_fits_a_frame():
    stubs = messages.MOST_STUBS * messages.stub(records.TIME)
    payload = messages.pack(messages.COMMAND, 1, 2, 3, 4, messages.RUN) + stubs
    assert len(payload) <= frames.LARGEST_PAYLOAD
    name = bytes(1 + 4 * messages.LONGEST_NAME)
    payload = messages.pack(messages.COMMAND, 1, 2, 3, 4, messages.NAME) + name
    assert len(payload) <= frames.LARGEST_PAYLOAD


def test_a_self_test_is_told_to_a_host_that_is_there():
    device, journal = make(0)
    device.report(messages.CHECK_MEMORY, messages.CHECK_BEGINS, 0)
    device.opened(0, SESSION)
    assert [one[0] for one in sent(device, 0)] == [messages.HELLO]
    device.receive(frames.encode(welcome(journal)), 0)
    sent(device, 0)
    for _ in range(40):
        device.report(messages.CHECK_KEYS, messages.CHECK_FAILED, 1 << 15)
    told = []
    while frame := device.tick(1, 256):
        told += HostLink().receive(frame)
    told = [one for one in told if one[0] == hostlink.CHECKED]
    assert told == [(hostlink.CHECKED, 5, 2, 1 << 15, b"")] * 32, "more than that is not kept"


@pytest.mark.parametrize("row", messages.FIXED, ids=lambda row: chr(row[0]))
def test_capitals_come_from_the_board(row):
    assert chr(row[0]).isupper() == (chr(row[0]) in "HRSTADCP")


# --- anything at all ---------------------------------------------------------------------------


def test_any_payload_in_a_good_frame_is_obeyed_or_counted():
    """A hundred thousand senseless payloads in whole frames, to both ends, at any time."""
    rng = random.Random(11)
    letters = [row[0] for row in messages.FIXED]
    sizes = {row[0]: messages.struct.calcsize(row[1]) for row in messages.FIXED}
    device, journal = opened(50)
    host = HostLink()
    now = 0
    for turn in range(100_000):
        letter = rng.choice(letters) if rng.random() < 0.9 else rng.randrange(256)
        size = sizes.get(letter, 5)
        if rng.random() < 0.3:
            size = max(0, size + rng.choice((-1, 1, 12, 24, 48)))
        body = rng.randbytes(min(size, 181))
        if rng.random() < 0.5:
            # numbers that look right: our journal, our session, small sequences
            words = (journal.id, device.session, 3, 60, 0)
            body = b"".join(rng.choice(words).to_bytes(4, "little") for _ in range(46))[:size]
        if letter == messages.WELCOME and rng.random() < 0.5:
            body = b"\x01\x00" + body[2:]
        line = frames.encode(bytes((letter,)) + body)
        before = device.malformed + device.reader.frames
        device.receive(line, now)
        assert device.malformed + device.reader.frames > before
        assert device.tick(now, ROOM)[-1:] in (b"", b"\n")
        device.commands.clear()
        for event in host.receive(line):
            assert isinstance(event[0], str)
        now += rng.choice((0, 1, 50, 900))
        if turn % 1_000 == 0:
            device.opened(now, SESSION)
        assert 0 <= journal.acked <= journal.last
    assert host.malformed > 10_000
    assert device.malformed > 10_000
