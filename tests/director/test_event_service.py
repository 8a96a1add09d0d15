"""Events in the director's service: entries, draws, results, claims, rulings, undoing, export and import."""

import copy
import json
import random

import pytest

from tablekeeper import formats
from tablekeeper.director.events.service import Events
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.formats.answer import document as answer_document
from tablekeeper.journal.action import Overtaken
from tablekeeper.languages import language_of, shown
from tablekeeper.strictjson import DocumentError, loads
from tablekeeper.virtual.randomevents.generator import random_document
from tests.director.journals import refuse
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import entered_event, started_event

TRIO = ("Ann", "Bob", "Cid")


@pytest.fixture
def cup(events):
    """A championship to two wins that has started."""
    return started_event(events, TRIO, "Cup", "championship", {"first_to": 2})


def results(events, event):
    return [one.result for one in events.get(event).entered if one.result is not None]


# --- from the first entry to the winner --------------------------------------------------------


def test_an_event_goes_from_entries_to_its_winner(events):
    event = events.new("  Spring   cup ", "championship", {"first_to": 2})
    view = events.get(event)
    assert (view.name, view.phase, view.players, view.answer) == ("Spring cup", "entries", (), None)
    events.enter(event, ["Ann", " Bob "])
    events.enter(event, ["Cid"])
    assert events.get(event).players == TRIO
    events.start(event)
    assert events.get(event).phase == "running"
    for winner in ("Ann", "Bob", "Ann"):
        events.result(event, {"winner": winner})
    view = events.get(event)
    assert (view.phase, view.answer.winner) == ("over", "Ann")
    assert [row.player for row in view.answer.rows] == ["Ann", "Bob", "Cid"]
    events.finish(event)
    assert events.get(event).phase == "finished"
    [summary] = events.all()
    assert (summary.name, summary.players, summary.results, summary.winner) == ("Spring cup", 3, 3, "Ann")


def test_every_step_is_told_and_kept(store):
    topics = Topics()
    events = Events(store, topics)
    event = entered_event(events, TRIO, "Cup", "championship", {"first_to": 2}, actor="Zoë")
    assert topics.revision(f"event/{event}") == topics.revision("events") == 2
    with refuse("entered already"):
        events.enter(event, ["Ann"])
    assert topics.revision("events") == 2
    history = events.get(event).history
    assert [(one.seq, one.actor, one.action) for one in history] == [
        (1, "Zoë", "new"),
        (2, "director", "enter"),
    ]
    assert history[0].at_ms <= history[1].at_ms
    assert history[1].text == "the entry of Ann, Bob and Cid"


def test_what_is_at_stake(events, cup):
    assert events.futures(cup).contenders == TRIO
    events.result(cup, {"winner": "Ann"})
    events.result(cup, {"winner": "Ann"})
    assert events.futures(cup) is None


# --- what cannot be ------------------------------------------------------------------------------


def untouched(store, event, step, sentence):
    before = store.events.journals.actions(event)
    with refuse(sentence) as caught:
        step()
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
    assert store.events.journals.actions(event) == before


@pytest.mark.parametrize(
    ("form", "options", "sentence"),
    [
        ("chess", {}, '"chess" is not one of'),
        ("championship", {"first_to": 0}, "^Wins needed: 0 is out of range"),
        ("championship", {"first_to": "two"}, "a whole number is wanted"),
        ("championship", {"venue": "Hall"}, "\"venue\" does not belong here"),
        ("championship", {"first_to": float("nan")}, "cannot be stored"),
    ],
)
def test_a_new_event_that_cannot_be(store, events, form, options, sentence):
    with refuse(sentence):
        events.new("Cup", form, options)
    assert store.events.all() == []


@pytest.mark.parametrize("name", ["", "   ", "a" * 61, "two\nlines\x00", "\ud800"])
def test_a_name_that_cannot_be(store, events, name):
    with pytest.raises(UserError):
        events.new(name + "\x07" if name.startswith("two") else name, "championship", {"first_to": 2})
    assert store.events.all() == []


