"""What a director orders at a table is undone in one step from the journal, with what follows shown first."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tableprograms.backgammon.sheet import EMPTY, MOVE, OVER, READY, RESULT, TURN
from tests.director.eventroom import entered, first, started
from tests.director.test_takingback import line


def told(room, action):
    found = room.director.journals.look(line(room, action))
    assert found.impossible == "", found.impossible
    return [one.text for one in found.consequences]


def undo(room, action, reason="a mistake"):
    found = line(room, action)
    seen = room.director.journals.look(found).fingerprint
    room.director.journals.undo(found, reason, seen=seen, actor="Eve")
    assert room.director.journals.line("tables", 0, found.seq).undone


def playing(room, board, control="21m b12"):
    """Play to the second turn of the second game; return the match."""
    match = room.match(board, 7, control)
    board.play(1, records.GAMMON)
    board.begin(6, 1)
    board.turn()
    room.send(board)
    return match


def test_a_match_that_was_moved_to_another_board_goes_back_as_it_stood(room, boards):
    one, two = boards
    match = playing(room, one)
    turn = one.sheet.turn
    room.director.replacement.replace(one.uid, two.uid)
    room.deliver(two)
    two.write(records.RESUME, turn)
    two.win(0)
    room.send(two)
    stood = "The match goes on at Board aaaaaa from Ann 0, Bob 2, in game 2, its clocks stopped; "
    assert told(room, "handover") == [
        f"{stood}{('Ann', 'Bob')[turn]} is on turn.",
        "What Board bbbbbb has recorded of the match does not count.",
    ]
    undo(room, "handover")
    room.deliver(one)
    assert (one.sheet.phase, one.sheet.score, one.sheet.turn) == (TURN, [0, 2], turn)
    assert room.director.overview.match(match).match.details.score == (0, 2)
    assert room.row(one).match.id == match
    # it is played on there, also after a restart of the host
    one.write(records.RESUME, turn)
    one.win(0)
    room.send(one)
    room.restart()
    assert room.director.overview.match(match).match.details.score == (1, 2)
    # and the undo is undone
    undo(room, "handover")


def test_a_set_up_that_a_broken_board_never_took_goes_back_when_the_board_is_there_again(room, boards):
    one, two = boards
    playing(room, one)
    room.director.boards.offline(one.uid, "broken")
    room.director.replacement.replace(one.uid, two.uid)
    found = told(room, "handover")
    assert "Board aaaaaa is away: its board goes on when it is back." in found
    undo(room, "handover")
    assert room.deliver(two) == []
    room.connect(one)
    room.deliver(one)
    assert (one.sheet.phase, one.sheet.score) == (TURN, [0, 2])


def test_a_move_is_not_undone_when_another_match_is_at_the_old_board(room, boards):
    one, two = boards
    playing(room, one)
    room.director.replacement.replace(one.uid, two.uid)
    room.deliver(two)
    room.director.matches.clear_table(one.uid)
    room.deliver(one)
    room.match(one, 3, players=("Cid", "Dan"))
    assert "in progress" in room.director.journals.look(line(room, "handover")).impossible


def test_a_table_that_was_set_up_is_free_again_and_the_event_waits_for_one(room, boards):
    event = started(room, "knockout", ["Ann", "Bob", "Cid", "Dan"])
    one, _two = boards
    room.director.event_tables.play(event, first(room, event), one.uid, 5, "10m")
    room.deliver(one)
    assert told(room, "set up")[0].startswith("Board aaaaaa is free again: ")
    assert told(room, "set up")[1] == "Event of knockout: the match waits for a table again."
    undo(room, "set up")
    room.deliver(one)
    assert one.sheet.phase == EMPTY
    view = room.director.events.get(event)
    assert not view.tables
    # it is seated once more, and undone in the middle of a game
    room.now += 1_000
    number = room.director.event_tables.play(event, first(room, event), one.uid, 5, "10m")
    room.deliver(one)
    one.play(1)
    one.begin(6, 1)
    room.send(one)
    found = room.director.journals.look(line(room, "set up"))
    assert found.needs_reason
    assert "What was played there counts for nothing: 1 finished game." in [
        one.text for one in found.consequences
    ]
    undo(room, "set up")
    room.deliver(one)
    assert one.sheet.phase == EMPTY
    assert entered(room, event) == []
    assert room.director.events.get(event).claims == ()
    assert room.store.matches.get(number).closed_ms is not None


def test_a_set_up_whose_result_counts_is_not_undone(room, boards):
    event = started(room, "knockout", ["Ann", "Bob"])
    one, _two = boards
    room.director.event_tables.play(event, first(room, event), one.uid, 1, "none")
    room.deliver(one)
    one.play(0)
    room.send(one)
    why = room.director.journals.look(line(room, "set up")).impossible
    assert "has its result: undo that first" in why


def test_a_clock_that_was_introduced_is_taken_away_again(room, boards):
    one, _two = boards
    match = playing(room, one, "none")
    turn = one.sheet.turn
    room.director.match_orders.introduce_clock(match, "10m b12")
    room.deliver(one)
    assert one.sheet.clock.method[0]
    found = told(room, "introduce clock")
    assert found[0] == "It is played without a clock again."
    undo(room, "introduce clock")
    room.deliver(one)
    assert not one.sheet.clock.method[0]
    assert (one.sheet.phase, one.sheet.score, one.sheet.turn) == (TURN, [0, 2], turn)


def test_in_the_place_of_an_introduced_clock_comes_the_one_of_before(room, boards):
    one, _two = boards
    match = playing(room, one, "10m")
    before = [one.sheet.clock.remaining(seat, one.ms) for seat in (0, 1)]
    room.director.match_orders.introduce_clock(match, "5m b12")
    room.deliver(one)
    one.write(records.RESUME, one.sheet.turn)
    one.turn()
    room.send(one)
    assert told(room, "introduce clock")[0].startswith("The clocks are as before: Ann ")
    undo(room, "introduce clock")
    room.deliver(one)
    now = [one.sheet.clock.remaining(seat, one.ms) for seat in (0, 1)]
    assert all(abs(was - left) <= 1_000 for was, left in zip(before, now, strict=True))
    # and the other one comes back by one more undo
    undo(room, "handover")
    room.deliver(one)
    assert one.sheet.clock.delay[0] == 12_000


def test_names_and_the_order_of_tables_are_as_before(room, boards):
    one, two = boards
    rename = room.director.boards.rename
    rename(one.uid, "Table 1")
    rename(one.uid, "Window")
    assert told(room, "rename board") == ["Window is called Table 1 again."]
    undo(room, "rename board")
    assert room.row(one).name == "Table 1"
    rename(two.uid, "Door")
    assert told(room, "rename board") == ["Door is called Board bbbbbb again."]
    undo(room, "rename board")
    assert room.row(two).name == "Board bbbbbb"
    rename(one.uid, "Hall")
    rename(two.uid, "Table 1")
    old = next(
        one for one in room.director.journals.lines() if one.text == "names a table Hall"
    )
    assert "is called Table 1 now" in room.director.journals.look(old).impossible
    room.director.boards.order([two.uid])
    assert told(room, "order tables") == ["The tables stand as before: Hall and Table 1."]
    undo(room, "order tables")
    assert [one.name for one in room.director.boards.listed()] == ["Hall", "Table 1"]


def test_a_seal_is_taken_off(room, boards):
    one, _two = boards
    match = playing(room, one)
    room.director.match_orders.seal(match)
    room.deliver(one)
    assert one.sheet.sealed == 1
    assert told(room, "seal") == ["The players at Board aaaaaa can undo 1 game again."]
    undo(room, "seal")
    room.deliver(one)
    assert one.sheet.sealed == 0


def test_a_match_that_was_closed_too_early_goes_on(room, boards):
    one, _two = boards
    match = room.match(one, 7, "10m")
    one.play(1, records.GAMMON)
    room.send(one)
    room.director.matches.close(match)
    room.deliver(one)
    assert one.sheet.phase == EMPTY
    assert told(room, "close match") == [
        "The match goes on at Board aaaaaa from Ann 0, Bob 2, its clocks stopped."
    ]
    undo(room, "close match")
    room.deliver(one)
    assert (one.sheet.phase, one.sheet.score, one.sheet.games) == (READY, [0, 2], 1)
    one.play(0)
    room.send(one)
    assert room.director.overview.match(match).match.details.score == (1, 2)


def test_closing_a_match_that_was_over_needs_no_undo(room, boards):
    one, _two = boards
    match = room.match(one, 1)
    one.play(1)
    room.send(one)
    assert one.sheet.phase == OVER
    room.director.matches.close(match)
    room.deliver(one)
    assert "its result stays" in room.director.journals.look(line(room, "close match")).impossible


def test_a_result_that_the_director_confirmed_waits_again(room, boards):
    one, _two = boards
    match = playing(room, one)
    one.claim(0)
    room.send(one)
    room.director.match_orders.confirm(match)
    room.deliver(one)
    assert one.sheet.score == [1, 2]
    one.game()
    room.send(one)
    [text] = told(room, "confirm")
    assert text.startswith("The match goes on at Board aaaaaa from Ann 0, Bob 2, in game 2")
    assert text.endswith("What was played since does not count: game 3.")
    undo(room, "confirm")
    room.deliver(one)
    assert (one.sheet.score, one.sheet.game, one.sheet.in_game()) == ([0, 2], 2, True)
    assert one.sheet.phase in (TURN, MOVE, RESULT)


def test_a_game_of_a_race_that_was_ended_goes_on(room, boards):
    one, _two = boards
    room.director.matches.set_up(one.uid, "race", {"rules": "2T", "control": "10m"}, ["Ann", "Bob"])
    room.deliver(one)
    match = room.row(one).match.id
    sheet = one.sheet
    one.write(records.GAME, 1, sheet.next_rules(), 0, 1, sheet.next_lineup())
    one.write(records.PAWN, 0, 0, 2)
    room.send(one)
    room.director.match_orders.end_game(match, 0)
    room.deliver(one)
    assert one.sheet.games == 1
    assert "The match goes on at Board aaaaaa" in told(room, "end game")[0]
    undo(room, "end game")
    room.deliver(one)
    assert (one.sheet.games, one.sheet.in_game()) == (0, True)
    assert max(one.sheet.home) == 2


def test_what_cannot_be_undone_says_what_to_do_instead(room, boards):
    one, _two = boards
    match = playing(room, one)
    assert one.sheet.clock.running
    room.director.match_orders.pause(match)
    room.deliver(one)
    assert "with a button or #" in room.director.journals.look(line(room, "pause")).impossible
    with pytest.raises(UserError, match="with a button or #"):
        room.director.journals.undo(line(room, "pause"))
