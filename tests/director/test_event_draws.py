"""The draw of a running event is never replaced silently; options are checked when they are set."""

import re

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.redraw import DrawReplaced
from tablekeeper.strictjson import Cursor
from tests.director.test_event_presence import read_back
from tests.director.test_event_service import untouched
from tests.refusal import refusal
from tests.startedevent import entered_event, started_event

FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def cup(events):
    """A knockout of four that was drawn (action 3) and started, with no result yet."""
    event = entered_event(events, FOUR, "Cup", "knockout", {"length": 5})
    events.draw(event, 9)
    events.start(event)
    return event


def pairs(events, event):
    return {one["match"]: one["players"] for one in events.get(event).answer.next}


def test_another_draw_is_refused_with_what_would_change(store, events, cup):
    drawn = pairs(events, cup)
    said = re.escape(f"A1: {' v '.join(drawn['A1'])} would be ") + ".*With --new-draw it becomes draw 2"
    untouched(store, cup, lambda: events.set_options(cup, {"seed": None}), said)
    untouched(store, cup, lambda: events.set_options(cup, {"late": 1}), "would change the draw")
    with pytest.raises(DrawReplaced) as caught:
        events.draw(cup, 8)
    assert (caught.value.said, len(caught.value.facts)) == ({"new_draw": "1", "seed": "8"}, 2)
    assert pairs(events, cup) == drawn
    # what is not the draw is set as before: who plays whom stays
    events.set_options(cup, {"length": 7, "consolation": "A"})
    assert pairs(events, cup) == drawn


def test_a_confirmed_draw_has_the_next_number_undo_brings_the_last_one(store, events, cup, elsewhere):
    first = pairs(events, cup)
    assert events.draw(cup, 8, new_draw=True) == 8
    view = events.get(cup)
    assert (view.draw, view.history[-1].text) == (2, "draw 2 with seed 8")
    assert pairs(events, cup) != first
    events.set_options(cup, {"seed": None}, new_draw=True)
    assert events.get(cup).history[-1].text == "the options seed none, which give draw 3"
    document = events.export(cup)
    assert audit(Cursor(document)).findings == ()
    assert read_back(elsewhere, document) == document
    events.undo(cup)
    events.undo(cup)
    assert (events.get(cup).draw, pairs(events, cup)) == (1, first)


def test_a_draw_that_has_been_played_cannot_be_replaced(store, events, cup):
    one, other = pairs(events, cup)["A1"]
    events.result(cup, {"match": "A1", "players": [one, other], "winner": one, "score": [5, 0]})
    said = "^It does not fit what has been played: result 1, players: A1 is "
    untouched(store, cup, lambda: events.draw(cup, 8, new_draw=True), said)


def test_the_draw_before_the_start_is_not_undone_behind_it(store, events, cup):
    untouched(store, cup, lambda: events.undo(cup, 3), "Undo the start first")
    events.undo(cup)
    events.undo(cup, 3)
    assert events.get(cup).phase == "entries"


@pytest.mark.parametrize(
    ("form", "options", "said"),
    [
        ("knockout", {"length": "seven"}, "Points of a match, per round: a whole number"),
        ("knockout", {"consolation": "A.Z"}, 'Progressive Consolation: "A.Z"'),
        ("knockout", {"last_chance": "1"}, "Last Chance: round 1 of a Consolation"),
        ("knockout", {"sets": 2}, "sets: best of 2 can end level"),
        ("swing", {"stake": 100, "cpp": [300, 200]}, "the CPP never falls"),
        ("triathlon", {"rotation": ["GP", "GP", "3T"]}, "Order of the rules: each of"),
        ("couples", {"couples": {"A": ["a"]}}, "Couples and their players 1 and 2, A: give 2 here"),
        ("grand-prix-plus", {"games": 3, "tariff": [3, 1]}, "Points of the places: 3 places"),
    ],
)
def test_options_are_checked_when_they_are_set(events, form, options, said):
    assert said in refusal(events.new, "Event", form, options)
    assert events.all() == ()
    event = events.new("Event", form)
    assert said in refusal(events.set_options, event, options)
    assert events.get(event).last == 1


def test_a_swing_without_a_seed_is_drawn_when_its_round_is_to_be_drawn(events):
    event = started_event(events, FOUR, "Swing", "swing", {"stake": 900, "cpp": [300]})
    assert [one.get("draw") for one in events.get(event).answer.next] == [True]
    assert events.draw(event, 7) == 7
    drawn = events.get(event)
    assert drawn.options["seed"] == 7
    assert sorted(name for one in drawn.answer.next for name in one["players"]) == FOUR
    # the pairs that stand are a draw as any other: another one is asked about
    with pytest.raises(DrawReplaced):
        events.draw(event, 9)
    document = events.export(event)
    assert audit(Cursor(document)).findings == ()
