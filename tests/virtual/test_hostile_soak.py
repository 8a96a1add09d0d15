"""Faulted replays beside one hostile board: nothing acknowledged is lost, honest boards are never late.

One board with the whole firmware replays a match while its cable, its power and the host fail; two boards
that run the firmware's link press each second; one board does harm from time to time, each time in a new
session. Time is virtual: waiting is found here, computing is measured by benchmarks/bench_hostile.py.
"""

import random

import pytest

from tablekeeper.store import open_store
from tablekeeper.virtual.faultinjection import compare_logs
from tablekeeper.virtual.replay import replay
from tablesim.hostile import KINDS, HostileBoard, LinkBoard
from tests.guards import sample

RUNS = 1000
#: an honest board may wait so long for an acknowledgement, once the host has its port open (ms)
LATE_MS = 1000
STEP_MS = 10
PRESS_MS = 1000
#: what the operating system keeps of what nobody has read (bytes)
WAITING = 4096


class PortBoard:
    """A board without firmware, as a virtual hall sees boards: something on a port that is always there."""

    present = True

    def __init__(self, timeline, uid, board):
        self.timeline, self.uid, self.board = timeline, uid, board
        self.name = uid.decode()
        self.usb = self
        self.opened_ms = None
        self.opens = 0
        self._waiting = bytearray()
        self._arrived = lambda: None

    def on_data(self, arrived):
        self._arrived = arrived

    def power_on(self):
        self.timeline.push(self.timeline.now_us, self._step, None)

    def power_off(self):
        pass

    def open(self):
        self.opens += 1
        self.opened_ms = self.now_ms
        self._waiting.clear()
        self.board.opened(self.now_ms, self.opens)

    def close(self):
        self.opened_ms = None

    def read(self):
        found = bytes(self._waiting)
        self._waiting.clear()
        return found

    def write(self, data):
        self.board.receive(data, self.now_ms)
        return len(data)

    @property
    def now_ms(self):
        return self.timeline.now_us // 1000

    def acts(self):
        """Do what is due; return how many pieces may be sent now."""
        return 1

    def _step(self, _):
        pieces = self.acts()
        while pieces and self.opened_ms is not None and len(self._waiting) < WAITING:
            pieces -= 1
            self._waiting += self.board.give(self.now_ms)
        if self._waiting:
            self._arrived()
        self.timeline.push(self.timeline.now_us + STEP_MS * 1000, self._step, None)


class HonestBoard(PortBoard):
    """Logs a throw each second, and remembers its longest wait for an acknowledgement."""

    def __init__(self, timeline, uid, number):
        super().__init__(timeline, uid, LinkBoard(uid, number))
        self.pressed = {}
        self.longest = 0

    def acts(self):
        if self.now_ms // STEP_MS % (PRESS_MS // STEP_MS) == 0:
            self.pressed[self.board.press(self.now_ms)] = self.now_ms
        for seq in [seq for seq in self.pressed if seq <= self.board.journal.acked]:
            del self.pressed[seq]
        if self.pressed and self.opened_ms is not None:
            since = max(self.opened_ms, min(self.pressed.values()))
            self.longest = max(self.longest, self.now_ms - since)
        return 1


class HarmfulBoard(PortBoard):
    """Does harm for some seconds, again and again."""

    def __init__(self, timeline, uid, kind, draw):
        super().__init__(timeline, uid, HostileBoard(kind, uid, draw))
        self._draw = draw
        self._pieces = draw.choice((1, 4, 16))
        self._until = self._from = draw.randrange(5_000, 20_000)
        self.read_bytes = 0

    def acts(self):
        if self.now_ms >= self._until:
            self._from = self._until + self._draw.randrange(20_000, 300_000)
            self._until = self._from + self._draw.randrange(500, 6_000)
        return self._pieces if self._from <= self.now_ms else 0

    def read(self):
        found = super().read()
        self.read_bytes += len(found)
        return found


