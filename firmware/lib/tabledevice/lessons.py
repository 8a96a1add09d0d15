"""What takes turns with the hint: the keys in words, in the first turns of a match; that a result is sealed.

Loaded while nobody waits for it, and unloaded when the match has been learnt.
"""

from micropython import const

from tabledevice.texts.lessons import LINES

#: letters by which a program names the lines, in their order
LETTERS = "B*90Sdet7h1c8ETOCn2"
#: the hint and each line that takes turns with it are shown for this time (ms)
TURN = const(2500)


def turn(view, now):
    """Go on to the next line, or to the hint itself; return when the one after it is due."""
    if view.hint not in LINES:
        view.meaning = view.hint
    view.taught = (view.taught + 1) % (len(view.lesson) + 1)
    view.hint = LINES[LETTERS.index(view.lesson[view.taught - 1])] if view.taught else view.meaning
    return now + TURN
