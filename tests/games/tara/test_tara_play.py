"""TARA against the board of the audit: counts from the start, random games, what holds in all of them."""

import random
from itertools import combinations

import pytest

from tablekeeper.audit.tara_board import AuditedBoard, apart
from tablekeeper.games.tara import hills
from tablekeeper.games.tara.game import positions
from tablekeeper.games.tara.hills import HILLS, NAMES, by_count, knights, names, too_near, touching
from tablekeeper.games.tara.position import start
from tablekeeper.games.tara.refusal import refusal, why_not
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.games.tara.score import score
from tablekeeper.games.tara.turn import Turn, read_turn
from tests.nonempty import nonempty

VARIANTS = [
    (2, 1, "free", False),
    (2, 2, "free", False),
    (2, 2, "free", True),
    (4, 1, "free", False),
    (4, 1, "linked", False),
    (4, 2, "free", False),
    (4, 2, "linked", False),
    (4, 2, "free", True),
    (4, 2, "linked", True),
]
NAMED = ["-".join(str(one) for one in variant) for variant in VARIANTS]


def test_the_board():
    assert len(NAMES) == 45
    pairs = [pair for pair in combinations(NAMES, 2) if HILLS[pair[1]] & touching(HILLS[pair[0]])]
    assert len(pairs) == 76
    counts = {name: touching(HILLS[name]).bit_count() for name in NAMES}
    assert [list(counts.values()).count(number) for number in (4, 3, 2)] == [25, 12, 8]
    assert {name for name, count in counts.items() if count == 2} == set("A2 B1 A6 B7 F1 G2 F7 G6".split())
    assert {"C5", "D4", "C1"} & set(names(knights(HILLS["B3"]))) == {"C1", "C5", "D4"}


@pytest.mark.parametrize("hill", NAMES)
def test_offsets(hill):
    for function, wanted in ((touching, [(1, 0)]), (knights, [(2, 1)]), (too_near, [(1, 0), (1, 1), (2, 0)])):
        assert set(names(function(HILLS[hill]))) == {
            other for other in NAMES if apart(hill, other) in wanted
        }


def test_counting_neighbours():
    chance = random.Random(3)
    for _ in range(50):
        some = set(chance.sample(NAMES, chance.randint(0, 45)))
        counts = by_count(sum(HILLS[name] for name in some))
        for name in nonempty(NAMES):
            near = sum(1 for other in names(touching(HILLS[name])) if other in some)
            assert [place + 1 for place in range(4) if HILLS[name] & counts[place]] == (
                [near] if near else []
            )


def perft(position, depth):
    found = position.turns()
    return len(found) if depth == 1 else sum(perft(position.play(turn), depth - 1) for turn in found)


def leaves(board, depth):
    """Return how many sequences of `depth` turns the audit's board has."""
    turns = board.turns()
    if depth == 1:
        return len(turns)
    total = 0
    for text in turns:
        after = board.copy()
        after.play(text)
        total += leaves(after, depth - 1)
    return total


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_counts_from_the_start(variant):
    for depth in (1, 2):
        assert perft(start(TaraRules(*variant)), depth) == leaves(AuditedBoard(*variant, 0), depth)


