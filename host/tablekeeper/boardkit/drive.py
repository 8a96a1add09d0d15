"""The board's drive: a small FAT file system on a cable that can be pulled at any time.

Every file is replaced atomically and flushed. Files are read back from the board, not from the computer's
cache. Every error of the drive is reported in one sentence.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablekeeper.boardkit.refusal import PLUG_IN_AGAIN
from tablekeeper.errors import UserError

#: ending of an incomplete file; if an installation is interrupted, the next one removes the file
FRESH = ".new"
#: cluster size if the system does not report it (Windows): larger than that of a small FAT
_CLUSTER = 4096

_NOT_ALLOWED = (errno.EACCES, errno.EPERM)
_IN_THE_WAY = (errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY)
_GONE = (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOTCONN, errno.ESTALE)


def sha256(data: bytes) -> str:
    """Return the SHA-256 of data in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


class Drive:
    """A mounted drive; paths are relative to it, with slashes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        try:
            self._device = root.stat().st_dev
            self._cluster = os.statvfs(root).f_frsize if sys.platform != "win32" else _CLUSTER
        except OSError as error:
            raise UserError(
                "There is no drive at %(root)s: name the board's own with --drive.",
                root=root,
            ) from error
        if not root.is_dir():
            raise UserError("%(root)s is a file and no drive: name the board's own with --drive.", root=root)

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes from the board; None if the file does not exist."""
        with self._told():
            try:
                with open(self.root / path, "rb", buffering=0) as file:
                    _forget_cached(file.fileno())
                    return file.readall()
            except FileNotFoundError:
                if not self._present():
                    raise
        return None

    def write(self, path: str, data: bytes) -> None:
        """Write a file, replacing the old one, and return when the drive has stored it."""
        place = self.root / path
        fresh = place.with_name(place.name + FRESH)
        with self._told():
            for folder in reversed(place.relative_to(self.root).parents[:-1]):
                # one by one: if the drive is unplugged, a folder must not be created on this computer instead
                (self.root / folder).mkdir(exist_ok=True)
            with open(fresh, "wb", buffering=0) as file:
                view = memoryview(data)
                while view:
                    view = view[file.write(view) or 0 :]
                os.fsync(file.fileno())
            os.replace(fresh, place)
            _flush_folder(place.parent)

    def remove(self, path: str) -> None:
        """Remove a file, and any folder of Tablekeeper that is empty after that."""
        place = self.root / path
        with self._told():
            place.unlink(missing_ok=True)
            for folder in place.relative_to(self.root).parents[:-1]:
                if folder == Path("lib") or any((self.root / folder).iterdir()):
                    break
                (self.root / folder).rmdir()

    def rename(self, path: str, to: str) -> None:
        """Move a file aside."""
        with self._told():
            (self.root / to).parent.mkdir(exist_ok=True)
            os.replace(self.root / path, self.root / to)

    def exists(self, path: str) -> bool:
        """Return whether a file or folder exists."""
        with self._told():
            return (self.root / path).exists()

    def free(self) -> int:
        """Return the number of free bytes."""
        with self._told():
            return shutil.disk_usage(self.root).free

    def taken(self, size: int) -> int:
        """Return the bytes that a file of this size takes on the drive."""
        return -(-size // self._cluster) * self._cluster

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn an error of the system into a sentence."""
        try:
            if self.root.stat().st_dev != self._device:
                raise FileNotFoundError(errno.ENOENT, "unmounted", str(self.root))
            yield
        except OSError as error:
            if error.errno in _GONE or not self._present():
                raise self._gone() from error
            if error.errno in _IN_THE_WAY:
                raise UserError(
                    "Something else is in the place of the firmware's %(filename)s: move it away, and "
                    "repeat.",
                    filename=error.filename,
                ) from error
            if error.errno == errno.EROFS:
                raise UserError(
                    "The drive %(root)s can't be written: %(plug_in_again)s.",
                    root=self.root, plug_in_again=PLUG_IN_AGAIN,
                ) from error
            if error.errno in _NOT_ALLOWED:
                raise UserError(
                    "You may not write on the drive %(root)s: mount it for yourself, or run this as the "
                    "user it is mounted for.",
                    root=self.root,
                ) from error
            if error.errno == errno.ENOSPC:
                raise UserError(
                    "The drive %(root)s is full: delete files of your own from it, and repeat.",
                    root=self.root,
                ) from error
            why = (error.strerror or str(error)).lower()
            raise UserError(
                "The drive %(root)s failed (%(why)s): %(plug_in_again)s.",
                root=self.root, why=why, plug_in_again=PLUG_IN_AGAIN,
            ) from error

    def _present(self) -> bool:
        try:
            return self.root.stat().st_dev == self._device
        except OSError:
            return False

    def _gone(self) -> UserError:
        return UserError(
            "The drive %(root)s went away before all was copied: %(plug_in_again)s; what is there already "
            "is not copied again.",
            root=self.root, plug_in_again=PLUG_IN_AGAIN,
        )


def _forget_cached(descriptor: int) -> None:
    """Make the next read come from the drive, not from this computer's cache, if the system supports it."""
    if sys.platform == "linux":
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    elif sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_NOCACHE, 1)


def _flush_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # this system can't flush a folder; the file is flushed already
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # some file systems have nothing to flush in a folder
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)
