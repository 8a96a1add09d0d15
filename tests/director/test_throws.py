"""Throws of a league's rounds of die-roll as actions of its journal."""

import json

import pytest

from tablekeeper.audit import audit
from tablekeeper.errors import UserError
from tablekeeper.strictjson import loads

TRIO = ("Ann", "Bob", "Cid")


def test_throws_are_actions_that_are_undone_and_exported(events, elsewhere):
    event = events.new("League", "league-2t")
    events.enter(event, TRIO)
    with pytest.raises(UserError, match="Nobody throws now"):
        events.throw(event, "Ann 5")
    events.start(event)
    first = events.throw(event, "Bob 5, Ann 3, Cid 3")
    events.throw(event, "Cid 6, Ann 1")
    assert events.get(event).options["lots"] == [["Bob", 5], ["Ann", 3], ["Cid", 3], ["Cid", 6], ["Ann", 1]]
    with pytest.raises(UserError, match="What came later builds on the throws Bob 5, Ann 3, Cid 3"):
        events.undo(event, first)
    exported = events.export(event)
    assert [one["action"] for one in exported["journal"]][-2:] == ["throw", "throw"]
    again = elsewhere.take_in(loads(json.dumps(exported)), "again", 10_000)
    assert elsewhere.export(again) == exported
    assert audit(loads(json.dumps(exported))).findings == ()
    for key, value, told in (("after", 4, "3 throws stand before these"), ("option", "drr", "is none of")):
        wrong = json.loads(json.dumps(exported))
        wrong["journal"][-1]["body"][key] = value
        assert any(told in one.sentence for one in audit(loads(json.dumps(wrong))).findings)
    events.undo(event)
    events.undo(event, first)
    assert events.get(event).answer.next == ({"round_robin": 1, "positions": list(TRIO)},)
