"""The rows of the director's desk: what is to be played or entered is in one of them."""

import random
from collections import Counter

import pytest

from tablekeeper.director.events import document
from tablekeeper.director.events.matchrows import (
    CLAIM,
    DONE,
    STATES,
    match_rows,
    row_of,
)
from tablekeeper.formats import FORMATS
from tablekeeper.journal.action import canonical
from tablekeeper.strictjson import Cursor
from tablekeeper.text import number
from tablekeeper.virtual.randomevents.generation import generate

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


@pytest.mark.parametrize("key", FORMATS)
def test_every_pairing_and_every_result_is_in_one_row_at_any_time_of_an_event(events, store, key):
    chance = random.Random(f"rows {key}")
    for seed in range(4):
        actions = document.read(Cursor(generate(FORMATS[key], seed)), "Event", NOON)
        for length in sorted({len(actions), *(chance.randint(3, len(actions)) for _ in range(4))}):
            event = store.events.adopt(f"{key} {seed} {length}", key, actions[:length])
            view = events.get(event)
            checked(view, match_rows(view, (), NOON))
