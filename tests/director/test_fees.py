"""Fees and payouts are actions of the event: undone, exported, read a second time, kept after the finish."""

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.fees import USUAL
from tablekeeper.strictjson import Cursor
from tests.director.test_event_presence import read_back
from tests.director.test_event_service import untouched
from tests.startedevent import entered_event

PLAN = {**USUAL, "fee": "12.50", "places": ["60", "40"], "additions": [["From Ann", "5"]]}


@pytest.fixture
def cup(events):
    return entered_event(events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 1})


def test_money_is_settled_after_the_finish_and_can_be_undone(events, cup):
    assert events.fees.money(cup).sheet is None
    events.fees.plan(cup, PLAN)
    events.start(cup)
    assert events.fees.money(cup).provisional
    events.result(cup, {"winner": "Bob"})
    events.finish(cup)
    events.fees.paid(cup, ["Ann", "Bob"])
    money = events.fees.money(cup)
    assert (money.sheet.paid, str(money.sheet.pool), money.provisional) == (("Ann", "Bob"), "42.50", False)
    # Ann and Cid are level: they share what second place gets
    assert [(one.player, str(one.amount)) for one in money.sheet.prizes] == [
        ("Bob", "25.50"), ("Ann", "8.50"), ("Cid", "8.50"),
    ]  # fmt: skip
    assert [one.text for one in events.get(cup).history if one.action in ("fees", "paid")] == [
        "the fee 12.50 EUR, paid out 60, 40 %", "the fee of Ann and Bob",
    ]  # fmt: skip
    events.undo(cup)
    assert events.fees.money(cup).sheet.paid == ()


def test_an_export_keeps_it_and_the_second_reading_understands_it(events, cup, elsewhere):
    events.fees.plan(cup, PLAN)
    events.fees.paid(cup, ["Ann"])
    events.start(cup)
    events.fees.paid(cup, ["Ann"], False)
    document = events.export(cup)
    assert audit(Cursor(document)).findings == ()
    assert read_back(elsewhere, document) == document


@pytest.mark.parametrize(
    ("change", "place"),
    [({"fee": "1.005"}, "fee"), ({"step": "-1"}, "step"), ({"places": ["60"]}, "places"),
     ({"additions": [["x", "many"]]}, "additions[0][1]"), ({"unit": "parts"}, "unit")],
)  # fmt: skip
def test_the_second_reading_finds_what_is_no_amount(events, cup, change, place):
    events.fees.plan(cup, PLAN)
    document = events.export(cup)
    document["journal"][2] = {**document["journal"][2], "body": {**PLAN, **change}}
    assert [one.place for one in audit(Cursor(document)).findings] == [f"journal[2].body.{place}"]


def test_only_players_pay_and_only_amounts_are_taken(store, events, cup):
    untouched(store, cup, lambda: events.fees.paid(cup, ["Eve"]), "Eve is not entered")
    untouched(store, cup, lambda: events.fees.paid(cup, []), "Say who has paid")
    untouched(store, cup, lambda: events.fees.plan(cup, {**PLAN, "fee": 12.5}), "an amount such as 20")


def test_who_leaves_before_the_start_owes_nothing_and_later_still_does(events, cup):
    events.fees.plan(cup, PLAN)
    events.fees.paid(cup, ["Cid"])
    events.withdraw(cup, "Cid")
    sheet = events.fees.money(cup).sheet
    assert (str(sheet.due), str(sheet.collected)) == ("25.00", "0.00")
    events.enter(cup, ["Dan"])
    events.start(cup)
    events.withdraw(cup, "Dan")
    assert str(events.fees.money(cup).sheet.due) == "37.50"
