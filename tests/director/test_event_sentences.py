"""Refusals of a running event name options and results in words, never a path in a document."""

import re

import pytest

from tablekeeper.errors import UserError
from tests.nonempty import nonempty
from tests.startedevent import started_event


@pytest.mark.parametrize(
    ("form", "options", "said"),
    [
        ("knockout", {"late_places": "last"}, "Which free places are kept open: "),
        ("knockout", {"length": [7, 0]}, "Points of a match, per round: 0 is out of range"),
        (
            "couples", {"couples": {"A": ["a1", "a2"], "B": ["b1", "\x07"]}},
            "Couples and their players 1 and 2, B: ",
        ),
    ],
)
def test_a_refused_option_is_named_in_words(events, form, options, said):
    with pytest.raises(UserError, match=f"^{re.escape(said)}"):
        events.new("Event", form, options)


def test_a_refusal_says_which_field_is_wrong(events):
    cup = started_event(events, ("Ann", "Bob"), "Cup", "series", {"first_to": 3})
    for field, act in (
        ("first_to", lambda: events.set_options(cup, {"first_to": 0})),
        ("players", lambda: events.enter(cup, ["Ann"])),
        ("", lambda: events.enter(cup, ["Cid"])),
        ("winner", lambda: events.result(cup, {"winner": "Cid"})),
        ("reason", lambda: events.rule(cup, 4, None, "")),
        ("", lambda: events.undo(cup, 77)),
    ):
        with pytest.raises(UserError) as refused:
            act()
        assert refused.value.field == field


def test_refused_throws_name_no_path(events):
    league = started_event(events, ("Ann", "Bob", "Cid"), "League", "league-2t")
    refusals = {
        "Ann 9": "Throws for the positions, in order: 9 is out of range: 1 to 6.",
        "Zoe 3": 'Throws for the positions, in order: "Zoe" is not among the players.',
    }
    for throws, said in nonempty(refusals.items()):
        with pytest.raises(UserError, match=f"^{re.escape(said)}$"):
            events.throw(league, throws)


def test_an_option_that_contradicts_a_result_numbers_the_result(events):
    series = started_event(events, ("Ann", "Bob"), "Series", "series", {"first_to": 3})
    for _ in range(3):
        events.result(series, {"winner": "Ann"})
    said = "It does not fit what has been played: result 3: Ann has already won the event."
    with pytest.raises(UserError, match=f"^{re.escape(said)}$"):
        events.set_options(series, {"first_to": 2})


def test_an_undo_that_contradicts_a_result_numbers_the_result(events):
    cup = started_event(events, ("Ann", "Bob", "Cid"), "Cup", "knockout", {"late": 1})
    events.enter(cup, ("Dan",))
    late = events.get(cup).last
    [match] = [one for one in events.get(cup).answer.next if "Dan" in one["players"]]
    events.result(cup, {"match": match["match"], "players": match["players"], "winner": "Dan",
                        "score": [1, 0] if match["players"][0] == "Dan" else [0, 1]})  # fmt: skip
    with pytest.raises(UserError, match=r"undo them first \(result 1, Match: there is no "):
        events.undo(cup, late)
