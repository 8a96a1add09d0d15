"""The subject of a ruling: the match at a table, or two players of an event whose match has no table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode

from tablekeeper.director.events.views import EventView
from tablekeeper.director.service import Director
from tablekeeper.director.views import TableView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.games.backgammon.facts import BackgammonFacts
from tablekeeper.games.registry import GAMES
from tablekeeper.languages import _, joined
from tablekeeper.text import versus

from .errors import HttpError

#: methods of a clock without a time limit


@dataclass(frozen=True, slots=True)
class CaseSubject:
    """Two players, their table or event, and the known facts about their match."""

    address: str  # of its page of rulings
    query: str  # of its addresses, with "?", "" without one
    title: str
    players: tuple[str, ...]  # two; () if nobody is named
    table: TableView | None = None
    event: EventView | None = None
    match: int | None = None  # of the table, if the ruling is about it
    length: int | None = None
    within_game: bool = False
    scheduled_ms: int | None = None  # scheduled start, by the event's timetable

    def path(self, case: str = "") -> str:
        """Return the address of the page, or of the page of a case."""
        return f"{self.address}/{case}{self.query}" if case else f"{self.address}{self.query}"

    def about(self) -> dict[str, Any]:
        """Return the match and the event as arguments for the desk."""
        return {"match": self.match, "event": None if self.event is None else self.event.id}

    def seat(self, text: str) -> tuple[str, str]:
        """Return the player in a seat, "0" or "1", and the other one."""
        if text not in ("0", "1") or len(self.players) < 2:
            raise UserError(_("Choose the player it is about."), field="seat")
        return self.players[int(text)], self.players[1 - int(text)]


def at_table(service: Director, table: TableView) -> CaseSubject:
    """Return the subject of a ruling at a table."""
    address = f"/tables/{table.uid}/rulings"
    match = table.match
    if match is None:
        return CaseSubject(address, "", table.name, (), table)
    directed = GAMES[match.program].directed
    event, pairing = _event_of(service, match.id)
    players = match.players if len(match.players) == 2 else ()
    length = match.details.length if isinstance(match.details, BackgammonFacts) else None
    found = CaseSubject(
        address, "", joined((versus(match.players), table.name)), players, table, event,
        match.id if directed else None, length, match.playing, _schedule(event, pairing),
    )  # fmt: skip
    return found if directed or event is None else replace(found, length=_length(service, event, pairing))


def in_event(service: Director, event: int, match: str, players: Sequence[str]) -> CaseSubject:
    """Return the subject of a ruling about an event's match: by the match's name or number, or by players."""
    try:
        view = service.events.get(event)
    except NotFound as problem:
        raise HttpError(404, _(
            "There is no event under this address: choose one of the list."
        )) from problem
    address = f"/events/{event}/rulings"
    if not match and not players:
        return CaseSubject(address, "", view.name, (), None, view)
    pairing = _pairing(view, match, players)
    named = tuple(pairing.get("players") or players)
    if len(set(named)) != 2 or any(name not in view.players for name in named):
        raise HttpError(404, _(
            "Those are not two players of %(name)s: choose a match of the list.",
            name=view.name,
        ))
    # name both, because a match ended by a withdrawal has no result that names its players
    told = {"match": match, "players": named} if match else {"players": named}
    query = "?" + urlencode(told, doseq=True, quote_via=quote)
    table = _table_of(service, view, pairing)
    if table is not None:
        return replace(at_table(service, table), address=address, query=query)
    title = joined((versus(named), view.name))
    length, at = _length(service, view, pairing), _schedule(view, pairing)
    return CaseSubject(address, query, title, named, None, view, None, length, scheduled_ms=at)


def pairings(view: EventView) -> list[tuple[str, str]]:
    """Return the open matches of two players: the query of each, and its words."""
    found = []
    for pairing in () if view.answer is None else view.answer.next:
        names = pairing.get("players") or ()
        if len(names) == 2:
            told = {"match": pairing["match"]} if "match" in pairing else {"players": names}
            found.append((urlencode(told, doseq=True, quote_via=quote), pairing_text(pairing)))
    return found


def _pairing(view: EventView, match: str, players: Sequence[str]) -> Mapping[str, Any]:
    """Return a match of two players, {} if they have no match; refuse a single name without a match."""
    entered = [one.result for one in view.entered if one.result is not None]
    for pairing in (*(() if view.answer is None else view.answer.next), *entered):
        named = pairing.get("players") or ()
        wanted = str(pairing.get("match", "")) == match if match else set(named) == set(players)
        if wanted and len(named) == 2:
            return pairing
    if players:
        return {}
    raise HttpError(404, _(
        "%(name)s has no match %(match)s of two players: choose one from the list.",
        name=view.name, match=match[:20],
    ))


def _event_of(service: Director, match: int) -> tuple[EventView | None, Mapping[str, Any]]:
    for row in service.events.all():
        view = service.events.get(row.id)
        if match in view.here:
            return view, view.here[match]
    return None, {}


def _table_of(service: Director, view: EventView, pairing: Mapping[str, Any]) -> TableView | None:
    if not pairing:
        return None
    mine = {number for number, one in view.here.items() if one.get("match") == pairing.get("match")
            and one.get("players") == pairing.get("players")}  # fmt: skip
    tables = service.overview.hall().tables
    return next((one for one in tables if one.match is not None and one.match.id in mine), None)


def _schedule(view: EventView | None, pairing: Mapping[str, Any]) -> int | None:
    return None if view is None or not pairing else view.plan(pairing).start_ms


def _length(service: Director, view: EventView, pairing: Mapping[str, Any]) -> int | None:
    """Return the length of an event's match; None if only the director knows it."""
    if not pairing:
        return None
    try:
        told = service.event_tables.check(view.id, pairing).answers.get("length", "")
    except UserError:
        return None
    return int(told) if told.isdecimal() else None
