"""A seeded campaign: two venues, two consumers and three NATS servers, killed, frozen and restored.

python -m tests.shipping.campaign FIRST LAST DATABASE plays these seeds and prints a line for each.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import nats

from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.federation import intake
from tablekeeper.shipping.connection import FAILURES
from tablekeeper.shipping.consumer import DURABLE, STREAM
from tablekeeper.store.copies import Copies
from tests.conftest import program
from tests.patience import until
from tests.shipping.cables import BACK, THERE
from tests.shipping.halls import UID, ShippingHall, copied, recomputed, whole
from tests.shipping.natsserver import Servers

STEPS = (
    *("play",) * 10, *("tournament",) * 4, *("wait",) * 6, "kill server", "kill server", "start server",
    "freeze server", "thaw servers", "part", "part", "join", "kill consumer", "kill consumer",
    "kill venue", "kill venue", "back up", "restore", "remove", "remove here",
)  # fmt: skip
CONSUMER = """
import sys, time
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import Consumer
from tablekeeper.store.copies import Copies
with Copies(sys.argv[1], now=lambda: time.time_ns() // 1_000_000) as copies:
    server, told = NatsServer(sys.argv[2]), lambda one: print(one, flush=True)
    with Consumer(copies, server, replicas=int(sys.argv[3]), told=told):
        time.sleep(86_400)
"""


class Field:
    """The servers, the consumers and the federation's database, for many runs one after the other."""

    def __init__(self, folder: Path, database: str, nodes: int = 3) -> None:
        nats = program("nats")
        assert nats is not None
        self.folder, self.database, self.nodes = folder, database, nodes
        self.servers = Servers(nats, folder, nodes)
        self.servers.start()
        self.copies = Copies(database, now=lambda: time.time_ns() // 1_000_000)
        self.consumers = [self.consumer() for _ in range(2)]

    def consumer(self) -> subprocess.Popen[bytes]:
        """Start a consumer."""
        words = [sys.executable, "-c", CONSUMER, self.database, self.servers.url, str(self.nodes)]
        with (self.folder / "consumers.log").open("ab") as log:
            return subprocess.Popen(words, stdout=log, stderr=log)

    def kill_consumer(self, place: int) -> None:
        """Kill a consumer, and start another one in its place."""
        self.consumers[place].kill()
        self.consumers[place].wait()
        self.consumers[place] = self.consumer()

    def heal(self) -> None:
        """Start everything that was killed."""
        self.servers.join()
        for place in range(self.nodes):
            self.servers.thaw(place)
        self.servers.start()
        for place, one in enumerate(self.consumers):
            if one.poll() is not None:
                self.consumers[place] = self.consumer()

    def close(self) -> None:
        """End everything."""
        for one in self.consumers:
            one.kill()
            one.wait()
        self.copies.close()
        self.servers.stop()


class Run:
    """The faults of one seed, with two separate venues."""

    def __init__(self, field: Field, seed: int) -> None:
        self.field, self.seed = field, seed
        self.random = Random(seed)
        self.folder = field.folder / f"run{seed}"
        self.folder.mkdir()
        self.halls = [self._open(f"v{seed}{letter}") for letter in "ab"]
        self.kept: dict[str, list[Path]] = {hall.name: [] for hall in self.halls}
        self.steps: list[str] = []
        self.count = 0

    def _open(self, name: str) -> ShippingHall:
        return ShippingHall(name, self.folder / f"{name}.db", self.field.servers.url)

    def play(self) -> None:
        """Carry out the faults of the seed."""
        for _ in range(self.random.randrange(8, 25)):
            step, place = self.random.choice(STEPS), self.random.randrange(6)
            self.steps.append(f"{step} {place}")
            self._step(step, place)

    def _step(self, step: str, place: int) -> None:
        which, node = place % 2, place % self.field.nodes
        hall, servers = self.halls[which], self.field.servers
        if step == "play":
            hall.play(self.random.choice((1, 3, 70, 200)))
        elif step == "tournament":
            self.count += 1
            players = self.random.sample([f"{one} of {hall.name}" for one in ("Ann", "Bob", "Cid", "Dan")], 3)
            hall.tournament(f"Open {self.seed} {self.count}", f"2026-01-{self.count:02}", *players)
        elif step == "wait":
            time.sleep(self.random.random())
        elif step == "kill server":
            servers.kill(node)
        elif step == "start server":
            servers.start(node)
        elif step == "freeze server" and node in servers.running:
            servers.freeze(node)
        elif step == "part":
            servers.part(node, *self.random.choice(((THERE,), (BACK,), (THERE, BACK))))
        elif step == "join":
            servers.join()
        elif step == "thaw servers":
            for one in range(self.field.nodes):
                servers.thaw(one)
        elif step == "kill consumer":
            self.field.kill_consumer(which)
        elif step == "kill venue":
            self._reopen(which)
        elif step == "back up":
            hall.close()
            copy = self.folder / f"{hall.name}-{len(self.kept[hall.name])}.copy"
            shutil.copyfile(hall.file, copy)
            self.kept[hall.name].append(copy)
            self.halls[which] = self._open(hall.name)
        elif step == "restore" and self.kept[hall.name]:
            copy = self.random.choice(self.kept[hall.name])
            hall.close()
            for beside in self.folder.glob(f"{hall.name}.db*"):
                beside.unlink()
            shutil.copyfile(copy, hall.file)
            self.halls[which] = self._open(hall.name)
        elif step in ("remove", "remove here"):
            self._remove(hall, step)

    def _reopen(self, which: int) -> None:
        hall = self.halls[which]
        hall.shipping.stop()
        hall.director.topics.close()
        hall.store.abandon()
        self.halls[which] = self._open(hall.name)

    def _remove(self, hall: ShippingHall, step: str) -> None:
        living = [one.id for one in hall.director.people.book().people.values() if not one.removed]
        if not living:
            return
        person = self.random.choice(living)
        if step == "remove here":
            hall.director.removals.remove(person)
        else:
            self.field.copies.order_removal({hall.name: (person,)})

    def settle(self) -> None:
        """Wait until everything has arrived, and follow venues after conflicts; else AssertionError."""
        self.field.heal()
        until(self._settled, self._missing)
        across = AcrossVenues(_These(self.field.copies, {hall.name for hall in self.halls}))
        found = [(row.rank, row.player, row.total) for row in across.table("world").rows]
        assert found == recomputed(list(self.halls)), self.steps
        for hall in self.halls:
            seen = [one[0] for one in whole(hall).get(f"board/{UID}/0000abcd", [])]
            assert seen == list(range(1, hall.seq + 1)), self.steps

    def _settled(self) -> bool:
        copies, names = self.field.copies, {hall.name for hall in self.halls}
        for one in copies.conflicts():
            if one.venue in names:
                with copies.of_venue(one.venue) as ledger:
                    intake.follow(ledger, one.journal)
        waiting = [one for one in copies.removals() if one.venue in names and one.confirmed_ms is None]
        same = not waiting and all(copied(copies, hall.name) == whole(hall) for hall in self.halls)
        time.sleep(0 if same else 0.2)
        return same

    def _missing(self) -> object:
        late = {
            f"{hall.name} {journal}": (len(rows), len(copied(self.field.copies, hall.name).get(journal, [])))
            for hall in self.halls
            for journal, rows in whole(hall).items()
            if copied(self.field.copies, hall.name).get(journal) != rows
        }
        log = (self.field.folder / "consumers.log").read_text()[-2000:]
        alive = [one.poll() for one in self.field.consumers]
        return self.seed, self.steps, late, [hall.told for hall in self.halls], alive, self._stream(), log

    def _stream(self) -> str:
        """Return the servers' information about the stream and its consumer."""

        async def ask() -> str:
            client = await nats.connect(self.field.servers.urls, connect_timeout=5)
            stream = client.jetstream(timeout=5)
            told = f"{await stream.stream_info(STREAM)} {await stream.consumer_info(STREAM, DURABLE)}"
            await client.close()
            return told

        try:
            return asyncio.run(ask())
        except FAILURES as error:
            return repr(error)

    def close(self) -> None:
        """Close the venues and remove their files."""
        for hall in self.halls:
            hall.close()
        shutil.rmtree(self.folder)


class _These(Copies):
    """The federation's database, limited to some venues."""

    def __init__(self, copies: Copies, names: set[str]) -> None:
        self._all, self._names = copies, names

    def ends(self):
        return {key: end for key, end in self._all.ends().items() if key[0] in self._names}

    def contents(self, venue: str, journal: str, after: int = 0):
        return self._all.contents(venue, journal, after)

    def same_people(self):
        return ()


def play(field: Field, seed: int) -> list[str]:
    """Play a seed to its end; return its steps. AssertionError if an entry is missing or stored twice."""
    run = Run(field, seed)
    try:
        run.play()
        run.settle()
    finally:
        run.close()
    return run.steps


def main(first: int, last: int, database: str) -> None:
    """Play seeds and print how each went."""
    with tempfile.TemporaryDirectory(prefix="tk-campaign-", ignore_cleanup_errors=True) as folder:
        field = Field(Path(folder), database or f"sqlite:///{folder}/federation.db")
        try:
            for seed in range(first, last):
                began = time.monotonic()
                steps = play(field, seed)
                took = time.monotonic() - began
                print(f"seed {seed}: {len(steps)} steps, {took:.1f} s, nothing lost", flush=True)
        finally:
            field.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
