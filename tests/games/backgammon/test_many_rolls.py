"""The generator of one roll beside a second one, which answers many rolls at once on bit masks."""

import random
from importlib.util import find_spec

import pytest

from tablekeeper.games.backgammon.board import START_VIEW, View
from tablekeeper.games.backgammon.plays import Dice, legal_plays
from tests.games.backgammon.test_plays import ROLLS, slow_results, ways_to_positions
from tests.games.backgammon.test_plays_oracles import random_positions

if find_spec("numpy") is None:
    pytest.skip("numpy is not installed here (extra: oracles)", allow_module_level=True)

import numpy as np

from tests.games.backgammon.manyrolls import many_plays
from tests.nonempty import nonempty

#: rolls answered at once: the memory of a batch is about 2 kB for each
BATCH = 20_000


def answered(rolls: list[tuple[View, Dice]]) -> list[list[View]]:
    """Returns the positions of each roll in the order of the batch."""
    found: list[list[View]] = [[] for _ in rolls]
    for start in range(0, len(rolls), BATCH):
        views, dice = zip(*rolls[start : start + BATCH], strict=True)
        index, positions = many_plays(np.array(views, np.int8), np.array(dice))
        for roll, position in zip(index.tolist(), positions.tolist(), strict=True):
            found[start + roll].append(tuple(position))
    return found


def scattered_positions(number: int, seed: int) -> list[tuple[View, Dice]]:
    """Returns positions that no game needs to bring: few checkers or many, on bars, at home, blocked."""
    chance = random.Random(seed)
    found: list[tuple[View, Dice]] = []
    for _ in range(number):
        slots = [0] * 26
        reach = chance.choice([6, 6, 9, 24])
        for _ in range(chance.randint(1, chance.choice([2, 5, 15]))):
            slots[chance.randint(1, reach)] += 1
        for point in chance.sample(range(1, 25), chance.choice([0, 2, 6, 12])):
            if not slots[point]:
                slots[point] = -chance.randint(1, 3)
        slots[25] = chance.choice([0, 0, 0, 1, 2])
        slots[0] = -chance.choice([0, 0, 1])
        found.append((tuple(slots), chance.choice(ROLLS)))
    return found


@pytest.mark.parametrize("number", [10_000, pytest.param(500_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("positions", [random_positions, scattered_positions])
def test_both_generators_find_the_same(positions, number, record_property):
    rolls = positions(number, 12)
    plays = 0
    kinds = dict.fromkeys(("bar", "off", "hit", "double", "part", "none"), 0)
    for (view, dice), batch in zip(rolls, answered(rolls), strict=True):
        single = legal_plays(view, *dice)
        assert len(batch) == len(single), (view, dice)
        assert set(batch) == set(single), (view, dice)
        plays += len(batch)
        steps = next(iter(single.values()))
        kinds["bar"] += view[25] > 0
        kinds["off"] += any(not target for _, target, _ in steps)
        kinds["hit"] += any(position[0] < view[0] for position in batch)
        kinds["double"] += dice[0] == dice[1]
        kinds["part"] += 0 < len(steps) < (4 if dice[0] == dice[1] else 2)
        kinds["none"] += not steps
    # every kind of roll is among them
    assert min(kinds.values()) > number / 100, kinds
    told = ", ".join(f"{kind} {count:,}" for kind, count in kinds.items())
    record_property("figure", f"{number:,} rolls, {plays:,} plays; {told}")


@pytest.mark.parametrize("number", [1_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_a_slow_generator_finds_the_same(number):
    rolls = random_positions(number, 13) + scattered_positions(number, 14)
    for (view, dice), batch in nonempty(zip(rolls, answered(rolls), strict=True)):
        assert len(batch) == len(set(batch))
        assert set(batch) == slow_results(view, *dice), (view, dice)


def test_no_rolls_and_one_roll():
    index, positions = many_plays(np.zeros((0, 26), np.int8), np.zeros((0, 2), np.int64))
    assert (index.shape, positions.shape) == ((0,), (0, 26))
    assert set(answered([(START_VIEW, (3, 1))])[0]) == set(legal_plays(START_VIEW, 3, 1))


def test_the_order_of_the_dice_does_not_matter():
    rolls = scattered_positions(2_000, 15)
    assert answered(rolls) == answered([(view, (second, die)) for view, (die, second) in rolls])


@pytest.mark.parametrize(
    ("depth", "plays"), [(1, 202_782), pytest.param(2, 116_154_993, marks=pytest.mark.soak)]
)
def test_counts_from_the_start(depth, plays):
    """`plays` over all 21 rolls of one more turn than `depth`, each as often as its position comes up."""
    level = ways_to_positions(depth)
    views = np.array(list(level), np.int8)
    ways = np.array(list(level.values()))
    count = 0
    for dice in ROLLS:
        for start in range(0, len(views), BATCH):
            part = views[start : start + BATCH]
            index, _ = many_plays(part, np.tile(dice, (len(part), 1)))
            count += int(ways[start : start + BATCH][index].sum())
    assert count == plays
