"""Legal plays: all distinct positions a roll can lead to, beside open_spiel's backgammon (C++).

The same random games are played for both; a figure is how many positions with their roll are
answered in a second.
"""

import random
import time

from benchmarks.figure import Figure
from tablekeeper.games.backgammon.board import START, other
from tablekeeper.games.backgammon.plays import legal_plays

POSITIONS = 20_000
SEED = 20_261_121


def run() -> list[Figure]:
    """Play random games until POSITIONS rolls have been answered."""
    chance = random.Random(SEED)
    asked = 0
    plays = 0
    took = 0.0
    board, seat = START, 0
    while asked < POSITIONS:
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        view = board.view(seat)
        began = time.perf_counter()
        found = legal_plays(view, *dice)
        took += time.perf_counter() - began
        asked += 1
        plays += len(found)
        board = board.after(seat, chance.choice(list(found)))
        seat = other(seat)
        if 15 in board.off:
            board = START
    theirs = _open_spiel()
    reference = "open_spiel is not installed"
    if theirs:
        reference = f"{theirs:,.0f} /s open_spiel, {theirs * took / POSITIONS:.2f} times its time"
    return [
        Figure("positions answered", POSITIONS / took, "/s", reference, f"{plays / asked:.1f} plays each"),
        Figure("plays found", plays / took, "/s"),
    ]


def _open_spiel() -> float:
    """Positions a second of open_spiel's generator, on random games of its own."""
    try:
        import pyspiel
    except ImportError:
        return 0.0
    chance = random.Random(SEED)
    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    asked = 0
    took = 0.0
    while asked < POSITIONS:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
            state.apply_action(chance.choice(actions))
        else:
            began = time.perf_counter()
            found = state.legal_actions()
            took += time.perf_counter() - began
            asked += 1
            state.apply_action(chance.choice(found))
    return asked / took
