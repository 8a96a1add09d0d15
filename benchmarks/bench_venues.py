"""Venues with a season each that catch up into one federation: through a NATS server into PostgreSQL.

Each venue has its own SQLite database: RECORDS records of 12 boards and a tournament that counts. They join
and ship as `tablekeeper serve` does, AT_ONCE of them at a time; one `tablekeeper federation serve --no-pages`
takes what comes. NATS keeps messages in files, and PostgreSQL's commits are on the disk. All of it runs on
this machine, venues too, so figures by the processor stand beside those of the clock: with them the paper
counts. At the end the records are counted in the federation, and the world rankings are read from it.
Beside it: messages of that size from nats-py alone, in windows as large as a venue's, acknowledged by the
same server.

On paper: a venue that plays has new rows each second at most, so it sends a message a second; one of few
records costs no more than these of 64. VENUES, RECORDS and AT_ONCE in the environment ask for another share;
the whole is VENUES=200 RECORDS=50000.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import nats
import psycopg
from nats.js.api import StorageType, StreamConfig

from benchmarks.figure import Figure
from tablecore import records
from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.federation.shipper import WINDOW
from tablekeeper.shipping.venue import VenueShipping
from tablekeeper.store import Batch
from tablekeeper.store.copies import Copies
from tests.conftest import program
from tests.shipping.halls import ClosedHall
from tests.shipping.natsserver import Servers
from tests.store.postgresqlserver import PostgresqlServer

VENUES, RECORDS = int(os.environ.get("VENUES", "20")), int(os.environ.get("RECORDS", "25000"))
AT_ONCE = int(os.environ.get("AT_ONCE", "20"))
BOARDS, RUN = 12, 64
MESSAGES = 4000


def _season(file: Path) -> dict[str, int]:
    """Make the database of a venue that has played a season; return the entries of each of its journals."""
    hall = ClosedHall("venue", file)
    for board in range(BOARDS):
        made = [
            records.pack(board, seq, records.DICE, 0, 3, 1, ms=seq * 7000)
            for seq in range(1, RECORDS // BOARDS + 1)
        ]
        for before in range(0, len(made), 7):
            frame = tuple(made[before : before + 7])
            hall.store.ingest(Batch(f"{board:016x}", board, before, frame, before * 7000))
    hall.tournament("Season", "2026-06-01", "Ann", "Bob", "Cid")
    hall.store.flush()
    while hall.store.shipped.number():
        pass
    entries = {one.journal: one.last for one in hall.store.shipped.state()}
    hall.close()
    return entries


@contextmanager
def _consumer(database: str, servers: str) -> Iterator[subprocess.Popen[bytes]]:
    words = ("federation", "serve", "--no-pages", "--database", database, "--server", servers)
    process = subprocess.Popen([sys.executable, "-m", "tablekeeper", *words], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def _memory(process: int, key: str) -> float:
    """Return a figure of a process's memory (MiB)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key)) / 1024


def _worked(*processes: int) -> float:
    """Return the seconds of the processor of processes and of their children that are alive."""
    found = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = file.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(file.parent.name) in processes or int(words[1]) in processes:
            found += int(words[11]) + int(words[12])
    return found / os.sysconf("SC_CLK_TCK")


def _catch_up(folder: Path, season: Path, entries: dict[str, int], servers: str) -> None:
    """Let all venues join and ship until all is committed at the federation."""
    waiting = list(range(VENUES))
    shipping: list[tuple[ClosedHall, VenueShipping]] = []
    while waiting or shipping:
        while waiting and len(shipping) < AT_ONCE:
            name = f"venue-{waiting.pop(0)}"
            shutil.copyfile(season, folder / f"{name}.db")
            hall = ClosedHall(name, folder / f"{name}.db")
            hall.director.venue.join(name, servers)
            ships = VenueShipping(hall.store.shipped, hall.director.venue.remove)
            ships.start()
            shipping.append((hall, ships))
        time.sleep(0.1)
        for hall, ships in list(shipping):
            if ships.shipper is not None and entries.items() <= dict(ships.shipper.shipped).items():
                ships.stop()
                hall.close()
                hall.file.unlink()
                shipping.remove((hall, ships))


