"""Cables that flip, drop and double bytes, and are pulled: the store ends with the same records."""

import random

import pytest

from tablecore import messages

UID = "e66118604b2f3c21"


@pytest.mark.parametrize("seed", range(12))
def test_the_store_ends_with_identical_records(store, tables, seed):
    draw = random.Random(seed)
    spoil = tables["Spoiler"](seed, draw.choice([0.0005, 0.002, 0.01]))
    table = tables["Table"](store, delay=draw.randrange(4), room=draw.choice([64, 4096]), spoil=spoil)
    commands = []
    for _ in range(30):
        for _ in range(draw.randrange(12)):
            table.board.journal.add(ms=table.now)
        if draw.random() < 0.2:
            commands.append(store.commands.queue(UID, messages.NAME, b"\0Ann"))
        table.run(draw.randrange(400), step=draw.choice([1, 5, 20]))
        if draw.random() < 0.2:
            table.connection.close()
            table.plug()
    assert spoil.done > 0
    spoil.chance = 0
    # the longest wait of the link is 6.4 s
    for _ in range(10):
        table.run(4000, step=20)
        if table.settled() and not store.commands.open(UID):
            break
    assert table.settled()
    assert table.stored() == list(table.board.journal.held.values())
    assert store.gaps(UID) == []
    assert store.quarantined(UID) == []
    # each command once, and its record is the one the board made
    assert sorted(table.board.done) == commands
    assert {number: store.commands.get(number).seq for number in commands} == table.board.done
