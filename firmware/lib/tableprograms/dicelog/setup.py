"""A dice log: the number of dice, and whether they are typed or thrown by the board."""

from micropython import const

from tablecore import records
from tabledevice.texts import menu
from tabledevice.texts import setup as words

_DICE = const(0)
_THROWN = const(1)
#: options of the opening record; copied, because tableprograms.dicelog.sheet is not loaded yet
_VERSION = const(1)
_DICE_BY_DEVICE = const(8)

QUESTIONS = (
    (menu.GAMES[4], words.DICELOG_DICE, 1),
    (words.DICE_TITLE, words.DICELOG_THROWN, 0),
)
MORE = 0


def asked(place, answers, more):
    """Return whether a question is asked: both always are."""
    return True


def rows(answers):
    """Return the run of a dice log."""
    options = _DICE_BY_DEVICE if answers[_THROWN] else 0
    return [(records.DICELOG, _VERSION, answers[_DICE] + 1, options, 0, 0)]


def label(answers):
    """Return how many dice there are and who throws them, as text."""
    return words.DICELOG_LABELS[2 * answers[_THROWN] + answers[_DICE]]
