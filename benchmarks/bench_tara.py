"""TARA: random games of every variant, each turn one of the legal ones, to the end and counted.

A figure is how many whole games are played in a second; a captured hill that changes hands again, or an
end that can't be one, is an illegal state. GAMES in the environment asks for
another number than the default, which is small because there are six variants.
"""

import os
import random
import time

from benchmarks.figure import Figure
from tablekeeper.games.tara.hills import BOARD
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.rules import FREE, LINKED, Rules
from tablekeeper.games.tara.score import score
from tablekeeper.games.tara.turn import CAPTURE

GAMES = int(os.environ.get("GAMES", "2000"))
SEED = 20_261_121
VARIANTS = {
    "singles, Level 1": Rules(),
    "singles, Level 2": Rules(level=2),
    "doubles, Level 1, free": Rules(4, opening=FREE),
    "doubles, Level 2, free": Rules(4, level=2, opening=FREE),
    "doubles, Level 1, linked": Rules(4, opening=LINKED),
    "doubles, Level 2, linked": Rules(4, level=2, opening=LINKED),
}


def run() -> list[Figure]:
    """Play GAMES random games of each variant."""
    found = []
    for label, rules in VARIANTS.items():
        chance = random.Random(SEED)
        turns = wrong = drawn = 0
        began = time.perf_counter()
        for game in range(GAMES):
            position = start(rules, game % rules.seats)
            captured = 0
            while not position.over:
                turn = chance.choice(position.turns())
                wrong += bool(turn.hill & captured)
                captured |= turn.hill if turn.kind == CAPTURE else 0
                position = position.play(turn)
                turns += 1
            wrong += not _stands(position)
            drawn += score(position).points == (1, 1)
        took = time.perf_counter() - began
        note = f"{GAMES:,} games, {turns / GAMES:.1f} turns each, {drawn} drawn, {wrong} illegal states"
        found.append(Figure(label, GAMES / took, "games/s", "", note))
    return found


def _stands(position: Position) -> bool:
    """Tell whether this can be an end: no hill twice; in singles a full board without a siege."""
    total = 0
    for forts in position.forts:
        if forts & total or forts & ~BOARD:
            return False
        total |= forts
    full = total == BOARD and not position.besieged(0) and not position.besieged(1)
    return full or position.rules.seats == 4
