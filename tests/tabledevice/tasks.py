"""What players do at a board, with the keys that it takes: the rows of the table in docs/board.md.

Keys are written as players know them: `1` to `9`, `0`, `*`, `#` are tapped; `A` to `D` are the buttons of the
first to the fourth seat; `hold-*` is a key that is held until it acts, `hold-*-6` for six seconds.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tablecore import clock, records
from tableprograms.backgammon import sheet as backgammon
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tableprograms.race import sheet as race
from tableprograms.tara import sheet as tara
from tests.tabledevice.hands import Table
from tests.tabledevice.test_app_memory import foreign_memory

SEATS = "ABCD"


@dataclass(frozen=True, slots=True)
class Task:
    """One row: what is done, from where, with which keys, and how one sees that it is done."""

    name: str
    before: str
    """The keys that lead to the place where the task begins; they do not count."""
    keys: str
    done: Callable[[Table], bool]
    first: str | None
    """The keys in the version of 2026-11-28 (commit 006c9fa4), measured there; None: it was impossible."""
    fewer: bool = False
    """Whether the task needs fewer keys than at first."""
    more: str = ""
    """Why it may need more."""
    foreign: bool = False
    """Whether it begins with the memory of another board."""


def pressed(keys: str) -> tuple[int, int]:
    """Return how many keys of a row are tapped, and how many are held."""
    held = sum(key.startswith("hold-") for key in keys.split())
    return len(keys.split()) - held, held


def play(table: Table, keys: str) -> None:
    """Press the keys of a row."""
    for key in keys.split():
        if key.startswith("hold-"):
            _, held, *seconds = key.split("-")
            table.hold(SEATS.index(held) if held in SEATS else held, round(1000 * float((*seconds, 1)[0])))
        else:
            table.press(SEATS.index(key) if key in SEATS else key)


def begun(task: Task) -> Table:
    """Return a table on which a task can begin."""
    table = Table(fram=foreign_memory()) if task.foreign else Table()
    play(table, task.before)
    return table


# --- what is looked at ----------------------------------------------------------------------------


def _at(phase, **fields):
    """Return a test of the sheet: its phase and some of its fields."""

    def done(table):
        sheet = table.sheet
        return sheet.phase == phase and all(getattr(sheet, name) == value for name, value in fields.items())

    return done


def _clock(program, method, seats=2):
    """Return a test: a table is ready for a program, with this clock."""

    def done(table):
        sheet = table.sheet
        return (sheet.PROGRAM, sheet.phase, sheet.clock.method[:seats]) == (program, 1, [method] * seats)

    return done


def _stopped(reason):
    """Return a test: the clock is stopped for this reason."""
    return lambda table: table.sheet.pause == reason


def _moves_back(table):
    """Five turns are taken back, ten records: the dice and the press of each."""
    return table.sheet.phase == backgammon.TURN and table.sheet.turn == 0 and table.sheet.clock.used == 0


# --- where tasks begin ------------------------------------------------------------------------------

MATCH = "# 1 7 # 1"
#: opening 1-3; A rolled the lower die and has started the clock of B
OPENED = f"{MATCH} 1 3 A"
#: B has moved; A is on turn and has not rolled
TURN = f"{OPENED} B"
#: TARA for two, the last OUT is given: the board is counted
COUNT = "# 3 1 1 3 A A B A 7 B 9"
COUNTED = f"{COUNT} 1 0 # 2 0 # 1 2 # 2 5 #"
RACE = "# 2 1 1 #"
CLOCK = "# 4 2 3 #"
BYOYOMI = "# 4 2 0 0 1 1 1 # 5 # 3 0 #"
RESULT = f"{TURN} 9 1 A"

TASKS = (
    # setting up
    Task("Backgammon to 7 with a clock", "", "# 1 7 # 1", _clock(0, clock.BRONSTEIN), "# 1 7 # 1"),
    Task("A race", "", "# 2 1 1", _clock(1, clock.NONE), "# 2 1 1"),
    Task("TARA for two, with a clock", "", "# 3 1 1 3", _clock(2, clock.SUDDEN), "# 3 1 1 3"),
    Task("A clock for two", "", "# 4 2 3", _clock(3, clock.FISCHER), "# 4 2 3"),
    Task("A clock with byo-yomi: 1 minute, five times 30 s", "", BYOYOMI, _clock(3, clock.UP + 1), BYOYOMI),
    Task("A dice log for two dice", "", "# 5 2 1", _at(dicelog.READY, dice=2), "# 5 2 1"),
    Task("The same game as last time", "# 4 2 3 # 9 # A B", "# #", _clock(3, clock.FISCHER), "# #"),
    Task("The game before the last one", "# 2 1 1 hold-# 4 2 3", "hold-# 0 #", _clock(1, clock.NONE),
         "hold-# 0 #"),
    Task("Another set-up instead of a wrong one", f"{MATCH}", "hold-# 1 5 # 1",
         _at(backgammon.READY, length=5), "hold-# 1 5 # 1"),
    # turns
    Task("The opening dice, and the clock is started", MATCH, "1 3 A",
         _at(backgammon.MOVE, turn=1, dice=[1, 3]), "1 3 A"),
    Task("Wrong opening dice corrected", f"{MATCH} 1 3", "2 1", _at(backgammon.MOVE, turn=0, dice=[2, 1]),
         "hold-* 2 1", fewer=True),
    Task("A turn with dice", TURN, "5 2 A", _at(backgammon.TURN, turn=1), "5 2 A"),
    Task("A double thrown", TURN, "4 4", _at(backgammon.MOVE, dice=[4, 4]), "4 4"),
    Task("A wrong first die corrected", f"{TURN} 4", "* 5 2", _at(backgammon.MOVE, dice=[5, 2]), "* 5 2"),
    Task("Dice typed again (cocked)", f"{TURN} 4 1", "5 2", _at(backgammon.MOVE, dice=[5, 2]), "5 2"),
    Task("Cube offered and taken", TURN, "7 A 7 B", _at(backgammon.TURN, cube=1, owner=1), "7 A 7 B"),
    Task("Cube dropped, the game agreed", TURN, "7 A 8 B A", _at(backgammon.READY, score=[1, 0]),
         "7 A 8 B A"),
    Task("One press taken back", TURN, "hold-*", _at(backgammon.MOVE, turn=1), "hold-*"),
    Task("Five turns with dice taken back", f"{TURN} 5 2 A 6 1 B 4 3 A 6 2 B 2 1 A",
         "hold-*-6", _moves_back, " ".join(10 * ["hold-*"]), fewer=True),
    # the end of a game
    Task("A game ended and agreed", TURN, "9 1 A B", _at(backgammon.READY, score=[1, 0]), "9 1 A B"),
    Task("Agreed to a result", RESULT, "B", _at(backgammon.READY, score=[1, 0]), "B"),
    Task("No to a result, and the right one", RESULT, "* 9 1 B A", _at(backgammon.READY, score=[0, 1]),
         "* 9 1 B A"),
    Task("A wrong winner corrected after the agreement", f"{RESULT} B", "hold-* * 9 1 B A",
         _at(backgammon.READY, score=[0, 1]), "hold-* * 9 1 B A"),
    Task("A game conceded", TURN, "0 1 1 A B", _at(backgammon.READY, score=[0, 1]), "0 1 1 A B"),
    Task("A game claimed", TURN, "0 2 1 A B", _at(backgammon.READY, score=[1, 0]), "0 2 1 A B"),
    # stopping
    Task("The clock stopped and going on", TURN, "0 # #", lambda table: table.log()[-1][0] == "resume",
         "0 # #"),
    Task("Stopped because a die fell", TURN, "0 3", _stopped(records.FALLEN), "0 3"),
    Task("Stopped because of a dispute", TURN, "0 4", _stopped(records.CONTESTED), "0 4"),
    Task("The director called", TURN, "0 5", _stopped(records.DIRECTOR), "0 5"),
    Task("A break between games, and back", f"{RESULT} B", "0 6 A #",
         lambda table: table.sheet.breaks[0] == 1 and not table.sheet.breaking, "0 6 A #"),
    Task("A clock from now on, for a match without one", "# 1 7 # 6 1 3 A", "0 7 1 #",
         lambda table: table.sheet.clock.method[0] == clock.BRONSTEIN and table.sheet.clock.running,
         "0 7 1 #"),
    # the other games
    Task("A pawn is home", RACE, "1", lambda table: table.sheet.home[0] == 1, "1"),
    Task("A pawn taken back", f"{RACE} 1", "hold-*", lambda table: table.sheet.home[0] == 0, "hold-*"),
    Task("A race stopped and agreed", RACE, "9 1 A B", _at(race.READY, games=1), "9 1 A B"),
    Task("The board counted after TARA, and agreed", COUNT, "1 0 # 2 0 # 1 2 # 2 5 # A B",
         _at(tara.READY, games=1), "1 0 # 2 0 # 1 2 # 2 5 # A B"),
    Task("A wrong number of the count corrected", f"{COUNT} 1 1", "* 0 #",
         lambda table: table.app.program.kingdoms == 10, "* 0 #"),
    Task("A turn with the clock", CLOCK, "A", lambda table: table.sheet.turn == 1, "A"),
    Task("A game with the clock ended and agreed", CLOCK, "9 A B", _at(plain.OVER), "9 A B"),
    Task("Two dice in the log", "# 5 2 1", "3 5", lambda table: table.sheet.throws == 1, "3 5"),
    # the memory
    Task("The log of another board erased", "", "hold-# # hold-#",
         lambda table: not table.app.journal.foreign, "hold-#", more="the board asks twice", foreign=True),
)  # fmt: skip
