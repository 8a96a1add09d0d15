"""`tablekeeper support`: writes one file with data for finding a fault, without personal data and secrets."""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
import platform
import re
import socket
import zipfile
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict
from getpass import getuser
from pathlib import Path
from typing import Any

import click

from tablecore import records
from tablekeeper.cli.hostsocket import Host
from tablekeeper.cli.options import database as database_option
from tablekeeper.cli.terminal import say
from tablekeeper.cli.whoacts import own_accounts
from tablekeeper.director.computer import facts_of
from tablekeeper.director.diagnosis import diagnosis
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.scrubbing import Scrubber, names_of
from tablekeeper.director.verification import gaps, verify
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _
from tablekeeper.store import Store, open_store, version
from tablekeeper.version import __version__

#: the most lines of the log, and records of each board, in the file
_LINES, _RECORDS = 5000, 500
#: the most lines of all wires together
_FRAMES = 10_000
#: the fields of a line of the JSON log that are kept; others are omitted
_KNOWN = (
    "time", "level", "logger", "message", "request", "error", "where", "method", "route", "status", "ms"
)  # fmt: skip
_README = """This file is made by `tablekeeper support`: look through it before you give it away.

doctor.json    what is wrong on the computer, and what to do
verify.txt     what a thorough check of the database finds
versions.json  programs and libraries
settings.json  names of the variables that are set, and how many accounts there are: no values
database.json  its schema, and how many rows each table has
heads.txt      the end of each journal
boards.json    boards, their journals, gaps, and their last records: numbers only
wires.txt      what went over the wire of each board last, if a server ran: of names and displays the length
log.jsonl      the end of the log that was named with --log

Names of people, clubs, events and tables, of this computer and its user are replaced by [name].
Passwords, tokens and keys are not read.
"""


@click.command(epilog="Example: tablekeeper support for-help.zip --log host.log")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--log", "log", type=click.Path(path_type=Path), metavar="FILE", help="The file of `serve --log-file`."
)
@database_option
def command(file: Path, log: Path | None, database: str | None) -> None:
    """Gather what helps to find a fault into a new FILE (zip), without personal data and secrets.

    Nothing is sent anywhere. Nothing is changed, and a server may be running.
    """
    lines, left_out = _log(log)
    people, others, parts = _gathered(database)
    scrubber = Scrubber(people, [*others, *_of_this_computer()])
    parts |= {
        "doctor.json": [asdict(one) for one in diagnosis(facts_of(database, own_accounts()))],
        "versions.json": _versions(),
        "settings.json": _settings(),
        "log.jsonl": lines,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("README.txt", _README)
        for name, part in sorted(parts.items()):
            out.writestr(name, _written(name, scrubber.value(part)))
    _write(file, packed.getvalue())
    say(_(
        "Written: %(file)s. Look through it before you give it away: names are replaced by [name].",
        file=file,
    ))
    if left_out:
        say(_("%(left_out)s lines of the log are not JSON and were left out.", left_out=left_out))


def _written(name: str, part: Any) -> str:
    if name.endswith(".txt"):
        return "".join(f"{line}\n" for line in part)
    if name.endswith(".jsonl"):
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in part)
    return json.dumps(part, ensure_ascii=False, indent=2) + "\n"


def _write(file: Path, data: bytes) -> None:
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
    except FileExistsError as error:
        raise UserError("%(file)s exists already: name another file.", file=file) from error
    except OSError as error:
        raise UserError(
            "%(file)s can't be written: %(strerror)s.", file=file, strerror=error.strerror
        ) from error


def _gathered(url: str | None) -> tuple[list[str], list[str], dict[str, Any]]:
    """Return the names of people and other texts in a database, and its description.

    For a database that cannot be opened, the description is only the reason.
    """
    try:
        with open_store(url, now=wall_ms, threaded=False, read_only=True) as store:
            told: dict[str, Any] = {
                "verify.txt": [*verify(store), *gaps(store)],
                "database.json": {"schema": version.HEAD, "bytes": store.size(), "rows": store.rows()},
                "heads.txt": [str(one) for one in store.heads()],
                "boards.json": list(_boards(store)),
                "wires.txt": _wires(store.announced),
            }
            return *names_of(store), told
    except ResourceError as error:
        # the sentence contains a path; the words of `_of_this_computer` are removed from it
        return [], [], {"verify.txt": [str(error)]}


def _wires(host: str | None) -> list[str]:
    """Return the last frames of each board, as the running host knows them."""
    if host is None:
        return ["No server was running."]
    try:
        wires = Host(host).wires()
    except (ResourceError, UserError) as error:
        return [str(error)]
    most = max(1, _FRAMES // max(1, len(wires)))
    return [f"{board} {line}" for board, lines in sorted(wires.items()) for line in lines[-most:]]


def _boards(store: Store) -> Iterator[dict[str, Any]]:
    for board in store.boards():
        journals = store.journals(board.uid)
        yield {
            "uid": board.uid, "firmware": board.firmware, "first_seen_ms": board.first_seen_ms,
            "last_seen_ms": board.last_seen_ms, "set_aside": len(store.quarantined(board.uid)),
            "gaps": [[one.journal, one.first, one.last] for one in store.gaps(board.uid)],
            "journals": [asdict(one) for one in journals],
            "records": [
                list(records.unpack(one))
                for journal in journals[-1:]
                for one in store.records(board.uid, journal.journal, max(1, journal.last - _RECORDS))
            ],
        }  # fmt: skip


def _versions() -> dict[str, Any]:
    needed = importlib.metadata.requires("tablekeeper") or []
    names = {re.split(r"[^\w.-]", one)[0] for one in needed if "extra ==" not in one} | {"psycopg"}
    found = {}
    for name in sorted(names):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "tablekeeper": __version__, "python": platform.python_version(), "system": platform.system(),
        "release": platform.release(), "machine": platform.machine(), "libraries": found,
    }  # fmt: skip


def _settings() -> dict[str, Any]:
    """Return the names of the set variables, without values, and the number of accounts of each role."""
    roles: dict[str, int] = {}
    try:
        for one in own_accounts().all():
            roles[one.role] = roles.get(one.role, 0) + 1
    except ResourceError:
        roles = {}
    variables = sorted(one for one in os.environ if one.startswith("TABLEKEEPER"))
    return {"variables": variables, "accounts": roles}


def _of_this_computer() -> Iterator[str]:
    """Yield the names of this computer and its users: host name, login name, names of the accounts."""
    yield from (socket.gethostname(), socket.getfqdn(), getuser(), Path.home().name)
    try:
        yield from (one.name for one in own_accounts().all())
    except ResourceError:
        return


def _log(file: Path | None) -> tuple[list[dict[str, Any]], int]:
    """Return the newest lines of a JSON log, and the number of lines that were not JSON."""
    if file is None:
        return [], 0
    kept: deque[dict[str, Any]] = deque(maxlen=_LINES)
    left_out = 0
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    found = json.loads(line)
                    kept.append({key: found[key] for key in _KNOWN if key in found})
                except (ValueError, TypeError):
                    left_out += 1
    except OSError as error:
        raise UserError(
            "%(file)s can't be read: look at its name, and whether you may read it.", file=file
        ) from error
    return list(kept), left_out
