"""All rulings of the hall: open appeals, waiting cases, decided cases; the committee and the ladder."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.desk.consequences import asked
from tablekeeper.director.desk.entries import Appeal
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.desk.wording import effects_text
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.regulation import breaks, penalties
from tablekeeper.regulation.appeal import UNDECIDED, VOTES
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.committee import DIRECTOR, to_substitute
from tablekeeper.regulation.moment import MINUTE_MS
from tablekeeper.regulation.paragraphs import BY_NAME

from .decisionform import DECISIONS, decision
from .forms import RefusedForm, number_of, sends, text_of
from .securedpage import SecuredPage

#: prefixes of the names of fields for votes, and of fields for people who were heard
_VOTE, _HEARD = "vote-", "heard-"


class HallRulings(SecuredPage):
    """Shows every ruling, and handles appeals, undos and the committee."""

    async def show(self, request: Request) -> Response:
        """GET /rulings"""
        return await self.view(request, self._page)

    @sends("undo", "carry", "appeal", "votes", "substitute", "committee", "settings")
    async def decide(self, request: Request) -> Response:
        """POST /rulings: `what` is undo, carry, appeal, votes, substitute, committee or settings."""
        form = await self.auth.form(request)
        act = partial(self._decide, form, request.state.session.person)
        return await self.carry_out(form, act, partial(self._page, request), "/rulings")

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        desk, seen = self.pages.service.desk, self.pages.seen_of()
        state, waiting = desk.state(), desk.rulings(only_open=True)
        stuck = [one for one in waiting if one.stuck]
        shown = {one.ruling.seq for one in stuck}
        return self.pages.page(
            request, "hall_rulings.html", refused=refused,
            seen=seen, state=state, stuck=stuck,
            filed=[one for one in reversed(desk.rulings()) if one.ruling.seq not in shown],
            appealed={one.ruling: one for one in state.appeals.values()}, now_ms=self._now(),
            open_appeals=[self._asked(one) for one in state.appeals.values() if _is_open(one)],
            director=DIRECTOR, votes=VOTES, decisions=DECISIONS, paragraphs_by_name=BY_NAME,
            causes=CAUSES, effects_text=effects_text,
            countings=penalties.COUNTING, overtimes=breaks.OVERTIME,
            minute_ms=MINUTE_MS,
        )  # fmt: skip

    def _now(self) -> int:
        return self.pages.service.clock.now_ms()

    def _asked(self, appeal: Appeal) -> dict[str, Any]:
        """Return an open appeal with its ruling, the voters, and the members to be substituted."""
        state = self.pages.service.desk.state()
        ruling = state.rulings[appeal.ruling]
        made = state.substitutes.get(ruling.seq, {})
        event = None if ruling.event is None else self.pages.service.events.get(ruling.event)
        return {
            "appeal": appeal, "ruling": ruling, "panel": state.panel(ruling.seq),
            "out": to_substitute(state.committee, made, ruling.players),
            "games": {} if event is None else asked(event),
        }  # fmt: skip

    # --- decisions, in a thread -----------------------------------------------------------------

    def _decide(self, form: FormData, actor: str) -> None:
        desk, what = self.pages.service.desk, str(form.get("what", ""))
        if what == "undo":
            desk.undo(number_of(form, "entry", _("The entry")), text_of(form, "reason"), actor=actor)
        elif what == "carry":
            desk.carry_out(number_of(form, "ruling", _("The ruling")), actor=actor)
        elif what == "votes":
            self._votes(form, actor)
        elif what in desk.kinds:
            self.do(desk.kinds[what], form, actor)
        else:
            self._settings(form, actor)

    def _votes(self, form: FormData, actor: str) -> None:
        votes = {
            key.removeprefix(_VOTE): str(value)
            for key, value in form.items() if key.startswith(_VOTE) and value
        }  # fmt: skip
        desk, appeal = self.pages.service.desk, number_of(form, "appeal", _("The appeal"))
        found = desk.state().appeals.get(appeal)
        players = () if found is None else desk.state().rulings[found.ruling].players
        single = [key.removeprefix(_HEARD) for key, value in form.items() if key.startswith(_HEARD) and value]
        heard = players if form.get("heard") else single
        against = text_of(form, "against")
        if against and against not in players:
            raise UserError(_("Choose whom the other decision is against."), field="against")
        instead = decision(form, against or (players[0] if players else ""), "other") or ()
        desk.decide(
            appeal, votes, heard=heard, instead=instead, reason=text_of(form, "reason"),
            games=text_of(form, "games"), actor=actor,
        )  # fmt: skip

    def _settings(self, form: FormData, actor: str) -> None:
        desk = self.pages.service.desk
        wanted: dict[str, Any] = {
            "ladder": text_of(form, "ladder"), "counting": text_of(form, "counting"),
            "overtime": text_of(form, "overtime"),
            "grace_ms": number_of(form, "grace", _("Minutes until lateness counts")) * MINUTE_MS,
            "appeal_ms": number_of(form, "appeals", _("Minutes for an appeal")) * MINUTE_MS,
        }  # fmt: skip
        # a field that the author did not change is not a change, even if its value is different now
        changed = {
            key: value for key, value in wanted.items()
            if all(value != known[key] for known in (_settings(desk.state()), _settings(desk.as_seen())))
        }  # fmt: skip
        if changed:
            desk.set_options(actor=actor, **changed)


def _settings(state: DeskState) -> dict[str, Any]:
    return {
        "ladder": state.ladder.text(), "counting": state.counting, "overtime": state.overtime,
        "grace_ms": state.grace_ms, "appeal_ms": state.appeal_ms,
    }  # fmt: skip


def _is_open(appeal: Appeal) -> bool:
    return appeal.outcome in ("", UNDECIDED)
