"""The proposal of tables for a round, against rules written down a second time."""

import random

import pytest

from tablekeeper.director.events.boardqueue import AtTable, sitting
from tablekeeper.director.events.seatplan import FreeTable, seat_plan
from tests.nonempty import nonempty
from tests.startedevent import started_event

TABLES = [FreeTable(f"{number:016x}", f"Table {number}") for number in range(1, 13)]


def stage(pairing):
    """Return what comes first: the Main, then rounds, then matches, in the order of their names."""
    name = pairing["match"]
    return name.startswith(("PC", "LC")), name


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_at_two_tables_and_urgent_matches_come_first(events, seed):
    draw = random.Random(seed)
    names = [f"P{number}" for number in range(14)]
    form = {"consolation": "A.B"}
    running = [
        started_event(events, draw.sample(names, draw.choice((6, 8, 9))), title, "knockout", form)
        for title in ("Beginners", "Spring Championship")[: draw.choice((1, 2))]
    ]
    link = 0
    for _ in range(draw.randrange(12)):
        event = draw.choice(running)
        view = events.get(event)
        if not view.answer.next:
            continue
        pairing = dict(draw.choice(view.answer.next))
        if draw.random() < 0.5:
            link += 1
            events.link(event, link, pairing)
        else:
            won = draw.randrange(2)
            score = [5, 2] if won == 0 else [2, 5]
            result = {"match": pairing["match"], "players": pairing["players"], "score": score}
            events.result(event, {**result, "winner": pairing["players"][won]})
    if draw.random() < 0.5:
        events.withdraw(running[0], draw.choice(events.get(running[0]).players))
    views = [events.get(event) for event in running]
    closed = {number for number in range(link) if draw.random() < 0.3}
    there = [AtTable(one.event, one.match, one.pairing, "a table") for one in sitting(views, closed)]
    free = draw.sample(TABLES, draw.randrange(len(TABLES)))
    for view in nonempty(views):
        plan = seat_plan(view.id, views, free, there)
        seated = [place.pairing for place in plan.places]
        # by hand: walk the list in order, take who is free
        busy = {name for one in there for name in one.pairing["players"]}
        expected = []
        order = sorted(views, key=lambda one: "championship" not in one.name.casefold())
        for other in order:
            for pairing in sorted(other.answer.next, key=lambda one: stage(one)[0]):
                at_table = any(one.event == other.id and one.pairing == pairing for one in there)
                if not at_table and busy.isdisjoint(pairing["players"]):
                    busy |= set(pairing["players"])
                    expected += [pairing] if other is view else []
        assert seated == expected[: len(free)]
        assert [place.uid for place in plan.places] == [table.uid for table in free[: len(seated)]]
        mine = {str(one.pairing) for one in there if one.event == view.id}
        told = [*map(str, seated), *(str(one.pairing) for one in plan.waiting), *mine]
        assert sorted(told) == sorted(map(str, view.answer.next))


def test_what_waits_says_why(events):
    six = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
    cup = started_event(events, six, "Cup", "round-robin", {"length": 3})
    events.withdraw(cup, "Fay")
    view = events.get(cup)
    at_table = next(one for one in view.answer.next if set(one["players"]) == {"Ann", "Bob"})
    plan = seat_plan(cup, [view], TABLES[:1], [AtTable(cup, 1, at_table, "Table 9")])
    assert [sorted(place.pairing["players"]) for place in plan.places] != []
    reasons = {one.why for one in plan.waiting}
    assert "Ann plays at Table 9" in reasons
    assert any(why.endswith("has another match before") for why in reasons)
    assert all("Fay" not in one.pairing["players"] for one in plan.waiting)
    none = seat_plan(cup, [view], [], [])
    assert none.places == ()
    assert none.waiting[0].why == "no table is free"
