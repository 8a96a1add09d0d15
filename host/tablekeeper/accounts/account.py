"""An account: the name that the journals show, the role, and the hashes of password and token."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

from tablekeeper.accounts.passwords import LONGEST, hash_password
from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.textchecks import check_registered_name

#: hours after midnight at which the day of a table's card ends
_DAY_ENDS = 6
#: characters of a password: few enough to type on a phone, too many to guess at 50 ms per try
SHORTEST = 8


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who may sign in with a password, send commands with a token, or both."""

    name: str
    role: str  # one of `roles.OF_ACCOUNTS`
    since: str  # the day, as 2026-05-31
    password: str | None = None  # a line of `passwords.hash_password`
    token: str | None = None  # SHA-256
    disabled: bool = False
    times_disabled: int = 0  # so that earlier sessions stay invalid when it is enabled again

    @property
    def stamp(self) -> str:
        """The value on which sessions depend: they end when it changes."""
        told = f"{self.role}\n{self.password}\n{self.disabled}\n{self.times_disabled}"
        return hashlib.sha256(told.encode()).hexdigest()

    @property
    def shown(self) -> str:
        """A digest of the account for pages: if it differs, the account was changed since."""
        return hashlib.sha256(f"{self.stamp}\n{self.token}".encode()).hexdigest()[:16]

    @property
    def directs(self) -> bool:
        """Whether a director can sign in with it."""
        return self.role == DIRECTOR and self.password is not None and not self.disabled


def checked_name(name: str) -> str:
    """Return a name for an account or a phone; refuse one that cannot be one, in its field."""
    try:
        return check_registered_name(name)
    except UserError as error:
        raise UserError(str(error), field="name") from error


def key_of(name: str) -> str:
    """Return the form in which two names are one: single spaces, no capitals."""
    return " ".join(name.split()).casefold()


def token_digest(token: str) -> str:
    """Return the stored hash of a token. A token is 256 random bits, so a fast hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_hash(password: str) -> str:
    """Return the hash of a new password; refuse one that is too short or too long."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise UserError(_(
            "A password has %(shortest)s to %(longest)s characters.",
            shortest=SHORTEST, longest=LONGEST,
        ), field="password")
    return hash_password(password)


def signature(secret: str, what: str, renewal: str = "") -> str:
    """Return the proof that a link to `what` ("player/7") is from this host and its latest `renewal`."""
    told = f"{what}/{renewal}" if renewal else what
    return hmac.new(bytes.fromhex(secret), told.encode(), hashlib.sha256).hexdigest()[:32]


def card_day(wall_ms: int) -> str:
    """Return the day of the tables' cards: what is played after midnight belongs to the evening before."""
    return datetime.fromtimestamp(wall_ms / 1000 - _DAY_ENDS * 3600).date().isoformat()


def check_repeated(password: str, repeat: str) -> None:
    """Refuse a new password if the repetition differs."""
    if password != repeat:
        raise UserError(_("The two passwords differ: type the same one twice."), field="repeat")
