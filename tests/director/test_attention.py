"""The calls for the director: where they come from, in which order, and when they end."""

import pytest

from tablecore import records
from tablekeeper.director.attention import FAULT, LOOK, PLAYERS, RULING, Attention
from tablekeeper.regulation.finding import DISQUALIFICATION, Effect
from tests.refusal import refusal
from tests.startedevent import started_event

MINUTE = 60_000


@pytest.fixture
def board(room):
    """A board on which Ann and Bob are in the middle of a game."""
    board = room.board("a")
    room.number = room.match(board, 7, "10m")
    board.begin()
    room.send(board)
    return board


def calls(room):
    return [(one.kind, one.text) for one in room.director.attention.open_calls()]


def test_a_quiet_hall_has_no_calls(room, board):
    assert calls(room) == []


def test_players_who_call_come_first_and_end_it_themselves(room, board):
    room.director.desk.act("late", {
        "player": "Cid", "opponent": "Dan", "scheduled_ms": room.now - 30 * MINUTE, "length": 7,
    })
    board.write(records.PAUSE, records.DIRECTOR)
    room.send(board)
    # the desk's row of the match says it, too
    assert room.row(board).problems == ("the players call the director",)
    [first, second] = room.director.attention.open_calls()
    assert (first.kind, first.text) == (PLAYERS, f"{room.row(board).name}: the players call the director")
    assert first.page == f"/tables/{board.uid}/rulings"
    assert second.kind == RULING
    assert second.text.startswith("Cid is missing: Cid is 10:00 late: 2 points")
    assert second.since_ms == room.now - 30 * MINUTE
    assert "ends by itself" in refusal(room.director.attention.done, first.key)
    board.write(records.RESUME, board.sheet.turn)
    room.send(board)
    assert [kind for kind, _ in calls(room)] == [RULING]
    assert room.row(board).problems == ()


def test_a_clock_that_the_director_has_stopped_or_set_right_calls_nobody(room, board):
    room.director.match_orders.pause(room.number)
    room.deliver(board)
    assert not room.row(board).match.clocks[board.sheet.turn].running
    assert calls(room) == []
    assert "no clock runs" in refusal(room.director.match_orders.pause, room.number)


def test_a_wish_to_undo_a_sealed_game_is_a_call(room, board):
    board.write(records.REQUEST, 1, 0, 0, 0)
    room.send(board)
    [call] = room.director.attention.open_calls()
    assert call.text.endswith("the players want a sealed game undone")
    assert call.page == f"/tables/{board.uid}/setup"


def test_a_call_at_a_result_is_no_wish_to_undo_a_game(room, board):
    board.claim(0)
    board.write(records.REQUEST, 0, 0, 0, 0)
    room.send(board)
    [call] = room.director.attention.open_calls()
    assert call.text.endswith("the players call the director")
    assert call.page == f"/tables/{board.uid}/rulings"
    assert room.row(board).problems == ("the players call the director",)


def test_what_a_board_may_call_called_is_on_the_list_whatever_the_hall_does(room, board):
    """A board says "Director called" when the host has acknowledged its record: when it is stored."""
    for pause in (False, True):
        if pause:
            room.director.desk.act("pause", {"reason": "Lunch"})
            room.deliver(board)
            assert calls(room) == []
        board.write(records.PAUSE, records.DIRECTOR)
        room.send(board)
        assert [kind for kind, _ in calls(room)] == [PLAYERS]
        board.write(records.RESUME, board.sheet.turn)
        room.send(board)
        assert calls(room) == []


def test_a_fault_is_done_by_a_person_and_is_a_new_call_when_it_comes_again(room, board):
    table = room.director.hall.tables[board.uid]
    table.faults, table.reported = ("display", "battery"), True
    battery, display = sorted(room.director.attention.open_calls(), key=lambda one: one.key)
    assert (display.kind, display.text) == (FAULT, f"{table.name}: display does not work")
    assert battery.text == f"{table.name}: its battery is low"
    room.now += 1000
    assert room.director.attention.done(display.key, actor="Eve") == display.text
    assert [one.key for one in room.director.attention.open_calls()] == [battery.key]
    last = room.director.desk.history()[-1]
    assert (last.actor, last.text) == ("Eve", f"the call is done: {display.text}")
    room.now += 1000
    table.faults = ("battery",)
    assert len(calls(room)) == 1
    table.faults = ("battery", "display")
    assert len(calls(room)) == 2
    assert "There is no call 'nothing'" in refusal(room.director.attention.done, "nothing")


