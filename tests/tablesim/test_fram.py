"""The FRAM chip against byte sequences."""

from hypothesis import given
from hypothesis import strategies as st

from tablesim.fram import SIZE, Fram
from tests.refusal import failure


def written(fram, *chunks):
    fram.begin_write()
    for chunk in chunks:
        fram.write(bytes(chunk))


def test_bytes_land_at_the_two_byte_address_and_are_read_from_there_on():
    fram = Fram()
    written(fram, [0x12, 0x34, 1, 2, 3])
    assert fram.memory[0x1234:0x1237] == b"\1\2\3"
    written(fram, [0x12, 0x34])
    assert fram.read(2) == b"\1\2"
    assert fram.read(2) == b"\3\0", "a read without address goes on"


def test_the_top_address_bit_is_ignored_and_the_end_wraps():
    fram = Fram()
    written(fram, [0xFF, 0xFE, 7, 8, 9])
    assert fram.memory[-2:] == b"\7\x08"
    assert fram.memory[0] == 9
    written(fram, [0x7F, 0xFE])
    assert fram.read(4) == b"\7\x08\x09\0"


def test_address_and_data_may_come_in_any_pieces():
    whole, pieces = Fram(), Fram()
    written(whole, [0, 5, 10, 11, 12])
    written(pieces, [0], [5], [], [10], [11, 12])
    assert whole.memory == pieces.memory


@given(st.integers(1, 20), st.lists(st.binary(min_size=1, max_size=8), min_size=1, max_size=5))
def test_what_is_called_after_n_bytes_sees_exactly_n_bytes(count, records):
    fram, seen = Fram(), []
    fram.after_bytes(count, lambda: seen.append(bytes(fram.memory)))
    everything = b"".join(records)
    at = 0
    for record in records:
        written(fram, bytes([0, at]) + record)
        at += len(record)
    if count > len(everything):
        assert seen == []
    else:
        assert seen == [everything[:count] + bytes(SIZE - count)]
    assert fram.bytes_written == len(everything)


def test_a_write_protected_chip_acknowledges_and_keeps_its_content():
    fram = Fram(b"old")
    fram.write_protected = True
    written(fram, [0, 0, *b"new"])
    assert fram.memory[:3] == b"old"
    assert fram.answers


def test_a_long_read_goes_round():
    fram = Fram(bytes(range(256)) * 128)
    written(fram, [0, 0])
    assert fram.read(SIZE + 3) == bytes(fram.memory) + b"\0\1\2"


def test_bad_settings_are_refused():
    assert "32768 bytes" in failure(ValueError, Fram, bytes(SIZE + 1))
    assert "first FRAM byte" in failure(ValueError, Fram().after_bytes, 0, lambda: None)


def test_a_flipped_bit_is_one_bit():
    fram = Fram(b"\x0f")
    fram.flip_bit(0, 7)
    assert fram.memory[0] == 0x8F
