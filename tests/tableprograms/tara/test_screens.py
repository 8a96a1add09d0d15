"""Every screen of TARA, against pictures kept in tests/golden/screens-tara.

The states are made by folding records. `--renew-golden` writes the pictures again; then look at
build/pictures/screens-tara.png, which each run makes from what it has drawn.
"""


from functools import partial

import pytest

from tablecore import clock, records
from tabledevice import texts
from tableprograms.tara import texts as words
from tableprograms.tara.screen import TaraScreens
from tests.tabledevice.goldens import Goldens, Scene, drawn, follow, follow_steps
from tests.tableprograms.tara.log import Log

MINUTE = 60_000
TIMED = {"method": clock.FISCHER, "reserve": 20 * MINUTE, "delay": 5000}
UNTIMED = {"method": clock.NONE}
FOUR = ("Ann", "Bert", "Cleopatra", "Dmitriy")


class Table(Scene, Log):
    """A log, and the view beside it."""

    def __init__(self, seats=2, options=0, names=FOUR, score=(), **time):
        super().__init__()
        self.show(names[:seats])
        self.set_up(seats, options, score=score, **(time or TIMED))


def playing(seats=2, starter=0, score=(), **more):
    table = Table(seats, score=score, **more)
    return table.game(table.sheet.starter() if score else starter).turns(5).after(17).say(
        hint=words.HINT_MANOEUVRES)


def battle(seats=2, turns=1, **more):
    return playing(seats, **more).battle().turns(turns).after(9).say(hint=words.HINT_BATTLE)


def last(turns, **more):
    return battle(4, 6, **more).out().turns(turns).after(8)


def counting(seats=2, **more):
    return battle(seats, seats, **more).do(records.COUNT).say(hint=texts.HINT_ENTRY)


def agreeing(first, second, seats=2, **more):
    return counting(seats, **more).tally(first, second).say(hint=texts.STAR_REJECT)


def conceded(seats=2, how=records.CONCEDED, **more):
    table = battle(seats, **more).do(records.RESULT, 0, records.WHOLE_MATCH, how, 1)
    return table.say(hint=texts.STAR_REJECT)


def flagged(seats=2):
    table = Table(seats, method=clock.SUDDEN, reserve=5 * MINUTE).game(0).turns(1).after(5 * 60)
    table.do(records.FLAG, 1)
    table.do(records.RESULT, 0, records.WHOLE_MATCH, records.ON_TIME, records.NONE)
    return table.say(hint=texts.BOTH_CONFIRM)


def over(*games, seats=2, **more):
    table = Table(seats, **more)
    for first, second in games:
        table.counted(first, second)
    return table.say(hint=texts.HASH_NEW_MATCH)


