"""Backups of a SQLite database: copies made during operation, and the list of existing copies.

A copy gets its name only when it is whole, and may be encrypted (encryption.py). It may hold a name that was
removed later. So each copy stores the day on which it must be deleted: in the copy itself, in a small file
beside it, and in a list beside the database, which a removal shows to the user.
SQLite copies a consistent state, even during writes.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from tablekeeper.store.besides import append_text, replace_text
from tablekeeper.store.besides import beside as _beside_real
from tablekeeper.store.database import APPLICATION_ID, address, default_database, take_lock
from tablekeeper.store.driver import reader
from tablekeeper.store.encryption import Opener, Sealer, decrypt, encrypt, is_encrypted
from tablekeeper.store.failures import StoreError
from tablekeeper.store.heads import BESIDE, LOST

#: beside the database: one copy a line, oldest first
_LIST = ".backups"
#: a database that a copy has replaced, with the day; it is kept this many days
_REPLACED, _REPLACED_DAYS = ".replaced-", 30
#: beside the copy: what it is and how long it is kept, for a person who finds it
_BESIDE = ".expires"
#: the files of a database; the last one is the database itself
_PARTS = ("-wal", "-shm", BESIDE, LOST, "")
#: endings of an incomplete copy, and of the plain copy beside the database that is then encrypted
_PART, _PLAIN = ".part", ".copying"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of a database: its absolute path, when it was made (ms since 1970) and its last day.

    `digest` is the SHA-256 of an encrypted copy, because its day cannot be read without the key; else "".
    """

    path: str
    made_ms: int
    expires: str
    digest: str = ""
    #: whether it is not a copy, but the database that a copy has replaced
    replaced: bool = False

    @property
    def there(self) -> bool:
        """Whether the copy still exists at its path."""
        return os.path.exists(self.path)

    @property
    def away(self) -> bool:
        """Whether its folder is missing, too, for example because the USB stick was pulled out."""
        return not self.there and not os.path.isdir(os.path.dirname(self.path))

    def expired(self, today: date) -> bool:
        """Return whether its last day is over."""
        return date.fromisoformat(self.expires) < today

    def is_it(self) -> bool:
        """Return whether the file at its path is this copy, and not another file of that name."""
        if not self.there:
            return False
        if self.replaced:
            # its name is used for nothing else
            return True
        path = Path(self.path)
        return _digest(path) == self.digest if self.digest else marked(path) == self.expires


def file_of(url: str | None) -> Path:
    """Return the file of a SQLite database (None: this user's default); StoreError for any other database."""
    found = address(default_database() if url is None else url)
    if found.get_backend_name() != "sqlite" or found.database in (None, "", ":memory:"):
        raise StoreError(
            "Only a SQLite file is copied like this: back PostgreSQL up with its own pg_dump, and give "
            "that copy a day on which it is deleted."
        )
    return Path(found.database or "")


def listed(database: Path) -> tuple[Backup, ...]:
    """Return the copies that were made of a database, oldest first, including deleted ones."""
    try:
        lines = _list_of(database).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except OSError as error:
        listing = _list_of(database)
        raise StoreError(
            "The list of backups %(listing)s can't be read: %(strerror)s.",
            listing=listing, strerror=error.strerror,
        ) from error
    found = []
    for line in lines:
        try:
            value = json.loads(line)
            one = Backup(
                str(value["path"]), int(value["made_ms"]), str(value["expires"]), str(value.get("digest", ""))
            )
            date.fromisoformat(one.expires)
        except (ValueError, KeyError, TypeError):
            # a line that was cut off when the disk was full: use the complete lines
            continue
        found.append(one)
    return tuple(found)


def replaced(database: Path) -> Iterator[Backup]:
    """Yield the databases that were replaced by a copy, oldest first: they hold names, too."""
    first = _beside_real(database, _REPLACED)
    for file in sorted(first.parent.glob(f"{glob.escape(first.name)}*")):
        told = re.fullmatch(r"(\d{8})(-\d+)?", file.name.removeprefix(first.name))
        with contextlib.suppress(ValueError, OverflowError):
            if told is not None:
                day = datetime.strptime(told[1], "%Y%m%d").replace(tzinfo=UTC)
                expires = (day + timedelta(_REPLACED_DAYS)).date().isoformat()
                yield Backup(str(file), int(day.timestamp()) * 1000, expires, replaced=True)


