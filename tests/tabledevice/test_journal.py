"""The journal in FRAM: nothing complete is lost, nothing incomplete exists."""

import contextlib
import random

import pytest

from tablecore import records
from tabledevice import journal as journals
from tabledevice import lastplaces
from tabledevice.journal import Journal
from tests.nonempty import nonempty

UID = bytes(range(8))
OTHER_UID = bytes(range(8, 16))


class PowerCut(Exception):
    """The power went while a byte was being written."""


class MemoryFram:
    """32 KiB that can lose power after a number of written bytes, or fail on the bus."""

    def __init__(self):
        self.data = bytearray(b"\xa5" * 32768)
        self.left = None
        self.failing = False
        self.written = 0

    def read_into(self, address, buffer):
        if self.failing:
            raise OSError(5)
        buffer[:] = self.data[address : address + len(buffer)]

    def write(self, address, data):
        if self.failing:
            raise OSError(5)
        for place, byte in enumerate(bytes(data)):
            if self.left is not None:
                if self.left == 0:
                    raise PowerCut
                self.left -= 1
            self.data[address + place] = byte
            self.written += 1


def drawing(seed=1):
    chance = random.Random(seed)
    return lambda count: chance.randbytes(count)


@pytest.fixture
def fram():
    return MemoryFram()


def opened(fram, uid=UID, seed=1):
    return Journal(fram, uid, drawing(seed))


def dice(journal, number):
    return journal.append(records.DICE, 0, 1 + number % 6, 2, number * 1000, 0, 0)


def test_an_empty_memory_is_formatted_and_found_again(fram):
    journal = opened(fram)
    for number in range(5):
        dice(journal, number)
    again = opened(fram, seed=2)
    assert (again.id, again.first, again.last) == (journal.id, 1, 5)
    assert [again.read(seq) for seq in range(1, 6)] == [journal.read(seq) for seq in range(1, 6)]
    assert again.storage() == journals.GOOD


def test_a_record_cut_anywhere_does_not_exist_and_the_ones_before_do(fram):
    journal = opened(fram)
    dice(journal, 0)
    kept = bytes(fram.data)
    for count in range(records.SIZE):
        fram.data[:] = kept
        fram.left = None
        journal = opened(fram)
        fram.left = count
        with pytest.raises(PowerCut):
            dice(journal, 1)
        fram.left = None
        assert opened(fram).last == 1, f"cut after {count} bytes"
    fram.data[:] = kept
    fram.left = records.SIZE
    dice(opened(fram), 1)
    fram.left = None
    assert opened(fram).last == 2


@pytest.mark.parametrize("what", ["acknowledge", "alive", "boot", "snapshot", "names"])
def test_a_cell_or_block_cut_anywhere_keeps_its_old_or_its_new_value(fram, what):
    def act(journal, number):
        if what == "acknowledge":
            journal.acknowledge(number)
        elif what == "alive":
            journal.alive(number, 1)
        elif what == "boot":
            journal.count_boot()
        elif what == "snapshot":
            journal.keep_snapshot(number, bytes([number]) * 60)
        else:
            journal.keep_names([f"Ann {number}", "Bob"])

    def value(journal):
        return {
            "acknowledge": journal.acked,
            "alive": journal.last_alive(1),
            "boot": journal.boots,
            "snapshot": journal.snapshot(),
            "names": journal.names(),
        }[what]

    journal = opened(fram)
    for number in range(10):
        dice(journal, number)
    act(journal, 1)
    act(journal, 2)
    kept = bytes(fram.data)
    old = value(opened(fram))
    act(opened(fram), 3)
    new = value(opened(fram))
    assert old != new
    seen = set()
    for count in range(600):
        fram.data[:] = kept
        journal = opened(fram)
        fram.left = count
        try:
            act(journal, 3)
        except PowerCut:
            pass
        else:
            break
        finally:
            fram.left = None
        found = value(opened(fram))
        assert found in (old, new), f"cut after {count} bytes"
        seen.add(str(found))
    assert str(old) in seen


