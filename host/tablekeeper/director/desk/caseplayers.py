"""Finds the players of a ruling: by written names, by a table's match, or by an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablekeeper.director.desk.casehall import NOBODY as NOBODY
from tablekeeper.director.desk.casehall import About
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.director.overview import Overview
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.games.backgammon.facts import BackgammonFacts
from tablekeeper.games.registry import GAMES
from tablekeeper.games.view import MatchView
from tablekeeper.regulation.finding import INTRODUCE, MOST_POINTS, Effect
from tablekeeper.store import Match, Store
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import listing, meant

_UNTIMED: tuple[list[str], ...] = ([], ["none"], ["up"])


def words(text: str) -> str:
    """Return a text with single spaces between its words."""
    return " ".join(text.split())


def clean(names: Iterable[str]) -> list[str]:
    """Return names with single spaces between their words."""
    return [words(name) for name in names]


def known(state: DeskState) -> set[str]:
    """Return every name that occurs in the desk's entries."""
    return {name for ruling in state.rulings.values() for name in ruling.players} | set(state.committee)


def _match(store: Store, match: int) -> Match:
    row = store.matches.get(match)
    if row is None:
        raise UserError("There is no match %(match)s at any table.", match=match)
    if not GAMES.of(row.program).directed:
        raise UserError(
            "Match %(match)s is no backgammon: the regulation is about matches of backgammon.",
            match=match,
        )
    return row


def seats(store: Store, match: int) -> tuple[str, ...]:
    """Return the names of a table's match by seat; () if it has no names."""
    names = _match(store, match).names
    return tuple(names) if all(names[:2]) and len(names) >= 2 else ()


def length(store: Store, events: Events, given: int | None, about: About) -> int:
    """Return the given length, else the length of the match at the table, else of the next match."""
    if given is None:
        if about.match is not None:
            return int(_match(store, about.match).length)
        known = {pairing.get("length") for _, pairing in _to_be_played(events, about)}
        [found] = known if len(known) == 1 else [None]
        if found is None:
            raise UserError("Give the length of the match, or name a table's match.", field="length")
        return int(found)
    if not 0 <= given <= MOST_POINTS:
        raise UserError(
            "A match has 1 to %(most_points)s points, or 0 for no limit, not %(given)s.",
            most_points=MOST_POINTS, given=given,
        )
    return given


def at_board(overview: Overview | None, match: int | None) -> tuple[MatchView, BackgammonFacts] | None:
    """Return what the board of a match reports; None without a board, or if its hall is not known here."""
    view = None if overview is None or match is None else overview.match(match).match
    if view is None or not isinstance(view.details, BackgammonFacts):
        return None
    return view, view.details


def timed(store: Store, events: Events, overview: Overview | None, state: DeskState, about: About) -> bool:
    """Return whether a clock with limited time is in use: by the table, a ruling, or the timetable.

    The table's clock may be another one than in the match's set-up. A ruling that introduces a clock counts
    before its board has obeyed.
    """
    if about.match is None:
        planned = {view.plan(pairing).control for view, pairing in _to_be_played(events, about)}
        return len(planned) == 1 and is_timed(planned.pop() or "")
    ruled = (one for one in state.rulings.values() if one.match == about.match and one.counts)
    if any(effect.kind == INTRODUCE for one in ruled for effect in one.effects):
        return True
    row, board = _match(store, about.match), at_board(overview, about.match)
    return is_timed(row.control if board is None else board[0].control)


def is_posted(events: Events, about: About) -> bool:
    """Return whether the result of these players' match is entered in its event."""
    match = about.match
    if match is not None:
        views = [view for one in events.all() if match in (view := events.get(one.id)).tables]
        return any(view.answer is not None and view.tables[match] not in view.answer.next for view in views)
    if about.event is None or _to_be_played(events, about):
        return False
    results = (one.result for one in events.get(about.event).entered if one.result is not None)
    return any(set(named_players(result)) == set(about.players) for result in results)


def is_timed(control: str) -> bool:
    """Return whether a time control, in its notation, limits the time."""
    return control.split()[:1] not in _UNTIMED


