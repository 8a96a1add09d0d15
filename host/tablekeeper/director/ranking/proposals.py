"""Proposed ranking and rating entries of a finished event, for the director to confirm or change. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from tablekeeper import rankings
from tablekeeper.director.events.journal import FINISH
from tablekeeper.director.events.state import EventState
from tablekeeper.director.ranking.numbers import players_of
from tablekeeper.formats import Answer, Format
from tablekeeper.journal.action import Action
from tablekeeper.rankings.book import Named
from tablekeeper.rankings.entries import NoEntry, entries_of
from tablekeeper.rankings.figures import number
from tablekeeper.rankings.rated import rated_results
from tablekeeper.rankings.rules import version_at
from tablekeeper.store.entries import DOUBLE_THREAT, RATING, WORLD
from tablekeeper.strictjson import Cursor
from tablekeeper.text import listing

#: the ranking file that contains the tournaments of a part
_KINDS = {"double-threat": DOUBLE_THREAT, "triple-threat": WORLD}


@dataclass(frozen=True, slots=True)
class Edits:
    """The director's changes to an entry; None keeps the event's value, or the earlier decision."""

    name: str | None = None
    level: int | None = None
    on: date | None = None
    style: str | None = None
    #: the winner, if the event leaves the first place open
    winner: str | None = None
    major: bool | None = None
    world_championship: bool | None = None
    #: compensatory points of the winner as text, such as "1.5"; "0": none, None: the proposed ones
    cp: str | None = None
    #: the reason for them; needed if they differ from the proposed ones
    cp_reason: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The value of an event: tournaments of a ranking file, and results for the ratings, by name."""

    kind: str
    day: str
    tournaments: tuple[dict[str, Any], ...]
    results: tuple[Named[str], ...]

    @property
    def players(self) -> tuple[str, ...]:
        """All players who get points or rated results."""
        named = [player for one in self.tournaments for player in players_of(one)]
        sides = [player for rated, _, _ in self.results for side in rated for player in side]
        return tuple(dict.fromkeys([*named, *sides]))


def kind_of(form: Format) -> str | None:
    """Return the ranking in which a format's events count; None for no ranking."""
    if form.ranking is not None:
        return _KINDS[form.ranking.part]
    return RATING if form.is_rated else None


def finished_on(actions: Sequence[Action]) -> date:
    """Return the day (UTC) of an event's last finish."""
    ends = [one.at_ms for one in actions if one.action == FINISH]
    return _day(ends[-1] if ends else actions[-1].at_ms)


def _day(at_ms: int) -> date:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date()


def complete_units(state: EventState, answer: Answer | None = None) -> int:
    """Return the number of units of a started event that count before its finish; 0 for most formats.

    `answer` is the event's answer, if it is known already.
    """
    ranking = state.format.ranking
    if ranking is None or not ranking.running or not state.started:
        return 0
    # the number of units does not depend on the version of the rules
    return len(ranking.units(state.event(), answer or state.answer(), version_at(date.max)))


def propose(state: EventState, actions: Sequence[Action], edits: Edits) -> Proposal:
    """Return the value of an event with the director's changes; raise NoEntry or DocumentError."""
    kind = kind_of(state.format)
    if kind is None:
        raise NoEntry("Events of the format %(title)s count in no ranking.", title=state.format.title)
    event = state.event()
    if not state.finished and not complete_units(state):
        raise NoEntry("%(name)s is not finished: finish it first.", name=state.name)
    brought = [one.seq for one in state.entered if one.result is not None]

    def day_of(results: int) -> date:
        return _day(actions[brought[results - 1] - 1].at_ms)

    on = edits.on or finished_on(actions)
    answer = state.answer()
    # while an event runs, only its units count, and no games count in the ratings
    results = rated_results(event) if state.finished else ()
    if kind == RATING:
        if not results:
            raise NoEntry("%(name)s has no result that counts in the ratings.", name=state.name)
        return Proposal(kind, on.isoformat(), (), results)
    found = entries_of(
        event, answer, name=edits.name or state.name, on=on, level=edits.level or 1,
        major=bool(edits.major), world_championship=bool(edits.world_championship),
        day_of=day_of if edits.on is None else None,
    )  # fmt: skip
    return Proposal(kind, on.isoformat(), tuple(_edited(one, edits, len(found)) for one in found), results)


def _edited(tournament: dict[str, Any], edits: Edits, units: int) -> dict[str, Any]:
    found = dict(tournament)
    if edits.style is not None:
        found["style"] = edits.style
    if edits.winner is not None:
        found["places"] = _first(found["places"], edits.winner, found["name"])
    if len(found["places"][0]) > 1:
        level = listing(found["places"][0])
        raise NoEntry(
            "%(level)s are level for first in %(name)s: say who has won.",
            level=level, name=found['name'],
        )
    # this refuses everything that a ranking file refuses
    read = rankings.read_tournament(Cursor(found, "tournament"))
    proposed = rankings.proposal(read, rankings.version_at(date.fromisoformat(found["date"])))
    if edits.cp is None:
        if proposed is not None:
            found["cp"] = _compensation(proposed.player, number(proposed.points), proposed.reason)
    elif edits.cp != "0":
        if units > 1:
            raise NoEntry("This league counts as several tournaments: compensatory points are for one "
                          "tournament.")
        if not edits.cp_reason:
            raise NoEntry("Compensatory points need a reason: it is kept.")
        points = Cursor(edits.cp, "cp").decimal(0)
        whole = int(points) if points == int(points) else float(points)
        found["cp"] = _compensation(read.winner, whole, edits.cp_reason)
    rankings.read_tournament(Cursor(found, "tournament"))
    return found


def _compensation(player: str, points: float, reason: str) -> dict[str, Any]:
    return {"player": player, "points": points, "reason": reason}


def _first(places: Sequence[Sequence[str]], winner: str, name: str) -> list[list[str]]:
    if winner not in places[0]:
        level = listing(places[0])
        raise NoEntry(
            "%(winner)s is not first in %(name)s: %(level)s can be.",
            winner=winner, name=name, level=level,
        )
    rest = [player for player in places[0] if player != winner]
    return [[winner], *([rest] if rest else []), *(list(group) for group in places[1:])]


def kept_edits(edits: Edits) -> dict[str, Any]:
    """Return the director's decisions for an entry's body."""
    found = _said(edits)
    return found | ({"on": edits.on.isoformat()} if edits.on else {})


def edits_again(kept: Mapping[str, Any], further: Edits) -> Edits:
    """Return the earlier decisions, updated with the new ones."""
    before = dict(kept)
    if "on" in before:
        before["on"] = date.fromisoformat(before["on"])
    return Edits(**(before | _said(further)))


def _said(edits: Edits) -> dict[str, Any]:
    """Return only the decisions that are set."""
    return {key: getattr(edits, key) for key in Edits.__slots__ if getattr(edits, key) not in (None, "")}
