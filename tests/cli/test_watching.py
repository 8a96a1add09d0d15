"""The watcher's session, without any port: what it says, what it sends, and that it acknowledges nothing."""

import pytest

from tablecore import frames, messages, records
from tablecore.link import WINDOW, DeviceLink
from tablekeeper.cli.watching import Watch, meaning, printable

JOURNAL = 0xCAFE


class Journal:
    """A board's journal in a list; it notes whether anybody acknowledges."""

    id = JOURNAL
    refuses = False

    def __init__(self, count: int, acked: int = 0) -> None:
        self.log = [
            records.pack(JOURNAL, seq, records.DICE, seq & 1, 6, 4, ms=1000 * seq)
            for seq in range(1, count + 1)
        ]
        self.first = 1
        self.acked = acked
        self.told: list[int] = []

    @property
    def last(self) -> int:
        return len(self.log)

    def read(self, seq: int) -> bytes | None:
        return self.log[seq - 1] if 0 < seq <= len(self.log) else None

    def acknowledge(self, seq: int) -> None:
        self.told.append(seq)


class Meeting:
    """A watcher and a real board's link, joined in memory."""

    def __init__(self, count: int, acked: int = 0, base: int = 1) -> None:
        self.journal = Journal(count, acked)
        state = (base, 100_000, 0, 255, 1, 0)
        self.link = DeviceLink(((0, 1, 0), b"TKTEST01"), self.journal, lambda: state)
        self.watch = Watch()
        self.sent: list[tuple] = []
        self.now = 0
        self.link.opened(0, 42)

    def run(self, ms: int) -> list[str]:
        said: list[str] = []
        until = self.now + ms
        while self.now < until:
            self.now += 10
            while frame := self.link.tick(self.now, 256):
                said += self.watch.receive(frame, self.now)
            out, more = self.watch.tick(self.now)
            said += more
            for payload in frames.Reader().receive(out):
                self.sent.append(messages.unpack(payload))
            self.link.receive(out, self.now)
        return said


@pytest.mark.parametrize("acked", [0, 5])
def test_every_record_is_said_once_and_none_acknowledged(acked):
    meeting = Meeting(12, acked)
    said = meeting.run(60_000)
    assert said[0].startswith("hello: board 544b544553543031, firmware 0.1.0")
    told = [line for line in said if line.startswith("record ")]
    assert [int(line.split()[1]) for line in told] == list(range(acked + 1, 13))
    assert told[-1] == "record 12 at 0:12: left rolls 6-4"
    # the welcome repeats what the board has said itself
    assert set(meeting.journal.told) == {acked}
    assert {message[0] for message in meeting.sent} == {messages.WELCOME, messages.ASK_TIME}


def test_a_record_of_an_earlier_start_has_a_time_that_nobody_knows():
    told = [line for line in Meeting(12, base=9).run(5000) if line.startswith("record ")]
    assert told[7] == "record 8 at 0:08 of an earlier start, time unknown: left rolls 6-4"
    assert told[8] == "record 9 at 0:09: right rolls 6-4"
    assert sum("time unknown" in line for line in told) == 8


def test_the_board_stays_with_the_watcher():
    meeting = Meeting(3)
    meeting.run(120_000)
    # without questions for the time it would have introduced itself again
    assert [message[0] for message in meeting.sent].count(messages.WELCOME) == 1


def test_the_end_of_the_window_is_said_once():
    meeting = Meeting(WINDOW + 10)
    said = meeting.run(60_000)
    assert len([line for line in said if line.startswith("record ")]) == WINDOW
    assert len([line for line in said if "the board sends no more until a host stores" in line]) == 1


def test_silence_is_said_once_and_ends_with_the_next_word():
    meeting = Meeting(1)
    meeting.run(3000)
    silent = Watch.tick
    said = [line for now in range(3000, 30_000, 100) for line in silent(meeting.watch, now)[1]]
    assert said == ["nothing has been heard from the board for 8 seconds"]


def test_another_version_is_a_problem_and_is_not_welcomed():
    watch = Watch()
    hello = messages.pack(messages.HELLO, 7, 0, 1, 2, 3, b"strange1", JOURNAL, 1, 0, 1, 9, 0, 5, 5, 5)
    assert watch.receive(frames.encode(hello), 0) == []
    assert watch.problem is not None
    assert "speaks protocol 7.0" in watch.problem
    assert watch.tick(10_000) == (b"", [])


def test_text_of_the_board_cannot_disturb_the_terminal():
    assert Watch().receive(b"\x1b[2Jhello\x07 w\xc3\xb6rld\r\n", 0) == ["text: ·[2Jhello· wörld"]
    assert printable(b"\xff\xfe\x00") == "\ufffd\ufffd·"


def test_the_meaning_of_a_line():
    record = records.pack(JOURNAL, 3, records.DICE, 1, 6, 4)
    damaged = record[:-1] + bytes([record[-1] ^ 1])
    frame = frames.encode(messages.pack(messages.RECORDS, JOURNAL, 2) + record + damaged)
    assert meaning(frame[:-1]) == [
        "records of journal 0000cafe after 2",
        "record 3: right rolls 6-4",
        f"a damaged record: {damaged.hex()}",
    ]
    assert meaning(frames.encode(messages.pack(messages.ACK, JOURNAL, 2))[:-1]) == ["acknowledge 51966 2"]
    assert meaning(b"hello there") == ["no frame: b'hello there'"]
