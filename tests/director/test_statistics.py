"""A player's figures: head to head, streaks, titles, averages from results; time and dice from the logs."""

import doctest
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecore import records
from tablekeeper.director.dice import Dice
from tablekeeper.director.events.service import Events
from tablekeeper.director.people import games
from tablekeeper.director.people.games import (
    EventPlace,
    OpponentRecord,
    PersonGame,
    average_place,
    tally,
    titles,
)
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.statistics import Statistics, Thinking, games_of
from tests.startedevent import started_event


def test_the_example_of_the_module():
    assert doctest.testmod(games).failed == 0


def of(*sides, ranks=None):
    told = tuple(frozenset(side) for side in sides)
    return PersonGame("Cup", 0, told, ranks or tuple(range(1, len(sides) + 1)))


def test_games_add_up():
    played = [
        of([1], [2]), of([1], [3]), of([2], [1]), of([3], [1]), of([1], [2]),
        of([2], [3]), of([1, 2], [3, 4]), of([1], [2], ranks=(1, 1)),
    ]  # fmt: skip
    told = tally(played, 1)
    assert (told.won, told.lost, told.level) == (4, 2, 1)
    assert told.against == {
        2: OpponentRecord(2, 1, 1),
        3: OpponentRecord(2, 1, 0),
        4: OpponentRecord(1, 0, 0),
    }
    assert (told.streaks.won, told.streaks.lost, told.streaks.now) == (2, 2, -1)
    assert told.share == Fraction(4, 7)
    assert tally(played, 9).share is None


def test_in_a_game_of_three_only_the_winner_beats_anybody():
    told = tally([of([1], [2], [3], ranks=(1, 2, 2))], 2)
    assert (told.won, told.lost, told.level) == (0, 1, 0)
    assert told.against == {1: OpponentRecord(0, 1, 0), 3: OpponentRecord(0, 0, 1)}
    assert tally([of([1], [2], [3], ranks=(1, 2, 2))], 1).against == {
        2: OpponentRecord(1),
        3: OpponentRecord(1),
    }


@given(st.lists(st.tuples(st.sampled_from("wl"), st.integers(2, 4)), max_size=40))
def test_streaks_and_records_agree_with_a_plain_count(course):
    played = [of([1], [other]) if how == "w" else of([other], [1]) for how, other in course]
    told = tally(played, 1)
    text = "".join(how for how, _ in course)
    assert told.won == text.count("w")
    assert told.lost == text.count("l")
    assert told.streaks.won == max(map(len, text.split("l")))
    assert told.streaks.lost == max(map(len, text.split("w")))
    last = len(text) - len(text.rstrip(text[-1])) if text else 0
    assert told.streaks.now == (last if text.endswith("w") else -last)
    counted = Counter(course)
    for other, record in told.against.items():
        assert (record.won, record.lost) == (counted["w", other], counted["l", other])


def test_places_and_titles():
    found = [EventPlace(1, "A", 0, 1, 4), EventPlace(2, "B", 0, 3, 4), EventPlace(3, "C", 0, 1, 2)]
    assert [one.name for one in titles(found)] == ["A", "C"]
    assert average_place(found) == Fraction(5, 3)
    assert average_place([]) is None


def test_events_tell_games_and_places(store):
    events, register = Events(store), Register(store)
    ann, double = register.enter(["Ann", "A. Lee"])
    for name, players, winners in (
        ("One", ["Ann", "Bob", "Cid"], ["Ann", "Bob", "Ann"]),
        ("Two", ["A. Lee", "Bob", "Cid"], ["Bob", "Bob"]),
    ):
        event = started_event(events, players, name, "championship", {"first_to": 2})
        for winner in winners:
            events.result(event, {"winner": winner})
    # entries only: nobody has played yet
    events.enter(events.new("Three", "championship", {"first_to": 2}), ["Ann"])
    register.merge(ann, double)
    played, places = games_of(store, register.book())
    assert len(played) == 5
    assert [(one.name, one.rank) for one in places[ann]] == [("One", 1), ("Two", 2)]
    told = Statistics(store, Dice(store)).player(ann, register.book())
    assert (told.tally.won, told.tally.lost) == (2, 3)
    assert told.tally.against["Bob"] == OpponentRecord(2, 3, 0)
    assert told.tally.against["Cid"] == OpponentRecord(2, 0, 3)
    assert told.thinking == Thinking(0, 0)
    assert told.thinking.average_ms is None
    assert (told.thrown.throws, told.thrown.faces[6]) == (0, 0)


@pytest.mark.parametrize("live", [True, False])
def test_moves_and_dice_come_from_the_boards_logs(room, live):
    director = room.director
    ann, bob = director.people.enter(["Ann", "Bob"])
    board = room.board("a")
    director.matches.create(board.uid, ("Ann", "Bob"), 3, "21m b12")
    room.deliver(board)
    board.game()
    board.opening(3, 1)  # one die each; Ann's clock begins, and she plays both
    board.write(records.PRESS, 0, 1)
    board.ms += 9_000
    board.turn(6, 6)
    board.ms += 4_000
    board.turn(5, 5)
    # the press is taken back, and so is the throw before it
    board.undo(board.last)
    board.undo(board.last - 2)
    board.turn(2, 1)
    room.send(board)
    statistics = director.statistics if live else Statistics(room.store, Dice(room.store))
    book = director.people.book()
    # 1 s, then the whole time since Bob's press
    second = sum((4_000, 2_000, 2_000, 2_000))
    assert statistics.thinking(ann, book) == Thinking(2, 1_000 + second)
    assert statistics.thinking(bob, book) == Thinking(1, 11_000)
    told = statistics.player(ann, book).thrown
    assert (told.throws, told.pairs, told.doubles) == (2, 1, 0)
    assert told.faces == {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}
    told = statistics.thrown(bob, book)
    assert (told.throws, told.pairs, told.doubles) == (2, 1, 1)
    assert told.faces == {1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 2}
