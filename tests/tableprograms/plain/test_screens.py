"""Every screen of the plain clock, the dice log and the set-up menu, against tests/golden/screens-plain.

The states are made by folding records and by pressing keys in the menu. `--renew-golden` writes the pictures
again; then look at build/pictures/screens-plain.png, which each run makes from what it has drawn.
"""

from types import SimpleNamespace

import pytest

from tablecore import clock, records, sheets
from tabledevice import keys, setups, texts
from tabledevice.canvas import Canvas
from tabledevice.programs.setup import SetUp
from tabledevice.view import View
from tableprograms.dicelog import sheet as dicelog
from tableprograms.dicelog import texts as dice_words
from tableprograms.dicelog.screen import DicelogScreens
from tableprograms.plain import sheet as plain
from tableprograms.plain import texts as words
from tableprograms.plain.screen import PlainScreens
from tableprograms.plain.sheet import PlainSheet
from tests.tabledevice.goldens import Goldens, Scene, drawn, follow, follow_steps
from tests.tableprograms.plain.log import Log

MINUTE = 60_000
NAMES = ("Ann", "Bert", "Cleopatra", "Dmitriy", "Eva", "Friederike")
BYOYOMI, CANADIAN, HOURGLASS = range(clock.UP + 1, clock.UP + 4)


class Table(Scene, Log):
    """A log, and the view beside it."""

    def __init__(self, names=()):
        super().__init__()
        self.show(names)


def ready(seats, names=(), **time):
    hint = words.HINT_BEGIN % seats if seats > 1 else words.HINT_BEGIN_ALONE
    return Table(names).clocks(seats, **time).say(hint=hint)


def running(seats, names=NAMES, turns=3, seat=0, **time):
    table = ready(seats, names[:seats], **time).begin(seat).turns(turns, wait=17_300).after(9)
    return table.say(hint=words.HINT_BUTTONS % seats if seats > 1 else words.HINT_ALONE)


def asked(seats):
    return running(seats).say(question=words.ASK_WINNER, hint=words.HINT_NOBODY)


def claimed(seats, winner=255, agreed=1, names=NAMES):
    table = running(seats, names).result(winner)
    for seat in range(agreed):
        table.do(records.CONFIRM, seat)
    return table.say(hint=texts.STAR_REJECT)


def over(seats, winner=255, names=NAMES):
    table = claimed(seats, winner, 0, names)
    assert table.agree()
    return table.say(hint=texts.HASH_NEW_MATCH)


def flagged(seats, goes_on=False, **time):
    time = time or {"method": clock.SUDDEN, "reserve": MINUTE, "delay": 0}
    options = plain.FLAG_GOES_ON if goes_on else 0
    table = ready(seats, NAMES[:seats], options=options, **time).begin()
    table.after(table.sheet.clock.flag_at() / 1000 - table.now / 1000)
    table.do(records.FLAG, 0, wait=0)
    if goes_on:
        return table.after(7).say(hint=words.HINT_BUTTONS % seats)
    return table.result(1 if seats == 2 else 255, how=records.ON_TIME).say(hint=words.ALL_CONFIRM)


def throws(dice, *numbers, **attributes):
    return Table().dice(dice).throw(*numbers).say(hint=dice_words.HINT_TYPE, **attributes)


def many():
    """Counts of five digits, which nobody throws one by one."""
    table = throws(2, 31, 42, 66, 51, 12, 33, 65)
    table.sheet.throws = 43_210
    table.sheet.faces = [14_400, 9_999, 14_399, 100_000, 14_411, 14_398]
    return table


class Menu:
    """The set-up menu after some keys; what was set up before is told as answers."""

    def __init__(self, pressed="", kept=b""):
        said = []
        journal = SimpleNamespace(presets=lambda: kept)
        fold = SimpleNamespace(sheet=SimpleNamespace(PROGRAM=sheets.BACKGAMMON))
        self.view = View()
        hardware = SimpleNamespace(unload=lambda kept, room: None)
        app = SimpleNamespace(
            hardware=hardware, journal=journal, fold=fold, view=self.view, loading=lambda: None,
            refuse=lambda text, ms: said.append(text), flash=lambda text, ms: None,
        )
        self.menu = SetUp(app, (0, 0))
        # what is shown when the menu stands
        self.menu.go_on()
        for label in pressed:
            self.menu.key(0, keys.KEYPAD + keys.LABELS.index(label), keys.PRESS)
            assert self.menu.rows is None
        self.menu.look(0)
        assert said == []


