"""The texts of tara, in English.

Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table.
"""

from tablecore import records

ANOTHER_STARTS = "Another seat starts"
BATTLE_IS_ON = "BATTLE is on already"
BATTLE_FIRST = "BATTLE comes first"
TYPE_NUMBERS = "Type a number, then #"
NUMBER_RANGE = "From %d to %d"
STARTER_PRESSES = "Starter: your button"
HINT_MANOEUVRES = "7BATTLE 0stop *undo"
HINT_BATTLE = "8OUT 9end 0stop *undo"
ASK_OUT = "OUT? Your button"
ASK_CONCEDER = "I concede the match:\nmy button   *: back"
ASK_CLAIMER = "I claim the match:\nmy button   *: back"
BATTLE = "BATTLE"
OUT = "OUT"
LAST_TURNS = "LAST %d"
MANOEUVRES = "Manoeuvres"
CALLED_OUT = "OUT: %s"
STARTS = "%s starts"
ANYBODY_STARTS = "Who starts?"
DRAWN = "Drawn"
COUNT_TITLE = "Count, game %d"
STANDING = "%d-%d"
LEVEL_2 = " L2"
SEATS = ("South", "West", "North", "East")
SIDES = ("Red", "Blue")
COLUMNS = ("Kingdoms", "Hills")
GAMES = ("Game %d of %d", "G%d of %d")
UNDONE = {
    records.START: "start",
    records.BATTLE: "BATTLE",
    records.OUT: "OUT",
    records.COUNT: "count",
    records.TALLY: "numbers",
}
