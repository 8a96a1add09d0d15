"""What rulings do to an event: told before, done, and taken back with the ruling alone."""

import pytest

from tablecore import records
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.errors import UserError
from tablekeeper.regulation.finding import DISQUALIFICATION, POINTS, WARNING, Effect
from tests.director.conftest import only
from tests.director.eventroom import first
from tests.startedevent import started_event


def test_the_undo_of_a_disqualification_brings_the_player_back(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "round-robin")
    events.withdraw(event, "Dan", "ill")
    seq = desk.penalise(Effect(DISQUALIFICATION, "Ann", cause="dice"), "loaded dice", event=event)
    [left] = [number for number, (name, _) in events.get(event).withdrawals.items() if name == "Ann"]
    # undone in the event alone, the ruling would still say that Ann is out
    for undo in (events.undo, lambda event, seq: events.batches.undo(event, seq, seq)):
        with pytest.raises(UserError, match=f"Ann is out by ruling {seq}: undo that ruling"):
            undo(event, left)
    assert desk.undo(seq, actor="Eve")
    view = events.get(event)
    assert (set(view.withdrawn), view.history[-1].actor) == ({"Dan"}, "Eve")
    assert (desk.pending(), only(desk, seq)) == ((), "taken back")
    # what a ruling did not bring is not taken back with it, and is the event's own again
    by_hand = desk.rule("withdraw", ["Dan"], {}, event=event)
    desk.undo(by_hand)
    assert set(events.get(event).withdrawn) == {"Dan"}
    events.undo(event, next(iter(view.withdrawals)))
    assert not events.get(event).withdrawn


