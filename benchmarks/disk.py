"""How long the disk takes to keep a plain file, measured beside a benchmark whose figures depend on it."""

import os
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

#: a page of a database is written so often, and a write that takes so long is a stall
EVERY_S, PAGE, STALL_S = 0.05, bytes(4096), 0.02


class Disk:
    """Writes a page into a plain file of a folder and waits for the disk, again and again, in a thread."""

    def __init__(self, folder: Path) -> None:
        self.syncs: list[tuple[float, float]] = []
        """From when to when each write took (s, `time.monotonic`)."""
        self._path = folder / "plain"
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="disk", daemon=True)

    def __enter__(self) -> "Disk":
        """Start."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        with self._path.open("wb", buffering=0) as file:
            while not self._stopping.wait(EVERY_S):
                began = time.monotonic()
                file.seek(0)
                file.write(PAGE)
                os.fsync(file.fileno())
                self.syncs.append((began, time.monotonic()))

    def took(self) -> list[float]:
        """Return the ms that each write took."""
        return [1000 * (end - began) for began, end in self.syncs]

    def undisturbed(self, waits: Iterable[tuple[float, float]]) -> list[float]:
        """Return those waits (ms, when it ended) during which no write of the plain file stalled."""
        stalls = [(began, end) for began, end in self.syncs if end - began >= STALL_S]
        return [
            ms for ms, ended in waits
            if not any(began < ended and ended - ms / 1000 < end for began, end in stalls)
        ]  # fmt: skip
