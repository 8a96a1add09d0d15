"""Access rights: the session of a request, its role, and the check that a form comes from our pages.

A browser must send three things with a form: the session's cookie (SameSite=Strict), the session's form
token and an Origin header that names this host.
"""

from __future__ import annotations

import hmac
import logging
import math
import re
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tablekeeper.accounts.account import Account, card_day, token_digest
from tablekeeper.accounts.roles import DIRECTOR, DISPLAY, PLAYER, SCORER, WORDS
from tablekeeper.director import seen
from tablekeeper.director.calls import Caller
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import ResourceError
from tablekeeper.languages import _

from .errors import HttpError
from .proxy import limited_as
from .ratelimit import RateLimit
from .sessions import Session, Sessions
from .settings import Settings, is_loopback

COOKIE = "tablekeeper"
#: the kind of a session that a table's card has opened; the session's person is "table UID"
CARD = "table"
_CARD = re.compile(r"table\.([0-9a-f]{1,32})\.(\d{4}-\d\d-\d\d)\.([0-9a-f]{32})", re.ASCII)
#: fields of the largest form
MOST_FIELDS = 200
#: bytes of one field; some addresses have a lower limit for the whole form
LARGEST_FIELD = 256 * 1024
#: the owner of a page in words, by the role that the page needs
_WHOSE = {
    DIRECTOR: _("only the director sees this page"),
    SCORER: _("only directors and scorers see this page"),
    DISPLAY: _("this page is for those who are signed in"),
}
FOREIGN = _("This request did not come from a page of this server: reload the page and try again.")
T = TypeVar("T")
_log = logging.getLogger(__name__)


def same_origin(request: HTTPConnection) -> bool:
    """Return whether the browser sent this from a page of this host."""
    origin = urlsplit(request.headers.get("origin", ""))
    return origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host")


def acting(request: Request, subject: str, service: T) -> T:
    """Return a service that acts for the signed-in person: the journal names this person."""
    session = request.state.session
    return Caller(session.person, role=session.role).acting(subject, service)


def sender(request: HTTPConnection) -> tuple[str, bool]:
    """Return a sender's address for limits and the journal of logins, and whether it is this computer."""
    address = request.client.host if request.client else "unknown"
    return limited_as(address), is_loopback(address)


def metered(request: Request, limit: RateLimit, now: float) -> tuple[str, int]:
    """Count what a sender does; return its address, and the seconds it must wait: then nothing is counted."""
    address, trusted = sender(request)
    if (wait := math.ceil(limit.wait(address, now, trusted=trusted))) <= 0:
        limit.count(address, now, trusted=trusted)
    return address, max(wait, 0)


def count_phone(request: Request, limit: RateLimit, now: float) -> str:
    """Count what a phone sends, before anything is read; return its address, refuse one that sends a lot."""
    address, wait = metered(request, limit, now)
    if wait:
        raise HttpError(
            429, _("This phone has sent a lot: wait %(wait)s seconds.", wait=wait), retry_after=wait
        )
    return address


