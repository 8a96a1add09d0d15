"""Collects the facts for a diagnosis: about this computer, its ports, and the database of a hall.

Nothing is changed. The database may be in use by a host; this module only reads it.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sqlite3
import stat
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from tablekeeper.director.diagnosis import BoardFacts, Facts, FederationFacts, PortFacts
from tablekeeper.director.gnubg import Unavailable, program
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import ResourceError
from tablekeeper.languages import _
from tablekeeper.store import Damaged, NoDatabase, Store, StoreError, backup, open_store
from tablekeeper.store.driver import reader
from tablekeeper.tables import candidates
from tablekeeper.version import __version__

#: the port of NATS where an address names none
_NATS_PORT = 4222


class MayDirect(Protocol):
    """An account."""

    @property
    def directs(self) -> bool:
        """Whether the account is a director's."""


class AccountFile(Protocol):
    """The accounts of this computer, and their file."""

    @property
    def path(self) -> Path:
        """The file."""

    def all(self) -> Iterable[MayDirect]:
        """Return all accounts; raise ResourceError if the file cannot be read."""


def facts_of(url: str | None, accounts: AccountFile | None) -> Facts:
    """Return the facts about this computer, and about the database at an address."""
    known = _here(accounts)
    try:
        with open_store(url, now=wall_ms, threaded=False, read_only=True) as store:
            return Facts(**known, **_stored(store, accounts))
    except NoDatabase:
        return Facts(**known, database=_place(url), new=True, free=_free(_file(url)))
    except ResourceError as error:
        return Facts(
            **known, database=_place(url), refused=str(error), broken=isinstance(error, Damaged),
            free=_free(_file(url)),
        )  # fmt: skip


def facts_beside(store: Store, accounts: AccountFile | None) -> Facts:
    """Return the facts about this computer, and about an open database."""
    return Facts(**_here(accounts), **_stored(store, accounts))


def _here(accounts: AccountFile | None) -> dict[str, Any]:
    """Return the facts about this computer."""
    return {
        "now_ms": wall_ms(),
        "ports": tuple(map(_port, (one.address for one in candidates()))),
        "directors": _directors(accounts),
        "gnubg": _has_gnubg(),
        "versions": (("Tablekeeper", __version__), ("Python", platform.python_version()),
                     (platform.system(), platform.release())),
    }  # fmt: skip


def _stored(store: Store, accounts: AccountFile | None) -> dict[str, Any]:
    """Return the facts about a database."""
    boards = tuple(
        BoardFacts(
            one.called, one.last_seen_ms,
            tuple((gap.first, gap.last) for gap in store.gaps(one.uid)), len(store.quarantined(one.uid)),
            any(journal.reread for journal in store.journals(one.uid)[-1:]),
        )
        for one in store.boards()
        if one.device
    )  # fmt: skip
    times = [one.at_ms for one in store.actions(max(0, store.last_action() - 1))]
    found: dict[str, Any] = {
        "database": store.name, "boards": boards, "host": _host(store.announced),
        "federation": _federation(store),
        "last_entry_ms": max([*times, *(one.last_seen_ms for one in boards)], default=0),
    }  # fmt: skip
    file = store.file
    if file is None:
        hosts = store.hosts.names()
        return found | {"backed_up_elsewhere": True, "host": ", ".join(hosts) or None}
    copies = backup.listed(file)
    if copies:
        found |= {"backup_ms": copies[-1].made_ms, "backup_there": copies[-1].there}
    private = [file, *([] if accounts is None else [accounts.path])]
    return found | {
        "damage": (*_damage(file), *store.differences(())), "size": file.stat().st_size, "free": _free(file),
        "open_files": tuple(str(one) for one in private if _open_to_others(one)),
    }  # fmt: skip


def _damage(file: Path) -> tuple[str, ...]:
    try:
        with closing(reader(file)) as connection:
            found = [str(one) for (one,) in connection.execute("PRAGMA quick_check(3)")]
    except sqlite3.Error as error:
        found = [str(error)]
    wrong = (" ".join(one.split()) for one in found if one != "ok")
    return tuple(_("SQLite finds: %(finding)s.", finding=one) for one in wrong)


def _federation(store: Store) -> FederationFacts | None:
    joined = store.shipped.membership()
    if joined is None:
        return None
    servers = tuple(one for one in joined.servers.split(",") if one)
    state = store.shipped.state()
    return FederationFacts(
        joined.venue, servers, sum(one.waiting for one in state),
        tuple(one.journal for one in state if one.parted is not None),
        reached=any(map(_answers, servers)),
        refused=(
            _unreadable(joined.secret) or _unreadable(joined.authority) or _readable_by_all(joined.secret)
        ),
    )  # fmt: skip


def _answers(server: str) -> bool:
    """Return whether something accepts connections at an address such as nats://HOST:4222."""
    try:
        parts = urlsplit(server)
        with socket.create_connection((parts.hostname or "", parts.port or _NATS_PORT), timeout=2):
            return True
    except (OSError, ValueError):
        return False


def _unreadable(file: str) -> str:
    if not file or os.access(file, os.R_OK):
        return ""
    return _(
        "%(file)s can't be read, so nothing is shipped: put it back, or join again with `tablekeeper venue "
        "join`.",
        file=file,
    )


def _readable_by_all(secret: str) -> str:
    # shipping refuses such a file
    if not secret or os.name != "posix" or not Path(secret).stat().st_mode & stat.S_IROTH:
        return ""
    return _("Every user of this computer can read %(file)s: run chmod 600 on it.", file=secret)


def _host(announced: str | None) -> str | None:
    """Return the address of the last announced host if it answers, else None."""
    if announced is None:
        return None
    try:
        with socket.socket(socket.AF_UNIX) as there:
            there.settimeout(2)
            there.connect(announced)
    except OSError:
        return None
    return announced


def _open_to_others(file: Path) -> bool:
    try:
        return os.name == "posix" and bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False


def _free(file: Path | None) -> int | None:
    if file is None:
        return None
    place = next((one for one in (file, *file.absolute().parents) if one.exists()), None)
    return None if place is None else shutil.disk_usage(place).free


def _file(url: str | None) -> Path | None:
    try:
        return backup.file_of(url)
    except StoreError:
        return None


def _place(url: str | None) -> str:
    file = _file(url)
    return str(file) if file is not None else _("that address")


def _port(address: str) -> PortFacts:
    group = ""
    if os.name == "posix":
        import grp

        try:
            group = grp.getgrgid(os.stat(address).st_gid).gr_name
        except (OSError, KeyError):
            group = ""
    return PortFacts(address, os.access(address, os.R_OK | os.W_OK) or os.name != "posix", group)


def _directors(accounts: AccountFile | None) -> int | None:
    try:
        return None if accounts is None else sum(one.directs for one in accounts.all())
    except ResourceError:
        return None


def _has_gnubg() -> bool:
    try:
        program()
    except Unavailable:
        return False
    return True