def test_a_player_who_cannot_come_back_is_told(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout")
    seq = desk.rule("exclude", ["Ann"], {}, event=event)
    for _ in range(2):
        one = events.get(event).answer.next[0]
        won = {"winner": one["players"][0], "score": [5, 0]}
        events.result(event, {key: one[key] for key in ("match", "players")} | won)
    assert events.get(event).answer.over
    desk.undo(seq)
    # the final was played against whom the walkover had let through
    assert set(events.get(event).withdrawn) == {"Ann"}
    assert only(desk, seq).startswith("still stands. Later actions depend on the withdrawal of Ann")
    assert desk.pending() == (seq,)


def test_the_director_says_what_becomes_of_the_games_of_a_tourney(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "ttt")
    out = Effect(DISQUALIFICATION, "Ann", cause="dice")
    with pytest.raises(UserError, match=r"what happens to the games of Ann: timeouts \(.*\); removed \("):
        desk.penalise(out, "loaded dice", event=event)
    assert desk.rulings() == ()
    assert "Say what happens to the games of" in desk.consequences([out], event=event)[-1]
    told = desk.consequences([out], event=event, games="removed")
    assert told[0] == "Ann is out of Cup."
    assert told[1].startswith("Not played: ")
    assert "Ann v Bob" in told[1]
    assert "Games of Ann: removed with all games" in told[2]
    seq = desk.penalise(out, "loaded dice", event=event, games="removed")
    assert events.get(event).entered[-1].result["ruling"] == "removed"
    assert desk.state().rulings[seq].games == "removed"
    assert desk.consequences([out], event=event) == ("Ann is out of Cup already.",)
    with pytest.raises(UserError, match="there is nothing to choose here"):
        desk.rule("offence", ["Bob"], {"cause": "noise"}, event=event, games="removed")


def test_what_would_follow_is_told_before_it_is_decided(room, desk):
    board = room.board("a")
    match_id = room.match(board, 7)
    board.play(0, records.BACKGAMMON)
    board.play(1)
    room.send(board)
    event = started_event(room.director.events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "round-robin")
    points = Effect(POINTS, "Ann", 2, "Bob", "noise")
    told = "At the table the score becomes 3-3 (Ann, Bob)."
    assert desk.consequences([points], match=match_id) == (told,)
    many = desk.consequences([Effect(POINTS, "Bob", 9, "Ann")], match=match_id)
    assert many == ("At the table the score becomes 7-1 (Ann, Bob), and Ann wins the match.",)
    assert desk.consequences([Effect(WARNING, "Ann")], match=match_id) == ()
    out = desk.consequences([Effect(DISQUALIFICATION, "Ann", cause="dice")], match=match_id, event=event)
    assert out[0] == "At the table the match ends: Bob wins it, 3-1 before."
    assert out[1] == "Ann is out of Cup."
    assert out[2] == "Not played: Ann v Dan, Ann v Cid, Ann v Bob."
    assert out[3] == "What was played stays."
    assert desk.state().rulings == {}, "nothing is kept"


def test_a_case_of_an_event_is_about_the_match_that_is_played_now(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    first, second = events.get(event).answer.next
    one, other = first["players"]
    board = room.board("a")
    match = room.director.event_tables.play(event, first, board.uid, None, "none")
    room.deliver(board)
    seq = desk.penalise(Effect(POINTS, other, 1, cause="pace"), "eight minutes", event=event)
    ruling = desk.state().rulings[seq]
    assert (ruling.match, ruling.players, ruling.effects[0].to) == (match, (other, one), one)
    room.deliver(board)
    assert only(desk, seq) == "carried out"
    # without a table: only who waits for whom, and for how long
    waiting = second["players"]
    late = desk.act("late", {"player": waiting[1], "scheduled_ms": room.now, "event": event})
    noted = desk.state().late[late]
    assert (noted.match, noted.length, noted.player, noted.opponent) == (None, 5, waiting[1], waiting[0])
    warned = desk.penalise(Effect(WARNING, waiting[0], cause="noise"), "sang", event=event)
    assert desk.state().rulings[warned].players == (waiting[0],)


@pytest.mark.parametrize(("form", "options"), [("knockout", {"length": 5}), ("round-robin", {"length": 5})])
def test_who_loses_a_match_that_has_no_table_has_lost_it_in_the_event(room, desk, form, options):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", form, options)
    open_before = events.get(event).answer.next
    late, there = open_before[0]["players"]
    effect = Effect(DISQUALIFICATION, late, to=there, cause="late")
    match = open_before[0].get("match")
    [told] = desk.consequences([effect], event=event)
    assert told.startswith(f"{there} wins without play: ")
    desk.act("late", {
        "player": late, "opponent": there, "scheduled_ms": room.now - 60 * 60_000,
        "length": 5, "event": event,
    })
    [missing] = desk.state().late
    seq = desk.act("arrived", {"late": missing})
    view = events.get(event)
    assert open_before[0] not in view.answer.next
    entered = view.entered[-1]
    assert (entered.result["winner"], entered.result["forfeit"]) == (there, True)
    assert entered.result.get("match") == match
    assert (set(view.withdrawn), only(desk, seq), desk.pending()) == (set(), "carried out", ())
    desk.undo(seq, actor="Eve")
    view = events.get(event)
    assert (view.answer.next, view.history[-1].actor) == (open_before, "Eve")
    assert (desk.pending(), only(desk, seq)) == ((), "taken back")


def test_a_forfeit_that_was_entered_by_hand_is_not_the_rulings(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    one = events.get(event).answer.next[0]
    late, there = one["players"]
    events.result(event, {"match": one["match"], "players": one["players"], "winner": there, "forfeit": True})
    room.now += 1000
    seq = desk.penalise(
        Effect(DISQUALIFICATION, late, to=there, cause="late"), "an hour late", event=event
    )
    assert len(events.get(event).entered) == 1
    desk.undo(seq)
    assert len(events.get(event).entered) == 1


def test_a_forfeit_on_which_another_match_builds_still_stands(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    late, there = events.get(event).answer.next[0]["players"]
    effect = Effect(DISQUALIFICATION, late, to=there, cause="late")
    seq = desk.penalise(effect, "an hour late", event=event)
    for _ in range(2):
        one = events.get(event).answer.next[0]
        won = {"winner": one["players"][0], "score": [5, 0]}
        events.result(event, {key: one[key] for key in ("match", "players")} | won)
    desk.undo(seq)
    assert only(desk, seq).startswith("still stands. ")
    assert desk.pending() == (seq,)


def test_the_reason_of_a_ruling_is_not_told_by_the_event_which_everybody_reads(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", {"length": 5})
    seq = desk.penalise(Effect(DISQUALIFICATION, "Ann", cause="dice"), "hit Bob in the face", event=event)
    view = events.get(event)
    assert view.withdrawn == {"Ann": f"disqualified (ruling {seq})"}
    assert not any("face" in one.text + one.reason for one in view.history)


def test_the_finish_asks_about_what_nobody_has_decided(room, desk):
    events = room.director.events
    event = started_event(events, ["Ann", "Bob"], "Cup", "series", {"first_to": 2})
    for _ in range(2):
        events.result(event, {"winner": "Ann"})
    ruling = desk.rule("offence", ["Bob"], {"cause": "noise"}, event=event)
    appeal = desk.act("appeal", {"ruling": ruling, "by": "Bob"})
    with pytest.raises(Unconfirmed, match=f"^Bob has appealed ruling {ruling}: decide it") as asked:
        events.finish(event)
    assert (asked.value.needs_reason, asked.value.facts) == (
        True, (f"Not decided: Bob has appealed ruling {ruling}.",),
    )  # fmt: skip
    desk.undo(appeal)
    room.now += 1000
    late = desk.act("late", {
        "player": "Bob", "opponent": "Ann", "scheduled_ms": room.now, "length": 7, "event": event,
    })
    with pytest.raises(Unconfirmed, match="Bob is missing against Ann"):
        events.finish(event)
    desk.undo(late)
    events.finish(event)


def test_the_finish_asks_about_a_table_that_calls(room, desk):
    event = started_event(room.director.events, ["Ann", "Bob"], "Cup", "knockout", {"length": 5})
    board = room.board("a")
    room.director.event_tables.play(event, first(room, event), board.uid, 5, "10m")
    room.deliver(board)
    board.game()
    board.opening()
    board.write(records.PAUSE, records.DIRECTOR)
    room.send(board)
    with pytest.raises(Unconfirmed) as asked:
        room.director.events.finish(event)
    assert asked.value.facts[0].endswith("the players call the director.")
    assert "the players call the director: enter the results" in str(asked.value)
    room.director.events.finish(event, "the hall closes")
