"""Backups of a SQLite database: a copy made while the hall goes on, and the list of the copies there are.

A copy may hold the name of somebody who has been removed since, so each carries the day on which it is to
be deleted: in the copy itself, and in a list beside the database, from which a removal tells them.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from tablekeeper.store.database import StoreError

#: beside the database: one copy a line, oldest first
_LIST = ".backups"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of a database: its absolute path, when it was made (ms since 1970) and its last day."""

    path: str
    made_ms: int
    expires: str

    @property
    def there(self) -> bool:
        """Whether the copy still lies where it was made."""
        return os.path.exists(self.path)

    def expired(self, today: date) -> bool:
        """Whether its last day is over."""
        return date.fromisoformat(self.expires) < today


def listed(database: Path) -> tuple[Backup, ...]:
    """Return the copies that were made of a database, oldest first, also those that are gone."""
    try:
        lines = _list_of(database).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except OSError as error:
        listing = _list_of(database)
        raise StoreError(f"The list of backups {listing} can't be read: {error.strerror}.") from error
    found = []
    for line in lines:
        try:
            value = json.loads(line)
            one = Backup(str(value["path"]), int(value["made_ms"]), str(value["expires"]))
            date.fromisoformat(one.expires)
        except (ValueError, KeyError, TypeError):
            # a line cut off when the disk was full: what is whole still counts
            continue
        found.append(one)
    return tuple(found)


def copy(database: Path, target: Path, made_ms: int, expires: date) -> Backup:
    """Copy a database that may be in use into a new file, which says when it is to be deleted.

    Only its owner may read the copy. Raises StoreError when there is a file already, or it cannot be written;
    then nothing is left behind.
    """
    target = Path(os.path.abspath(target))
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise StoreError(f"{target} is there already: name another file for the backup.") from error
    except OSError as error:
        raise StoreError(f"{target} can't be written: {error.strerror}.") from error
    made = Backup(str(target), made_ms, expires.isoformat())
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as out:
            source.backup(out)
            # the copy is one file, wherever it is carried
            out.execute("PRAGMA journal_mode=DELETE")
            out.execute("DELETE FROM backup_marks")
            out.execute("INSERT INTO backup_marks (made_ms, expires) VALUES (?, ?)", (made_ms, made.expires))
            out.commit()
        _note(database, made)
    except (sqlite3.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StoreError(f"The backup {target} was not made: {error}.") from error
    return made


def _list_of(database: Path) -> Path:
    return database.with_name(database.name + _LIST)


def _note(database: Path, made: Backup) -> None:
    handle = os.open(_list_of(database), os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(made), ensure_ascii=False) + "\n")
        out.flush()
        os.fsync(out.fileno())
