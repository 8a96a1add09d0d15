"""Every probability of a report against every possible row of throws, and against fractions."""

import doctest
import importlib
import random
from fractions import Fraction

import pytest

from tablekeeper.fairness import binomial, chisquare, power, sequence
from tests.fairness import enumeration
from tests.nonempty import nonempty

SIXTH = Fraction(1, 6)


@pytest.mark.parametrize("n", [1, 2, 5, 9, 14, 20])
def test_the_tail_of_chi_square_is_counted_out(n):
    for squares, expected in nonempty(enumeration.square_tails(n).items()):
        value = (6 * squares - n * n) / n
        if value <= chisquare.LARGEST:
            assert chisquare.exact_tail(n, squares) == pytest.approx(float(expected), rel=1e-9, abs=1e-12)


def test_a_very_large_chi_square_has_a_figure_that_is_never_too_small():
    assert 0 < chisquare.tail((120, 0, 0, 0, 0, 0)) < 2e-6
    assert chisquare.tail((10, 10, 10, 10, 10, 10)) == 1
    assert chisquare.tail((0, 0, 0, 0, 0, 0)) == 1


def test_the_curve_for_many_dice_is_as_close_as_it_is_said_to_be():
    n, worst = chisquare.EXACT, 0.0
    for value in (4, 6, 8, 10, 11.07, 12.83, 15.09, 18, 20):
        squares = round((value * n + n * n) / 6)
        squares += (squares + n) % 2  # the sum of squares is as even as n
        exact = chisquare.exact_tail(n, squares)
        told = chisquare.approximate_tail((6 * squares - n * n) / n)
        worst = max(worst, abs(told / exact - 1))
        assert exact > 0.001
    assert worst < 0.02


@pytest.mark.parametrize(
    ("n", "chance"), [(1, SIXTH), (40, SIXTH), (61, Fraction(1, 36)), (130, Fraction(1, 18))]
)
def test_binomial_figures_are_those_of_fractions(n, chance):
    masses = enumeration.binomial_masses(n, chance)
    for count in nonempty(range(n + 1)):
        assert binomial.masses(n, chance)[count] == pytest.approx(float(masses[count]), rel=1e-9)
        told = binomial.two_sided(count, n, chance)
        assert told == pytest.approx(float(enumeration.as_rare(masses, count)), rel=1e-9)
        assert binomial.at_least(count, n, chance) == pytest.approx(float(sum(masses[count:])), rel=1e-9)


def test_what_is_usual_leaves_no_more_outside_than_it_says():
    for n in (1, 7, 60, 241):
        for outside in (Fraction(1, 20), Fraction(1, 120)):
            low, high = binomial.usual(n, SIXTH, outside)
            masses = enumeration.binomial_masses(n, SIXTH)
            assert sum(masses[:low]) <= outside / 2
            assert sum(masses[: low + 1]) > outside / 2
            assert sum(masses[high + 1 :]) <= outside / 2
            assert sum(masses[high:]) > outside / 2


@pytest.mark.parametrize(("lows", "highs"), [(0, 3), (1, 1), (1, 6), (4, 4), (5, 7), (7, 4)])
def test_runs_are_those_of_every_order(lows, highs):
    expected = enumeration.run_masses(lows, highs)
    told = sequence.run_masses(lows, highs)
    assert sum(told) == pytest.approx(1)
    for runs, mass in enumerate(told):
        assert mass == pytest.approx(float(expected.get(runs, 0)), rel=1e-9, abs=1e-15)


@pytest.mark.parametrize(("dice", "throws"), [(1, 1), (1, 5), (2, 1), (2, 2), (2, 3)])
def test_the_same_again_is_that_of_every_row(dice, throws):
    expected = enumeration.again_masses(dice, throws)
    told = sequence.again_masses(dice, throws)
    assert sum(told) == pytest.approx(1)
    for same, mass in enumerate(told):
        assert mass == pytest.approx(float(expected.get(same, 0)), rel=1e-9, abs=1e-15)


def test_beyond_what_is_counted_every_second_throw_is_looked_at():
    many = [(1, 2)] * (sequence.COUNTED + 1)
    assert sequence.count_again(many) == (sequence.COUNTED // 2, sequence.COUNTED // 2)
    assert sequence.again_two_sided(2, len(many), sequence.COUNTED // 2) < 1e-100
    at_limit = sequence.again_masses(2, sequence.COUNTED)
    mean = sum(count * mass for count, mass in enumerate(at_limit))
    assert mean == pytest.approx((sequence.COUNTED - 1) * 11 / 216)
    beyond = sequence.again_masses(2, sequence.COUNTED + 1)
    assert sum(count * mass for count, mass in enumerate(beyond)) == pytest.approx(1000 * 11 / 216)


def test_the_power_that_is_told_is_that_of_simulated_dice():
    chance = random.Random(20)
    limit = power.critical(power.FACES_LEVEL)
    assert chisquare.approximate_tail(limit) == pytest.approx(0.025)
    rounds = 2000
    for dice in (500, 1000):
        seen = 0
        for _ in range(rounds):
            faces = chance.choices(range(6), (4, 4, 4, 4, 4, 5), k=dice)
            counts = [faces.count(face) for face in range(6)]
            seen += chisquare.statistic(counts) >= limit
        # 4.5 standard deviations of 2000 rounds are 5 of 100, the curve's own error is below 2
        assert abs(seen / rounds - power.power(dice, Fraction(5, 25))) < 0.05


def test_power_grows_and_the_dice_needed_follow_from_it():
    assert power.power(100) < power.power(400) < power.power(5000) <= 1
    for surely in (Fraction(1, 2), Fraction(9, 10)):
        dice = power.needed(surely)
        assert power.power(dice) >= surely > power.power(dice - 1)
    masses = enumeration.binomial_masses(90, Fraction(1, 5))
    fair = enumeration.binomial_masses(90, SIXTH)
    least = next(count for count in range(91) if sum(fair[count:]) <= Fraction(1, 20))
    assert power.suspicion_power(90) == pytest.approx(float(sum(masses[least:])))


@pytest.mark.parametrize("name", ["binomial", "chisquare", "power", "sequence", "throws", "verdict"])
def test_the_examples_are_right(name):
    seen = doctest.testmod(importlib.import_module(f"tablekeeper.fairness.{name}"))
    assert seen.attempted > 0
    assert seen.failed == 0
