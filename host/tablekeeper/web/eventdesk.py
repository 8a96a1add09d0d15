"""The director's desk of an event: its rows, the page of one match, and the actions there.

A scorer may also enter results and seat players; corrections, colours and draws are only for the director.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.roles import DIRECTOR, SCORER
from tablekeeper.director.events import journal
from tablekeeper.director.events.matchrows import MatchRow, match_rows, outcome, row_of
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.director.seen import of_event
from tablekeeper.director.views import MatchDetail, TableView
from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.formats.colours import NextColours, colours_text
from tablekeeper.formats.race_record import written_lineup
from tablekeeper.formats.wording import pairing_text
from tablekeeper.games.race.lineup import Lineup, every
from tablekeeper.languages import Translatable, _, joined

from .deskview import address, games_tables, next_step, ruled, rulings_address, sections
from .errors import HttpError
from .eventforms import SentForm, confirmation, rated
from .forms import RefusedForm, number_of, sends
from .links import player_pages
from .resultform import ResultForm, input_of, result_form
from .securedpage import SecuredPage

#: actions that a scorer may do, too
_SCORERS = frozenset({journal.RESULT, "walkover", "play", journal.CONFIRM, journal.REJECT, journal.THROW})


@dataclass(frozen=True, slots=True)
class SentMatchForm(SentForm):
    """A form of a match's page, and its sender."""

    row: MatchRow
    #: whether the sender may make a director's decisions
    decides: bool

    @property
    def typed(self) -> dict[str, str]:
        """All inputs of the form as typed."""
        return {key: str(value) for key, value in self.form.items()}


#: a match without a name gets another address when its result is entered
_GONE = _("This match was entered or changed meanwhile: the page of the event shows what counts now.")


