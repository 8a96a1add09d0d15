"""Every screen in every state, against pictures kept in tests/golden/screens.

The states are made by folding records, never by setting them. A picture is a text of braille signs (2 x 4
pixels each), so that a change can be read where it is reviewed. `--renew-golden` writes them again; then look
at build/pictures/screens.png, which each run makes from what it has drawn.
"""


from functools import partial

import pytest

from tablecore import clock, records
from tabledevice import screens, texts
from tabledevice.canvas import Canvas
from tabledevice.screens import ENTRY, MENU, MESSAGE, WELCOME
from tabledevice.texts import setup as menu_texts
from tablekeeper.games import catalogue
from tableprograms.backgammon import introduction
from tableprograms.backgammon import texts as match_texts
from tableprograms.backgammon.screen import MatchScreens
from tableprograms.backgammon.sheet import CONSULTATION, CRAWFORD_RULE, VERSION, MatchSheet
from tests.nonempty import nonempty
from tests.tabledevice.goldens import Goldens, Scene, drawn, follow

MINUTE = 60_000
BRONSTEIN = (clock.BRONSTEIN, 21 * MINUTE, 12_000)


class Table(Scene):
    """A sheet that grows by records, and the view beside it."""

    def __init__(self, length=7, time=BRONSTEIN, names=("Ann", "Bob"), score=None, crawford=0, options=0):
        self.sheet = MatchSheet()
        self.show(names)
        self.now = 0
        self.seq = 0
        method, reserve, delay = time
        self.put(records.MATCH, VERSION, length, CRAWFORD_RULE | options)
        self.put(records.TIME, 255, method, 0, reserve, delay)
        if score:
            self.put(records.SCORE, score[0], score[1], crawford, score[2])
        self.put(records.COMMIT, 3 if score else 2, records.MATCH, 0, 1)

    def put(self, kind, a=0, b=0, c=0, p=0, q=0):
        self.seq += 1
        self.sheet.apply(self.seq, kind, a, b, c, self.now, p, q)
        assert self.sheet.odd == 0, f"record {self.seq} ({catalogue.name(kind)}) fits nowhere"
        return self

    def play(self, first=6, second=3):
        """The opening roll; the higher die moves and the clock runs for the other."""
        number = self.sheet.games + 1
        self.put(records.GAME, number, int(self.sheet.is_crawford_game()), 0, number)
        self.put(records.OPENING, first, second)
        lower = 0 if first < second else 1
        return self.put(records.PRESS, lower, 1 - lower)

    def put_cube(self, log2):
        """A game in progress whose cube seat 0 owns, whose turn it is."""
        self.seq = 0
        self.put(records.MATCH, VERSION, 25, CRAWFORD_RULE).put(records.TIME, 255, clock.UP)
        self.put(records.CUBE, log2, 0, 0, 1).put(records.COMMIT, 3, records.MATCH, 0, 1)
        return self.put(records.RESUME, 0)

    def turn(self, first, second, seconds=20):
        """The seat on turn rolls, plays and presses."""
        seat = self.sheet.turn
        if (first, second) != (0, 0):
            self.put(records.DICE, seat, first, second)
        return self.after(seconds).put(records.PRESS, seat, 1 - seat, 0)

    def win(self, seat, kind, how=records.PLAYED):
        self.put(records.RESULT, seat, kind, how, 255)
        self.put(records.CONFIRM, 0).put(records.CONFIRM, 1)
        sheet = self.sheet
        return self.put(records.END, seat, kind, how, sheet.points(kind), sheet.checksum())


def opened(**arguments):
    """A table a few turns into its first game."""
    return Table(**arguments).play().after(14).put(records.PRESS, 0, 1).turn(5, 2).turn(4, 4)


def owned(owner):
    """A table whose cube was turned to 2 and taken by `owner`."""
    table = opened()
    if table.sheet.turn == owner:
        table.turn(2, 1)
    table.put(records.DOUBLE, 1 - owner, 1).after(6).put(records.TAKE, owner)
    return table.put(records.DICE, 1 - owner, 6, 6)


