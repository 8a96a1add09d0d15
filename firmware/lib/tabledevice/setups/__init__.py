"""The questions of a set-up: the module `setup` of a program's folder, loaded only by the menu.

Such a module holds

    QUESTIONS      a tuple of (title, choices, answer when not asked): choices are a tuple of texts, at most
                   nine of them, and the answer is an index into them; or (lowest, highest) of a number to be
                   typed, at most 255. A %d in a title is replaced by the first answer.
    MORE           how many times `0` asks for more rules: 0 if there are none
    asked(place, answers, more)   whether a question is asked, with the answers so far
    rows(answers)  the run as tuples (kind, a, b, c, p, q), the opener first, without its commit
    label(answers) what the set-up is called when it is offered again: at most 19 characters

An answer is one byte, so that a set-up can be stored; `rows` and `label` take bytes or a list. A question
that was not asked gets the answer of its third field, which tells `rows` that it was not asked. Nothing else
is checked: all answers that the questions allow must give a run that the sheet accepts.
"""

from tablecore import sheets
from tabledevice.texts import setup as words

#: all programs; the menu offers each of them under its number + 1
OFFERED = range(len(sheets.FOLDERS))


def said(control):
    """Return a time control as players read it: two of them are words of their language."""
    return words.UP if control == "up" else words.NO_CLOCK if control == "none" else control


def is_entry(question):
    """Return whether a question asks for a number instead of a choice of texts."""
    return not isinstance(question[1][0], str)


def load(program):
    """Return the module of a program; raise ValueError if there is no such program."""
    return sheets.part(program, "setup")
