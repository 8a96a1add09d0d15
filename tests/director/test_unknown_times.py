"""Boots no host ever saw: their records count, and the log says between which times they were written."""

import pytest

from tests.director.conftest import START

MINUTE = 60_000
HOUR = 60 * MINUTE


@pytest.fixture
def seen_twice(room, scribe):
    """A board seen in the morning and in the evening, and switched on once in between, by itself."""
    scribe.run()
    scribe.play(0)
    room.send(scribe)
    room.connect(scribe)
    unseen = scribe.boot()
    scribe.play(1)
    lasted = scribe.ms
    room.now += 8 * HOUR
    evening = scribe.boot()
    scribe.play(0)
    room.map(scribe, room.now)
    room.now += scribe.ms
    room.connect(scribe, mapped=False)
    room.send(scribe)
    return unseen, lasted, evening


def test_a_game_that_no_host_saw_counts_and_its_time_has_bounds(room, scribe, seen_twice):
    unseen, lasted, evening = seen_twice
    shown = {record.seq: record for record in room.director.overview.table(scribe.uid).records}
    ended = shown[unseen - 1].at_ms
    began = shown[evening].at_ms
    assert None not in (ended, began)
    assert began - ended > 7 * HOUR
    for seq in range(unseen, evening):
        record = shown[seq]
        assert (record.at_ms, record.state) == (None, "counted")
        ms = int.from_bytes(scribe.log[seq - 1][8:12], "little")
        assert 0 <= ended + ms - record.earliest_ms < 100
        assert 0 <= record.latest_ms - (began - lasted + ms) < 100
    match = room.director.overview.table(scribe.uid).table.match
    assert match.details.score == (2, 1)


def test_where_nothing_is_known_before_it_only_the_end_is_told(room, scribe):
    scribe.run()
    unseen = scribe.play(0)
    scribe.boot()
    room.now = START + HOUR
    room.map(scribe, room.now)
    room.connect(scribe, mapped=False)
    room.send(scribe)
    shown = {record.seq: record for record in room.director.overview.table(scribe.uid).records}
    assert shown[unseen].at_ms is None
    assert shown[unseen].earliest_ms is None
    assert 0 <= shown[unseen].latest_ms - START - HOUR < 100
    known = shown[scribe.last]
    assert (known.at_ms, known.earliest_ms, known.latest_ms) == (START + HOUR, None, None)
