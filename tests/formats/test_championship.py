"""Championship and Masters: by name, refusals, an independent count, and every end played out."""

import pytest

from tablekeeper.formats import FORMATS, read_event, standings
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
        ({"players": ["Ann", "Bob"]}, "players", "3 items"),
        ({"players": ["Ann", "Bob", "Cid", "Dan"]}, "players", "3 items"),
        ({"players": ["Ann", "Bob", " "]}, "players[2]", "a text"),
        ({"format": "chess"}, "format", "is none of"),
        ({"result": []}, "result", "unknown key"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(change, place, words):
    for key in KEYS:
        refused(event(key=key) | change, place, words)


def agree(value):
    """Compare an event's answer with the oracle's count."""
    answer = standings(Cursor(value))
    winners = [result["winner"] for result in value["results"]]
    expected, winner = oracle.championship(value["players"], value["options"]["first_to"], winners)
    assert table(answer, "won", "lost") == expected
    assert answer.winner == winner
    running_rows_tell_no_reason(answer)


@pytest.mark.parametrize("key", KEYS)
def test_random_events_agree(key):
    for value in random_documents(key, range(200)):
        agree(value)


@pytest.mark.soak
def test_random_events_agree_soak(record_property):
    for key in KEYS:
        for value in random_documents(key, range(1000, 6000)):
            agree(value)
    record_property("figure", "5,000 random events each")


@pytest.mark.parametrize("first_to", [1, 2, 3])
def test_futures_are_those_of_every_end(first_to):
    def walk(played):
        ends = [
            oracle.placed(range(3), [winners.count(seat) for seat in range(3)])
            for winners in oracle.championship_ends(first_to, played)
        ]
        value = event(*(PLAYERS[seat] for seat in played), first_to=first_to)
        expected = oracle.span(range(3), ends)
        assert spans(value) == {PLAYERS[seat]: expected[seat] for seat in range(3)}, played
        if len(played) < 3 and not any(played.count(seat) == first_to for seat in range(3)):
            for seat in range(3):
                walk([*played, seat])

    walk([])


def test_what_each_needs():
    form, read = read_event(Cursor(event("Ann", "Ann", "Bob", first_to=3)))
    futures = form.futures(read)
    assert futures.contenders == ("Ann", "Bob", "Cid")
    assert futures.determined == ()
    assert [need.sentence for need in futures.needs] == [
        "Ann wins with 1 more win.", "Bob wins with 2 more wins.", "Cid wins with 3 more wins."]  # fmt: skip
    assert [need.magic for need in futures.needs] == [1, 2, 3]


def test_a_long_event_has_futures_too():
    assert spans(event("Ann", first_to=1000)) == dict.fromkeys(PLAYERS, (1, 3))


def test_an_event_that_is_over_is_determined():
    form, read = read_event(Cursor(event("Bob", "Ann", "Bob")))
    futures = form.futures(read)
    assert futures.determined == ((1, "Bob"), (2, "Ann"), (3, "Cid"))
    assert futures.contenders == ("Bob",)
    assert FORMATS["championship"].futures(read) == futures
