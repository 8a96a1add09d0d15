"""Opens a database: its place, the right to write, its version, and all errors.

SQLite is configured so that acknowledged data survive a power cut (WAL, synchronous=FULL). One process writes
a SQLite database and holds a lock on a file beside it. Several may write a PostgreSQL database (`hosts`);
they share an advisory lock, and an update of the schema needs it exclusively. Readers never wait. Every
failure raises a `StoreError` with one sentence.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Engine, event, exc
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import StaticPool

from tablekeeper.languages import _
from tablekeeper.store import driver, serverlocks, version
from tablekeeper.store.besides import NOFOLLOW, beside
from tablekeeper.store.cutlog import CutLog, cut_short
from tablekeeper.store.failures import Damaged, InUse, NoDatabase, StoreError
from tablekeeper.store.serverlocks import READER, SESSION, ServerLocks, contended, forbidden, own_name

#: PRAGMA application_id: marks the file as a database of Tablekeeper ("TBLK"), also for file(1)
APPLICATION_ID = 0x54424C4B
BUSY_MS = 5000
_WRITES = "tablekeeper_writes"
#: a password in a malformed URL, and the secret settings of a URL
_PASSWORD = re.compile(r"(://[^:]*:).*@")
_SECRET = frozenset({"password", "sslpassword"})


def default_database() -> str:
    """Return the URL of this user's database; make its folder, readable by this user only."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "tablekeeper"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "The folder %(folder)s cannot be made (%(strerror)s): name another place with --database.",
            folder=folder, strerror=error.strerror,
        ) from error
    return f"sqlite:///{folder / 'tablekeeper.db'}"


def address(text: str) -> URL:
    """Return the URL of a database given as a URL or as the path of a SQLite file."""
    if not text.strip():
        # SQLite would keep everything in memory: records that were acknowledged would be lost
        raise StoreError("That names no database: give sqlite:///FILE, a file's path, or "
                         "postgresql://USER@HOST/NAME.")
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (exc.ArgumentError, ValueError) as error:
        raise StoreError(
            "'%(words)s' is not the URL of a database: give sqlite:///FILE, a file's path, or "
            "postgresql://USER@HOST/NAME.",
            words=_PASSWORD.sub(r"\1***@", text),
        ) from error
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(
            "Tablekeeper keeps its data in SQLite or PostgreSQL, not in %(url)s: give sqlite:///FILE or "
            "postgresql://USER@HOST/NAME.",
            url=url.get_backend_name(),
        )
    return url


def only_readable(text: str | None) -> bool:
    """Return whether a database (None: this user's own) is a SQLite file that this user may not write."""
    url = address(default_database() if text is None else text)
    file = Path(url.database or "")
    return url.get_backend_name() == "sqlite" and file.exists() and driver.reads_apart(file)


def shown_address(url: URL) -> str:
    """Return the name of a database in sentences: its file, or the address without a password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.difference_update_query(_SECRET).render_as_string()


def has_secret(text: str) -> bool:
    """Return whether the URL of a database contains a password, even if it is malformed."""
    try:
        url = make_url(text)
    except (exc.ArgumentError, ValueError):
        return _PASSWORD.search(text) is not None
    return url.password is not None or not _SECRET.isdisjoint(url.query)


def take_lock(database: Path, in_use: Callable[[str], str]) -> int:
    """Lock a SQLite file for writing; return the handle that holds the lock until it is closed.

    `in_use` makes the sentence of an InUse error from the words about the process that holds the lock.
    """
    # the file with the process number may stay; only the lock counts, and it ends with the process
    handle = os.open(_lock_of(database), os.O_RDWR | os.O_CREAT | NOFOLLOW, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder, _, host = os.fsdecode(os.read(handle, 8192)).partition("\n")
        os.close(handle)
        process = f" (process {holder})" if holder.isdigit() else ""
        raise InUse(in_use(process), host.removesuffix("\n") or None) from error
    _tell_holder(handle, None)
    return handle


def _tell_holder(handle: int, host: str | None) -> None:
    """Write this process's number into a lock file, and the address of its host if it has one."""
    told = f"{os.getpid()}\n{host}\n" if host else str(os.getpid())
    os.truncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, os.fsencode(told))


def _lock_of(database: Path) -> Path:
    return beside(database, ".lock")


def _scalar(connection: Connection, statement: str) -> object:
    return connection.exec_driver_sql(statement).scalar()


