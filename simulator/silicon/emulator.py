"""The emulator: the version of rp2040js, and the settings for a node program that uses it."""

from __future__ import annotations

import os
from pathlib import Path

from silicon import npm

VERSION = "1.4.1"
#: the .mjs modules
HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]


def package(repository: Path = REPOSITORY) -> Path:
    """Return the folder of rp2040js; raise npm.Missing if it is not available."""
    return npm.fetched(repository, "rp2040js", VERSION, "rp2040js", "dist/esm/index.js")


def environment(package: Path) -> dict[str, str]:
    """Return the environment of a node program that loads our modules."""
    return {**os.environ, "RP2040JS": str(package)}
