"""Rounds are seated with what the event knows; a match is never at two tables, nor a player."""

import re

import pytest

from tablecore import records
from tablekeeper.director.events.seatplan import Place
from tablekeeper.errors import UserError
from tests.director.eventroom import entered, first, started
from tests.refusal import refusal
from tests.startedevent import started_event

FOUR = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def cup(room):
    return started(room, "knockout", FOUR, length=5)


def places(plan):
    return [(place.pairing["match"], place.uid[0]) for place in plan.places]


def test_a_round_is_seated_at_the_free_tables_with_length_and_clock_of_the_event(room, cup):
    boards = [room.board(digit) for digit in "abc"]
    room.match(boards[0], 7)
    seating = room.director.seating
    plan = seating.plan_round(cup)
    assert places(plan) == [("A1", "b"), ("A2", "c")]
    room.director.events.timetables.change(cup, {"A": {"control": "10m b5"}})
    matches = seating.seat(cup, plan.places)
    view = room.director.events.get(cup)
    assert [view.tables[match]["match"] for match in matches] == ["A1", "A2"]
    told = room.director.hall.entries[matches[0]].match
    assert (told.length, told.control) == (5, "10m b5")
    assert seating.plan_round(cup).places == ()
    assert seating.plan_round(cup).waiting == ()


def test_the_usual_clock_is_three_minutes_a_point(room, cup):
    board = room.board("a")
    [match] = room.director.seating.seat(cup, [Place(first(room, cup), board.uid)])
    assert room.director.hall.entries[match].match.control == "3m/pt b12"


def test_a_length_that_only_the_timetable_knows_is_taken(room):
    event = started(room, "round-robin", FOUR)
    board = room.board("a")
    place = Place(first(room, event), board.uid)
    assert "does not set the length" in refusal(room.director.seating.seat, event, [place])
    room.director.events.timetables.change(event, {"": {"length": 9}})
    [match] = room.director.seating.seat(event, [place])
    assert room.director.hall.entries[match].match.length == 9


def test_a_game_without_a_length_has_no_clock_by_the_point(room):
    event = started(room, "swing", FOUR, stake=6000, cpp=[300], seed=7)
    [place, *_] = [Place(one, room.board("a").uid) for one in room.director.events.get(event).answer.next
                   if len(one["players"]) == 2]  # fmt: skip
    [match] = room.director.seating.seat(event, [place])
    assert room.director.hall.entries[match].match.control == "none"


def test_the_same_pairing_is_never_at_two_tables(room, cup):
    one, other = room.board("a"), room.board("b")
    tables = room.director.event_tables
    match = tables.play(cup, first(room, cup), one.uid)
    before = room.director.events.export(cup)
    said = re.escape(f"is at {room.row(one).name} already, as match {match}: to seat it again, close that")
    with pytest.raises(UserError, match=said):
        tables.play(cup, first(room, cup), other.uid)
    with pytest.raises(UserError, match=said):
        room.director.seating.seat(cup, [Place(first(room, cup), other.uid)])
    assert room.director.events.export(cup) == before
    assert room.row(other).match is None
    # a match that was closed is seated again
    room.deliver(one)
    room.director.matches.close(match)
    assert tables.play(cup, first(room, cup), other.uid) != match


def test_a_pairing_whose_result_waits_is_not_seated_again(room):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid"], "Tourney", "ttt")
    board, other = room.board("a"), room.board("b")
    pairing = first(room, event)
    room.director.event_tables.play(event, pairing, board.uid, 1, "none")
    room.deliver(board)
    board.play(0, check=12345)
    room.send(board)
    [claim] = room.director.events.get(event).claims
    with pytest.raises(UserError, match="waits: confirm or reject it first"):
        room.director.event_tables.play(event, pairing, other.uid, 1, "none")
    assert all(place.pairing != pairing for place in room.director.seating.plan_round(event).places)
    room.director.events.reject(event, claim.seq, "the sheets differ")
    assert entered(room, event) == []
    with pytest.raises(UserError, match="to seat it again, enter its result, or close that match"):
        room.director.event_tables.play(event, pairing, other.uid, 1, "none")
    room.director.matches.close(claim.match)
    assert room.director.event_tables.play(event, pairing, other.uid, 1, "none")


def test_all_are_seated_or_none(room, cup):
    boards = [room.board(digit) for digit in "abc"]
    seating, events = room.director.seating, room.director.events
    plan = seating.plan_round(cup)
    one, two = plan.places
    for wrong, sentence, field in (
        ([one, Place(two.pairing, one.uid)], "is chosen for .* too", "table-1"),
        ([one, Place(one.pairing, two.uid)], "is in .* too|plays at", "table-1"),
        ([Place({"match": "B1", "players": ["Ann", "Bob"]}, one.uid)], "cannot be played now", "table-0"),
        ([one, Place(two.pairing, "f" * 16)], "no table", "table-1"),
        ([one, Place(two.pairing, two.uid, control="soon")], "soon", "table-1"),
        ([], "No table is chosen", ""),
    ):
        with pytest.raises(UserError, match=sentence) as refused:
            seating.seat(cup, wrong)
        assert refused.value.field == field
        assert events.get(cup).tables == {}
    # somebody has seated one of them meanwhile
    room.director.event_tables.play(cup, two.pairing, boards[2].uid)
    assert "already, as match" in refusal(seating.seat, cup, plan.places)
    assert len(events.get(cup).tables) == 1