def _count(database: str) -> int:
    with psycopg.connect(database) as connection:
        query = "SELECT sum(jsonb_array_length(content::jsonb)) FROM federation_entries WHERE journal LIKE %s"
        row = connection.execute(query, ["board/%"]).fetchone()
        return int(row[0] or 0) if row else 0


async def _plain(url: str, size: int) -> float:
    """Return how many messages of this size a second the stream takes from nats-py alone."""
    client = await nats.connect(url)
    stream = client.jetstream(timeout=30)
    await stream.add_stream(StreamConfig(name="PEER", subjects=["peer.>"], storage=StorageType.FILE))
    data, began = b"x" * size, time.perf_counter()
    for first in range(0, MESSAGES, WINDOW):
        named = ({"Nats-Msg-Id": f"{first}-{one}"} for one in range(WINDOW))
        await asyncio.gather(*(stream.publish("peer.one", data, headers=one) for one in named))
    took = time.perf_counter() - began
    await stream.delete_stream("PEER")
    await client.close()
    return MESSAGES / took


def run() -> list[Figure]:
    """Let the venues catch up, and measure the peers."""
    nats_program = program("nats")
    assert nats_program is not None, "there is no nats-server here"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        entries = _season(folder / "season.db")
        held = RECORDS // BOARDS * BOARDS
        found = program("postgresql")
        assert found is not None, "there is no PostgreSQL here"
        server = PostgresqlServer(found.resolve().parent)
        server.settings = ["listen_addresses=127.0.0.1"]
        server.start()
        stack.callback(lambda: (server.stop("fast"), server.remove()))
        database = f"{server.url}/postgres"
        servers = Servers(nats_program, folder)
        servers.start()
        stack.callback(servers.stop)
        process = stack.enter_context(_consumer(database, servers.url))
        with Copies(database, now=lambda: 1) as copies:
            while not _ready(servers.url):
                time.sleep(0.2)
            before = _memory(process.pid, "VmRSS")
            postmaster = int((server.data / "postmaster.pid").read_text().split()[0])
            worked = _worked(process.pid, postmaster)
            began = time.perf_counter()
            _catch_up(folder, folder / "season.db", entries, servers.url)
            took = time.perf_counter() - began
            worked = _worked(process.pid, postmaster) - worked
            arrived = _count(database)
            if arrived != held * VENUES:
                raise AssertionError(f"{arrived} of {held * VENUES} records arrived")
            began = time.perf_counter()
            across = AcrossVenues(copies)
            players = len(across.table("world").rows)
            folded = time.perf_counter() - began
            if [len(one.entries) for one in across.venues()] != [1] * VENUES:
                raise AssertionError("not every tournament arrived")
            most = _memory(process.pid, "VmHWM")
        plain = asyncio.run(_plain(servers.url, RUN * 70))
    rate, messages = arrived / took, arrived / RUN / worked
    return [
        Figure("records shipped and committed", rate, "/s", "", f"{arrived:,} of {VENUES} venues"),
        Figure("messages, 64 records each", rate / RUN, "/s", f"{plain:,.0f} /s nats-py alone, not consumed"),
        Figure("processor of consumer and database", 100 * worked / took, "% of one", "", f"{worked:.1f} s"),
        Figure("messages by that processor", messages, "/s", "", "with a core for both"),
        Figure("the consumer's memory", most, "MB", f"{before:.0f} MB before", "at most"),
        Figure("rankings of all venues", folded, "s", "", f"{players} players, the first time"),
        Figure("venues that play, a core", messages, "", "", "on paper: a message a second each"),
        Figure("cores for 10,000 that play", 10_000 / messages, "", "", "on paper, with one consumer each"),
        Figure("10,000 venues catch up, a core", 10_000 * held / RUN / messages / 3600, "h", "",
               f"on paper, {held:,} records each"),
    ]  # fmt: skip


def _ready(url: str) -> bool:
    """Return whether the consumer has made its stream."""

    async def ask() -> bool:
        client = await nats.connect(url)
        try:
            await client.jetstream().stream_info("TABLEKEEPER")
        except nats.js.errors.NotFoundError:
            return False
        finally:
            await client.close()
        return True

    return asyncio.run(ask())
