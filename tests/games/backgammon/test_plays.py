"""The play generator: the rules one by one, a slow generator of another make beside it, and counts kept
as a gate.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.games.backgammon.board import START, START_VIEW, Board, View, turned
from tablekeeper.games.backgammon.legality import carried_out, matching
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.plays import legal_plays, whole_plays
from tests.games.backgammon.attempts import attempt, joined
from tests.nonempty import nonempty

ROLLS = list(combinations_with_replacement(range(1, 7), 2))


def view(**slots: int) -> View:
    """p6=2 puts two own checkers on 6, o6=2 two of the other player's, bar and obar go to the bars."""
    counts = [0] * 26
    for name, count in slots.items():
        if name == "bar":
            counts[25] = count
        elif name == "obar":
            counts[0] = -count
        else:
            counts[int(name[1:])] = count if name[0] == "p" else -count
    return tuple(counts)


def words(position: View, die: int, second: int) -> set[str]:
    return {print_play(play) for play in legal_plays(position, die, second).values()}


# the rules


def test_the_opening_three_one() -> None:
    assert len(legal_plays(START_VIEW, 3, 1)) == 16
    assert "8/5 6/5" in words(START_VIEW, 3, 1)
    assert words(START_VIEW, 1, 3) == words(START_VIEW, 3, 1)


def test_bar_checkers_enter_first() -> None:
    assert words(view(bar=2, p6=5, o22=2), 3, 1) == {"bar/24"}
    assert words(view(bar=1, p13=1), 3, 1) == {"bar/21", "bar/24 13/10", "bar/22 13/12"}


def test_a_closed_board_leaves_the_position_as_it_is() -> None:
    closed = view(bar=1, p6=3, **{f"o{point}": 2 for point in range(19, 25)})
    for die, second in nonempty(ROLLS):
        assert legal_plays(closed, die, second) == {closed: ()}


def test_both_dice_must_be_played_if_possible() -> None:
    # 10/4 would leave no 5, because 19 and 13 are held: the 6 must be played from 24
    assert words(view(p24=1, p10=1, o19=2, o13=2), 6, 5) == {"24/18 10/5"}


def test_only_one_number_possible_must_be_the_higher() -> None:
    # either number can be played, but never both, because 1 is held
    assert words(view(p12=1, o1=2), 6, 5) == {"12/6"}
    # with the higher blocked, the lower is played
    assert words(view(p12=1, o6=2, o1=2), 6, 5) == {"12/7"}


def test_a_double_is_played_four_times_or_as_often_as_possible() -> None:
    assert words(view(p13=4), 3, 3) == {"13/10(4)", "13/10(2) 13/7", "13/7(2)", "13/10 13/4", "13/1"}
    assert words(view(p13=1, o7=2), 2, 2) == {"13/9"}
    assert words(view(bar=3), 4, 4) == {"bar/21(2) bar/17"}


def test_bearing_off_exactly_or_from_the_highest_point() -> None:
    assert words(view(p6=1, p5=1), 6, 5) == {"6/off 5/off", "6/1 5/off"}
    assert words(view(p4=1, p2=1), 6, 5) == {"4/off 2/off"}
    assert words(view(p5=1, p4=1, p1=1), 4, 3) == {"5/1 4/1", "5/2 4/off"}
    assert words(view(p5=1, p4=1), 6, 6) == {"5/off 4/off"}


def test_no_bearing_off_while_a_checker_is_outside() -> None:
    assert words(view(p7=1, p6=1, p1=1), 1, 6) == {"7/off", "7/1 6/5"}
    assert words(view(p10=1, p6=1), 6, 2) == {"10/4 6/4", "10/2"}


def test_hits_go_to_the_bar() -> None:
    plays = legal_plays(view(p8=1, p6=1, o5=1, o4=1), 3, 1)
    by_words = {print_play(play): position for position, play in plays.items()}
    assert by_words["8/5*/4*"][0] == -2
    assert by_words["8/4*"][0] == -1
    assert by_words["8/5* 6/5"][0] == -1


def test_the_last_checker_ends_the_roll() -> None:
    assert legal_plays(view(p2=1), 6, 5) == {view(): ((2, 0, False),)}
    assert legal_plays(view(p1=2), 3, 3) == {view(): ((1, 0, False), (1, 0, False))}


def test_boards_for_both_seats() -> None:
    for left in legal_plays(START.view(1), 3, 1):
        assert START.after(1, left).view(1) == left
    last = Board(view(p2=1, o20=1), (14, 14))
    [left] = legal_plays(last.view(0), 6, 5)
    assert last.after(0, left) == Board(view(o20=1), (15, 14))


# another generator


def slow_results(position: View, die: int, second: int) -> set[View]:
    """Tries every order of single checkers with plain sets of moves, and picks by the rules afterwards."""
    orders = [(die,) * 4] if die == second else [(die, second), (second, die)]
    reached: dict[View, set[tuple[int, ...]]] = {}

    def explore(now: View, used: tuple[int, ...], left: tuple[int, ...]) -> None:
        reached.setdefault(now, set()).add(used)
        if left:
            for following in slow_steps(now, left[0]):
                explore(following, (*used, left[0]), left[1:])

    for order in orders:
        explore(position, (), order)
    most = max(len(used) for ways in reached.values() for used in ways)
    fits = {now: {used for used in ways if len(used) == most} for now, ways in reached.items()}
    fits = {now: ways for now, ways in fits.items() if ways}
    if most == 1 and die != second:
        high = {now for now, ways in fits.items() if (max(die, second),) in ways}
        return high or set(fits)
    return set(fits)


