"""Files that only this user can read: written as a whole, by one program at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablekeeper.errors import UserError
from tablekeeper.languages import _


@contextmanager
def alone(path: Path, what: str) -> Iterator[None]:
    """Hold a lock file, so that only one program or thread at a time changes a file; `what`: as below."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unwritable(path, what, error) from error
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def write_private(path: Path, text: str, what: str) -> None:
    """Replace a file by one that only this user can read; `what` names its contents for an error."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        # a new file, then a rename: it is never readable by others and never incomplete
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError as error:
        raise _unwritable(path, what, error) from error


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what differs when a file was written again; None if there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _unwritable(path: Path, what: str, error: OSError) -> UserError:
    why = (error.strerror or str(error)).lower()
    return UserError(_(
        "%(what)s can't be kept in %(path)s (%(why)s): make room there, or give it to this user.",
        what=what, path=path, why=why,
    ))
