"""A plain clock: seats and clock; on request a custom clock or a rare one."""

from micropython import const

from tablecore import clock, records
from tabledevice.setups import clocks, said
from tabledevice.texts import setup as words

_SEATS = const(0)
_FLAG = const(1)
_CLOCK = const(2)
_METHOD = const(3)
_MINUTES = const(4)
_SECONDS = const(5)
_RARE = const(6)
_RARE_OF_TWO = const(7)
_MAIN = const(8)
_COUNT = const(9)
_PERIOD = const(10)
_ROUND = const(11)
_NOT_ASKED = const(255)
#: options of the opening record; copied, because tableprograms.plain.sheet is not loaded yet
_VERSION = const(2)
_FLAG_GOES_ON = const(1)
#: the clocks offered, in the notation of tablekeeper.games.timecontrol
CLOCKS = ("5m f3", "10m", "10m f5", "25m f10", "30m b10", "up")
#: what this notation means: method, reserve (ms), delay (ms)
CONTROLS = (
    (clock.FISCHER, 300000, 3000), (clock.SUDDEN, 600000, 0), (clock.FISCHER, 600000, 5000),
    (clock.FISCHER, 1500000, 10000), (clock.BRONSTEIN, 1800000, 10000), (clock.UP, 0, 0),
)  # fmt: skip
#: the rare clocks, in the order of words.RARE; the last one is for two seats
_BYOYOMI = const(0)
_CANADIAN = const(1)
_HOURGLASS = const(2)

QUESTIONS = (
    (words.PLAIN_TITLES[0], words.PLAIN_SEATS, 1),
    (words.PLAIN_TITLES[1], words.FLAGS, 0),
    (words.PLAIN_TITLES[2], CLOCKS, 0),
    (words.METHOD_TITLE, words.METHODS, _NOT_ASKED),
    (words.MINUTES_TITLE, (0, 180), 1),
    (words.SECONDS_TITLE, (0, 99), 0),
    (words.METHOD_TITLE, words.RARE[:2], _NOT_ASKED),
    (words.METHOD_TITLE, words.RARE, _NOT_ASKED),
    (words.MINUTES_TITLE, (1, 180), 1),
    (words.PLAIN_TITLES[3], (1, 99), 1),
    (words.PLAIN_TITLES[4], (1, 99), 1),
    (words.PLAIN_TITLES[5], (1, 99), 1),
)
#: how many times `0` asks for more: first the flag and a custom clock, then the rare clocks
MORE = 2


def asked(place, answers, more):
    """Return whether a question is asked."""
    if place == _SEATS:
        return True
    if place == _CLOCK:
        return more == 0
    if place == _FLAG:
        return more > 0
    if place <= _SECONDS:
        return more == 1 and (place != _SECONDS or answers[_METHOD] != clocks.SUDDEN)
    if more < 2:
        return False
    if place == _RARE or place == _RARE_OF_TWO:
        return (place == _RARE_OF_TWO) == (answers[_SEATS] == 1)
    rare = _rare(answers)
    if place == _PERIOD or place == _ROUND:
        return rare == (_BYOYOMI if place == _PERIOD else _CANADIAN)
    return place == _MAIN or rare != _HOURGLASS


def _rare(answers):
    # return which of the rare clocks is chosen, 255 for none
    return min(answers[_RARE], answers[_RARE_OF_TWO])


def rows(answers):
    """Return the run of a clock."""
    rare = _rare(answers)
    if rare == _BYOYOMI:
        time = (clock.UP + 1, answers[_COUNT], answers[_MAIN] * 60000, answers[_PERIOD] * 1000)
    elif rare == _CANADIAN:
        time = (clock.UP + 2, answers[_COUNT], answers[_MAIN] * 60000, answers[_ROUND] * 60000)
    elif rare == _HOURGLASS:
        time = (clock.UP + 3, 0, answers[_MAIN] * 60000, 0)
    elif answers[_METHOD] == _NOT_ASKED:
        method, reserve, delay = CONTROLS[answers[_CLOCK]]
        time = (method, 0, reserve, delay)
    else:
        method, reserve, delay, precredit = clocks.own(
            answers[_METHOD], answers[_MINUTES], answers[_SECONDS], 1
        )
        time = (method, precredit, reserve, delay)
    options = _FLAG_GOES_ON if answers[_FLAG] else 0
    return [
        (records.PLAIN, _VERSION, answers[_SEATS] + 1, options, 0, 0),
        (records.TIME, records.NOBODY, time[0], time[1], time[2], time[3]),
    ]


def label(answers):
    """Return the seats and the clock, as text."""
    rare = _rare(answers)
    minutes = "%dm" % answers[_MAIN]
    if rare == _BYOYOMI:
        text = "%s y%dx%ds" % (minutes, answers[_COUNT], answers[_PERIOD])
    elif rare == _CANADIAN:
        text = "%s c%d/%dm" % (minutes, answers[_COUNT], answers[_ROUND])
    elif rare == _HOURGLASS:
        text = minutes + " hourgl."
    elif answers[_METHOD] == _NOT_ASKED:
        text = CLOCKS[answers[_CLOCK]]
    else:
        text = clocks.label(answers[_METHOD], answers[_MINUTES], answers[_SECONDS], 0)
    return words.PLAIN_LABEL % (answers[_SEATS] + 1, said(text))
