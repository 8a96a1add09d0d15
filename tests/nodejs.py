"""Shared by tests that run node programs: skips without the package, fails on a build machine."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from silicon.npm import Missing


def required(fetch: Callable[[], Path]) -> Path:
    """Return the result of `fetch`; if it fails, skip the test with the reason (on a build machine: fail)."""
    try:
        return fetch()
    except Missing as missing:
        why = str(missing)
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(why, pytrace=False)
    pytest.skip(why)
