"""What players do on their phones: report the result of the match at their table, and confirm the other's.

They come by the own link or by the card of a table. Each report is a claim (director/playerclaims.py); the
host takes it only from the page of this host, of the match that is at the table now.
"""

from __future__ import annotations

import asyncio
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

from .auth import CARD, count_phone
from .errors import HttpError
from .eventdesk import form_of
from .eventforms import rated
from .forms import RefusedForm, number_of, sends, text_of
from .loginpage import LINK_LASTS
from .ratelimit import RateLimit
from .resultform import ResultForm
from .securedpage import SecuredPage
from .sessions import Session

#: tells one phone from another: who has reported for one side can't confirm for the other
BROWSER_COOKIE = "tablekeeper-phone"
#: requests that the page of a player shows: of so many ms, and so many
_ASKED_MS, _MOST_ASKED = 6 * 3_600_000, 5
_NOT_HERE = _("Open your own link, or scan the card on your table; the director has both.")


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A match at a table, as the page of one of its players shows it."""

    seated: Seated
    #: the player of the own link; "" with the card of a table
    player: str
    #: the phone's digest for this match
    phone: str
    closed: str
    played: ResultForm
    #: timeouts and resignations; None if the format has none
    unplayed: ResultForm | None

    @property
    def others(self) -> list[str]:
        """The other players; with a card all of them."""
        return [name for name in self.seated.row.players if name != self.player]

    def is_mine(self, claim: Claim) -> bool:
        """Return whether this player, or this phone, has reported it."""
        if self.player:
            return claim.by == self.player
        return claim.browser == self.phone and not self.seated.event.claim_rule.one_browser

    @property
    def mine(self) -> list[Claim]:
        """What was reported from here."""
        return [one for one in self.seated.claims if self.is_mine(one)]

    @property
    def theirs(self) -> list[Claim]:
        """What the others have reported."""
        return [one for one in self.seated.claims if not self.is_mine(one)]

    def agreeing(self, claim: Claim) -> list[str]:
        """Return the players who may agree to a claim here."""
        names = [self.player] if self.player else self.seated.row.players
        return [name for name in names if name not in (claim.by, *claim.agreed)]


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
        number = int(_own(session))
        try:
            entries = self.pages.service.published.entries(number, own=True)
        except NotFound:
            return {}
        return {one.event.id: one.name for one in entries if one.event.phase == "running"}

    def _seats(self, session: Session, phone: str) -> list[PlayerSeat]:
        """Return the player's matches at tables, or the match at the table of the card. Any thread."""
        claims = self.pages.service.claims
        if not _own(session):
            here = claims.at_table(_table(session))
            mine = [] if here is None else [(here, "")]
        else:
            names = self._names(session)
            seated = ((one, names.get(one.event.id, "")) for one in claims.seated())
            mine = [(one, player) for one, player in seated if player in one.row.players]
        return [
            PlayerSeat(one, player, _digest(phone, one), claims.closed(one), *_forms(one))
            for one, player in mine
        ]

    # --- the page -----------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """GET /play: the match of the player whose link was opened; others are told how to come here."""
        session = self.auth.session(request)
        if session is not None and session.may(SCORER):
            return RedirectResponse("/", status_code=303)
        phone = request.cookies.get(BROWSER_COOKIE, "")
        answer = await asyncio.to_thread(self._page, request, self._player(request), phone)
        if not phone:
            self.auth.set_cookie(request, answer, BROWSER_COOKIE, secrets.token_urlsafe(16), LINK_LASTS)
        return answer

    def _page(
        self, request: Request, session: Session, phone: str, refused: RefusedForm | None = None
    ) -> Response:
        now = self.pages.service.clock.now_ms()
        part = self.pages.own_part(self._part(session, phone, refused), now)
        return self.pages.whole(
            request, "play.html", part, refused=refused, token=session.form_token, own=_own(session)
        )  # fmt: skip

    def _part(self, session: Session, phone: str, refused: RefusedForm | None = None) -> str:
        return self.pages.templates.get_template("_play.html").render(
            seats=self._seats(session, phone), token=session.form_token, refused=refused, outcome=outcome,
            own=_own(session), **self._asking(session),
            now_ms=self.pages.service.clock.now_ms(),
        )  # fmt: skip

    def _asking(self, session: Session) -> dict[str, Any]:
        """Return what the player can ask of the desk, and has asked in the last hours. Any thread."""
        if not (own := _own(session)):
            return {"offers": (), "asked": ()}
        requests, since = self.pages.service.requests, self.pages.service.clock.now_ms() - _ASKED_MS
        asked = [one for one in requests.of(int(own)) if one.at_ms > since or one.accepted is None]
        return {"offers": requests.offers(int(own)), "asked": asked[:_MOST_ASKED]}

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/play"""
        phone = request.cookies.get(BROWSER_COOKIE, "")
        body = await asyncio.to_thread(self._part, self._player(request), phone)
        return self.pages.fragment(request, self.pages.own_part(body, self.pages.service.clock.now_ms()))

    # --- its forms ----------------------------------------------------------------------------

    async def act(self, request: Request) -> Response:
        """POST /play: `what` is done; `event`, `match` and the fields of the result."""
        count_phone(request, self._sent, self.pages.clock())
        form = await self.auth.form(request, PLAYER)
        session = self._player(request)
        phone = request.cookies.get(BROWSER_COOKIE)
        if not phone:
            raise HttpError(403, _("This phone has kept no cookie of the page: reload it and try again."))

        def act() -> None:
            _ACTIONS[str(form.get("what", ""))](self, session, form, phone)

        return await self.carry_out(
            form, act, lambda refused: self._page(request, session, phone, refused), "/play"
        )

    def _ask(self, session: Session, form: FormData, phone: str) -> None:
        """Enter a request to the desk: of the player, or a call to the card's table."""
        requests, text = self.pages.service.requests, text_of(form, "text")
        if own := _own(session):
            event = number_of(form, "event", _("The event")) if form.get("event") else None
            requests.ask(int(own), str(form.get("ask", "")), event, text, actor=session.person)
            return
        table = self.auth.table_name(_table(session))
        requests.call(table, text, actor=table)

    def _seat(self, session: Session, form: FormData, phone: str) -> tuple[PlayerSeat, dict[str, Any]]:
        """Return the match of a form, and how its claim comes: who says it, by which way, on which phone."""
        event, match = number_of(form, "event", _("The event")), number_of(form, "match", _("The match"))
        found = [one for one in self._seats(session, phone) if one.seated.event.id == event]
        if not found:
            raise UserError(_("You play at no table now: look at the page again."))
        seat = found[0]
        how = {"player": seat.player, "way": journal.LINK, "actor": session.person}
        if not seat.player:
            how = {"player": text_of(form, "player"), "way": journal.CARD, "actor": seat.seated.table.name}
            if how["player"] not in seat.seated.row.players:
                raise UserError(_("Say who you are: choose one of the players."), field="player")
        return seat, {"event": event, "match": match, "browser": seat.phone, **how}

    def _report(
        self, session: Session, form: FormData, phone: str, *, unplayed: bool = False
    ) -> None:
        seat, how = self._seat(session, form, phone)
        asked = seat.unplayed if unplayed else seat.played
        if asked is None:
            raise UserError(_("This match can't end so: look at the page again."))
        result = rated(self.pages, asked.read({key: str(value) for key, value in form.items()}))
        self.pages.service.claims.report(result=result, **how)

    def _unplayed(self, session: Session, form: FormData, phone: str) -> None:
        self._report(session, form, phone, unplayed=True)

    def _agree(self, session: Session, form: FormData, phone: str) -> None:
        _seat, how = self._seat(session, form, phone)
        self.pages.service.claims.agree(claim=number_of(form, "claim", _("The report")), **how)


def _own(session: Session) -> str:
    """Return the number of the player whose link was opened; "" with a card."""
    return "" if session.person.startswith(f"{CARD} ") else session.person.removeprefix("player ")


def _table(session: Session) -> str:
    """Return the uid of the table whose card was scanned."""
    return session.person.removeprefix(f"{CARD} ")


def _digest(phone: str, seated: Seated) -> str:
    """Return a digest of a phone: another one for each match, so that the journal tells nothing else."""
    return sha256(f"{phone}/{seated.event.id}/{seated.match}".encode()).hexdigest()[:16]


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
    "ask": PlayPage._ask,
}
sends(*_ACTIONS)(PlayPage.act)
