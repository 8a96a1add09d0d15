"""Every paragraph of the regulation by number and short name, so that rules can cite what they follow.

The text itself (Regulations of backgammon tournaments) is not repeated here. A row has the paragraph's short
name, its first words (to find it in the text), and a summary in our words. The number of a row counts the
paragraphs that are not empty. docs/regulation.md says what the program does for each.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its number from 1, short name, opening words, and gist."""

    number: int
    name: str
    opening: str
    gist: str


_ROWS = (
    # The director
    ("discretion", "The tournament rules and procedures",
     "no set of rules takes the director's freedom of judgment"),
    ("committee", "The Tournament Director shall be",
     "a ruling committee of 3 to 5, shown in the rooms; who is in the dispute is substituted"),
    ("entries", "Inscriptions are approved by the",
     "the organisation accepts entries and need not explain itself"),
    ("languages", "The official tournament languages are",
     "two languages; no other one between players and spectators during a match"),
    ("dress", "It is required to dress", "proper dress, else no access"),
    # Places and times
    ("rooms", "All matches shall be played",
     "matches are played in the official rooms unless the director agrees"),
    ("seats", "Players must observe their seat", "the draw sheet assigns the seats"),
    ("precedence", "Matches of the Championship and", "Championship and Intermediate take precedence"),
    ("draw", "The board of the Main", "the Main is drawn at random"),
    ("byes", "Byes of the Progressive Consolation",
     "byes of the consolation go first to players without a bye in the Main"),
    ("late-entries", "On the tournament board, late",
     "late arrivals fill the free places in numerical order while the director keeps them open"),
    ("breaks", "In all 13 point matches",
     "two breaks of 10 minutes from 13 points, else one, between games; penalties when exceeded"),
    ("lateness", "It is the responsibility of",
     "1 point for every 5 minutes from the moment the director sets, out above half the length"),
    ("granted-hour", "In case of necessity, an", "an hour may be granted; penalty points start after it"),
    ("lateness-clock", "If clock is in use,",
     "with a clock in use the late player's clock is started instead"),
    ("leaving", "In any case, to prevent", "who leaves the rooms gets the director's consent first"),
    # Spectators
    ("silence", "It is permitted to watch", "spectators are silent, else they are sent away"),
    ("sent-away", "The tournament director can request",
     "the director may ask a spectator to leave, for a reason"),
    ("comments", "To draw attention to any",
     "no comments on plays; the offended player may ask for a sanction"),
    ("testimony", "Except flagrant cheating, a spectator",
     "a spectator testifies only when the director asks, flagrant cheating excepted"),
    ("addressing", "If a spectator wants to",
     "a spectator addresses a player with the opponent's permission, in a shared language"),
    ("signals", "Any indubitable signals between player",
     "signals: penalties up to disqualification without a prize, for both"),
    ("directions", "Direction of play, choice of",
     "direction, colours and seats stay for the match; dice decide a disagreement"),
    # Equipment
    ("equipment", "You must play with the", "equipment of the tournament, or approved by the director"),
    ("unauthorised", "If you accept to play", "other equipment is at the players' own responsibility"),
    ("precision-dice", "You must have at least", "at least two precision dice"),
    ("change-request", "A player may ask the",
     "a player may ask for other equipment from the next game, for a justified reason"),
    ("replacement", "The tournament director can also",
     "the director may replace defective equipment at any time"),
    ("tidy-table", "Disturbing and unnecessary objects have", "what disturbs is taken off the table"),
    ("phones", "Cellular phone must be turned",
     "no telephone, headset or recording without the opponent's permission"),
    ("no-help", "Any help is prohibited. It", "no help, and nothing is written but the score"),
    # Length, score and result
    ("agreed-length", "All matches will be played",
     "the stated length is played; agreeing on another one is penalised"),
    ("posted-length", "If, by mistake of both",
     "a match of a wrong length stands once it is posted; a warning, penalties on repeat"),
    ("wrong-length", "If the players realize that",
     "corrected while it goes on, unless the correct number is reached already"),
    ("score-sheets", "Each player shall keep a",
     "each keeps the score; where sheets differ the trailing player's is valid"),
    ("match-cards", "Match cards of the tournaments", "the tournament's match cards are used"),
    ("no-score", "Failure to keep score creates", "who keeps no score is presumed wrong"),
    ("missing-length", "If both players have a", "no length on either sheet: the stated one"),
    ("stated-length", "If both players realize that",
     "the sheet is corrected to the stated length; the loser reports, or the winner with the sheet"),
    ("mistaken-concession", "If a player inadvertently concedes",
     "a mistaken concession is valid once the winner is entered in the draw sheet"),
    ("scoreboard", "The use of flip over", "a flip-over scoreboard prevails over the sheets"),
    # Conduct and checkers
    ("settlements", "Any settlement or convention between",
     "no settlement: no game is replayed, cancelled or settled"),
    ("noise", "Noise, act or attitude which", "nothing that hinders the opponent's concentration"),
    ("view", "The player should never cover", "the board stays in view; who is not on turn touches nothing"),
    ("clear-moves", "The player should move the",
     "checkers are moved clearly, with one hand, from the bar first"),
    ("both-dice", "If legally possible both numbers", "both dice if possible, else the higher"),
    ("hits", "A hit checker must be", "a hit checker goes onto the bar"),
    ("borne-off", "Checkers born off must be", "borne-off checkers lie off the board, in view"),
    ("improper-moves", "Any moves not performed properly",
     "what was not performed properly may be ruled against in a dispute"),
    ("illegal-moves", "The director, if informed, will", "repeated illegal moves: a warning, then penalties"),
    ("end-of-turn", "Player concludes his turn by", "lifting the dice ends the turn"),
    ("start-position", "If a player notices a",
     "a wrong start is corrected before the fourth roll; other than 15 checkers still lose gammons"),
    ("pace", "Players must play at a", "a reasonable pace; the director may introduce a clock"),
    # The cube
    ("no-beavers", "Automatic double and beavers are", "no automatic doubles, no beavers"),
    ("no-jacoby", "When it is the player’s", "a double against a closed board is possible; no Jacoby rule"),
    ("crawford", "The Crawford rule (no cube)", "one game without the cube at match point"),
    ("centred-cube", "A centered cube shall be", "a centred cube counts 1"),
    ("cube-view", "The cube must always be", "the cube stays in view"),
    ("double-time", "A player can double only", "a double comes after the opponent has lifted the dice"),
    ("premature-double", "A premature double stands and", "a premature double stands"),
    ("offering", "A player who doubles must",
     "the cube is offered on the opponent's right; the answer comes before the roll"),
    ("taking", "A player who accepts a", "the cube taken lies on the taker's side"),
    ("taken", "Once a player is doubled", "an accepted double is valid"),
    ("dropping", "A player who refuses a", "a refused cube goes to the centre"),
    ("irregular-cube", "Only legal procedures shall be", "other ways of doubling are null and void"),
    ("crawford-cube", "During the Crawford game the",
     "doubles of the Crawford game may be annulled until it ends"),
    # Dice
    ("approved-dice", "Only dice approved by the", "only approved dice"),
    ("dice-set", "At the beginning of the", "a set of four dice for a match"),
    ("dice-change", "Once a match is in", "dice change only by the director's decision"),
    ("new-dice", "The tournament director has the", "the director may introduce new dice at any time"),
    ("dice-choice", "At the beginning of the", "the dice are chosen in turn; a draw says who begins"),
    ("dice-view", "Cups and dice must be", "cups and dice in view; rolled on the right"),
    ("cocked", "Cocked dice must be re-rolled.",
     "cocked dice are rolled again; who changes what is disputed is presumed wrong"),
    ("mixing", "At any starting game a", "before a game a player may have the dice mixed"),
    ("interference", "None or nothing must interfere", "nothing stops or controls the dice"),
    ("shaking", "Before rolling both dice must",
     "both dice in the cup, shaken, rolled together from a height"),
    ("premature-roll", "A player concludes his move",
     "a premature roll stands; the opponent may act knowing it"),
    ("premature-roller", "A premature roller cannot use",
     "a premature roller has no cube and plays those dice"),
    ("violations", "All violations of aforesaid rules", "violations of these rules are sanctioned"),
    # Rulings
    ("behaviour", "Any infringement by a player",
     "a breach of behaviour may mean disqualification and exclusion at once"),
    ("dispute", "When a dispute arises the",
     "the director is called and everything stays as it is; who changes it is presumed wrong"),
    ("referee", "The tournament director on his", "a neutral referee may be appointed, with full powers"),
    ("adjudication", "The tournament director has the", "the director may call the committee together"),
    ("appeals", "A player may appeal a",
     "an appeal at once; director and at least two members, both players heard, by majority"),
    ("video", "A match may be videotaped", "a video on the director's decision; who refuses forfeits"),
    # The clock
    ("clock-required", "On his own initiative or", "the director may require a clock"),
    ("clock-introduced", "The clock can be introduced", "at the beginning of a game or within one"),
    ("clock-check", "A player can request any",
     "a clock may be checked; a faulty one is changed, and harm may be made good"),
    ("bronstein", "You may play with the", "time per point and a delay per move"),
    ("effective-time", "The effective time will in", "the director states the times of the event"),
    ("flag", "If a player completely ends", "who runs out of time loses the match"),
    ("clock-average", "If the clock is issued",
     "introduced within a match: by the average of the points needed"),
    ("clock-missing", "If the tournament director notices",
     "no clock where one is required, or a wrong setting: penalties for both"),
    ("clock-dice", "Players share one pair of", "one shared pair of a set of four"),
    ("clock-mixing", "Either player may demand a", "the dice may be mixed before a game"),
    ("clock-side", "A random draw can be", "the clock stands on the side of the bear-off"),
    ("clock-opening", "At the start of each", "each rolls a die; the lower one starts the other's time"),
    ("clock-press", "A player signals the end", "pressing ends the turn; the dice stay"),
    ("clock-illegal", "If a player presses the", "pressing without rolling or playing is an illegal move"),
    ("clock-dice-rest", "Dice cannot be touched before",
     "the dice rest until the opponent's move is complete"),
    ("closed-board", "If a player is against", "against a closed board:"),
    ("closed-presses", "– the opponent can hit", "the opponent presses at each move"),
    ("closed-waits", "– the player is not", "the player need not roll but presses, and may double"),
    ("clock-double", "A player who wants to", "to double: cube, then press"),
    ("clock-take", "A player who wants to", "to take: cube, then press"),
    ("clock-drop", "A player who wants to", "to drop: cube to the centre, clock centred"),
    # Centring the clock
    ("conceding", "Conceding a game", "heading"),
    ("concession", "A player may offer to",
     "offered after the turn with the clock centred; the maximum cannot be refused"),
    ("claiming", "Claiming a game", "heading"),
    ("claim", "After completing his turn, a", "a certain game is claimed with the clock centred"),
    ("claim-checked", "The opponent has to verify", "the opponent verifies the claim"),
    ("stopping", "Stopping the clock", "heading"),
    ("stop-reasons", "A player can stop the", "the clock may be stopped for these reasons:"),
    ("stop-concession", "– make a proposal of", "to offer a concession"),
    ("stop-fallen", "– to retrieve a fallen", "to fetch a fallen die or checker"),
    ("stop-contest", "– to contest an opponent’s", "to contest an action without losing time"),
    ("stop-director", "– to summon the tournament", "to call the director"),
    ("stop-break", "– to announce the intention", "to take a break"),
    # Swing
    ("swing", "Swing is a contest in", "all start with the same points, until one has them all"),
    ("swing-goes-on", "• as long as a", "who has chips plays on"),
    ("swing-draw", "• players will be randomly", "random pairings of single games"),
    ("swing-stake", "• each game will start", "the stake of a game stands while it is played"),
    ("swing-all-in", "• when a game starts,", "who has less plays all-in"),
    ("swing-raise", "• the CPP will be", "the stake is raised"),
    # Couples
    ("couples", "The players register already in", "couples enter as player 1 and player 2"),
    ("encounters", "Each encounter between couples takes", "an encounter has three phases:"),
    ("phase-1", "1. Player 1 of couple", "each 1 against the other couple's 2"),
    ("phase-2", "2. Couple A plays against", "couple against couple, consulting"),
    ("phase-3", "3. Player 1 of couple", "1 against 1, 2 against 2"),
)  # fmt: skip

PARAGRAPHS = tuple(Paragraph(number, *row) for number, row in enumerate(_ROWS, 1))
BY_NAME = {one.name: one for one in PARAGRAPHS}


def cited(names: tuple[str, ...]) -> str:
    """Return paragraphs as a sentence cites them.

    >>> cited(("lateness", "discretion"))
    '§13 lateness, §1 discretion'
    """
    return ", ".join(f"§{BY_NAME[name].number} {name}" for name in names)
