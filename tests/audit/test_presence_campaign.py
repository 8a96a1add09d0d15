"""Random knockouts and round robins whose players come late, leave and are brought back, against the audit.

Each event is a journal: results in random order, late arrivals, withdrawals and exclusions, and undo of any
action in between, as far as the director's own rules let it follow. The audit reads the journal by itself.
"""

import random

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events import document, journal
from tablekeeper.formats import FORMATS
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_event

#: what is counted in the events
KINDS = ("withdraw", "undo", "enter")


class Walk:
    """The journal of one random event."""

    def __init__(self, key, seed):
        self.chance = random.Random(f"presence {key} {seed}")
        self.actions, self.state = [], None
        event = random_event(FORMATS[key], self.chance)
        players = event["players"][:11]
        self.do("new", {"name": f"{key} {seed}", "format": key, "options": event["options"]})
        self.do("enter", {"players": players})
        self.do("start", {})

    def do(self, action, body):
        """Let an action follow if it can; return whether it does."""
        entry = Action(len(self.actions) + 1, 1_000 * len(self.actions), "director", action, body)
        try:
            state = journal.follow(self.actions, entry, self.state)
            if state.started:
                state.answer()
        except DocumentError:
            assert action in ("enter", "withdraw", "result", UNDO), "everything else is possible"
            return False
        self.actions.append(entry)
        self.state = state
        return True

    def step(self):
        """Let something happen; return whether the event goes on."""
        answer, chance = self.state.answer(), self.chance
        lot = chance.random()
        there = [name for name in self.state.entrants if name not in self.state.withdrawn]
        if lot < 0.06 and len(there) > 1:
            reason = chance.choice(("ill", "excluded"))
            self.do("withdraw", {"player": chance.choice(there), "reason": reason, "walkovers": []})
        elif lot < 0.12 and self.state.format.arrival:
            self.do("enter", {"players": [f"Late {len(self.actions)}"], "late": True})
        elif lot < 0.22:
            self.do(UNDO, {"undoes": chance.randint(4, max(4, len(self.actions)))})
        elif answer.next:
            self.result(chance.choice(answer.next))
        elif not answer.over:
            self.do("result", {"result": {"closed": True}})
        return not answer.over

    def result(self, pairing):
        pair, chance = list(pairing["players"]), self.chance
        winner = chance.choice(pair)
        target = pairing["sets"] // 2 + 1 if "sets" in pairing else pairing.get("length", 5)
        score = [target if name == winner else chance.randrange(target) for name in pair]
        match = {"match": pairing["match"]} if "match" in pairing else {}
        assert self.do("result", {"result": {**match, "players": pair, "winner": winner, "score": score}})

    def agree(self):
        """Hold the event against the audit, and against what must never be."""
        exported = document.export(self.actions, self.state)
        assert audit(Cursor(exported)).findings == (), exported
        for pairing in self.state.answer().next:
            assert not set(pairing["players"]) & set(self.state.withdrawn), exported


def run(key, seeds):
    """Walk through random events; return how many actions they had and in how many each kind happened."""
    count, seen = 0, dict.fromkeys(KINDS, 0)
    for seed in seeds:
        walk = Walk(key, seed)
        looked = walk.chance.randrange(40)
        for number in range(120):
            going = walk.step()
            if number == looked:
                walk.agree()
            if not going:
                break
        walk.agree()
        count += len(walk.actions)
        kinds = {one.action for one in walk.actions[3:]}
        for kind in KINDS:
            seen[kind] += kind in kinds
    return count, seen


@pytest.mark.parametrize("key", ["knockout", "round-robin"])
def test_60_events_agree(key):
    _, seen = run(key, range(60))
    assert seen["withdraw"] > 20
    assert seen["undo"] > 20
    assert seen["enter"] > 5 or key == "round-robin"


@pytest.mark.soak
@pytest.mark.parametrize("key", ["knockout", "round-robin"])
@pytest.mark.parametrize("part", range(5))
def test_5000_events_agree(key, part, record_property):
    count, seen = run(key, range(1_000 + 500 * part, 1_500 + 500 * part))
    told = ", ".join(f"{kind} in {events}" for kind, events in seen.items())
    record_property("figure", f"500 events of {key}, {count:,} actions agree with the audit; {told}")
