"""Two boards that played the same: equal however late their scans are; each planted difference is told."""

import random
from dataclasses import replace

import pytest

from silicon import comparing, runs, wiring
from silicon.playing import play
from silicon.script import parse
from silicon.virtual import Virtual
from tablecore import records
from tabledevice import journal


class Late(Virtual):
    """A board whose scans see a press up to 5 ms later."""

    def __init__(self, seed):
        super().__init__(wiring.UID)
        self.seed = seed

    def down(self, key):
        name = int(key[1:]) if key.startswith("s") else key
        # what is pressed at once is seen by one scan
        late = random.Random(f"{self.seed} {self.timeline.now_us}").randrange(5000)
        self.board.press(name, self.timeline.now_us + late, hold_ms=None)


@pytest.fixture(scope="module")
def reference():
    """The whole smoke script on the simulator's board."""
    return play(Virtual(wiring.UID), runs.steps("smoke"), around_ms=comparing.AROUND_MS)


@pytest.fixture(scope="module")
def other():
    """The same on a board whose presses come a little late."""
    return play(Late(1), runs.steps("smoke"))


def test_the_same_script_is_the_same(reference, other):
    found = comparing.compare(reference, other)
    assert found.differences == ()
    assert found.records > 80
    assert found.pictures > 30
    # the stamps were not the same: this comparison has something to bear
    assert comparing.log(reference.memory) != comparing.log(other.memory)


@pytest.mark.parametrize("seed", [2, 3])
def test_it_is_the_same_for_other_delays(reference, seed):
    assert comparing.compare(reference, play(Late(seed), runs.steps("smoke"))).differences == ()


def test_another_key_is_told(reference):
    text = (runs.SCRIPTS / "smoke.txt").read_text("utf-8")
    changed = play(Virtual(wiring.UID), parse(text.replace("s0 3 1 look=move", "s0 3 2 look=move")))
    found = comparing.compare(reference, changed).differences
    assert found[0].startswith("record 8: expected dice 1 3 1 at ")
    assert any(one.startswith("look move: another picture") for one in found)


def test_a_late_press_is_told(reference):
    text = (runs.SCRIPTS / "smoke.txt").read_text("utf-8")
    late = parse(text.replace("s1 7 look=doubling", "wait=40 s1 7 look=doubling"))
    changed = play(Virtual(wiring.UID), late)
    found = comparing.compare(reference, changed).differences
    assert found
    assert "ms beside its time" in found[0]


def rewritten(played, number, **fields):
    """Return a board in whose memory one record has other fields, with a CRC that fits."""
    place = journal.RING + (number - 1) * records.SIZE
    memory = bytearray(played.memory)
    (identity,) = comparing._ids(played.memory)[:1]
    names = ("seq", "kind", "a", "b", "c", "ms", "p", "q")
    values = {**dict(zip(names, records.unpack(memory[place : place + records.SIZE]), strict=True)), **fields}
    memory[place : place + records.SIZE] = records.pack(identity, *values.values())
    return replace(played, memory=bytes(memory))


def numbers(played, kind):
    """Return the numbers of the records of a kind."""
    return [records.sequence(one) for one in comparing.log(played.memory) if records.unpack(one)[1] == kind]


def test_a_field_of_a_record_is_told(reference, other):
    (number,) = numbers(other, records.DOUBLE)
    found = comparing.compare(reference, rewritten(other, number, b=2)).differences
    assert found[0].startswith(f"record {number}: expected double 0 1 0 at ")


def test_a_checksum_that_fits_no_log_is_told(reference, other):
    number = numbers(other, records.END)[0]
    found = comparing.compare(reference, rewritten(other, number, q=1)).differences
    assert found == (f"other: record {number} closes another sheet than its log gives",)


def test_a_missing_record_is_told(reference, other):
    last = len(comparing.log(other.memory))
    place = journal.RING + (last - 1) * records.SIZE
    cut = other.memory[: place + 20] + b"\0\0\0\0" + other.memory[place + 24 :]
    found = comparing.compare(reference, replace(other, memory=cut)).differences
    assert found == (f"from record {last} on: expected 1 more, found nothing",)
    found = comparing.compare(replace(other, memory=cut, looks={}), other).differences
    assert found == (f"from record {last} on: expected nothing, found 1 more",)


def test_a_dot_is_told(reference, other):
    looks = dict(other.looks)
    picture = bytearray(looks["race"][0])
    picture[500] ^= 16
    looks["race"] = [bytes(picture)]
    found = comparing.compare(reference, replace(other, looks=looks)).differences
    assert found == ("look race: another picture, 1 dots differ from the nearest",)


def test_a_board_without_memory_is_told(reference):
    found = comparing.compare(reference, replace(reference, memory=bytes(32768))).differences
    count = len(comparing.log(reference.memory))
    assert found == (f"from record 1 on: expected {count} more, found nothing",)
    nothing = replace(reference, memory=b"")
    assert comparing.compare(nothing, nothing).differences == ("the reference left no records",)
