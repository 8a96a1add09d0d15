"""The texts of setup, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

RANGE = "From %d to %d"
UP = "up"
NO_CLOCK = "none"
MORE_LATER = "More is asked later"
HINT_MORE = "0: more    *: back"
MATCH_LABEL = "Bg %d: %s"
LENGTH_TITLE = "Points to win"
CLOCK_TITLE = "Clock, match to %d"
RACE_LABEL = "Race %s: %s"
CRAWFORD_TITLE = "Crawford game"
DICE_TITLE = "Dice"
METHOD_TITLE = "Your own clock"
MINUTES_TITLE = "Minutes each"
PER_POINT_TITLE = "These minutes are"
PLAYERS_TITLE = "Players"
SECONDS_TITLE = "Seconds each move"
CRAWFORD = ("with it", "without")
PLAYERS = ("one on each side", "pairs: consultation")
DICE = ("typed in, or not", "always typed in", "thrown by me", "not noted")
METHODS = ("no delay", "simple delay", "Bronstein", "Bronstein, begins +", "Fischer")
PER_POINT = ("for the match", "for each point")
RACE_TITLES = ("Rules", "Throws", "Order of the rules", "First the die-roll?", "Clock for each")
RACE_THROWS = ("not noted", "typed in", "thrown by me")
RACE_ROLL = ("no", "yes")
TARA_TITLES = ("TARA: players", "Level", "Clock for the match", "Doubles: opening", "OP0 when none higher")
TARA_PLAYERS = ("two: 2 games", "four: 4 games")
TARA_LEVELS = ("level 1", "level 2: OP")
TARA_OPENINGS = ("free", "linked")
TARA_OP0 = ("not built", "may be built")
TARA_LABELS = ("TARA 2: %s", "TARA 4: %s")
PLAIN_SEATS = ("one seat", "two seats", "three seats", "four seats", "five: also key 5", "six: keys 5 and 6")
FLAGS = ("ends the game", "time counts on")
RARE = ("byo-yomi", "Canadian", "hourglass")
PLAIN_TITLES = (
    "Clock: seats",
    "A fallen flag",
    "Clock",
    "Periods or moves",
    "Seconds per period",
    "Minutes per round",
)
PLAIN_LABEL = "Clk %d: %s"
DICELOG_DICE = ("one die", "two dice")
DICELOG_THROWN = ("typed in", "thrown by me")
DICELOG_LABELS = ("One die", "Two dice", "One die, thrown", "Two dice, thrown")
