"""A late entry, a withdrawal and their undo never move a pairing that is on paper."""

import random

import pytest

from tests.startedevent import started_event


def rounds(events, event, most):
    """Return the open pairings of the first rounds."""
    return [one for one in events.get(event).answer.next if one["round"] <= most]


@pytest.mark.parametrize("seed", range(6))
def test_the_running_round_stays(room, seed):
    chance, events = random.Random(seed), room.director.events
    names = [f"P{number}" for number in range(chance.randrange(3, 8))]
    event = started_event(events, names, f"Evening {seed}", "round-robin", {"length": 5})
    for step in range(6):
        following = events.get(event).answer.next
        if not following:
            break
        running = following[0]["round"]
        before = rounds(events, event, running)
        events.enter(event, [f"L{step} of {seed}"])
        assert rounds(events, event, running) == before
        if chance.random() < 0.4:
            events.undo(event, reason="typed twice")
            assert rounds(events, event, running) == before
        one = before[0]["players"]
        events.result(event, {"players": one, "winner": one[0], "score": [5, 3]})


def test_a_file_with_its_journal_comes_back_with_the_same_rounds(room):
    events = room.director.events
    event = started_event(events, "ABCD", "Cup", "round-robin", {"length": 5})
    events.enter(event, ["E"])
    following = events.get(event).answer.next
    assert [one["players"] for one in following[:2]] == [["A", "D"], ["B", "C"]]
    assert all("E" not in one["players"] for one in following if one["round"] == 1)
    assert sum("E" in one["players"] for one in following) == 4
    assert events.get(event).options["kept"] == [4, 1]
