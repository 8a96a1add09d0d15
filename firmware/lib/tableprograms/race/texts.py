"""The texts of race, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

from tablecore import records

WHO_BEGINS = "Who begins: a button"
ROUND_FIRST = "Finish the round: 9"
NO_TURNS = "No turns are kept"
TYPE_DIE = "Type the die: 1 to 6"
ONE_STOPS = "1: stop   *: back"
NOT_PLAYED = "Colour is not played"
COMPLETE = "All four are at home"
THROW_FIRST = "Throw first"
HINT_PLAIN = "1-6home 9end 0stop"
HINT_LOGGED = "1-6die 7/9home 8oops"
HINT_THROW = "1throw 7/9home 8oops"
HINT_DIE_FIRST = "1-6die 0stop *undo"
HINT_THROW_FIRST = "1throw 0stop *undo"
HINT_FLAG = "0, then 1: it is over"
ASK_DIE = "%s: die 1-6"
ASK_THROW = "%s: button"
ASK_COLOUR = "%s: colour"
ASK_CONCEDE = "Button: I concede\n1: no winner  *: back"
ASK_STOP = "1: end, no winner"
UNDO_PAWN = "Undo %s %d %s"
UNDO_DIE = "Undo %s %d %s"
GAME = "Game %d, %s"
NEXT_GAME = "Next: G%d, %s"
ROUND = "Round of die-roll"
AGAIN = "again"
FIRST_BOTH = "1st %s, both %s"
STOPPED = "Stopped: no winner"
SHORT = ("Re", "Gr", "Ye", "Bu", "Bk", "Wh")
READY_KEYS = ("7 colours", "8 die-roll")
UNDONE = {
    records.DICE: "die",
    records.ROLL: "die",
    records.CANCEL: "oops",
}
