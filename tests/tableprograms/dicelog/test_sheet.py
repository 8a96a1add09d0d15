"""The sheet of the dice log, against lists that are counted again each time."""

import random
from collections import Counter

import pytest

from tablecore import records, sheets
from tableprograms.dicelog import sheet as dicelog
from tests.tableprograms.plain.log import Log


@pytest.mark.parametrize("dice", [1, 2])
def test_random_throws_and_undos_against_lists(dice):
    chance = random.Random(dice)
    log = Log().dice(dice)
    wanted = []
    for _ in range(400):
        sheet = log.sheet
        what = chance.random()
        if what < 0.75:
            throw = (chance.randint(1, 6), chance.randint(1, 6) if dice == 2 else 0)
            assert log.add(records.DICE, 255, *throw)
            wanted.append(throw)
        elif what < 0.9:
            first, second = chance.randrange(9), chance.randrange(9)
            right = 1 <= first <= 6 and (1 <= second <= 6 if dice == 2 else not second)
            if not right:
                # no board writes such a record: it is tried beside the log
                trial = sheets.unpack(sheets.pack(sheet))
                assert not trial.apply(9, records.DICE, 255, first, second, 0, 0, 0)
        else:
            target = log.fold.undoable()
            assert (target != 0) == bool(wanted)
            if target:
                assert log.add(records.UNDO, p=target)
                wanted.pop()
        faces = Counter(face for throw in wanted for face in throw if face)
        assert sheet.throws == len(wanted)
        assert sheet.faces == [faces[face] for face in range(1, 7)]
        assert sheet.doubles == sum(one == two for one, two in wanted)
        assert [sheet.thrown(place) for place in range(len(sheet.last))] == wanted[::-1][: dicelog.LISTED]
        packed = sheets.pack(sheet)
        assert sheets.pack(sheets.unpack(packed)) == packed
        assert len(packed) <= 240
    assert len(wanted) > 100


def test_an_end_closes_the_log_and_an_undo_opens_it_again():
    log = Log().dice().throw(31, 66)
    sheet = log.sheet
    assert sheet.in_game()
    assert log.add(records.END, 255, 0, 0, 2, sheet.checksum())
    assert (sheet.phase, sheet.in_game(), sheet.mismatch) == (dicelog.OVER, False, 0)
    trial = sheets.unpack(sheets.pack(sheet))
    assert not trial.apply(9, records.DICE, 255, 1, 1, 0, 0, 0)
    assert not trial.apply(9, records.END, 255, 0, 0, 0, 2, sheet.checksum())
    assert log.add(records.UNDO, p=log.fold.undoable())
    assert (sheet.phase, sheet.throws) == (dicelog.LOG, 1)


def test_another_count_is_noted():
    log = Log().dice().throw(31)
    assert log.add(records.END, 255, 0, 0, 2, log.sheet.checksum())
    assert log.sheet.mismatch == len(log.records)


@pytest.mark.parametrize(
    "rows",
    [
        [(records.DICELOG, 1, 0, 0, 5)], [(records.DICELOG, 1, 3, 0, 5)], [(records.DICELOG, 0, 1, 0, 5)],
        [(records.DICELOG, 1, 1, 0, 5), (records.TIME, 255, 5, 0, 0, 0)],
    ],
)  # fmt: skip
def test_a_run_out_of_range_is_refused_whole(rows):
    log = Log().dice().throw(12)
    before = log.sheet.throws
    assert not log.run(*rows)
    assert (log.sheet.throws, log.sheet.dice) == (before, 2)