WON, LOST = ((10, 20), (12, 25)), ((12, 21), (9, 24))
SCENES = {
    "tara-ready": lambda: Table().say(hint=words.STARTER_PRESSES),
    "tara-ready-next": lambda: Table().counted(*WON).say(hint=texts.HASH_BEGINS),
    "tara-manoeuvres": playing,
    "tara-battle-called": lambda: battle(turns=0),
    "tara-battle": battle,
    "tara-battle-both": lambda: battle(turns=2),
    "tara-out": lambda: battle(turns=3, score=(4, 11, 0, 1, 0)).out().after(3),
    "tara-level-2": lambda: battle(turns=3, options=1),
    "tara-untimed": lambda: battle(turns=1, **UNTIMED),
    "tara-counting-up": lambda: playing(method=clock.UP),
    "tara-low": lambda: playing(method=clock.SUDDEN, reserve=MINUTE).after(13.2),
    "tara-paused": lambda: battle(turns=2).do(records.PAUSE, records.DIRECTOR).say(hint=texts.HASH_RESUME),
    "tara-question-out": lambda: battle(turns=2).say(question=words.ASK_OUT, hint=texts.STAR_BACK),
    "tara-question-concede": lambda: battle().do(records.PAUSE, 1).say(
        question=words.ASK_CONCEDER, hint=texts.STAR_BACK),
    "tara-question-claim": lambda: battle().do(records.PAUSE, 2).say(
        question=words.ASK_CLAIMER, hint=texts.STAR_BACK),
    "tara-count": counting,
    "tara-count-kingdoms": lambda: counting().say(pending=12),
    "tara-count-hills": lambda: counting().say(pending=1200),
    "tara-count-other": lambda: counting().do(records.TALLY, 0, 12, 23).say(pending=1021),
    "tara-count-paused": lambda: counting().do(records.PAUSE, records.DIRECTOR).say(hint=texts.HASH_RESUME),
    "tara-agree": lambda: agreeing(*WON),
    "tara-agree-one": lambda: agreeing(*LOST).do(records.CONFIRM, 1),
    "tara-agree-draw": lambda: agreeing((5, 20), (5, 20)),
    "tara-agree-long": lambda: agreeing(*LOST, names=("Bartholomew Feather", "Friederike Amalia")),
    "tara-conceded": conceded,
    "tara-claimed-untimed": lambda: conceded(how=records.CLAIMED, **UNTIMED),
    "tara-flag": flagged,
    "tara-over": lambda: over(WON, LOST),
    "tara-over-drawn": lambda: over(WON, WON[::-1]),
    "tara-over-long": lambda: over(WON, LOST, names=("Bartholomew Feather", "Friederike Amalia")),
    "tara-4-ready": lambda: Table(4).say(hint=words.STARTER_PRESSES),
    "tara-4-ready-next": lambda: Table(4).counted(*WON).counted(*LOST).say(hint=texts.HASH_BEGINS),
    "tara-4-manoeuvres": lambda: playing(4, 3),
    "tara-4-battle": lambda: battle(4, 2),
    "tara-4-no-names": lambda: battle(4, 2, names=()),
    "tara-4-long-names": lambda: battle(4, 2, names=("Bartholomew Feather",) * 4),
    "tara-4-hours": lambda: battle(4, 3, method=clock.SUDDEN, reserve=75 * MINUTE),
    "tara-4-untimed": lambda: playing(4, 1, **UNTIMED),
    "tara-4-untimed-battle": lambda: battle(4, 2, **UNTIMED),
    "tara-4-untimed-last": lambda: last(1, **UNTIMED),
    "tara-4-last-3": lambda: last(0),
    "tara-4-last-1": lambda: last(2, score=(14, 121, 1, 2, 0)),
    "tara-4-count": lambda: counting(4).say(pending=3),
    "tara-4-agree": lambda: agreeing(*WON, seats=4).do(records.CONFIRM, 2),
    "tara-4-conceded": lambda: conceded(4),
    "tara-4-flag": lambda: flagged(4),
    "tara-4-over": lambda: over(WON, LOST, LOST, LOST, seats=4),
    "tara-4-over-drawn": lambda: over(WON, LOST, WON[::-1], LOST[::-1], seats=4),
}


draw = partial(drawn, TaraScreens)

test_screen_is_as_it_was, test_no_golden_screen_is_left_over, test_all_screens_differ = Goldens(
    "screens-tara", SCENES, draw
).tests()


@pytest.mark.parametrize("name", SCENES)
def test_ticking_ends_where_drawing_begins(name):
    """A clock followed tick by tick shows at each instant what a whole drawing shows."""
    follow(TaraScreens, SCENES[name]())


@pytest.mark.parametrize("seats", [2, 4])
def test_a_screen_drawn_again_and_again_is_the_screen_drawn_once(seats):
    """From the first button to the last, on one canvas: nothing of an earlier screen stays."""
    table = Table(seats)
    follow_steps(TaraScreens, table, (
        lambda: table.game(1), lambda: table.turns(1), lambda: table.turns(seats), lambda: table.battle(),
        lambda: table.turns(1), lambda: table.turns(seats - 1), lambda: table.do(records.PAUSE, 5),
        lambda: table.do(records.RESUME, table.sheet.turn), lambda: table.out(), lambda: table.turns(1),
        lambda: table.do(records.COUNT), lambda: table.tally((3, 4), (4, 4)),
        lambda: table.do(records.REJECT, 0), lambda: table.tally((3, 4), (4, 4)), lambda: table.agree(),
        lambda: table.game(table.sheet.starter()), lambda: table.turns(2),
    ))  # fmt: skip
