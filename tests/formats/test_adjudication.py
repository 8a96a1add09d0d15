"""What a one-point game is worth that was not played to its end: the page's examples, and more."""

from decimal import Decimal
from fractions import Fraction

import pytest

from tablekeeper.formats.adjudication import adjudicated, equity, refusal
from tablekeeper.formats.ttt.matches import read_match
from tablekeeper.strictjson import Cursor, DocumentError
from tests.formats.second_reading import recount
from tests.guards import sample
from tests.nonempty import nonempty


def score(*rates, cap="2.7"):
    """Return the points for percentages in texts."""
    return adjudicated(*(Decimal(rate) for rate in rates), Decimal(cap))


@pytest.mark.parametrize(
    ("rates", "expected", "points"),
    [
        pytest.param(("98.7", "96.3", "12.3"), "2.0795", "2.6", id="some backgammon potential"),
        pytest.param(("96.5", "77.7", "0.2"), "1.7615", "2.3", id="a likely gammon"),
        pytest.param(("82.5", "30.3", "0.3"), "1.2185", "1.7", id="decent gammon potential"),
        pytest.param(("51.5", "18.9", "0.5"), "0.9515", "1.5", id="an even game with some gammon potential"),
        # the page's own figures leave out the losses here (0.876) and round one too early there (1.400)
        pytest.param(("87.6", "0", "0"), "0.938", "1.4", id="a likely win but no gammon potential"),
        pytest.param(("51.6", "14.6", "0.6"), "0.91", "1.4", id="the opening position"),
    ],
)
def test_the_six_examples(rates, expected, points):
    assert equity(*(Decimal(rate) for rate in rates)) == Decimal(expected)
    assert score(*rates) == Decimal(points)


def test_exactly_half_a_tenth_goes_up():
    # 1.45; in binary floats it would be a little less
    assert score("50", "20", "0") == Decimal("1.5")


def test_the_cap_is_2_7_or_that_of_a_backgammon():
    assert score("99.9", "98", "60") == Decimal("2.7")
    assert score("99.9", "98", "60", cap="3") == Decimal(3)
    assert score("100", "100", "100", cap="3") == Decimal(3)


def test_nobody_gets_less_than_one_point():
    assert score("0", "0", "0") == Decimal(1)
    # no position is worth less than a half: with it the least is met
    assert equity(Decimal(0), Decimal(0), Decimal(0)) == Decimal("0.5")


def recounted(wins, gammons, backgammons, cap):
    """Return the points of the other player as the audit finds them."""
    rates = {"wins": wins, "gammons": gammons, "backgammons": backgammons}
    match = {"match": 1, "players": ["Ann", "Bob"], "timeout": "Bob", **rates}
    event = {"format": "ttt", "options": {"cap": cap}, "players": ["Ann", "Bob"], "results": [match]}
    return Fraction(recount(event).lines[0].figures["points"])


@pytest.mark.parametrize("part", sample.drawn(range(3), of=3))
def test_exact_over_a_grid(part):
    for wins in nonempty(range(0, 1001, 35)[part::3]):
        for gammons in nonempty(range(0, wins + 1, 35)):
            for backgammons in nonempty(range(0, gammons + 1, 35)):
                rates = [f"{rate / 10}" for rate in (wins, gammons, backgammons)]
                for cap in ("1", "2.7", "3"):
                    expected = recounted(*rates, cap)
                    assert Fraction(score(*rates, cap=cap)) == expected


@pytest.mark.parametrize(
    ("rates", "name"),
    [
        ((50, 51, 0), "gammons"),
        ((50, 40, 41), "backgammons"),
        ((-1, -1, -1), "wins"),
        ((101, 0, 0), "wins"),
        ((100, 101, 0), "gammons"),
        ((60, 40, -1), "backgammons"),
    ],
)
def test_percentages_that_cannot_be(rates, name):
    found = refusal(*(Decimal(rate) for rate in rates))
    assert found is not None
    assert found[0] == name


def test_percentages_that_can_be():
    assert refusal(Decimal(100), Decimal(100), Decimal(100)) is None
    assert refusal(Decimal(0), Decimal(0), Decimal(0)) is None


@pytest.mark.parametrize("way", ["timeout", "resigned"])
def test_resigning_is_timing_out(way):
    rates = {"wins": 98.7, "gammons": 96.3, "backgammons": 12.3}
    match = read_match(Cursor({"match": 1, "players": ["Ann", "Bob"], way: "Bob", **rates}), Decimal("2.7"))
    assert match.points == (Decimal("2.6"), Decimal(0))
    assert (match.winner, match.absent) == ("Ann", "Bob")


def test_the_place_of_wrong_percentages():
    result = {
        "match": 1,
        "players": ["Ann", "Bob"],
        "timeout": "Bob",
        "wins": 20,
        "gammons": 30,
        "backgammons": 1,
    }
    with pytest.raises(DocumentError) as caught:
        read_match(Cursor(result, "results[0]"), Decimal("2.7"))
    assert caught.value.place == "results[0].gammons"
    assert "cannot be more than 20" in caught.value.reason
