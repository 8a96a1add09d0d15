"""Whatever is taken back at a match of TARA, the log means what it would mean without it."""

import random

from tablecore import records
from tableprograms.tara import sheet as tara
from tableprograms.tara.sheet import TaraSheet
from tests.tableprograms.tara.log import Log, vars_of


def test_every_action_is_taken_back_one_by_one():
    log = Log().set_up(4)
    log.add(records.GAME, 1, 0, 0, 1)
    states = []

    def step(kind, *fields, **words):
        states.append(log.sheet.pack())
        assert log.add(kind, *fields, **words)

    step(records.START, 3)
    step(records.PRESS, 3, 0)
    step(records.BATTLE, 0)
    step(records.OUT, 0, 1)
    step(records.PRESS, 1, 2)
    step(records.OUT, 2, 3)
    step(records.PRESS, 3, 255)
    step(records.TALLY, 0, 5, 20)
    step(records.TALLY, 1, 6, 21)
    step(records.REJECT, 2)
    step(records.TALLY, 0, 5, 21)
    step(records.TALLY, 1, 6, 21)
    step(records.CONFIRM, 1)
    while states:
        target = log.fold.undoable()
        assert target
        assert log.add(records.UNDO, p=target)
        now, then = TaraSheet(), TaraSheet()
        now.unpack(log.sheet.pack())
        then.unpack(states.pop())
        for name, value in vars_of(then).items():
            if name not in ("last_ms", "pause"):
                assert getattr(now, name) == value, name
    assert (log.sheet.phase, log.fold.undoable()) == (tara.OPENING, 0)


def test_a_random_evening_folds_to_what_is_left_when_the_undone_is_struck_out():
    """The oracle strikes out what was taken back; all that an undo leaves behind is a clock that stands."""
    chance = random.Random(11)
    undone = 0
    for _ in range(40):
        seats = chance.choice((2, 4))
        log = Log().set_up(seats)
        # what counts: (sequence, None), or (sequence of an undo, since when the clock stands)
        kept = [(seq, None) for seq in (1, 2, 3)]
        for _ in range(50):
            sheet = log.sheet
            target = log.fold.undoable()
            if target and chance.random() < 0.25:
                stood = not sheet.clock.running
                log.add(records.UNDO, p=target)
                kept = [one for one in kept if one[0] < target]
                if stood:
                    kept.append((len(log.records), records.unpack(log.records[target - 1])[5]))
                undone += 1
            else:
                seat = sheet.turn if sheet.turn != tara.NOBODY else chance.randrange(seats)
                log.add(*chance.choice([
                    (records.GAME, sheet.games + 1, 0, 0, sheet.games + 1), (records.START, seat),
                    (records.PRESS, seat, sheet.after(False)), (records.PRESS, seat, sheet.after(False)),
                    (records.OUT, seat, sheet.after(True)), (records.BATTLE, seat), (records.COUNT,),
                    (records.TALLY, sheet.counted(), chance.randrange(12), chance.randrange(30)),
                    (records.CONFIRM, seat), (records.REJECT, seat), (records.RESUME, seat),
                    (records.END, sheet.winner, sheet.kind, 0, 0, sheet.checksum()),
                ]))  # fmt: skip
                kept.append((len(log.records), None))
            replayed = TaraSheet()
            for seq, stands in kept:
                if stands is None:
                    replayed.apply(*records.unpack(log.records[seq - 1]))
                elif replayed.clock.running and replayed.clock.pause(stands):
                    replayed.pause = records.CONTESTED
            assert {**vars_of(replayed), "last_ms": 0} == {**vars_of(log.sheet), "last_ms": 0}
            assert replayed.clock.pack() == log.sheet.clock.pack()
    assert undone > 100
