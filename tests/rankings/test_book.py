"""The book of ratings: events added, corrected and taken away leave what a full computation gives."""

import random

import pytest

from tablekeeper.rankings import book as book_module
from tablekeeper.rankings.book import RatingBook, recompute
from tablekeeper.rankings.elo import Elo
from tablekeeper.rankings.order import SortedKeys
from tablekeeper.rankings.partnership import OpenSkill
from tests.rankings.test_ratings import names, random_results


@pytest.fixture(autouse=True)
def close_checkpoints(monkeypatch):
    monkeypatch.setattr(book_module, "_EVERY", 20)


def events_of(chance, count):
    return [random_results(chance, chance.randint(0, 12)) for _ in range(count)]


def book_of(events, system=None):
    book = RatingBook(system or Elo())
    for event in events:
        book.add(event)
    return book


def since(events):
    """Return what hands a book its events again."""
    return lambda first: events[first:]


def listed(book):
    """Return the list; who was only in an event that is gone is not in it."""
    return list(book.rows())


@pytest.mark.parametrize("system", [Elo, OpenSkill])
def test_a_correction_is_what_a_full_computation_gives(system):
    chance = random.Random(11)
    for _ in range(6):
        events = events_of(chance, 60)
        book = book_of(events, system())
        assert listed(book) == listed(recompute([one for event in events for one in event], system()))
        for _ in range(4):
            number = chance.randrange(len(events))
            events[number] = random_results(chance, 5, players=14)
            again = book.correct(number, since(events))
            assert again >= sum(map(len, events[number:]))
            assert listed(book) == listed(book_of(events, system()))
            assert book.results == sum(map(len, events))


def test_taking_an_event_away_and_adding_it_again_is_the_identity():
    chance = random.Random(12)
    for _ in range(20):
        events = events_of(chance, 30)
        book = book_of(events)
        before = listed(book)
        number = chance.randrange(len(events))
        gone = events.pop(number)
        book.correct(number, since(events))
        assert listed(book) == listed(book_of(events))
        events.insert(number, gone)
        book.correct(number, since(events))
        assert listed(book) == before
        assert book.events == len(events)


def test_added_events_move_only_their_players():
    chance = random.Random(13)
    events = events_of(chance, 40)
    book = book_of(events)
    order = listed(book)
    for _ in range(30):
        more = random_results(chance, 3, players=16)
        events.append(more)
        book.add(more)
        whole = listed(book_of(events))
        assert listed(book) == whole
        players = {name for sides, _, _ in more for side in sides for name in side}
        before = {row.player: row.figures for row in order}
        assert {row.player for row in whole if before.get(row.player) != row.figures} == players
        assert [book.rank(row.player) for row in whole] == [row.rank for row in whole]
        assert book.row(whole[0].player) == whole[0]
        order = whole


def test_states_are_few_and_close_together_at_the_end():
    chance = random.Random(14)
    events = [random_results(chance, 10) for _ in range(2000)]
    book = book_of(events)
    kept = book.checkpoints
    assert kept[0] == 0
    assert len(kept) <= 2 * len(bin(20_000))
    # what a correction replays is about what came after it
    for age in (1, 5, 30, 200, 1000, 1999):
        number = 2000 - age
        again = book_of(events).correct(number, since(events))
        assert again <= 2 * 10 * age + 2 * 20


def test_an_unknown_player_and_a_provisional_one():
    book = recompute([((("Ann",), ("Bob",)), 7, ())])
    assert book.rank("Ann") is None
    assert book.row("Ann").provisional
    with pytest.raises(KeyError):
        book.rank("Cid")


def test_the_order_agrees_with_a_sorted_list():
    chance = random.Random(15)
    plain = sorted({chance.randrange(10_000) for _ in range(3000)})
    order = SortedKeys(plain)
    for _ in range(4000):
        key = chance.randrange(10_000)
        if key in plain and chance.random() < 0.7:
            plain.remove(key)
            order.remove(key)
        elif key not in plain:
            plain.append(key)
            plain.sort()
            order.add(key)
        asked = chance.randrange(10_000)
        assert order.above(asked) == sum(other > asked for other in plain)
    assert list(order) == plain
    assert len(order) == len(plain)
    with pytest.raises(KeyError):
        order.remove(10_001)
    for key in plain:
        order.remove(key)
    assert list(order) == []
    order.add(1)
    assert (list(order), order.above(0)) == ([1], 1)


def test_names_are_told_apart_from_pairs():
    pair = [((("Ann", "Bob"), ("Cid", "Dan")), 5, ()), ((("Ann",), ("Bob",)), 5, ())]
    assert {row.player: row.matches for row in recompute(pair).rows()} == {
        "Ann": 2, "Bob": 2, "Cid": 1, "Dan": 1,
    }  # fmt: skip
    assert names(2) == ["Player 00", "Player 01"]
