"""The only writer: accepts jobs from any thread, and commits them in batches.

Every commit costs a write to the disk, so all queued jobs share one transaction. It ends when the queue is
empty, or after 20 ms. Listeners are called after the commit, in order, and before the futures of its jobs are
done: when a future is done, the listeners have been called. Without a thread (a virtual hall in one
process) the caller decides when to commit; everything else is the same.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select

from tablekeeper.store.counters import Counters
from tablekeeper.store.database import Database
from tablekeeper.store.failures import StoreError
from tablekeeper.store.intake import Batch, Ingested, Intake
from tablekeeper.store.pendingwrite import PendingWrite, settle
from tablekeeper.store.serverlocks import TURN_NUMBER

#: the longest time between the first job of a transaction and its commit
LINGER_MS = 20
T = TypeVar("T")
Job = Callable[[Connection], Any]
Pending = PendingWrite[Any]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Committed:
    """The data from boards in a commit."""

    #: per frame, in the order received: its new records
    fresh: tuple[Batch, ...]
    #: (uid, journal) of journals with a new record in quarantine or a new gap
    troubled: tuple[tuple[str, int], ...]


class Writer:
    """Runs jobs in transactions of the database, one after the other.

    A job may run twice (if another job of its transaction fails), so it must have no effect except through
    its connection.
    """

    def __init__(
        self,
        database: Database,
        counters: Counters,
        *,
        threaded: bool,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._database = database
        self._counters = counters
        #: called after every commit, when its listeners are done
        self._after = after
        self._queue: queue.SimpleQueue[Pending | None] = queue.SimpleQueue()
        self._listeners: list[Callable[[Committed], None]] = []
        self._untold: deque[list[Pending]] = deque()
        self._teller: int | None = None
        self._until = 0.0
        self._closed = False
        self._ending = False
        # held during each write; a listener that writes holds it already
        self._turn = threading.RLock()
        self._thread: threading.Thread | None = None
        if threaded:
            self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
            self._thread.start()

    @cached_property
    def _intake(self) -> Intake:
        # made when a board's data come: commands do not need its statements
        return Intake(self._database.engine.dialect)

    @property
    def waiting(self) -> int:
        """The number of queued jobs."""
        return self._queue.qsize()

    def listen(self, callback: Callable[[Committed], None]) -> None:
        """Call `callback` after every commit with data from a board, in the writer's thread."""
        self._listeners.append(callback)

    def put(self, job: Batch | Job) -> Pending:
        """Queue a batch or a job; its future is done after its commit or failure."""
        if self._closed:
            raise StoreError("The database is closed: nothing can be written any more.")
        if self._database.read_only:
            raise StoreError("The database %(name)s was opened only for reading.", name=self._database.name)
        pending: Pending = PendingWrite(job)
        self._queue.put(pending)
        return pending

    def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job and wait for its commit. A listener's job gets its own transaction at once."""
        if self._teller == threading.get_ident():
            own: Pending = PendingWrite(job)
            self._untold.append(self._commit([own]))
            if own.failure is not None:
                raise own.failure
            done: T = own.outcome
            return done
        future = self.put(job)
        if self._thread is None:
            self.flush()
        written: T = future.result()
        return written

    def rewrite(self, job: Callable[[Connection], None]) -> None:
        """Run a job that changes records of boards: the intake must then read its cached state again."""

        def both(connection: Connection) -> None:
            self._intake.forget()
            job(connection)

        self.run(both)

    def hold(self, connection: Connection, uid: str, number: int) -> bool:
        """Take the lock of a board for the writer's session; return whether it was free, or ours already.

        Forget the cached state of the board: another host may have stored records of it in the meantime.
        """
        if not self._database.locks.hold(connection, uid, number):
            return False
        self._intake.forget_board(uid)
        return True

    def flush(self) -> None:
        """Commit everything queued so far."""
        if self._teller == threading.get_ident():
            return  # queued jobs are committed when the listeners are done
        if self._thread is not None:
            self.run(lambda connection: None)
            return
        with self._turn:
            pending = self._more()
            while pending:
                self._untold.append(self._commit(pending))
                self._tell()
                self._after()
                pending = self._more()

    def alone(self, job: Callable[[], T]) -> T:
        """Commit all queued jobs, and run `job` while nothing is written; return its result."""
        if self._closed:
            raise StoreError("The database is closed: nothing can be written any more.")
        self.flush()
        with self._turn:
            return job()

    def close(self) -> None:
        """Commit all queued jobs, and stop."""
        if self._closed:
            return
        if self._thread is None:
            self.flush()
        self._closed = True
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()

    def abandon(self) -> None:
        """Stop without committing queued jobs; their futures are never done."""
        self._closed = True
        self._more()
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()

    # --- the thread -----------------------------------------------------------------------

    def _work(self) -> None:
        while not self._ending:
            first = self._queue.get()
            if first is None:
                break
            self._until = time.monotonic() + LINGER_MS / 1000
            self._untold.append(self._commit([first], self._joining))
            self._tell()
            self._after()

    def _joining(self) -> list[Pending]:
        """Return the jobs that may join the current transaction."""
        return self._more() if time.monotonic() < self._until else []

    def _more(self) -> list[Pending]:
        """Return the jobs that are queued now."""
        pending: list[Pending] = []
        # the present size only: otherwise this loop might never end
        for _ in range(self._queue.qsize()):
            try:
                one = self._queue.get_nowait()
            except queue.Empty:
                break
            if one is None:
                self._ending = True
                break
            pending.append(one)
        return pending

    # --- a transaction --------------------------------------------------------------------

    def _commit(
        self, pending: list[Pending], more: Callable[[], list[Pending]] | None = None, attempts: int = 3
    ) -> list[Pending]:
        """Run the jobs, and those that join them, in one transaction; return them with their outcomes."""
        done: list[Pending] = []
        taken = list(pending)
        try:
            with self._turn, self._database.transaction() as connection:
                while pending:
                    self._run(connection, pending, done)
                    pending = more() if more is not None else []
                    taken += pending
        except Exception as error:
            self._counters.failed()
            self._intake.forget()
            if attempts > 1 and self._database.contended(error):
                return self._commit(taken, attempts=attempts - 1)
            if isinstance(error, StoreError) or len(taken) == 1:
                for one in taken:
                    one.outcome, one.failure = None, error
                return taken
            # one of the jobs failed: run each alone, so that the others succeed
            return [alone for one in taken for alone in self._commit([one])]
        except BaseException:
            self._intake.forget()
            raise
        taken_in = [one.outcome for one in done if isinstance(one.outcome, Ingested)]
        fresh, aside = (sum(len(one.fresh) for one in taken_in), sum(one.quarantined for one in taken_in))
        self._counters.committed(fresh, aside)
        return done

    def _run(self, connection: Connection, pending: list[Pending], done: list[Pending]) -> None:
        batches: list[Pending] = []
        for one in pending:
            if isinstance(one.job, Batch):
                batches.append(one)
                continue
            self._ingest(connection, batches, done)
            if self._database.shared:
                # one host at a time gives numbers and continues journals; records need no turn
                connection.execute(select(func.pg_advisory_xact_lock(TURN_NUMBER)))
            one.outcome, one.failure = one.job(connection), None
            done.append(one)
        self._ingest(connection, batches, done)

    def _ingest(self, connection: Connection, batches: list[Pending], done: list[Pending]) -> None:
        gone = self._database.locks.lost
        if gone and (lost := [one for one in batches if one.job.uid in gone]):
            told = StoreError("Another host of this hall has taken this board over: plug it in there.")
            for one in lost:
                one.outcome, one.failure = None, told
            done += lost
            batches[:] = [one for one in batches if one.job.uid not in gone]
        if batches:
            results = self._intake.ingest(connection, [one.job for one in batches])
            for one, result in zip(batches, results, strict=True):
                one.outcome, one.failure = result, None
            done += batches
            batches.clear()

    # --- after it -------------------------------------------------------------------------

    def _tell(self) -> None:
        self._teller = threading.get_ident()
        try:
            while self._untold:
                done = self._untold.popleft()
                committed = _committed(done)
                if committed is not None:
                    for listener in self._listeners:
                        try:
                            listener(committed)
                        except Exception:
                            # the commit is done, and the next listener must still be called
                            _log.exception("A listener failed after a commit")
                settle(done)
        finally:
            self._teller = None


def _committed(done: list[Pending]) -> Committed | None:
    fresh: list[Batch] = []
    troubled: dict[tuple[str, int], None] = {}
    for one in done:
        job, result = one.job, one.outcome
        if isinstance(result, Ingested) and isinstance(job, Batch):
            if result.fresh:
                whole = result.fresh is job.records
                fresh.append(job if whole else replace(job, records=result.fresh))
            if result.quarantined or result.gaps:
                troubled[job.uid, job.journal] = None
    if not fresh and not troubled:
        return None
    return Committed(tuple(fresh), tuple(troubled))
