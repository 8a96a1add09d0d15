"""The future of a writer's job: done after its commit or its failure.

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
    """A result that is not there yet."""

    __slots__ = ("_called", "_done", "_error", "_result")

    def __init__(self) -> None:
        self._done = False
        self._result: T | None = None
        self._error: BaseException | None = None
        self._called: list[Callable[[PendingWrite[T]], object]] | None = None

    def done(self) -> bool:
        """Return whether it is committed, or has failed."""
        return self._done

    def result(self, timeout: float | None = None) -> T:
        """Wait at most `timeout` seconds; return the result, or raise the job's error or TimeoutError."""
        error = self.exception(timeout)
        if error is not None:
            raise error
        # without an error there is a result; an assertion cannot check it, because T may be None
        return self._result  # type: ignore[return-value]

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait at most `timeout` seconds; return the job's error or None. Raises TimeoutError."""
        if not self._done:
            with _changed:
                if not _changed.wait_for(self.done, timeout):
                    raise TimeoutError
        return self._error

    def add_done_callback(self, call: Callable[[PendingWrite[T]], object]) -> None:
        """Call `call` when the job is done, in the writer's thread; at once if it is done already."""
        with _changed:
            if not self._done:
                self._called = [*(self._called or ()), call]
                return
        call(self)


def settle(outcomes: Sequence[tuple[PendingWrite[Any], Any, BaseException | None]]) -> None:
    """Settle the jobs of a commit: (its future, its result, its error)."""
    for one, result, error in outcomes:
        one._result, one._error = result, error
        # set last: a thread that sees it reads the other fields without the lock
        one._done = True
    with _changed:
        called = [(one, call) for one, *_ in outcomes for call in one._called or ()]
        _changed.notify_all()
    for one, call in called:
        try:
            call(one)
        # the data are committed, and the other callbacks must still be called
        except Exception:
            _log.exception("What was to be called after a commit failed")
