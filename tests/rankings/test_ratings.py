"""Ratings: published worked examples with their sources, the slow formulas, and what is conserved."""

import random
from array import array

import pytest

from tablekeeper.errors import UserError
from tablekeeper.rankings.book import recompute
from tablekeeper.rankings.elo import FIBS, Elo, EloRules
from tablekeeper.rankings.partnership import OpenSkill, SkillRules
from tests.nonempty import nonempty
from tests.rankings import oracle_ratings as oracle


def names(number):
    return [f"Player {n:02d}" for n in range(number)]


def random_results(chance, count, players=12, pairs=0.3):
    """Return matches of two single players or two pairs."""
    found = []
    for _ in range(count):
        size = 2 if chance.random() < pairs else 1
        seats = chance.sample(names(players), 2 * size)
        found.append(((tuple(seats[:size]), tuple(seats[size:])), chance.choice((1, 3, 5, 7, 11)), ()))
    return found


def rated(winner, loser, length, experience=1000):
    """Return the changes of two players with these ratings, by one match."""
    elo = Elo()
    elo.grow(2)
    played = array("q", [experience] * 2).tobytes()
    elo.restore((array("d", (winner, loser)).tobytes(), played, played))
    elo.rate([(((0,), (1,)), length, ())])
    return elo.value(0) - winner, elo.value(1) - loser


# Published examples of the FIBS formula

#: changes by match length when a player beats, or loses to, an opponent who is better by so much.
#: Source: GoldToken, "Ratings in Practice", the table for backgammon (players with 400 points of experience),
#: https://m.goldtoken.com/games/wiki?wiki=Ratings%20in%20Practice
GOLDTOKEN = {
    1000: "+3.0 -1.0  +6.1 -0.8  +8.3 -0.6  +10.1 -0.5  +11.6 -0.4",
    500: "+2.6 -1.4  +5.1 -1.9  +7 -2  +8.7 -1.9  +10.2 -1.8",
    250: "+2.3 -1.7  +4.3 -2.6  +5.9 -3.1  +7.2 -3.4  +8.4 -3.6",
    0: "+2.0 -2.0  +3.5 -3.5  +4.5 -4.5  +5.3 -5.3  +6.0 -6.0",
    -250: "+1.7 -2.3  +2.6 -4.3  +3.1 -5.9  +3.4 -7.2  +3.6 -8.4",
    -500: "+1.4 -2.6  +1.9 -5.1  +2 -7  +1.9 -8.7  +1.8 -10.2",
}


@pytest.mark.parametrize("better", GOLDTOKEN)
def test_changes_as_published(better):
    published = [iter(GOLDTOKEN[better].split())] * 2
    for length, win, loss in nonempty(zip((1, 3, 5, 7, 9), *published, strict=True)):
        for published, change in (
            (win, rated(1500, 1500 + better, length, 400)[0]),
            (loss, rated(1500 + better, 1500, length, 400)[1]),
        ):
            # as many decimals as were printed, and the printed one may be half of the last one off
            digits = len(published.partition(".")[2])
            assert change == pytest.approx(float(published), abs=0.5001 * 10**-digits), (length, published)


#: how often the favourite must win to keep his rating, by match length and difference.
#: Source: rec.games.backgammon, at https://bkgm.com/rgb/rgb.cgi?view+45
BATTING = {
    0: (0.500, 0.500, 0.500, 0.500, 0.500, 0.500),
    100: (0.529, 0.550, 0.564, 0.576, 0.585, 0.594),
    200: (0.557, 0.598, 0.626, 0.648, 0.666, 0.682),
    300: (0.585, 0.645, 0.684, 0.714, 0.738, 0.759),
    400: (0.613, 0.689, 0.737, 0.772, 0.799, 0.822),
    500: (0.640, 0.730, 0.784, 0.821, 0.849, 0.871),
    600: (0.666, 0.768, 0.824, 0.861, 0.888, 0.908),
    700: (0.691, 0.802, 0.858, 0.894, 0.918, 0.935),
}


@pytest.mark.parametrize("difference", BATTING)
def test_expectations_as_published(difference):
    for length, average in nonempty(zip((1, 3, 5, 7, 9, 11), BATTING[difference], strict=True)):
        assert FIBS.expectation(difference, length) == pytest.approx(average, abs=0.00051)
        assert FIBS.expectation(-difference, length) == pytest.approx(1 - average, abs=0.00051)


def test_the_multiplier_as_published():
    # the same source: "starts at 5(!) and declines to 4 at an experience of 100; 3 at 200"
    wanted = [(0, 5), (100, 4), (200, 3), (400, 1), (2000, 1)]
    assert [(played, FIBS.multiplier(played)) for played, _ in wanted] == wanted


def test_a_beginner_with_the_match_counted():
    # clients of the server: K = max(1, 5 - (experience + n) / 100), fibs.com/macfibs/help, "Ratings"
    counted = Elo(EloRules("clients", counted=True))
    counted.grow(2)
    counted.rate([(((0,), (1,)), 1, ())])
    assert counted.value(0) == pytest.approx(1500 + 4 * 4.99 * 0.5)


# Elo beside the slow formula


def test_the_slow_formula_agrees():
    chance = random.Random(5)
    for _ in range(20):
        results = random_results(chance, 300)
        wanted = oracle.fibs(results)
        book = recompute(results)
        found = {row.player: (row.figures["rating"], row.figures["experience"]) for row in book.rows()}
        assert found.keys() == wanted.keys()
        for name, (rating, experience) in wanted.items():
            assert found[name][1] == experience
            assert found[name][0] == pytest.approx(rating, abs=1e-9)


