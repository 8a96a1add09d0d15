"""One contract for every declared action: its call, its refusals beside the fields, its rights, its undo."""

import pytest
from starlette.datastructures import FormData

from tablekeeper.accounts.roles import SCORER
from tablekeeper.director.calls import Caller, perform, request
from tablekeeper.director.desk.service import Desk
from tablekeeper.formats.written import written
from tablekeeper.regulation.moment import clock_time, minutes
from tablekeeper.web.forms import said_in
from tests.refusal import refusal

HOUR = 3_600_000
#: what somebody says, in an order in which each can be done; the entries are numbered from 1
SAID = {
    "late": {"player": "Ann", "opponent": "Bob", "length": 7, "scheduled_ms": HOUR, "granted": True},
    "grant": {"late": 1, "reason": "snow", "from_ms": 3 * HOUR},
    "arrived": {"late": 1, "at_ms": 3 * HOUR, "instead": [], "reason": "snow"},
    "break": {"player": "Ann", "opponent": "Bob", "length": 13, "from_ms": 4 * HOUR},
    "back": {"break": 4, "at_ms": 4 * HOUR + 600_000},
    "exceeded": {"player": "Ann", "opponent": "Bob", "took_ms": 840_000},
    "committee": {"members": ["Ann", "Eve", "Finn"]},
    "substitute": {"ruling": 6, "out": "Ann", "new": "Gus", "reason": "she plays"},
    "appeal": {"ruling": 6, "by": "Ann", "reason": "she was away"},
    "announce": {"text": "Round 3 begins"},
    "take down": {"announcement": 10},
    "pause": {"reason": "Lunch"},
    "resume": {},
    "project": {"show": ["tables", "next"], "seconds": 20},
    "done": {"call": "lateness-1", "text": "Ann is missing"},
    "request": {"ask": "come", "player": "Ann", "text": "a die is missing"},
    "answer": {"request": 16, "accepted": True},
}
#: a value that a kind of field refuses
WRONG = {"flag": 1, "whole": "x", "moment": "20:00", "duration": -1, "event": 0, "decision": 7, "people": 7}
KINDS = list(Desk.kinds.values())


def name(kind):
    return kind.key


def before(desk, key):
    """Do all that comes before an action."""
    for earlier in list(SAID)[: list(SAID).index(key)]:
        desk.act(earlier, SAID[earlier])


def test_each_has_an_example():
    assert set(SAID) == set(Desk.kinds)


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_it_is_done_by_a_call_and_undone(room, desk, kind):
    before(desk, kind.key)
    there = desk.history()
    told = perform(room.director, request("desk", kind.key, {"facts": SAID[kind.key], "actor": "Eve"}))
    [one] = desk.history()[len(there) :]
    assert (one.seq, one.actor, bool(one.text)) == (told, "Eve", True)
    desk.undo(told, actor="Eve")
    assert [line.undone for line in desk.history()[:told]] == [False] * (told - 1) + [True]


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_a_wrong_fact_is_refused_beside_its_field(desk, kind):
    before(desk, kind.key)
    for option in kind.said:
        with pytest.raises(Exception, match=r"\.$") as refused:
            desk.act(kind.key, SAID[kind.key] | {option.key: WRONG.get(option.kind, ["x"])})
        assert refused.value.field == option.name
    assert "unknown" in refusal(desk.act, kind.key, SAID[kind.key] | {"nonsense": 1})
    assert len(desk.history()) == list(SAID).index(kind.key)


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_a_scorer_may_not(desk, kind):
    mine = Caller("Sue", role=SCORER).acting("desk", desk)
    assert "Only a director" in refusal(mine.act, kind.key, SAID[kind.key])
    assert desk.history() == ()


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_a_form_says_the_same(desk, kind):
    said = {key: one for key, one in SAID[kind.key].items() if key != "instead"}
    typed = {one.name: text_of(one, said[one.key]) for one in kind.said if one.key in said}
    assert kind.facts(said_in(kind, FormData(typed)), desk.state(), 0) == said


def text_of(option, value):
    """Return a fact as somebody types it."""
    match option.kind:
        case "moment":
            return clock_time(value)
        case "duration":
            return minutes(value)
        case "flag":
            return "1"
        case "people":
            return "\n".join(value)
    return written(option, value)
