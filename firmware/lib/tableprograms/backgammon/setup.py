"""A backgammon match: length and clock; on request more rules, a custom clock, pairs."""

from micropython import const

from tablecore import records
from tabledevice.setups import clocks, said
from tabledevice.texts import setup as words

_LENGTH = const(0)
_CRAWFORD = const(1)
_DICE = const(2)
_CLOCK = const(3)
_METHOD = const(4)
_MINUTES = const(5)
_PER_POINT = const(6)
_SECONDS = const(7)
_PLAYERS = const(8)
_NOT_ASKED = const(255)
#: options of the opening record; copied, because tableprograms.backgammon.sheet is not loaded yet
_VERSION = const(3)
_CRAWFORD_RULE = const(1)
_DICE_REQUIRED = const(2)
_DICE_OFF = const(4)
_DICE_BY_DEVICE = const(8)
_CONSULTATION = const(16)
_DICE_OPTIONS = (0, _DICE_REQUIRED, _DICE_BY_DEVICE, _DICE_OFF)

QUESTIONS = (
    (words.LENGTH_TITLE, (1, 99), 1),
    (words.CRAWFORD_TITLE, words.CRAWFORD, 0),
    (words.DICE_TITLE, words.DICE, 0),
    (words.CLOCK_TITLE, clocks.CLOCKS, 0),
    (words.METHOD_TITLE, words.METHODS, _NOT_ASKED),
    (words.MINUTES_TITLE, (0, 180), 1),
    (words.PER_POINT_TITLE, words.PER_POINT, 0),
    (words.SECONDS_TITLE, (0, 99), 0),
    (words.PLAYERS_TITLE, words.PLAYERS, 0),
)
#: how many times `0` asks for more: first the rules, then a custom clock and pairs
MORE = 2


def asked(place, answers, more):
    """Return whether a question is asked."""
    if place == _LENGTH:
        return True
    if place == _CLOCK:
        return more < 2
    if place == _CRAWFORD or place == _DICE:
        return more > 0
    return more == 2 and (place != _SECONDS or answers[_METHOD] != clocks.SUDDEN)


def rows(answers):
    """Return the run of a match."""
    length = answers[_LENGTH]
    options = _DICE_OPTIONS[answers[_DICE]] | (0 if answers[_CRAWFORD] else _CRAWFORD_RULE)
    if answers[_PLAYERS]:
        options |= _CONSULTATION
    if answers[_METHOD] == _NOT_ASKED:
        method, reserve, delay, precredit, per_point = clocks.CONTROLS[answers[_CLOCK]]
        if per_point:
            reserve *= length
    else:
        points = length if answers[_PER_POINT] else 1
        method, reserve, delay, precredit = clocks.own(
            answers[_METHOD], answers[_MINUTES], answers[_SECONDS], points
        )
    return [
        (records.MATCH, _VERSION, length, options, 0, 0),
        (records.TIME, records.NOBODY, method, precredit, reserve, delay),
    ]


def label(answers):
    """Return the length and the clock, as text."""
    if answers[_METHOD] == _NOT_ASKED:
        clock = clocks.CLOCKS[answers[_CLOCK]]
    else:
        clock = clocks.label(
            answers[_METHOD], answers[_MINUTES], answers[_SECONDS], answers[_PER_POINT]
        )
    return words.MATCH_LABEL % (answers[_LENGTH], said(clock))
