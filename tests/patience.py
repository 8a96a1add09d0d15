"""Waits for other threads, processes and browsers, as long as a slow machine may need.

No test may fail because the machine was busy. So a test waits for a condition; the limit only ends a test
that would wait for ever. No test asserts a duration.
"""

import os
import time
from collections.abc import Callable

#: seconds after which an event counts as never happening; tests/guards/trials.py sets less
PATIENCE_S = int(os.environ.get("PATIENCE_S", "240"))
#: seconds between two checks, and between two checks with a command, a page or a database
LOOK_S, QUESTION_S = 0.01, 0.2


def until(happened: Callable[[], object], complaint: object = "it never happened", every: float = LOOK_S):
    """Wait until something has happened; return what `happened` returned.

    If `complaint` is a function, it is called only after the time limit.
    """
    limit = time.monotonic() + PATIENCE_S
    while not (found := happened()):
        assert time.monotonic() < limit, complaint() if callable(complaint) else complaint
        time.sleep(every)
    return found
