"""Match equity: the published table as its author's file has it, a published formula, and worked scores."""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.equitytable import AFTER_CRAWFORD, BEFORE_CRAWFORD, LONGEST
from tablekeeper.games.backgammon.match import MatchScore
from tablekeeper.games.backgammon.matchequity import equity, score_of, stakes
from tests.nonempty import nonempty
from tests.refusal import refusal

INSTALLED = Path("/usr/share/gnubg/met/Kazaross-XG2.xml")


@pytest.mark.gnubg
def test_the_table_is_the_one_that_gnu_backgammon_installs():
    rows = re.findall("<row>(.*?)</row>", INSTALLED.read_text("utf-8"), re.DOTALL)
    table = [[Fraction(figure) for figure in re.findall("<me>(.*?)</me>", row)] for row in rows]
    assert len(table) == LONGEST + 1
    for mine in range(1, LONGEST + 1):
        assert AFTER_CRAWFORD[mine] == table[LONGEST][mine - 1]
        for his in range(1, LONGEST + 1):
            assert BEFORE_CRAWFORD[mine, his] == table[mine - 1][his - 1]


def test_the_table_beside_janowskis_formula():
    """Rick Janowski's rule for scores before Crawford: 50 + 85 x lead / (trailer's need + 6) per cent."""
    for leader in range(2, 13):
        for trailer in nonempty(range(leader, 13)):
            rule = 50 + Fraction(85 * (trailer - leader), trailer + 6)
            assert abs(BEFORE_CRAWFORD[leader, trailer] * 100 - rule) < 2, (leader, trailer)


def test_the_table_makes_sense():
    for mine in range(1, LONGEST + 1):
        assert BEFORE_CRAWFORD[mine, mine] == Fraction(1, 2)
        for his in range(1, LONGEST + 1):
            assert BEFORE_CRAWFORD[mine, his] + BEFORE_CRAWFORD[his, mine] == 1
            if his > 1:
                assert BEFORE_CRAWFORD[mine, his] > BEFORE_CRAWFORD[mine, his - 1]
    figures = [AFTER_CRAWFORD[needs] for needs in range(1, LONGEST + 1)]
    assert figures == sorted(figures, reverse=True)


def test_equities_of_scores():
    assert equity(score_of(5, (1, 3), crawford=False)) == Fraction("0.33130")
    assert equity(score_of(5, (4, 3), crawford=True), 1) == Fraction("0.32264")
    assert equity(score_of(5, (4, 3), crawford=False), 1) == Fraction("0.48803")
    assert equity(score_of(5, (3, 4), crawford=False), 0) == Fraction("0.48803")
    assert equity(score_of(5, (4, 4), crawford=False)) == Fraction(1, 2)
    assert equity(score_of(1, (0, 0), crawford=False)) == Fraction(1, 2)
    assert equity(MatchScore(5, (7, 2)), 1) == 0


def test_stakes_at_two_away_two_away():
    # the double plays for the match: drop and trail 1-away 2-away in the Crawford game, or take for all of it
    found = stakes(score_of(5, (3, 3), crawford=False), 0)
    assert (found.won, found.lost, found.dropped) == (1, 0, Fraction("0.67736"))
    assert found.take_point == Fraction("0.32264")
    assert found.double_point == Fraction(1, 2)


def test_stakes_against_the_definition():
    """At the take point dropping and taking are worth the same; at the doubling point both cubes are."""
    rng = random.Random(3)
    for _ in range(300):
        length = rng.randint(2, 25)
        points = (rng.randrange(length), rng.randrange(length))
        seat, cube = rng.randrange(2), 2 ** rng.randrange(4)
        score = score_of(length, points, crawford=False)
        found = stakes(score, seat, cube)
        share = found.take_point
        assert share is not None
        taken = share * (1 - found.lost) + (1 - share) * (1 - found.won)
        assert taken == 1 - found.dropped
        point = found.double_point
        if point is not None:
            doubled = point * found.won + (1 - point) * found.lost
            kept = point * found.kept_won + (1 - point) * found.kept_lost
            assert doubled == kept
        else:
            assert (found.won, found.lost) == (found.kept_won, found.kept_lost)


@pytest.mark.parametrize(
    ("length", "points", "crawford", "sentence"),
    [
        (0, (0, 0), False, "money play has no end"),
        (5, (5, 0), False, "each score is 0 to 4"),
        (5, (-1, 0), False, "each score is 0 to 4"),
        (5, (3, 2), True, "this is not the Crawford game"),
        (5, (4, 4), True, "this is not the Crawford game"),
    ],
)
def test_scores_that_are_none(length, points, crawford, sentence):
    with pytest.raises(UserError, match=sentence):
        score_of(length, points, crawford)


def test_where_there_is_no_figure():
    beyond = refusal(equity, score_of(30, (0, 7), crawford=False))
    assert "ends at 25 points needed, but here 30 are needed" in beyond
    assert "the cube is out of play" in refusal(stakes, score_of(5, (4, 2), crawford=True), 0)
    assert "money play" in refusal(equity, MatchScore(0))