def test_a_player_who_plays_elsewhere_waits(room, cup):
    boards = [room.board(digit) for digit in "abcd"]
    events = room.director.events
    other = started_event(events, ["Ann", "Zoe"], "Spring Championship", "knockout", {"length": 3})
    room.director.seating.seat(other, [Place(first(room, other), boards[0].uid)])
    plan = room.director.seating.plan_round(cup)
    [waiting] = plan.waiting
    assert "Ann" in waiting.pairing["players"]
    assert waiting.why == f"Ann plays at {room.row(boards[0]).name}"
    assert "Ann plays at" in refusal(room.director.seating.seat, cup, [Place(waiting.pairing, boards[1].uid)])


def test_a_championship_that_waits_is_told(room, cup):
    started_event(room.director.events, ["Yan", "Zoe"], "Spring Championship", "knockout", {"length": 3})
    assert room.director.seating.plan_round(cup).ahead == 1


def test_tables_come_in_the_directors_order_which_lasts(room, cup):
    boards = [room.board(digit) for digit in "abc"]
    room.director.boards.order([boards[2].uid, boards[0].uid])
    assert places(room.director.seating.plan_round(cup)) == [("A1", "c"), ("A2", "a")]
    room.restart()
    assert [row.uid[0] for row in room.director.overview.hall().tables] == ["c", "a", "b"]
    assert "named twice" in refusal(room.director.boards.order, [boards[1].uid, boards[1].uid])
    assert "no table" in refusal(room.director.boards.order, ["f" * 16])


def test_tables_that_are_named_may_be_away(room, cup):
    boards = [room.board(digit) for digit in "ab"]
    room.director.boards.offline(boards[0].uid, "unplugged")
    assert places(room.director.seating.plan_round(cup)) == [("A1", "b")]
    plan = room.director.seating.plan_round(cup, [boards[0].uid])
    assert places(plan) == [("A1", "a")]
    room.director.seating.seat(cup, plan.places)
    assert "is set up already" in refusal(room.director.seating.plan_round, cup, [boards[0].uid])


def test_the_sets_of_a_match_follow_each_other_at_one_table(room):
    event = started(room, "knockout", ("Ann", "Bob"), length=1, sets=3)
    board, other = room.board("a"), room.board("b")
    room.director.event_tables.play(event, first(room, event), board.uid, None, "none")
    room.deliver(board)
    board.play(0, records.SINGLE)
    room.send(board)
    room.deliver(board)
    with pytest.raises(UserError, match="already, as match"):
        room.director.event_tables.play(event, first(room, event), other.uid, None, "none")


def test_a_table_whose_match_was_entered_by_hand_is_freed(room, cup):
    """The board still has the match: it is named with its table, and closed when the director says so."""
    one, other = room.board("a"), room.board("b")
    seating, events = room.director.seating, room.director.events
    matches = seating.seat(cup, seating.plan_round(cup).places)
    for board in (one, other):
        room.deliver(board)
        board.play(0)
        room.send(board)
    assert seating.settled(cup) == []
    assert "its result is awaited" in refusal(seating.free, cup, matches[0])
    pairing = events.get(cup).tables[matches[0]]
    events.result(cup, {"match": "A1", "players": ["Ann", "Bob"], "winner": "Ann", "score": [5, 2]})
    [found] = seating.settled(cup)
    assert (found.match, found.pairing, found.table) == (matches[0], pairing, room.row(one).name)
    assert seating.free_tables() == ()
    seating.free(cup, matches[0])
    assert seating.settled(cup) == []
    assert [table.uid for table in seating.free_tables()] == [one.uid]
    assert "closed already" in refusal(seating.free, cup, matches[0])


def test_a_match_that_was_followed_by_another_one_frees_no_table(room, cup):
    board = room.board("a")
    seating = room.director.seating
    seating.seat(cup, [Place(first(room, cup), board.uid)])
    room.deliver(board)
    for _ in range(2):
        board.play(0, records.BACKGAMMON)
    room.send(board)
    assert [result["winner"] for result, _ in entered(room, cup)] == ["Ann"]
    seating.seat(cup, [Place(first(room, cup), board.uid)])
    room.deliver(board)
    assert seating.free_tables() == ()
    assert seating.settled(cup) == []


def test_a_table_whose_result_waits_to_be_confirmed_is_not_freed(room, cup):
    board = room.board("a")
    seating = room.director.seating
    [match] = seating.seat(cup, [Place(first(room, cup), board.uid)])
    said = {"match": "A1", "players": ["Ann", "Bob"], "winner": "Ann", "score": [5, 0]}
    room.director.events.claim(cup, match, said, actor="Board a")
    assert seating.settled(cup) == []


def test_the_turns_of_all_events_are_the_free_tables_in_their_order(room, cup):
    turns = room.director.seating.turns
    assert [(one.table, one.before) for one in turns()] == [(None, 0), (None, 1)]
    boards = [room.board(digit) for digit in "ab"]
    other = started(room, "round-robin", ("Eve", "Finn"), length=5)
    found = turns()
    # the cup was there before; the third waits
    assert [(one.event, one.table and one.table.uid[0], one.before) for one in found] == [
        (cup, "a", 0), (cup, "b", 0), (other, None, 0),
    ]  # fmt: skip
    room.director.seating.seat(cup, [Place(found[0].pairing, boards[1].uid)])
    # the proposal is not a promise: what the director seats elsewhere frees the table
    assert [(one.event, one.table and one.table.uid[0]) for one in turns()] == [(cup, "a"), (other, None)]
    room.director.events.withdraw(cup, found[1].pairing["players"][0], "ill")
    assert [one.table.uid[0] for one in turns() if one.event == other] == ["a"]
