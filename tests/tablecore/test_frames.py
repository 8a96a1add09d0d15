"""Frames: however the bytes are cut and damaged, a frame is read or a line is counted."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tablecore import frames
from tablecore.frames import LARGEST_PAYLOAD, LONGEST_LINE, Reader, decode, encode

payloads = some.binary(min_size=1, max_size=LARGEST_PAYLOAD)
lines = some.one_of(
    payloads.map(encode),
    payloads.map(encode).map(lambda line: line[:-1] + b"\r\n"),
    some.binary(max_size=300).map(lambda noise: noise + b"\n"),
    some.text("AZaz09+/= \r", max_size=600).map(lambda text: text.encode() + b"\n"),
    some.just(b"\n"),
)


def counters(reader):
    return reader.frames, reader.stray, reader.overlong, reader.text


def read(chunks, strays=False):
    reader = Reader(strays)
    found = []
    for chunk in chunks:
        found += reader.receive(chunk)
    return found, counters(reader)


@given(payloads)
def test_what_is_encoded_is_decoded(payload):
    line = encode(payload)
    assert line.endswith(b"\n")
    assert len(line) <= LONGEST_LINE
    assert decode(line[:-1]) == payload


@pytest.mark.parametrize("payload", [b"", bytes(LARGEST_PAYLOAD + 1)])
def test_a_payload_that_fits_no_frame_is_refused(payload):
    with pytest.raises(ValueError, match="1 to 182 bytes"):
        encode(payload)


@given(some.lists(lines, max_size=8), some.binary(max_size=300), some.booleans(), some.randoms())
def test_how_the_bytes_are_cut_changes_nothing(parts, rest, strays, rng):
    stream = b"".join(parts) + rest.replace(b"\n", b"")
    whole = read([stream], strays)
    assert read([stream[place : place + 1] for place in range(len(stream))], strays) == whole
    cuts = sorted(rng.randrange(len(stream) + 1) for _ in range(rng.randrange(12)))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert read(pieces, strays) == whole
    assert read([bytearray(stream)], strays) == whole


@given(some.lists(payloads, min_size=1, max_size=5), some.lists(some.binary(max_size=400), max_size=5))
def test_frames_between_log_output_are_all_found(frames_sent, noise):
    stream = b""
    for place, payload in enumerate(frames_sent):
        if place < len(noise):
            stream += noise[place].replace(b"\n", b"?") + b"\n"
        stream += encode(payload)
    found, (count, stray, overlong, _) = read([stream], strays=True)
    assert [one for one in found if isinstance(one, bytes)] == frames_sent
    assert count == len(frames_sent)
    assert len([one for one in found if isinstance(one, tuple)]) == stray
    assert stray + overlong <= len(noise)


def damage(rng, stream):
    """Return the stream with one thing done to it."""
    place = rng.randrange(len(stream))
    what = rng.randrange(5)
    if what == 0:
        flipped = bytes((stream[place] ^ (1 << rng.randrange(8)),))
        return stream[:place] + flipped + stream[place + 1 :]
    if what == 1:
        return stream[:place] + stream[place + rng.randrange(1, 4) :]
    if what == 2:
        return stream[: place + 1] + stream[place:]
    if what == 3:
        return stream[:place] + rng.randbytes(rng.randrange(1, 6)) + stream[place:]
    other = rng.randrange(len(stream))
    return stream[: min(place, other)] + stream[max(place, other) :]


def test_twenty_thousand_damaged_streams_bring_no_wrong_payload():
    """Each payload is one of those sent, in their order; a lost one is a counted line."""
    rng = random.Random(1)
    read_whole = counted = 0
    for _ in range(20_000):
        sent = [rng.randbytes(rng.randrange(1, LARGEST_PAYLOAD + 1)) for _ in range(rng.randrange(1, 5))]
        stream = b"".join(encode(payload) for payload in sent)
        for _ in range(rng.randrange(1, 4)):
            stream = damage(rng, stream) or b"\n"
        found, (count, stray, overlong, _) = read([stream])
        assert count == len(found)
        # a frame may come twice (its bytes were doubled), never another
        assert set(found) <= set(sent)
        read_whole += len(found)
        counted += stray + overlong
    assert read_whole > 10_000
    assert counted > 10_000


@given(some.binary(max_size=2_000))
def test_any_garbage_is_counted(garbage):
    found, (count, stray, overlong, _) = read([garbage])
    assert count == len(found)
    written = [line for line in garbage.split(b"\n")[:-1] if line.rstrip(b"\r")]
    assert count + stray + overlong >= len(written)


@given(some.binary(min_size=1, max_size=260))
def test_no_line_but_the_encoded_one_is_decoded(line):
    payload = decode(line)
    if payload is not None:
        assert encode(payload) == line + b"\n"


def test_a_line_that_a_lenient_decoder_would_take_is_no_frame():
    line = encode(b"move")[:-1]
    assert decode(line) == b"move"
    assert line.endswith(b"=")
    # foreign characters within, and bits behind the last byte
    assert decode(line[:5] + b"!!!!" + line[5:]) is None
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    last = alphabet.index(line[-2])
    assert decode(line[:-2] + alphabet[last + 1 : last + 2] + b"=") is None


def test_a_line_without_an_end_does_not_grow():
    reader = Reader()
    for _ in range(100):
        assert reader.receive(b"x" * 1_000) == []
    assert len(reader._line) <= LONGEST_LINE
    assert reader.overlong == 1
    assert reader.receive(b"\n" + encode(b"after it")) == [b"after it"]


def test_the_longest_line_is_counted_once_either_way():
    assert read([b"y" * LONGEST_LINE + b"\n"])[1][:3] == (0, 1, 0)
    assert read([b"y" * (LONGEST_LINE + 1) + b"\n"])[1][:3] == (0, 0, 1)


def test_a_pulled_cable_leaves_nothing_behind():
    reader = Reader()
    reader.receive(encode(b"half")[:5])
    reader.reset()
    assert reader.receive(encode(b"whole")) == [b"whole"]
    reader.receive(b"z" * 300)
    reader.reset()
    assert reader.receive(encode(b"whole")) == [b"whole"]


def test_the_limits_fit_the_boards_buffer():
    assert len(encode(bytes(LARGEST_PAYLOAD))) <= LONGEST_LINE <= 256
    # three more bytes would not fit: no room is given away
    assert (LARGEST_PAYLOAD + 4 + 3 + 2) // 3 * 4 + 1 > LONGEST_LINE
    assert frames.decode(b"A" * 400) is None
