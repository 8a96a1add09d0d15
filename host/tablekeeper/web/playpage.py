"""What players do on their phones: report the result of the match at their table, and confirm the other's.

They come by the own link or by the card of a table. Each report is a claim (director/playerclaims.py); the
host takes it only from the page of this host, of the match that is at the table now.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.roles import PLAYER, SCORER
from tablekeeper.director.events import journal
from tablekeeper.director.events.claims import Claim
from tablekeeper.director.events.matchrows import outcome
from tablekeeper.director.playerclaims import Seated
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _

from .auth import sender
from .errors import HttpError
from .eventdesk import form_of
from .eventforms import rated
from .forms import RefusedForm, number_of, sends
from .loginpage import LINK_LASTS
from .ratelimit import RateLimit
from .resultform import ResultForm
from .securedpage import SecuredPage
from .sessions import Session

#: tells one phone from another: who has reported for one side can't confirm for the other
BROWSER_COOKIE = "tablekeeper-phone"
_NOT_HERE = _("Open your own link, or scan the card on your table; the director has both.")


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A match at a table, as the page of one of its players shows it."""

    seated: Seated
    #: the player of the own link
    player: str
    closed: str
    played: ResultForm
    #: timeouts and resignations; None if the format has none
    unplayed: ResultForm | None

    @property
    def others(self) -> list[str]:
        """The other players."""
        return [name for name in self.seated.row.players if name != self.player]

    @property
    def mine(self) -> Claim | None:
        """What the player has reported."""
        return next((one for one in self.seated.claims if one.by == self.player), None)

    @property
    def theirs(self) -> list[Claim]:
        """What the others have reported."""
        return [one for one in self.seated.claims if one.by != self.player]


