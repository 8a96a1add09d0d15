"""The phones that are boards: who may speak for which uid, and the invitations to become one.

They are in a file of this user, like the accounts. Of tokens and invitations only hashes are stored.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tablekeeper.accounts.account import checked_name, key_of, token_digest
from tablekeeper.accounts.loginjournal import LoginJournal
from tablekeeper.accounts.privatefile import alone, stamp, write_private
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, shown
from tablekeeper.strictjson import loads

#: how long an invitation is valid
VALID_MS = 10 * 60_000
#: the uid of a phone begins with these bytes, which no board has
PREFIX = "7068"
#: the most phones, and the most invitations that are open at the same time
MOST = 150
_PARTS = ("address", "phones", "invitations")


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that is a board."""

    name: str
    uid: str
    token: str  # SHA-256
    since: str  # the day, as 2026-05-31


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation of a phone to a table."""

    secret: str  # SHA-256
    table: str  # the uid of what stood there; "" for no table
    until_ms: int
    by: str


class Phones:
    """All phones; `now` returns milliseconds since 1970. Any thread may call the methods."""

    def __init__(self, folder: Path, logins: LoginJournal, now: Callable[[], int]) -> None:
        self.path = folder / "phones"
        self._logins = logins
        self._now = now
        self._reading = threading.Lock()
        self._seen: tuple[int, int, int] | None = None
        self._address = ""
        self._phones: tuple[Phone, ...] = ()
        self._invitations: tuple[Invitation, ...] = ()

    # --- asking ---------------------------------------------------------------------------------

    def all(self) -> tuple[Phone, ...]:
        """Return every phone, the oldest first."""
        self._read()
        return self._phones

    def address(self) -> str:
        """Return the address under which phones reach the host that was started last; "" if they cannot."""
        self._read()
        return self._address

    def by_token(self, token: str) -> Phone | None:
        """Return the phone of a token."""
        # a lookup by hash: its duration reveals nothing about a token
        digest = token_digest(token)
        return next((one for one in self.all() if one.token == digest), None)

    # --- changing -------------------------------------------------------------------------------

    def reached_at(self, address: str) -> None:
        """Note the address under which phones reach the host; "" if only this computer reaches it."""
        if address != self.address():
            with self._changing():
                self._address = address

    def invite(self, table: str, name: str, *, by: str, address: str = "") -> str:
        """Make an invitation to a table (its uid and name), and return its secret."""
        secret = secrets.token_urlsafe(16)
        with self._changing():
            if len(self._invitations) >= MOST:
                raise UserError(_("Too many invitations are open: wait until some have expired."))
            made = Invitation(token_digest(secret), table, self._now() + VALID_MS, by)
            self._invitations += (made,)
        self._logins.enter("invite", name, by=by, address=address)
        return secret

    def accept(self, secret: str) -> Invitation:
        """Use an invitation up, and return it; refuse one that is unknown, used or expired."""
        digest = token_digest(secret)
        self._read()
        found = None
        # a guess must not cost a write
        if any(one.secret == digest for one in self._invitations):
            with self._changing():
                found = next((one for one in self._invitations if one.secret == digest), None)
                self._invitations = tuple(one for one in self._invitations if one.secret != digest)
        if found is None or found.until_ms < self._now():
            raise UserError(_(
                "This invitation was used, or is older than ten minutes: ask the director for another one."
            ))
        return found

    def give_back(self, invitation: Invitation) -> None:
        """Make an invitation valid again, as long as it was: what it was used for did not come about."""
        with self._changing():
            self._invitations += (invitation,)

    def add(self, uid: str, *, by: str, address: str = "") -> str:
        """Make a phone the board of a uid, and return its token. Only its hash is stored."""
        token = secrets.token_urlsafe(32)
        with self._changing():
            if len(self._phones) >= MOST:
                raise UserError(_("Too many phones are boards: revoke those that are not used any more."))
            taken = {one.name for one in self._phones}
            numbered = (shown(_("Phone %(number)s", number=place)) for place in range(1, MOST + 2))
            name = next(one for one in numbered if one not in taken)
            self._phones += (Phone(name, uid, token_digest(token), self._day()),)
        self._logins.enter("phone", name, by=by, address=address)
        return token

    def rename(self, name: str, to: str) -> None:
        """Give a phone another name."""
        wanted = checked_name(to)
        with self._changing():
            found = self._found(name)
            if any(key_of(one.name) == key_of(wanted) for one in self._phones if one != found):
                raise UserError(_("Another phone is called %(name)s: choose another name.", name=wanted),
                                field="name")
            self._phones = tuple(replace(one, name=wanted) if one == found else one for one in self._phones)

    def revoke(self, name: str, *, by: str, address: str = "") -> Phone:
        """Take a phone's right away: its line is cut, and what is on it stays there."""
        with self._changing():
            found = self._found(name)
            self._phones = tuple(one for one in self._phones if one != found)
        self._logins.enter("phone revoked", found.name, by=by, address=address)
        return found

    def _found(self, name: str) -> Phone:
        for one in self._phones:
            if key_of(one.name) == key_of(name) or one.uid == name:
                return one
        known = ", ".join(one.name for one in self._phones)
        raise UserError(_(
            "There is no phone '%(name)s'. Phones here: %(known)s.",
            name=name[:60], known=known or _("none yet"),
        ))

    def _day(self) -> str:
        return datetime.fromtimestamp(self._now() / 1000, UTC).date().isoformat()

    # --- the file -------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read the file again if it has changed."""
        with self._reading:
            seen = stamp(self.path)
            if seen is None:
                self._address, self._phones, self._invitations = "", (), ()
            elif seen != self._seen:
                self._parse()
            self._seen = seen

    def _parse(self) -> None:
        try:
            read = loads(self.path.read_bytes()).fields(_PARTS, _PARTS)
            phones: list[dict[str, Any]] = [one.value for one in read["phones"].items()]
            invitations: list[dict[str, Any]] = [one.value for one in read["invitations"].items()]
            self._address = str(read["address"].value)
            self._phones = tuple(Phone(**one) for one in phones)
            self._invitations = tuple(Invitation(**one) for one in invitations)
        except (UserError, TypeError, OSError) as error:
            raise ResourceError(_(
                "The file of the phones, %(path)s, can't be read (%(error)s): move it away, and invite the "
                "phones again.",
                path=self.path, error=error,
            )) from error

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Let the caller change the phones and invitations, then write them; an exception changes nothing."""
        with alone(self.path.with_name("phones.lock"), "The phone"):
            self._read()
            before = self._address, self._phones, self._invitations
            try:
                yield
                now = self._now()
                told = {
                    "address": self._address,
                    "phones": [asdict(one) for one in self._phones],
                    "invitations": [asdict(one) for one in self._invitations if one.until_ms >= now],
                }
                write_private(self.path, json.dumps(told, indent=1) + "\n", "The phone")
            except BaseException:
                self._address, self._phones, self._invitations = before
                raise
            self._seen = None
            self._read()