#: turns of depth three: two players, two partnerships with a free and with a linked opening
DEPTH_THREE = {(2, "free"): 9632, (4, "free"): 16622, (4, "linked"): 146}


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_counts_to_depth_three(variant):
    wanted = DEPTH_THREE[variant[0], variant[2]]
    assert perft(start(TaraRules(*variant)), 3) == leaves(AuditedBoard(*variant, 0), 3) == wanted


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_counts_to_depth_three_from_the_middle_of_battle(variant):
    # a game of partnerships may end before the board is that full: the next seed
    course = (moment for seed in range(11, 40) for moment in twin(variant, seed))
    position, slow, _ = next(one for one in course if one[0].vacant().bit_count() == 12 and not one[0].over)
    assert position.battle
    assert perft(position, 3) == leaves(slow, 3) > 0


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_counts_to_depth_three_from_manoeuvres_and_around_the_call(variant):
    # in the middle of Manoeuvres, two turns before BATTLE is called, and at the call itself
    course = [(position, slow.copy()) for position, slow, _ in twin(variant, 21) if not position.over]
    call = next(number for number, (position, _) in enumerate(course) if position.announces())
    for number in (call // 2, call - 2, call):
        position, slow = course[number]
        assert not position.battle
        assert perft(position, 3) == leaves(slow, 3) > 0


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_every_way_from_the_last_turns_to_the_end(variant):
    # passes, OUT and the last turns: few ways are left, so all of them are followed to the end
    courses = (
        [(position, slow.copy()) for position, slow, _ in twin(variant, seed)] for seed in range(40, 80)
    )
    # of a game in which somebody had no turn
    ends = next(one for one in courses if any(not p.over and not p.hills() for p, _ in one[-6:]))
    for position, slow in nonempty(ends[-5:-1]):
        assert lines(position) == slow_lines(slow) > 0


def lines(position):
    """Return how many ways lead from a position to the end of its game."""
    return 1 if position.over else sum(lines(position.play(turn)) for turn in position.turns())


def slow_lines(slow):
    """Return the same by the second engine."""
    found = slow.turns()
    total = 0 if found else 1
    for text in found:
        after = slow.copy()
        after.play(text)
        total += slow_lines(after)
    return total


def twin(variant, seed):
    """Yield (position, second engine, legal turns) through one random game."""
    chance = random.Random(seed)
    starter = chance.randrange(variant[0])
    position, slow = start(TaraRules(*variant), starter), AuditedBoard(*variant, starter)
    while True:
        mine = position.turns()
        assert sorted(str(turn) for turn in mine) == sorted(slow.turns())
        yield position, slow, mine
        if position.over:
            return
        turn = chance.choice(mine)
        assert slow.play(str(turn)) is None
        position = position.play(turn)


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_random_games_agree(variant):
    for seed in range(8):
        for position, slow, _ in twin(variant, seed):  # noqa: B007 - the last one is counted
            pass
        points, kingdoms, territory = slow.count()
        counted = score(position)
        assert (list(counted.kingdoms), list(counted.territory), list(counted.points)) == (
            kingdoms,
            territory,
            points,
        )


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_every_hill_is_legal_or_refused_with_a_reason(variant):
    for position, _, legal in nonempty(twin(variant, 77)):
        texts = {str(turn) for turn in legal}
        for hill in nonempty(HILLS.values()):
            why = None if position.over else why_not(position, hill)
            if not position.over:
                open_hills = {turn.hill for turn in legal}
                assert (why is None) == (hill in open_hills), (hills.name(hill), why)
        for kind in ("build", "capture"):
            for hill in nonempty(HILLS.values()):
                for announces in (False, True):
                    turn = Turn(kind, hill, announces)
                    assert (refusal(position, turn) is None) == (str(turn) in texts), str(turn)
        if not position.over:
            for kind in ("pass", "out"):
                for announces in (False, True):
                    turn = Turn(kind, 0, announces)
                    allowed = refusal(position, turn) is None
                    # in doubles the last three may say OUT as well as pass
                    also = variant[0] == 4 and {"pass", "battle out"} & texts
                    assert allowed == (str(turn) in texts) or (also and allowed), str(turn)


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMED)
def test_what_holds_in_every_game(variant):
    for seed in range(100, 130):
        captured = 0
        before = None
        for position, turn in played(variant, seed):
            red, blue = position.colour(0), position.colour(1)
            assert not red & blue
            assert not captured & (turn.hill if turn else 0), "a captured hill changed hands again"
            if not position.battle:
                assert not position.besieged(0)
                assert not position.besieged(1)
                if variant[0] == 2 or variant[2] == "linked":
                    # no hill touches two ringforts of a colour at the start of Battle
                    assert not any(by_count(red)[1:])
                    assert not any(by_count(blue)[1:])
            if before is not None and turn.kind == "capture":
                captured |= turn.hill
                assert touching(turn.hill) & position.colour(before.turn & 1), "a captured hill is linked"
            before = position
        if variant[0] == 2:
            assert not position.vacant(), "a game of two ends on a full board"
            assert sum(score(position).points) >= 3


def played(variant, seed):
    chance = random.Random(seed)
    position, turn = start(TaraRules(*variant), chance.randrange(variant[0])), None
    yield position, turn
    while not position.over:
        turn = chance.choice(position.turns())
        position = position.play(turn)
        yield position, turn


def test_turns_read_and_print():
    for text in ("E4", "xE4", "battle E4", "battle xE4", "battle pass", "pass", "out"):
        assert str(read_turn(text)) == text
    for variant in VARIANTS:
        turns = [turn for _, turn in played(variant, 5) if turn]
        again = [read_turn(str(turn)) for turn in turns]
        assert again == turns
        starter = next(position.turn for position, _ in played(variant, 5))
        *_, last = positions(TaraRules(*variant), again, starter)
        assert last.over
