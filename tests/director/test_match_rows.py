"""The rows of the director's desk: what is to be played or entered is in one of them."""

import random
from collections import Counter

import pytest

from tablekeeper.director.events import document
from tablekeeper.director.events.matchrows import (
    CALLED,
    CLAIM,
    DONE,
    OVERDUE,
    PLAYING,
    SEAT,
    STATES,
    WAITING,
    match_rows,
    outcome,
    row_of,
)
from tablekeeper.formats import FORMATS
from tablekeeper.journal.action import canonical
from tablekeeper.strictjson import Cursor
from tablekeeper.text import number
from tablekeeper.virtual.randomevents.generation import generate
from tests.guards import sample
from tests.startedevent import started_event
from tests.web.hallwork import clock, match, table

NOON = 1_776_513_600_000


def text(value):
    return canonical(number(value))


def checked(view, rows):
    """Hold rows against a slow reading of the event: nothing is lost, nothing is there twice."""
    following = [] if view.answer is None else list(view.answer.next)
    open_rows = [row for row in rows if row.pairing is not None]
    assert Counter(text(row.pairing) for row in open_rows) == Counter(map(text, following))
    assert Counter(one.seq for row in rows for one in row.entries) == Counter(one.seq for one in view.entered)
    assert Counter(one.seq for row in rows for one in row.claims) == Counter(one.seq for one in view.claims)
    assert len({row.key for row in rows}) == len(rows)
    assert [row.state for row in rows] == sorted((row.state for row in rows), key=STATES.index)
    for row in rows:
        assert row_of(rows, row.key) is row
        assert row.told
        assert bool(row.claims) == (row.state == CLAIM)
        done = row.pairing is None and not row.claims
        assert (row.state == DONE) == done
        if row.pairing is not None and "players" in row.pairing:
            assert row.players == tuple(row.pairing["players"])
        for one in row.entries:
            if one.result is not None and "winner" in one.result and one is row.entries[-1]:
                assert one.result["winner"] is None or one.result["winner"] in row.players


@pytest.mark.parametrize("key", sample.drawn(tuple(FORMATS), of=6))
def test_every_pairing_and_every_result_is_in_one_row_at_any_time_of_an_event(events, store, key):
    chance = random.Random(f"rows {key}")
    for seed in range(4):
        actions = document.read(Cursor(generate(FORMATS[key], seed)), "Event", NOON, "director")
        for length in sorted({len(actions), *(chance.randint(3, len(actions)) for _ in range(4))}):
            event = store.events.adopt(f"{key} {seed} {length}", key, actions[:length])
            view = events.get(event)
            checked(view, match_rows(view, (), NOON))


# --- states, at tables set by hand -----------------------------------------------------------------

LENGTH = {"length": 5}


def seated(events, event, *places):
    """Say that the pairings at these places of `next` are at the tables 1, 2 ...; return the matches' ids."""
    following = events.get(event).answer.next
    for count, place in enumerate(places, 1):
        events.link(event, 40 + count, following[place])
    return [40 + count for count, _ in enumerate(places, 1)]


def states(events, event, *tables, now=NOON):
    rows = match_rows(events.get(event), tables, now)
    return [(row.name or row.names, row.state, row.told) for row in rows]