STEPS = [
    (lambda e, n: e.enter(n, ["Ann"]), "entered already"),
    (lambda e, n: e.enter(n, ["Dan"]), "has 3 players"),
    (lambda e, n: e.enter(n, []), "give at least 1 here"),
    (lambda e, n: e.start(n), "started already"),
    (lambda e, n: e.withdraw(n, "Dan"), '"Dan" is not among the players'),
    (lambda e, n: e.result(n, {"winner": "Dan"}), '^winner: "Dan" is not among'),
    (lambda e, n: e.result(n, {"loser": "Ann"}), "^\"loser\" does not belong here"),
    (lambda e, n: e.result(n, {}), "\"Winner\" is missing"),
    (lambda e, n: e.result(n, {"winner": "Ann"}, match=4), "match 4 is not of this event"),
    (lambda e, n: e.cancel(n, ["Ann", "Bob"]), "games cannot be cancelled"),
    (lambda e, n: e.set_options(n, {"first_to": None}), "^\"Wins needed\" is missing"),
    (lambda e, n: e.draw(n, 1), "there is nothing to draw"),
    (lambda e, n: e.draw(n, -1), "A seed is a whole number, 0 or more"),
    (lambda e, n: e.confirm(n, 3), "not a claim that awaits"),
    (lambda e, n: e.reject(n, 3, "no"), "not a claim that awaits"),
    (lambda e, n: e.claim(n, 9, {"winner": "Ann"}, actor="table"), "match 9 is not of this event"),
    (lambda e, n: e.rule(n, 3, None, "no"), "entered no result that counts"),
    (lambda e, n: e.reopen(n, "more"), "is not finished"),
    (lambda e, n: e.undo(n, 1), "first action cannot be undone"),
    (lambda e, n: e.undo(n, 9), "no action 9: the history lists them"),
]


@pytest.mark.parametrize("place", range(len(STEPS)))
def test_a_step_that_cannot_be_changes_nothing(store, events, cup, place):
    step, sentence = STEPS[place]
    untouched(store, cup, lambda: step(events, cup), sentence)


def test_results_wait_for_the_start(store, events):
    event = events.new("Cup", "championship", {"first_to": 2})
    untouched(store, event, lambda: events.start(event), "give 3 here")
    untouched(store, event, lambda: events.result(event, {"winner": "Ann"}), "start it first")
    untouched(store, event, lambda: events.finish(event), "start it first")
    untouched(store, event, lambda: events.undo(event), "nothing to undo")


def test_what_a_format_needs_is_asked_for_at_the_start(store, events):
    event = entered_event(events, TRIO, "GP", "grand-prix", {"games": 2})
    untouched(store, event, lambda: events.start(event), "\"Each player's two colours\" is missing")
    colours = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
    events.set_options(event, {"colours": colours})
    events.start(event)


def test_there_is_no_such_event(events):
    for step in (events.get, events.export, events.start, events.futures, events.undo, events.draw):
        with refuse("There is no event 7"):
            step(7)


def test_somebody_else_was_quicker(store, events, cup, monkeypatch):
    def overtaken(*_, **__):
        raise Overtaken(cup)

    monkeypatch.setattr(store.events.journals, "append", overtaken)
    untouched(store, cup, lambda: events.result(cup, {"winner": "Ann"}), "Other people keep changing event")


def test_an_action_that_was_overtaken_is_checked_again(store, events, cup, monkeypatch):
    append = store.events.journals.append

    def overtaken(after, actions, erasures, owner):
        monkeypatch.setattr(store.events.journals, "append", append)
        events.result(cup, {"winner": "Bob"}, actor="quicker")
        return append(after, actions, erasures, owner=owner)

    monkeypatch.setattr(store.events.journals, "append", overtaken)
    events.result(cup, {"winner": "Ann"})
    assert results(events, cup) == [{"winner": "Bob"}, {"winner": "Ann"}]


# --- undoing, ruling, reopening ------------------------------------------------------------------


def test_the_reason_of_an_undo_is_no_part_of_what_is_redone(events, cup):
    result = events.result(cup, {"winner": "Ann"})
    events.undo(cup, result, "a slip")
    events.undo(cup, result + 1)
    with language_of("de"):
        assert shown(events.get(cup).history[-1].text) == "Wiederherstellung: das Ergebnis Sieger Ann"


