"""A whole match from the keys to the database, against the time it takes at a table.

Virtual boards run the firmware on modelled chips; the host reads their frames, stores the records in
SQLite and folds them. DESIGN.md asks for 2,000 times real time on one core for a whole tourney.
"""

import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.evening import Evening
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.pace import run_at
from tablekeeper.virtual.replay import START_MS, replay

_ASKED = "2,000 x asked"


def run() -> list[Figure]:
    """Replay the longest shipped match alone, then all of them at twelve tables, twice each."""
    transcripts = [transcript for path in shipped() for transcript in read_mat(path.read_bytes(), path.name)]
    longest = max(transcripts, key=lambda transcript: transcript.length)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        played = replay(longest, f"sqlite:///{folder}/one.db")
        took = time.perf_counter() - began
        alone = played.virtual_ms / 1000 / took
        records = played.verdict.records / took
        tables = 12
        hall = VirtualHall(f"sqlite:///{Path(folder) / 'many.db'}", start_ms=START_MS, commit_us=400_000)
        began = time.perf_counter()
        evening = Evening(hall, transcripts * 2, tables=tables)
        # table time: each table counts from its first key to its last
        played_us = 0
        since = hall.timeline.now_us

        def look() -> None:
            nonlocal played_us, since
            played_us += (hall.timeline.now_us - since) * evening.busy
            since = hall.timeline.now_us

        run_at(hall, None, lambda: evening.over, look)
        took = time.perf_counter() - began
        commits = hall.commits
        hall.close()
    summed = f"summed table time of {len(transcripts) * 2} matches, {commits} commits"
    return [
        Figure("one match", alone, "x real time", _ASKED, f"{longest.length} points"),
        Figure("one match, records", records, "records/s", note="keys to database"),
        Figure("twelve tables", played_us / 1_000_000 / took, "x real time", _ASKED, summed),
    ]
