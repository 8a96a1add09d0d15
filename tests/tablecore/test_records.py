"""Records: 24 bytes that carry their own proof, and one table that names every kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tablecore import records
from tablekeeper.games import catalogue

bytes_of = some.integers(0, 255)
words = some.integers(0, 0xFFFFFFFF)
FLAGS = ("TIME_BASE", "LASTING", "MARK", "UNDOABLE", "DIRECTED", "DECIDING", "OFTEN")
fields = some.tuples(words, bytes_of, bytes_of, bytes_of, bytes_of, words, words, words)


@given(fields, words)
def test_what_is_packed_is_unpacked(values, journal):
    packed = records.pack(journal, *values)
    assert len(packed) == records.SIZE == 24
    assert records.is_whole(packed, journal)
    assert records.is_whole(bytearray(packed), journal)
    assert records.unpack(packed) == values
    assert records.sequence(packed) == values[0]


@given(fields, words)
def test_a_record_is_packed_in_place_as_anywhere(values, journal):
    record = bytearray(b"\xff" * records.SIZE)
    records.pack_into(record, memoryview(record)[:20], journal, *values)
    assert record == records.pack(journal, *values)


@given(fields, words, some.integers(0, 191))
def test_one_wrong_bit_is_seen(values, journal, place):
    packed = bytearray(records.pack(journal, *values))
    packed[place // 8] ^= 1 << place % 8
    assert not records.is_whole(packed, journal)


@given(fields, words, words)
def test_a_record_is_not_read_under_another_journal(values, journal, other):
    assert records.is_whole(records.pack(journal, *values), other) == (journal == other)


@pytest.mark.parametrize("size", [0, 23, 25])
def test_another_size_is_no_record(size):
    assert not records.is_whole(bytes(size), 0)


def flagged(flags):
    """Return all kinds that have one of these flags."""
    return [kind for kind in range(256) if records.FLAGS[kind] & flags]


def names_of(flags):
    """Return the names of all kinds that have one of these flags."""
    return " ".join(catalogue.name(kind) for kind in flagged(flags))


def test_the_table_of_kinds_is_sound():
    numbers = [row[0] for row in catalogue.KINDS]
    names = [row[1] for row in catalogue.KINDS]
    assert numbers == sorted(set(numbers))
    assert len(set(names)) == len(names)
    assert all(len(row) == 7 and 0 < row[0] < 256 for row in catalogue.KINDS)
    constants = {
        value for name, value in vars(records).items()
        if name.isupper() and isinstance(value, int) and name.lower().replace("_", " ") in names
    }
    assert constants == set(numbers) == set(flagged(0xFF))


def test_the_flags_of_all_kinds():
    """What older logs mean hangs on them: a flag of a kind that is in use never changes."""
    moves = "opening dice press double take drop result confirm reject pause resume clock"
    moves += " pawn roll cancel start battle out count tally"
    deciding = "boot sitting freed game drop result confirm reject end flag undo seal close correct pawn"
    assert {name: names_of(getattr(records, name)) for name in FLAGS} == {
        "TIME_BASE": "boot sitting",
        "LASTING": "boot sitting seal",
        "MARK": "commit game close",
        "UNDOABLE": moves,
        "DIRECTED": "result confirm pause seal close correct clock award",
        "DECIDING": f"{deciding} start count tally",
        "OFTEN": "dice press pawn",
    }


def test_kinds_have_names_and_some_must_be_understood():
    assert catalogue.name(records.DICE) == "dice"
    assert catalogue.name(127) == "127"
    assert catalogue.must_understand(127)
    assert not catalogue.must_understand(128)
    assert [number for number, _ in catalogue.PAUSES] == list(range(8))