@dataclass(slots=True)
class Auth:
    """Sessions, and the check of every form. `clock` gives seconds."""

    settings: Settings
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], int] = wall_ms
    rate_limit: RateLimit = field(default_factory=RateLimit)
    #: returns the name of a table by its uid; "" for an unknown one
    table_name: Callable[[str], str] = lambda uid: ""
    #: wrong links: any site can make a browser here open one, so they do not count as wrong passwords
    wrong_links: RateLimit = field(default_factory=RateLimit)
    sessions: Sessions = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.settings.session_hours * 3600.0)

    def session(self, request: Request) -> Session | None:
        """Return the session of the browser that sent the request, or None.

        It ends when its account is disabled, or gets another role or password. If the accounts can't be
        read, nobody is signed in.
        """
        try:
            return self._session(request.cookies.get(COOKIE))
        except ResourceError as error:
            _log.error("%s", error)
            return None

    def _session(self, cookie: str | None) -> Session | None:
        accounts = self.settings.accounts
        found = self.sessions.find(cookie, self.clock())
        if accounts is None or not cookie:
            return found
        if found is not None:
            account = accounts.get(found.person)
            if account is not None and account.stamp == found.stamp:
                return found
            self.sessions.close(cookie)
            return None
        return self._linked(cookie)

    def _linked(self, cookie: str) -> Session | None:
        """Return the session of a display or a player, which is in the cookie itself."""
        accounts = self.settings.accounts
        assert accounts is not None
        kind, _, rest = cookie.partition(".")
        if kind == PLAYER:
            number, _, proof = rest.partition(".")
            if not number.isascii() or not number.isdigit() or len(number) > 9:
                return None
            if not hmac.compare_digest(accounts.player_signature(int(number)).encode(), proof.encode()):
                return None
            # the token of the forms follows from the proof, which no other site and no script can read
            return Session(token_digest(f"form.{cookie}"), math.inf, f"player {int(number)}", PLAYER)
        if (card := _CARD.fullmatch(cookie)) is not None:
            right = self.card_opens(*card.groups())
            token = token_digest(f"form.{cookie}")
            return Session(token, math.inf, f"{CARD} {card[1]}", PLAYER) if right else None
        account = accounts.by_token(rest) if kind == DISPLAY else None
        if account is None or account.role != DISPLAY:
            return None
        return Session("", math.inf, account.name, DISPLAY)

    def today(self) -> str:
        """Return the day of the tables' cards."""
        return card_day(self.wall())

    def card_opens(self, uid: str, day: str, proof: str) -> bool:
        """Return whether the link on a card is the present one of this table, and of today."""
        accounts = self.settings.accounts
        right = "" if accounts is None else accounts.card_proof(uid, day, self.table_name(uid))
        return bool(right) and day == self.today() and hmac.compare_digest(right.encode(), proof.encode())

    def demand(self, request: Request, role: str = DIRECTOR) -> Session:
        """Return the session of a person with this role or a higher one; refuse everybody else."""
        session = request.state.session = self.session(request)
        if session is None:
            raise HttpError(401, "Sign in first: %(whose)s.", whose=_WHOSE[role])
        if not session.may(role):
            raise HttpError(403, "Sign in as another: %(whose)s.", whose=_WHOSE[role])
        return session

    async def form(
        self, request: Request, role: str = DIRECTOR, *, scorer: Collection[str] = (), files: int = 0
    ) -> FormData:
        """Return the form of a browser signed in as this role or above; refuse a form that could be forged.

        A scorer may also send forms whose field `what` is one of `scorer`. Afterwards the session is in
        `request.state.session`.
        """
        if not same_origin(request):
            raise HttpError(403, FOREIGN)
        session = self.session(request)
        if session is None:
            raise HttpError(401, "Sign in first: only the %(role)s changes something here.", role=WORDS[role])
        if not session.may(SCORER if scorer else role):
            raise HttpError(403, "Only a %(role)s may do that here: sign in as one.", role=WORDS[role])
        request.state.session = session
        form = await request.form(max_files=files, max_fields=MOST_FIELDS, max_part_size=LARGEST_FIELD)
        if not session.allows(str(form.get("token", ""))):
            raise HttpError(403, "This form is from another session: reload the page and try again.")
        what = str(form.get("what", ""))
        if not session.may(SCORER if what in scorer else role):
            raise HttpError(403, "Only a %(role)s may do that here: sign in as one.", role=WORDS[role])
        # the decorator `sends` declares the allowed values at the handler
        if what not in getattr(request.scope.get("endpoint"), "actions", (what,)):
            raise HttpError(400, "Unknown action: reload the page and try again.")
        # an action of this form needs a confirmation if something has changed since its page was made
        seen.say(str(form.get("seen", "")))
        return form

    def holder(self, request: Request) -> Account | None:
        """Return the account of a request's token (Authorization: Bearer ...); None for a wrong token.

        A wrong token counts like a wrong password; a sender of too many is refused.
        """
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        address, trusted = self.limited(request)
        accounts = self.settings.accounts
        found = accounts.by_token(token) if accounts is not None and kind.lower() == "bearer" else None
        if found is None:
            self.rate_limit.count(address, self.clock(), trusted=trusted)
            if accounts is not None:
                accounts.logins.enter("wrong token", address=address)
        return found

    def limited(self, request: Request) -> tuple[str, bool]:
        """Refuse a sender after too many wrong passwords; return its key, and whether it is this computer."""
        address, trusted = sender(request)
        self.refuse(self.rate_limit.wait(address, self.clock(), trusted=trusted))
        return address, trusted

    def refuse(self, wait: float) -> None:
        """Refuse a login that has to wait some seconds."""
        if wait > 0:
            seconds = math.ceil(wait)
            raise HttpError(
                429, "Too many wrong passwords or links: wait %(seconds)s seconds and try again.",
                seconds=seconds, retry_after=seconds,
            )

    def set_cookie(self, request: Request, answer: Response, name: str, value: str, seconds: int) -> None:
        """Give the browser a cookie that scripts and other sites can't use."""
        secure = self.settings.https or request.url.scheme == "https"
        answer.set_cookie(
            name, value, max_age=seconds, path="/", httponly=True, samesite="strict", secure=secure
        )
