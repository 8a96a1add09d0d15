"""The texts of coin, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

HINT = "1heads 2tails 9end"
TOSSES = "Tosses"
LABEL = "Coin, %d"
SIDES = ("heads", "tails")
UNDO = "Undo %s"
ENDED = "Ended"
