"""The charts of matches, players and events: exact numbers, words, and names that are only names."""

import re
from datetime import date
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.games.view import ClockMove
from tablekeeper.pictures import clockuse, points, score, timeline

TAG = "<b>&"
MOVES = [
    ClockMove(5, 1, 0, 30_000), ClockMove(6, 1, 1, 60_000), ClockMove(7, 1, 0, 15_000),
    ClockMove(20, 2, 1, 0),
]  # fmt: skip


def boxes(svg):
    """Return the (x, y, width, height) of the boxes of a picture."""
    tree = ElementTree.fromstring(svg)
    found = tree.iter("{http://www.w3.org/2000/svg}rect")
    return [tuple(float(one.get(name)) for name in ("x", "y", "width", "height")) for one in found]


def texts(svg):
    tree = ElementTree.fromstring(svg)
    return ["".join(one.itertext()) for one in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_bars_of_moves_have_one_scale_and_stand_in_the_order_of_play():
    svg = clockuse.picture(MOVES, ("Ann", TAG))
    # four places of 84; 64 high is the longest move
    assert boxes(svg) == [(0, 82, 67.2, 32), (168, 98, 67.2, 16), (84, 148, 67.2, 64), (252, 212, 67.2, 0)]
    assert "Ann: 2 moves in 0:45, on average 0:22, the longest 0:30." in svg
    assert TAG not in svg
    # the line between the games, in each strip
    assert svg.count('stroke-dasharray="2 3"') == 2


def test_use_by_game():
    games = clockuse.by_game(MOVES, 2)
    assert [game for game, _ in games] == [1, 2]
    assert games[0][1][0] == clockuse.SeatUse(0, 2, 45_000, 30_000)
    assert games[1][1][1].mean_ms == 0
    assert clockuse.use([], 1)[0].mean_ms == 0


def test_a_match_without_a_move_has_a_picture():
    assert boxes(clockuse.picture([], ("Ann", "Bob"))) == []
    assert clockuse.told_in_words([], ("Ann", "Bob")) == "No move has ended yet."


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 600_000)), min_size=1, max_size=900))
def test_a_long_match_keeps_its_longest_moves(made):
    moves = [ClockMove(seq, 1 + seq // 100, seat, used) for seq, (seat, used) in enumerate(made, 1)]
    svg = clockuse.picture(moves, ("Ann", "Bob"))
    drawn = boxes(svg)
    assert len(drawn) <= 2 * clockuse.BARS
    longest = max(used for _, used in made)
    assert not longest or max(high for _, _, _, high in drawn) == 64
    # each bar by hand: the longest of its group and seat
    group = -(-len(made) // clockuse.BARS)
    expected = sum(
        any(seat == own for own, _ in made[start : start + group])
        for seat in (0, 1)
        for start in range(0, len(made), group)
    )
    assert len(drawn) == expected
    assert ("Each bar is the longest of" in svg) == (len(made) > clockuse.BARS)


def test_the_score_is_two_lines_that_differ_by_their_dashes():
    svg = score.picture(("Ann", TAG), [(0, 0), (2, 0), (2, 1)])
    assert "Ann and &lt;b&gt;&amp;: 0-0, 2-0, 2-1." in svg
    assert TAG not in svg
    lines = re.findall(r'<polyline points="([^"]+)"[^>]*?(stroke-dasharray="[^"]+")?/>', svg)
    ends = [points.split()[-1].split(",") for points, _ in lines if len(points.split()) == 3]
    # Ann's line ends at the top, the other's in the middle
    assert [float(y) for _, y in ends] == [68.0, 143.0]
    assert len({dash for points, dash in lines if len(points.split()) == 3}) == 2


def test_two_of_one_name_are_told_apart():
    assert "Left (left) and Left (right): 0-0, 1-0." in score.picture(("Left", "Left"), [(0, 0), (1, 0)])


def hour(ms):
    return f"{ms // 3_600_000}:{ms // 60_000 % 60:02}"


def test_a_table_has_a_row_and_a_match_a_bar_from_its_first_to_its_last_record():
    bars = [
        timeline.Bar("Table 1", "A1", 0, 1_800_000),
        timeline.Bar("Table 1", "B1", 2_700_000, 3_600_000, False),
        timeline.Bar(TAG, "A2", 900_000, 1_800_000),
    ]  # fmt: skip
    svg = timeline.picture(bars, hour)
    # 450 for the hour; tables by name
    assert boxes(svg) == [(222.5, 36, 112.5, 20), (110, 66, 225, 20), (447.5, 66, 112.5, 20)]
    assert "Table 1: B1, 0:45 to now." in svg
    assert [one for one in texts(svg) if ":" in one] == ["0:00", "0:15", "0:30", "0:45", "1:00"]
    assert TAG not in svg


@pytest.mark.parametrize(("low", "high"), [(0, 1), (5, 5), (0, 86_400_000), (1_000, 10**12), (7, 3_600_007)])
def test_marks_are_round_few_and_between(low, high):
    found = timeline.marks(low, high)
    assert len(found) <= 6
    assert all(low <= one <= high and one % 300_000 == 0 for one in found)
    assert len({after - before for before, after in pairwise(found)}) <= 1


def test_points_add_up():
    earned = [
        points.Earned(date(2026, 4, 5), "Spring", 1, Fraction(14)),
        points.Earned(None, TAG, 3, Fraction(7, 2)),
    ]  # fmt: skip
    svg = points.picture(earned, "Ann")
    assert boxes(svg) == [(0, 45, 336, 9), (0, 79, 84, 9)]
    assert "+14, total 14" in texts(svg)
    assert "total 17.5" in svg
    assert TAG not in svg
    many = points.picture([points.Earned(None, f"No {n}", 1, Fraction(2)) for n in range(23)], "Ann")
    assert "Before these: 3 tournaments, 6 points" in many
    assert len(boxes(many)) == points.MOST
