"""The texts of plain, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

HINT_BEGIN = "1-%d: who begins"
HINT_BEGIN_ALONE = "#: begin"
HINT_ALONE = "Button: move  9: end"
HINT_BUTTONS = "1-%d next 9end 0stop"
HINT_NOBODY = "#: nobody   *: back"
ALL_CONFIRM = "All press: agreed"
ASK_WINNER = "Who won? Your button"
ASK_END = "The end?\n#: yes   *: back"
UNDO_BEGIN = "Undo the beginning"
NOBODY = "The end"
COUNTS = ("moves", "byo-yomi", "to go", "moves")
SHORT_COUNTS = ("move %d", "%d byo-yomi", "%d to go", "move %d")
ALL_MOVES = ("%d moves in all", "%d moves")
READY = ("Clock of %d seats", "%d seats")
