"""The questions for a series of pawn races: rules, throws; on request die-roll, order of rules, clock."""

from micropython import const

from tablecore import clock, records
from tabledevice.setups import said
from tabledevice.texts import setup as words
from tableprograms.race import rules as racerules

_RULES = const(0)
_THROWS = const(1)
_ROTATION = const(2)
_ROLL = const(3)
_CLOCK = const(4)
_OPTIONS = (0, racerules.LOGGED, racerules.LOGGED | racerules.DEVICE)
#: each player's clock for one game, in the notation of tablekeeper.games.timecontrol
CLOCKS = ("none", "up", "10m", "20m", "10m f5", "20m b12")
#: what this notation means: method, reserve (ms), delay (ms)
CONTROLS = (
    (clock.NONE, 0, 0), (clock.UP, 0, 0), (clock.SUDDEN, 600000, 0), (clock.SUDDEN, 1200000, 0),
    (clock.FISCHER, 600000, 5000), (clock.BRONSTEIN, 1200000, 12000),
)  # fmt: skip
_THREE = racerules.ROTATION
#: the possible orders of the rules of a TripleAthlon
ROTATIONS = (
    (_THREE[0], _THREE[1], _THREE[2]), (_THREE[0], _THREE[2], _THREE[1]), (_THREE[1], _THREE[0], _THREE[2]),
    (_THREE[1], _THREE[2], _THREE[0]), (_THREE[2], _THREE[0], _THREE[1]), (_THREE[2], _THREE[1], _THREE[0]),
)  # fmt: skip

QUESTIONS = (
    (words.RACE_TITLES[0], racerules.NAMES, 0),
    (words.RACE_TITLES[1], words.RACE_THROWS, 0),
    (words.RACE_TITLES[2], ("3T 3T+ GP", "3T GP 3T+", "3T+ 3T GP", "3T+ GP 3T", "GP 3T 3T+", "GP 3T+ 3T"), 0),
    (words.RACE_TITLES[3], words.RACE_ROLL, 0),
    (words.RACE_TITLES[4], CLOCKS, 0),
)
MORE = 1


def asked(place, answers, more):
    """Return whether a question is asked."""
    if place == _ROTATION:
        return answers[_RULES] == racerules.TRIPLEATHLON
    return place <= _THROWS or more > 0


def rows(answers):
    """Return the run of a series."""
    rules = answers[_RULES]
    options = _OPTIONS[answers[_THROWS]] | (racerules.ROLL_FIRST if answers[_ROLL] else 0)
    made = [(records.RACE, racerules.VERSION, rules, options, 0, 0)]
    if rules == racerules.TRIPLEATHLON:
        first, second, third = ROTATIONS[answers[_ROTATION]]
        made.append((records.SERIES, first, second, third, 0, 0))
    method, reserve, delay = CONTROLS[answers[_CLOCK]]
    made.append((records.TIME, racerules.NOBODY, method, 0, reserve, delay))
    return made


def label(answers):
    """Return the rules and the clock, as text."""
    return words.RACE_LABEL % (racerules.NAMES[answers[_RULES]], said(CLOCKS[answers[_CLOCK]]))
