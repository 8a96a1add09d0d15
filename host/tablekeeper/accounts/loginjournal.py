"""The journal of logins: logins, refusals, their addresses, and changes of accounts.

An append-only file of lines. It is not part of a database: exports, rankings and backups do not contain it.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tablekeeper.languages import _, recognised, replaced

#: placeholder in a sentence -> field of an entry
_PLACES = {one: f"{{{one}}}" for one in ("name", "role", "by")}
#: event -> its sentence; `by` is the author
SENTENCES = {
    "in": _("%(name)s signed in", **_PLACES),
    "first": _("%(name)s signed in by the printed link", **_PLACES),
    "display": _("The display %(name)s was opened by its link", **_PLACES),
    "player": _("%(name)s was opened by a player's link", **_PLACES),
    "wrong": _("Wrong password for %(name)s", **_PLACES),
    "unknown": _("Wrong name and password"),
    "wrong token": _("A command with a wrong token"),
    "out": _("%(name)s signed out", **_PLACES),
    "everywhere": _("%(name)s signed out everywhere", **_PLACES),
    "new": _("%(by)s made the account %(name)s, role %(role)s", **_PLACES),
    "role": _("%(by)s gave %(name)s the role %(role)s", **_PLACES),
    "password": _("%(by)s set the password of %(name)s", **_PLACES),
    "disable": _("%(by)s disabled the account %(name)s", **_PLACES),
    "enable": _("%(by)s enabled the account %(name)s", **_PLACES),
    "token": _("%(by)s made a token for %(name)s", **_PLACES),
    "link": _("%(by)s made a link for the display %(name)s", **_PLACES),
    "renew": _("%(by)s made another link for %(name)s", **_PLACES),
    "card": _("%(by)s made a card for %(name)s", **_PLACES),
    "invite": _("%(by)s invited a phone to %(name)s", **_PLACES),
    "phone": _("%(name)s became a board, invited by %(by)s", **_PLACES),
    "phone revoked": _("%(by)s revoked the board's right of %(name)s", **_PLACES),
    "revoke": _("%(by)s revoked the token or link of %(name)s", **_PLACES),
}
#: the events that are failures
FAILURES = frozenset({"wrong", "unknown", "wrong token"})
#: the most bytes of a line; used to find the newest lines without reading all
_LINE = 400
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoginEntry:
    """An entry: one of `SENTENCES`, its time, the account and the address."""

    at_ms: int
    what: str
    name: str = ""
    role: str = ""
    by: str = ""
    address: str = ""

    @property
    def text(self) -> str:
        """The sentence."""
        values = {"name": self.name, "role": self.role, "by": self.by}
        said = replaced(SENTENCES[self.what], lambda text: text.format(**values))
        if not self.address:
            return said
        return _("%(what)s, from %(address)s", what=said, address=recognised(self.address))


class LoginJournal:
    """The file."""

    def __init__(self, path: Path, now: Callable[[], int]) -> None:
        self._path = path
        self._now = now
        #: failures that this program has entered
        self.failed = 0

    def enter(self, what: str, name: str = "", *, role: str = "", by: str = "", address: str = "") -> None:
        """Add a line. If the disk is full, only log a warning, so that the director can still sign in."""
        self.failed += what in FAILURES
        line = json.dumps(asdict(LoginEntry(self._now(), what, name, role, by, address)))
        try:
            # a single write at the end of the file, so that lines of two programs do not mix
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(file, f"{line}\n".encode())
            finally:
                os.close(file)
        except OSError as error:
            _log.warning("The journal of logins can't be written: %s", error)

    def newest(self, count: int = 100) -> list[LoginEntry]:
        """Return the newest entries, newest first; skip a line that a power cut has damaged."""
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
