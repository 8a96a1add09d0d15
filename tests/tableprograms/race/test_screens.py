"""Every screen of the pawn races, against pictures kept in tests/golden/screens-race.

The states are made by folding records. `--renew-golden` writes the pictures again; then look at
build/pictures/screens-race.png, which each run makes from what it has drawn.
"""


from functools import partial

import pytest

from tablecore import clock, records
from tabledevice import texts
from tabledevice.canvas import Canvas
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race import texts as words
from tableprograms.race.keys import CHOICE_SHOWN, LINEUP_SHOWN, ROLL_SHOWN
from tableprograms.race.rules import (
    GRAND_PRIX,
    GRAND_PRIX_PLUS,
    LOGGED,
    ROLL_FIRST,
    THREE_PLUS,
    THREE_THREAT,
    THREE_XS,
    TRIPLEATHLON,
    TWO_THREAT,
    TWO_XL,
)
from tableprograms.race.screen import RaceScreens
from tests.tabledevice.goldens import Goldens, Scene, drawn, follow, seated, settle
from tests.tableprograms.race.log import NOBODY, RaceLog

NAMES = ("Ann", "Bob", "Cid")
LONG = ("Wilhelmina Jane", "Bartholomew", "Lukász Çapek")


class Table(Scene, RaceLog):
    """A log, and the view beside it."""

    def __init__(self, rules=THREE_THREAT, options=0, names=NAMES, *rows):
        super().__init__()
        self.run(rules, options, *rows)
        self.show(names[: self.sheet.seats])

    def throws(self, *dice):
        for die in dice:
            self.fits(records.DICE, self.sheet.thrower(), die)
        return self


def plain(rules=THREE_THREAT, names=NAMES):
    """A game without throws, a quarter of an hour old."""
    table = Table(rules, 0, names).game().after(871)
    colours = [colour for colour in range(6) if table.sheet.owner[colour] != NOBODY]
    return table.home(*colours[::2], colours[0], colours[0]).say(hint=words.HINT_PLAIN)


def logged(*dice, rules=THREE_THREAT, names=NAMES, first=1):
    """A game with throws."""
    return Table(rules, LOGGED, names).game(first).throws(*dice).after(95).say(hint=words.HINT_LOGGED)


def timed(method, reserve=600_000, delay=0):
    return Table(TWO_XL, LOGGED, NAMES, (records.TIME, 255, method, 0, reserve, delay)).game(0)


def over(rules, *colours, names=NAMES, options=0):
    """A game that is over when these colours are complete."""
    table = Table(rules, options, names).game().after(1200).complete(*colours)
    assert table.sheet.phase == race.RESULT
    return table.say(hint=texts.STAR_REJECT)


def ended(rules=THREE_PLUS, *rows):
    """Two games played."""
    table = Table(rules, 0, NAMES, *rows).game().after(1200)
    while table.sheet.games < 2:
        if table.sheet.phase == race.READY:
            table.game().after(900)
        games = table.sheet.games
        for colour in [one for one in range(6) if table.sheet.owner[one] == games]:
            if table.sheet.phase == race.PLAY:
                table.complete(colour)
        table.agree()
    return table.say(hint=texts.HASH_BEGINS)


def rolled(*throws):
    table = Table(THREE_THREAT, ROLL_FIRST)
    for die in throws:
        table.fits(records.ROLL, table.sheet.asked(), die)
    asked = table.sheet.asked()
    return table.say(hint=texts.HASH_BEGINS if asked == NOBODY else words.ASK_DIE % NAMES[asked])


