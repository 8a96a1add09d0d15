"""A whole Tric Trac Tourney through firmware, wire, host and SQLite: 24 players, 276 games, 12 boards.

What `tablekeeper demo --event ttt --once` does: real dice, about 60 turns of 12 s a game, every result comes
into the event from its table, standings that equal those of the transcripts alone. Speed is time at the
tables, added up, against time taken; the project's plan allows 100 s on one core for 55 hours, which is 2,000
x life, commits included. Seconds of the processor are told beside those of the clock, because the clock also
waits for the disk and for whatever else the machine does. PLAYERS and TABLES in the environment ask for
another tourney.
"""

import os
import tempfile
import time

from benchmarks.figure import Figure
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.pace import run_at
from tablekeeper.virtual.recount import differences, recounted
from tablekeeper.virtual.tourney import Tourney, names

PLAYERS = int(os.environ.get("PLAYERS", "24"))
TABLES = int(os.environ.get("TABLES", "12"))
SEED = 0
START_MS = 1_700_000_000_000
#: as the demo's: what arrives waits so long for its commit (virtual time)
COMMIT_US = 1_000_000
PLAN = 2000
HOUR_US = 3600 * 1_000_000


def run() -> list[Figure]:
    """Play the tourney and hold its standings against those of the transcripts."""
    load = os.getloadavg()[0]
    busy = f"load of the machine before: {load:.1f}"
    with tempfile.TemporaryDirectory() as folder:
        hall = VirtualHall(f"sqlite:///{folder}/hall.db", start_ms=START_MS, commit_us=COMMIT_US)
        try:
            players = names(PLAYERS)
            began, worked = time.perf_counter(), time.process_time()
            tourney = Tourney(hall, players, tables=TABLES, seed=SEED)
            run_at(hall, None, lambda: tourney.over)
            took, work = time.perf_counter() - began, time.process_time() - worked
            answer = hall.director.events.get(tourney.event).answer
            assert answer is not None
            wrong = differences(answer, recounted(players, tourney.games)) + tourney.problems()
            records = sum(hall.store.count(table.uid) for table in hall.tables)
            commits, hall_us = hall.commits, hall.timeline.now_us
        finally:
            hall.close()
    if wrong:
        raise AssertionError(wrong)
    table_us, games = tourney.table_us, tourney.games
    turns = sum(len(game.transcript.games[0].turns) for game in games)
    asked = f"{PLAN:,} x life, {table_us / 1_000_000 / PLAN:.0f} s, asked"
    whole = f"{len(games)} games of {turns / len(games):.1f} turns, {table_us / turns / 1_000_000:.1f} s each"
    stored = f"{records:,} in {commits:,} commits, each of them on the disk"
    return [
        Figure("time at the tables", table_us / HOUR_US, "h", "55 h", whole),
        Figure("the hall's time", hall_us / HOUR_US, "h", "", f"{PLAYERS} players at {TABLES} tables"),
        Figure("took", took, "s", "", busy),
        Figure("took of the processor", work, "s", "100 s for 55 h", "one thread"),
        Figure("speed", table_us / 1_000_000 / took, "x life", asked, busy),
        Figure("speed by the processor's time", table_us / 1_000_000 / work, "x life", asked),
        Figure("records stored", records / took, "/s", "", stored),
    ]
