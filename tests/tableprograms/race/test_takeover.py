"""A series goes on at another board: games, wins, line-up and the pawns of a game under way come along."""

import random

import pytest

from tablecore import records
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race.rules import GRAND_PRIX, THREE_PLUS, THREE_THREAT
from tests.tableprograms.race.log import NOBODY, RaceLog


@pytest.mark.parametrize("rules", range(8))
@pytest.mark.parametrize("seed", range(6))
def test_a_series_goes_on_at_another_board(rules, seed):
    """A set-up made from what the one board knows leaves the other in the same state."""
    rng = random.Random(seed)
    log = RaceLog().run(rules, 0, (records.SERIES, GRAND_PRIX, THREE_THREAT, THREE_PLUS))
    for _ in range(seed % 3):
        log.game()
        while log.sheet.phase == race.PLAY:
            log.home(rng.choice([one for one in range(6) if can_come_home(log.sheet, one)]))
        log.agree()
    log.game(rng.choice([NOBODY, 0, 1]))
    for _ in range(rng.randrange(14)):
        if log.sheet.phase == race.PLAY:
            log.home(rng.choice([one for one in range(6) if can_come_home(log.sheet, one)]))
    if log.sheet.phase == race.RESULT:
        log.fits(records.REJECT, 1)
    else:
        log.fits(records.PAUSE, records.DIRECTOR)
    here = log.sheet
    stand = [
        here.order.index(one) + 1 if one in here.order else here.home[one] << 3 for one in range(6)
    ]
    pawns = sum(one << 5 * colour for colour, one in enumerate(stand))
    turn = 0 if here.turn == NOBODY else here.turn + 1
    there = RaceLog().run(
        rules, 0, (records.SERIES, *here.rotation, here.games, here.game_time(log.now)),
        (records.LINEUP, *here.wins, racerules.pack(here.owner) | turn << 12 | 1 << 14, pawns),
    )
    for name in ("rules", "owner", "home", "order", "wins", "turn", "game", "games", "phase", "rotation"):
        assert getattr(there.sheet, name) == getattr(here, name), name
    assert there.sheet.game_time(there.now) == here.game_time(log.now)
    there.fits(records.RESUME, 0)
    assert there.sheet.clock.running == (not here.is_decided())
    assert (there.sheet.phase == race.RESULT) == here.is_decided()


def can_come_home(sheet, colour):
    """Return whether a colour has a pawn left that can come home."""
    return sheet.owner[colour] != NOBODY and sheet.home[colour] < racerules.PAWNS
