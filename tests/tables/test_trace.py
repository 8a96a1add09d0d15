"""The last frames of a connection, as lines that people can read."""

from tablecore import frames, messages
from tablekeeper.tables.trace import KEPT, RECEIVED, SENT, FrameRing, Traced, Wire, describe
from tests.nonempty import nonempty


def test_pieces_become_lines_with_the_time_of_their_end():
    ring = FrameRing()
    line = frames.encode(messages.pack(messages.ACK, 7, 9))
    ring.add(1, RECEIVED, b"half a ")
    ring.add(2, SENT, line[:5])
    ring.add(3, RECEIVED, b"line\r\nand")
    ring.add(4, SENT, line[5:])
    assert ring.lines() == [Traced(3, RECEIVED, b"half a line\r"), Traced(4, SENT, line[:-1])]
    assert [str(traced) for traced in ring.lines()] == [
        "         3 < no frame: b'half a line\\r'",
        "         4 > acknowledge 7 9",
    ]


def test_a_wire_is_cut_into_lines_each_way_and_noise_is_not_kept_for_ever():
    wire = Wire()
    assert wire.lines("<", b"one\ntw") == [b"one"]
    assert wire.lines(">", b"other\n") == [b"other"]
    assert wire.lines("<", b"o\nthree") == [b"two"]
    # what is kept of "three" and the noise
    assert wire.lines("<", b"x" * 5000) == [b"three" + b"x" * 995, *[b"x" * 1000] * 4]
    assert wire.lines("<", b"\n") == [b"xxxxx"]


def test_every_message_has_a_name():
    for letter, fixed in nonempty(messages.FIXED):
        count = len(fixed) - 1 - fixed.count("8s")
        fields = [bytes(8) if fixed[1:].startswith("BBBBB8s") and n == 5 else 1 for n in range(count)]
        tail = bytes(24) if letter in (messages.RECORDS, messages.DISPLAY) else b""
        payload = messages.pack(letter, *fields) + tail
        text = str(Traced(1, SENT, frames.encode(payload)[:-1]))
        assert "malformed" not in text
        assert text.split()[2].isalpha()


def test_a_malformed_message_is_shown_as_such():
    assert "malformed message: 3f" in str(Traced(1, SENT, frames.encode(b"?")[:-1]))


def test_only_the_last_are_kept():
    ring = FrameRing()
    for number in range(5 * KEPT):
        ring.add(number, SENT, b"line %d\n" % number)
    lines = ring.lines()
    assert len(lines) == KEPT
    assert lines[-1].line == b"line %d" % (5 * KEPT - 1)


def test_without_texts_no_name_stands_in_a_line():
    texts = {
        frames.encode(messages.pack(messages.COMMAND, 1, 2, 3, 4, messages.NAME) + b"Zelmira"): "command",
        frames.encode(messages.pack(messages.NOTICE, 0, 0) + b"Zelmira"): "notice 0 0",
        frames.encode(messages.pack(messages.DISPLAY, 0, 0) + b"Zelmira"): "display 0 0",
        b"Traceback: Zelmira": "no frame:",
        frames.encode(b"?Zelmira"): "malformed message:",
    }
    for line, begins in texts.items():
        told = describe(line.rstrip(b"\n"), texts=False)
        assert told.startswith(begins)
        assert ("Zelmira" in told, b"Zelmira".hex() in told) == (False, False)
        assert "bytes)" in told
    order = messages.stub(4, 1)
    line = frames.encode(messages.pack(messages.COMMAND, 1, 2, 3, 4, messages.RECORD) + order)
    assert order.hex() in describe(line.rstrip(b"\n"), texts=False)
