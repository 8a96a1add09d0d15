"""The paragraphs that the referee cites: the document, and words of the paragraph.

The regulations have no numbers, so a citation quotes their words. A test finds every citation.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.languages import _

REGULATIONS = _("regulations")
RULES = _("rules of backgammon")


@dataclass(frozen=True, slots=True)
class BackgammonParagraph:
    """A paragraph of the regulations (`REGULATIONS`) or of the rules page (`RULES`), by its words."""

    words: str
    book: str = REGULATIONS

    def __str__(self) -> str:
        return f'{self.book}: "{self.words}"'


# --- the play ---------------------------------------------------------------------------------------

REGULAR = BackgammonParagraph("All the moves have to be performed regularly")
FROM_THE_BAR = BackgammonParagraph("a checker from the bar should be played before moving any other checker")
BOTH_NUMBERS = BackgammonParagraph("If legally possible both numbers on dice must be played")
HIGHER_NUMBER = BackgammonParagraph("then the highest dice must be played")
FOUR_STEPS = BackgammonParagraph("doubles up to four", RULES)
BEARING_OFF = BackgammonParagraph("bearing off exact or from the highest point", RULES)
HIT_TO_THE_BAR = BackgammonParagraph("A hit checker must be placed on the bar")
REPLAYED = BackgammonParagraph("unless the opponent demand to replay an illegal move")

# --- the board --------------------------------------------------------------------------------------

START_POSITION = BackgammonParagraph("he may correct it before the fourth roll of the game")
NOT_FIFTEEN = BackgammonParagraph(
    "A player with a number of checkers different from 15 can lose gammon and backgammon"
)
KINDS_OF_GAME = BackgammonParagraph("single 1, gammon 2, backgammon 3, times cube", RULES)
NO_ROLL = BackgammonParagraph("the player is not required to roll the dice")
STILL_PRESSES = BackgammonParagraph("he still must continue to hit the clock to signify the end of the turn")
DOUBLE_FROM_THE_BAR = BackgammonParagraph("he may double against a close board with a man or more on the bar")

# --- the cube ---------------------------------------------------------------------------------------

OPPONENT_HAS_ENDED = BackgammonParagraph("A player can double only when the opponent concludes his turn")
BEFORE_THE_DICE = BackgammonParagraph("When it is the player's turn to throw dice, he may double")
PREMATURE_DOUBLE = BackgammonParagraph("A premature double stands and the opponent can move accordingly")
PREMATURE_ROLL = BackgammonParagraph("A premature roller cannot use the cube")
ONLY_LEGAL_DOUBLES = BackgammonParagraph("Only legal procedures shall be valid to double")
ACCEPTED = BackgammonParagraph("Once a player is doubled and accepts this double will be deemed valid")
CRAWFORD = BackgammonParagraph("the doubling cube will be out of play for one game")
AFTER_CRAWFORD = BackgammonParagraph("the cube may be normally turned from the first legal opportunity")
ANNULMENT = BackgammonParagraph("the right to invalidate all the doubles performed during that game")
WAITS_FOR_AN_ANSWER = BackgammonParagraph("He must wait his opponent's acceptation before rolling the dice")
TAKER_HOLDS_THE_CUBE = BackgammonParagraph(
    "A player who accepts a double must place the cube with appropriate value uppermost on his side"
)
NO_BEAVERS = BackgammonParagraph("Automatic double and beavers are not legal")
NO_JACOBY = BackgammonParagraph("The Jacoby rule does not apply")
DROPPED_VALUE = BackgammonParagraph("A drop scores the cube's value before the double", RULES)
OPENING = BackgammonParagraph("each rolls one die, the higher plays both", RULES)

ALL = tuple(value for value in list(globals().values()) if isinstance(value, BackgammonParagraph))
"""Every paragraph above, in order."""
