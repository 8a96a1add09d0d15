"""The paragraphs that a referee cites: which book, and the words by which anybody finds the place.

The regulations have no numbers, so a citation names their own words; a test looks every one up.
"""

from __future__ import annotations

from dataclasses import dataclass

REGULATIONS = "regulations"
RULES = "rules of backgammon"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A place in the regulations (`REGULATIONS`) or in the rules page (`RULES`), by its words."""

    words: str
    book: str = REGULATIONS

    def __str__(self) -> str:
        return f'{self.book}: "{self.words}"'


# --- the play ---------------------------------------------------------------------------------------

REGULAR = Paragraph("All the moves have to be performed regularly")
FROM_THE_BAR = Paragraph("a checker from the bar should be played before moving any other checker")
BOTH_NUMBERS = Paragraph("If legally possible both numbers on dice must be played")
HIGHER_NUMBER = Paragraph("then the highest dice must be played")
FOUR_STEPS = Paragraph("doubles up to four", RULES)
BEARING_OFF = Paragraph("bearing off exact or from the highest point", RULES)
HIT_TO_THE_BAR = Paragraph("A hit checker must be placed on the bar")
REPLAYED = Paragraph("unless the opponent demand to replay an illegal move")

# --- the board --------------------------------------------------------------------------------------

START_POSITION = Paragraph("he may correct it before the fourth roll of the game")
NOT_FIFTEEN = Paragraph("A player with a number of checkers different from 15 can lose gammon and backgammon")
KINDS_OF_GAME = Paragraph("single 1, gammon 2, backgammon 3, times cube", RULES)
NO_ROLL = Paragraph("the player is not required to roll the dice")
STILL_PRESSES = Paragraph("he still must continue to hit the clock to signify the end of the turn")
DOUBLE_FROM_THE_BAR = Paragraph("he may double against a close board with a man or more on the bar")

# --- the cube ---------------------------------------------------------------------------------------

OPPONENT_HAS_ENDED = Paragraph("A player can double only when the opponent concludes his turn")
BEFORE_THE_DICE = Paragraph("When it is the player's turn to throw dice, he may double")
PREMATURE_DOUBLE = Paragraph("A premature double stands and the opponent can move accordingly")
PREMATURE_ROLL = Paragraph("A premature roller cannot use the cube")
ONLY_LEGAL_DOUBLES = Paragraph("Only legal procedures shall be valid to double")
ACCEPTED = Paragraph("Once a player is doubled and accepts this double will be deemed valid")
CRAWFORD = Paragraph("the doubling cube will be out of play for one game")
AFTER_CRAWFORD = Paragraph("the cube may be normally turned from the first legal opportunity")
ANNULMENT = Paragraph("the right to invalidate all the doubles performed during that game")
WAITS_FOR_AN_ANSWER = Paragraph("He must wait his opponent's acceptation before rolling the dice")
TAKER_HOLDS_THE_CUBE = Paragraph(
    "A player who accepts a double must place the cube with appropriate value uppermost on his side"
)
NO_BEAVERS = Paragraph("Automatic double and beavers are not legal")
NO_JACOBY = Paragraph("The Jacoby rule does not apply")
DROPPED_VALUE = Paragraph("A drop scores the cube's value before the double", RULES)
OPENING = Paragraph("each rolls one die, the higher plays both", RULES)

ALL = tuple(value for value in list(globals().values()) if isinstance(value, Paragraph))
"""Every paragraph above, in order."""