def slow_steps(now: View, die: int) -> Iterator[View]:
    own = [point for point in range(1, 26) for _ in range(max(now[point], 0))]
    for origin in set(own):
        if 25 in own and origin != 25:
            continue
        target = origin - die
        if target <= 0:
            highest = max(own)
            if highest > 6 or (target < 0 and origin != highest):
                continue
            target = 0
        result = carried_out(now, ((origin, target, False),))
        if result is not None:
            yield result


@st.composite
def positions(draw: st.DrawFn) -> View:
    """Any position, likely or not: sparse ones and races come up as often as contact."""
    counts = [0] * 26
    reach = draw(st.sampled_from([6, 9, 24]))
    for point in draw(st.lists(st.integers(1, reach), max_size=8)):
        counts[point] += 1
    for point in draw(st.lists(st.integers(1, 24), max_size=12)):
        if counts[point] <= 0:
            counts[point] -= draw(st.integers(1, 2))
    counts[25] = draw(st.sampled_from([0, 0, 0, 1, 2]))
    counts[0] = -draw(st.sampled_from([0, 0, 1]))
    return tuple(counts)


@given(positions(), st.sampled_from(ROLLS))
def test_a_slow_generator_finds_the_same_results(position: View, roll: tuple[int, int]) -> None:
    assert set(legal_plays(position, *roll)) == slow_results(position, *roll)


def test_a_slow_generator_agrees_along_random_games() -> None:
    rng = random.Random(20260101)
    position = START_VIEW
    for _ in range(1500):
        roll = (rng.randint(1, 6), rng.randint(1, 6))
        plays = legal_plays(position, *roll)
        assert set(plays) == slow_results(position, *roll), (position, roll)
        position = turned(rng.choice(list(plays)))
        if not any(count < 0 for count in position):
            position = START_VIEW


@given(positions(), st.sampled_from(ROLLS))
def test_every_play_leads_where_it_says(position: View, roll: tuple[int, int]) -> None:
    for result, play in nonempty(legal_plays(position, *roll).items()):
        now = list(position)
        for origin, target, hit in play:
            assert now[origin] > 0
            now[origin] -= 1
            if hit:
                assert now[target] == -1
                now[target] = 0
                now[0] -= 1
            if target:
                assert now[target] >= 0
                now[target] += 1
        assert tuple(now) == result
        assert sum(count for count in result if count < 0) == sum(count for count in position if count < 0)


# a written play


def check_written_plays(position: View, roll: tuple[int, int], chance: random.Random) -> int:
    """The positions found for a written play are those of all legal plays that leave the same checkers.
    Returns how many plays were written, wrong ones among them.
    """
    legal = legal_plays(position, *roll)
    whole = 4 if roll[0] == roll[1] else 2
    some = chance.sample(list(legal.values()), min(4, len(legal)))
    written = [*some, *(joined(list(play)) for play in some)]
    for play in written:
        # all legal plays have the same number of steps
        assert bool(whole_plays(position, roll, play)) == (len(next(iter(legal.values()))) == whole)
    written += [attempt(position, roll, chance) for _ in range(5)]
    for play in written:
        for marks in (False, True):
            among_all = matching(position, roll, play, marks, legal)
            assert matching(position, roll, play, marks) == among_all, (position, roll, play)
    return len(written)


@given(positions(), st.sampled_from(ROLLS), st.randoms(use_true_random=False))
def test_a_written_play_is_found_without_all_others(
    position: View, roll: tuple[int, int], chance: random.Random
) -> None:
    check_written_plays(position, roll, chance)


@pytest.mark.parametrize("number", [1_000, pytest.param(50_000, marks=pytest.mark.soak)])
def test_a_written_play_is_found_along_random_games(
    number: int, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(16)
    position = START_VIEW
    written = 0
    for _ in range(number):
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        written += check_written_plays(position, roll, chance)
        position = turned(chance.choice(list(legal_plays(position, *roll))))
        if not any(count < 0 for count in position):
            position = START_VIEW
    record_property("figure", f"{written:,} written plays of {number:,} rolls")


@given(positions(), st.sampled_from(ROLLS))
def test_the_order_of_the_dice_never_matters(position: View, roll: tuple[int, int]) -> None:
    assert set(legal_plays(position, *roll)) == set(legal_plays(position, *roll[::-1]))


# counts


def ways_to_positions(depth: int) -> dict[View, int]:
    """Returns in how many ways each position comes up after `depth` turns, over all 21 rolls of each
    turn.
    """
    level = {START_VIEW: 1}
    for _ in range(depth):
        following: dict[View, int] = {}
        for position, ways in level.items():
            for roll in ROLLS:
                for result in legal_plays(position, *roll):
                    key = turned(result)
                    following[key] = following.get(key, 0) + ways
        level = following
    return level


@pytest.mark.parametrize(("depth", "plays", "distinct"), [(1, 447, 406), (2, 202_782, 163_706)])
def test_counts_from_the_start(depth: int, plays: int, distinct: int) -> None:
    level = ways_to_positions(depth)
    assert (sum(level.values()), len(level)) == (plays, distinct)


@pytest.mark.soak
def test_counts_three_turns_deep() -> None:
    level = ways_to_positions(2)
    plays = sum(
        ways * len(legal_plays(position, *roll)) for position, ways in level.items() for roll in ROLLS
    )
    assert plays == 116_154_993
