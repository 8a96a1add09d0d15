"""What is pressed at the boards of these tests: a short evening of each kind of game."""

#: (key, ms after the one before it, ms held): seats are numbers, keypad keys their labels
TAP = 80
LONG = 1000
BACKGAMMON = (
    # five points, the first clock of the menu
    ("#", 900, TAP), ("1", 600, TAP), ("5", 700, TAP), ("#", 500, TAP), ("1", 800, TAP),
    # the opening twice, because the dice were equal; the lower roller starts the other's clock
    ("4", 1500, TAP), ("4", 400, TAP), ("6", 1300, TAP), ("3", 350, TAP), (1, 900, TAP),
    # a move, a throw, a throw taken back and entered right; both buttons at once end one turn
    (0, 14_000, TAP), ("5", 1200, TAP), ("2", 300, TAP), ("*", 2000, LONG), ("5", 1500, TAP), ("1", 300, TAP),
    (1, 6100, TAP), (0, 0, TAP),
    # double, take; another throw; a stop with its reason, and on
    ("7", 2500, TAP), (0, 400, TAP), ("7", 3000, TAP), (1, 500, TAP), ("6", 1500, TAP), ("6", 300, TAP),
    ("0", 700, TAP), ("3", 600, TAP), ("#", 5000, TAP), (0, 16_000, TAP),
    # the result: a gammon of the left seat, denied, said again, agreed
    ("9", 3000, TAP), ("2", 500, TAP), (0, 500, TAP), ("*", 2000, TAP), ("9", 1500, TAP), ("2", 400, TAP),
    (0, 500, TAP), (1, 1500, TAP),
    # the Crawford game: no cube; the right seat concedes, both agree, the match is over
    ("2", 3000, TAP), ("1", 400, TAP), (1, 900, TAP), ("7", 2000, TAP), (1, 600, TAP), ("0", 1500, TAP),
    ("1", 600, TAP), ("1", 600, TAP), (1, 700, TAP), (0, 2500, TAP),
)  # fmt: skip
#: what is played: its keys, and the kinds of records that have to come of them
EVENINGS = {
    # six seats whose flags count on, an undo and a stop; byo-yomi of two to its end; two dice, an undo, the
    # end; the same again, as last time
    "clocks and dice": (
        ("#", "4", "6", "0", "2", "5", "1", "#", "3", "#", "#", 0, 1, "3", 3, "5", "6", "hold", "6", "0", "3",
         "#", "9", "2", 0, 2, 3, "5", "6", "#", "4", "2", "0", "0", "1", "1", "1", "#", "2", "#", "9", "#",
         "#", 0, 1, "9", 1, 0, "#", "5", "2", "1", "3", "6", "1", "1", "hold", "5", "2", "9", "#", "#", "#",
         "4", "4"),
        "plain dicelog game press pause resume result confirm end undo dice",
    ),
    # a TripleAthlon with throws: GP with a throw that does not count, a turn without one, a stop and an
    # undo; other colours; 3T+ given up
    "races": (
        ("#", "2", "8", "2", "6", "8", "3", "3", "5", "2", "4", 1, "3", "7", "8", "6", 1, "2", "7", "7", "9",
         "0", "3", "#", "7", "hold", "#", "7", "9", "9", "4", "7", "2", "9", "5", "9", "7", 1, "*", "#", 0, 1,
         2, "7", "2", "3", "4", "5", "1", "6", 2, "4", "0", "1", "1", 1, 0, 2, "8", "6"),
        "race series game roll dice cancel pawn press pause resume reject confirm end undo result",
    ),
    # two players, level 1, 20 minutes: two games, each with BATTLE, both OUT, the count and both players'
    # yes; a turn taken back, a stop
    "TARA": (
        ("#", "3", "1", "1", "3", 0, 0, 1, 0, "hold", 0, 1, "7", 0, 1, 0, "0", "3", "#", "8", 1, "8", 0,
         "1", "0", "#", "2", "0", "#", "1", "2", "#", "2", "5", "#", 0, 1,
         "#", 1, 0, "7", 1, 0, "8", 1, "8", 0, "9", "#", "2", "1", "#", "9", "#", "2", "3", "#", 1, 0),
        "tara game start press battle out tally pause resume confirm end undo",
    ),
}  # fmt: skip


def timed(keys):
    """Return keys as (key, ms after the one before it, ms held); "hold" is `*` held."""
    return [("*", 700, LONG) if key == "hold" else (key, 1100, TAP) for key in keys]
