"""What the desk takes from boards, rulings and events, which nobody has to say."""

from tablecore import records
from tablekeeper.regulation.finding import POINTS, WARNING
from tests.director.conftest import only
from tests.startedevent import started_event

MINUTE = 60_000


def test_a_clock_that_was_introduced_runs_instead_of_points(room, desk, at_three_one):
    board, match_id = at_three_one
    scheduled = {"scheduled_ms": room.now - 27 * MINUTE, "match": match_id}
    late = desk.act("late", {"player": "Bob", **scheduled})
    assert [effect.kind for effect in desk.timekeeping.missing()[0][1].effects] == [POINTS]
    seq = desk.rule("clock", [], {"control": "3m/pt b12"}, match=match_id)
    # as ruled, and as the board has it since
    assert [effect.kind for effect in desk.timekeeping.missing()[0][1].effects] == ["clock"]
    room.deliver(board)
    desk.undo(seq)
    assert [effect.kind for effect in desk.timekeeping.missing()[0][1].effects] == ["clock"]
    timed = desk.proposal("late", {"player": "Bob", "clock": False, **scheduled})
    assert timed.finding.effects[0].kind == POINTS
    seq = desk.act("arrived", {"late": late})
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    clocks = room.row(board).match.clocks
    assert clocks[0].remaining_ms - clocks[1].remaining_ms == 7 * MINUTE


def test_a_match_without_a_table_has_the_clock_of_the_timetable(room, desk):
    event = started_event(room.director.events, ["Ann", "Bob"], "Cup", "knockout")
    case = {"player": "Bob", "opponent": "Ann", "length": 7, "event": event}
    case["scheduled_ms"] = room.now - 27 * MINUTE
    assert desk.proposal("late", case).finding.effects[0].kind == POINTS
    room.director.events.timetables.change(event, {"": {"control": "3m/pt b12"}})
    assert desk.proposal("late", case).finding.effects[0].kind == "clock"


def test_what_the_board_says_about_breaks_and_games_counts(room, desk, at_three_one):
    board, match_id = at_three_one
    # a game is in progress, although nobody has said it
    assert "has to wait" in desk.timekeeping.may_break("Bob", match=match_id).sentence
    facts = {"what": "dice", "asked_by": "Ann", "irregular": True}
    assert "next game" in desk.propose("equipment", [], facts, match=match_id).sentence
    board.win(0)
    board.write(records.PAUSE, records.BREAK, 1)
    board.write(records.RESUME, step=11 * MINUTE)
    room.send(board)
    assert desk.timekeeping.may_break("Ann", match=match_id).open
    assert not desk.timekeeping.may_break("Bob", match=match_id).open
    # the board has counted this break already
    desk.act("exceeded", {"player": "Ann", "opponent": "Bob", "took_ms": 20 * MINUTE, "match": match_id})
    assert "Ann has taken 1 break of 1" in desk.timekeeping.may_break("Ann", match=match_id).sentence


def test_a_posted_result_of_a_wrong_length_needs_no_order(room, desk, at_three_one):
    board, match_id = at_three_one
    for kind in (records.SINGLE, records.GAMMON):
        board.win(0, kind)
        board.begin()
    board.win(0)
    room.send(board)
    facts = {"stated": 5, "played": 7, "score": [7, 1], "posted": True}
    desk.rule("offence", [], {"cause": "length"}, match=match_id)
    seq = desk.rule("length", ["Ann"], facts, match=match_id)
    assert [one.kind for one in desk.state().rulings[seq].effects] == [POINTS, WARNING]
    assert desk.status(seq) == ("the match is over: nothing changes at its table",) * 2
    desk.undo(seq)
    assert desk.status(seq) == ("taken back", "taken back")
    assert desk.pending() == ()
    assert room.row(board).match.details.score == (7, 1)


def test_a_result_is_posted_when_its_event_has_it(room, desk):
    event = started_event(room.director.events, ["Ann", "Bob", "Cid"], "Cup", "round-robin")
    facts = {"stated": 7, "played": 5, "score": [5, 2]}
    assert "goes on from 5-2" in desk.propose("length", ["Ann", "Bob"], facts, event=event).sentence
    room.director.events.result(event, {"players": ["Ann", "Bob"], "winner": "Ann", "score": [5, 2]})
    assert "the posted result stands" in desk.propose("length", ["Ann", "Bob"], facts, event=event).sentence