def test_nothing_overwrites_what_the_host_has_not_acknowledged(fram):
    journal = opened(fram)
    for number in range(journals.PLACES):
        dice(journal, number)
    assert journal.storage() == journals.FULL
    first = journal.read(1)
    dice(journal, 0)
    assert journal.volatile() == 1
    assert journal.read(1) == first
    assert records.sequence(journal.read(journals.PLACES + 1)) == journals.PLACES + 1
    # it was in RAM only: after a power cut it never was
    assert opened(fram).last == journals.PLACES
    journal.acknowledge(10)
    assert journal.volatile() == 0
    assert opened(fram).last == journals.PLACES + 1


def test_the_ring_goes_round_and_keeps_the_newest(fram):
    journal = opened(fram)
    for number in range(3 * journals.PLACES + 7):
        journal.acknowledge(dice(journal, number))
    again = opened(fram)
    assert again.last == 3 * journals.PLACES + 7
    assert again.first == again.last - journals.PLACES + 1
    for seq in range(again.first, again.last + 1):
        assert records.sequence(again.read(seq)) == seq
    assert again.read(again.first - 1) is None
    assert again.acked == again.last


def test_without_memory_the_log_is_kept_in_ram_under_a_new_id_each_time():
    one, two = Journal(None, UID, drawing(1)), Journal(None, UID, drawing(2))
    assert one.id != two.id
    assert one.storage() == journals.RAM_ONLY
    for number in range(5):
        dice(one, number)
    assert [records.sequence(one.read(seq)) for seq in range(1, 6)] == [1, 2, 3, 4, 5]
    assert one.volatile() == 5


def test_ram_holds_the_newest_when_nobody_acknowledges():
    journal = Journal(None, UID, drawing())
    for number in range(journals._IN_RAM + 10):
        dice(journal, number)
    assert journal.read(1) is None
    assert records.sequence(journal.read(journals._IN_RAM + 10)) == journals._IN_RAM + 10


def test_room_in_ram_is_given_back_when_all_records_lie_in_the_memory(fram):
    journal = opened(fram)
    dice(journal, 0)
    for first in (2, 4):
        fram.failing = True
        dice(journal, 1)
        dice(journal, 2)
        assert records.sequence(journal.in_ram(first)) == first
        fram.failing = False
        assert journal.settle() == 2
        assert journal.in_ram(first) is None
        assert [records.sequence(journal.read(seq)) for seq in range(1, first + 2)] == [*range(1, first + 2)]
    assert journal.settled() == (4, 0)


def test_a_memory_that_fails_for_a_while_catches_up_in_order(fram):
    journal = opened(fram)
    dice(journal, 0)
    fram.failing = True
    dice(journal, 1)
    dice(journal, 2)
    assert journal.failures
    assert records.sequence(journal.read(3)) == 3
    fram.failing = False
    dice(journal, 3)
    assert journal.volatile() == 3
    assert journal.settle() == 3
    assert opened(fram).last == 4


def test_the_memory_of_another_board_is_not_used_until_it_is_formatted(fram):
    theirs = opened(fram, OTHER_UID)
    dice(theirs, 0)
    before = bytes(fram.data)
    mine = opened(fram, UID)
    assert mine.storage() == journals.FOREIGN
    dice(mine, 1)
    assert bytes(fram.data) == before
    mine.format()
    assert mine.storage() == journals.GOOD
    assert opened(fram, UID).id == mine.id != theirs.id


def test_a_torn_ring_never_gives_a_wrong_record(fram):
    journal = opened(fram)
    for number in range(50):
        dice(journal, number)
    expected = {seq: journal.read(seq) for seq in range(1, 51)}
    chance, checked = random.Random(5), 0
    for _ in range(300):
        fram.data[journals.RING + chance.randrange(50 * records.SIZE)] ^= 1 << chance.randrange(8)
        again = opened(fram)
        for seq in range(1, again.last + 1):
            assert again.read(seq) in (None, expected[seq])
            checked += 1
    assert checked


def full(fram):
    """A journal whose ring has no place left, with one more record in RAM."""
    journal = opened(fram)
    for number in range(journals.PLACES + 1):
        dice(journal, number)
    return journal


def result(journal, winner):
    return journal.append(records.RESULT, winner, 1, 0, 0, 0, 0)


