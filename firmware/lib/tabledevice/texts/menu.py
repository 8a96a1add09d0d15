"""The texts of menu, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

GAME_TITLE = "Set up"
HINT_AGAIN = "#: as last time"
HINT_OTHER = "#: again   0: another"
GAMES = ("Backgammon", "Pawn race", "TARA", "Clock", "Dice")