def test_rows_sort_by_what_needs_the_director(events):
    cup = started_event(events, [f"P{number}" for number in range(1, 13)], "Cup", "round-robin", LENGTH)
    one, two, three = seated(events, cup, 0, 1, 2)
    pairs = [pairing["players"] for pairing in events.get(cup).answer.next]
    events.claim(cup, three, {"players": pairs[2], "winner": pairs[2][0], "score": [5, 1]}, actor="Table 3")
    events.result(cup, {"players": pairs[3], "winner": pairs[3][0], "score": [5, 1]})
    fallen = (clock(0, flagged=True), clock(600_000))
    tables = (
        table(1, match(match_id=one, players=tuple(pairs[0]), score=(2, 1))),
        table(2, match(match_id=two, players=tuple(pairs[1]), clocks=fallen)),
        table(3, None),
        table(4, match(match_id=7)),
    )
    found = states(events, cup, *tables)
    assert found[0] == (" v ".join(pairs[1]), CALLED, f"the flag of {pairs[1][0]} has fallen")
    assert found[1][:2] == (" v ".join(pairs[2]), CLAIM)
    assert (" v ".join(pairs[0]), PLAYING, f"{pairs[0][0]} 2, {pairs[0][1]} 1") in found
    assert found[-1] == (" v ".join(pairs[3]), DONE, f"{pairs[3][0]} wins 5-1")
    waiting = [name for name, state, told in found if state == WAITING]
    busy = {*pairs[0], *pairs[1]}
    open_pairs = [pair for pair in pairs[4:] if busy & set(pair)]
    assert sorted(waiting) == sorted(" v ".join(pair) for pair in open_pairs)
    rows = match_rows(events.get(cup), tables, NOON)
    assert all(("seat" in row.can) == (row.state in (SEAT, WAITING)) for row in rows)
    for said in ("the players want a sealed game undone", "the players call the director"):
        asked = table(1, match(match_id=one), problems=(said,))
        assert states(events, cup, asked)[0][1:] == (CALLED, said)


def test_a_match_that_is_over_at_its_table_without_a_result_calls_the_director(events):
    cup = started_event(events, ["Ann", "Bob"], "Cup", "knockout", LENGTH)
    [only] = seated(events, cup, 0)
    over = match(match_id=only, phase="over", champion=0, score=(5, 3), dice=None)
    [(name, state, told)] = states(events, cup, table(1, over))
    assert (name, state) == ("A1", CALLED)
    assert told.endswith("no result that counts has come from Table 1")
    sets = started_event(events, ["Ann", "Bob"], "Sets", "knockout", {"length": 5, "sets": 3})
    [first] = seated(events, sets, 0)
    [(_, state, told)] = states(events, sets, table(1, match(match_id=first, phase="over", champion=0)))
    assert (state, told) == (WAITING, "waits for the next set at Table 1")


def test_a_match_is_overdue_when_its_round_was_to_begin(events):
    cup = started_event(events, ["Ann", "Bob"], "Cup", "knockout", LENGTH)
    events.timetables.change(cup, {"A": {"start_ms": NOON}})
    assert [state for _, state, _ in states(events, cup, now=NOON - 1)] == [SEAT]
    assert [state for _, state, _ in states(events, cup, now=NOON + 1)] == [OVERDUE]
    [one] = seated(events, cup, 0)
    playing = table(1, match(match_id=one))
    assert [state for _, state, _ in states(events, cup, playing, now=NOON + 1)] == [PLAYING]


def test_a_claim_of_a_match_whose_pairing_is_gone_is_not_lost(events):
    cup = started_event(events, ["Ann", "Bob", "Cid", "Dan"], "Cup", "knockout", LENGTH)
    view = events.get(cup)
    result = events.result(cup, {"match": "A1", "winner": "Ann", "score": [5, 0]})
    events.result(cup, {"match": "A2", "winner": "Cid", "score": [5, 0]})
    [final] = seated(events, cup, 0)
    events.claim(cup, final, {"match": "B1", "winner": "Ann", "score": [5, 4]}, actor="Table 1")
    events.rule(cup, result, {"winner": "Bob", "score": [5, 0]}, "the sheet was read upside down")
    rows = match_rows(events.get(cup), (), NOON)
    checked(events.get(cup), rows)
    assert (rows[0].key.startswith("c"), rows[0].names, rows[0].state) == (True, "Ann v Cid", CLAIM)
    assert view.claims == ()


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"players": ["Ann", "Bob"], "winner": "Bob", "score": [3, 5]}, "Bob wins 5-3"),
        ({"players": ["Ann", "Bob"], "winner": "Ann", "forfeit": True}, "Ann wins, forfeit yes"),
        ({"winner": "Ann", "kind": "single"}, "Ann wins"),
        ({"winner": "Ann", "kind": "gammon"}, "Ann wins, kind gammon"),
        ({"cancelled": ["Ann", "Bob"]}, "cancelled"),
        ({"order": ["Ann", "Bob", "Cid"]}, "order Ann Bob Cid"),
    ],
)
def test_a_result_in_words(result, words):
    assert outcome(result) == words
