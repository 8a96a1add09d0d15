"""The texts of irregular, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

ASK_ONE_DIE = "One die?\nnext die, or button"
ASK_VOID = "Void? Your button"
ASK_TOO_SOON = "Soon? Roller's button"
HINT_TOO_SOON = "Too soon? own button"
MAY_BE_VOID = "Crawford: 7 voids it"
NO_CUBE_THEN = "Noted: then no cube"
OWN_TURN = "In turn? %s button"