def test_a_fault_that_is_done_is_not_called_again_after_a_restart(room, board):
    table = room.director.hall.tables[board.uid]
    table.faults, table.reported = ("display",), True
    [call] = room.director.attention.open_calls()
    room.director.attention.done(call.key)
    room.now += 1000
    director = room.director
    again = Attention(director.clock, director.events, director.desk, director.hall, director.overview)
    # the board has told nothing yet, then the same fault
    table.faults, table.reported = (), False
    assert again.open_calls() == ()
    table.faults, table.reported = ("display",), True
    assert again.open_calls() == ()
    table.faults = ()
    assert again.open_calls() == ()
    room.now += 1000
    table.faults = ("display",)
    assert [one.key for one in again.open_calls()] == [call.key]


def test_a_clock_that_is_low_is_a_call_until_the_game_ends(room, board):
    room.now += 10 * MINUTE - 50_000
    [(kind, text)] = calls(room)
    on_turn = ("Ann", "Bob")[board.sheet.turn]
    assert kind == LOOK
    assert text.startswith(f"{room.row(board).name}: {on_turn} has 0:")
    assert text.endswith(" left")


def test_a_start_that_has_passed_is_one_call_for_its_round(room):
    events = room.director.events
    cup = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    events.timetables.change(cup, {"A": {"start_ms": room.now + MINUTE}})
    assert calls(room) == []
    room.now += 2 * MINUTE
    [(kind, text)] = calls(room)
    assert kind == LOOK
    assert text.startswith("Cup, round A: 2 matches have not begun, start ")
    one = events.get(cup).answer.next[0]
    won = {"match": one["match"], "players": one["players"], "winner": one["players"][0], "score": [5, 1]}
    events.result(cup, won)
    assert " v " in calls(room)[0][1]


def test_a_claim_says_what_it_contradicts(room):
    events = room.director.events
    cup = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    one = events.get(cup).answer.next[0]
    ann, bob = one["players"]
    events.link(cup, 12, one)
    played = {"match": one["match"], "players": [ann, bob]}
    events.claim(cup, 12, played | {"winner": bob, "score": [2, 5]}, actor="Table 1")
    assert not calls(room)[0][1].endswith("is entered")
    events.result(cup, played | {"winner": ann, "score": [5, 1]})
    assert calls(room)[0][1].endswith(f"but {ann} wins 5-1 is entered")


def test_the_undo_of_done_brings_the_call_back(room, board):
    room.director.hall.tables[board.uid].faults = ("display",)
    [call] = room.director.attention.open_calls()
    room.director.attention.done(call.key)
    assert calls(room) == []
    room.director.desk.undo()
    assert room.director.attention.open_calls() == (call,)


def test_a_board_that_is_away_within_a_game_is_a_call(room, board):
    room.director.boards.offline(board.uid, "unplugged")
    [(kind, text)] = calls(room)
    assert (kind, text) == (FAULT, f"{room.row(board).name} is away while a game is played there")
    room.connect(board)
    assert calls(room) == []


def test_breaks_appeals_and_rulings_that_are_not_carried_out(room, board):
    desk, match = room.director.desk, room.number
    desk.act("break", {"player": "Ann", "match": match, "consent": "feels unwell"})
    assert calls(room) == [], "within its ten minutes"
    room.now += 11 * MINUTE
    assert calls(room)[0] == (RULING, "The break of Ann lasts longer than 10:00")
    [number] = desk.state().breaks
    desk.act("back", {"break": number, "instead": [], "reason": "ill"})
    room.deliver(board)
    seq = desk.rule("offence", ["Ann"], {"cause": "noise"}, match=match)
    room.deliver(board)
    appeal = desk.act("appeal", {"ruling": seq, "by": "Ann"})
    [call] = [one for one in room.director.attention.open_calls() if one.kind == RULING]
    assert (call.kind, call.text, call.page) == (
        RULING, f"Ann has appealed ruling {seq}", f"/rulings#appeal-{appeal}",
    )  # fmt: skip
    desk.undo(appeal)
    room.director.boards.offline(board.uid, "unplugged")
    seq = desk.rule("offence", ["Bob"], {"cause": "pace"}, match=match)
    text = f"Ruling {seq} on Bob and Ann: not carried out. {room.row(board).name} is offline"
    assert (LOOK, f"{text}: decide at the table, or when it is back.") in calls(room)


