"""Rounds of die-roll at a board that is set up for those who throw: a league gets its lots."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.strictjson import Cursor
from tests.director.eventroom import answer, first, seated, started


@pytest.fixture
def league(room):
    return started(room, "league-2t", ("Ann", "Bob", "Cid"), drr=2)


@pytest.fixture
def board(room, league):
    """A board that is set up for the round of die-roll."""
    return seated(room, league)


def roll(room, board, *throws, first=0):
    """Throw: (seat, die) in order; `first` is the mask of those who take part in a round of their own."""
    for seat, die in throws:
        board.write(records.ROLL, seat, die, first)
        first = 0
    room.send(board)


def test_throws_of_a_board_are_proposed_as_the_lots(room, league, board):
    """docs/rules/races.md, "League": only tied players throw again."""
    assert room.row(board).match.players == ("Ann", "Bob", "Cid")
    assert board.sheet.rolling == 7
    roll(room, board, (0, 3), (1, 5), (2, 3))
    assert room.director.events.get(league).claims == ()
    roll(room, board, (0, 2), (2, 6))
    [claim] = room.director.events.get(league).claims
    throws = [["Ann", 3], ["Bob", 5], ["Cid", 3], ["Ann", 2], ["Cid", 6]]
    assert claim.result == {"lots": throws, "after": 0}
    told = "the throws Ann 3, Bob 5, Cid 3, Ann 2, Cid 6"
    assert room.director.events.get(league).history[-1].text == f"the claim of the table: {told}"
    # nothing is played at that set-up: the board is free
    room.deliver(board)
    assert room.row(board).match is None
    before = room.director.events.export(league)
    room.restart()
    assert room.director.events.export(league) == before
    room.director.events.confirm(league, claim.seq)
    assert room.director.events.get(league).options["lots"] == throws
    pairings = [one.get("players") for one in answer(room, league).next]
    assert pairings[:3] == [["Bob", "Cid"], ["Ann", "Bob"], ["Cid", "Ann"]]
    assert pairings[6:] == [None]
    with pytest.raises(UserError, match="has entered its result already"):
        room.director.events.claim(league, claim.match, claim.result, actor="Table a")
    room.director.events.undo(league)
    assert first(room, league)["positions"] == ["Ann", "Bob", "Cid"]


def test_a_throw_that_was_taken_back_does_not_count(room, league, board):
    roll(room, board, (0, 3), (1, 5))
    board.undo(board.last)
    roll(room, board, (1, 1), (2, 4))
    [claim] = room.director.events.get(league).claims
    assert claim.result["lots"] == [["Ann", 3], ["Bob", 1], ["Cid", 4]]


def test_a_round_that_was_called_off_does_not_count(room, league, board):
    roll(room, board, (0, 3), (1, 5))
    board.write(records.ROLL, records.NOBODY)
    roll(room, board, (0, 6), (1, 5), (2, 4), first=7)
    [claim] = room.director.events.get(league).claims
    assert claim.result["lots"] == [["Ann", 6], ["Bob", 5], ["Cid", 4]]


def test_throws_that_others_typed_meanwhile_stay(room, league, board):
    room.director.events.throw(league, "Ann 1, Bob 2, Cid 3")
    roll(room, board, (0, 6), (1, 5), (2, 4))
    [claim] = room.director.events.get(league).claims
    # the round at the board came later: it is refused, and the director rejects it
    with pytest.raises(UserError, match="3 throws were recorded before these"):
        room.director.events.confirm(league, claim.seq)
    room.director.events.reject(league, claim.seq, "typed already")
    assert room.director.events.get(league).options["lots"] == [["Ann", 1], ["Bob", 2], ["Cid", 3]]


def test_two_who_are_level_throw_again_at_a_board(room, league):
    room.director.events.throw(league, "Ann 5, Bob 5, Cid 3")
    board = seated(room, league)
    assert room.row(board).match.players == ("Ann", "Bob")
    roll(room, board, (0, 1), (1, 2))
    [claim] = room.director.events.get(league).claims
    assert claim.result == {"lots": [["Ann", 1], ["Bob", 2]], "after": 3}
    room.director.events.confirm(league, claim.seq)
    assert answer(room, league).next[0]["players"] == ["Bob", "Ann"]


def test_a_round_at_a_board_is_for_the_next_games_where_the_first_were_begun_without(room):
    events = room.director.events
    begun = [
        {"players": [one, other], "winner": one, "pawns": [4, 1], "minutes": 9}
        for one, other in (("Bob", "Cid"), ("Ann", "Bob"), ("Cid", "Ann")) * 2
    ]
    # halls did not ask for lots once
    league = events.take_in(
        Cursor({
            "format": "league-2t", "options": {"drr": 2}, "players": ["Ann", "Bob", "Cid"], "results": begun,
        }), "League", 1,
    )  # fmt: skip
    board = seated(room, league)
    roll(room, board, (0, 1), (1, 2), (2, 3))
    [claim] = events.get(league).claims
    events.confirm(league, claim.seq)
    assert first(room, league) == {"game": 7, "players": ["Cid", "Bob"]}
