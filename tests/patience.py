"""Waits for what other threads, processes and browsers do, as long as a slow machine may need.

No test may fail because the machine was busy. So a test waits for a condition; the limit only ends a test
that would wait for ever. No test asserts how long something took.
"""

import os
import time
from collections.abc import Callable

#: how long anything may take before it counts as never happening (s); tests/guards/trials.py sets less
PATIENCE_S = int(os.environ.get("PATIENCE_S", "240"))
#: between two looks (s), and between two questions that take a command, a page or a database
LOOK_S, QUESTION_S = 0.01, 0.2


def until(happened: Callable[[], object], complaint: object = "it never happened", every: float = LOOK_S):
    """Wait until something has happened; return what `happened` returned.

    A complaint that is a function is called only when the time limit is over.
    """
    limit = time.monotonic() + PATIENCE_S
    while not (found := happened()):
        assert time.monotonic() < limit, complaint() if callable(complaint) else complaint
        time.sleep(every)
    return found
