"""The journal of logins: who came in, who was refused, from where, and who changed an account.

A file of lines that is only added to. It is no part of a database: exports, rankings and backups do not
have it.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

#: what happened -> its sentence; `by` is who did it to the account
SENTENCES = {
    "in": "{name} signed in",
    "first": "{name} signed in by the printed link",
    "display": "The display {name} was opened by its link",
    "player": "{name} was opened by a player's link",
    "wrong": "Wrong password for {name}",
    "unknown": "Wrong name and password",
    "wrong token": "A command with a wrong token",
    "out": "{name} signed out",
    "everywhere": "{name} signed out everywhere",
    "new": "{by} made the account {name}, role {role}",
    "role": "{by} gave {name} the role {role}",
    "password": "{by} set the password of {name}",
    "disable": "{by} disabled the account {name}",
    "enable": "{by} enabled the account {name}",
    "token": "{by} made a token for {name}",
    "link": "{by} made a link for the display {name}",
    "renew": "{by} made another link for {name}",
    "revoke": "{by} revoked the token or link of {name}",
}
#: those that are failures
FAILURES = frozenset({"wrong", "unknown", "wrong token"})
#: bytes of a line, at most; enough to find the newest lines without reading all
_LINE = 400
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoginEntry:
    """What happened: one of `SENTENCES`, when, to whose account, from which address."""

    at_ms: int
    what: str
    name: str = ""
    role: str = ""
    by: str = ""
    address: str = ""

    @property
    def text(self) -> str:
        """The sentence."""
        said = SENTENCES[self.what].format(name=self.name, role=self.role, by=self.by)
        return f"{said}, from {self.address}" if self.address else said


class LoginJournal:
    """The file."""

    def __init__(self, path: Path, now: Callable[[], int]) -> None:
        self._path = path
        self._now = now
        #: failures that this program has entered
        self.failed = 0

    def enter(self, what: str, name: str = "", *, role: str = "", by: str = "", address: str = "") -> None:
        """Add a line. A full disk is no reason to keep the director out: it is only warned of."""
        self.failed += what in FAILURES
        line = json.dumps(asdict(LoginEntry(self._now(), what, name, role, by, address)))
        try:
            # one write at the end of the file: lines of two programs do not mix
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(file, f"{line}\n".encode())
            finally:
                os.close(file)
        except OSError as error:
            _log.warning("The journal of logins can't be written: %s", error)

    def newest(self, count: int = 100) -> list[LoginEntry]:
        """Return the newest entries, newest first; a line that a power cut has cut off is skipped."""
        try:
            with self._path.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - count * _LINE))
                lines = file.read().splitlines()
        except FileNotFoundError:
            return []
        found = []
        for line in lines[::-1]:
            try:
                found.append(LoginEntry(**json.loads(line)))
            except (ValueError, TypeError):
                continue
        return found[:count]
