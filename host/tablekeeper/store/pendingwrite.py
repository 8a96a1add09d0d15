"""A job of the writer, and its future: done after the commit or the failure.

Like `concurrent.futures.Future`, but all share one lock: a full future with its own condition and lists
costs more time than the records of a frame.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_changed = threading.Condition()
_log = logging.getLogger(__name__)


class PendingWrite(Generic[T]):
    """A job whose result is not there yet."""

    __slots__ = ("_called", "_done", "failure", "job", "outcome")

    def __init__(self, job: Any) -> None:
        #: what the writer runs; its result and its error, which are valid when it is done
        self.job = job
        self.outcome: Any = None
        self.failure: BaseException | None = None
        self._done = False
        self._called: list[Callable[[PendingWrite[T]], object]] | None = None

    def done(self) -> bool:
        """Return whether it is committed, or has failed."""
        return self._done

    def result(self, timeout: float | None = None) -> T:
        """Wait at most `timeout` seconds; return the result, or raise the job's error or TimeoutError."""
        error = self.exception(timeout)
        if error is not None:
            raise error
        result: T = self.outcome
        return result

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait at most `timeout` seconds; return the job's error or None. Raises TimeoutError."""
        if not self._done:
            with _changed:
                if not _changed.wait_for(self.done, timeout):
                    raise TimeoutError
        return self.failure

    def add_done_callback(self, call: Callable[[PendingWrite[T]], object]) -> None:
        """Call `call` when the job is done, in the writer's thread; at once if it is done already."""
        with _changed:
            if not self._done:
                self._called = [*(self._called or ()), call]
                return
        call(self)


def settle(pending: Sequence[PendingWrite[Any]]) -> None:
    """Mark the jobs of a commit as done: each has its outcome or its failure by now."""
    for one in pending:
        # a thread that sees it reads the other fields without the lock
        one._done = True
    with _changed:
        called = [(one, call) for one in pending for call in one._called or ()]
        _changed.notify_all()
    for one, call in called:
        try:
            call(one)
        # the data are committed, and the other callbacks must still be called
        except Exception:
            _log.exception("What was to be called after a commit failed")
