"""The texts of erasing, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

BOARD = "It is of the board"
RECORDS = "%d records"
MATCH = "last match: %d"
WARNING = ("Its results are then", "lost for good. If in", "doubt: no.")
TITLES = ("A foreign log", "ERASE it?")
HINTS = ("#: ERASE?    *: back", "hold #: ERASE  *: no")
