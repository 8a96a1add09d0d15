"""Breaks between games: what each took too long is what a stopwatch beside the table says.

The oracle knows no sheet: it adds up, power-on by power-on, the time for which somebody could see a break
last, and compares the sum with the ten minutes. Both count in whole seconds, cut off for each stretch that
a power cut ends, so the sheet may say a second less for each.
"""

import random

import pytest

from tablecore import records
from tableprograms.backgammon import sheet as match
from tests.golden import logs


def between(length=5, version=match.VERSION):
    """Return a log whose first game is over."""
    log = logs.Log()
    log.boot(1)
    log.run(*logs.set_up(length, version=version))
    log.add(records.GAME, 1, p=1, ms=100)
    log.add(records.OPENING, 1, 6, ms=100)
    log.agree(0, records.SINGLE)
    return log


@pytest.mark.parametrize("seed", range(40))
def test_what_a_break_took_too_long(seed):
    rng = random.Random(seed)
    log = between(rng.choice((5, 13)))
    begun = 0
    owed = [0, 0]
    cuts = [0, 0]
    for seat in rng.sample((0, 0, 1, 1), 4):
        taken = log.fold.sheet.breaks[seat]
        log.add(records.PAUSE, records.BREAK, 1 + seat, 0, rng.randrange(5_000))
        if log.fold.sheet.breaks[seat] == taken:
            assert taken == (2 if log.fold.sheet.length >= 13 else 1)
            continue
        seen, begun = 0, log.now
        for _ in range(rng.choice((0, 0, 1, 3))):
            if rng.random() < 0.6:
                log.add(records.PAUSE, records.DIRECTOR, ms=rng.randrange(400_000))
            alive = log.now + rng.randrange(400_000)
            seen += alive - begun
            cuts[seat] += 1
            begun = 0
            if rng.random() < 0.7:
                log.boot(2, alive)
            else:
                log.now = 0
                log.add(records.SITTING, p=alive, q=2)
        end = log.fold.sheet.break_end
        assert end == max(0, begun + match.BREAK_MS - seen)
        if end > log.now and rng.random() < 0.5:
            log.add(records.PAUSE, records.BREAK, 1 + seat, 1, end - log.now)
            assert log.fold.sheet.breaking == 1 + seat | match.BREAK_OVER
        log.add(records.RESUME, 255, ms=rng.randrange(400_000))
        seen += log.now - begun
        owed[seat] += max(0, seen - match.BREAK_MS) // 1000
        assert log.fold.sheet.breaking == 0
    for seat in (0, 1):
        assert owed[seat] - cuts[seat] <= log.fold.sheet.overrun[seat] <= owed[seat]


@pytest.mark.parametrize("kind", [records.PAUSE, records.GAME])
def test_a_break_needs_its_place_and_ends_with_the_next_game(kind):
    log = between()
    sheet = log.fold.sheet
    odd = sheet.odd
    if kind == records.GAME:
        log.add(records.PAUSE, records.BREAK, 1, 0, 10)
        log.add(records.GAME, 2, 0, 0, 700_000, 2)
        assert (sheet.breaking, sheet.overrun, sheet.phase) == (0, [100, 0], match.OPENING)
    log.add(records.PAUSE, records.BREAK, 3, 0, 10)
    log.add(records.PAUSE, records.CLAIM, 1, 0, 10)
    log.add(records.PAUSE, records.BREAK, 1, 1, 10)
    assert sheet.odd == odd + 3


def test_in_a_match_of_version_1_a_pause_is_a_pause():
    log = between(version=1)
    sheet = log.fold.sheet
    log.add(records.PAUSE, records.BREAK, 1, 0, 10)
    assert (sheet.pause, sheet.breaking, sheet.breaks, sheet.odd) == (records.BREAK, 0, [0, 0], 0)
    assert len(sheet.pack()) == match._STATE_SIZE + 50


def test_every_state_of_a_match_fits_the_snapshot_of_a_board():
    """Two slots of 256 bytes with 14 around the state, which begins with the number of its program."""
    from tablecore.sheets.draft import LARGEST_CLOCK

    assert 1 + match._STATE_SIZE + match._BREAKS_SIZE + LARGEST_CLOCK <= 256 - 14
