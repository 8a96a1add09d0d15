"""A throw of a dice log that was cocked does not count."""

from tablecore import records
from tablekeeper.games.recordtext import sentence
from tests.tableprograms.plain.log import Log


def test_a_cocked_throw_does_not_count_and_an_undo_brings_it_back():
    log = Log().dice().throw(31, 62)
    assert log.add(records.COCKED, 6, 2)
    assert (log.sheet.throws, log.sheet.faces) == (1, [1, 0, 1, 0, 0, 0])
    assert sentence(log.records[-1]) == "cocked: first die 6, second die 2"
    cocked = log.fold.undoable()
    assert cocked == len(log.records)
    assert log.add(records.UNDO, p=cocked)
    assert (log.sheet.throws, log.sheet.faces) == (2, [1, 1, 1, 0, 0, 1])


def test_only_the_last_throw_can_be_cocked():
    log = Log().dice().throw(31, 62)
    assert not log.add(records.COCKED, 3, 1)
    assert log.sheet.throws == 2
