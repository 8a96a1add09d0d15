"""The small files beside a database: beside the real one, for its user only, and never through a link."""

from __future__ import annotations

import os
from pathlib import Path

#: a link in the place of such a file could lead to any other file of this user
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


def beside(database: Path, ending: str) -> Path:
    """Return the file with this ending beside a database; a link to the database has none of its own."""
    real = database.resolve()
    return real.with_name(real.name + ending)


def replace_text(target: Path, text: str) -> None:
    """Write a file as a whole: a reader sees the old or the new one."""
    fresh = target.with_name(target.name + ".new")
    fresh.unlink(missing_ok=True)
    with open(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    fresh.replace(target)


def append_text(target: Path, text: str) -> None:
    """Write a text behind the end of a file; after this it is on the disk."""
    handle = os.open(target, os.O_CREAT | os.O_APPEND | os.O_WRONLY | NOFOLLOW, 0o600)
    with open(handle, "a", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
