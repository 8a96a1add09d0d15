"""A late arrival of a knockout takes the bye of a player whose next match has not begun."""

import random

import pytest

from tablekeeper.audit import audit
from tablekeeper.audit.auditor import AuditedEvent
from tablekeeper.audit.registry import AUDITORS
from tablekeeper.director.events.redraw import identity
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.formats import FORMATS
from tablekeeper.pictures import event as picture
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_event
from tests.director.test_event_presence import read_back
from tests.director.test_event_service import untouched
from tests.refusal import refusal
from tests.startedevent import started_event

ELEVEN = list("ABCDEFGHIJK")


def matches(events, event):
    """Return the open matches by name."""
    return {one["match"]: tuple(one["players"]) for one in events.get(event).answer.next}


def win(events, event, name):
    """Let the first player of an open match win it."""
    pair = list(matches(events, event)[name])
    events.result(event, {"match": name, "players": pair, "winner": pair[0], "score": [5, 0]})


def offered(events, event, name="Zoe"):
    """Return the players whose bye an arrival is offered."""
    with pytest.raises(Unconfirmed) as asked:
        events.enter(event, [name])
    assert len(asked.value.facts) == len(asked.value.choices)
    return [player for field, player, _ in asked.value.choices if field == "bye_of"]


@pytest.fixture
def cup(events):
    # A v B is B1 already: both have a bye; C, F and I wait for the winners of A4, A6 and A8
    return started_event(
        events, ELEVEN, "Cup", "knockout", {"length": 5, "consolation": "progressive consolation"}
    )


def test_the_director_chooses_among_the_byes(store, events, cup, elsewhere):
    drawn = matches(events, cup)
    assert drawn == {"A4": ("D", "E"), "A6": ("G", "H"), "A8": ("J", "K"), "B1": ("A", "B")}
    rest = {key: drawn[key] for key in ("A4", "A6", "A8")}
    # who waits for an opponent comes before those whose match would have to wait
    assert offered(events, cup) == ["C", "F", "I", "A", "B"]
    message = refusal(events.enter, cup, ["Zoe"])
    assert "can still be given: C; F; I; A (match B1: A v B would wait);" in message
    events.enter(cup, ["Zoe"], bye_of="B")
    assert events.get(cup).history[-1].text == "the late arrival of Zoe beside B, who had a bye"
    assert matches(events, cup) == {"A2": ("B", "Zoe"), **rest}
    events.enter(cup, ["Yan"], first_bye=True)
    assert matches(events, cup)["A1"] == ("A", "Yan")
    document = events.export(cup)
    assert document["results"] == [{"late": "Zoe", "bye_of": "B"}, {"late": "Yan", "bye_of": "A"}]
    assert audit(Cursor(document)).findings == ()
    assert read_back(elsewhere, document) == document
    # each undo takes its own arrival out, in any order
    events.undo(cup, 4)
    rest = {key: drawn[key] for key in ("A4", "A6", "A8")}
    assert matches(events, cup) == {"A1": ("A", "Yan"), **rest}
    events.undo(cup, 5)
    assert matches(events, cup) == drawn


def test_the_winner_of_the_new_match_goes_on_and_the_loser_into_the_consolation(events, cup):
    events.enter(cup, ["Zoe"], bye_of="A")
    for name in ("A4", "A6", "A8"):
        win(events, cup, name)
    assert "PC1" not in str(sorted(matches(events, cup)))
    pair = ["A", "Zoe"]
    events.result(cup, {"match": "A1", "players": pair, "winner": "Zoe", "score": [3, 5]})
    assert matches(events, cup)["B1"] == ("Zoe", "B")
    found = matches(events, cup)
    assert {*found["PC1-1"], *found["PC1-2"]} == {"A", "E", "H", "K"}


def test_a_match_that_has_begun_keeps_its_bye(store, events, cup):
    events.link(cup, 7, events.get(cup).answer.next[3])
    assert offered(events, cup) == ["C", "F", "I"]
    told = "A keeps the bye: match B1: A v B is at a table"
    untouched(store, cup, lambda: events.enter(cup, ["Zoe"], bye_of="A"), told)
    win(events, cup, "A4")
    win(events, cup, "B2")
    assert offered(events, cup) == ["F", "I"]
    untouched(store, cup, lambda: events.enter(cup, ["Zoe"], bye_of="C"), "C keeps the bye: B2 is decided")
    untouched(store, cup, lambda: events.enter(cup, ["Zoe"], bye_of="D"), "D has no bye in the first round")
    events.withdraw(cup, "F")
    assert offered(events, cup) == ["I"]
    win(events, cup, "A6")
    win(events, cup, "A8")
    # the losers of A4, A6 and A8 are drawn: a fourth one would come too late
    assert refusal(events.enter, cup, ["Zoe"]) == (
        "There is no place for Zoe: none is kept open, and no bye of the first round can be given any more "
        "(C: B2 is decided; F: has left; A: PC1 is drawn; B: PC1 is drawn; I: PC1 is drawn)."
    )


def test_a_match_in_which_somebody_is_missing_has_begun(room):
    events = room.director.events
    event = started_event(events, list("ABCDE"), "Cup", "knockout", {"length": 5})
    late = room.director.desk.act("late", {
        "player": "B", "opponent": "A", "scheduled_ms": room.now, "length": 5, "event": event,
    })
    assert offered(events, event) == ["C"]
    told = "A keeps the bye: somebody is missing in match B1: A v B"
    assert told in refusal(events.enter, event, ["Zoe"], bye_of="A")
    room.director.desk.act("arrived", {"late": late, "at_ms": room.now})
    assert offered(events, event) == ["C", "A", "B"]


