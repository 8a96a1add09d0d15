"""Where a session begins and ends without the port being opened: both ends, row by row of PROTOCOL.md."""

from tablecore import frames, messages
from tablecore.hostlink import HostLink
from tablecore.link import CALLING, UP
from tablecore.sheets import BLANK
from tests.tablecore.test_link import SESSION, UID, heard, make, opened, sent, sequences, tell, welcome

ASK = b"\n" + frames.encode(messages.pack(messages.WELCOME, messages.MAJOR, messages.MINOR, 0, 0, 0))
HELLO = (1, 0, 0, 1, 0, UID, 5, 3, 1, 1, 9, 0, 160_000, 500, SESSION)


def test_another_host_in_the_same_session_gets_what_it_lacks():
    device, journal = opened(5)
    assert [sequences(one) for one in sent(device, 0) if one[0] == messages.RECORDS] == [[1, 2, 3, 4, 5]]
    tell(device, 10, messages.ACK, journal.id, 4)
    tell(device, 10, messages.ASK_TIME, 1)
    # it answers a hello that was said to the one before it, and holds less
    device.receive(frames.encode(welcome(journal, 2)), 20)
    assert device.phase == UP
    batch, status = sent(device, 20)
    assert (batch[2], sequences(batch), status[0]) == (2, [3, 4, 5], messages.STATUS)
    assert journal.acked == 4, "what was committed once may be freed"
    # or the same one answers twice
    device.receive(frames.encode(welcome(journal, 4)), 30)
    assert [sequences(one) for one in sent(device, 30) if one[0] == messages.RECORDS] == [[5]]


def test_a_host_that_has_heard_no_hello_asks_for_one():
    device, journal = opened(2)
    sent(device, 0)
    tell(device, 3_000, messages.ASK_TIME, 7)
    tell(device, 3_000, messages.WATCH, 60_000)
    tell(device, 3_001, messages.WELCOME, messages.MAJOR, messages.MINOR, 0, 0, 0)
    assert (device.phase, device.malformed) == (CALLING, 1)
    assert device.deadline() == 3_001
    (hello,) = sent(device, 3_001)
    assert (hello[0], hello[-2], hello[-1]) == (messages.HELLO, SESSION, b"")
    device.receive(frames.encode(welcome(journal, 2)), 3_050)
    # nothing of what the one before has asked for
    assert [one[0] for one in sent(device, 3_050)] == [messages.STATUS]
    assert device.watched_until == -1


def test_frames_that_are_not_of_the_session_are_answered_with_hello_four_times_a_second():
    device, journal = make(2)
    device.opened(0, SESSION)
    said = []
    for now in range(0, 1_000, 10):
        tell(device, now, messages.ACK, journal.id, 1)
        said += [(now, one[0]) for one in sent(device, now)]
    assert said == [(now, messages.HELLO) for now in (0, 250, 500, 750)]
    assert journal.acked == 0
    device.rebased(900)
    tell(device, 100, messages.ASK_TIME, 1)
    assert [one[0] for one in sent(device, 100)] == [messages.HELLO]


def test_a_host_that_can_be_spoken_with_may_follow_one_that_can_not():
    device, journal = opened(2)
    device.receive(frames.encode(welcome(journal, major=2)), 10)
    assert (device.phase, device.refused_major) == (CALLING, 2)
    tell(device, 20, messages.ACK, journal.id, 1)
    assert sent(device, 5_000) == []
    tell(device, 5_000, messages.WELCOME, messages.MAJOR, messages.MINOR, 0, 0, 0)
    assert device.refused_major == 0
    assert [one[0] for one in sent(device, 5_000)] == [messages.HELLO]
    device.receive(frames.encode(welcome(journal)), 5_010)
    assert device.phase == UP


def test_what_comes_before_a_hello_asks_for_one_four_times_a_second():
    host = HostLink()
    assert host.tick(0) == (b"", [])
    asked = []
    for now in range(0, 1_000, 10):
        heard(host, messages.STATUS, 1, 2, 3, 4, 5, 6)
        asked += [(now, out) for out, _ in [host.tick(now)] if out]
    assert asked == [(now, ASK) for now in (0, 250, 500, 750)]
    # text and damage are no speech
    host.receive(b"log output\nYTQS/loJAAAAoLHkfB==\n")
    heard(host, messages.HELLO, *HELLO)
    assert host.tick(2_000) == (b"", [])
    host.welcome(SESSION, 5, 9)
    host.tick(2_000)
    heard(host, messages.STATUS, 1, 2, 3, 4, 5, 6)
    assert host.tick(3_000) == (b"", [])
    # the port is opened again
    host.reset()
    host.call()
    assert host.tick(3_000) == (ASK, [])


def test_a_hello_that_nobody_asked_for_ends_the_session():
    host = HostLink()
    heard(host, messages.HELLO, *HELLO)
    host.welcome(SESSION, 5, 9)
    host.command(9, messages.NAME, b"\x00Ann")
    assert host.tick(0)[0]
    assert host.tick(100) == (b"", [])
    heard(host, messages.HELLO, *HELLO)
    assert host.session == 0
    host.welcome(SESSION, 5, 9)
    # the board may not have obeyed it
    sent_again, _ = host.tick(100)
    assert [messages.unpack(frames.decode(line))[0] for line in sent_again.split()] == [
        messages.WELCOME, messages.COMMAND,
    ]


def test_what_comes_next_holds_until_the_session_ends():
    device, _ = opened()
    host = HostLink()
    for said in (1, 200, 3):
        host.expect(said)
        device.receive(host.tick(0)[0], 1_000)
        assert (device.expected, device.malformed) == (said, 0)
    device.opened(2_000, SESSION + 1)
    assert device.expected == BLANK
