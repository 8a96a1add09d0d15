"""Dice thrown by the board: no face is likelier than another, no throw knows the one before it.

That each face has the same number of the 252 bytes in use is a proof; the counts of a seeded source show
that the whole way from bytes to faces keeps it. 5.991 and the like are no limits here: the numbers of a
fixed seed are what they are, and the limits lie far out, at one in ten thousand.
"""

import random
from collections import Counter
from itertools import pairwise

import pytest

from tablecore import records
from tabledevice import thrower
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as match_texts
from tests.tabledevice.hands import Host, Table

THROWS = 60_000
#: chi-square with 5 and with 35 degrees of freedom is larger once in a thousand times
ONE_IN_1000 = {5: 20.52, 35: 66.62}


def source(given):
    """Return a draw that hands out given bytes one by one."""
    rest = iter(given)
    return lambda count: bytes(next(rest) for _ in range(count))


def test_every_face_has_as_many_bytes_as_any_other():
    faces = Counter()
    for byte in range(256):
        # a byte of no use makes the thrower draw again: then 0 answers
        taken = []

        def draw(count, byte=byte, taken=taken):
            taken.append(count)
            return bytes([byte if len(taken) == 1 else 0])

        face = thrower.throw(draw)
        if len(taken) == 1:
            faces[face] += 1
        else:
            assert (byte, taken) == (max(byte, 252), [1, 1])
    assert faces == dict.fromkeys(range(1, 7), 42)


def test_useless_bytes_are_drawn_again_however_many_come():
    assert thrower.throw(source([252, 253, 254, 255, 252, 5])) == 6


def chi_square(counts, cells):
    """Return the chi-square of counts against equal shares."""
    total = sum(counts.values())
    return sum((counts[cell] - total / len(cells)) ** 2 / (total / len(cells)) for cell in cells)


@pytest.fixture(scope="module")
def thrown():
    """60,000 throws from a seeded source of bytes."""
    draw = random.Random(20_260_101).randbytes
    return [thrower.throw(draw) for _ in range(THROWS)]


def test_faces_are_equally_frequent(thrown):
    counts = Counter(thrown)
    assert set(counts) == set(range(1, 7))
    assert chi_square(counts, range(1, 7)) < ONE_IN_1000[5]


def test_no_throw_knows_the_one_before_it(thrown):
    pairs = Counter(zip(thrown[::2], thrown[1::2], strict=True))
    cells = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    assert chi_square(pairs, cells) < ONE_IN_1000[35]
    overlapping = Counter(pairwise(thrown))
    assert all(abs(overlapping[cell] - THROWS / 36) < 5 * (THROWS / 36) ** 0.5 for cell in cells)


def test_the_tests_would_see_a_bias():
    """What a thrower without rejection does: 1 to 4 are likelier by one 43rd."""
    draw = random.Random(5).randbytes
    naive = Counter(byte % 6 + 1 for byte in draw(20 * THROWS))
    assert chi_square(naive, range(1, 7)) > ONE_IN_1000[5]


# --- at the table ---------------------------------------------------------------------------


@pytest.fixture
def table():
    made = Table(seed=9)
    made.press("#", "1", "5", "#", "0", "1", "3", "5")
    assert made.sheet.options == match.CRAWFORD_RULE | match.DICE_BY_DEVICE
    yield made
    assert made.board.crashes == []
    made.board.power_off()


def dice_of(table, after=0):
    """The dice in the log, with who threw them."""
    found = []
    for seq in range(after + 1, table.last + 1):
        _, kind, a, b, c, _, p, _ = records.unpack(table.record(seq))
        if kind == records.OPENING:
            found.append(("opening", a, b, p))
        elif kind == records.DICE:
            found.append(("dice", b, c, p))
    return found


def to_turn(table):
    """Throw the opening until it is won and let the lower roller start the clock."""
    while table.sheet.phase != match.MOVE:
        table.press("1")
    table.press(1 - table.sheet.turn, table.sheet.turn)


def test_a_key_throws_both_dice_and_the_record_says_who_did(table):
    assert table.reads(match_texts.THROW_OPENING)
    to_turn(table)
    assert table.reads(match_texts.HINT_THROW)
    seat = table.sheet.turn
    table.press("6")
    assert table.sheet.phase == match.MOVE
    assert table.log()[-1][:2] == ("dice", seat)
    found = dice_of(table)
    assert all(row[3] == 1 and 1 <= row[1] <= 6 and 1 <= row[2] <= 6 for row in found)
    assert found[-1][0] == "dice"
    assert table.shows_hint()


def test_there_is_no_second_throw(table):
    to_turn(table)
    table.press("2")
    after = table.last
    assert table.press("3").said == match_texts.THROWN
    assert table.last == after
    table.press(table.sheet.turn, "4")
    assert len(dice_of(table, after)) == 1


def test_equal_dice_are_thrown_again():
    for seed in range(40):
        table = Table(seed=seed)
        table.press("#", "1", "5", "#", "0", "1", "3", "5", "1")
        if table.sheet.dice[0] == table.sheet.dice[1]:
            break
        table.board.power_off()
    assert table.sheet.phase == match.OPENING
    assert table.reads(match_texts.THROW_AGAIN)
    table.press("5")
    assert len(dice_of(table)) == 2


def test_a_seed_makes_the_dice_repeatable():
    def played(seed):
        table = Table(seed=seed)
        table.press("#", "1", "5", "#", "0", "1", "3", "5")
        for _ in range(5):
            table.press("1", 0, 1)
        found = dice_of(table)
        table.board.power_off()
        return found

    assert played(4) == played(4) != played(5)


def test_the_host_may_ask_for_thrown_dice():
    table = Table()
    host = Host(table)
    table.wait(2500)
    assert host.set_up(options=match.DICE_BY_DEVICE)[2] == ""
    table.press("1")
    assert dice_of(table)[0][3] == 1
    table.board.power_off()
