"""The rulings about one match: lateness, breaks, the ladder's next steps, past rulings; clock and points.

The match is at a table or in an event. Only the director sees the page, because decisions have reasons that
are not public. Each button sends its text: if the consequences have changed since, nothing is decided.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.actions.kind import ActionKind
from tablekeeper.director.desk.consequences import asked
from tablekeeper.director.desk.disputes import APPEAL
from tablekeeper.director.desk.entries import Late, Pause
from tablekeeper.director.desk.filing import Filed
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.desk.timekeeping import ARRIVED, BACK, BREAK, GRANT, LATE
from tablekeeper.director.desk.wording import effects_text
from tablekeeper.errors import UserError
from tablekeeper.games import catalogue
from tablekeeper.languages import _
from tablekeeper.regulation import lateness
from tablekeeper.regulation.cases import KINDS
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import Effect
from tablekeeper.regulation.moment import clock_time, time_left
from tablekeeper.regulation.paragraphs import BY_NAME

from .casesubject import CaseSubject, at_table, in_event, pairings
from .decisionform import DECISIONS, decision
from .forms import RefusedForm, number_of, said_in, sends, text_of
from .pages import Pages
from .securedpage import SecuredPage

#: the name of a refused form about another match: its sentence is shown above the page
STALE = "stale"
#: causes whose buttons come first; the others are in a folded section
FREQUENT = ("noise", "behaviour", "pace", "phone", "illegal", "dice")
#: causes with other forms on the page
_ELSEWHERE = ("late", "break")
#: the declared actions whose forms are on the page
_KINDS = {kind.key: kind for kind in (LATE, GRANT, ARRIVED, BREAK, BACK, APPEAL)}


def subject_of(pages: Pages, request: Request) -> CaseSubject:
    """Return the subject of the rulings at an address. Call in a thread."""
    if "uid" in request.path_params:
        return at_table(pages.service, pages.detail(request.path_params["uid"], 0).table)
    asked_for = request.query_params
    return in_event(
        pages.service, request.path_params["event"], asked_for.get("match", ""), asked_for.getlist("players")
    )


class RulingsPage(SecuredPage):
    """Shows and carries out the director's decisions about a match."""

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/rulings, GET /events/{event}/rulings?match=M or ?players=A&players=B"""
        self.auth.demand(request)
        subject = await asyncio.to_thread(subject_of, self.pages, request)
        return await asyncio.to_thread(self._page, request, subject)

    async def decide(self, request: Request) -> Response:
        """POST to the same addresses: `what` is the form, such as late, offence, undo or award."""
        form = await self.auth.form(request)
        subject = await asyncio.to_thread(subject_of, self.pages, request)
        table = subject.table
        now = "" if table is None or table.match is None else str(table.match.id)
        if str(form.get("match", "")) != now:
            where = _("The match") if table is None else table.name
            sentence = _(
                "%(where)s has another match now, which this page shows: nothing was decided.", where=where
            )
            # the typed text is about the previous match
            return await asyncio.to_thread(self._page, request, subject, RefusedForm(STALE, sentence, "", {}))
        what = text_of(form, "what")
        step = partial(RulingsPage._act, kind=_KINDS[what]) if what in _KINDS else _ACTIONS[what]
        act = partial(step, self, subject, form, request.state.session.person)
        return await self.carry_out(form, act, partial(self._page, request, subject), subject.path())

    # --- the page -----------------------------------------------------------------------------

    def _page(
        self, request: Request, subject: CaseSubject, refused: RefusedForm | None = None
    ) -> Response:
        seen = self.pages.seen_of(subject.event)
        desk, about, now = self.pages.service.desk, subject.about(), self.pages.service.clock.now_ms()
        two, times, state = subject.players, desk.timekeeping, desk.state()
        played = about | {"length": subject.length or 0, "within_game": subject.within_game}
        return self.pages.page(
            request, "rulings.html", refused=refused, seen=seen,
            subject=subject, pairings=[] if subject.event is None else pairings(subject.event),
            now_ms=now, clock_time=clock_time, effects_text=effects_text,
            paragraphs_by_name=BY_NAME, decisions=DECISIONS, causes=CAUSES, kinds=KINDS,
            missing=[
                (one, finding, times.out_ms(one), lateness.points(one.from_ms, now))
                for one, finding in times.missing(now) if _goes_on_here(subject, one)
            ],
            going=[found for found in times.back(now) if _goes_on_here(subject, found[0])],
            allowed=[times.may_break(one, **played) for one in two],
            offences=desk.offences(two, about["event"]) if two else {},
            frequent=FREQUENT, elsewhere=_ELSEWHERE, grace_ms=state.grace_ms,
            filed=[one for one in reversed(desk.rulings()) if _ruled(subject, one)],
            appealed={one.ruling: one for one in state.appeals.values()},
            games={} if subject.event is None else asked(subject.event),
            awards=catalogue.AWARDS, decided=self._decided(subject), lost=self._lost(subject),
        )  # fmt: skip

    def _decided(self, subject: CaseSubject) -> Sequence[object]:
        table = subject.table
        return () if table is None else self.pages.service.match_orders.decisions(table.uid)

    def _lost(self, subject: CaseSubject) -> bool:
        """Return whether the match at the table was lost on time."""
        match = None if subject.table is None else subject.table.match
        return match is not None and self.pages.service.restoring.was_lost(match.id)

    # --- decisions ----------------------------------------------------------------------------

    def _act(self, subject: CaseSubject, form: FormData, actor: str, kind: ActionKind[DeskState]) -> None:
        """Do a declared action; what the page knows need not be in the form."""
        desk, now = self.pages.service.desk, self.pages.service.clock.now_ms()
        length = subject.length if kind is LATE else subject.length or 0
        known = subject.about() | {"length": length, "within_game": subject.within_game}
        if form.get("seat"):
            known["player"], known["opponent"] = subject.seat(text_of(form, "seat"))
        facts = kind.facts(said_in(kind, form, **known), desk.state(), subject.scheduled_ms or now)
        if kind.rule is not None and not kind.settled:
            found = desk.proposal(kind.key, facts)
            [cause] = next(one.choices for one in kind.asked if one.kind == "decision")
            instead = decision(form, found.about.players[0], cause)
            if instead is not None:
                facts["instead"] = [effect.document() for effect in instead]
            elif "at_ms" not in facts:
                _check_seen(form, found.finding.effects)
        desk.act(kind.key, facts, actor=actor)

    def _offence(self, subject: CaseSubject, form: FormData, actor: str) -> None:
        cause, _, rest = text_of(form, "chosen").partition("|")
        seat, _, seen = rest.partition("|")
        player, opponent = subject.seat(seat)
        desk, about = self.pages.service.desk, subject.about()
        finding = desk.propose("offence", [player, opponent], {"cause": cause}, **about)
        if effects_text(finding.effects) != seen:
            raise UserError(
                "The case has changed. The next step is now: %(effects)s. Decide again.",
                effects=effects_text(finding.effects),
            )
        desk.rule(
            "offence", [player, opponent], {"cause": cause}, reason=text_of(form, "reason"), actor=actor,
            **about,
        )  # fmt: skip

    def _undo(self, subject: CaseSubject, form: FormData, actor: str) -> None:
        entry = number_of(form, "entry", _("The entry"))
        self.pages.service.desk.undo(entry, text_of(form, "reason"), actor=actor)

    def _carry(self, subject: CaseSubject, form: FormData, actor: str) -> None:
        self.pages.service.desk.carry_out(number_of(form, "ruling", _("The ruling")), actor=actor)

    # --- at the board -------------------------------------------------------------------------

    def _board(self, subject: CaseSubject) -> int:
        if subject.table is None or subject.table.match is None:
            raise UserError(_("No match is at a table here."))
        return subject.table.match.id

    def _clock(self, subject: CaseSubject, form: FormData, actor: str) -> None:
        match, control = self._board(subject), text_of(form, "control")
        self.pages.service.match_orders.introduce_clock(match, control, actor=actor)

    def _correct(self, subject: CaseSubject, form: FormData, actor: str) -> None:
        seat, left = number_of(form, "seat", _("The player")), time_left(text_of(form, "left"))
        reason = text_of(form, "reason")
        self.pages.service.match_orders.correct(self._board(subject), seat, left, reason, actor=actor)

    def _award(self, subject: CaseSubject, form: FormData, actor: str) -> None:
        seat = number_of(form, "seat", _("The player"))
        points = number_of(form, "points", _("How many points"))
        self.pages.service.match_orders.award(
            self._board(subject), seat, points, text_of(form, "reason"),
            cause=number_of(form, "cause", _("The cause")), take_back=form.get("back") == "1", actor=actor,
        )  # fmt: skip


def _check_seen(form: FormData, effects: Sequence[Effect]) -> None:
    """Refuse a decision if the case has changed since the director saw it: by time, or by other decisions."""
    if effects_text(effects) != text_of(form, "shown"):
        raise UserError(
            "The case has changed. What follows now: %(effects)s. Decide again.",
            effects=effects_text(effects),
        )


def _goes_on_here(subject: CaseSubject, one: Late | Pause) -> bool:
    if subject.match is not None and one.match is not None:
        return one.match == subject.match
    here = None if subject.event is None else subject.event.id
    return one.event == here and {one.player, one.opponent} == set(subject.players)


def _ruled(subject: CaseSubject, filed: Filed) -> bool:
    ruling = filed.ruling
    if subject.match is not None and ruling.match is not None:
        return ruling.match == subject.match
    here = None if subject.event is None else subject.event.id
    return ruling.event == here and bool(set(ruling.players) & set(subject.players or ruling.players))


_ACTIONS: Mapping[str, Callable[[RulingsPage, CaseSubject, FormData, str], None]] = {
    "offence": RulingsPage._offence,
    "undo": RulingsPage._undo, "carry": RulingsPage._carry,
    "clock": RulingsPage._clock, "correct": RulingsPage._correct, "award": RulingsPage._award,
}  # fmt: skip
sends(*_ACTIONS, *_KINDS)(RulingsPage.decide)