def test_an_undo_says_what_it_undoes_and_can_be_undone(events, cup):
    events.result(cup, {"winner": "Ann"})
    second = events.result(cup, {"winner": "Bob"})
    assert events.undo(cup) == "the result winner Bob"
    assert results(events, cup) == [{"winner": "Ann"}]
    undo = events.get(cup).last
    assert [one.seq for one in events.get(cup).history if one.undone] == [second]
    assert events.undo(cup, undo, "too quick") == "the undoing of the result winner Bob"
    assert results(events, cup) == [{"winner": "Ann"}, {"winner": "Bob"}]
    assert (
        events.get(cup).history[-1].text == "the redoing of the result winner Bob (too quick)"
    )
    with refuse("is undone already"):
        events.undo(cup, undo)


def test_undo_after_undo_goes_back_to_the_entries(events, cup):
    events.result(cup, {"winner": "Ann"})
    assert [events.undo(cup) for _ in range(3)] == ["the result winner Ann", "the start",
                                                     "the entry of Ann, Bob and Cid"]  # fmt: skip
    assert events.get(cup).phase == "entries"
    with refuse("nothing to undo"):
        events.undo(cup)


def test_what_later_actions_build_on_is_not_undone(store, events, cup):
    events.result(cup, {"winner": "Ann"})
    untouched(
        store, cup, lambda: events.undo(cup, 2), "Later actions depend on the entry of Ann, Bob and Cid"
    )
    untouched(store, cup, lambda: events.undo(cup, 3), "depend on the start: undo them first")


def test_a_ruling_replaces_a_result_at_its_place_and_keeps_the_reason(store, events, cup):
    first = events.result(cup, {"winner": "Ann"})
    events.result(cup, {"winner": "Bob"})
    untouched(store, cup, lambda: events.rule(cup, first, {"winner": "Dan"}, "seen"), "Dan")
    untouched(store, cup, lambda: events.rule(cup, first, {"winner": "Cid"}, " "), "a text is wanted")
    events.rule(cup, first, {"winner": "Cid"}, "the die was cocked")
    assert results(events, cup) == [{"winner": "Cid"}, {"winner": "Bob"}]
    assert events.get(cup).entered[0].reason == "the die was cocked"
    events.rule(cup, first, None, "not played at all")
    assert results(events, cup) == [{"winner": "Bob"}]
    events.undo(cup)
    assert results(events, cup) == [{"winner": "Cid"}, {"winner": "Bob"}]
    assert events.undo(cup, first + 2).startswith("the ruling on action 4: winner Cid")
    assert results(events, cup) == [{"winner": "Ann"}, {"winner": "Bob"}]


def test_a_finished_event_takes_nothing_more_until_it_is_reopened(store, events, cup):
    first = events.result(cup, {"winner": "Ann"})
    with refuse(r"^1 game is open \(game 2: Ann v Bob v Cid\): enter the results, or finish with a reason"):
        events.finish(cup)
    events.finish(cup, "dark outside")
    untouched(store, cup, lambda: events.result(cup, {"winner": "Ann"}), "is finished: reopen it first")
    untouched(store, cup, lambda: events.undo(cup, first), "is finished: reopen it first")
    untouched(store, cup, lambda: events.reopen(cup, ""), "a text is wanted")
    events.reopen(cup, "one game was forgotten")
    events.result(cup, {"winner": "Ann"})
    events.finish(cup)
    assert events.undo(cup) == "the finish"
    assert events.get(cup).phase == "over"


# --- draws -------------------------------------------------------------


def ttt(events, players=8):
    event = events.new(f"TTT {len(events.all()) + 1}", "ttt")
    events.enter(event, [f"Player {number}" for number in range(1, players + 1)])
    return event


def test_a_draw_is_repeated_from_its_seed(events):
    one, two, other = (ttt(events) for _ in range(3))
    for event, seed in ((one, 7), (two, 7), (other, 8)):
        assert events.draw(event, seed, {"groups": 2}) == seed
    groups = [events.get(event).options["groups"] for event in (one, two, other)]
    assert groups[0] == groups[1] != groups[2]
    assert [len(group) for group in groups[0]] == [4, 4]
    body = events.export(one)["journal"][-1]["body"]
    assert body == {"seed": 7, "choices": {"groups": 2}, "drawn": {"groups": groups[0]}}


