"""The referee: plays judged with their sentence, lists of all legal plays as text, beside open_spiel, and
transcripts checked.

The plays are those that people try, two of three of them wrong; a figure is how many one core answers in
a second. open_spiel has no referee: held against it is its list of legal actions as text, on random games
of its own (it plays a double as two turns, so its lists are of other lengths).
"""

import random
import time

from benchmarks.figure import Figure, seconds
from tablekeeper.games.backgammon.board import START_VIEW, View, turned
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.plays import Dice, legal_plays
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.games.backgammon.referee import all_plays, judge, told
from tablekeeper.transcripts import shipped
from tests.games.backgammon.attempts import attempt

POSITIONS = 5_000
SEED = 20_261_121


def run() -> list[Figure]:
    """Judge a tried play of each position, and list all plays of each."""
    chance = random.Random(SEED)
    positions = _positions(chance)
    tried = [(view, dice, attempt(view, dice, chance)) for view, dice in positions]
    began = time.perf_counter()
    legal = sum(judge(view, dice, play).legal for view, dice, play in tried)
    judged = time.perf_counter() - began
    began = time.perf_counter()
    plays = 0
    for view, dice in positions:
        plays += len([told(play) for play, _ in all_plays(view, dice)])
    listed = time.perf_counter() - began
    theirs, their_plays = _open_spiel()
    reference = (
        f"{theirs:,.0f} /s open_spiel, {their_plays:.1f} each" if theirs else "open_spiel is not installed"
    )
    return [
        Figure("plays judged", POSITIONS / judged, "/s", "", f"{legal:,} legal, {POSITIONS - legal:,} not"),
        Figure("lists of plays", POSITIONS / listed, "/s", reference, f"{plays / POSITIONS:.1f} plays each"),
        Figure("plays written", plays / listed, "/s"),
        *_transcripts(),
    ]


def _transcripts() -> list[Figure]:
    """Read and check the transcripts that come with the program."""
    files = [(path.read_bytes(), path.name) for path in shipped()]
    matches = [match for file in files for match in read_transcript(*file)]
    rolls = sum(turn.action == "roll" for match in matches for game in match.games for turn in game.turns)
    reading = seconds(lambda: [read_transcript(*file) for file in files], 10)
    checking = seconds(lambda: [examine(match) for match in matches], 10)
    note = f"{len(matches)} matches, {rolls} rolls"
    return [
        Figure("rolls of transcripts read", rolls / reading, "/s", "", note),
        Figure("rolls of transcripts checked", rolls / checking, "/s", "", note),
    ]


def _positions(chance: random.Random) -> list[tuple[View, Dice]]:
    """Return positions of random play with their dice."""
    found: list[tuple[View, Dice]] = []
    view = START_VIEW
    while len(found) < POSITIONS:
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        found.append((view, dice))
        view = turned(chance.choice(list(legal_plays(view, *dice))))
        if not any(count < 0 for count in view) or not any(count > 0 for count in view):
            view = START_VIEW
    return found


def _open_spiel() -> tuple[float, float]:
    """Lists of legal actions as text that open_spiel gives in a second, and how long they are."""
    try:
        import pyspiel
    except ImportError:
        return 0.0, 0.0
    chance = random.Random(SEED)
    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    asked = plays = 0
    took = 0.0
    while asked < POSITIONS:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
        else:
            began = time.perf_counter()
            player = state.current_player()
            found = state.legal_actions()
            texts = [state.action_to_string(player, action) for action in found]
            took += time.perf_counter() - began
            asked += 1
            plays += len(texts)
            state.apply_action(chance.choice(found))
    return asked / took, plays / asked
