"""The look for small displays: every state of it against pictures kept in tests/golden/screens-large.

`--renew-golden` writes them again; then look at build/pictures/screens-large.png.
"""

import shutil

import pytest

from tablecore import clock, records
from tabledevice.canvas import Canvas
from tabledevice.screens.large import LargeClock
from tableprograms.backgammon.large import LargeMatch
from tableprograms.backgammon.screen import MatchScreens
from tableprograms.plain.large import LargePlain
from tableprograms.plain.screen import PlainScreens
from tableprograms.race import rules as racerules
from tableprograms.race.large import LargeRace
from tableprograms.race.screen import RaceScreens
from tableprograms.tara.large import LargeTara
from tableprograms.tara.screen import TaraScreens
from tablesim import pixels
from tests.tabledevice import goldens, hands
from tests.tabledevice.test_app_pictures import SCALE
from tests.tabledevice.test_screens import BRONSTEIN, MINUTE, Table
from tests.tableprograms.plain.log import Log as PlainLog
from tests.tableprograms.race.log import RaceLog
from tests.tableprograms.tara.log import Log as TaraLog

HOUR = 60 * MINUTE
LOOKS = (MatchScreens, RaceScreens, TaraScreens, PlainScreens)
LARGE = dict(zip(LOOKS, (LargeMatch, LargeRace, LargeTara, LargePlain), strict=True))


def large(canvas_of, look):
    """Return the large clock over a program's look, on a frame."""
    canvas = Canvas(canvas_of)
    return LARGE[look](canvas, canvas_of, look(canvas))


class Board(goldens.Scene):
    """The sheet of a log, and the view beside it."""

    def __init__(self, log, names=(), look=None):
        self.show(names)
        self.view.hint = "Button: turn over"
        self.sheet = log.sheet
        self.now = log.now
        goldens.seated(self)
        self.look = look or LOOKS[self.sheet.PROGRAM]


def backgammon(time=BRONSTEIN, seat=0, cube=False, **words):
    """Return a board on which the clock of a seat runs in backgammon."""
    table = Table(time=time, **words)
    number = table.sheet.games + 1
    table.put(records.GAME, number, 0, 0, number)
    table.put(records.OPENING, 3 - 2 * seat, 2)
    table.put(records.PRESS, 1 - seat, seat)
    if cube:
        table.put(records.PRESS, seat, 1 - seat)
        table.put(records.DOUBLE, 1 - seat, 1).put(records.TAKE, seat)
        table.put(records.DICE, 1 - seat, 6, 1).put(records.PRESS, 1 - seat, seat)
    return Board(table, table.view.names).say(hint="Second die?  *: back")


def race(seats=2, times=True):
    """Return a board on which a race is played."""
    rules = racerules.TWO_XL if seats == 2 else racerules.GRAND_PRIX
    rows = [(records.TIME, 255, clock.FISCHER, 0, 20 * MINUTE, 5_000)] if times else []
    log = RaceLog().run(rules, 0, *rows).game(0).fits(records.PRESS, 0, 1).home(0, 2, 0)
    return Board(log, ("Anna", "Bert", "Carl")[:seats])


def tara(seats=2):
    """Return a board on which TARA is played."""
    return Board(TaraLog().set_up(seats, 0, clock.FISCHER, 15 * MINUTE, 3_000).game(0).turns(2).battle())


def plain(seats, *rows, **words):
    """Return a board with a plain clock."""
    return Board(PlainLog().clocks(seats, *rows, **words).begin().turns(seats + 1))


SCENES = {
    "minutes": lambda: backgammon().after(63),
    "right": lambda: backgammon(seat=1).after(700),
    "delay": lambda: backgammon((clock.DELAY, 9 * MINUTE, 12_000)).after(3.5),
    "low": lambda: backgammon((clock.SUDDEN, 3 * MINUTE, 0)).after(151.2),
    "tenths": lambda: backgammon((clock.SUDDEN, 3 * MINUTE, 0)).after(172.3),
    "hours": lambda: backgammon((clock.SUDDEN, 2 * HOUR, 0)).after(1234),
    "many-hours": lambda: backgammon((clock.SUDDEN, 28 * HOUR, 0)).after(1.5),
    "up": lambda: backgammon((clock.UP, 0, 0)).after(3.2),
    "score": lambda: backgammon(length=11, score=(9, 8, 6), cube=True).after(20),
    "die": lambda: backgammon(length=11, score=(9, 8, 6)).say(pending=6).after(20),
    "flash": lambda: backgammon().say(flash="Not your turn").after(9),
    "memory": lambda: backgammon(names=("", "")).say(storage=3).after(9),
    "race": race,
    "race-three": lambda: race(3).after(10),
    "tara": tara,
    "tara-four": lambda: tara(4).after(200),
    "plain": lambda: plain(2).after(31),
    "plain-four": lambda: plain(4).after(131),
    "byoyomi": lambda: plain(3, (records.TIME, 255, 6, 3, MINUTE, 30_000)).after(59),
}  # fmt: skip


