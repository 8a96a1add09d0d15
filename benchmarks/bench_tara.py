"""TARA: random games of every variant, each turn one of the legal ones, to the end and counted.

A figure is how many whole games are played, checked and counted in a second. Checked is every state: no
hill twice, nobody besieged in Manoeuvres, no OP2 at the start of Battle (in singles and with linked
openings), no captured hill that changes hands again or stands without a link; and every end: in singles a
full board without a siege, a full board never level on territory, kingdoms and points as a second count has
them. GAMES in the environment asks for another number than the default, which is small because there are
six variants.
"""

import os
import random
import time
from dataclasses import dataclass

from benchmarks.figure import Figure
from tablekeeper.games.tara.hills import BOARD, HILLS, by_count, touching
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.score import score
from tablekeeper.games.tara.turn import CAPTURE

GAMES = int(os.environ.get("GAMES", "2000"))
SEED = 20_261_121
VARIANTS = {
    "singles, Level 1": TaraRules(),
    "singles, Level 2": TaraRules(level=2),
    "doubles, Level 1, free": TaraRules(4, opening=FREE),
    "doubles, Level 2, free": TaraRules(4, level=2, opening=FREE),
    "doubles, Level 1, linked": TaraRules(4, opening=LINKED),
    "doubles, Level 2, linked": TaraRules(4, level=2, opening=LINKED),
}
#: every pair of adjacent hills, once
BRIDGES = tuple(
    one | other for one in HILLS.values() for other in HILLS.values() if one < other and touching(one) & other
)


@dataclass(slots=True)
class Tally:
    """What the games of a variant came to."""

    turns: int = 0
    captures: int = 0
    skipped: int = 0
    drawn: int = 0
    unfilled: int = 0
    wrong: int = 0


def run() -> list[Figure]:
    """Play GAMES random games of each variant."""
    found = []
    for label, rules in VARIANTS.items():
        chance = random.Random(SEED)
        tally = Tally()
        began = time.perf_counter()
        for game in range(GAMES):
            _play(start(rules, game % rules.seats), chance, tally)
        took = time.perf_counter() - began
        each = f"{tally.turns / GAMES:.1f} turns and {tally.captures / GAMES:.2f} captures each"
        note = (
            f"{GAMES:,} games, {each}, {tally.skipped:,} turns skipped, "
            f"{tally.unfilled:,} boards not filled, {tally.drawn:,} drawn, "
            f"{tally.wrong} illegal states"
        )
        found.append(Figure(label, GAMES / took, "games/s", "0 illegal states asked", note))
    return found


def _play(position: Position, chance: random.Random, tally: Tally) -> None:
    rules = position.rules
    spread = rules.seats == 2 or rules.opening == LINKED
    captured = 0
    while not position.over:
        turn = chance.choice(position.turns())
        side = position.turn & 1
        if not position.battle:
            tally.wrong += bool(position.besieged(0) | position.besieged(1))
            if spread and turn.announces:
                tally.wrong += any(by_count(position.colour(one))[1:] != (0, 0, 0) for one in (0, 1))
        tally.wrong += bool(turn.hill & captured)
        position = position.play(turn)
        if turn.kind == CAPTURE:
            captured |= turn.hill
            tally.captures += 1
            tally.wrong += not touching(turn.hill) & position.colour(side)
        tally.skipped += not turn.hill
        tally.turns += 1
        red, blue = position.colour(0), position.colour(1)
        tally.wrong += bool(red & blue or (red | blue) & ~BOARD)
    tally.wrong += not _ends(position)
    tally.unfilled += bool(position.vacant())
    tally.drawn += score(position).points == (1, 1)


def _ends(position: Position) -> bool:
    """Tell whether this can be an end, and is counted as a second count has it."""
    sides = position.colour(0), position.colour(1)
    counted = score(position)
    kingdoms = _kingdoms(sides[0]), _kingdoms(sides[1])
    territory = sides[0].bit_count(), sides[1].bit_count()
    if (counted.kingdoms, counted.territory) != (kingdoms, territory):
        return False
    fewer, more = kingdoms[1] - kingdoms[0], territory[0] - territory[1]
    worth = 2 + (abs(fewer) or abs(more))
    red_wins = fewer > 0 or (fewer == 0 and more > 0)
    level = fewer == more == 0
    if counted.points != ((1, 1) if level else (worth, 0) if red_wins else (0, worth)):
        return False
    if position.vacant():
        # in doubles only: nobody who still has a turn can move
        return position.rules.seats == 4
    if position.left is not None:
        # a siege closed by one of the last turns may stand
        return more != 0
    return more != 0 and not position.besieged(0) and not position.besieged(1)


def _kingdoms(forts: int) -> int:
    """Count the groups of a set of hills: one less with each bridge between two of them."""
    home = {hill: hill for hill in HILLS.values() if hill & forts}
    groups = len(home)
    for bridge in BRIDGES:
        if bridge & forts == bridge:
            ends = [bridge & -bridge, bridge & (bridge - 1)]
            for place, hill in enumerate(ends):
                while home[hill] != hill:
                    hill = home[hill]
                ends[place] = hill
            if ends[0] != ends[1]:
                home[ends[0]] = ends[1]
                groups -= 1
    return groups
