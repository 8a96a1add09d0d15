"""Championship and Masters: by name, refusals, and every end played out."""

from functools import partial

import pytest

from tablekeeper.formats import FORMATS, read_event, standings
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import hold_futures
from tests.formats.three_players import PLAYERS, document, refused, table
from tests.formats.three_players import spans as places

KEYS = ("championship", "masters")


def event(*winners, first_to=2, key="championship"):
    return document(key, [{"winner": winner} for winner in winners], first_to=first_to)


@pytest.mark.parametrize("key", KEYS)
def test_it_ends_with_the_last_win(key):
    answer = standings(Cursor(event("Ann", "Bob", "Ann", key=key)))
    assert (answer.format, answer.over, answer.winner, answer.next) == (key, True, "Ann", ())
    assert table(answer, "won", "lost") == {"Ann": (1, 2, 1), "Bob": (2, 1, 2), "Cid": (3, 0, 3)}
    assert [(row.decided_by, row.explain) for row in answer.rows] == [
        ("wins", "2 v 1"), ("wins", "1 v 0"), (None, None)]  # fmt: skip


def test_one_game_is_an_event():
    answer = standings(Cursor(event("Cid", first_to=1)))
    assert answer.winner == "Cid"
    assert table(answer, "won") == {"Cid": (1, 1), "Ann": (2, 0), "Bob": (2, 0)}


def test_equal_records_share_a_place_and_nothing_is_decided_while_it_runs():
    answer = standings(Cursor(event("Ann", "Bob", first_to=5)))
    assert [(row.rank, row.player, row.decided_by, row.explain) for row in answer.rows] == [
        (1, "Ann", None, None), (1, "Bob", None, None), (3, "Cid", None, None)]  # fmt: skip
    assert answer.next == ({"game": 3, "players": PLAYERS},)


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"results": [{"winner": "Dan"}]}, "results[0].winner", '"Dan" is not among the players'),
        ({"results": [{"winner": None}]}, "results[0].winner", "null"),
        ({"results": [{"winner": ["Ann"]}]}, "results[0].winner", "a list"),
        ({"results": [{}]}, "results[0].winner", "is missing"),
        ({"results": [{"winner": "Ann"}, {"winer": "Ann"}]}, "results[1].winer", "unknown key"),
        ({"results": ["Ann"]}, "results[0]", "an object"),
        ({"results": {"winner": "Ann"}}, "results", "a list"),
        ({"results": [{"winner": "Ann"}] * 3}, "results[2]", "Ann has already won the event"),
        ({"options": {}}, "options.first_to", "is missing"),
        ({"options": {"first_to": 0}}, "options.first_to", "at least 1"),
        ({"options": {"first_to": True}}, "options.first_to", "a whole number"),
        ({"options": {"first_to": 2.5}}, "options.first_to", "a whole number"),
        ({"options": {"first_to": "3"}}, "options.first_to", "a whole number"),
        ({"options": {"first_to": 3, "firstto": 3}}, "options.firstto", "unknown key"),
        ({"options": []}, "options", "an object"),
        ({"players": ["Ann", "Bob", "Ann"]}, "players[2]", "twice"),
        ({"players": ["Ann", "Bob"]}, "players", "give 3 here"),
        ({"players": ["Ann", "Bob", "Cid", "Dan"]}, "players", "give 3 here"),
        ({"players": ["Ann", "Bob", " "]}, "players[2]", "a text"),
        ({"format": "chess"}, "format", "is not one of"),
        ({"result": []}, "result", "unknown key"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(change, place, words):
    for key in KEYS:
        refused(event(key=key) | change, place, words)


@pytest.mark.parametrize("first_to", [1, 2, 3])
def test_futures_are_those_of_every_end(first_to):
    hold_futures(partial(event, first_to=first_to), PLAYERS, 3)


def test_what_each_needs():
    form, read = read_event(Cursor(event("Ann", "Ann", "Bob", first_to=3)))
    futures = form.futures(read)
    assert futures.contenders == ("Ann", "Bob", "Cid")
    assert futures.determined == ()
    assert [need.sentence for need in futures.needs] == [
        "Ann wins with 1 more win.", "Bob wins with 2 more wins.", "Cid wins with 3 more wins."]  # fmt: skip
    assert [need.magic for need in futures.needs] == [1, 2, 3]


def test_a_long_event_has_futures_too():
    assert places(event("Ann", first_to=1000)) == dict.fromkeys(PLAYERS, (1, 3))


def test_an_event_that_is_over_is_determined():
    form, read = read_event(Cursor(event("Bob", "Ann", "Bob")))
    futures = form.futures(read)
    assert futures.determined == ((1, "Bob"), (2, "Ann"), (3, "Cid"))
    assert futures.contenders == ("Bob",)
    assert FORMATS["championship"].futures(read) == futures
