"""Notices that SQLite's write-ahead log (-wal) was cut short while no program had the database open.

SQLite takes a shorter log for all that was committed: the last commits would be gone without a word. The
index of the log (-shm) says how many pages were committed, and stays behind when a host is killed. It is read
before SQLite makes it again.
"""

from __future__ import annotations

import contextlib
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from tablekeeper.store.besides import beside

#: https://sqlite.org/walformat.html: two copies of a header, then how many pages are in the database already
_HEADER = struct.Struct("=IIIBBHII8s8s8s")
_VERSION = 3007000
_LOG_HEADER, _FRAME_HEADER = 32, 24


@dataclass(frozen=True, slots=True)
class CutLog:
    """The pages of a log: how many were committed, and how many are there."""

    committed: int
    there: int


def cut_short(database: Path) -> CutLog | None:
    """Return what a log has lost; None if it is whole, or if nothing says so."""
    index, log = beside(database, "-shm"), beside(database, "-wal")
    with contextlib.suppress(OSError):
        with index.open("rb") as file:
            head = file.read(2 * _HEADER.size + 4)
        if len(head) < 2 * _HEADER.size + 4 or head[: _HEADER.size] != head[_HEADER.size :][: _HEADER.size]:
            return None
        version, _, _, made, _, size, committed, _, _, salt, _ = _HEADER.unpack_from(head)
        stored = int.from_bytes(head[-4:], sys.byteorder)
        if version != _VERSION or not made or committed <= stored:
            return None
        # 1 stands for 65536
        page = 65536 if size == 1 else size
        with contextlib.suppress(FileNotFoundError):
            with log.open("rb") as file:
                told = file.read(_LOG_HEADER)
            if len(told) == _LOG_HEADER and told[16:24] != salt:
                # the index of another log
                return None
        length = log.stat().st_size if log.exists() else 0
        there = max(0, length - _LOG_HEADER) // (page + _FRAME_HEADER)
        with index.open("rb") as file:
            same = file.read(len(head)) == head
        # a host that runs changes both files
        return CutLog(committed, there) if there < committed and same else None
    return None