def draw(board):
    """Return the frame of a scene."""
    frame = bytearray(1024)
    screens = large(frame, board.look)
    screens.draw(board.view, board.sheet, board.now)
    assert screens._clocks
    return bytes(frame)


test_screen_is_as_it_was, test_no_golden_screen_is_left_over, test_all_screens_differ = goldens.Goldens(
    "screens-large", SCENES, draw
).tests()


@pytest.mark.parametrize("scene", SCENES)
def test_a_clock_that_is_followed_shows_what_a_whole_drawing_shows(scene):
    board = SCENES[scene]()
    goldens.follow(lambda canvas: large(canvas._frame, board.look), board)


# --- on a board -----------------------------------------------------------------------------


@pytest.fixture
def small(repository, tmp_path):
    """A board whose settings ask for the look."""
    for name in ("boot.py", "code.py", "safemode.py"):
        shutil.copy(repository / "firmware" / name, tmp_path)
    told = (repository / "firmware" / "settings.toml").read_text("utf-8")
    assert 'TABLEKEEPER_DISPLAY = "large"' in told
    (tmp_path / "settings.toml").write_text(told.replace('DISPLAY = "large"', 'DISPLAY = "small"'), "utf-8")
    table = hands.Table(firmware=tmp_path)
    yield table
    assert (table.board.crashes, table.sheet.odd) == ([], 0)
    table.board.power_off()


def usual(table):
    """Return what the program's own look draws of the same state."""
    app = table.app
    frame = bytearray(1024)
    LOOKS[app.fold.sheet.PROGRAM](Canvas(frame)).draw(app.view, app.fold.sheet, table.now)
    return bytes(frame)


#: keys of a set-up, and what starts a clock
STARTS = {
    "backgammon": ("#", "1", "9", "9", "#", "1", "6", "3", "3", "1", 1),
    "race": ("#", "2", "0", "1", "2", "1", "6", 0),
    "tara": ("#", "3", "1", "1", "6", 0),
    "plain": ("#", "4", "4", "5", 0),
}


@pytest.mark.parametrize("program", STARTS)
def test_a_board_shows_it_while_a_clock_runs_and_nothing_else_is_asked(small, program):
    """Frames on the display: the large clock in play, the usual look at pauses and questions."""
    small.press(*STARTS[program])
    assert small.sheet.clock.running, "has its menu changed?"
    small.wait(3_000)
    before = small.board.pixels
    assert before != usual(small)
    rows = sum(byte.bit_count() for byte in before[128:896])
    assert rows > 1_200, "large digits"
    small.wait(1_100)
    assert small.board.pixels[128:896] != before[128:896], "it ticks"
    # a pause and its question, the clock again, the menu of a result
    small.press("0")
    assert small.app.view.question
    assert small.board.pixels == usual(small)
    small.press("5")
    assert small.board.pixels == usual(small)
    small.press("#")
    assert small.sheet.clock.running
    small.wait(500)
    assert small.board.pixels != usual(small)
    small.press("*")
    assert small.reads(small.said), "what holding it would undo"


def test_a_double_is_a_question_and_a_typed_die_is_shown(small):
    small.press(*STARTS["backgammon"]).press(0)
    small.wait(1000)
    small.press("7", 1)
    assert small.sheet.doubler == 1
    assert small.board.pixels == usual(small)
    small.press("7", 0)
    assert small.sheet.cube == 1
    small.press("6")
    assert small.board.pixels != usual(small)
    drawn = bytearray(1024)
    Canvas(drawn).text(0, 0, "6 ?")
    assert small.board.pixels[:18] == drawn[:18]


def test_it_is_there_only_where_it_is_asked_for(small):
    assert isinstance(small.app.screens, LargeClock)
    other = hands.Table().set_up()
    assert isinstance(other.app.screens, MatchScreens)
    other.board.power_off()


# --- the pictures of docs/board.md ----------------------------------------------------------

PICTURES = {"clock": "minutes", "low": "low", "die": "die"}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_document_is_one_of_these(name, repository, request):
    path = repository / "docs" / "pictures" / f"large-{name}.png"
    drawn = pixels.png(draw(SCENES[PICTURES[name]]()), SCALE)
    if request.config.getoption("--renew-golden"):
        path.write_bytes(drawn)
    assert path.read_bytes() == drawn, "another picture; renew with --renew-golden and look at it"
    assert f"pictures/large-{name}.png" in (repository / "docs" / "board.md").read_text("utf-8")
