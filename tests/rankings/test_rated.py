"""What of an event goes into the ratings: worked examples, and every random event of every format."""

import random

import pytest

from tablekeeper import formats
from tablekeeper.rankings.book import recompute
from tablekeeper.rankings.elo import Elo
from tablekeeper.rankings.partnership import OpenSkill
from tablekeeper.rankings.rated import rated_results
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_document

PLAYERS = ["Ann", "Bob", "Cid"]
#: formats whose matches have a length
MATCHES = {"ttt", "knockout", "round-robin", "couples"}


def rated(format_key, results, players=PLAYERS, **options):
    _, event = formats.read_event(
        Cursor({"format": format_key, "options": options, "players": players, "results": results})
    )
    return list(rated_results(event))


def one(winner, loser, length):
    return ((winner,), (loser,)), length, ()


def test_a_tourney_rates_official_games_that_were_played():
    away = {"timeout": "Cid", "wins": 50, "gammons": 20, "backgammons": 0}
    found = rated(
        "ttt",
        [
            {"match": 101, "players": ["Ann", "Bob"], "winner": "Bob", "kind": "single"},
            {"match": 104, "players": ["Ann", "Bob"], "winner": "Ann", "kind": "gammon"},  # friendly
            {"match": 102, "players": ["Ann", "Cid"], "winner": "Ann", "kind": "gammon"},
            {"match": 103, "players": ["Bob", "Cid"], **away},
        ],
    )
    assert found == [one("Bob", "Ann", 1), one("Ann", "Cid", 1)]


def test_a_knockout_by_its_lengths():
    results = [
        {"match": "A1", "players": ["Ann", "Bob"], "winner": "Bob", "score": [3, 5]},
        {"match": "A2", "players": ["Cid", "Dan"], "winner": "Cid", "forfeit": True},
        {"match": "B1", "players": ["Bob", "Cid"], "winner": "Cid", "score": [6, 7]},
    ]
    four = [*PLAYERS, "Dan"]
    assert rated("knockout", results, four, length=[5, 7]) == [one("Bob", "Ann", 5), one("Cid", "Bob", 7)]
    # nobody said how long the matches were
    assert rated("knockout", results, four) == []
    sets = [{"match": "A1", "players": ["Ann", "Bob"], "winner": "Bob", "score": [1, 2]}]
    assert rated("knockout", sets, ["Ann", "Bob"], length=5, sets=3) == [one("Bob", "Ann", 10)]


def test_a_round_robin():
    results = [
        {"players": ["Ann", "Bob"], "winner": "Ann", "score": [5, 4]},
        {"players": ["Bob", "Cid"], "winner": "Bob", "forfeit": True},
    ]
    assert rated("round-robin", results, length=5) == [one("Ann", "Bob", 5)]
    assert rated("round-robin", results) == []


def test_couples_alone_and_consulting():
    couples = {"A": ["a1", "a2"], "B": ["b1", "b2"]}
    pairing = {"couples": ["A", "B"]}
    results = [
        pairing | {"phase": 1, "players": ["a1", "b2"], "winner": "a1", "score": [5, 3]},
        pairing | {"phase": 1, "players": ["a2", "b1"], "winner": "b1", "score": [2, 5]},
        pairing | {"phase": 2, "winner": "B", "score": [4, 7]},
    ]
    assert rated("couples", results, ["A", "B"], couples=couples) == [
        one("a1", "b2", 5),
        one("b1", "a2", 5),
        ((("b1", "b2"), ("a1", "a2")), 7, ()),
    ]


def test_a_grand_prix_game_by_its_points():
    colours = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
    level = {"order": ["red", "green", "yellow", "black", "white", "blue"]}  # 11, 11, 6
    other = {"order": ["white", "red", "yellow", "black", "green", "blue"]}  # 16, 7, 5 for Cid, Ann, Bob
    assert rated("grand-prix", [level, other], games=3, colours=colours) == [
        ((("Ann",), ("Bob",), ("Cid",)), 0, (1, 1, 3)),
        ((("Cid",), ("Ann",), ("Bob",)), 0, ()),
    ]
    order = [{"order": ["Cid", "Ann", "Bob"]}]
    assert rated("grand-prix-plus", order, games=3) == [((("Cid",), ("Ann",), ("Bob",)), 0, ())]


def test_a_triathlon_game_with_two_winners():
    games = [{"winner": "Ann"}, {"winner": "Bob"}, {"first_colour": "Ann", "first_both": "Cid"}]
    assert rated("triathlon", games, target=9) == [
        ((("Ann",), ("Bob",), ("Cid",)), 0, (1, 2, 2)),
        ((("Bob",), ("Ann",), ("Cid",)), 0, (1, 2, 2)),
        ((("Ann",), ("Cid",), ("Bob",)), 0, (1, 1, 3)),
    ]


def test_challengers_and_leagues_are_games_of_two():
    games = [{"game": 0, "order": PLAYERS}, {"players": ["Ann", "Bob"], "winner": "Bob"}]
    assert rated("challengers", games) == [one("Bob", "Ann", 0)]
    assert rated("league-2t", [{"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [4, 2]}]) == [
        one("Ann", "Bob", 0)
    ]


def test_a_swing_is_not_rated():
    game = {"players": ["Ann", "Bob"], "winner": "Ann", "points": 2, "cube": 4, "round": 1}
    assert rated("swing", [game], stake=6000, cpp=[300]) == []


@pytest.mark.parametrize("key", formats.FORMATS)
def test_random_events_can_be_rated(key):
    form = formats.FORMATS[key]
    some = 0
    for seed in range(3):
        finished = form.read(Cursor(random_document(form, random.Random(seed))))
        form.answer(finished)
        found = rated_results(finished)
        some += len(found)
        system = Elo() if key in MATCHES else OpenSkill()
        for sides, length, ranks in found:
            system.check((tuple((0,) * len(side) for side in sides), length, ranks))
        assert recompute(found, system).results == len(found) <= len(finished.results)
    assert (some > 0) == (key != "swing")
