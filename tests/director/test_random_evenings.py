"""Random evenings by seed: tables with and without boards, results from boards and by hand, host restarts.

After each step no match is at two tables, no table has two matches, and nobody sits at two tables. In the
end the whole hall is computed again from the database.
"""

import contextlib
import os
import random
from collections import Counter

import pytest

from tablekeeper.director.projection import ended
from tablekeeper.director.verification import verify
from tablekeeper.errors import UserError
from tests.guards import sample
from tests.startedevent import started_event

#: evenings of `make test`, and of the soak (EVENINGS says another number)
FEW, MANY = 20, 5000
STEPS = 30
NAMES = [f"P{number}" for number in range(1, 22)]
FORMATS = ("knockout", "round-robin", "swiss")


class RandomEvening:
    """One evening; `steps` counts what was done, and what was refused."""

    def __init__(self, room, seed):
        self.room, self.chance, self.steps = room, random.Random(seed), Counter()
        self.boards = [room.board(digit) for digit in "abc"[: self.chance.randint(0, 3)]]
        self.plugged = {board.uid for board in self.boards}
        room.director.tables.new((), self.chance.randint(1, 6))
        named = [one.uid for one in room.director.boards.listed() if not one.device]
        for board, table in zip(self.boards, named, strict=False):
            if self.chance.random() < 0.7:
                room.director.tables.stand(board.uid, table)
        half = self.chance.randint(4, 11)
        groups = NAMES[:half], NAMES[half : half + self.chance.randint(0, 9)]
        self.events = [
            started_event(
                room.director.events, names, f"Event {place}", self.chance.choice(FORMATS), {"length": 1}
            )
            for place, names in enumerate(groups)
            if len(names) > 2
        ]

    def step(self):
        ways = {
            self.seat: 5, self.by_hand: 5, self.at_board: 5, self.plug: 1, self.restart: 1, self.service: 1,
            self.detach: 1, self.stand: 1, self.resize: 1, self.undo: 1, self.free: 1, self.close: 1,
            self.replace: 1,
        }  # fmt: skip
        [way] = self.chance.choices([*ways], ways.values())
        try:
            way()
        except UserError:
            self.steps[f"{way.__name__} refused"] += 1
        else:
            self.steps[way.__name__] += 1
        for board in self.boards:
            if board.uid in self.plugged:
                self.room.deliver(board)
        self.check()

    def event(self):
        return self.chance.choice(self.events)

    def table(self):
        # a hall whose last table was removed has none
        return self.chance.choice([one.uid for one in self.room.director.boards.listed()] or [""])

    def seat(self):
        event = self.event()
        places = self.room.director.seating.plan_round(event).places
        self.room.director.seating.seat(event, places[: self.chance.randint(1, 4)])

    def by_hand(self):
        event = self.event()
        following = self.room.director.events.get(event).answer.next
        pairs = [one["players"] for one in following if "players" in one]
        players = list(self.chance.choice(pairs or [NAMES[:2]]))
        self.chance.shuffle(players)
        result = {"winner": players[0], "players": players, "score": [1, 0]}
        self.room.director.events.result(event, result)

    def at_board(self):
        for board in self.boards:
            if board.uid in self.plugged and board.sheet.match_id and not board.sheet.in_game():
                if board.sheet.phase == board.sheet.OVER:
                    continue
                if self.chance.random() < 0.3:
                    board.begin(6, 1)
                else:
                    board.play(self.chance.randint(0, 1))
            elif board.uid in self.plugged and board.sheet.in_game():
                board.win(self.chance.randint(0, 1))

    def plug(self):
        for board in self.chance.sample(self.boards, min(1, len(self.boards))):
            if board.uid in self.plugged:
                self.plugged.remove(board.uid)
                self.room.director.boards.offline(board.uid, "unplugged")
            else:
                self.plugged.add(board.uid)
                self.room.connect(board)

    def restart(self):
        self.room.restart()
        for board in self.boards:
            if board.uid in self.plugged:
                self.room.connect(board)

    def service(self):
        uid = self.table()
        out = self.room.director.hall.places.out.get(uid)
        self.room.director.tables.service(uid, "" if out else "no light")

    def detach(self):
        if self.boards:
            self.room.director.replacement.detach(self.chance.choice(self.boards).uid)

    def stand(self):
        if self.boards:
            self.room.director.tables.stand(self.chance.choice(self.boards).uid, self.table())

    def resize(self):
        if self.chance.random() < 0.5:
            self.room.director.tables.new((), 1)
        else:
            self.room.director.tables.remove([self.table()])

    def undo(self):
        event = self.event()
        entered = [one.seq for one in self.room.director.events.get(event).entered]
        if entered:
            self.room.director.events.undo(event, self.chance.choice(entered[-3:]), "misread")

    def free(self):
        self.room.director.seating.free_all()

    def close(self):
        self.room.director.orders.close(self.table())

    def replace(self):
        self.room.director.replacement.replace(self.table(), self.table())

    def check(self):
        """Assert that matches, tables and players are where they can be."""
        hall = self.room.director.hall
        open_at = [
            (one.segments[-1].uid, one.match.id)
            for one in hall.entries.values()
            if one.match.closed_ms is None and one.segments and not ended(one.segments[-1])
        ]
        # a match that is over at its board stays open until the table gets the next one
        playing = Counter(uid for uid, match in open_at if not self.is_over(match))
        assert max(playing.values(), default=1) == 1
        # if the result of such a match is undone it waits for the director, while its table may be seated
        sitting = [one for one in self.room.director.event_tables.sitting() if not self.is_over(one.match)]
        assert max(Counter(one.match for one in sitting).values(), default=1) == 1
        assert max(Counter(one.table for one in sitting).values(), default=1) == 1
        players = Counter(name for one in sitting for name in one.pairing["players"])
        assert max(players.values(), default=1) == 1
        assert len({one.name for one in hall.in_order()}) == len(hall.in_order())

    def is_over(self, match):
        hall = self.room.director.hall
        sheet = hall.course(hall.entries[match]).last
        return sheet is not None and sheet.sheet is not None and sheet.sheet.phase == sheet.sheet.OVER


def evening(rooms, path, seed):
    with contextlib.closing(rooms(str(path / f"{seed}.db"))) as room:
        found = RandomEvening(room, seed)
        for _ in range(STEPS):
            found.step()
        before = room.director.hall.places
        found.restart()
        found.check()
        assert room.director.hall.places == before
        assert list(verify(room.store)) == [], seed
    (path / f"{seed}.db").unlink()
    return found.steps


def evenings(rooms, path, seeds):
    done = Counter()
    for seed in seeds:
        done += evening(rooms, path, seed)
    return done


def test_nobody_sits_at_two_tables_on_random_evenings(rooms, tmp_path):
    done = evenings(rooms, tmp_path, sample.todays(range(FEW), of=3))
    # each kind of step was done, and was refused where it must be
    for way in ("seat", "by_hand", "at_board", "restart", "detach", "stand", "undo", "replace refused"):
        assert done[way] > 0, way


@pytest.mark.soak
def test_nobody_sits_at_two_tables_on_thousands_of_random_evenings(rooms, tmp_path):
    count = int(os.environ.get("EVENINGS", MANY))
    done = evenings(rooms, tmp_path, range(FEW, FEW + count))
    assert done["seat"] > count
    print(count, "evenings:", dict(sorted(done.items())))
