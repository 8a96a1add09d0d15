"""The director's sessions: stored here; the browser has only a random token.

Pure: times are seconds given by the caller. Only a hash of the token is stored, so that nobody can sign in
with a dump of the memory or a line of the log.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Session:
    """One signed-in browser; `form_token` has to come with everything that changes something."""

    form_token: str
    ends: float  # seconds
    person: str = "director"  # as the journals name who acts
    role: str = "director"  # one of `roles.ROLES`

    def allows(self, token: str) -> bool:
        """Say whether a form carries this session's token."""
        return hmac.compare_digest(self.form_token.encode(), token.encode())


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(slots=True)
class Sessions:
    """Every open session, each for `seconds` at most; beyond `capacity` the oldest one ends."""

    seconds: float
    capacity: int = 100
    _open: dict[str, Session] = field(default_factory=dict)

    def open(self, now: float, person: str = "director", role: str = "director") -> str:
        """Begin a session of a person in a role and return its token."""
        self._open = {key: session for key, session in self._open.items() if session.ends > now}
        while len(self._open) >= self.capacity:
            del self._open[next(iter(self._open))]
        token = secrets.token_urlsafe(32)
        self._open[_digest(token)] = Session(
            secrets.token_urlsafe(32), now + self.seconds, person, role
        )
        return token

    def find(self, token: str | None, now: float) -> Session | None:
        """Return the session of this token, or None when there is none or its time is over."""
        if not token:
            return None
        found = self._open.get(_digest(token))
        return found if found is not None and found.ends > now else None

    def close(self, token: str | None) -> None:
        """End the session of this token."""
        if token:
            self._open.pop(_digest(token), None)