def test_events_call_for_claims_and_overdue_games(room):
    events = room.director.events
    cup = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "round-robin")
    pairing = events.get(cup).answer.next[0]
    won = {"players": pairing["players"], "winner": pairing["players"][0], "score": [5, 2]}
    events.link(cup, 12, pairing)
    events.claim(cup, 12, won, actor="Table 1")
    [call] = room.director.attention.open_calls()
    assert (call.kind, call.page) == (PLAYERS, f"/events/{cup}")
    assert call.text.startswith("Cup: a table reports ")
    events.confirm(cup, events.get(cup).claims[0].seq)
    assert calls(room) == []
    tourney = started_event(events, ["Ann", "Bob", "Cid"], "Tourney", "ttt", {"turns_a_day": 2})
    room.now += 24 * 60 * MINUTE
    found = room.director.attention.open_calls()
    assert {one.kind for one in found} == {LOOK}
    assert all(one.page == f"/events/{tourney}" and one.text.endswith(", overdue") for one in found)


def test_lateness_in_an_event_leads_to_the_rulings_of_its_match(room):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid"], "Cup", "round-robin")
    room.director.desk.act("late", {
        "player": "Ann", "opponent": "Bob", "scheduled_ms": room.now, "length": 5, "event": event,
    })
    [call] = room.director.attention.open_calls()
    assert (call.kind, call.page) == (LOOK, f"/events/{event}/rulings?players=Ann&players=Bob")
    assert room.director.desk.consequences([Effect(DISQUALIFICATION, "Ann", cause="late")], event=event) == ()


def test_breaks_at_boards_are_called_and_listed_with_their_excess_time(room, at_three_one):
    board, _ = at_three_one
    calls, breaks = room.director.attention.open_calls, room.director.desk.timekeeping.at_tables
    board.write(records.PAUSE, records.BREAK)
    room.send(board)
    [call] = calls()
    assert (call.kind, call.text) == (LOOK, "Board aaaaaa: a break within a game, Ann v Bob")
    [one] = breaks()
    assert (one.going, one.within_game, one.over_ms, one.player) == (True, True, 0, "")
    room.now = one.from_ms + 12 * MINUTE
    [call] = calls()
    assert (call.kind, call.since_ms) == (RULING, one.from_ms)
    assert call.text == "Board aaaaaa: a break within a game, Ann v Bob, 2:00 too long"
    board.write(records.RESUME, board.sheet.turn)
    board.win(0)
    room.send(board)
    assert (calls(), breaks()) == ((), ())
    room.now -= 11 * MINUTE
    # between two games the board times it, and keeps what was too long until it is settled
    board.write(records.PAUSE, records.BREAK, 2)
    room.send(board)
    [one] = breaks()
    assert (one.player, one.within_game, one.over_ms, calls()) == ("Bob", False, 0, ())
    board.write(records.PAUSE, records.BREAK, 2, 1, step=10 * MINUTE)
    room.send(board)
    room.now = one.from_ms + 13 * MINUTE
    [call] = calls()
    assert call.text == "Board aaaaaa: the break of Bob is 3:00 too long"
    board.write(records.RESUME, step=4 * MINUTE)
    room.send(board)
    [call] = calls()
    assert (call.kind, call.text) == (RULING, "Board aaaaaa: the break of Bob was 4:00 too long")
    assert [(one.going, one.over_ms) for one in breaks()] == [(False, 4 * MINUTE)]
    board.write(records.AWARD, 0, 1, records.LONG_BREAK)
    room.send(board)
    assert (calls(), breaks()) == ((), ())


@pytest.mark.parametrize("how", [records.CONCEDED, records.CLAIMED])
def test_a_concession_or_claim_within_the_own_turn_is_called(room, at_three_one, how):
    board, _ = at_three_one
    for own in (False, True):
        who = board.sheet.turn if own else 1 - board.sheet.turn
        winner = who if how == records.CLAIMED else 1 - who
        board.write(records.RESULT, winner, records.SINGLE, how, who)
        room.send(board)
        said = [call.text for call in room.director.attention.open_calls()]
        assert [text for text in said if "within the own turn" in text] == (said if own else [])
        assert len(said) == own
        if not own:
            board.write(records.REJECT, 1 - who)
            board.write(records.RESUME, board.sheet.turn)
    board.write(records.CONFIRM, 1 - who)
    board.end()
    room.send(board)
    assert room.director.attention.open_calls() == ()
    game = room.director.overview.table(board.uid).games[-1]
    assert "within the own turn" in game.result