def test_the_last_places_keep_what_decides_a_game_and_nothing_else(fram):
    journal = full(fram)
    kept = {seq: journal.read(seq) for seq in (result(journal, 0), result(journal, 1))}
    dice(journal, 3)
    again = opened(fram)
    assert again.last == journals.PLACES + 3
    assert {seq: again.read(seq) for seq in kept} == kept
    assert again.read(journals.PLACES + 1) is None, "that was in RAM only"
    assert again.refuses, "and it may not be taken for a hole before all has come to rest"
    again.acknowledge(20)
    assert again.volatile() == 0
    assert again.settled() == (2, 1)
    assert again.read(journals.PLACES + 1) is None
    assert not again.refuses
    assert {seq: opened(fram).read(seq) for seq in kept} == kept


def test_there_are_so_many_last_places_and_they_are_used_again(fram):
    journal = full(fram)
    for number in range(lastplaces.COUNT + 5):
        result(journal, number % 2)
    assert opened(fram).last == journals.PLACES + 1 + lastplaces.COUNT
    journal.acknowledge(journals.PLACES)
    assert journal.volatile() == 0
    while journal.room() > 0:
        dice(journal, 1)
    dice(journal, 2)
    assert result(journal, 1) == opened(fram).last


def test_a_power_cut_within_the_last_places_leaves_what_was_there(fram):
    journal = full(fram)
    one = result(journal, 0)
    before = bytes(fram.data)
    for count in nonempty(range(records.SIZE + 1)):
        fram.data[:] = before
        journal = opened(fram)
        assert journal.last == one
        fram.left = count
        if count < records.SIZE:
            with pytest.raises(PowerCut):
                result(journal, 1)
        else:
            result(journal, 1)
        fram.left = None
        assert opened(fram).last == one + (count == records.SIZE)
        assert records.unpack(opened(fram).read(one))[2] == 0


def test_what_the_players_give_up_is_overwritten_and_a_cut_leaves_it_or_not(fram):
    journal = full(fram)
    before = bytes(fram.data)
    freed = set()
    for count in range(records.SIZE + 20):
        fram.data[:] = before
        journal = opened(fram)
        dice(journal, 7)
        fram.left = count
        with contextlib.suppress(PowerCut):
            journal.free(100)
        fram.left = None
        again = opened(fram)
        assert again.freed in (0, 100)
        assert again.acked == 0
        # the next record comes into the place of the first one, which stays until then
        assert again.freed == 100 or again.read(1) is not None
        assert again.last == journals.PLACES or again.read(1) is None
        freed.add((again.freed, again.last - journals.PLACES))
    assert freed == {(0, 0), (100, 0), (100, 1)}


def test_a_snapshot_of_records_that_went_with_the_power_is_forgotten_for_good(fram):
    """Else it would be taken for one of other records, as soon as their numbers have come so far."""
    journal = opened(fram)
    for number in range(10):
        dice(journal, number)
    journal.keep_snapshot(8, b"good")
    fram.failing = True
    for number in range(10):
        dice(journal, number)
    fram.failing = False
    journal.keep_snapshot(20, b"gone")
    before = bytes(fram.data)
    again = opened(fram)
    assert again.last == 10
    size = 4 + 6 + 4 + len(b"good")
    for count in (*range(size), None):
        fram.data[:] = before
        again = opened(fram)
        fram.left = count
        if count is None:
            assert again.snapshot() == (8, b"good")
        else:
            with pytest.raises(PowerCut):
                again.snapshot()
        fram.left = None
        assert opened(fram).snapshot() == (8, b"good")
    again = opened(fram)
    again.snapshot()
    for number in range(20):
        dice(again, number)
    assert opened(fram).snapshot() == (8, b"good")


def test_names_are_cut_between_letters_and_wiped_for_good(fram):
    journal = opened(fram)
    journal.keep_names(["Ångström-Çelebi-Ðorđević-Šž", "Bob"])
    ann, bob = opened(fram).names()
    assert "Ångström-Çelebi".startswith(ann[:10])
    assert bob == "Bob"
    journal = opened(fram)
    journal.keep_names(["", ""])
    assert b"Bob" not in bytes(fram.data)
    assert opened(fram).names() == ["", ""]
