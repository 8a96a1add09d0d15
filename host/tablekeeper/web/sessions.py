"""The sessions of people who are signed in: stored here; the browser has only a random token.

Pure: times are seconds given by the caller. Only a hash of the token is stored, so that nobody can sign in
with a dump of the memory or a line of the log.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field, replace

from tablekeeper.accounts.roles import DIRECTOR, allows


@dataclass(frozen=True, slots=True)
class Session:
    """One signed-in browser; every request that changes data must contain `form_token`."""

    form_token: str
    ends: float  # seconds
    person: str = DIRECTOR  # the author's name in the journals
    role: str = DIRECTOR  # one of `roles.ROLES`
    stamp: str = ""  # the account's stamp (`Account.stamp`) at the login
    began_ms: int = 0  # since 1970, by the wall's clock
    address: str = ""  # of the browser
    id: str = ""  # identifies the session on the account's page; it cannot be used to sign in

    def may(self, role: str) -> bool:
        """Return whether a person with this role or a higher one is signed in."""
        return allows(self.role, role)

    def allows(self, token: str) -> bool:
        """Return whether a form carries this session's token."""
        return bool(self.form_token) and hmac.compare_digest(self.form_token.encode(), token.encode())


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(slots=True)
class Sessions:
    """Every open session, each for `seconds` at most; beyond `capacity` the oldest one ends."""

    seconds: float
    capacity: int = 100
    _open: dict[str, Session] = field(default_factory=dict)

    def open(self, now: float, opened: Session | None = None) -> str:
        """Begin a session with the person, role and origin of `opened`, and return its token."""
        self._open = {key: session for key, session in self._open.items() if session.ends > now}
        while len(self._open) >= self.capacity:
            del self._open[next(iter(self._open))]
        token = secrets.token_urlsafe(32)
        digest = _digest(token)
        begun = Session(secrets.token_urlsafe(32), now + self.seconds, id=digest[:16])
        if opened is not None:
            begun = replace(opened, form_token=begun.form_token, ends=begun.ends, id=begun.id)
        self._open[digest] = begun
        return token

    def find(self, token: str | None, now: float) -> Session | None:
        """Return the session of this token, or None if there is no such session or it has expired."""
        if not token:
            return None
        found = self._open.get(_digest(token))
        return found if found is not None and found.ends > now else None

    def of(self, person: str, now: float) -> list[Session]:
        """Return the open sessions of a person, newest first."""
        return [one for one in self._open.values() if one.person == person and one.ends > now][::-1]

    def close(self, token: str | None) -> None:
        """End the session of this token."""
        if token:
            self._open.pop(_digest(token), None)

    def close_of(self, person: str, session_id: str | None = None) -> None:
        """End a session of a person by its id, or all of them."""
        self._open = {
            key: one
            for key, one in self._open.items()
            if one.person != person or session_id not in (None, one.id)
        }
