"""Every paragraph of the regulation by number and short name, for citations.

The text itself (Regulations of backgammon tournaments) is not repeated here. A row has the paragraph's short
name, its first words (to find it in the text), and a summary in our words. Numbers count the paragraphs that
are not empty. docs/regulation.md lists what the program does for each.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.languages import _, irregular, joined


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its number from 1, short name, first words, and summary."""

    number: int
    name: str
    opening: str
    gist: str


_ROWS = (
    # The director
    ("discretion", "The tournament rules and procedures",
     _("no set of rules limits the director's freedom of judgment")),
    ("committee", "The Tournament Director shall be",
     _("a ruling committee of 3 to 5, shown in the rooms; members who are part of the dispute are replaced")),
    ("entries", "Inscriptions are approved by the",
     _("the organisation accepts entries and need not explain itself")),
    ("languages", "The official tournament languages are",
     _("two languages; no other one between players and spectators during a match")),
    ("dress", "It is required to dress", _("proper dress, else no access")),
    # Places and times
    ("rooms", "All matches shall be played",
     _("matches are played in the official rooms unless the director agrees")),
    ("seats", "Players must observe their seat", _("the draw sheet assigns the seats")),
    ("precedence", "Matches of the Championship and", _("Championship and Intermediate take precedence")),
    ("draw", "The board of the Main", _("the Main is drawn at random")),
    ("byes", "Byes of the Progressive Consolation",
     _("byes of the consolation go first to players without a bye in the Main")),
    ("late-entries", "On the tournament board, late",
     _("late arrivals fill the free places in numerical order while the director keeps them open")),
    ("breaks", "In all 13 point matches",
     _("two breaks of 10 minutes from 13 points, else one, between games; penalties when exceeded")),
    ("lateness", "It is the responsibility of",
     _("1 point for every 5 minutes from the moment the director sets, out above half the length")),
    ("granted-hour", "In case of necessity, an", _("an hour may be granted; penalty points start after it")),
    ("lateness-clock", "If clock is in use,",
     _("with a clock in use the late player's clock is started instead")),
    ("leaving", "In any case, to prevent",
     _("players ask for the director's consent before they leave the rooms")),
    # Spectators
    ("silence", "It is permitted to watch", _("spectators are silent, else they are sent away")),
    ("sent-away", "The tournament director can request",
     _("the director may ask a spectator to leave, for a reason")),
    ("comments", "To draw attention to any",
     _("no comments on plays; the offended player may ask for a sanction")),
    ("testimony", "Except flagrant cheating, a spectator",
     _("a spectator testifies only when the director asks, flagrant cheating excepted")),
    ("addressing", "If a spectator wants to",
     _("a spectator addresses a player with the opponent's permission, in a shared language")),
    ("signals", "Any indubitable signals between player",
     _("signals: penalties up to disqualification without a prize, for both")),
    ("directions", "Direction of play, choice of",
     _("direction, colours and seats stay for the match; dice decide a disagreement")),
    # Equipment
    ("equipment", "You must play with the", _("equipment of the tournament, or approved by the director")),
    ("unauthorised", "If you accept to play", _("players who use other equipment are responsible for it")),
    ("precision-dice", "You must have at least", _("at least two precision dice")),
    ("change-request", "A player may ask the",
     _("a player may ask for other equipment from the next game, for a justified reason")),
    ("replacement", "The tournament director can also",
     _("the director may replace defective equipment at any time")),
    ("tidy-table", "Disturbing and unnecessary objects have",
     _("things that disturb are taken off the table")),
    ("phones", "Cellular phone must be turned",
     _("no telephone, headset or recording without the opponent's permission")),
    ("no-help", "Any help is prohibited. It", _("no help, and nothing is written but the score")),
    # Length, score and result
    ("agreed-length", "All matches will be played",
     _("the stated length is played; agreeing on another one is penalised")),
    ("posted-length", "If, by mistake of both",
     _("a match of a wrong length stands once it is posted; a warning, penalties on repeat")),
    ("wrong-length", "If the players realize that",
     _("corrected while it goes on, unless the correct number is reached already")),
    ("score-sheets", "Each player shall keep a",
     _("each keeps the score; where sheets differ the trailing player's is valid")),
    ("match-cards", "Match cards of the tournaments", _("the tournament's match cards are used")),
    ("no-score", "Failure to keep score creates", _("a player who keeps no score is presumed wrong")),
    ("missing-length", "If both players have a", _("no length on either sheet: the stated one")),
    ("stated-length", "If both players realize that",
     _("the sheet is corrected to the stated length; the loser reports, or the winner with the sheet")),
    ("mistaken-concession", "If a player inadvertently concedes",
     _("a mistaken concession is valid once the winner is entered in the draw sheet")),
    ("scoreboard", "The use of flip over", _("a flip-over scoreboard prevails over the sheets")),
    # Conduct and checkers
    ("settlements", "Any settlement or convention between",
     _("no settlement: no game is replayed, cancelled or settled")),
    ("noise", "Noise, act or attitude which", _("nothing that hinders the opponent's concentration")),
    ("view", "The player should never cover", _(
        "the board stays in view; who is not on turn touches nothing")),
    ("clear-moves", "The player should move the",
     _("checkers are moved clearly, with one hand, from the bar first")),
    ("both-dice", "If legally possible both numbers", _("both dice if possible, else the higher")),
    ("hits", "A hit checker must be", _("a hit checker goes onto the bar")),
    ("borne-off", "Checkers born off must be", _("borne-off checkers lie off the board, in view")),
    ("improper-moves", "Any moves not performed properly",
     _("actions that were not carried out properly may be ruled against in a dispute")),
    ("illegal-moves", "The director, if informed, will", _(
        "repeated illegal moves: a warning, then penalties")),
    ("end-of-turn", "Player concludes his turn by", _("lifting the dice ends the turn")),
    ("start-position", "If a player notices a",
     _("a wrong start is corrected before the fourth roll; other than 15 checkers still lose gammons")),
    ("pace", "Players must play at a", _("a reasonable pace; the director may introduce a clock")),
    # The cube
    ("no-beavers", "Automatic double and beavers are", _("no automatic doubles, no beavers")),
    ("no-jacoby", "When it is the player’s", _(
        "a double against a closed board is possible; no Jacoby rule")),
    ("crawford", "The Crawford rule (no cube)", _("one game without the cube at match point")),
    ("centred-cube", "A centered cube shall be", _("a centred cube counts 1")),
    ("cube-view", "The cube must always be", _("the cube stays in view")),
    ("double-time", "A player can double only", _("a double comes after the opponent has lifted the dice")),
    ("premature-double", "A premature double stands and", _("a premature double stands")),
    ("offering", "A player who doubles must",
     _("the cube is offered on the opponent's right; the answer comes before the roll")),
    ("taking", "A player who accepts a", _("the cube taken lies on the taker's side")),
    ("taken", "Once a player is doubled", _("an accepted double is valid")),
    ("dropping", "A player who refuses a", _("a refused cube goes to the centre")),
    ("irregular-cube", "Only legal procedures shall be", _("other ways of doubling are null and void")),
    ("crawford-cube", "During the Crawford game the",
     _("doubles of the Crawford game may be annulled until it ends")),
    # Dice
    ("approved-dice", "Only dice approved by the", _("only approved dice")),
    ("dice-set", "At the beginning of the", _("a set of four dice for a match")),
    ("dice-change", "Once a match is in", _("dice change only by the director's decision")),
    ("new-dice", "The tournament director has the", _("the director may introduce new dice at any time")),
    ("dice-choice", "At the beginning of the", _("the dice are chosen in turn; a draw says who begins")),
    ("dice-view", "Cups and dice must be", _("cups and dice in view; rolled on the right")),
    ("cocked", "Cocked dice must be re-rolled.",
     _("cocked dice are rolled again; a player who changes what is disputed is presumed wrong")),
    ("mixing", "At any starting game a", _("before a game a player may have the dice mixed")),
    ("interference", "None or nothing must interfere", _("nothing stops or controls the dice")),
    ("shaking", "Before rolling both dice must",
     _("both dice in the cup, shaken, rolled together from a height")),
    ("premature-roll", "A player concludes his move",
     _("a premature roll stands; the opponent may act knowing it")),
    ("premature-roller", "A premature roller cannot use",
     _("a player who rolls too early cannot double and plays those dice")),
    ("violations", "All violations of aforesaid rules", _("violations of these rules are sanctioned")),
    # Rulings
    ("behaviour", "Any infringement by a player",
     _("a breach of behaviour may mean disqualification and exclusion at once")),
    ("dispute", "When a dispute arises the",
     _("the director is called and everything stays as it is; a player who changes it is presumed wrong")),
    ("referee", "The tournament director on his", _("a neutral referee may be appointed, with full powers")),
    ("adjudication", "The tournament director has the", _("the director may call the committee together")),
    ("appeals", "A player may appeal a",
     _("an appeal at once; director and at least two members, both players heard, by majority")),
    ("video", "A match may be videotaped",
     _("a video on the director's decision; a player who refuses forfeits")),
    # The clock
    ("clock-required", "On his own initiative or", _("the director may require a clock")),
    ("clock-introduced", "The clock can be introduced", _("at the beginning of a game or within one")),
    ("clock-check", "A player can request any",
     _("a clock may be checked; a faulty one is changed, and harm may be made good")),
    ("bronstein", "You may play with the", _("time per point and a delay per move")),
    ("effective-time", "The effective time will in", _("the director states the times of the event")),
    ("flag", "If a player completely ends", _("who runs out of time loses the match")),
    ("clock-average", "If the clock is issued",
     _("introduced within a match: by the average of the points needed")),
    ("clock-missing", "If the tournament director notices",
     _("no clock where one is required, or a wrong setting: penalties for both")),
    ("clock-dice", "Players share one pair of", _("one shared pair of a set of four")),
    ("clock-mixing", "Either player may demand a", _("the dice may be mixed before a game")),
    ("clock-side", "A random draw can be", _("the clock stands on the side of the bear-off")),
    ("clock-opening", "At the start of each", _("each rolls a die; the lower one starts the other's time")),
    ("clock-press", "A player signals the end", _("pressing ends the turn; the dice stay")),
    ("clock-illegal", "If a player presses the", _("pressing without rolling or playing is an illegal move")),
    ("clock-dice-rest", "Dice cannot be touched before",
     _("the dice rest until the opponent's move is complete")),
    ("closed-board", "If a player is against", _("against a closed board:")),
    ("closed-presses", "– the opponent can hit", _("the opponent presses at each move")),
    ("closed-waits", "– the player is not", _("the player need not roll but presses, and may double")),
    ("clock-double", "A player who wants to", _("to double: cube, then press")),
    ("clock-take", "A player who wants to", _("to take: cube, then press")),
    ("clock-drop", "A player who wants to", _("to drop: cube to the centre, clock centred")),
    # Centring the clock
    ("conceding", "Conceding a game", _("heading")),
    ("concession", "A player may offer to",
     _("offered after the turn with the clock centred; the maximum cannot be refused")),
    ("claiming", "Claiming a game", _("heading")),
    ("claim", "After completing his turn, a", _("a certain game is claimed with the clock centred")),
    ("claim-checked", "The opponent has to verify", _("the opponent verifies the claim")),
    ("stopping", "Stopping the clock", _("heading")),
    ("stop-reasons", "A player can stop the", _("the clock may be stopped for these reasons:")),
    ("stop-concession", "– make a proposal of", _("to offer a concession")),
    ("stop-fallen", "– to retrieve a fallen", _("to fetch a fallen die or checker")),
    ("stop-contest", "– to contest an opponent’s", _("to contest an action without losing time")),
    ("stop-director", "– to summon the tournament", _("to call the director")),
    ("stop-break", "– to announce the intention", _("to take a break")),
    # Swing
    ("swing", "Swing is a contest in", _("all start with the same points, until one has them all")),
    ("swing-goes-on", "• as long as a", _("who has chips plays on")),
    ("swing-draw", "• players will be randomly", _("random pairings of single games")),
    ("swing-stake", "• each game will start", _("the stake of a game stands while it is played")),
    ("swing-all-in", "• when a game starts,", _("a player who has less plays all-in")),
    ("swing-raise", "• the CPP will be", _("the stake is raised")),
    # Couples
    ("couples", "The players register already in", _("couples enter as player 1 and player 2")),
    ("encounters", "Each encounter between couples takes", _("an encounter has three phases:")),
    ("phase-1", "1. Player 1 of couple", _("each 1 against the other couple's 2")),
    ("phase-2", "2. Couple A plays against", _("couple against couple, consulting")),
    ("phase-3", "3. Player 1 of couple", _("1 against 1, 2 against 2")),
)  # fmt: skip

PARAGRAPHS = tuple(Paragraph(number, *row) for number, row in enumerate(_ROWS, 1))
BY_NAME = {one.name: one for one in PARAGRAPHS}


def cited(names: tuple[str, ...]) -> str:
    """Return paragraphs in the form of a citation in a sentence.

    >>> cited(("lateness", "discretion"))
    '§13 lateness, §1 discretion'
    """
    # short names are English words of our files, so other languages show only the number
    return joined(
        irregular(f"§{BY_NAME[name].number} {name}", "§%(number)s", number=BY_NAME[name].number)
        for name in names
    )
