"""One bad board beside honest ones: what is read, kept and told of it, and that nobody else waits."""

import random

import pytest

from benchmarks.bench_hostile import measure
from tablekeeper.store import intake, open_store
from tablekeeper.tables import Connection, Hub, connection
from tablekeeper.tables.allowance import BYTES, HELLOS, RECORDS, Allowance
from tablekeeper.tables.transport import CutOff
from tablesim.hostile import KINDS, HostileBoard
from tablesim.terminals import Neighbours
from tests.patience import PATIENCE_S, until
from tests.tables.conftest import Ear

UID = b"HOSTILE\0"
NOW = 1_790_000_000_000


class Hose:
    """A transport that has something to read whenever it is asked."""

    def __init__(self, kind):
        self.board = HostileBoard(kind, UID, random.Random(7))
        self.read_bytes = 0

    def read(self):
        piece = b"".join(self.board.give(0) for _ in range(16))
        self.read_bytes += len(piece)
        return piece

    def write(self, data):
        return len(data)

    def close(self):
        pass


def pumped(kind, seconds=20, commits=True):
    """Pump a hostile board for so long; return its transport, the store, the listener and the error."""
    hose, ear, error = Hose(kind), Ear(), None
    store = open_store("sqlite://", now=lambda: NOW, threaded=False)
    one = Connection(hose, store, lambda: NOW, ear)
    for now in range(0, seconds * 1000, 5):
        try:
            one.pump(now)
        except CutOff as cut_off:
            error = str(cut_off)
            break
        if commits:
            store.flush()
    return hose, store, ear, error, one


def test_a_board_is_not_read_while_its_frames_wait_for_their_commit():
    hose, _, _, _, one = pumped("flood", seconds=2, commits=False)
    # one piece of 16 frames passes the bound; the next is not read
    assert connection.IN_FLIGHT <= len(one._ingesting) <= connection.IN_FLIGHT + 16
    assert one.paused
    assert hose.read_bytes <= 16 * 300


def test_bytes_without_end_are_read_at_the_allowed_rate():
    hose, _, ear, _, _ = pumped("garbage", seconds=20)
    at_once, each_second = BYTES
    assert hose.read_bytes <= at_once + 20 * each_second + 16 * 300
    assert hose.read_bytes > at_once + 15 * each_second
    assert ear.problems == [
        "The board sends more than a table can write: it is read slowly, so that others need not wait."
    ]


def test_records_without_end_are_stored_at_the_allowed_rate():
    _, store, _, _, one = pumped("flood", seconds=20)
    at_once, each_second = RECORDS
    assert store.acked(one.uid, one.hello.journal) <= at_once + 20 * each_second + 16 * 7


def test_introductions_without_end_are_answered_at_the_allowed_rate():
    hose, _, ear, _, _ = pumped("introductions", seconds=20)
    at_once, each_second = HELLOS
    online = [one for one in ear.heard if one[0] == "online"]
    assert at_once <= len(online) <= at_once + 20 * each_second + 1
    # a piece has 16 of them, and the next one is not read at once
    assert hose.read_bytes < 70 * 16 * 300
    assert len(ear.problems) == 1


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("journals", f"has begun {intake.MOST_JOURNALS} journals in a day"),
        ("jumps", f"has more than {intake.MOST_GAPS} gaps in one journal"),
        ("contradictions", f"has sent more than {intake.MOST_ASIDE} records that contradict stored ones"),
    ],
)
def test_a_board_over_a_limit_is_cut_off_in_one_sentence(kind, reason):
    _, store, ear, error, one = pumped(kind, seconds=60)
    assert error == (
        f"Board {UID.hex()} {reason}: it is cut off for a minute. Unplug it and have it looked at."
    )
    assert not one.online
    assert ear.heard[-1] == ("offline", UID.hex(), error)
    assert sum(len(store.records(UID.hex(), row.journal)) for row in store.journals(UID.hex())) < 5000


def test_an_allowance_is_given_back_with_time():
    allowance = Allowance(10, 2)
    assert allowance.left(0) == 10
    allowance.spend(13)
    assert allowance.left(0) == -3
    assert allowance.left(1499) == -1
    assert allowance.left(2000) == 1
    assert allowance.left(60_000) == 10


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", [None, *KINDS])
def test_honest_boards_are_answered_beside_a_hostile_one(tmp_path, kind):
    """The whole host, in real time: every press is acknowledged, and the host ends."""
    waited, took = measure(kind, tmp_path, seconds=1.5)
    assert len(waited) >= 8 * 4
    # a loaded machine is slow; before the limits an acknowledgement never came beside some of them
    assert waited[-1] < 1000 * PATIENCE_S / 4
    assert took < PATIENCE_S / 4


def test_a_second_board_under_one_uid_is_not_read(tmp_path, tables):
    boards = Neighbours(2, None, seed=1, uids=[b"TWINTWIN", b"TWINTWIN"])
    told = []
    try:
        with open_store(str(tmp_path / "hall.db"), now=lambda: NOW) as store:
            hub = Hub(
                store, Ear(), clock=lambda: NOW, ports=boards.paths, told=lambda *said: told.append(said)
            )
            hub.start()
            try:
                until(lambda: any(sentence and "already" in sentence for _, sentence in told))
                one, other = sorted(hub.connections().values(), key=lambda at: not at.online)
                (refused, sentence), = {said for said in told if said[1] and "already" in said[1]}
                assert one.online
                assert not other.online
                taken = next(path for path in boards.paths if path != refused)
                assert sentence == (
                    f"Board {b'TWINTWIN'.hex()} is online on {taken} already: a second board with its uid "
                    "is not read. Find out which of the two is a copy."
                )
                until(lambda: len(store.journals(b"TWINTWIN".hex())) == 1)
            finally:
                hub.stop()
    finally:
        boards.close()


def test_neighbours_know_their_kinds():
    with pytest.raises(KeyError):
        Neighbours(1, "polite", seed=1)