class Database:
    """An opened database: connections for readers, one for the writer, errors as sentences."""

    def __init__(self, text: str, *, read_only: bool = False) -> None:
        self.url = address(text)
        self.read_only = read_only
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.in_memory = self.is_sqlite and self.url.database in (None, "", ":memory:")
        #: other hosts may write it, too
        self.shared = not self.is_sqlite and not read_only
        #: the writer's sessions at a server
        self.locks = ServerLocks()
        #: its name in sentences
        self.name = shown_address(self.url)
        # an in-memory database lives in one connection, which all threads must share
        self._shared = threading.RLock()
        self._lock_file: int | None = None
        #: what SQLite's log had lost before this process opened it
        self.cut_log: CutLog | None = None
        self._writer: Connection | None = None
        self.engine = self._engine()
        try:
            if self.is_sqlite and not self.in_memory:
                self._prepare_file(Path(self.url.database or ""))
            with self.sentences():
                self._begin_work()
            if read_only and not self.in_memory:
                # queries take the same connection from the pool: it has read the schema already
                self._close_writer()
        except BaseException:
            self.close()
            raise

    # --- connections ----------------------------------------------------------------------

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection for queries; it sees committed data."""
        with self.sentences():
            if self.in_memory:
                with self._shared:
                    connection = self.writer()
                    try:
                        yield connection
                    finally:
                        connection.rollback()
            else:
                with self.engine.connect() as connection:
                    yield connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Yield the writer's connection; commit at the end, or roll back after an exception."""
        with self.sentences(), self._shared:
            connection = self.writer()
            try:
                with connection.begin():
                    yield connection
            except exc.DBAPIError as error:
                if error.connection_invalidated:
                    # the server is gone: start again with the next transaction
                    self._drop_writer()
                raise

    def writer(self) -> Connection:
        """Return the writer's connection, which holds the right to write."""
        if self._writer is None:
            connection = self.engine.connect().execution_options(**{_WRITES: not self.read_only})
            if self.shared:
                try:
                    self._take_locks(connection)
                except BaseException:
                    connection.close()
                    raise
            self._writer = connection
        return self._writer

    def _take_locks(self, connection: Connection) -> None:
        if self.locks.moved(connection):
            raise StoreError(
                "The database %(name)s was restored while this host was running: stop the host and start it "
                "again.",
                name=self.name,
            )
        if not self.locks.begin(connection):
            raise InUse(self._in_use(""))

    def contended(self, error: BaseException) -> bool:
        """Return whether a transaction failed only because of another host's: it may be repeated."""
        return self.shared and contended(error.__cause__ if isinstance(error, StoreError) else error)

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.invalidate()
            self._close_writer()

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def sweep(self) -> bool:
        """Rewrite a SQLite file without deleted data and empty its log; return whether that succeeded.

        It fails while another connection reads the file. Nothing may be written at the same time.
        """
        if not self.is_sqlite:
            return True
        with self.sentences(), self._shared:
            raw = self.writer().connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            try:
                # keep the temporary data of VACUUM off the disk
                raw.execute("PRAGMA temp_store=MEMORY")
                raw.execute("PRAGMA secure_delete=ON")
                raw.execute("VACUUM")
                busy = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    return False
                raise StoreError(self._sentence(exc.OperationalError("VACUUM", None, error))) from error
        return not busy

    def close(self) -> None:
        """Close all connections and give up the right to write."""
        self._close_writer()
        self.engine.dispose()
        self._unlock()

    # --- opening --------------------------------------------------------------------------

    def _engine(self) -> Engine:
        if not self.is_sqlite:
            # positional parameters, like SQLite's: one compiled statement for the driver serves both
            name = (READER if self.read_only else SESSION) + own_name()
            return driver.server_engine(
                self.url, paramstyle="format", connect_args={"application_name": name}
            )
        if self.in_memory:
            arguments: dict[str, Any] = {"check_same_thread": False}
            engine = sqlalchemy.create_engine(self.url, poolclass=StaticPool, connect_args=arguments)
        else:
            engine = driver.file_engine(self.url, BUSY_MS / 1000, reads=self.read_only)

        @event.listens_for(engine, "connect")
        def _connect(connection: Any, _record: Any) -> None:
            # we begin transactions ourselves, because migrations must be transactions, too
            connection.isolation_level = None
            if not self.read_only and not self.in_memory:
                connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            if self.read_only:
                connection.execute("PRAGMA query_only=ON")

        driver.begin_transactions(engine, _WRITES)
        return engine

    def _prepare_file(self, path: Path) -> None:
        try:
            if path.is_dir():
                raise StoreError("%(path)s is a folder: name a file in it for the database.", path=path)
            if not path.exists():
                if self.read_only:
                    raise NoDatabase("There is no database %(path)s: name one with --database.", path=path)
                if not path.parent.is_dir():
                    raise StoreError(
                        "There is no folder %(parent)s for the database: make it first, or name another "
                        "place with --database.",
                        parent=path.parent,
                    )
            elif path.stat().st_nlink > 1:
                # SQLite names its log after the opened name: two names would have two logs and lose data
                raise StoreError(
                    "The database %(path)s has a second name (a hard link): remove or copy that one, so "
                    "that the file has only one name.",
                    path=path,
                )
            self.cut_log = cut_short(path)
            if self.read_only:
                return
            # before anything is written: others must not read players' names
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._lock_file = take_lock(path, self._in_use)
        except PermissionError as error:
            raise StoreError(self._no_permission()) from error
        except OSError as error:
            raise StoreError(
                "The database %(path)s cannot be opened (%(strerror)s): name another place with --database.",
                path=path, strerror=error.strerror,
            ) from error

    def announced(self) -> str | None:
        """Return the address in the lock file; None if it has none."""
        try:
            lines = os.fsdecode(_lock_of(Path(self.url.database or "")).read_bytes()).splitlines()
        except OSError:
            return None
        return lines[1] if len(lines) > 1 else None

    def announce(self, host: str | None) -> None:
        """Write into the lock file the address at which this process accepts actions of other processes."""
        if self._lock_file is not None:
            _tell_holder(self._lock_file, host)

    def _unlock(self) -> None:
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    def _begin_work(self) -> None:
        connection = self.writer()
        if self.is_sqlite and _scalar(connection, "PRAGMA quick_check(1)") != "ok":
            raise Damaged(self._damaged())
        revision = version.current(connection)
        if revision is None:
            if self.is_sqlite and _scalar(connection, "PRAGMA application_id") == APPLICATION_ID:
                raise Damaged(self._damaged("its version is missing"))
            if sqlalchemy.inspect(connection).get_table_names():
                raise StoreError(
                    "The database %(name)s belongs to another program: name another one with --database.",
                    name=self.name,
                )
            if self.read_only:
                raise StoreError(
                    "The database %(name)s is empty: nothing has been played yet.",
                    name=self.name,
                )
        connection.rollback()
        if revision == version.HEAD:
            if missing := version.missing(connection):
                raise Damaged(self._damaged(missing))
            return
        if revision is not None and revision not in version.OLDER:
            raise StoreError(
                "The database %(name)s was made by a newer Tablekeeper: update this one (nothing was "
                "changed), or name another database with --database.",
                name=self.name,
            )
        if self.read_only:
            raise StoreError(
                "The database %(name)s was made by an older Tablekeeper: open it once with `tablekeeper "
                "serve`, which brings it up to date.",
                name=self.name,
            )
        with self.locks.alone(connection) if self.shared else contextlib.nullcontext(True) as alone:
            if not alone:
                raise InUse(self._in_use(""))
            self._upgrade(connection)

    def _upgrade(self, connection: Connection) -> None:
        with connection.begin():
            # another host may have done it in the meantime
            if version.current(connection) != version.HEAD:
                version.upgrade(connection)
        if self.is_sqlite:
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            connection.commit()

    # --- errors ---------------------------------------------------------------------------

    @contextlib.contextmanager
    def sentences(self) -> Iterator[None]:
        """Turn an error of the database into a StoreError with one sentence."""
        try:
            yield
        except (exc.OperationalError, exc.DatabaseError) as error:
            ours = isinstance(error, (exc.IntegrityError, exc.ProgrammingError, exc.DataError))
            if ours and not forbidden(error):
                # an error of our code, not of the database: raise it unchanged
                raise
            corrupt = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
            raise (Damaged if corrupt else StoreError)(self._sentence(error)) from error

    def _sentence(self, error: exc.DBAPIError) -> str:
        original = error.orig
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF
        state = getattr(original, "sqlstate", None) or ""
        if code == sqlite3.SQLITE_FULL or state == "53100":
            return _(
                "The disk of the database %(name)s is full: make room on it; the boards keep what is not "
                "stored yet.",
                name=self.name,
            )
        if code == sqlite3.SQLITE_NOTADB:
            return _("%(name)s is not a database: name another file with --database.", name=self.name)
        if code == sqlite3.SQLITE_CORRUPT:
            return self._damaged()
        denied = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
        if code in denied or forbidden(error):
            return self._no_permission()
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return _(
                "The database %(name)s is locked by another program: close that one, or name another "
                "database with --database.",
                name=self.name,
            )
        if code == sqlite3.SQLITE_IOERR:
            return _(
                "The disk of the database %(name)s does not answer (%(original)s): check it; the boards "
                "keep what is not stored yet.",
                name=self.name, original=original,
            )
        if not self.is_sqlite:
            return serverlocks.server_failed(self.name, original)
        told = " ".join(str(original).split())
        return _(
            "The database %(name)s does not work (%(told)s): the boards keep what is not stored yet.",
            name=self.name, told=told,
        )

    def _damaged(self, how: str = "") -> str:
        told = f" ({how})" if how else ""
        return _(
            "The database %(name)s is damaged%(told)s: restore a copy of it, or begin a new one.",
            name=self.name, told=told,
        )

    def _no_permission(self) -> str:
        if self.read_only:
            return _(
                "There is no permission to read the database %(name)s: give it to this user, or name another "
                "one with --database.",
                name=self.name,
            )
        return _(
            "There is no permission to write the database %(name)s: give it to this user, or name another "
            "one with --database.",
            name=self.name,
        )

    def _in_use(self, holder: str) -> str:
        return _(
            "The database %(name)s is in use by another Tablekeeper%(holder)s: close that one, or name "
            "another database with --database.",
            name=self.name, holder=holder,
        )