def copy(database: Path, target: Path, made_ms: int, expires: date, sealer: Sealer | None = None) -> Backup:
    """Copy a database that may be in use into a new file, which contains the day of its deletion.

    With a `sealer` the copy is encrypted; the plain copy exists only until then, beside the database and
    never on the target's disk. Only its owner may read the copy. Raises StoreError if the file exists
    already, or cannot be written; then nothing is left behind.
    """
    if target.exists():
        raise StoreError("%(target)s exists already: name another file for the backup.", target=target)
    target = Path(os.path.abspath(target))
    part = target.with_name(target.name + _PART)
    plain = part if sealer is None else _beside_real(database, _PLAIN)
    temporary = [part, plain, plain.with_name(f"{plain.name}-journal")]
    for one in dict.fromkeys((part, plain)):
        try:
            _reserve(one, target)
        except StoreError:
            # `one` belongs to another backup that is being made: leave it
            if one != part:
                part.unlink(missing_ok=True)
            raise
    made = Backup(str(target), made_ms, expires.isoformat())
    try:
        _copy(database, plain, made)
        if sealer is not None:
            encrypt(plain, part, sealer)
            plain.unlink()
            made = replace(made, digest=_digest(part))
        told = f"{target.name} is a copy of a Tablekeeper database: delete it after {made.expires}.\n"
        replace_text(_beside(target), told)
        _note(database, made)
        part.replace(target)
    except (sqlite3.Error, OSError, StoreError) as error:
        _beside(target).unlink(missing_ok=True)
        if isinstance(error, StoreError):
            raise
        raise StoreError(
            "The backup %(target)s was not made: %(error)s.",
            target=target, error=error,
        ) from error
    finally:
        for one in temporary:
            one.unlink(missing_ok=True)
    return made