class Beside:
    """The boards beside the one that replays."""

    def __init__(self, seed):
        self._seed = seed
        self.kind = KINDS[seed % len(KINDS)]

    def __call__(self, hall):
        draw = random.Random(self._seed)
        self.hall = hall
        self.honest = [HonestBoard(hall.timeline.lane(), b"HONEST-%d" % one, 77 + one) for one in range(2)]
        self.harmful = HarmfulBoard(hall.timeline.lane(), b"HOSTILE!", self.kind, draw)
        for board in (*self.honest, self.harmful):
            hall.add_board(board)

    def problems(self, store):
        """Return what the honest boards suffered."""
        found = []
        for board in self.honest:
            journal = board.board.journal
            if board.longest > LATE_MS:
                found.append(f"{board.name} waited {board.longest} ms")
            stored = store.records(board.uid.hex(), journal.id, 1, journal.acked)
            if stored != [journal.held[seq] for seq in range(1, journal.acked + 1)]:
                found.append(f"{board.name} lost what was acknowledged up to {journal.acked}")
            if journal.acked < 100:
                found.append(f"{board.name} was acknowledged only {journal.acked} records")
        return found


@pytest.fixture(scope="module")
def clean(read, shipped):
    """A short match, and its log when nothing goes wrong."""
    match = read(shipped / "1-points-ann-bob.mat")
    return match, replay(match, "sqlite://").log


def faulted(clean, seed, database):
    """Replay with this seed's faults and neighbours; return what it came to, and the problems."""
    match, log = clean
    beside = Beside(seed)
    played = replay(match, database, faults=seed, beside=beside)
    problems = played.verdict.problems + played.crashes + compare_logs(log, played.log, alone=False)
    with open_store(database, now=lambda: 0, threaded=False) as store:
        problems += beside.problems(store)
    return played, beside, problems


@sample.scenario("a board that waits or loses")
def test_a_board_that_waits_or_loses_is_found(clean, tmp_path, monkeypatch):
    """The campaign's own measure: a host that commits too late fails it."""
    monkeypatch.setattr("tablekeeper.virtual.hall._LOOK_US", 3_000_000)
    monkeypatch.setattr("tablekeeper.virtual.hall._SOON_US", 1_500_000)
    _, _, problems = faulted(clean, 1, f"sqlite:///{tmp_path}/late.db")
    assert any("waited" in problem for problem in problems)


@pytest.mark.turns(2)
@pytest.mark.parametrize("seed", [KINDS.index("journals"), KINDS.index("undo")])
def test_nothing_is_lost_or_late_beside_a_hostile_board(seed, clean, tmp_path):
    _, beside, problems = faulted(clean, seed, f"sqlite:///{tmp_path}/hall.db")
    assert problems == [], beside.kind
    assert beside.harmful.read_bytes > 10_000
    # it was cut off, and its port stays closed for a minute each time
    assert beside.kind != "journals" or beside.harmful.opens < 10


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_runs_lose_nothing_beside_a_hostile_board(kind, clean, tmp_path, record_property):
    damaged = kills = cuts = harm = longest = 0
    for seed in range(KINDS.index(kind), RUNS, len(KINDS)):
        database = tmp_path / f"{seed}.db"
        played, beside, problems = faulted(clean, seed, f"sqlite:///{database}")
        assert problems == [], f"seed {seed}, {beside.kind}: {played.injected}"
        database.unlink()
        damaged += played.injected.damaged
        kills += played.injected.kills
        cuts += played.injected.cuts
        harm += beside.harmful.read_bytes
        longest = max(longest, *(board.longest for board in beside.honest))
    assert min(damaged, kills, cuts, harm) > 0
    record_property(
        "figure",
        f"{RUNS // len(KINDS)} runs; {damaged:,} bytes damaged, {kills} times the host killed, {cuts} times "
        f"power cut, {harm:,} hostile bytes read; an honest board waited at most {longest} ms",
    )
