"""The texts every program shows, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

from tablecore import records

PRESS_HASH = "Press # to begin"
NO_SUCH_SEAT = "This seat is free"
NOT_ASKED = "The other one answers"
CHOOSE_FIRST = "Choose by number"
PAUSED = "Paused: # goes on"
ROLL_FIRST = "Roll for the opening"
ROLL_OR_BEGIN = "Dice, or # to begin"
TAKE_OR_DROP = "Take (7) or drop (8)?"
OTHER_STARTS = "Other starts clock"
NOT_YOUR_TURN = "Not your turn"
CRAWFORD_NO_CUBE = "Crawford: no cube"
NOT_YOUR_CUBE = "The cube isn't yours"
TOO_LATE_TO_DOUBLE = "Too late to double"
CUBE_LIMIT = "No higher cube"
BUTTON_FIRST = "A button, or * back"
NO_DICE = "No dice were logged"
TIME_IS_UP = "The flag has fallen"
OVERTIME = "Flag: overtime begins"
OTHER_CONFIRMS = "The other confirms"
NOTHING_HERE = "No meaning here"
THROWN = "It has been thrown"
DICE_NOT_LOGGED = "Dice are not logged"
MEMORY_FULL = "Log full: no dice"
FREED = "Oldest match given up"
MEMORY_TAKEN = "Memory is empty now"
MEMORY_REFUSED = "Memory cannot be used"
UNDO_LOST = "Log lost: no undo"
PROGRAM_ERROR = "Error: we go on"
HOST_VERSION = "Host: update needed"
ASK_DIRECTOR = "Ask the director"
RECORD_NUMBER = "Record %d"
HASH_NEW_MATCH = "#: new match"
HASH_FREES = "# new  hold # frees"
FOREIGN = "Foreign log: hold #"
HASH_BEGINS = "#: begin the game"
HASH_RESUME = "#: clock goes on"
STAR_REJECT = "Button: yes    *: no"
BOTH_CONFIRM = "Both press: agreed"
ROLL_OPENING = "Opening: left, right"
ROLL_AGAIN = "Equal: roll again"
HINT_DOUBLED = "7 take  8 drop"
LOWER_STARTS = "Lower starts clock"
HINT_TURN = "7x2 9end 0stop *undo"
THROW_OPENING = "1-6: both throw"
THROW_AGAIN = "Equal: 1-6 again"
HINT_THROW = "1-6throw 7x2 9end 0"
SECOND_DIE = "Second die?  *: back"
STAR_BACK = "*: back"
HINT_ENTRY = "#: OK    *: back"
ASK_TAKE = "Take?\nyour button: yes"
ASK_DOUBLE = "Double?\nyour button: yes"
ASK_DROP = "Drop?\nyour button: yes"
ASK_KIND = "1 single 2 gammon\n3 backgammon"
ASK_WINNER = "Who won?\nwinner's button"
ASK_CONCEDER = "Who concedes?\nhis button"
ASK_REASON = "1concede 2claim 3fell\n4dispute 5TD 6break"
NO_UNDO = "Nothing to undo"
UNDO_OPENING = "Undo opening %d-%d"
UNDO_DICE = "Undo %d-%d %s"
UNDO_BY = "Undo %s %s"
UNDO = "Undo %s"
STANDING = "%d-%d to %d"
MONEY_STANDING = "%d-%d"
DOUBLES_TO = "%s doubles to %d"
DOUBLED_EARLY = "%s doubled early"
CRAWFORD = "Cr"
WAITING_FOR = "waiting for %s"
WAITING_FOR_BOTH = "waiting for both"
AGREED = "both agree"
FLAG = "FLAG"
WINS = "%s wins"
WON = "wins the match"
WELCOME = ("Table", "keeper")
STOPPED = ("STOPPED", "The program fails.", "The log is kept.", "Switch off and on,", "tell the director.")
LINKS = ("Host: no cable", "Host: calling", "Host: connected", "Host: sending")
STORAGES = (
    "Log: RAM only!",
    "Log: kept",
    "Log: nearly full",
    "Log: FULL",
    "Log: foreign!",
    "Log: volatile!",
)
STORAGE_SIGNS = ("RAM", "", "low", "FULL", "RAM", "RAM!")
SEATS = ("Left", "Right")
GAMES = ("Game %d to %d", "G%d to %d")
CRAWFORD_GAMES = ("G%d CRAWFORD to %d", "G%d Crawf. to %d", "G%d Cr to %d")
MONEY_GAMES = ("Game %d, no limit", "Game %d")
NEXT_GAMES = ("Next: game %d to %d", "Next: G%d to %d", "G%d to %d")
NEXT_CRAWFORD_GAMES = ("Next: CRAWFORD to %d", "CRAWFORD to %d", "Crawf. to %d")
PAUSES = (
    "Stopped: power cut",
    "Stopped: concession",
    "Stopped: claim",
    "Stopped: it fell",
    "Stopped: contested",
    "Stopped: director",
    "Stopped: break",
    "Stopped",
)
CLAIMS = ("%s +%d: drop", "%s +%d: single", "%s +%d: gammon", "%s +%d: backgammon", "%s: the match")
HOWS = ("", "conceded", "claimed", "forfeited", "on time")
ACTIONS = {
    records.PRESS: "press",
    records.DOUBLE: "double",
    records.TAKE: "take",
    records.DROP: "drop",
    records.RESULT: "result",
    records.CONFIRM: "yes",
    records.REJECT: "no",
    records.PAUSE: "stop",
    records.RESUME: "resume",
}