def _to_be_played(events: Events, about: About) -> list[tuple[EventView, Mapping[str, Any]]]:
    """Return the open pairings with these players, or the one that is played in the table's match."""
    running = [one.id for one in events.all() if one.phase == "running"]
    found = []
    for view in map(events.get, running if about.event is None else [about.event]):
        if about.match is not None and about.match in view.tables:
            pairings: Sequence[Mapping[str, Any]] = [view.tables[about.match]]
        else:
            following = () if view.answer is None else view.answer.next
            pairings = [one for one in following if set(about.players) <= set(named_players(one))]
        found += [(view, pairing) for pairing in pairings]
    return found


def scheduled(events: Events, about: About) -> int:
    """Return the start of a match of these players (hall ms), by the timetable of their running event."""
    starts = {view.plan(pairing).start_ms for view, pairing in _to_be_played(events, about)}
    start = starts.pop() if len(starts) == 1 else None
    if start is None:
        raise UserError(
            "No timetable says when %(both)s play: say when the match should have begun.",
            both=listing(about.players), field="scheduled",
        )
    return start


def facing(events: Events, about: About) -> About:
    """Return a case, with the opponent added if the player has exactly one open match."""
    found = _to_be_played(events, about) if len(about.players) == 1 else []
    names = named_players(found[0][1]) if len(found) == 1 else ()
    if len(names) != 2:
        return about
    return replace(about, players=(*about.players, *(name for name in names if name not in about.players)))


def _at_table(store: Store, view: EventView, players: Sequence[str]) -> int | None:
    """Return the match at a table that these players of an event play now, or None."""
    following = () if view.answer is None else view.answer.next
    found = [
        match
        for match, pairing in view.tables.items()
        if set(players) <= set(named_players(pairing))
        and pairing in following
        and (row := store.matches.get(match)) is not None
        and row.closed_ms is None
        and GAMES.of(row.program).directed
    ]
    return found[0] if len(found) == 1 else None


def about(
    store: Store,
    events: Events,
    given: Sequence[str],
    match: int | None,
    event: int | None,
    names_known: set[str],
) -> About:
    """Return the players, match and event of a ruling; the names come from the match if they are missing.

    Refuse players who are in neither. In an event without a match, use their present match at a table.
    """
    players = clean(given)
    if len(set(players)) < len(players):
        raise DocumentError("", "%(players)s is named twice: name two different players", players=players[0])
    if match is None and event is not None and players:
        match = _at_table(store, events.get(event), players)
    if match is not None:
        seated = seats(store, match)
        if seated:
            for name in players:
                if name not in seated:
                    both = listing(seated[:2])
                    raise DocumentError(
                        "",
                        "%(name)s does not play match %(match)s: %(both)s do",
                        name=name, match=match, both=both,
                    )
            players += [name for name in seated[:2] if name not in players]
        elif len(players) != 2:
            raise DocumentError(
                "",
                "match %(match)s has no names: name both players, left and right",
                match=match,
            )
    if event is not None:
        entered = events.get(event).players
        for name in players:
            if name not in entered:
                near = meant(name, entered)
                raise DocumentError(
                    "",
                    "%(name)s is not among the players of event %(event)s%(near)s",
                    name=name, event=event, near=near,
                )
    for name in players:
        alike = [one for one in sorted(names_known) if one != name and one.casefold() == name.casefold()]
        if alike and name not in names_known:
            raise DocumentError(
                "",
                "the desk knows '%(alike)s': write that name, not '%(name)s'",
                alike=alike[0], name=name,
            )
    return About(tuple(players), match, event)


def completed(effect: Effect, about: About, *, needs_opponent: bool) -> Effect:
    """Return an effect with the opponent filled in; refuse an effect for a player who is not in the case."""
    if about.players and effect.player not in about.players:
        raise UserError(
            "%(player)s is not in this case: %(players)s.",
            player=effect.player, players=listing(about.players),
        )
    others = [name for name in about.players if name != effect.player]
    if effect.to and effect.to not in others and about.match is not None:
        raise UserError("%(to)s does not play this match.", to=effect.to)
    if not effect.to and others and effect.kind != "warning":
        effect = replace(effect, to=others[0])
    if needs_opponent and about.match is not None and not effect.to:
        raise UserError("Points go to an opponent: name both players.")
    return effect
