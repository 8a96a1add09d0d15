"""Who comes late to an event, and who leaves it: what follows, in words and in results, and its undoing."""

import json

import pytest

from tablekeeper.strictjson import Cursor
from tests.director.test_event_service import ttt, untouched
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event


def test_late_arrivals_and_withdrawals(store, events):
    event = ttt(events, 3)
    events.withdraw(event, "Player 2")
    assert events.get(event).players == ("Player 1", "Player 3")
    events.start(event)
    events.enter(event, ["Late"])
    assert events.get(event).players == ("Player 1", "Player 3", "Late")
    assert events.get(event).history[-1].text == "the late arrival of Late"
    events.withdraw(event, "Player 1", "ill", ruling="timeouts")
    view = events.get(event)
    assert "Player 1" in view.players
    assert view.withdrawn == {"Player 1": "ill"}
    untouched(store, event, lambda: events.withdraw(event, "Player 1", ruling="removed"), "already")


def test_a_late_arrival_does_not_change_a_knockouts_draw(store, events):
    event = entered_event(events, ["Ann", "Bob", "Cid"], "Knockout", "knockout", {"late": 1})
    assert events.draw(event, 7) == 7
    events.start(event)
    drawn = events.get(event).answer.rows
    untouched(store, event, lambda: events.enter(event, ["Ann"]), '"Ann" is entered already')
    both = ["Late", "Later"]
    untouched(store, event, lambda: events.enter(event, both), "enter the others one by one")
    events.enter(event, ["Late"])
    assert events.get(event).history[-1].text == "the late arrival of Late"
    assert events.get(event).players == ("Ann", "Bob", "Cid", "Late")
    untouched(store, event, lambda: events.rule(event, 5, None, "no"), "action 5 entered no result")
    assert {row.player for row in events.get(event).answer.rows} == {row.player for row in drawn} | {"Late"}
    # one of the four places was kept, so that now all four play
    assert len(events.get(event).answer.next) == 2


def test_who_withdraws_from_a_knockout_plays_no_more_and_undo_brings_them_back(store, events, elsewhere):
    event = started_event(events, ["Ann", "Bob", "Cid"], "Knockout", "knockout", {"late": 1})
    events.enter(event, ["Late"])
    waiting = events.get(event).answer.next
    assert len(waiting) == 2
    events.withdraw(event, "Late", "ill")
    view = events.get(event)
    assert view.withdrawn == {"Late": "ill"}
    [walkover] = [one for one in waiting if "Late" in one["players"]]
    told = f"match {walkover['match']}: {' v '.join(walkover['players'])}"
    assert view.history[-1].text == f"the withdrawal of Late (ill), without play: {told}"
    assert view.answer.next == tuple(one for one in waiting if one != walkover)
    untouched(store, event, lambda: events.rule(event, view.last, None, "no"), "entered no result")
    document = events.export(event)
    assert read_back(elsewhere, document) == document
    events.undo(event)
    assert events.get(event).answer.next == waiting
    assert events.get(event).withdrawn == {}


def read_back(events, document):
    place = Cursor(json.loads(json.dumps(document)))
    return events.export(events.take_in(place, "again", 0))


def test_a_withdrawal_of_an_older_journal_only_marks(store, events):
    event = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Knockout", "knockout")
    before = events.get(event).answer
    store.events.journals.append(3, [("director", "withdraw", {"player": "Ann"})], owner=event)
    assert events.get(event).withdrawn == {"Ann": ""}
    assert events.get(event).answer == before


@pytest.mark.parametrize(
    ("form", "options", "players", "open_match", "stays"),
    [
        ("round-robin", {"length": 5}, "Ann Bob Cid", "Ann v Bob", ["Bob", "Cid"]),
        ("swing", {"stake": 900, "cpp": [300], "seed": 1}, "Ann Bob Cid Dan", "Dan v Ann", ["Cid", "Bob"]),
        ("tara", {}, "Ann Bob", "Ann v Bob", None),
        ("couples", {"couples": {"Ann": ["a", "b"], "Bob": ["c", "d"], "Cid": ["e", "f"]}}, "Ann Bob Cid",
         "a v d", ["c", "f"]),
    ],
)  # fmt: skip
def test_open_matches_of_who_withdraws_are_walkovers_in_every_format_for_two(
    events, form, options, players, open_match, stays
):
    event = started_event(events, players.split(), "Event", form, options)
    before = events.get(event).answer
    events.withdraw(event, "Ann", "ill")
    view = events.get(event)
    assert open_match in view.history[-1].text.partition(", without play: ")[2]
    assert not any(name in one["players"] for one in view.answer.next for name in ("Ann", "a", "b"))
    assert [one["players"] for one in view.answer.next[:1]] == ([stays] if stays else [])
    assert (view.answer.winner == "Bob") == (form == "tara")
    events.undo(event)
    assert events.get(event).answer == before
    assert events.get(event).withdrawn == {}


