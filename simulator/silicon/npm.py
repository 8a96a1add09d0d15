"""Packages from npm, fetched once into build/, each of one exact version."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

_SECONDS = 600


class Missing(Exception):
    """A package is not available; the text is one sentence that says what is missing."""


def fetched(repository: Path, package: str, version: str, title: str, proof: str) -> Path:
    """Return a package's folder; `title` is its name for people, `proof` a file in a complete one.

    Raises Missing without node and npm, or if the registry can't be reached.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Missing(f"node and npm are needed to run {title} (Debian packages nodejs and npm)")
    home = repository / "build" / f"{title.lower()}-{version}"
    place = home / "node_modules" / package
    if not (place / proof).is_file():
        # install it in another folder first, so that no other process sees half a package
        fresh = home.with_name(f"{home.name}.{os.getpid()}")
        fresh.mkdir(parents=True, exist_ok=True)
        wanted = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", f"{package}@{version}"]
        install = subprocess.run(
            ["npm", "install", "--prefix", ".", *wanted],
            cwd=fresh, capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
        if install.returncode:
            shutil.rmtree(fresh)
            raise Missing(f"{title} {version} cannot be fetched from the npm registry here")
        try:
            fresh.rename(home)
        except OSError:
            shutil.rmtree(fresh)
    return place
