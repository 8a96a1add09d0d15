"""Shared by tests that run node programs: skips without the package."""

from collections.abc import Callable
from pathlib import Path

import pytest

from silicon.npm import Missing


def required(fetch: Callable[[], Path]) -> Path:
    """Return the result of `fetch`; if it fails, skip the test with the reason."""
    try:
        return fetch()
    except Missing as missing:
        pytest.skip(str(missing))