def kept(program, *answers):
    """A set-up as it is remembered: the answers given, then what the questions have without an answer."""
    questions = setups.load(program).QUESTIONS
    given = [*answers, *(question[2] for question in questions[len(answers) :])]
    return bytes((1 + len(given), program, *given))


SEVEN_POINTS, TWO_THROWN = kept(sheets.BACKGAMMON, 7), kept(sheets.DICELOG, 1, 1)
SCENES = {
    "plain-1-ready": lambda: ready(1),
    "plain-1": lambda: running(1),
    "plain-1-up": lambda: running(1, method=clock.UP, reserve=0, delay=0),
    "plain-1-asked": lambda: running(1).say(question=words.ASK_END, hint=texts.STAR_BACK),
    "plain-1-over": lambda: over(1),
    "plain-2-ready": lambda: ready(2),
    "plain-2": lambda: running(2),
    "plain-2-bronstein": lambda: running(2, method=clock.BRONSTEIN, delay=12_000, seat=1),
    "plain-2-low": lambda: running(2, method=clock.SUDDEN, reserve=45_400, delay=0),
    "plain-2-no-clock": lambda: running(2, method=clock.NONE, reserve=0, delay=0),
    "plain-2-asked": lambda: asked(2),
    "plain-2-claimed": lambda: claimed(2, 0),
    "plain-2-long-name": lambda: claimed(2, 0, names=("Friederike Amalia", "Bartholomew")),
    "plain-2-over": lambda: over(2, 1),
    "plain-2-flag": lambda: flagged(2),
    "plain-2-counts-on": lambda: flagged(2, True),
    "plain-2-paused": lambda: running(2).do(records.PAUSE, records.BREAK).say(hint=texts.HASH_RESUME),
    "plain-2-byo-yomi-main": lambda: running(2, method=BYOYOMI, delay=30_000, count=5),
    "plain-2-byo-yomi": lambda: running(2, method=BYOYOMI, reserve=20_000, delay=12_000, count=5),
    "plain-2-canadian": lambda: running(2, method=CANADIAN, reserve=20_000, delay=300_000, count=20),
    "plain-2-hourglass": lambda: running(2, method=HOURGLASS, delay=0),
    "plain-3": lambda: running(3),
    "plain-3-no-names": lambda: running(3, ()),
    "plain-3-asked": lambda: asked(3),
    "plain-4-ready": lambda: ready(4),
    "plain-4": lambda: running(4),
    "plain-4-hours": lambda: running(4, method=clock.SUDDEN, reserve=75 * MINUTE, delay=0),
    "plain-4-canadian": lambda: running(4, turns=6, method=CANADIAN, reserve=20_000, delay=300_000, count=20),
    "plain-4-flag": lambda: flagged(4),
    "plain-4-counts-on": lambda: flagged(4, True),
    "plain-4-claimed": lambda: claimed(4, 2, 2),
    "plain-4-paused": lambda: running(4).do(records.PAUSE, records.DIRECTOR).say(hint=texts.HASH_RESUME),
    "plain-5": lambda: running(5),
    "plain-6-ready": lambda: ready(6, NAMES),
    "plain-6": lambda: running(6, turns=5),
    "plain-6-hours": lambda: running(6, method=clock.SUDDEN, reserve=75 * MINUTE, delay=0),
    "plain-6-low": lambda: running(6, method=clock.SUDDEN, reserve=15_700, delay=0, turns=0),
    "plain-6-asked": lambda: asked(6),
    "plain-6-claimed": lambda: claimed(6, 5, 4),
    "plain-6-over": lambda: over(6, 3, ()),
    "plain-6-counts-on": lambda: flagged(6, True),
    "dice-empty": lambda: throws(2),
    "dice-two": lambda: throws(2, 31, 42, 66, 51, 12, 33, 65),
    "dice-two-typing": lambda: throws(2, 31, 42, pending=4).say(hint=texts.SECOND_DIE),
    "dice-two-many": many,
    "dice-one": lambda: throws(1, 3, 1, 6, 6, 2, 5, 4),
    "dice-thrown": lambda: throws(1, 3).say(hint=dice_words.HINT_THROW),
    "dice-asked": lambda: throws(2, 31, 42).say(question=dice_words.ASK_END, hint=texts.HINT_ENTRY),
    "dice-over": lambda: throws(2, 31, 42).do(
        records.END, 255, 0, 0, 2, 0).say(hint=texts.HASH_NEW_MATCH),
    "menu-games": Menu,
    "menu-again": lambda: Menu(kept=SEVEN_POINTS),
    "menu-another": lambda: Menu("0", SEVEN_POINTS + TWO_THROWN),
    "menu-length": lambda: Menu("113"),
    "menu-clock": lambda: Menu("17#"),
    "menu-crawford": lambda: Menu("17#0"),
    "menu-dice": lambda: Menu("17#01"),
    "menu-method": lambda: Menu("17#0011"),
    "menu-per-point": lambda: Menu("17#0011212#"),
    "menu-plain-seats": lambda: Menu("4"),
    "menu-plain-clock": lambda: Menu("42"),
    "menu-plain-flag": lambda: Menu("420"),
    "menu-plain-rare": lambda: Menu("42001"),
    "menu-plain-periods": lambda: Menu("420011130#"),
    "menu-dicelog": lambda: Menu("5"),
    "menu-dicelog-thrown": lambda: Menu("51"),
}