def test_an_older_withdrawal_only_marks_and_can_be_done_again(events):
    cup = started_event(events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 2})
    events.withdraw(cup, "Ann", "ill")
    exported = events.export(cup)
    # journals of earlier versions have no walkovers in formats for three
    del exported["journal"][-1]["body"]["walkovers"]
    exported["journal"][0]["body"]["name"] = "Older"
    older = events.take_in(Cursor({"format": "championship", "players": exported["players"], "results": [],
                                   "options": exported["options"], "journal": exported["journal"]}),
                           "Older", 0)  # fmt: skip
    assert events.get(older).entered == ()
    assert "Ann" in events.get(older).answer.next[0]["players"]
    events.undo(older)
    events.withdraw(older, "Ann")
    assert events.get(older).answer.next[0]["players"] == ["Bob", "Cid"]


@pytest.mark.parametrize(
    ("key", "options"),
    [("championship", {"first_to": 2}), ("masters", {"first_to": 2}), ("challengers", {}),
     ("triathlon", {}), ("grand-prix-plus", {"games": 3}), ("league-2t", {"positions": None})],
)  # fmt: skip
def test_in_every_format_for_three_one_action_goes_on_and_undo_brings_back(events, key, options):
    cup = started_event(events, ["Ann", "Bob", "Cid"], f"{key} cup", key, options)
    before = events.get(cup).answer
    ruling = next(iter(events.form(cup).departures), "")
    events.withdraw(cup, "Ann", ruling=ruling)
    view = events.get(cup)
    assert view.answer.next
    assert all("Ann" not in one.get("players", ()) for one in view.answer.next)
    assert view.answer.rows[-1].player == "Ann"
    assert "Ann" in view.withdrawn
    events.undo(cup)
    assert events.get(cup).answer == before
    assert not events.get(cup).withdrawn


def test_new_events_spread_kept_places_and_older_ones_stay(events):
    new = events.new("New", "knockout", {"late": 1})
    assert events.get(new).options == {"late": 1, "late_places": "spread"}
    said = events.new("Said", "knockout", {"late_places": "first"})
    assert events.get(said).options == {"late_places": "first"}
    old = events.take_in(Cursor({"format": "knockout", "players": ["Ann", "Bob"], "results": []}), "Old", 0)
    assert events.get(old).options == {}


def test_the_withdrawal_from_a_league_says_what_it_ends(events):
    league = started_event(events, ["Ann", "Bob", "Cid"], "League", "league-2t", {"positions": None})
    events.withdraw(league, "Ann", ruling="walkovers")
    told = events.get(league).history[-1].text
    assert told.startswith("the withdrawal of Ann, without play: Ann v Bob; Cid v Ann")
    lots = started_event(events, ["Ann", "Bob", "Cid"], "Lots", "league-2t", {"drr": 2})
    events.withdraw(lots, "Ann", ruling="walkovers")
    assert events.get(lots).history[-1].text == "the withdrawal of Ann, open games won by the others"


def test_lots_that_were_played_by_stay(events):
    league = started_event(events, ["Ann", "Bob", "Cid"], "League", "league-2t", {"drr": 2})
    events.throw(league, "Bob 5, Ann 3, Cid 1")
    events.undo(league)
    events.throw(league, "Bob 5, Ann 3, Cid 1")
    seq = events.get(league).last
    events.result(league, {"winner": "Bob", "pawns": [4, 2]})
    # else the throws of the second round-robin would be taken for them
    assert "undo them first" in refusal(events.undo, league, seq)
    assert "undo them first" in events.batches.undoing(league, seq).impossible


def test_game_zero_is_told_by_its_order_alone_and_after_the_end_nothing_is_entered(events):
    cup = started_event(events, ["Ann", "Bob", "Cid"], "Cup", "challengers", {})
    events.result(cup, {"order": ["Ann", "Cid", "Bob"]})
    assert events.get(cup).entered[0].result == {"game": 0, "order": ["Ann", "Cid", "Bob"]}
    events.withdraw(cup, "Ann")
    events.withdraw(cup, "Bob")
    assert "no game is left to play" in refusal(events.result, cup, {"winner": "Cid"})
