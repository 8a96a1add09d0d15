"""`tablekeeper doctor`: what is wrong on this computer, and what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sqlite3
import stat
import sys
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli import tables
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.whoacts import own_accounts
from tablekeeper.director.diagnosis import (
    NOTE,
    OK,
    WRONG,
    BoardFacts,
    Facts,
    PortFacts,
    diagnosis,
    worst,
)
from tablekeeper.director.gnubg import Unavailable, program
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, joined, shown
from tablekeeper.store import NoDatabase, Store, StoreError, backup, open_store
from tablekeeper.tables import candidates
from tablekeeper.version import __version__

_SIGNS = {OK: _("ok"), NOTE: _("note"), WRONG: _("WRONG")}


@click.command(epilog="Example: tablekeeper doctor")
@as_json
@database
def command(as_json: bool, database: str | None) -> None:
    """Look at the database, its disk and copies, the boards plugged in and this computer, and say what to do.

    Nothing is changed, and a server may be running. Exit status 0: nothing is wrong; 1: something is.
    `tablekeeper verify` looks at every record and entry besides.
    """
    facts = facts_of(database)
    if facts.host is not None:
        facts = replace(facts, connected=_connected(database))
    findings = diagnosis(facts)
    if as_json:
        say_json([asdict(one) for one in findings])
    else:
        signs = {grade: shown(sign) for grade, sign in _SIGNS.items()}
        wide = max(map(len, signs.values()))
        for one in findings:
            say(joined((signs[one.grade].ljust(wide), "  ", one.subject, ": ", one.sentence), ""))
            if one.remedy:
                say(" " * (wide + 2) + "-> " + one.remedy)
    if worst(findings) == WRONG:
        sys.exit(1)


def facts_of(url: str | None) -> Facts:
    """Return what is found on this computer."""
    known: dict[str, Any] = {
        "now_ms": wall_ms(),
        "ports": tuple(map(_port, (one.address for one in candidates()))),
        "directors": _directors(),
        "gnubg": _has_gnubg(),
        "versions": (("Tablekeeper", __version__), ("Python", platform.python_version()),
                     (platform.system(), platform.release())),
    }  # fmt: skip
    try:
        with open_store(url, now=wall_ms, threaded=False, read_only=True) as store:
            return Facts(**known, **_stored(store, url))
    except NoDatabase:
        return Facts(**known, database=_place(url), new=True, free=_free(_file(url)))
    except ResourceError as error:
        return Facts(**known, database=_place(url), refused=str(error), free=_free(_file(url)))


def _connected(database: str | None) -> int:
    """Return how many boards the running host reads, at whatever ports; 0 when it does not answer."""
    try:
        with tables.opened(database) as hall:
            return sum(one.online for one in hall.boards.listed())
    except (UserError, ResourceError):
        return 0


def _stored(store: Store, url: str | None) -> dict[str, Any]:
    """Return the facts of a database."""
    boards = tuple(
        BoardFacts(
            one.called, one.last_seen_ms,
            tuple((gap.first, gap.last) for gap in store.gaps(one.uid)), len(store.quarantined(one.uid)),
            any(journal.reread for journal in store.journals(one.uid)[-1:]),
        )
        for one in store.boards()
    )  # fmt: skip
    times = [one.at_ms for one in store.actions(max(0, store.last_action() - 1))]
    found: dict[str, Any] = {
        "database": store.name, "boards": boards, "host": _host(store.announced),
        "last_entry_ms": max([*times, *(one.last_seen_ms for one in boards)], default=0),
    }  # fmt: skip
    file = store.file
    if file is None:
        return found | {"backed_up_elsewhere": True}
    copies = backup.listed(file)
    if copies:
        found |= {"backup_ms": copies[-1].made_ms, "backup_there": copies[-1].there}
    private = [file, own_accounts().path]
    return found | {
        "damage": _damage(file), "size": file.stat().st_size, "free": _free(file),
        "open_files": tuple(str(one) for one in private if _open_to_others(one)),
    }  # fmt: skip


def _damage(file: Path) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = [str(one) for (one,) in connection.execute("PRAGMA quick_check(3)")]
    except sqlite3.Error as error:
        found = [str(error)]
    wrong = (" ".join(one.split()) for one in found if one != "ok")
    return tuple(_("SQLite finds: %(finding)s.", finding=one) for one in wrong)


def _host(announced: str | None) -> str | None:
    """Return where the host that was announced last answers, None when it does not."""
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


def _directors() -> int | None:
    try:
        return sum(one.directs for one in own_accounts().all())
    except ResourceError:
        return None


def _has_gnubg() -> bool:
    try:
        program()
    except Unavailable:
        return False
    return True