SCENES = {
    "ready": lambda: Table().say(hint=texts.HASH_BEGINS),
    "ready-two": lambda: Table(TWO_THREAT).say(hint=texts.HASH_BEGINS),
    "ready-logged": lambda: Table(GRAND_PRIX, LOGGED).say(hint=words.WHO_BEGINS),
    "ready-next": ended,
    "ready-tripleathlon": lambda: ended(TRIPLEATHLON, (records.SERIES, 3, 2, 5)),
    "ready-chosen": lambda: Table().say(
        hint=texts.HASH_BEGINS, pending=LINEUP_SHOWN | racerules.pack([2, 0, 0, 1, 1, 2])),
    "ready-paused": lambda: ended().fits(records.PAUSE, records.BREAK).say(hint=texts.HASH_RESUME),
    "colours": lambda: Table().say(hint=words.ASK_COLOUR % "Ann", pending=LINEUP_SHOWN | CHOICE_SHOWN),
    "colours-bob": lambda: Table().say(
        hint=words.ASK_COLOUR % "Bob",
        pending=LINEUP_SHOWN | CHOICE_SHOWN | racerules.pack([0, 255, 1, 0, 255, 255])),
    "roll": lambda: Table().say(hint=words.ASK_DIE % "Ann", pending=ROLL_SHOWN),
    "roll-first": lambda: rolled(4),
    "roll-tied": lambda: rolled(3, 3, 5),
    "roll-tied-again": lambda: rolled(3, 3, 5, 6),
    "roll-settled": lambda: rolled(3, 3, 5, 2, 4),
    "plain": plain,
    "plain-two": lambda: plain(TWO_THREAT),
    "plain-xl": lambda: plain(TWO_XL),
    "plain-grand-prix": lambda: plain(GRAND_PRIX).complete(4, 1).after(3),
    "plain-xs": lambda: plain(THREE_XS),
    "plain-turns": lambda: Table().game(1).fits(records.PRESS, 1, 2).after(12).say(hint=words.HINT_PLAIN),
    "plain-series": lambda: ended().game().after(30).home(0, 5).say(hint=words.HINT_PLAIN),
    "long-names": lambda: plain(names=LONG),
    "no-names": lambda: plain(names=("", "", "")),
    "long-game": lambda: plain().after(7300),
    "logged": lambda: logged(6, 3, 2),
    "logged-not-thrown": lambda: logged(),
    "logged-six": lambda: logged(2, 6).home(4),
    "logged-two": lambda: logged(2, 5, rules=TWO_XL).home(0, 0, 3),
    "logged-series": lambda: over(TWO_THREAT, 0, options=LOGGED).agree().game(1).throws(6, 5).say(
        hint=words.HINT_LOGGED),
    "counting-up": lambda: timed(clock.UP, 0).throws(3).after(40).throws(2).after(61).say(
        hint=words.HINT_LOGGED),
    "fischer": lambda: timed(clock.FISCHER, delay=5000).throws(3).after(40).throws(2).after(61).say(
        hint=words.HINT_LOGGED),
    "low": lambda: timed(clock.SUDDEN).after(591).say(hint=words.HINT_LOGGED),
    "flag": lambda: timed(clock.SUDDEN).after(599).fits(records.FLAG, 0).say(hint=words.HINT_FLAG),
    "paused": lambda: plain().fits(records.PAUSE, records.FALLEN).say(hint=texts.HASH_RESUME),
    "contested": lambda: over(THREE_THREAT, 3).fits(records.REJECT, 1).say(hint=texts.HASH_RESUME),
    "question-end-two": lambda: plain(TWO_THREAT).say(question=words.ASK_CONCEDE, hint=texts.STAR_BACK),
    "question-end": lambda: plain().say(question=words.ASK_STOP, hint=texts.STAR_BACK),
    "result-2t": lambda: over(TWO_THREAT, 2),
    "result-2t-xl": lambda: over(TWO_XL, 1, 3, 2),
    "result-3t": lambda: over(THREE_THREAT, 4).fits(records.CONFIRM, 0),
    "result-3t-plus": lambda: over(THREE_PLUS, 0, 4, 2, 3).fits(records.CONFIRM, 0).fits(records.CONFIRM, 2),
    "result-xs": lambda: over(THREE_XS, 2, 0),
    "result-grand-prix": lambda: over(GRAND_PRIX, 0, 5, 4, 1, 3),
    "result-grand-prix-plus": lambda: over(GRAND_PRIX_PLUS, 0, 3, 5, 4, 1),
    "result-agreed": lambda: over(TWO_THREAT, 2).fits(records.CONFIRM, NOBODY),
    "result-long-names": lambda: over(TWO_THREAT, 2, names=LONG).fits(records.CONFIRM, 1),
    "result-three-long-names": lambda: over(GRAND_PRIX, 0, 5, 4, 1, 3, names=LONG).fits(records.CONFIRM, 1),
    "result-conceded": lambda: plain(TWO_XL).fits(records.RESULT, 1, 0, records.CONCEDED, 0).say(
        hint=texts.STAR_REJECT),
    "result-stopped": lambda: plain().fits(records.RESULT, 255, 0, race.STOPPED, records.NONE).say(
        hint=texts.STAR_REJECT),
    "result-stopped-early": lambda: Table(GRAND_PRIX).game().fits(
        records.RESULT, 255, 0, race.STOPPED, records.NONE).say(hint=texts.STAR_REJECT),
    "ram-only": lambda: plain().say(link=0, storage=0),
    "flash": lambda: plain().say(flash=words.COMPLETE),
}  # fmt: skip


draw = partial(drawn, RaceScreens)

test_screen_is_as_it_was, test_no_golden_screen_is_left_over, test_all_screens_differ = Goldens(
    "screens-race", SCENES, draw
).tests()


@pytest.mark.parametrize("name", SCENES)
def test_ticking_ends_where_drawing_begins(name):
    """The time followed tick by tick shows at each instant what a whole drawing shows."""
    follow(RaceScreens, SCENES[name]())


@pytest.mark.parametrize("rules", range(8))
@pytest.mark.parametrize("options", [0, LOGGED])
def test_a_screen_drawn_again_and_again_is_the_screen_drawn_once(rules, options):
    """A whole game on one canvas: nothing of an earlier screen stays."""
    table = Table(rules, options)
    frame = bytearray(1024)
    board = RaceScreens(Canvas(frame))
    seated(table)
    settle(board, table)
    table.game(0)
    while table.sheet.phase == race.PLAY:
        if options:
            table.throws(6 if len(table.records) % 3 else 2)
        sheet = table.sheet
        table.home(next(one for one in range(6) if sheet.owner[one] != NOBODY and sheet.home[one] < 4))
        settle(board, table)
        assert bytes(frame) == draw(table)
        table.after(2)
        board.tick(table.sheet, table.now)
    table.agree()
    settle(board, table)
    assert bytes(frame) == draw(table)


def test_a_tick_leaves_the_other_pages_alone():
    table = plain()
    frame = bytearray(1024)
    board = RaceScreens(Canvas(frame))
    settle(board, table)
    before = bytes(frame)
    assert board.tick(table.sheet, table.now + 1000)
    assert frame[:128] == before[:128]
    assert frame[512:] == before[512:]


def test_every_text_that_is_put_together_fits_its_line():
    assert max(len(words.ASK_DIE % ("x" * 9)), len(words.ASK_COLOUR % ("x" * 9))) <= 21
