"""A match of TARA: players, level, clock; on request open points and a custom clock."""

from micropython import const

from tablecore import clock, records
from tabledevice.setups import clocks, said
from tabledevice.texts import setup as words

_PLAYERS = const(0)
_LEVEL = const(1)
_OPENING = const(2)
_OP0 = const(3)
_CLOCK = const(4)
_METHOD = const(5)
_MINUTES = const(6)
_SECONDS = const(7)
_NOT_ASKED = const(255)
#: options of the opening record; copied, because tableprograms.tara.sheet is not loaded yet
_VERSION = const(2)
_LEVEL_2 = const(1)
_LINKED_OPENING = const(2)
_OP0_BUILDS = const(4)
#: the clocks offered, in the notation of tablekeeper.games.timecontrol: each player's for all games
CLOCKS = ("none", "up", "20m", "40m", "20m f5", "20m b12")
#: what this notation means: method, reserve (ms), delay (ms)
CONTROLS = (
    (clock.NONE, 0, 0), (clock.UP, 0, 0), (clock.SUDDEN, 1200000, 0), (clock.SUDDEN, 2400000, 0),
    (clock.FISCHER, 1200000, 5000), (clock.BRONSTEIN, 1200000, 12000),
)  # fmt: skip

QUESTIONS = (
    (words.TARA_TITLES[0], words.TARA_PLAYERS, 0),
    (words.TARA_TITLES[1], words.TARA_LEVELS, 0),
    (words.TARA_TITLES[3], words.TARA_OPENINGS, 0),
    (words.TARA_TITLES[4], words.TARA_OP0, 0),
    (words.TARA_TITLES[2], CLOCKS, 0),
    (words.METHOD_TITLE, words.METHODS, _NOT_ASKED),
    (words.MINUTES_TITLE, (0, 180), 1),
    (words.SECONDS_TITLE, (0, 99), 0),
)
#: how many times `0` asks for more: first the rules, then a custom clock
MORE = 2


def asked(place, answers, more):
    """Return whether a question is asked."""
    if place == _OPENING:
        return more > 0 and answers[_PLAYERS] == 1
    if place == _OP0:
        return more > 0 and answers[_LEVEL] == 1
    if place == _CLOCK:
        return more < 2
    if place < _CLOCK:
        return True
    return more == 2 and (place != _SECONDS or answers[_METHOD] != clocks.SUDDEN)


def rows(answers):
    """Return the run of a match."""
    options = _LEVEL_2 if answers[_LEVEL] else 0
    if answers[_OPENING]:
        options |= _LINKED_OPENING
    if answers[_OP0]:
        options |= _OP0_BUILDS
    precredit = 0
    if answers[_METHOD] == _NOT_ASKED:
        method, reserve, delay = CONTROLS[answers[_CLOCK]]
    else:
        method, reserve, delay, precredit = clocks.own(
            answers[_METHOD], answers[_MINUTES], answers[_SECONDS], 1
        )
    return [
        (records.TARA, _VERSION, 4 if answers[_PLAYERS] else 2, options, 0, 0),
        (records.TIME, records.NOBODY, method, precredit, reserve, delay),
    ]


def label(answers):
    """Return the number of players and the clock, as text."""
    if answers[_METHOD] == _NOT_ASKED:
        control = CLOCKS[answers[_CLOCK]]
    else:
        control = clocks.label(answers[_METHOD], answers[_MINUTES], answers[_SECONDS], 0)
    return words.TARA_LABELS[answers[_PLAYERS]] % said(control)
