"""Records in any order, with any repeats, before and after a restart: the hall shows the same."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecore import records
from tablekeeper.store import Batch
from tests.guards import sample


@pytest.fixture(scope="module")
def played(tmp_path_factory, rooms):
    """A room that has met all records in their order, and its boards."""
    room, scribes = story(rooms, tmp_path_factory.mktemp("first"))
    with contextlib.closing(room):
        yield room, scribes


@sample.scenario("any order of arrival")
@settings(max_examples=25)
@given(data=st.data())
def test_any_order_of_ingest_gives_the_same_views(tmp_path_factory, rooms, played, data):
    first, scribes = played
    expected = first.shown()
    batches = [
        (scribe, place) for scribe in scribes for place in range(0, scribe.last, 7)
    ]
    order = data.draw(st.permutations(batches))
    repeats = data.draw(st.lists(st.sampled_from(batches), max_size=5))
    second = rooms(str(tmp_path_factory.mktemp("second") / "hall.db"))
    try:
        second.now = first.now
        for scribe, place in [*order, *repeats]:
            part = scribe.log[place : place + 7]
            second.store.ingest(Batch(scribe.uid, scribe.journal, place, tuple(part), second.now))
            second.store.flush()
        for scribe in scribes:
            second.map(scribe, first.now - 100_000)
            second.connect(scribe, mapped=False)
        got = second.shown()
        # boards are listed, and matches numbered, in the order they were first met
        assert by_uid(got) == by_uid(expected)
        second.restart()
        assert second.shown() == got
    finally:
        second.close()


def by_uid(told):
    """Return what is told in the order of the boards, without the matches' numbers."""
    tables, details, matches = told
    rows = sorted(zip(tables, details, strict=True), key=lambda pair: pair[0].uid)
    anonymous = [
        (replace(table, match=None if table.match is None else replace(table.match, id=0)), detail)
        for table, detail in rows
    ]
    return anonymous, sorted(
        ((match.games, match.segments, match.problems) for match in matches), key=lambda one: one[1][0].uid
    )


def story(rooms, folder):
    """Play two tables' matches, made at the tables, into a room."""
    room = rooms(str(folder / "hall.db"))
    scribes = []
    for digit in "ab":
        scribe = room.board(digit)
        scribe.run(length=5)
        scribe.play(0)
        scribe.begin(1, 6)
        throw = scribe.turn(6, 6)
        scribe.undo(throw)
        scribe.turn(5, 5)
        scribe.win(1, records.GAMMON)
        scribe.play(0, check=7)
        room.send(scribe)
        room.map(scribe, room.now - 100_000)
        room.connect(scribe, mapped=False)
        scribes.append(scribe)
    return room, scribes
