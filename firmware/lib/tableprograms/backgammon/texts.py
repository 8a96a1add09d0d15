"""The texts of backgammon, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

from tablecore import records

NOT_ASKED = "The other one answers"
ROLL_OR_BEGIN = "Dice, or # to begin"
TAKE_OR_DROP = "Take (7) or drop (8)?"
OTHER_STARTS = "Other starts clock"
ROLL_FIRST = "Roll for the opening"
CRAWFORD_NO_CUBE = "Crawford: no cube"
NOT_YOUR_CUBE = "The cube isn't yours"
TOO_LATE_TO_DOUBLE = "Too late to double"
CUBE_LIMIT = "No higher cube"
NO_DICE = "No dice were logged"
THROWN = "It has been thrown"
DICE_NOT_LOGGED = "Dice are not logged"
NO_BREAK = "No break left"
ROLL_OPENING = "Dice: left, right"
ROLL_AGAIN = "Equal dice: again"
THROW_OPENING = "1-6: both throw"
THROW_AGAIN = "Equal: 1-6 again"
HINT_DOUBLED = "7 take  8 drop"
LOWER_STARTS = "Lower die: button"
HINT_TURN = "7x2 9end 0stop *undo"
HINT_THROW = "1-6throw 7x2 9end 0"
HINT_ACCEPTED = "7 accepted   *: back"
BREAK_ENDS = "#: play goes on"
ASK_TAKE = "Take? Your button"
ASK_DOUBLE = "Double? Your button"
ASK_DROP = "Drop? Your button"
ASK_KIND = "1 single 2 gammon\n3 backgammon *: back"
ASK_CONCEDED = "1 single\n2 gammon\n3 backgammon\n4 match     *: back"
ASK_ACCEPTED = "Who took? Your button"
ASK_WINNER = "Who won? Your button"
ASK_CONCEDER = "Who gives up? Button"
ASK_BREAK = "Whose break? Button"
CLOCK_MENU = "Clock from now on"
REASONS = "4 we disagree\n5 director   6 break\n7 a clock from now on"
UNDO_OPENING = "Undo opening %d-%d"
UNDO_DICE = "Undo %d-%d %s"
STANDING = "%d-%d to %d"
MONEY_STANDING = "%d-%d"
DOUBLES_TO = "%s doubles to %d"
DOUBLED_EARLY = "%s doubled early"
CRAWFORD = "Cr"
BREAK = "Break: %s"
BREAK_OVER = "Break over: %s"
AWARDED = "Director: %s +%d"
TAKEN_BACK = "Director: %s -%d"
GAMES = ("Game %d to %d", "G%d to %d")
CRAWFORD_GAMES = ("G%d CRAWFORD to %d", "G%d Crawf. to %d", "G%d Cr to %d")
MONEY_GAMES = ("Game %d, no limit", "Game %d")
NEXT_GAMES = ("Next: game %d to %d", "Next: G%d to %d", "G%d to %d")
NEXT_CRAWFORD_GAMES = ("Next: CRAWFORD to %d", "CRAWFORD to %d", "Crawf. to %d")
CLAIMS = ("%s, drop", "%s, single", "%s, gammon", "%s, bgammon")
UNDONE = {
    records.DOUBLE: "double",
    records.TAKE: "take",
    records.DROP: "drop",
    records.CLOCK: "clock",
}