def test_one_sentence_says_why_there_is_no_place(store, events):
    full = started_event(events, ELEVEN[:4], "Full", "knockout")
    for how in ({}, {"first_bye": True}):
        told = "There is no place for Zoe: none is kept open, and the first round has no bye."
        untouched(store, full, lambda how=how: events.enter(full, ["Zoe"], **how), told)
    kept = started_event(events, ELEVEN[:5], "Kept", "knockout", {"late": 1})
    untouched(store, kept, lambda: events.enter(kept, ["Zoe"], bye_of="B"), "A place is kept open")
    two = ["Zoe", "Yan"]
    untouched(store, kept, lambda: events.enter(kept, two, first_bye=True), "and there are 1: enter")
    events.enter(kept, ["Zoe"])
    assert offered(events, kept, "Yan") == ["A", "C"]
    result = {"late": "Yan", "bye_of": "A"}
    untouched(store, kept, lambda: events.result(kept, result), "enter the late arrival as a player instead")
    robin = started_event(events, ELEVEN[:4], "Robin", "round-robin")
    untouched(store, robin, lambda: events.enter(robin, ["Zoe"], bye_of="A"), "Robin need no bye")


def test_a_bye_that_was_given_is_repeated_only_while_its_match_waits(events, cup):
    events.enter(cup, ["Zoe"], bye_of="A")
    events.undo(cup)
    events.link(cup, 7, events.get(cup).answer.next[3])
    assert "is being played or on paper" in refusal(events.undo, cup, 5)
    assert matches(events, cup)["B1"] == ("A", "B")


def test_pictures_and_papers_follow(events, cup):
    events.enter(cup, ["Zoe"], bye_of="A")
    played = events.get(cup).played
    paper = FORMATS["knockout"].brackets(played)
    assert "Zoe" in str(paper)
    assert "Zoe" in str(picture.picture(FORMATS["knockout"], played))


def refusing(document, player):
    """Return whether the second reading refuses that an arrival takes the bye of a player."""
    results = [(0, one) for one in (*document["results"], {"late": "Zoe", "bye_of": player})]
    told = AuditedEvent("Cup", "knockout", document["options"], document["players"], results, started=True)
    try:
        AUDITORS["knockout"].recount(told)
    except DocumentError as error:
        return error.place == f"results[{len(results) - 1}].bye_of"
    return False


def walk(events, elsewhere, seed):
    """Play a random knockout with arrivals, tables and undos; return the numbers of arrivals and refusals."""
    chance = random.Random(f"byes {seed}")
    document = random_event(FORMATS["knockout"], chance)
    options = {key: value for key, value in document["options"].items() if value is not None}
    event = started_event(events, document["players"], f"Cup {seed}", "knockout", options | {"sets": 1})
    given = refused = match = 0
    for step in range(24):
        view = events.get(event)
        before, export = view.answer.next, events.export(event)
        if not before:
            break
        seated = {identity(one) for one in view.tables.values()}
        room = FORMATS["knockout"].room(events.get(event).played)
        free = []
        for player, why in () if room.kept else room.byes.items():
            own = [one for one in before if player in one["players"]]
            assert bool(why) == refusing(export, player), (seed, step, player, why)
            if not why and not seated.intersection(map(identity, own)):
                free.append(player)
        name = f"Zoe {step}"
        if room.kept or not free:
            refused += not room.kept
            if not room.kept:
                assert "There is no place for" in refusal(events.enter, event, [name])
        else:
            assert sorted(offered(events, event, name)) == sorted(free)
        kind = chance.randrange(5)
        if kind == 0 and free:
            player = chance.choice(free)
            events.enter(event, [name], bye_of=player)
            after = {identity(one) for one in events.get(event).answer.next}
            assert any({player, name} == set(one["players"]) for one in events.get(event).answer.next)
            kept = {identity(one) for one in before if player not in one["players"]}
            assert kept <= after
            assert seated & {identity(one) for one in before} <= after
            given += 1
            if chance.randrange(2):
                events.undo(event)
                assert events.get(event).answer.next == before
                events.undo(event, events.get(event).last)
        elif kind == 1 and room.kept:
            events.enter(event, [name])
        elif kind == 2:
            match += 1
            events.link(event, match, chance.choice(before))
        elif kind == 3 and not chance.randrange(3):
            events.withdraw(event, chance.choice([one for one in view.players if one not in view.withdrawn]))
        else:
            one = chance.choice(before)
            length = one.get("length", 5)
            pair = list(one["players"])
            events.result(
                event, {"match": one["match"], "players": pair, "winner": pair[0], "score": [length, 0]}
            )
    document = events.export(event)
    assert audit(Cursor(document)).findings == (), seed
    assert read_back(elsewhere, document) == document
    return given, refused




@pytest.mark.turns(4)
@pytest.mark.parametrize("seed", range(8))
def test_both_readings_agree_which_byes_can_be_given(events, elsewhere, seed):
    walk(events, elsewhere, seed)


@pytest.mark.soak
def test_both_readings_agree_in_many_knockouts(events, elsewhere):
    counted = [walk(events, elsewhere, seed) for seed in range(100, 250)]
    assert sum(given for given, _ in counted) > 75
    assert sum(refused for _, refused in counted) > 75