def screens_of(scene):
    return DicelogScreens if scene.sheet.PROGRAM == sheets.DICELOG else PlainScreens


def draw(scene):
    """Return the 1,024 bytes of a scene's screen, drawn over noise."""
    frame = bytearray(range(256)) * 4
    if isinstance(scene, Menu):
        PlainScreens(Canvas(frame)).draw(scene.view, PlainSheet(), 0)
    else:
        return drawn(screens_of(scene), scene)
    return bytes(frame)


test_screen_is_as_it_was, test_no_golden_screen_is_left_over, test_all_screens_differ = Goldens(
    "screens-plain", SCENES, draw
).tests()


@pytest.mark.parametrize("name", [name for name in SCENES if name.startswith("plain-")])
def test_ticking_ends_where_drawing_begins(name):
    """A clock followed tick by tick shows at each instant what a whole drawing shows."""
    follow(PlainScreens, SCENES[name]())


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_screen_drawn_again_and_again_is_the_screen_drawn_once(seats):
    """From the first press to the last, on one canvas: nothing of an earlier screen stays."""
    table = ready(seats, NAMES[:seats])
    follow_steps(PlainScreens, table, (
        lambda: table.begin(), lambda: table.turns(1), lambda: table.turns(seats),
        lambda: table.say(question=words.ASK_WINNER), lambda: table.say(question=""),
        lambda: table.do(records.PAUSE, 5), lambda: table.do(records.RESUME, table.sheet.turn),
        lambda: table.result(), lambda: table.do(records.REJECT, 0),
        lambda: table.do(records.RESUME, table.sheet.turn), lambda: table.result(0), lambda: table.agree(),
    ))  # fmt: skip


def test_thrown_dice_are_drawn_newest_first():
    table = throws(2, 31, 65)
    assert table.sheet.thrown(0) == (6, 5)
    assert table.sheet.dice == 2
    frame, wanted = draw(table), bytearray(1024)
    canvas = Canvas(wanted)
    canvas.die(0, 0, 6)
    canvas.die(16, 0, 5)
    assert frame[:31] == wanted[:31]
    assert frame[128:159] == wanted[128:159]
    assert dicelog.LISTED == 6