@dataclass(slots=True)
class PlayPage(SecuredPage):
    """The page of a player's match."""

    #: what a phone may send; all phones together may send much more, so that one can't stop the others
    _sent: RateLimit = field(default_factory=lambda: RateLimit(60, overall=1800, seconds=60.0))

    # --- who is it ----------------------------------------------------------------------------

    def _player(self, request: Request) -> Session:
        session = self.auth.session(request)
        request.state.session = session
        if session is None or session.role != PLAYER:
            raise HttpError(401 if session is None else 403, _NOT_HERE)
        return session

    def _names(self, session: Session) -> dict[int, str]:
        """Return the player's name in each event. Any thread."""
        number = int(session.person.removeprefix("player "))
        try:
            entries = self.pages.service.published.entries(number, own=True)
        except NotFound:
            return {}
        return {one.event.id: one.name for one in entries if one.event.phase == "running"}

    def _seats(self, session: Session) -> list[PlayerSeat]:
        """Return the player's matches at tables. Any thread."""
        names = self._names(session)
        claims = self.pages.service.claims
        found = []
        for one in claims.seated():
            player = names.get(one.event.id, "")
            if player in one.row.players:
                found.append(PlayerSeat(one, player, claims.closed(one), *_forms(one)))
        return found

    # --- the page -----------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """GET /play: the match of the player whose link was opened; others are told how to come here."""
        session = self.auth.session(request)
        if session is not None and session.may(SCORER):
            return RedirectResponse("/", status_code=303)
        answer = await asyncio.to_thread(self._page, request, self._player(request))
        if not request.cookies.get(BROWSER_COOKIE):
            self.auth.set_cookie(request, answer, BROWSER_COOKIE, secrets.token_urlsafe(16), LINK_LASTS)
        return answer

    def _page(self, request: Request, session: Session, refused: RefusedForm | None = None) -> Response:
        now = self.pages.service.clock.now_ms()
        part = self.pages.own_part(self._part(session, refused), now)
        return self.pages.whole(
            request, "play.html", part, refused=refused, token=session.form_token, own=session.person[7:]
        )  # fmt: skip

    def _part(self, session: Session, refused: RefusedForm | None = None) -> str:
        return self.pages.templates.get_template("_play.html").render(
            seats=self._seats(session), token=session.form_token, refused=refused, outcome=outcome,
            now_ms=self.pages.service.clock.now_ms(),
        )  # fmt: skip

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/play"""
        body = await asyncio.to_thread(self._part, self._player(request))
        return self.pages.fragment(request, self.pages.own_part(body, self.pages.service.clock.now_ms()))

    # --- its forms ----------------------------------------------------------------------------

    def _count(self, request: Request) -> None:
        """Count what a sender sends; refuse one that sends all the time, before anything is read."""
        (address, trusted), now = sender(request), self.pages.clock()
        if (wait := math.ceil(self._sent.wait(address, now, trusted=trusted))) > 0:
            raise HttpError(
                429, _("This phone has sent a lot: wait %(wait)s seconds.", wait=wait), retry_after=wait
            )
        self._sent.count(address, now, trusted=trusted)

    async def act(self, request: Request) -> Response:
        """POST /play: `what` is done; `event`, `match` and the fields of the result."""
        self._count(request)
        form = await self.auth.form(request, PLAYER)
        session = self._player(request)
        phone = request.cookies.get(BROWSER_COOKIE)
        if not phone:
            raise HttpError(403, _("This phone has kept no cookie of the page: reload it and try again."))

        def act() -> None:
            _ACTIONS[str(form.get("what", ""))](self, session, form, phone)

        return await self.carry_out(
            form, act, lambda refused: self._page(request, session, refused), "/play"
        )

    def _seat(self, session: Session, form: FormData) -> PlayerSeat:
        event = number_of(form, "event", _("The event"))
        found = [one for one in self._seats(session) if one.seated.event.id == event]
        if not found:
            raise UserError(_("You play at no table now: look at the page again."))
        return found[0]

    def _how(self, seat: PlayerSeat, session: Session, form: FormData, phone: str) -> dict[str, Any]:
        """Return how a claim comes: by which way, from which browser, about which match."""
        match = number_of(form, "match", _("The match"))
        # another digest for each match, so that the journal does not tell what else a phone has reported
        told = f"{phone}/{seat.seated.event.id}/{match}"
        return {
            "match": match, "way": journal.LINK, "browser": sha256(told.encode()).hexdigest()[:16],
            "actor": session.person,
        }  # fmt: skip

    def _report(
        self, session: Session, form: FormData, phone: str, *, unplayed: bool = False
    ) -> None:
        seat = self._seat(session, form)
        asked = seat.unplayed if unplayed else seat.played
        if asked is None:
            raise UserError(_("This match can't end so: look at the page again."))
        result = rated(self.pages, asked.read({key: str(value) for key, value in form.items()}))
        self.pages.service.claims.report(
            seat.seated.event.id, seat.player, result, **self._how(seat, session, form, phone)
        )

    def _unplayed(self, session: Session, form: FormData, phone: str) -> None:
        self._report(session, form, phone, unplayed=True)

    def _agree(self, session: Session, form: FormData, phone: str) -> None:
        seat = self._seat(session, form)
        self.pages.service.claims.agree(
            seat.seated.event.id, seat.player, number_of(form, "claim", _("The report")),
            **self._how(seat, session, form, phone),
        )  # fmt: skip


def _forms(one: Seated) -> tuple[ResultForm, ResultForm | None]:
    """Return the forms for a played match, and for one that ended by a timeout or a resignation."""
    # a walkover is the director's decision
    ends = one.event.form.unplayed and "forfeit" not in one.event.form.unplayed
    unplayed = form_of(one.event, one.row, unplayed=True, decides=False) if ends else None
    return form_of(one.event, one.row, decides=False), unplayed


_ACTIONS: Mapping[str, Callable[[PlayPage, Session, FormData, str], None]] = {
    "report": PlayPage._report,
    "unplayed": PlayPage._unplayed,
    "agree": PlayPage._agree,
}
sends(*_ACTIONS)(PlayPage.act)