def test_without_a_seed_one_is_drawn_and_recorded(events):
    event = ttt(events)
    seed = events.draw(event)
    assert events.export(event)["journal"][-1]["body"]["seed"] == seed
    assert seed != events.draw(event), "two seeds of 31 bits are the same once in two thousand million runs"
    with refuse("^\"tables\" does not belong here"):
        events.draw(event, 1, {"tables": 2})


# --- tables and their claims -----------------------------------------------------------------------


def test_a_claim_counts_once_it_is_confirmed(store, events, cup):
    events.link(cup, 31, {"players": ["Ann", "Bob"]})
    claim = events.claim(cup, 31, {"winner": "Ann"}, actor="table 1")
    assert [(one.seq, one.match, one.result) for one in events.get(cup).claims] == [
        (claim, 31, {"winner": "Ann"})
    ]
    assert results(events, cup) == []
    untouched(
        store, cup, lambda: events.claim(cup, 31, {"winner": "Bob"}, actor="t"), "has claimed its result"
    )
    untouched(store, cup, lambda: events.finish(cup), "claims still wait")
    untouched(store, cup, lambda: events.link(cup, 31, {}), "belongs to a pairing already")
    events.confirm(cup, claim)
    assert results(events, cup) == [{"winner": "Ann"}]
    assert events.get(cup).claims == ()
    untouched(store, cup, lambda: events.confirm(cup, claim), "not a claim that awaits")
    untouched(store, cup, lambda: events.result(cup, {"winner": "Ann"}, match=31), "has entered its result")
    assert events.undo(cup) == "the confirmation of the claim of the table: winner Ann"
    assert len(events.get(cup).claims) == 1
    events.reject(cup, claim, "wrong table")
    assert (results(events, cup), events.get(cup).claims) == ([], ())


def test_a_claim_that_the_format_refuses_waits(store, events, cup):
    events.link(cup, 31, {"players": ["Ann", "Bob"]})
    claim = events.claim(cup, 31, {"winner": "Dan"}, actor="table 1")
    untouched(store, cup, lambda: events.confirm(cup, claim), "Dan")


def test_a_result_that_both_confirmed_at_the_table_counts_at_once(events, cup):
    events.link(cup, 31, {"players": ["Ann", "Bob"]})
    events.result(cup, {"winner": "Ann"}, match=31, actor="table 1")
    assert events.get(cup).entered[0].match == 31


# --- out and in ------------------------------------------------------------------------------------


def busy(events):
    """An event with everything in its journal."""
    event = entered_event(events, ("Ann", "Dan"), "Cup", "championship", {"first_to": 3})
    events.withdraw(event, "Dan")
    events.enter(event, ("Bob", "Cid"))
    events.start(event)
    first = events.result(event, {"winner": "Ann"})
    events.result(event, {"winner": "Bob"})
    events.undo(event)
    events.undo(event, events.get(event).last)
    events.rule(event, first, {"winner": "Cid"}, "the die was cocked")
    events.link(event, 31, {"players": ["Ann", "Bob"]})
    events.confirm(event, events.claim(event, 31, {"winner": "Ann"}, actor="table 1"))
    events.finish(event, "dark outside")
    events.reopen(event, "one more")
    return event


def read(document):
    return loads(json.dumps(document))


def test_an_export_is_an_event_file_and_comes_back_the_same(events, elsewhere):
    exported = events.export(busy(events))
    plain = formats.standings(read(exported))
    assert answer_document(plain) == exported["standings"]
    again = elsewhere.take_in(read(exported), "elsewhere", 99)
    assert elsewhere.export(again) == exported


@sample.scenario("an event of every format as a file")
def test_an_event_of_every_format_goes_out_and_comes_in(events):
    for form in nonempty(formats.FORMATS.values()):
        for seed in range(3):
            chance = random.Random(f"{form.key} {seed}")
            document = json.loads(json.dumps(random_document(form, chance)))
            kept = events.take_in(read(document), f"{form.key} {seed}", 5)
            exported = events.export(kept)
            assert {key: exported[key] for key in ("format", "players", "results")} == {
                key: document[key] for key in ("format", "players", "results")
            }
            assert exported["standings"] == answer_document(formats.standings(read(document)))
            assert events.export(events.take_in(read(exported), "again", 6)) == exported