def test_ranks_and_provisional_players():
    results = random_results(random.Random(8), 60)
    rows = list(recompute(results).rows())
    wanted = oracle.fibs(results)
    ranked = sorted((-rating, name) for name, (rating, played) in wanted.items() if played >= 50)
    rest = sorted((-rating, name) for name, (rating, played) in wanted.items() if played < 50)
    assert [row.player for row in rows] == [name for _, name in (*ranked, *rest)]
    assert [row.rank for row in rows] == [*range(1, len(ranked) + 1), *[None] * len(rest)]
    assert len(rest) > 1 < len(ranked)
    assert {row.player for row in rows if row.provisional} == {name for _, name in rest}


def test_elo_points_are_conserved_where_k_is_equal():
    chance = random.Random(3)
    flat = EloRules("flat", ramp=1.0)
    book = recompute(random_results(chance, 2000), Elo(flat))
    assert sum(row.figures["rating"] for row in book.rows()) == pytest.approx(12 * 1500, abs=1e-6)
    # with beginners' multipliers it is not
    ramped = recompute(random_results(chance, 40))
    assert abs(sum(row.figures["rating"] for row in ramped.rows()) - 12 * 1500) > 1


def test_a_pair_is_the_mean_of_its_players():
    elo = Elo(EloRules("flat", ramp=1.0))
    elo.grow(4)
    elo.rate([(((0,), (2,)), 9, ())] * 5)  # 0 is above 1500, 2 as far below
    before = [elo.value(player) for player in range(4)]
    elo.rate([(((0, 2), (1, 3)), 5, ())])
    changes = [elo.value(player) - before[player] for player in range(4)]
    # 0 and 2 together are as good as 1 and 3: a match of equals, half of 4 x sqrt(5) for each
    assert changes == pytest.approx([2 * 5**0.5, -2 * 5**0.5, 2 * 5**0.5, -2 * 5**0.5])
    assert [elo.matches(player) for player in range(4)] == [6, 1, 6, 1]
    assert [elo.experience(player) for player in range(4)] == [50, 5, 50, 5]


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ((((0,), (1,), (2,)), 5, ()), "two sides"),
        ((((0,), (1,)), 5, (1, 1)), "two sides"),
        ((((0,), (1,)), 0, ()), "needs the length of the match in points"),
        ((((0,), (1,)), 1002, ()), "the match length is 1 to 1001, not 1002"),
    ],
)
def test_what_elo_cannot_rate(result, reason):
    with pytest.raises(UserError, match=reason):
        Elo().check(result)


# OpenSkill


def test_openskill_as_published():
    """The example on the library's first page: a pair with a strong player beats a stronger pair.

    Source: https://pypi.org/project/openskill/3.3.0/, "Usage" (before skill could drift: tau is 0).
    """
    skill = OpenSkill(SkillRules("published", tau=0.0))
    skill.grow(4)
    mu = array("d", (25.0, 32.444, 43.381, 25.188))
    sigma = array("d", (25.0 / 3, 5.123, 2.421, 6.211))
    skill.restore((mu.tobytes(), sigma.tobytes(), array("q", [0] * 4).tobytes()))
    skill.rate([(((0, 1), (2, 3)), 0, ())])
    assert [skill.mu(player) for player in range(4)] == pytest.approx(
        [28.669648436582808, 33.83086971107981, 43.071274808241974, 23.149503312339064]
    )
    assert [skill.sigma(player) for player in range(4)] == pytest.approx(
        [8.071520788025197, 5.062772998705765, 2.4166900452721256, 6.1378606973362135]
    )


def three_player_results(chance, count):
    """Return games of three, some with one winner, and matches of pairs."""
    found = []
    for _ in range(count):
        seats = chance.sample(names(9), 4)
        found.append(
            chance.choice(
                (
                    (((seats[0],), (seats[1],), (seats[2],)), 0, ()),
                    (((seats[0],), (seats[1],), (seats[2],)), 0, (1, 2, 2)),
                    ((tuple(seats[:2]), tuple(seats[2:])), 0, ()),
                )
            )
        )
    return found


def test_openskill_agrees_with_a_plain_loop_over_the_library():
    results = three_player_results(random.Random(2), 400)
    book = recompute(results, OpenSkill())
    found = {row.player: (row.figures["mu"], row.figures["sigma"]) for row in book.rows()}
    assert found == oracle.openskill(results)
    rows = list(book.rows())
    ranked = [row for row in rows if row.rank]
    assert all(row.figures["sigma"] <= 25 / 6 for row in ranked)
    listed = [row.figures["mu"] - 3 * row.figures["sigma"] for row in ranked]
    assert listed == sorted(listed, reverse=True)


def test_one_winner_of_three_leaves_the_others_level():
    skill = OpenSkill()
    skill.grow(3)
    skill.rate([(((2,), (0,), (1,)), 0, (1, 2, 2))])
    assert skill.mu(0) == skill.mu(1) < 25 < skill.mu(2)
    assert skill.provisional(2)
    with pytest.raises(UserError, match="2 to 6 sides"):
        skill.check((((0,),), 0, ()))


def test_the_order_of_a_book_is_independent_of_who_came_first():
    results = [((("B",), ("A",)), 1, ()), ((("D",), ("C",)), 1, ())]
    listed = [row.player for row in recompute(results).rows()]
    assert listed == [row.player for row in recompute(results[::-1]).rows()] == ["B", "D", "A", "C"]
