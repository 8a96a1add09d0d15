"""The texts of dicelog, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

HINT_TYPE = "1-6: dice   9: end"
HINT_THROW = "1-6: throw   9: end"
ASK_END = "The end?\n#: yes   *: back"
UNDO_ONE = "Undo %d"
UNDO_TWO = "Undo %d-%d"
ENDED = "Ended"
ONE_DIE = "throws"
DOUBLES = ("doubles: %d", "dbl: %d")