def corrupt(path, value):
    def change(document):
        place = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        (corrupt(["name"], "Cap"), "name", "differs from what follows from the journal"),
        (corrupt(["options", "first_to"], 4), "options", "differs from what follows"),
        (corrupt(["players"], ["Ann", "Bob", "Dan"]), "players", "differs from what follows"),
        (corrupt(["results"], []), "results", "differs from what follows"),
        (corrupt(["standings", "winner"], "Bob"), "standings", "differs from what follows"),
        (corrupt(["journal"], []), "journal", "give at least 1 here"),
        (corrupt(["journal", 3, "seq"], 7), "journal[3].seq", "7 is out of range: 4"),
        (corrupt(["journal", 3, "at_ms"], 0), "journal[3].at_ms", "is earlier than"),
        (corrupt(["journal", 3, "at_ms"], -1), "journal[3].at_ms", "out of range"),
        (corrupt(["journal", 3, "at_ms"], 1 << 52), "journal[3].at_ms", "out of range"),
        (corrupt(["journal", 3, "action"], "cheat"), "journal[3].action", "is not one of"),
        (corrupt(["journal", 3, "actor"], ""), "journal[3].actor", "a text is wanted"),
        (corrupt(["journal", 3, "body"], []), "journal[3].body", "an object is wanted"),
        (corrupt(["journal", 3, "body", "venue"], 1), "journal[3].body.venue", "unknown key"),
        (corrupt(["journal", 3, "venue"], 1), "journal[3].venue", "unknown key"),
        (corrupt(["journal", 0, "action"], "enter"), "journal[0].body", "begins with the action new"),
        (corrupt(["journal", 1, "action"], "new"), "journal[1].body", "begins with the action new"),
        (corrupt(["journal", 7, "body", "undoes"], 1), "journal[7].body.undoes", "first action cannot be"),
        (corrupt(["journal", 7, "body", "undoes"], 8), "journal[7].body.undoes", "no action 8"),
        (corrupt(["journal", 7, "body", "undoes"], True), "journal[7].body.undoes", "whole number"),
        (corrupt(["journal", 9, "body", "reason"], "a\nb"), "journal[9].body.reason", "one line"),
        # what is no JSON is refused when the file is read, so it has no place
        (corrupt(["journal", 9, "body", "result"], {"winner": 1e999}), "", "is no number that JSON has"),
        (corrupt(["journal", 10, "body", "match"], 0), "journal[10].body.match", "out of range"),
        (corrupt(["venue"], "Hall"), "venue", "unknown key"),
    ],
)
def test_an_export_that_was_changed_is_refused(store, events, change, place, reason):
    document = copy.deepcopy(events.export(busy(events)))
    change(document)
    before = store.events.all()
    with pytest.raises(DocumentError) as caught:
        events.take_in(read(document), "elsewhere", 99)
    assert (caught.value.place, reason in caught.value.reason) == (place, True), str(caught.value)
    assert store.events.all() == before


def test_standings_before_the_start_are_none(events, elsewhere):
    event = entered_event(events, ["Ann"], "Cup", "championship", {"first_to": 2})
    exported = events.export(event)
    assert exported["standings"] is None
    assert elsewhere.export(elsewhere.take_in(read(exported), "again", 6)) == exported


def test_an_event_of_other_rules_is_still_shown(store, events):
    """What an older version let in and this one refuses is told, and can be undone."""
    event = started_event(events, TRIO, "Cup", "championship", {"first_to": 2})
    store.events.journals.append(3, [("director", "result", {"result": {"winner": "Dan"}})], owner=event)
    view = events.get(event)
    assert (view.answer, view.phase) == (None, "running")
    assert "Dan" in view.problem
    assert events.futures(event) is None
    assert events.all()[0].winner is None
    events.undo(event)
    assert events.get(event).problem is None
