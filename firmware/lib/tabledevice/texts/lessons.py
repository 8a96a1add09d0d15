"""The texts of lessons, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

LINES = (
    "Button: turn over",
    "hold *: undo",
    "9: end of the game",
    "0: stop the clock",
    "Sealed: it is final",
    "1-6 twice: your dice",
    "or both keys at once",
    "1-6: the board throws",
    "7, button: I double",
    "1-6: a pawn is home",
    "1-6: the die",
    "7, 9: your pawn home",
    "8: it does not count",
    "0, 1: end of the game",
    "7: no place: BATTLE",
    "8, button: I am OUT",
    "9: end, then count",
    "Number: who is next",
    "1-6 twice, or at once",
)
