"""The texts every program shows, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

PRESS_HASH = "Press # to begin"
NO_SUCH_SEAT = "This seat is free"
CHOOSE_FIRST = "Choose by number"
PAUSED = "Paused: # goes on"
NOT_YOUR_TURN = "Not your turn"
BUTTON_FIRST = "A button, or * back"
TIME_IS_UP = "The flag has fallen"
OVERTIME = "Flag: overtime begins"
OTHER_CONFIRMS = "The other confirms"
NOTHING_HERE = "No meaning here"
MEMORY_FULL = "Log full: no dice"
BATTERY_LOW = "Battery is nearly out"
BATTERY_SIGN = "BAT"
LOADING = "Loading"
PROGRAM_ERROR = "Error: we go on"
HOST_VERSION = "Host: update needed"
ASK_DIRECTOR = "Ask the director"
WHERE_MENU = "Menu: # after a game"
SEAT = "Seat %d"
HASH_NEW_MATCH = "#: new match"
HASH_FREES = "# new  hold # frees"
FOREIGN = "hold # to ERASE it"
HASH_BEGINS = "#: begin the game"
HASH_RESUME = "#: clock goes on"
STAR_REJECT = "Button: yes    *: no"
REJECT_OF = "%s: button  *: no"
BOTH_CONFIRM = "Both press: agreed"
SECOND_DIE = "Second die?  *: back"
STAR_BACK = "*: back"
HASH_MORE = "#: more     *: back"
REASON_MORE = "8 more   #: resume"
HINT_ENTRY = "#: OK    *: back"
UNDO_ENTRY = "Undo this entry"
FLAG = "FLAG"
BECOMES = " +%d %d-%d"
STORAGE_SIGNS = ("RAM", "", "low", "FULL", "RAM", "RAM!")
SEATS = ("Left", "Right")
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
ENDINGS = ("%s wins", "%s wins: conceded", "%s wins: claimed", "%s wins: forfeit", "%s wins on time")
REASONS = (
    "1 I concede\n2 I claim the game\n3 die or checker fell",
    "4 we disagree\n5 call the director\n6 break",
)
