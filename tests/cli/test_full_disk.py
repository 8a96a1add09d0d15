"""A disk that fills up while boards send: it is said, the boards keep everything, and then it goes on.

The disk is SQLite's own limit of pages, lowered in the process of `serve` while a file exists. So the
error is SQLite's own, raised where a full disk raises it.
"""

import json
import re
import time

from tablecore import records
from tablekeeper.store import open_store
from tablekeeper.transcripts import shipped
from tablesim.realtime import board_uid

UID = board_uid(1).hex()

#: argument 1: the file whose presence fills the disk
FULL_WHILE_THERE = (
    "-c",
    """
import os, sys
from sqlalchemy import Engine, event

full = sys.argv.pop(1)

@event.listens_for(Engine, "begin")
def limit(connection):
    # 1 page is fewer than there are: no page can be added
    pages = 1 if os.path.exists(full) else 1_000_000
    connection.connection.execute(f"PRAGMA max_page_count={pages}")

from tablekeeper.cli import main
main(prog_name="tablekeeper")
""",
)


def told(start, port) -> dict:
    listed = start("board", "list", "--port", port, "--json")
    assert listed.wait() == 0, listed.said
    return json.loads(listed.out[0])


def test_a_full_disk_is_said_once_and_loses_nothing(start, start_boards, tmp_path):
    short = min(shipped(), key=lambda path: path.stat().st_size)
    boards, [port] = start_boards("--speed", 60, "--play", short)
    path, full = tmp_path / "hall.db", tmp_path / "full"
    open_store(str(path), now=lambda: 0).close()
    full.touch()
    words = (full, "serve", "--port", port, "--http-port", 0, "--database", path)
    host = start(*words, program=FULL_WHILE_THERE)
    host.wait_for(r"The disk of the database .*hall\.db is full: make room on it; the boards keep")
    boards.wait_for(f"{short.name} is played", 60)
    assert "Traceback" not in host.said
    assert host.process.poll() is None
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        stored = store.count(UID)
    full.unlink()
    # there is room again, and nobody has to do anything
    host.wait_for(r"Board 000001 is here")
    until = time.monotonic() + 30
    while time.monotonic() < until:
        time.sleep(0.2)
        with open_store(str(path), now=lambda: 0, read_only=True) as store:
            logs = [store.records(UID, journal.journal) for journal in store.journals(UID)]
        if logs and any(record[4] == records.END for record in logs[0]):
            break
    assert host.end() == 0
    assert "Traceback" not in host.said
    [log] = logs
    assert len(log) > stored
    assert [records.sequence(record) for record in log] == list(range(1, len(log) + 1))
    board = told(start, port)
    assert board["acked"] <= board["last"]
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        assert board["acked"] <= store.acked(UID, board["journal"]) == board["last"]
        assert store.gaps(UID) == []
    # not at each of the board's many tries; a small write may succeed in between, and then it is news again
    assert len(re.findall(r"is full: make room", host.said)) <= 3


def test_a_demo_on_a_full_disk_says_so_and_goes_on_when_there_is_room(start, tmp_path):
    short = min(shipped(), key=lambda path: path.stat().st_size)
    path, full = tmp_path / "hall.db", tmp_path / "full"
    words = (full, "demo", short, "--once", "--speed", 60, "--database", path)
    open_store(str(path), now=lambda: 0).close()
    demo = start(*words, program=FULL_WHILE_THERE)
    until = time.monotonic() + 30
    count = 0
    while count < 10:
        assert time.monotonic() < until
        time.sleep(0.1)
        with open_store(str(path), now=lambda: 0, read_only=True) as store:
            count = sum(store.count(board.uid) for board in store.boards())
    full.touch()
    said = r"Table 1: The disk of the database .*hall\.db is full: make room on it; the boards keep"
    demo.wait_for(said)
    full.unlink()
    # there is room again, and nobody has to do anything
    assert demo.wait(60) == 0
    assert re.search(rf"{short.name}.*│ [01]-[01] ", demo.said)
    assert "Traceback" not in demo.said
    # not at each of the board's many tries
    assert len(re.findall(said, demo.said)) <= 3
