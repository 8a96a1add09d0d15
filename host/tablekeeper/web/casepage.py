"""One case: its facts, the regulation's finding and its consequences, and the director's decision.

A ruling without consequences is entered at once. Otherwise the page shows the consequences first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.desk.consequences import asked
from tablekeeper.director.desk.deskjournal import sentences
from tablekeeper.director.desk.wording import effects_text
from tablekeeper.errors import UserError
from tablekeeper.formats.written import value_of, written
from tablekeeper.languages import _
from tablekeeper.regulation.cases import KINDS, CaseKind
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import DISQUALIFICATION, Effect, Finding
from tablekeeper.regulation.paragraphs import BY_NAME

from .casesubject import CaseSubject
from .decisionform import DECISIONS, NOTHING, decision
from .errors import HttpError
from .forms import RefusedForm, text_of
from .rulingspage import subject_of
from .securedpage import SecuredPage

#: prefix of the names of the facts, as in fields.html
_FIELD = "field-"
#: facts that name one of the two players
NAMING = frozenset({"changed_by", "winner", "by", "loser", "asked_by", "player", "refused_by"})
#: the default values of the fields
USUAL = {"spectator": "A spectator"}
#: a penalty chosen by the director, not by the ladder
PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class _Look:
    """The result of a case: the finding and its consequences, None while facts are missing."""

    finding: Finding | None = None
    follows: tuple[str, ...] = ()
    seen: str = ""


@dataclass(slots=True)
class CasePage(SecuredPage):
    """Shows a case, and files the ruling."""

    _kinds: Mapping[str, CaseKind] = field(default_factory=lambda: KINDS)

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/rulings/{case}, GET /events/{event}/rulings/{case}"""
        self.auth.demand(request)
        subject = await asyncio.to_thread(self._subject, request)
        given = {key: str(value) for key, value in request.query_params.items()}
        look = _Look()
        if "seat" in given:
            # if a link contains all facts, the consequences are shown at once
            with contextlib.suppress(UserError):
                look = await asyncio.to_thread(self._look, request, subject, FormData(given))
        return await asyncio.to_thread(self._page, request, subject, given, look)

    async def decide(self, request: Request) -> Response:
        """POST to the same addresses: the facts, `shown` (what was shown to follow), and the decision."""
        form = await self.auth.form(request)
        subject = await asyncio.to_thread(self._subject, request)
        given = {key: str(value) for key, value in form.items()}
        look = _Look()

        def act() -> str | Response:
            nonlocal look
            look = self._look(request, subject, form)
            if look.follows and (not look.seen or look.seen != text_of(form, "shown")):
                return self._page(request, subject, given, look)
            self._rule(request, subject, form)
            return subject.path()

        return await self.carry_out(
            form, act, lambda refused: self._page(request, subject, given, look, refused)
        )

    def _subject(self, request: Request) -> CaseSubject:
        case = request.path_params["case"]
        if case not in self._kinds and case != PENALTY:
            raise HttpError(404, _(
                "There is no case '%(case)s': choose one on the page of rulings.",
                case=case[:20],
            ))
        subject = subject_of(self.pages, request)
        # read the mark before the data of the page
        request.state.mark = self.pages.seen_of(subject.event)
        if not subject.players:
            raise UserError(_("Nobody who plays here can be the subject of a ruling: choose a match first."))
        return subject

    def _page(
        self,
        request: Request,
        subject: CaseSubject,
        given: Mapping[str, str],
        look: _Look,
        refused: RefusedForm | None = None,
    ) -> Response:
        case = request.path_params["case"]
        return self.pages.page(
            request, "case.html", refused=refused, subject=subject,
            seen=request.state.mark,
            case=case, kind=self._kinds.get(case), given=given, look=look, naming=NAMING, causes=CAUSES,
            written=written, paragraphs_by_name=BY_NAME, effects_text=effects_text, decisions=DECISIONS,
            usual=USUAL, disqualification=DISQUALIFICATION, nothing=NOTHING,
            games={} if subject.event is None else asked(subject.event),
        )  # fmt: skip

    # --- deciding, in a thread ----------------------------------------------------------------

    def _players(self, case: str, subject: CaseSubject, form: FormData) -> tuple[str, ...]:
        kind = self._kinds.get(case)
        return subject.seat(text_of(form, "seat")) if kind is None or kind.least == 1 else subject.players

    def _facts(self, case: str, form: FormData) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for option in self._kinds[case].options:
            name = f"{_FIELD}{option.key}"
            given = str(form.get(name, "")).strip()
            if not given and option.needed:
                raise UserError(_("%(label)s: fill this in.", label=option.label), field=name)
            if given:
                try:
                    facts[option.key] = value_of(option, given)
                except UserError as error:
                    raise UserError(
                        "%(label)s: %(error)s.",
                        label=option.label, error=error, field=name,
                    ) from None
        return facts

    def _own(self, subject: CaseSubject, form: FormData) -> Effect:
        player, opponent = subject.seat(text_of(form, "seat"))
        cause = text_of(form, "cause") or "other"
        if cause not in CAUSES:
            raise UserError(_("Choose one of the causes."), field="cause")
        found = decision(form, player, cause)
        if not found:
            raise UserError(_("Choose the penalty."), field="decision")
        return Effect(found[0].kind, player, found[0].points, opponent, cause)

    def _look(self, request: Request, subject: CaseSubject, form: FormData) -> _Look:
        case, desk = request.path_params["case"], self.pages.service.desk
        about, games = subject.about(), text_of(form, "games")
        if case == PENALTY:
            effect = self._own(subject, form)
            finding = Finding(effect.sentence(), (CAUSES[effect.cause].paragraph, "violations"), (effect,))
        else:
            players = self._players(case, subject, form)
            finding = desk.propose(case, players, self._facts(case, form), **about)
        instead = None if case == PENALTY else decision(form, self._against(subject, form), "other")
        effects = finding.effects if instead is None else instead
        follows = desk.consequences(effects, games=games, **about) if effects else ()
        if effects and not follows:
            follows = tuple(f"{effect.sentence()}." for effect in effects)
        undecided = finding.open and instead is None
        if undecided:
            follows = (_("The regulation leaves it to the director: say below what is decided, and why."),)
        seen = "" if undecided else f"{effects_text(effects)} {' '.join(follows)}"
        return _Look(finding, follows, seen)

    def _against(self, subject: CaseSubject, form: FormData) -> str:
        return subject.seat(text_of(form, "against") or text_of(form, "seat") or "0")[0]

    def _rule(self, request: Request, subject: CaseSubject, form: FormData) -> None:
        case, desk = request.path_params["case"], self.pages.service.desk
        told: dict[str, Any] = {"games": text_of(form, "games"), "actor": request.state.session.person}
        told |= subject.about()
        if case == PENALTY:
            with sentences():
                desk.penalise(self._own(subject, form), text_of(form, "reason"), **told)
            return
        instead = decision(form, self._against(subject, form), "other")
        desk.rule(
            case, self._players(case, subject, form), self._facts(case, form),
            instead=instead, reason=text_of(form, "reason"), **told,
        )  # fmt: skip
