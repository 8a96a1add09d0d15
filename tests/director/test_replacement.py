"""A broken board is replaced in the middle of a match: score, cube, turn and clocks go along."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tests.director.eventroom import first, started
from tests.refusal import refusal


def replaced(room, one, two):
    told = room.director.replacement.replace(one.uid, two.uid)
    room.deliver(two)
    return told


def test_score_cube_turn_and_clocks_go_along(room, boards):
    one, two = boards
    match = room.match(one, 7, "21m b12")
    one.play(1, records.GAMMON)
    one.begin(6, 1)
    one.turn()
    one.turn()
    one.double()
    one.take()
    room.send(one)
    room.now += one.ms
    told = room.director.replacement.carried(one.uid)
    assert (told.match, told.players, told.score) == (match, ("Ann", "Bob"), (0, 2))
    assert (told.in_game, told.cube, told.cube_owner, told.turn, told.games) == (True, 2, 1, 0, 1)
    assert told.again == ""
    assert replaced(room, one, two).reserves == tuple(two.sheet.clock.reserve)
    assert (two.sheet.score, two.sheet.cube_value(), two.sheet.owner) == ([0, 2], 2, 1)
    assert (two.sheet.turn, two.sheet.games) == (0, 1)
    # and the match is won there
    two.write(records.RESUME, 0)
    two.turn()
    two.win(0, records.GAMMON)
    room.send(two)
    assert room.director.overview.match(match).match.details.score == (4, 2)


def test_clocks_stand_from_when_the_broken_board_was_last_heard(room, boards):
    one, two = boards
    room.match(one, 7, "21m")
    room.map(one, room.now - one.ms)
    room.connect(one)
    one.begin(6, 1)
    room.send(one)
    turn = one.sheet.turn
    room.director.boards.offline(one.uid, "broken")
    heard = room.now
    before = one.sheet.clock.remaining(turn, one.ms)
    room.now += 5 * 60_000
    told = room.director.replacement.carried(one.uid)
    assert told.at_ms == heard
    assert told.reserves[turn] > before - 60_000
    replaced(room, one, two)
    assert two.sheet.clock.reserve == list(told.reserves)


def test_a_double_that_waits_is_offered_again(room, boards):
    one, two = boards
    room.match(one, 7)
    one.begin(6, 1)
    one.turn()
    doubler = one.sheet.turn
    one.double()
    room.send(one)
    told = replaced(room, one, two)
    assert told.again == f"{('Ann', 'Bob')[doubler]} doubles again."
    assert (told.cube, told.turn) == (1, doubler)
    assert two.sheet.turn == doubler


def test_a_result_that_waits_is_entered_again(room, boards):
    one, two = boards
    room.match(one, 7)
    one.begin(6, 1)
    one.turn()
    one.claim(0)
    room.send(one)
    assert replaced(room, one, two).again == "The players enter the result of this game again."
    assert two.sheet.score == [0, 0]
    assert two.sheet.in_game()


def test_a_set_up_that_never_arrived_and_a_match_between_games_move_too(room, boards):
    one, two = boards
    room.director.matches.create(one.uid, ("Ann", "Bob"), 5, "none", start_score=(2, 1))
    assert replaced(room, one, two).score == (2, 1)
    assert two.sheet.score == [2, 1]
    two.play(0)
    room.send(two)
    told = replaced(room, two, one)
    assert (told.score, told.in_game, told.games) == ((3, 1), False, 1)
    assert one.sheet.score == [3, 1]


def test_the_result_of_a_match_that_has_moved_comes_into_its_event(room, boards):
    one, two = boards
    cup = started(room, "knockout", ("Ann", "Bob"), length=1)
    room.director.event_tables.play(cup, first(room, cup), one.uid, None, "none")
    room.deliver(one)
    replaced(room, one, two)
    two.play(0)
    room.send(two)
    view = room.director.events.get(cup)
    brought = [one.result["winner"] for one in (*view.entered, *view.claims)]
    assert brought == [first_player(view)]


def first_player(view):
    return next(iter(view.tables.values()))["players"][0]


def test_what_cannot_move_is_refused_and_changes_nothing(room, boards):
    one, two = boards
    replacement = room.director.replacement
    assert "No match is at" in refusal(replacement.carried, one.uid)
    match = room.match(one, 1)
    with pytest.raises(UserError, match=r"is at .* already"):
        replacement.replace(one.uid, one.uid)
    room.match(two, 5)
    assert "in progress" in refusal(replacement.replace, one.uid, two.uid)
    assert len(room.director.overview.match(match).segments) == 1
    one.play(0)
    room.send(one)
    assert "is over" in refusal(replacement.replace, one.uid, two.uid)
    race = room.board("c")
    room.director.matches.set_up(race.uid, "race", {"rules": "2T"}, ["Ann", "Bob"])
    assert "has not taken the match over" in refusal(replacement.carried, race.uid)
    assert "no table" in refusal(replacement.carried, "f" * 16)
