"""What a coin asks: how many tosses."""

from tablecore import records
from tableprograms.coin import texts as words

QUESTIONS = ((words.TOSSES, (1, 99), 1),)
MORE = 0


def asked(place, answers, more):
    """Return whether a question is asked: it is."""
    return True


def rows(answers):
    """Return the run of a coin."""
    return [(records.COIN, 1, answers[0], 0, 0, 0)]


def label(answers):
    """Return how many tosses."""
    return words.LABEL % answers[0]
