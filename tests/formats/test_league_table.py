"""The league's table: worked examples, and each of the nine steps by name."""

import doctest
import random

import pytest

from tablekeeper.formats import league, league_xl, standings
from tests.formats.league_events import league as event
from tests.formats.second_reading import agree


@pytest.mark.parametrize("module", [league, league_xl])
def test_the_examples(module):
    seen = doctest.testmod(module)
    assert seen.attempted > 2
    assert seen.failed == 0


def order(document):
    return "".join(row.player for row in standings(document).rows)


def test_a_table_has_columns_for_colours_where_colours_are_recorded():
    for scores, own in (("4-0 4-2 2-4", set()), ("8-0/0 8-2/0 2-8/0", {"colours_for", "colours_against"})):
        row = standings(event(scores)).rows[0]
        assert set(row.figures) - {"won", "lost", "pawns_for", "pawns_against", "minutes_won"} == {
            "colours_for", "colours_against",
        }  # fmt: skip
        assert row.figures.keys() - row.shown.keys() == {"colours_for", "colours_against"} - own


def test_two_who_stay_level_after_one_left_upwards_start_again_at_step_1():
    # without the restart: A, C, B
    assert order(event("4-0 4-2 2-4 4-2 4-2 1-4")) == "ABC"


def test_two_who_stay_level_after_one_left_downwards_start_again_at_step_1():
    # without the restart: C, B, A
    assert order(event("0-4 4-0 4-2 0-4 4-2 4-3")) == "BCA"


def test_three_different_figures_settle_all_three_places_without_a_restart():
    assert order(event("3-4 2-4 4-0 1-4 0-4 4-3")) == "BAC"


def test_by_the_other_reading_the_best_leaves_and_the_others_start_at_step_1():
    seen = agree(event("3-4 2-4 4-0 1-4 0-4 4-3", three_apart="restart").value)
    assert [(row.player, row.decided_by, row.explain) for row in seen.rows] == [
        ("B", "4 overall counted pawns difference", "+1 v -1"),
        ("C", "2 head-to-head counted pawns difference", "+2 v -2"),
        ("A", None, None),
    ]


def test_the_readings_of_three_different_figures_differ_in_some_ties():
    chance, different, ties = random.Random(12), 0, 0
    while ties < 100:
        scores = " ".join(chance.choice(("4-{}", "{}-4")).format(chance.randrange(4)) for _ in range(6))
        settle, restart = (agree(event(scores, three_apart=way).value) for way in ("settle", "restart"))
        ties += len({row.figures["won"] for row in settle.rows}) == 1
        different += [row.player for row in settle.rows] != [row.player for row in restart.rows]
    assert 5 <= different <= 25


@pytest.mark.parametrize(("first", "order"), [
    # A throws the highest die, then B and C start at step 1, where C is ahead
    ([["A", 6], ["B", 5], ["C", 1]], "ACB"),
    # A and B throw the same: C leaves downwards, and A starts with B at step 1
    ([["C", 1], ["A", 2], ["B", 2]], "BAC"),
])
def test_dice_that_all_differ_let_only_the_best_leave_by_that_reading(first, order):
    # everybody has won against the next one twice, by the same scores and times
    scores = "0-4 0-4 0-4 4-0 4-0 4-0"
    assert "".join(row.player for row in agree(event(scores, dice=first).value).rows) == (
        "ABC" if order == "ACB" else order
    )
    seen = agree(event(scores, dice=first, three_apart="restart").value)
    assert seen.over
    assert "".join(row.player for row in seen.rows) == order


def test_quickness_counts_full_minutes_of_each_game():
    # everybody beats everybody once by 4-2; 30.9 + 30.9 are 60 full minutes, 30 + 31 are 61
    rows = standings(event("4-2 4-2 4-2 4-2 4-2 4-2", [30.9, 40, 30, 31, 30.9, 40])).rows
    assert [(row.player, row.decided_by, row.explain) for row in rows] == [
        ("A", "8 quickness of victory", "60 min v 61 min"),
        ("B", "8 quickness of victory", "61 min v 80 min"),
        ("C", None, None),
    ]
    assert [row.figures["minutes_won"] for row in rows] == [60, 61, 80]


@pytest.mark.parametrize(("reading", "order", "explain"), [
    ("game", "ABC", "120 min v 122 min"),
    ("total", "BAC", "122 min v 123 min"),
])
def test_quickness_counts_full_minutes_of_the_sum_by_the_other_reading(reading, order, explain):
    # A wins four games of 30.9 minutes, B games of 31, 31, 30 and 30
    minutes = [30.9, 40, 31, 31, 30.9, 40, 30.9, 40, 30, 30, 30.9, 40]
    seen = agree(event(" ".join(["4-2"] * 12), minutes, drr=2, quickness=reading).value)
    assert "".join(row.player for row in seen.rows) == order
    assert seen.rows[0].explain == explain
    assert seen.rows[0].figures["minutes_won"] == int(explain[:3])


