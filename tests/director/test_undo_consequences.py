"""What an undo would change is told before it is done: it is what the journal makes after it."""

import pytest

from tablekeeper import formats
from tablekeeper.director.events import document, journal
from tablekeeper.director.events.consequences import undoing, without
from tablekeeper.director.undoing import NOTE, REASON, WARNING
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generation import generate
from tests.director.journals import refuse
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import entered_event, started_event

TRIO = ("Ann", "Bob", "Cid")
FOUR = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def cup(events):
    """A championship to two wins that has started."""
    return started_event(events, TRIO, "Cup", "championship", {"first_to": 2})


@pytest.fixture
def knockout(events):
    """Four players; both first matches and the final are played."""
    event = started_event(events, FOUR, "Knockout", "knockout", {"length": 3})
    for winner in (0, 0):
        one = events.get(event).answer.next[0]
        events.result(event, {"match": one["match"], "winner": one["players"][winner], "score": [3, 1]})
    final = events.get(event).answer.next[0]
    events.result(event, {"match": final["match"], "winner": final["players"][0], "score": [3, 2]})
    return event


def told(found):
    return [(one.grade, one.text) for one in found.consequences]


# --- worked examples ---------------------------------------------------------------------------


def test_the_last_result_changes_its_places_and_what_is_played(events, cup):
    for winner in ("Ann", "Bob", "Ann"):
        events.result(cup, {"winner": winner})
    found = events.batches.undoing(cup, 6)
    assert (found.impossible, found.dependents, found.needs_reason) == ("", (), False)
    assert told(found) == [
        (WARNING, "Not counted any more: winner Ann."),
        (WARNING, "Nobody has won yet, not Ann."),
        (WARNING, "1st place: Ann and Bob instead of Ann."),
        (NOTE, "2nd place: nobody instead of Bob."),
        (NOTE, "To be played: game 3: Ann v Bob v Cid."),
    ]
    events.batches.undo_one(cup, 6, seen=found.fingerprint)
    assert events.get(cup).answer.winner is None


def test_a_result_of_an_earlier_round_is_undone_with_what_builds_on_it(events, knockout):
    first = events.get(knockout).history[3]
    found = events.batches.undoing(knockout, first.seq)
    assert found.dependents == (6,)
    assert found.needs_reason
    assert told(found)[0] == (REASON, f"Undone, too: {events.get(knockout).history[5].text}.")
    assert any(text.startswith("To be played: ") for _, text in told(found))
    with refuse("1 later action would not fit without the result"):
        events.batches.undo_one(knockout, first.seq)
    with refuse("say the reason"):
        events.batches.undo_one(knockout, first.seq, together=True)
    assert events.get(knockout).last == 6
    events.batches.undo_one(knockout, first.seq, "exchanged sheets", together=True, actor="Dora")
    view = events.get(knockout)
    assert [one.seq for one in view.history if one.undone] == [first.seq, 6]
    assert {(one.actor, one.reason) for one in view.history if one.action == UNDO} == {
        ("Dora", "exchanged sheets")
    }
    assert len([one for one in view.entered if one.result]) == 1


def test_a_result_on_which_nothing_depends_is_undone_alone(events):
    event = started_event(events, FOUR, "Group", "round-robin", {"length": 3})
    for winner in range(3):
        one = events.get(event).answer.next[0]
        score = [winner, 3] if winner % 2 else [3, winner]
        result = {"players": one["players"], "winner": one["players"][winner % 2], "score": score}
        events.result(event, result)
    found = events.batches.undoing(event, 4)
    assert (found.impossible, found.dependents) == ("", ())
    events.batches.undo_one(event, 4)
    assert [one.seq for one in events.get(event).entered] == [5, 6]


def test_what_was_seen_is_what_is_done(events, cup):
    events.result(cup, {"winner": "Ann"})
    found = events.batches.undoing(cup, 4)
    events.result(cup, {"winner": "Bob"})
    with refuse("changed meanwhile"):
        events.batches.undo_one(cup, 4, seen=found.fingerprint)
    assert len(events.get(cup).entered) == 2


