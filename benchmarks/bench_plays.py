"""Legal plays: all distinct positions a roll can lead to, beside open_spiel's backgammon (C++).

Random games are played for both in turns; a figure is how many positions with their roll are answered in a
second, in the shortest of several rounds. In a batch they are answered by the tests' second generator
(numpy), which no part of the program needs.
"""

import random
import time

from benchmarks.figure import Figure, seconds
from tablekeeper.games.backgammon.board import START, View, other
from tablekeeper.games.backgammon.plays import Dice, legal_plays

POSITIONS = 20_000
ROUNDS = 5
SEED = 20_261_121


def run() -> list[Figure]:
    """Answer POSITIONS rolls of random games several times, in turns with open_spiel."""
    rounds = [(_one_by_one(), _open_spiel()) for _ in range(ROUNDS)]
    took = min(ours[0] for ours, _ in rounds)
    theirs = max(other for _, other in rounds)
    _, plays, rolls = rounds[0][0]
    reference = "open_spiel is not installed"
    if theirs:
        reference = f"{theirs:,.0f} /s open_spiel, {theirs * took / POSITIONS:.2f} times its time; 3 asked"
    return [
        Figure(
            "positions answered", POSITIONS / took, "/s", reference, f"{plays / POSITIONS:.1f} plays each"
        ),
        Figure("plays found", plays / took, "/s"),
        *_in_batches(rolls, plays, POSITIONS / took, theirs),
    ]


def _one_by_one() -> tuple[float, int, list[tuple[View, Dice]]]:
    """Play random games until POSITIONS rolls are answered; return the seconds, the plays and the rolls."""
    chance = random.Random(SEED)
    plays, took = 0, 0.0
    board, seat = START, 0
    rolls: list[tuple[View, Dice]] = []
    while len(rolls) < POSITIONS:
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        view = board.view(seat)
        began = time.perf_counter()
        found = legal_plays(view, *dice)
        took += time.perf_counter() - began
        rolls.append((view, dice))
        plays += len(found)
        board = board.after(seat, chance.choice(list(found)))
        seat = other(seat)
        if 15 in board.off:
            board = START
    return took, plays, rolls


def _in_batches(rolls: list[tuple[View, Dice]], plays: int, one_by_one: float, theirs: float) -> list[Figure]:
    """Answer the same rolls in one batch, and find the smallest batches that are ahead; figures are /s."""
    try:
        import numpy as np
    except ImportError:
        return []
    from tests.games.backgammon.manyrolls import many_plays

    views = np.array([view for view, _ in rolls], np.int8)
    dice = np.array([numbers for _, numbers in rolls])

    def speed(batch: int) -> float:
        """Return how many rolls are answered in a second by batches of this size, of up to 20 batches."""
        starts = range(0, min(len(rolls), 20 * batch), batch)
        took = seconds(lambda: [many_plays(views[at : at + batch], dice[at : at + batch]) for at in starts])
        return batch * len(starts) / took

    found = len(many_plays(views, dice)[0])
    if found != plays:
        raise AssertionError(f"{found} plays in a batch, {plays} one by one")
    whole = speed(len(rolls))
    beside = f"{theirs:,.0f} /s open_spiel, {theirs / whole:.2f} times its time" if theirs else ""
    ahead = [
        next((size for size in range(1, 1_000) if speed(size) > other), 0) for other in (one_by_one, theirs)
    ]
    return [
        Figure("positions answered in a batch", whole, "/s", beside, f"{len(rolls):,} in one call, numpy"),
        Figure("smallest batch ahead of one by one", ahead[0], "positions"),
        Figure("smallest batch ahead of open_spiel", ahead[1], "positions"),
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