def _reserve(path: Path, target: Path) -> None:
    """Make an empty file that only this user may read."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise StoreError(
            "Another backup is being made, or one was interrupted: if none is running, delete %(path)s.",
            path=path,
        ) from error
    except OSError as error:
        raise StoreError(
            "%(target)s can't be written: %(strerror)s.",
            target=target, strerror=error.strerror,
        ) from error


def _copy(database: Path, out: Path, made: Backup) -> None:
    with (
        closing(reader(database)) as source,
        closing(sqlite3.connect(out)) as copied,
    ):
        _check(source, database)
        source.backup(copied)
        # without a WAL the copy is a single file
        copied.execute("PRAGMA journal_mode=DELETE")
        copied.execute("DELETE FROM backup_marks")
        copied.execute(
            "INSERT INTO backup_marks (made_ms, expires) VALUES (?, ?)", (made.made_ms, made.expires)
        )
        copied.commit()


@contextmanager
def restoring(database: Path, copied: Path, opener: Opener | None = None) -> Iterator[tuple[Path, int]]:
    """Yield the path of a database made from a copy, and when the copy was made (ms); delete the database
    after.

    It is in the folder of the database that it may replace (`put_in_place`). An `opener` decrypts an
    encrypted copy. Raises StoreError if the file is not a copy.
    """
    fresh, opened = _beside_real(database, ".restoring"), _beside_real(database, ".opened")
    try:
        try:
            plain = opened if is_encrypted(copied) else copied
            if plain == opened:
                opened.unlink(missing_ok=True)
                decrypt(copied, opened, opener)
            fresh.unlink(missing_ok=True)
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with (
                closing(sqlite3.connect(f"{plain.absolute().as_uri()}?mode=ro", uri=True)) as source,
                closing(sqlite3.connect(fresh)) as out,
            ):
                _check(source, copied)
                row = source.execute("SELECT made_ms FROM backup_marks").fetchone()
                if row is None:
                    raise StoreError(
                        "%(copied)s is not a backup: backups are made with `tablekeeper backup`.",
                        copied=copied,
                    )
                source.backup(out)
                out.execute("DELETE FROM backup_marks")
                out.commit()
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                "The backup %(copied)s can't be restored: %(error)s.",
                copied=copied, error=error,
            ) from error
        yield fresh, int(row[0])
    finally:
        opened.unlink(missing_ok=True)
        for ending in ("", "-wal", "-shm", "-journal", ".lock", BESIDE, LOST):
            fresh.with_name(fresh.name + ending).unlink(missing_ok=True)


def put_in_place(database: Path, fresh: Path, day: str) -> Path | None:
    """Replace a database by a fresh one; keep the old one with all its files under a name with the `day`.

    Return the kept file; None if there was no database. Raises StoreError while another process writes it.
    """
    real = database.resolve()
    lock = take_lock(
        real, lambda process: f"The database {database} is in use{process}: close that one first (Ctrl-C)."
    )
    kept = [f"{real.name}{_REPLACED}{day}{more}" for more in ("", *(f"-{n}" for n in range(2, 100)))]
    try:
        # a file with this name would be overwritten
        aside = next(one for name in kept if not (one := real.with_name(name)).exists())
        there = real.exists()
        for ending in _PARTS:
            part = real.with_name(real.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        fresh.rename(real)
    except OSError as error:
        raise StoreError(
            "%(filename)s can't be moved: %(strerror)s.",
            filename=error.filename, strerror=error.strerror,
        ) from error
    finally:
        os.close(lock)
    return aside if there else None


def _check(source: sqlite3.Connection, database: Path) -> None:
    if source.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError(
            "%(database)s is not a database of Tablekeeper: name another one with --database.",
            database=database,
        )
    if source.execute("SELECT 1 FROM sqlite_master WHERE name = 'backup_marks'").fetchone() is None:
        raise StoreError(
            "The database %(database)s was made by an older Tablekeeper: open it once with `tablekeeper "
            "serve`, which brings it up to date.",
            database=database,
        )


def marked(copied: Path) -> str | None:
    """Return the last day that is stored in the copy itself; None if it has none."""
    try:
        with closing(sqlite3.connect(f"{copied.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            row = connection.execute("SELECT expires FROM backup_marks").fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else str(row[0])


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def delete_expired(database: Path, today: date) -> tuple[Backup, ...]:
    """Delete the copies whose last day is over, but not the newest one: the clock may be wrong.

    Remove them and missing copies from the list. Return the deleted copies. Another file at a copy's path is
    not deleted. Copies on a disk that is not connected stay on the list.
    """
    noted = listed(database)
    known = (*noted, *replaced(database))
    newest = next((one for one in reversed(noted) if one.is_it()), None)
    over = [one for one in known if one.expired(today) and not one.away and one != newest]
    deleted = []
    try:
        for one in over:
            path = Path(one.path)
            if one.is_it():
                for ending in _PARTS if one.replaced else ("",):
                    path.with_name(path.name + ending).unlink(missing_ok=True)
                deleted.append(one)
            _beside(path).unlink(missing_ok=True)
        kept = [one for one in noted if one not in over and (one.there or one.away)]
        if len(kept) < len(noted):
            replace_text(_list_of(database), "".join(map(_line, kept)))
    except OSError as error:
        raise StoreError(
            "%(filename)s can't be deleted: %(strerror)s.",
            filename=error.filename, strerror=error.strerror,
        ) from error
    return tuple(deleted)


def _beside(target: Path) -> Path:
    return target.with_name(target.name + _BESIDE)


def _list_of(database: Path) -> Path:
    return _beside_real(database, _LIST)


def _line(one: Backup) -> str:
    told = {key: value for key, value in asdict(one).items() if key != "replaced"}
    return json.dumps(told, ensure_ascii=False) + "\n"


def _note(database: Path, made: Backup) -> None:
    listing = _list_of(database)
    # a line that was cut off is ended first, or it would swallow this one
    cut = listing.exists() and not listing.read_bytes().endswith(b"\n")
    append_text(listing, "\n" * cut + _line(made))