STEPS = {
    # name: (scores, minutes, order, step, its figures)
    "two level, step 1": (
        "2-4 4-2 4-2 2-4 3-4 2-4 3-4 4-2 4-3 3-4 4-2 2-4", (), None, "1 head-to-head win-loss record"
    ),
    "two level, step 1, XL": (
        "8-5/0 8-6/1 6-8/1 5-8/1 8-6/0 6-8/0 8-5/0 6-8/1 8-5/0 5-8/0 6-8/0 6-8/1", (), "ABC",
        "1 head-to-head win-loss record",
    ),
    "two level, step 2": ("4-1 1-4 1-4 1-4 2-4 4-1", (), "ACB", "2 head-to-head counted pawns difference"),
    "two level, step 3": (
        "8-6/0 7-8/1 6-8/1 6-8/0 8-7/1 6-8/0", (), None, "3 head-to-head completed colours difference"
    ),
    "two level, step 4": ("4-1 0-4 4-0 4-1 4-0 1-4", (), "ABC", "4 overall counted pawns difference"),
    "two level, step 5": (
        "2-4 2-4 4-3 3-4 2-4 4-3 4-2 4-2 2-4 4-3 3-4 4-3", (), "CBA", "5 overall counted pawns scored"
    ),
    "two level, step 6": (
        "8-3/0 8-4/0 4-8/1 8-3/0 3-8/0 8-3/0", (), "CBA", "6 overall completed colours difference"
    ),
    "two level, step 7": (
        "8-6/1 6-8/0 5-8/1 6-8/0 8-6/0 6-8/1 5-8/1 8-5/0 6-8/0 5-8/0 8-5/0 5-8/0", (), "ABC",
        "7 overall completed colours scored",
    ),
    "two level, step 8": (
        "4-1 1-4 1-4 1-4 1-4 4-1", (30, 31, 31, 31, 30, 30), "CAB", "8 quickness of victory"
    ),
    "two level, step 9": ("4-2 3-4 2-4 3-4 3-4 4-3", (), None, "9"),
    "three level, step 4": ("4-3 4-2 4-3 2-4 2-4 3-4", (), "CAB", "4 overall counted pawns difference"),
    "three level, step 5": (
        "4-1 1-4 0-4 4-1 1-4 0-4", (31, 31, 31, 30, 31, 30), "ABC", "5 overall counted pawns scored"
    ),
    "three level, step 6": (
        "4-8/0 4-8/0 4-8/1 8-4/0 8-4/1 8-4/1", (), "BAC", "6 overall completed colours difference"
    ),
    "three level, step 7": (
        "7-8/1 8-4/1 4-8/0 7-8/1 8-4/1 4-8/0", (), "ABC", "7 overall completed colours scored"
    ),
    "three level, step 8": (
        "4-1 2-4 2-4 4-2 1-4 1-4", (31, 30, 31, 30, 31, 30), "BAC", "8 quickness of victory"
    ),
    "three level, step 9": ("4-2 2-4 2-4 4-2 2-4 2-4", (), None, "9"),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_tie_reaches_the_step(name):
    scores, minutes, expected, step = STEPS[name]
    answer = standings(event(scores, minutes, drr=len(scores.split()) // 6))
    won = [row.figures["won"] for row in answer.rows]
    assert len(set(won)) == (1 if name.startswith("three") else 2)
    if step == "9":
        level = next(one["dice"] for one in answer.next)
        assert len(level) == (3 if name.startswith("three") else 2)
        return
    assert step in [row.decided_by for row in answer.rows]
    if expected:
        assert order(event(scores, minutes, drr=len(scores.split()) // 6)) == expected
    agree(event(scores, minutes, drr=len(scores.split()) // 6).value)


@pytest.mark.parametrize("step", range(4, 9))
def test_after_a_split_upwards_two_begin_with_step_1(step):
    scores, minutes = {
        4: ("8-6/1 6-8/1 6-8/0 8-7/1 7-8/1 6-8/1", ()),
        5: ("8-6/1 8-6/0 8-4/1 8-6/0 8-6/1 8-4/0", (31, 30, 31, 30, 31, 31)),
        6: ("8-4/1 8-4/1 6-8/1 8-6/0 8-6/1 4-8/0", ()),
        7: ("5-8/1 6-8/0 8-5/1 6-8/1 5-8/0 8-5/1", ()),
        8: ("8-2/0 8-2/0 7-8/1 8-7/1 8-7/1 2-8/0", (31, 31, 30, 31, 31, 31)),
    }[step]
    rows = agree(event(scores, minutes).value).rows
    assert rows[0].decided_by.startswith(str(step))
    assert int(rows[1].decided_by[0]) < step


@pytest.mark.parametrize("step", range(4, 9))
def test_after_a_split_downwards_two_begin_with_step_1(step):
    scores, minutes = {
        4: ("2-8/0 0-8/0 0-8/0 8-2/0 8-2/0 8-0/0", ()),
        5: ("8-3/0 3-8/0 6-8/1 8-3/0 3-8/0 6-8/0", ()),
        6: ("8-5/1 8-5/0 8-5/0 5-8/1 5-8/0 5-8/1", ()),
        7: ("8-4/1 8-4/0 8-4/0 8-5/1 8-5/0 8-5/0", ()),
        8: ("8-1/0 8-1/0 8-3/0 3-8/0 3-8/0 1-8/0", (31, 30, 31, 30, 31, 31)),
    }[step]
    rows = agree(event(scores, minutes).value).rows
    # the last one left at this step; steps 1 to 3 apply to the two ahead of him only
    assert rows[1].decided_by.startswith(str(step))
    assert rows[0].decided_by[0] in "123"
