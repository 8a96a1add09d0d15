"""Winner points of games and compensatory points, by each version of the rules."""

import random
from fractions import Fraction

import pytest

from tablekeeper.audit.races import worth
from tablekeeper.rankings import VERSIONS, proposal, read_tournament
from tablekeeper.rankings.winners import game_points, grand_prix_game, triathlon_game
from tablekeeper.strictjson import Cursor
from tests.rankings.ranking_files import tournament

TARIFF, BONUS = (10, 6, 4, 3, 2, 1), 2
EACH, SPLIT, BEST = VERSIONS
HALF = Fraction(1, 2)


def game(owners, version, tariff=TARIFF, bonus=BONUS):
    return grand_prix_game(owners.split(), tariff, bonus, version.sharing)


@pytest.mark.parametrize("version", VERSIONS)
def test_most_points_alone_is_one_winner_point(version):
    # the first game of docs/rules/races.md: 12-9-7
    assert game_points("Ann Cid Bob Bob Ann Cid".split(), TARIFF, BONUS) == {"Ann": 12, "Cid": 7, "Bob": 9}
    assert game("Ann Cid Bob Bob Ann Cid", version) == {"Ann": 1, "Cid": 0, "Bob": 0}


def test_a_tie_for_most_points_by_each_version():
    tied = "Ann Bob Cid Bob Cid Ann"  # Ann 10+1, Bob 6+3+2, Cid 4+2
    assert game_points(tied.split(), TARIFF, BONUS) == {"Ann": 11, "Bob": 11, "Cid": 6}
    assert game(tied, EACH) == {"Ann": 1, "Bob": 1, "Cid": 0}
    assert game(tied, SPLIT) == {"Ann": HALF, "Bob": HALF, "Cid": 0}
    assert game(tied, BEST) == {"Ann": 1, "Bob": 0, "Cid": 0}


def test_three_level_by_the_tariff_of_2023():
    # nine points for the first place: 9, 6+3, and 4+2+2 and 1 more by another tariff
    tariff, order = (9, 6, 4, 3, 2, 0), "Ann Bob Cid Bob Cid Ann"
    assert game_points(order.split(), tariff, 0) == {"Ann": 9, "Bob": 9, "Cid": 6}
    tariff = (9, 6, 5, 3, 4, 0)
    assert set(game_points(order.split(), tariff, 0).values()) == {9}
    assert list(game(order, EACH, tariff, 0).values()) == [1, 1, 1]
    assert list(game(order, SPLIT, tariff, 0).values()) == [HALF, HALF, HALF]
    assert list(game(order, BEST, tariff, 0).values()) == [1, 0, 0]


def test_every_game_has_28_points_and_the_audit_agrees():
    chance = random.Random(1)
    colours = ["A", "A", "B", "B", "C", "C"]
    ties = 0
    for _ in range(300):
        chance.shuffle(colours)
        points = game_points(colours, TARIFF, BONUS)
        assert sum(points.values()) == 28
        order = [f"{owner}{colours[:place].count(owner)}" for place, owner in enumerate(colours)]
        assert points == worth(order, {thing: thing[0] for thing in order}, TARIFF, BONUS)
        most = max(points.values())
        best = [player for player in "ABC" if points[player] == most]
        ties += len(best) > 1
        shares = {
            version.sharing: grand_prix_game(colours, TARIFF, BONUS, version.sharing) for version in VERSIONS
        }
        assert {player for player in "ABC" if shares["each"][player]} == set(best)
        assert sum(shares["each"].values()) == len(best)
        assert sum(shares["split"].values()) == 1
        first = min(best, key=lambda player: order.index(f"{player}0"))
        assert [player for player in "ABC" if shares["best-colour"][player]] == [first]
    assert ties > 10


def test_a_triathlon_game_with_two_winners_is_shared():
    assert triathlon_game("ABC", "A", "B") == {"A": HALF, "B": HALF, "C": 0}
    assert triathlon_game("ABC", "C", "C") == {"A": 0, "B": 0, "C": 1}
    # the first colour ended the event: one winner
    assert triathlon_game("ABC", "B", None) == {"A": 0, "B": 1, "C": 0}


def proposed(version, **more):
    found = proposal(read_tournament(Cursor(tournament("T", **more))), version)
    return found and (found.player, found.points)


def test_compensation_brings_the_winner_ahead_of_everyone_below():
    # A 7 + 2, B 4 + 5: level
    level = {"wins": {"A": 2, "B": 5, "C": 0}, "style": "GP", "places": [["A"], ["B"], ["C"]]}
    assert [proposed(version, **level) for version in VERSIONS] == [None, ("A", HALF), ("A", 1)]
    # ahead by exactly half a point is enough until February 2026
    half = {"wins": {"A": 2.5, "B": 5, "C": 0}, "style": "GP", "places": [["A"], ["B"], ["C"]]}
    assert [proposed(version, **half) for version in VERSIONS] == [None, None, ("A", HALF)]
    # the third may be the one with most points
    third = {"wins": {"A": 0, "B": 1, "C": 9}, "style": "GP", "places": [["A"], ["B"], ["C"]]}
    assert [proposed(version, **third) for version in VERSIONS] == [None, ("A", Fraction(9, 2)), ("A", 5)]
    # by basic points times level a championship's winner is ahead
    assert [proposed(version, wins={"A": 4, "B": 3, "C": 3}, level=4) for version in VERSIONS] == [None] * 3


def test_the_reason_says_the_figures():
    one = tournament("T", {"A": 2, "B": 5.5, "C": 0}, "GP", places=[["A"], ["B"], ["C"]])
    found = proposal(read_tournament(Cursor(one)), BEST)
    assert found.reason == "A won with 9 points, B has 9.5: the winner must be 1 ahead"
    # with what is proposed nothing more is proposed
    given = {"player": "A", "points": float(found.points), "reason": found.reason}
    row = read_tournament(Cursor(one | {"cp": given}))
    assert row.points("A") == row.points("B") + 1