def ready():
    return Table().say(hint=match_texts.ROLL_OPENING)


def opening():
    return Table().put(records.GAME, 1, 0, 0, 1).say(hint=match_texts.ROLL_OPENING)


def doubled():
    return opened().put(records.DOUBLE, 1, 1).say(hint=match_texts.HINT_DOUBLED)


def crawford():
    return Table(score=(6, 4, 5)).play(2, 5).say(hint=match_texts.HINT_TURN)


def paused(reason):
    return opened().after(9).put(records.PAUSE, reason).say(hint=texts.HASH_RESUME)


def between(**arguments):
    """A table whose first game is over."""
    return opened(**arguments).win(0, records.GAMMON)


def on_break(seconds, **arguments):
    """A table at which seat 1 has gone away, as it is after so many seconds."""
    table = between(**arguments).put(records.PAUSE, records.BREAK, 2).after(seconds)
    if seconds >= 600:
        table.put(records.PAUSE, records.BREAK, 2, 1)
    return table.say(hint=match_texts.BREAK_ENDS)


def consultation(seconds):
    """Two pairs, as they are so many seconds later."""
    table = opened(names=("Ann", "Bob", "Cleo", "Dan"), options=CONSULTATION)
    # which name is shown hangs on the board's time alone
    return table.after((-table.now // 1000) % 8 + seconds).say(hint=match_texts.HINT_TURN)


def money():
    return Table(length=0, time=(clock.NONE, 0, 0)).play().win(1, records.BACKGAMMON).play(3, 1)


def power_cut():
    table = opened().after(5)
    table.now = 0
    return table.put(records.BOOT, 1, 1, 1, 6000, 2).say(hint=texts.HASH_RESUME)


def low(left_ms):
    table = Table(time=(clock.FISCHER, 2 * MINUTE, 5000)).play()
    table.now = 2 * MINUTE - left_ms
    return table.say(hint=match_texts.HINT_TURN)


def flagged():
    table = Table(time=(clock.SUDDEN, 5 * MINUTE, 0)).play().after(300)
    table.put(records.FLAG, 0)
    table.put(records.RESULT, 1, records.WHOLE_MATCH, records.ON_TIME, 255)
    return table.say(hint=texts.BOTH_CONFIRM)


def result(kind, how, by, doubles=0):
    table = opened()
    for _ in range(doubles):
        table.put(records.DOUBLE, table.sheet.turn, table.sheet.cube + 1)
        table.put(records.TAKE, table.sheet.turn)
        table.turn(1, 2)
    return table.put(records.RESULT, 0, kind, how, by).say(hint=texts.STAR_REJECT)


def dropped():
    table = opened().put(records.DOUBLE, 1, 1).after(3)
    return table.put(records.DROP, 0).say(hint=texts.STAR_REJECT)


def over(names=("Ann", "Bob")):
    table = Table(length=3, names=names).play().win(0, records.SINGLE)
    return table.play(1, 2).win(0, records.GAMMON).say(hint=texts.HASH_NEW_MATCH)


SCENES = {
    "welcome": lambda: Table().say(screen=WELCOME, link=0, hint=texts.HASH_NEW_MATCH),
    "welcome-calling-ram-only": lambda: Table().say(
        screen=WELCOME, link=1, storage=0, hint=texts.HASH_NEW_MATCH
    ),
    "menu": lambda: Table().say(
        screen=MENU, title=menu_texts.CLOCK_TITLE % 7, selected=-1, hint=texts.STAR_BACK,
        lines=["1 3m/pt b12", "2 2m/pt d12", "3 2m/pt b12+", "4 10m f5", "5 up", "6 none"],
    ),
    "menu-scrolled": lambda: Table().say(
        screen=MENU, title="Language", selected=6, hint="#: OK    *: back",
        lines=[f"Line {place} of nine, long enough" for place in range(1, 10)],
    ),
    "entry-empty": lambda: Table().say(
        screen=ENTRY, title=menu_texts.LENGTH_TITLE, lines=[""], hint=texts.HINT_ENTRY
    ),
    "entry": lambda: Table().say(
        screen=ENTRY, title=menu_texts.LENGTH_TITLE, lines=["11"], hint=texts.HINT_ENTRY
    ),
    "entry-long": lambda: Table().say(
        screen=ENTRY, title="Name", lines=["Bartholomew Featherstone", "letters: 2-9"], hint=texts.HINT_ENTRY
    ),
    "message": lambda: Table().say(
        screen=MESSAGE, title="Memory", hint="hold #: wipe",
        lines=["This memory belongs", "to another board.", "", "Its log is kept", "until you wipe it."],
    ),
    "ready": ready,
    "ready-first-die": lambda: ready().say(pending=3, hint=texts.SECOND_DIE),
    "ready-crawford": lambda: Table(score=(4, 6, 5)).say(hint=match_texts.ROLL_OPENING),
    "opening": opening,
    "opening-equal": lambda: opening().put(records.OPENING, 3, 3).say(hint=match_texts.ROLL_AGAIN),
    "opening-won": lambda: opening().put(records.OPENING, 2, 6).say(hint=match_texts.LOWER_STARTS),
    "turn": lambda: opened().after(4).say(hint=match_texts.HINT_TURN),
    "first-die": lambda: opened().after(4).say(pending=5, hint=texts.SECOND_DIE),
    "move": lambda: opened().after(30).put(records.DICE, 1, 6, 1).say(hint=match_texts.HINT_TURN),
    "double-early": lambda: opened().put(records.DICE, 1, 6, 1).put(records.DOUBLE, 0, 1, 1).say(
        hint=match_texts.HINT_TURN),
    "cube-left": lambda: owned(0).after(3).say(hint=match_texts.HINT_TURN),
    "cube-right": lambda: owned(1).after(3).say(hint=match_texts.HINT_TURN),
    "doubled": doubled,
    "doubled-32-long": lambda: Table(names=("Wilhelmina Jane", "Bob"), score=(1, 2, 3)).put_cube(4).put(
        records.DOUBLE, 0, 5).say(hint=match_texts.HINT_DOUBLED),
    "doubled-32-no-memory": lambda: Table(names=("Wilhelmina Jane", "Bob"), score=(1, 2, 3)).put_cube(4).put(
        records.DOUBLE, 0, 5).say(hint=match_texts.HINT_DOUBLED, storage=3),
    "break": lambda: on_break(83),
    "break-untimed": lambda: on_break(1, time=(clock.NONE, 0, 0)),
    "break-over": lambda: on_break(667.5, names=("Ann", "Bartholomew")),
    "question-break": lambda: between().put(records.PAUSE, 7).say(
        question=match_texts.ASK_BREAK, hint=texts.STAR_BACK
    ),
    "clock-menu": lambda: opened(time=(clock.NONE, 0, 0)).say(
        screen=MENU, title=match_texts.CLOCK_MENU, selected=-1, hint=texts.STAR_BACK,
        lines=[row[0] for row in introduction.choices(opened().sheet)],
    ),
    "consultation": lambda: consultation(0),
    "consultation-partner": lambda: consultation(4),
    "consultation-untold": lambda: consultation(4).say(names=["Ann", "Bob", "Cleo", "", "", ""]),
    "question-take": lambda: doubled().say(question=match_texts.ASK_TAKE, hint=texts.STAR_BACK),
    "question-kind": lambda: opened().say(question=match_texts.ASK_KIND, hint=texts.STAR_BACK),
    "question-reason": lambda: opened().put(records.PAUSE, 7).say(
        question=texts.REASONS[0], hint=texts.HASH_MORE
    ),
    "question-reason-more": lambda: opened().put(records.PAUSE, 7).say(
        question=match_texts.REASONS, hint=texts.HASH_RESUME
    ),
    "question-conceded": lambda: opened().put(records.PAUSE, 1).say(
        question=match_texts.ASK_CONCEDED, hint=texts.STAR_BACK
    ),
    "crawford": crawford,
    "post-crawford": lambda: crawford().win(1, records.SINGLE).play().say(hint=match_texts.HINT_TURN),
    "simple-delay": lambda: Table(time=(clock.DELAY, 14 * MINUTE, 12_000)).play().after(5).say(
        hint=match_texts.HINT_TURN
    ),
    "long-clock": lambda: Table(length=25, time=(clock.BRONSTEIN, 75 * MINUTE, 12_000)).play().after(50).say(
        hint=match_texts.HINT_TURN
    ),
    "ten-hours": lambda: Table(time=(clock.SUDDEN, 720 * MINUTE, 0)).play().after(50).say(
        hint=match_texts.HINT_TURN
    ),
    "counting-up": lambda: Table(time=(clock.UP, 0, 0)).play().after(65).say(hint=match_texts.HINT_TURN),
    "no-clock": lambda: opened(time=(clock.NONE, 0, 0)).say(hint=match_texts.HINT_TURN),
    "money": lambda: money().say(hint=match_texts.HINT_TURN),
    "low-time": lambda: low(29_500),
    "last-seconds": lambda: low(9_440),
    "flag": flagged,
    **{
        f"paused-{name.split()[0]}": (lambda number=number: paused(number))
        for number, name in catalogue.PAUSES
        if number
    },
    "paused-power": power_cut,
    "result-both": lambda: result(records.SINGLE, records.PLAYED, 255),
    "result-gammon": lambda: result(records.GAMMON, records.PLAYED, 0, doubles=2),
    "result-conceded": lambda: result(records.BACKGAMMON, records.CONCEDED, 1),
    "result-dropped": dropped,
    "over": over,
    "over-long-name": lambda: over(("Bartholomew", "Friederike Amalia")),
    "long-names": lambda: opened(names=("Wilhelmina Jane", "Lukász Çapek-Ünal")).say(
        hint=match_texts.HINT_TURN
    ),
    "no-names": lambda: opened(names=("", "")).say(hint=match_texts.HINT_TURN),
    "high-score": lambda: Table(length=0, score=(108, 97, 60)).play().put(records.DICE, 0, 6, 5).say(
        hint=match_texts.HINT_TURN),
    "no-link": lambda: opened().say(link=0, hint=match_texts.HINT_TURN),
    "link-calling": lambda: opened().say(link=1, hint=match_texts.HINT_TURN),
    "link-waiting": lambda: opened().say(link=3, hint=match_texts.HINT_TURN),
    "ram-only": lambda: opened().say(link=0, storage=0, hint=match_texts.HINT_TURN),
    "crawford-ram-only": lambda: crawford().say(storage=0),
    "nearly-full": lambda: opened().say(storage=2, hint=match_texts.HINT_TURN),
    "full": lambda: opened().say(storage=3, hint=match_texts.HINT_TURN),
    "flash": lambda: opened().say(flash=texts.NOT_YOUR_TURN, hint=match_texts.HINT_TURN),
}


draw = partial(drawn, MatchScreens)

test_screen_is_as_it_was, test_no_golden_screen_is_left_over, test_all_screens_differ = Goldens(
    "screens", SCENES, draw
).tests()


@pytest.mark.parametrize("name", [name for name in SCENES if draw(SCENES[name]()) and "welcome" not in name])
def test_ticking_ends_where_drawing_begins(name):
    """A clock followed tick by tick shows at each instant what a whole drawing shows."""
    follow(MatchScreens, SCENES[name](), coarse=True)


def test_tick_draws_nothing_on_other_screens():
    table = opened().say(screen=MENU, title="Menu", lines=["1 a"])
    board = MatchScreens(Canvas(bytearray(1024)))
    board.draw(table.view, table.sheet, table.now)
    assert not board.tick(table.sheet, table.now + 5000)
    assert board.due(table.sheet, table.now) == screens.NEVER


def test_texts_fit_their_lines():
    for name, text in nonempty(vars(texts).items()):
        if isinstance(text, str) and name.isupper() and "%" not in text:
            assert max(map(len, text.split("\n"))) <= 21, name
            assert text.count("\n") <= 1, name
