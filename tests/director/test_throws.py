"""Throws of a league's rounds of die-roll as actions of its journal."""

import json

import pytest

from tablekeeper.audit import audit
from tablekeeper.errors import UserError
from tablekeeper.strictjson import loads
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event

TRIO = ("Ann", "Bob", "Cid")


def test_throws_are_actions_that_are_undone_and_exported(events, elsewhere):
    event = entered_event(events, TRIO, "League", "league-2t")
    assert "Nobody throws now" in refusal(events.throw, event, "Ann 5")
    events.start(event)
    assert "Write the throws as names and numbers" in refusal(events.throw, event, " ")
    first = events.throw(event, "Bob 5, Ann 3, Cid 3")
    events.throw(event, "Cid 6, Ann 1")
    assert events.get(event).options["lots"] == [["Bob", 5], ["Ann", 3], ["Cid", 3], ["Cid", 6], ["Ann", 1]]
    assert "Later actions depend on the throws Bob 5, Ann 3, Cid 3" in refusal(events.undo, event, first)
    exported = events.export(event)
    assert [one["action"] for one in exported["journal"]][-2:] == ["throw", "throw"]
    again = elsewhere.take_in(loads(json.dumps(exported)), "again", 10_000)
    assert elsewhere.export(again) == exported
    assert audit(loads(json.dumps(exported))).findings == ()
    for key, value, told in (("after", 4, "3 throws stand before these"), ("option", "drr", "is not one of")):
        wrong = json.loads(json.dumps(exported))
        wrong["journal"][-1]["body"][key] = value
        assert any(told in one.sentence for one in audit(loads(json.dumps(wrong))).findings)
    events.undo(event)
    events.undo(event, first)
    assert events.get(event).answer.next == ({"round_robin": 1, "positions": list(TRIO)},)


#: a round-robin whose first game is that of the last two in the list
BEGUN = (("Bob", "Cid"), ("Ann", "Bob"), ("Cid", "Ann"), ("Bob", "Cid"), ("Bob", "Ann"), ("Cid", "Ann"))


def results(games):
    return [{"players": list(pair), "winner": pair[0], "pawns": [4, 1], "minutes": 9} for pair in games]


def play(events, event, games):
    for result in results(games):
        events.result(event, result)


def begun(events, games, lots):
    """Return a league that was played so far where nobody was asked for lots, as halls did once."""
    options = {"drr": 3, "lots": lots}
    document = {"format": "league-2t", "options": options, "players": TRIO, "results": results(games)}
    return events.take_in(loads(json.dumps(document)), "League", 10_000)


@pytest.mark.parametrize("named", [{}, {"players": ["Ann", "Bob"]}])
def test_nobody_begins_a_round_robin_without_its_lots_unasked(events, named):
    event = started_event(events, TRIO, "League", "league-2t", {"drr": 2})
    result = {**named, "winner": "Ann", "pawns": [4, 1], "minutes": 9}
    wanted = (
        r"The round of die-roll for the positions: Ann, Bob and Cid \(double round-robin {}\) comes first; "
        'to play without lots, set the positions to "order of entry"'
    )
    with pytest.raises(UserError, match=wanted.format(1)):
        events.result(event, result)
    assert next(line.problem for line in events.batches.preview(event, json.dumps(result)).lines)
    events.throw(event, "Ann 6, Bob 4, Cid 2")
    for _ in range(6):
        pair = events.get(event).answer.next[0]["players"]
        events.result(event, {"winner": pair[0], "pawns": [4, 1], "minutes": 9})
    with pytest.raises(UserError, match=wanted.format(2)):
        events.result(event, result)
    # somebody has thrown already when the director decides to do without
    events.throw(event, "Ann 1")
    events.set_options(event, {"positions": None})
    assert events.get(event).answer.next[0] == {"game": 7, "players": ["Ann", "Bob"]}
    events.result(event, result)
    assert audit(loads(json.dumps(events.export(event)))).findings == ()


@pytest.mark.parametrize("lots", [None, [["Ann", 4]]])
def test_throws_after_a_round_robin_that_was_begun_without_lots_are_of_the_next_one(events, lots):
    event = begun(events, BEGUN, lots)
    events.throw(event, "Ann 1, Bob 2, Cid 6")
    view = events.get(event)
    # as it was played: Cid left the board after game 1
    assert view.options["positions"] == [["Bob", "Cid", "Ann"]]
    assert view.answer.next[0] == {"game": 7, "players": ["Cid", "Bob"]}
    play(events, event, (("Cid", "Bob"), ("Ann", "Cid"), ("Bob", "Ann")))
    assert audit(loads(json.dumps(events.export(event)))).findings == ()


def test_a_later_round_robin_can_be_begun_without_lots_as_well(events):
    by_lots = (("Bob", "Ann"), ("Cid", "Bob"), ("Ann", "Cid"), ("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann"))
    event = begun(events, by_lots + BEGUN, [["Ann", 3], ["Bob", 6], ["Cid", 1]])
    with pytest.raises(UserError, match=r"The throws: .*a name and a number"):
        events.throw(event, "Ann")
    assert not events.get(event).options.get("positions")
    events.throw(event, "Ann 6, Bob 5, Cid 1")
    view = events.get(event)
    assert view.options["positions"] == [["Bob", "Ann", "Cid"], ["Bob", "Cid", "Ann"]]
    assert view.answer.next[0] == {"game": 13, "players": ["Ann", "Bob"]}
    assert audit(loads(json.dumps(events.export(event)))).findings == ()
    events.undo(event)
    assert events.get(event).answer.next == ({"round_robin": 3, "positions": list(TRIO)},)


def test_results_behind_which_a_tie_was_thrown_for_stay(events):
    """Other results need other throws: those that are there would be refused, or break another tie."""
    event = started_event(events, TRIO, "League", "league-2t", {"positions": None})
    for winner in ("Ann", "Cid", "Bob", "Ann", "Cid", "Bob"):
        events.result(event, {"winner": winner, "pawns": [4, 1], "minutes": 9})
    assert [*events.get(event).throwing[0]] == ["dice"]
    thrown = events.throw(event, "Ann 1, Bob 2, Cid 3")
    with pytest.raises(UserError, match=r"Later actions depend on the result .*: undo them first"):
        events.undo(event, thrown - 1)
    events.undo(event)
    events.undo(event)
    events.result(event, {"winner": "Cid", "pawns": [4, 1], "minutes": 9})
    assert events.get(event).answer.over


def test_a_withdrawal_behind_which_a_tie_was_thrown_for_stays(events):
    """Without it the throws would be nobody's, and no result could be entered."""
    event = started_event(events, TRIO, "League", "league-2t", {"positions": None})
    play(events, event, (("Ann", "Bob"), ("Cid", "Ann"), ("Cid", "Bob"), ("Bob", "Ann")))
    events.withdraw(event, "Cid", ruling="removed")
    withdrawal = events.get(event).last
    assert [*events.get(event).throwing[0]] == ["dice"]
    events.throw(event, "Ann 3")
    with pytest.raises(UserError, match=r"Later actions depend on the withdrawal .*: undo them first"):
        events.undo(event, withdrawal)
    events.undo(event)
    events.undo(event, withdrawal)
    play(events, event, (("Ann", "Cid"), ("Cid", "Bob")))
    assert events.get(event).answer.over
