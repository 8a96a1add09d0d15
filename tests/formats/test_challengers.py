"""Challengers: who plays when, refusals, an independent count, and every end played out."""

from itertools import permutations

import pytest

from tablekeeper.formats import read_event, standings
from tablekeeper.strictjson import Cursor
from tests.formats import oracle_first_to as oracle
from tests.formats.three_players import (
    PLAYERS,
    document,
    random_documents,
    refused,
    running_rows_tell_no_reason,
    spans,
    table,
)

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
    for number, players in enumerate(following, 1):
        answer = standings(Cursor(event(*games[:number])))
        assert answer.next == ({"game": number + 1, "players": players},)
        assert answer.notes[0].startswith(f"{players[0]} keeps the colours for game {number + 1}; ")


def test_the_shortest_event_gives_everybody_two_games():
    answer = standings(
        Cursor(event(game("Ann", "Cid"), game("Ann", "Bob"), game("Ann", "Cid"), game("Ann", "Bob")))
    )
    assert answer.winner == "Ann"
    assert table(answer, "won", "lost") == {"Ann": (1, 4, 0), "Bob": (2, 0, 2), "Cid": (2, 0, 2)}


def test_nobody_has_fewer_than_two_games_whatever_happens():
    for games in oracle.challengers_ends(4, PLAYERS, []):
        assert all(sum(player in pair for pair in games) >= 2 for player in PLAYERS)
    # with a shorter distance somebody could
    assert any(
        sum("Bob" in pair for pair in games) < 2
        for games in oracle.challengers_ends(3, ["Ann", "Cid", "Bob"], [])
    )


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
        ([{"game": 0, "order": ["Ann", "Bob"]}], "results[0].order", "3 items"),
        ([{"game": 0, "order": ["Ann", "Bob", "Bob"]}], "results[0].order", "twice"),
        ([{"game": 0, "order": ["Ann", "Bob", "Dan"]}], "results[0].order[2]", "not among the players"),
        ([{"game": 0, "order": PLAYERS, "winner": "Ann"}], "results[0].winner", "unknown key"),
        ([ZERO, ZERO], "results[1].order", "unknown key"),
        ([ZERO, game("Ann", "Bob")], "results[1].players", "Bob sits out"),
        ([ZERO, game("Ann", "Cid"), game("Ann", "Cid")], "results[2].players", "Cid sits out"),
        ([ZERO, game("Ann", "Cid", "Bob")], "results[1].winner", "Bob"),
        ([ZERO, game("Ann", "Dan")], "results[1].players[1]", "Dan"),
        ([ZERO, game("Ann", "Ann")], "results[1].players", "twice"),
        ([ZERO, {"players": ["Ann"], "winner": "Ann"}], "results[1].players", "2 items"),
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


def agree(value):
    """Compare an event's answer with the oracle's count."""
    answer = standings(Cursor(value))
    results = value["results"]
    running_rows_tell_no_reason(answer)
    if not results:
        assert answer.next[0]["game"] == 0
        return
    zero = results[0]["order"]
    games = [
        (one["winner"], next(player for player in one["players"] if player != one["winner"]))
        for one in results[1:]
    ]
    expected, winner = oracle.challengers(value["players"], value["options"]["first_to"], zero, games)
    assert table(answer, "won", "lost") == expected
    assert answer.winner == winner
    if winner is None:
        assert set(answer.next[0]["players"]) == oracle.challengers_pair(zero, games)
        assert answer.next[0]["game"] == len(results)


def test_random_events_agree():
    for value in random_documents("challengers", range(200)):
        agree(value)


@pytest.mark.soak
def test_random_events_agree_soak(record_property):
    for value in random_documents("challengers", range(1000, 6000)):
        agree(value)
    record_property("figure", "5,000 random events")


def expected_spans(zeros, played):
    ends = []
    for zero in zeros:
        for games in oracle.challengers_ends(4, zero, played):
            ends.append(oracle.placed(zero, {p: sum(winner == p for winner, _ in games) for p in zero}))
    return oracle.span(PLAYERS, ends)


def test_futures_are_those_of_every_end():
    order = ZERO["order"]

    def walk(played):
        value = event(*(game(*pair) for pair in played))
        assert spans(value) == expected_spans([order], played), played
        if len(played) < 5 and not any(sum(w == p for w, _ in played) == 4 for p in PLAYERS):
            pair = sorted(oracle.challengers_pair(order, played))
            walk([*played, tuple(pair)])
            walk([*played, tuple(pair[::-1])])

    walk([])
    assert spans(event(zero=None)) == expected_spans(list(permutations(PLAYERS)), [])


def test_what_each_needs():
    form, read = read_event(Cursor(event(*ANN4[:3])))
    futures = form.futures(read)
    assert [need.sentence for need in futures.needs] == [
        "Ann wins with 1 more win.", "Bob wins with 4 more wins.", "Cid wins with 4 more wins."]  # fmt: skip
    assert [need.magic for need in futures.needs] == [1, 4, 4]