class EventDesk(SecuredPage):
    """Shows the matches of an event to the people who run it, and carries out their actions."""

    # --- the rows --------------------------------------------------------------------------

    def _rows(self, event: int) -> tuple[EventView, tuple[MatchRow, ...], tuple[TableView, ...]]:
        view = self.pages.event(event)
        hall = self.pages.service.overview.hall()
        return view, match_rows(view, hall.tables, hall.now_ms), hall.tables

    def desk(self, request: Request, event: int) -> str:
        """Return the desk of an event, with the rights of the session. Any thread."""
        view, rows, _ = self._rows(event)
        tables = games_tables(rows, tuple(one.key for one in view.form.result if one.said))
        seating = self.pages.service.seating
        free, settled = len(seating.free_tables()), len(seating.settled(event))
        step = next_step(
            view, rows, type(view.form).draw is not Format.draw, free_tables=free, settled=settled
        )
        session = request.state.session
        return self.pages.templates.get_template("_desk.html").render(
            event=view, step=step, sections=sections(rows, tables), crosstables=tables, outcome=outcome,
            now_ms=self.pages.service.clock.now_ms(), address=address, pairing_text=pairing_text,
            rulings_address=rulings_address, ruled=self._ruled(view, rows),
            session=session, may=session.may, allowed=self._allowed(request), refused=None,
            seen=of_event(view.id, view.last), pages=player_pages(view),
        )  # fmt: skip

    def _ruled(self, view: EventView, rows: Sequence[MatchRow]) -> Mapping[str, tuple[str, ...]]:
        return ruled(view, rows, self.pages.service.desk.state().rulings.values())

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/events/{event}/desk"""
        self.auth.demand(request, SCORER)
        now = self.pages.service.clock.now_ms()
        body = await asyncio.to_thread(self.desk, request, request.path_params["event"])
        return self.pages.fragment(request, self.pages.own_part(body, now))

    def _allowed(self, request: Request) -> Callable[[str], bool]:
        session = request.state.session
        return lambda what: session is not None and session.may(SCORER if what in _SCORERS else DIRECTOR)

    # --- one match -------------------------------------------------------------------------

    async def match(self, request: Request, refused: RefusedForm | None = None) -> Response:
        """GET /events/{event}/matches/{match}; also the answer to a form of this page that was `refused`."""
        event, key = request.path_params["event"], request.path_params["match"]
        view, rows, tables = await asyncio.to_thread(self._rows, event)
        row = row_of(rows, key)
        if row is None:
            raise HttpError(404, _GONE)
        session = request.state.session
        if session is None or not session.may(SCORER):
            # everybody may read it; only people who run the event get the forms
            row = replace(row, can=frozenset())
        control = await asyncio.to_thread(self.control, view, row)
        played = await asyncio.to_thread(self._played, view, row)
        return self.pages.page(
            request, "match.html", event=view, row=row, refused=refused,
            free=[
                one for one in tables if not one.out and (one.match is None or one.match.phase == "over")
            ],
            taken=[one for one in tables if one.match is not None and one.match.phase != "over"],
            result=form_of(view, row), outcome=outcome,
            unplayed=form_of(
                view, row, unplayed=True, decides=session is not None and session.may(DIRECTOR)
            ),
            ruled={} if row.can == frozenset() else await asyncio.to_thread(self._ruled, view, [row]),
            address=address(view, row), rulings=rulings_address(view, row),
            allowed=self._allowed(request), control=control,
            pairing_text=pairing_text, now_ms=self.pages.service.clock.now_ms(),
            held=await asyncio.to_thread(self._colours, view, row),
            pages=player_pages(view), played=played,
            lost=played is not None and self.pages.service.restoring.was_lost(played.id),
            lineups=await asyncio.to_thread(self._lineups, view, row), written_lineup=written_lineup,
            colours_text=colours_text,
        )  # fmt: skip

    def _played(self, view: EventView, row: MatchRow) -> MatchDetail | None:
        """Return a board's view of a match, the newest board if there are several; None without a board."""
        overview = self.pages.service.overview
        ids = {one.match for one in row.entries} | {one.match for one in row.claims}
        ids |= {table.match.id for table in row.tables if table.match is not None}
        last = max(view.here.keys() & ids & set(overview.matches()), default=None)
        return None if last is None else overview.match(last)

    def control(self, view: EventView, row: MatchRow) -> str:
        """Return the time control of a match: its table's, the timetable's, else the event's last one."""
        if row.tables and row.tables[0].match is not None:
            return row.tables[0].match.control
        planned = None if row.pairing is None else view.plan(row.pairing).control
        if planned is not None:
            return planned
        overview = self.pages.service.overview
        last = max(view.here.keys() & set(overview.matches()), default=None)
        seen = None if last is None else overview.match(last).match
        return "none" if seen is None else seen.control

    def _colours(self, view: EventView, row: MatchRow) -> NextColours | None:
        coming = self.pages.service.events.colours.coming(view.id) if row.pairing is not None else ()
        return next((colours for one, colours in coming if one == row.pairing), None)

    def _lineups(self, view: EventView, row: MatchRow) -> tuple[Lineup, ...]:
        """Return the line-ups of a game by its rules, the usual one first; empty without colours."""
        if row.pairing is None or "colours" not in row.can:
            return ()
        usual = view.form.board.lineup(view.played, row.pairing)
        return () if usual is None else every(usual.rules, usual.players)

    async def act(self, request: Request) -> Response:
        """POST /events/{event}/matches/{match}: `what` is done with the match."""
        form = await self.auth.form(request, SCORER)
        what = str(form.get("what", ""))
        if not self._allowed(request)(what):
            raise HttpError(403, "Only a director may do that here: sign in as one.")
        event, key = request.path_params["event"], request.path_params["match"]
        view, rows, _ = await asyncio.to_thread(self._rows, event)
        row = row_of(rows, key)
        if row is None:
            raise UserError("%(gone)s Nothing was done.", gone=_GONE)
        session = request.state.session
        sent = SentMatchForm(view, form, session.person, row, session.may(DIRECTOR))
        try:
            await asyncio.to_thread(_ACTIONS[what], self, sent)
        except Unconfirmed as asked:
            return confirmation(self.pages, request, request.url.path, view, form, asked)
        except HttpError:
            raise
        except UserError as error:
            return await self.match(request, RefusedForm.of(form, _of_page(sent, error)))
        return RedirectResponse(f"/events/{event}", status_code=303)

    def _result(self, sent: SentMatchForm, *, unplayed: bool = False) -> None:
        if sent.row.pairing is None:
            told = (
                _("%(told)s is entered already", told=sent.row.told)
                if sent.row.entries
                else _("it cannot be played now")
            )
            raise UserError(_("Nothing was entered: %(told)s. Look at the match again.", told=told))
        result = form_of(sent.view, sent.row, unplayed=unplayed).read(sent.typed)
        self.pages.service.events.result(
            sent.view.id, rated(self.pages, result), decides=sent.decides, actor=sent.actor
        )

    def _walkover(self, sent: SentMatchForm) -> None:
        self._result(sent, unplayed=True)

    def _correct(self, sent: SentMatchForm) -> None:
        unplayed = sent.text("unplayed") == "1"
        result = rated(self.pages, form_of(sent.view, sent.row, unplayed=unplayed).read(sent.typed))
        self._rule(sent, result)

    def _strike(self, sent: SentMatchForm) -> None:
        self._rule(sent, None)

    def _replace(self, sent: SentMatchForm) -> None:
        """Replace the entered result by the board's result."""
        claim = number_of(sent.form, "claim", _("The claim"))
        self.pages.service.events.confirm(sent.view.id, claim, sent.reason, actor=sent.actor)

    def _rule(self, sent: SentMatchForm, result: Mapping[str, Any] | None) -> None:
        if not sent.row.entries:
            raise UserError(_(
                "Nothing was done: no result of this match is entered now, %(told)s.",
                told=sent.row.told,
            ))
        replaced = sent.row.entries[-1].seq
        self.pages.service.events.rule(sent.view.id, replaced, result, sent.reason, actor=sent.actor)

    def _confirm(self, sent: SentMatchForm) -> None:
        claim = number_of(sent.form, "claim", _("The claim"))
        self.pages.service.events.confirm(sent.view.id, claim, actor=sent.actor)

    def _reject(self, sent: SentMatchForm) -> None:
        claim = number_of(sent.form, "claim", _("The claim"))
        self.pages.service.events.reject(sent.view.id, claim, sent.reason, actor=sent.actor)

    def _play(self, sent: SentMatchForm) -> None:
        told = sent.text("length").strip()
        length = number_of(sent.form, "length", _("The points")) if told else None
        self.pages.service.event_tables.play(
            sent.view.id, _open(sent), sent.text("table"), length, sent.text("control"), actor=sent.actor
        )

    def _throw(self, sent: SentMatchForm) -> None:
        throws = []
        for seat, name in enumerate(sent.row.players):
            what = _("The throw of %(name)s", name=name)
            throws.append([name, number_of(sent.form, f"throw-{seat}", what)])
        self.pages.service.events.throw(sent.view.id, json.dumps(throws), actor=sent.actor)

    def _choose_colours(self, sent: SentMatchForm) -> None:
        events = self.pages.service.events
        events.colours.choose(sent.view.id, _open(sent), sent.text("colours"), actor=sent.actor)

    def _cancel(self, sent: SentMatchForm) -> None:
        _open(sent)
        self.pages.service.events.cancel(sent.view.id, sent.row.players, actor=sent.actor)

    def _draw(self, sent: SentMatchForm) -> None:
        self.pages.service.events.draw(sent.view.id, actor=sent.actor)