@pytest.mark.parametrize(("seq", "sentence"), [
    (1, "an event stays: its first action cannot be undone"),
    (77, "there is no action 77"),
    (2, "players"),
])  # fmt: skip
def test_an_undo_that_cannot_be_says_why(events, cup, seq, sentence):
    events.result(cup, {"winner": "Ann"})
    found = events.batches.undoing(cup, seq)
    assert sentence in found.impossible.lower()
    assert found.consequences == ()
    with refuse(sentence):
        events.batches.undo_one(cup, seq)
    assert events.get(cup).last == 4


def test_a_finished_event_is_reopened_first(events, cup):
    for winner in ("Ann", "Ann"):
        events.result(cup, {"winner": winner})
    events.finish(cup)
    assert events.batches.undoing(cup, 5).impossible == "The event is finished: reopen it first."
    finish = events.batches.undoing(cup, 6)
    assert told(finish) == [(WARNING, "The event goes on: it is not finished any more.")]


def test_an_undo_is_undone_and_says_what_comes_back(events, cup):
    events.result(cup, {"winner": "Ann"})
    events.undo(cup, 4)
    found = events.batches.undoing(cup, 5)
    assert found.told == "the undoing of the result winner Ann"
    assert told(found)[0] == (WARNING, "Counted again: winner Ann.")
    events.batches.undo_one(cup, 5)
    assert len(events.get(cup).entered) == 1


def test_options_and_players_are_told(events, cup):
    events.set_options(cup, {"first_to": 3})
    assert told(events.batches.undoing(cup, 4)) == [(NOTE, "Wins needed: 2 instead of 3.")]
    other = entered_event(events, ["Ann", "Bob"], "Other", "championship", {"first_to": 2})
    events.withdraw(other, "Ann")
    assert told(events.batches.undoing(other, 3)) == [(WARNING, "Entered again: Ann.")]
    assert told(events.batches.undoing(other, 2)) == [
        (REASON, "Undone, too: the withdrawal of Ann."), (WARNING, "No longer entered: Bob."),
    ]  # fmt: skip


# --- the oracle: fold with and without, on random events ------------------------------------------


@pytest.mark.parametrize("key", sample.drawn(sorted(set(formats.FORMATS) - {"couples"}), of=6))
def test_the_event_after_an_undo_is_the_one_that_was_told(key):
    # two of the formats whose random events are short
    for seed in nonempty(range(1 if key.startswith(("knockout", "league")) else 2)):
        actions = document.read(Cursor(generate(formats.FORMATS[key], seed)), "x", 0, "director")
        # finished events let nothing be undone: the undo of the finish is the first one that is tried
        while actions and actions[-1].action in (journal.FINISH, journal.REOPEN):
            actions.pop()
        before = journal.fold(actions)
        running = before.answer() if before.started else None
        for seq in nonempty(range(1, len(actions) + 1)):
            found = undoing(actions, before, running, seq)
            if found.impossible:
                assert found.impossible.endswith(".")
                continue
            told, dependents = without(actions, seq)
            assert dependents == found.dependents
            assert all(seq < one for one in dependents)
            undos = [*reversed(dependents), seq]
            after = [
                *actions,
                *(
                    Action(len(actions) + number, actions[-1].at_ms, "director", UNDO, {"undoes": one})
                    for number, one in enumerate(undos, 1)
                ),
            ]
            made = journal.fold(after)
            assert made.document() == told.document()
            assert (made.undone, made.claims, made.tables) == (told.undone, told.claims, told.tables)
            if made.started:
                made.answer()
            # each of the dependents is needed: with the last one left in place the event is no event
            if dependents:
                kept = [one for one in after if one.body.get("undoes") != dependents[0]]
                with pytest.raises(DocumentError):
                    journal.fold(kept).answer()
