"""Shared by tests that run node programs: skips without the package."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from silicon.npm import Missing
from tablekeeper.phone import vm


def micropython() -> Path:
    """Return the folder of MicroPython's WebAssembly build, fetching it once into build/; raise Missing."""
    if shutil.which("node") is None:
        raise Missing("node is needed to run MicroPython (Debian package nodejs)")
    try:
        return vm.fetch(vm.folder())
    except vm.Missing as missing:
        raise Missing(str(missing)) from missing


def required(fetch: Callable[[], Path]) -> Path:
    """Return the result of `fetch`; if it fails, skip the test with the reason."""
    try:
        return fetch()
    except Missing as missing:
        pytest.skip(str(missing))