_ACTIONS: Mapping[str, Callable[[EventDesk, SentMatchForm], None]] = {
    journal.RESULT: EventDesk._result,
    "walkover": EventDesk._walkover,
    "correct": EventDesk._correct,
    "strike": EventDesk._strike,
    "replace": EventDesk._replace,
    journal.CONFIRM: EventDesk._confirm,
    journal.REJECT: EventDesk._reject,
    "play": EventDesk._play,
    journal.THROW: EventDesk._throw,
    journal.COLOURS: EventDesk._choose_colours,
    journal.CANCEL: EventDesk._cancel,
    journal.DRAW: EventDesk._draw,
}
sends(*_ACTIONS)(EventDesk.act)


def _open(sent: SentMatchForm) -> Mapping[str, Any]:
    if sent.row.pairing is None:
        raise UserError(_("This match can no longer be played: look at the desk of the event."))
    return sent.row.pairing


def form_of(
    view: EventView, row: MatchRow, *, unplayed: bool = False, decides: bool = True
) -> ResultForm:
    """Return the form for the result of a match, or for one that was left `unplayed`."""
    pairing = row.pairing if row.pairing is not None else row.result or {}
    if row.points is not None:
        pairing = {**pairing, "length": row.points}
    entered = row.result or (row.claims[0].result if row.claims else None)
    return result_form(view.form, pairing, row.players, entered, unplayed=unplayed, decides=decides)


def _of_page(sent: SentMatchForm, error: UserError) -> UserError:
    """Return a refusal in the words of the page: with a field's label, beside its input."""
    labels = {option.key: option.label for option in sent.view.form.result}
    if error.field not in labels:
        return error
    form = form_of(sent.view, sent.row, unplayed=sent.text("what") == "walkover")
    told = str(error)
    said = told.values.get("part0") if isinstance(told, Translatable) else None
    parts = said.values if isinstance(said, Translatable) else {}
    if str(parts.get("part0", "")).startswith(error.field):
        place = joined((labels[error.field], parts["part0"].removeprefix(error.field)), "")
        told = joined((joined((place, parts["part1"]), ": "), ""), ".")
    return UserError(told, field=input_of(error.field, form))
