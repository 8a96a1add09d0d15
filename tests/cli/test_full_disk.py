"""A disk that fills up while boards send: it is said, the boards keep everything, and then it goes on.

The disk is SQLite's own limit of pages, lowered in the process of `serve` while a file exists. So the
error is SQLite's own, raised where a full disk raises it.
"""

import json
import re

from tablecore import records
from tablekeeper.store import open_store
from tablekeeper.transcripts import shipped
from tablesim.realtime import board_uid
from tests.patience import QUESTION_S, until

UID = board_uid(1).hex()
#: tries of the host to store what boards send
MANY = 12

#: argument 1: the file whose presence fills the disk; argument 2: after so many transactions the disk
#: fills up by itself, or "never". For each that fails on a full disk a line is written beside the file.
FULL_WHILE_THERE = (
    "-c",
    """
import os, sys
from sqlalchemy import Engine, event

full, fills_up_at, begun = sys.argv.pop(1), sys.argv.pop(1), 0

@event.listens_for(Engine, "begin")
def limit(connection):
    global begun
    begun += 1
    if str(begun) == fills_up_at:
        open(full, "x").close()
    # 1 page is fewer than there are: no page can be added
    pages = 1 if os.path.exists(full) else 1_000_000
    connection.connection.execute(f"PRAGMA max_page_count={pages}")

@event.listens_for(Engine, "rollback")
def failed(connection):
    if os.path.exists(full):
        with open(full + ".tries", "a") as tries:
            print("failed", file=tries)

from tablekeeper.cli import main
main(prog_name="tablekeeper")
""",
)


def told(look, port) -> dict:
    listed = look("list", "--port", port, "--json")
    assert listed.wait() == 0, listed.said
    return json.loads(listed.out[0])


def tries(full) -> int:
    """Return how many transactions have failed on the full disk."""
    return full.with_name(f"{full.name}.tries").read_text().count("failed")


def times_said(program) -> int:
    return len(re.findall(r"is full: make room", program.said))


def logs_of(path) -> list[list[bytes]]:
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        return [store.records(UID, journal.journal) for journal in store.journals(UID)]


def whole(log) -> bool:
    """Return whether a log has its end and everything before it.

    A small write may store a frame on a full disk before those that have failed are sent again.
    """
    numbers = [records.sequence(record) for record in log]
    return numbers == list(range(1, len(log) + 1)) and any(record[4] == records.END for record in log)


def test_a_full_disk_is_said_once_and_loses_nothing(start, look, start_boards, tmp_path):
    short = min(shipped(), key=lambda path: path.stat().st_size)
    boards, [port] = start_boards("--speed", 60, "--play", short)
    path, full = tmp_path / "hall.db", tmp_path / "full"
    open_store(str(path), now=lambda: 0).close()
    full.touch()
    words = (full, "never", "serve", "--port", port, "--http-port", 0, "--database", path)
    host = start(*words, program=FULL_WHILE_THERE)
    host.wait_for(r"The disk of the database .*hall\.db is full: make room on it; the boards keep")
    boards.wait_for(f"{short.name} is played")
    until(lambda: tries(full) >= MANY)
    assert "Traceback" not in host.said
    assert host.process.poll() is None
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        stored = store.count(UID)
    full.unlink()
    # there is room again, and nobody has to do anything
    host.wait_for(r"Board 000001 is here")
    until(lambda: any(map(whole, logs_of(path))), every=QUESTION_S)
    assert host.end() == 0
    assert "Traceback" not in host.said
    [log] = logs_of(path)
    assert len(log) > stored
    assert [records.sequence(record) for record in log] == list(range(1, len(log) + 1))
    board = told(look, port)
    assert board["acked"] <= board["last"]
    with open_store(str(path), now=lambda: 0, read_only=True) as store:
        assert board["acked"] <= store.acked(UID, board["journal"]) == board["last"]
        assert store.gaps(UID) == []
    # not at each of the many tries; a small write may succeed in between, and then it is news again
    assert times_said(host) <= tries(full) // 4


def test_a_demo_on_a_full_disk_says_so_and_goes_on_when_there_is_room(start, tmp_path):
    short = min(shipped(), key=lambda path: path.stat().st_size)
    path, full = tmp_path / "hall.db", tmp_path / "full"
    # of about 155 transactions, 20 of them before the first move
    words = (full, 70, "demo", short, "--once", "--speed", 60, "--database", path)
    open_store(str(path), now=lambda: 0).close()
    demo = start(*words, program=FULL_WHILE_THERE)
    said = r"Table 1: The disk of the database .*hall\.db is full: make room on it; the boards keep"
    demo.wait_for(said)
    until(lambda: tries(full) >= MANY)
    full.unlink()
    # there is room again, and nobody has to do anything
    assert demo.wait() == 0
    assert re.search(rf"{short.name}.*│ [01]-[01] ", demo.said)
    assert "Traceback" not in demo.said
    # not at each of the many tries
    assert times_said(demo) <= tries(full) // 4
