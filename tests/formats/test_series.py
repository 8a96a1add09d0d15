"""Series of two by 2T or 2T-XL rules: refusals, every end played out, colours, rankings."""

from fractions import Fraction
from functools import partial

import pytest

from tablekeeper.formats import FORMATS, read_event, standings
from tablekeeper.formats.ranking import Unit
from tablekeeper.rankings.rules import VERSIONS
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import hold_futures
from tests.formats.three_players import document, refused, table

PLAYERS = ["Ann", "Bob"]


def event(*winners, first_to=3, **options):
    return document("series", [{"winner": one} for one in winners], PLAYERS, first_to=first_to, **options)


def test_the_first_with_so_many_wins_wins():
    answer = standings(Cursor(event("Ann", "Bob", "Ann")))
    assert (answer.over, answer.next) == (False, ({"game": 4, "players": PLAYERS},))
    answer = standings(Cursor(event("Ann", "Bob", "Ann", "Ann", rules="2T-XL")))
    assert (answer.over, answer.winner, answer.next) == (True, "Ann", ())
    assert table(answer, "won", "lost") == {"Ann": (1, 3, 1), "Bob": (2, 1, 3)}


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"players": ["Ann", "Bob", "Cid"]}, "players", "give 2 here"),
        ({"players": ["Ann"]}, "players", "give 2 here"),
        ({"options": {"first_to": 1}}, "options.first_to", "at least 2"),
        ({"options": {}}, "options.first_to", "is missing"),
        ({"options": {"first_to": 2, "rules": "3T"}}, "options.rules", "is not one of 2T, 2T-XL"),
        ({"results": [{"winner": "Cid"}]}, "results[0].winner", "not among the players"),
        ({"results": [{"winner": "Ann"}] * 4}, "results[3]", "Ann has already won the event"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(change, place, words):
    refused(event() | change, place, words)


@pytest.mark.parametrize("first_to", [2, 3, 4])
def test_futures_are_those_of_every_end(first_to):
    hold_futures(partial(event, first_to=first_to), PLAYERS)


@pytest.mark.parametrize("rules", ["2T", "2T-XL"])
def test_it_is_one_unit_of_the_double_threat_rankings(rules):
    """docs/rules/races.md, "Double-Threat Rankings": every event of more than one counted game is one."""
    form, played = read_event(Cursor(event("Bob", "Ann", "Bob", first_to=2, rules=rules)))
    units = form.ranking.units(played, form.answer(played), VERSIONS[-1])
    assert (form.ranking.part, list(units)) == (
        "double-threat", [Unit(rules, {"Ann": Fraction(1), "Bob": Fraction(2)}, [["Bob"], ["Ann"]])],
    )  # fmt: skip
    assert list(form.rated(played)) == [
        ((("Bob",), ("Ann",)), 0, ()), ((("Ann",), ("Bob",)), 0, ()), ((("Bob",), ("Ann",)), 0, ()),
    ]  # fmt: skip


def test_a_race_of_either_rules_can_be_its_game():
    assert FORMATS["series"].board.race_rules == ("2T", "2T-XL")
