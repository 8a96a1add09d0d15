"""Challengers: who plays when, refusals, and every end played out."""

from itertools import permutations

import pytest

from tablekeeper.formats import read_event, standings
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import ends, ranks, recount, spans, told
from tests.formats.three_players import PLAYERS, document, refused, table
from tests.nonempty import nonempty

ZERO = {"game": 0, "order": ["Ann", "Cid", "Bob"]}


def game(first, second, winner=None):
    return {"players": [first, second], "winner": winner or first}


def event(*games, first_to=4, zero=ZERO):
    return document("challengers", [zero, *games] if zero else [], first_to=first_to)


def test_game_zero_comes_first_and_counts_for_nothing():
    answer = standings(Cursor(event(zero=None)))
    assert answer.next == ({"game": 0, "players": PLAYERS},)
    answer = standings(Cursor(event()))
    assert table(answer, "won", "lost") == dict.fromkeys(PLAYERS, (1, 0, 0))
    assert answer.next == ({"game": 1, "players": ["Ann", "Cid"]},)
    assert answer.notes == ("Ann chooses colours for game 1; Bob sits out.",)


def test_the_winner_stays_and_the_loser_sits_out_one_game():
    games = [game("Cid", "Ann"), game("Bob", "Cid"), game("Bob", "Ann"), game("Cid", "Bob")]
    following = [["Cid", "Bob"], ["Bob", "Ann"], ["Bob", "Cid"], ["Cid", "Ann"]]
    for number, players in nonempty(enumerate(following, 1)):
        answer = standings(Cursor(event(*games[:number])))
        assert answer.next == ({"game": number + 1, "players": players},)
        assert answer.notes[0].startswith(f"{players[0]} keeps the colours for game {number + 1}; ")


def test_the_shortest_event_gives_everybody_two_games():
    answer = standings(
        Cursor(event(game("Ann", "Cid"), game("Ann", "Bob"), game("Ann", "Cid"), game("Ann", "Bob")))
    )
    assert answer.winner == "Ann"
    assert table(answer, "won", "lost") == {"Ann": (1, 4, 0), "Bob": (2, 0, 2), "Cid": (2, 0, 2)}


def ways(pairing):
    """Return every result of a game: each order of Game 0, each winner."""
    if pairing["game"] == 0:
        return [{"game": 0, "order": list(order)} for order in permutations(PLAYERS)]
    return [game(*pairing["players"], winner) for winner in pairing["players"]]


def test_nobody_has_fewer_than_two_games_whatever_happens():
    for first_to in (4, 3):
        least = min(
            sum(player in one["players"] for one in games)
            for _, games in ends(event(first_to=first_to), ways)
            for player in PLAYERS
        )
        # with a shorter distance somebody could
        assert (least >= 2) == (first_to == 4)


ANN4 = [game("Ann", "Cid"), game("Ann", "Bob"), game("Ann", "Cid"), game("Ann", "Bob")]


@pytest.mark.parametrize(
    ("results", "place", "words"),
    [
        ([game("Ann", "Cid")], "results[0]", "Game 0"),
        ([{"game": 1, "order": PLAYERS}], "results[0].game", "Game 0 comes first"),
        ([{"game": False, "order": PLAYERS}], "results[0].game", "a whole number"),
        ([{"game": 0.0, "order": PLAYERS}], "results[0].game", "a whole number"),
        ([{"order": PLAYERS}], "results[0].game", "is missing"),
        ([{"game": 0}], "results[0].order", "is missing"),
        ([{"game": 0, "order": ["Ann", "Bob"]}], "results[0].order", "give 3 here"),
        ([{"game": 0, "order": ["Ann", "Bob", "Bob"]}], "results[0].order", "twice"),
        ([{"game": 0, "order": ["Ann", "Bob", "Dan"]}], "results[0].order[2]", "not among the players"),
        ([{"game": 0, "order": PLAYERS, "winner": "Ann"}], "results[0].winner", "unknown key"),
        ([ZERO, ZERO], "results[1].order", "unknown key"),
        ([ZERO, game("Ann", "Bob")], "results[1].players", "Bob sits out"),
        ([ZERO, game("Ann", "Cid"), game("Ann", "Cid")], "results[2].players", "Cid sits out"),
        ([ZERO, game("Ann", "Cid", "Bob")], "results[1].winner", "Bob"),
        ([ZERO, game("Ann", "Dan")], "results[1].players[1]", "Dan"),
        ([ZERO, game("Ann", "Ann")], "results[1].players", "twice"),
        ([ZERO, {"players": ["Ann"], "winner": "Ann"}], "results[1].players", "give 2 here"),
        ([ZERO, {"players": ["Ann", "Cid"]}], "results[1].winner", "is missing"),
        ([ZERO, {"winner": "Ann"}], "results[1].players", "is missing"),
        ([ZERO, game("Ann", "Cid") | {"game": 2}], "results[1].game", "this is game 1"),
        ([ZERO, game("Ann", "Cid") | {"game": "1"}], "results[1].game", "a whole number"),
        ([ZERO, game("Ann", "Cid") | {"score": [4, 2]}], "results[1].score", "unknown key"),
        ([ZERO, *ANN4, game("Ann", "Cid")], "results[5]", "Ann has already won the event"),
        ([ZERO, None], "results[1]", "an object"),
    ],
)  # fmt: skip
def test_a_wrong_result_is_refused_with_its_place(results, place, words):
    refused(document("challengers", results), place, words)


@pytest.mark.parametrize(
    ("options", "place", "words"),
    [
        ({"first_to": 3}, "options.first_to", "at least 4"),
        ({"first_to": None}, "options.first_to", "null"),
        ({"rules": "3T"}, "options.rules", "2T-XL"),
        ({"target": 5}, "options.target", "unknown key"),
    ],
)
def test_a_wrong_option_is_refused_with_its_place(options, place, words):
    refused(document("challengers", [], **options), place, words)


def test_four_wins_are_the_default():
    assert read_event(Cursor(document("challengers", [])))[1].options == {"first_to": 4, "rules": "2T"}


def test_futures_are_those_of_every_end():
    def walk(results):
        value = document("challengers", results, first_to=4)
        tables = [(ranks(found), [one["winner"] for one in more if "winner" in one])
                  for found, more in ends(value, ways)]  # fmt: skip
        assert told(*read_event(Cursor(value))) == spans(value, tables), results
        if len(results) < 6 and len(tables) > 1:
            for result in ways(recount(value).next[0]):
                walk([*results, result])

    walk([ZERO])
    value = event(zero=None)
    tables = [(ranks(found), [one["winner"] for one in more[1:]]) for found, more in ends(value, ways)]
    assert told(*read_event(Cursor(value))) == spans(value, tables)


def test_what_each_needs():
    form, read = read_event(Cursor(event(*ANN4[:3])))
    futures = form.futures(read)
    assert [need.sentence for need in futures.needs] == [
        "Ann wins with 1 more win.", "Bob wins with 4 more wins.", "Cid wins with 4 more wins."]  # fmt: skip
    assert [need.magic for need in futures.needs] == [1, 4, 4]
