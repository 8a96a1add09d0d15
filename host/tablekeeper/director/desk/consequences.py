"""The consequences of a ruling at a table and in an event, shown before the director decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.director.events.walkovers import walkovers
from tablekeeper.director.overview import Overview
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.formats.wording import pairing_text
from tablekeeper.games.backgammon.facts import BackgammonFacts
from tablekeeper.games.view import MatchView
from tablekeeper.languages import _, joined
from tablekeeper.regulation.finding import CLOCK, LOSING, POINTS, WITHDRAWAL, Effect
from tablekeeper.store import Store
from tablekeeper.text import counted, listing

#: up to this number, matches are named; more are only counted
_NAMED = 6


def check_games(events: Events, event: int | None, effects: Sequence[Effect], games: str) -> None:
    """Refuse a ruling that does not settle the games of an excluded player, if the format needs that."""
    out = [effect.player for effect in effects if effect.leaves]
    view = None if event is None else events.get(event)
    choices = asked(view) if view is not None and any(_plays(view, name) for name in out) else {}
    if games not in choices and (choices or games):
        told = joined([joined((key, joined((words, ""), ")")), " (") for key, words in choices.items()], "; ")
        raise UserError(
            "Say what happens to the games of %(who)s: %(told)s.",
            who=listing(out) or _("the player"),
            told=told or _("there is nothing to choose here"),
            field="games",
        )


def asked(view: EventView) -> dict[str, str]:
    """Return the choices for the games of an excluded player, by key; {} if the format has a fixed rule."""
    return {} if view.answer is None else dict(view.form.departures)


def at_table(overview: Overview | None, match: int | None, effects: Sequence[Effect]) -> tuple[str, ...]:
    """Return the consequences for the match at its table; () if they are not known."""
    if overview is None or match is None:
        return ()
    try:
        view = overview.match(match).match
    except UserError:
        # a command, while no hall runs
        return ()
    if view is None or not isinstance(view.details, BackgammonFacts):
        return ()
    return tuple(told for effect in effects if (told := _at_table(view, view.details, effect)))


def in_event(
    store: Store, events: Events, event: int | None, effects: Sequence[Effect], games: str, match: int | None
) -> tuple[str, ...]:
    """Return the consequences for an event's players, and for its matches that have no table's `match`."""
    if event is None:
        return ()
    view = events.get(event)
    told: list[str] = []
    for effect in effects:
        if effect.leaves:
            told += _out(store, view, effect.player, games)
        elif match is None and (lost := forfeit(view, effect)) is not None:
            told.append(
                _(
                    "%(to)s wins without play: %(pairing_text)s.",
                    to=effect.to,
                    pairing_text=pairing_text(lost),
                )
            )
    return tuple(told)


def forfeit(view: EventView, effect: Effect) -> dict[str, Any] | None:
    """Return the result of the open match that a player loses by an effect; None if there is no such match.

    An effect that excludes the player loses all matches, which is not a single result (`Effect.leaves`).
    """
    if effect.kind not in LOSING or effect.leaves or not effect.to or "forfeit" not in view.form.unplayed:
        return None
    pair = {effect.player, effect.to}
    following = () if view.answer is None or view.phase != "running" else view.answer.next
    found = [one for one in following if set(named_players(one)) == pair]
    if len(found) != 1:
        return None
    told = {key: found[0][key] for key in ("match", "players") if key in found[0]}
    return told | {"winner": effect.to, "forfeit": True}


def _plays(view: EventView, player: str) -> bool:
    return player in view.players and player not in view.withdrawn


def _at_table(view: MatchView, facts: BackgammonFacts, effect: Effect) -> str:
    loses = effect.kind in LOSING or effect.kind == WITHDRAWAL
    if not loses and effect.kind not in (POINTS, CLOCK):
        return ""
    players, score = view.players, list(facts.score)
    if effect.kind == CLOCK:
        # on a clock that is lost on time, nothing may be left (paragraph 91)
        late = next((seat for seat in view.seats if seat.name == effect.player), None)
        if late is None or late.clock is None or late.clock.remaining_ms > effect.ms:
            return ""
        return _("The clock of %(player)s comes to 0:00, which loses the match.", player=effect.player)
    if view.phase == "over":
        return _("The match at the table is over: nothing changes there.")
    winner = players.index(effect.to) if effect.to in players else 1 - players.index(effect.player)
    if not loses:
        after = score[winner] + effect.points
        score[winner] = min(after, facts.length) if facts.length else after
        wins = (
            _(", and %(players)s wins the match", players=players[winner])
            if facts.length and after >= facts.length
            else ""
        )
        return _(
            "At the table the score becomes %(score)s-%(score2)s (%(players)s, %(players2)s)%(wins)s.",
            score=score[0],
            score2=score[1],
            players=players[0],
            players2=players[1],
            wins=wins,
        )
    return _(
        "At the table the match ends: %(players)s wins it, %(score)s-%(score2)s before.",
        players=players[winner],
        score=score[0],
        score2=score[1],
    )


def _out(store: Store, view: EventView, player: str, games: str) -> tuple[str, ...]:
    if not _plays(view, player):
        return (_("%(player)s is out of %(name)s already.", player=player, name=view.name),)
    told = [_("%(player)s is out of %(name)s.", player=player, name=view.name)]
    if view.answer is None:
        return (*told, _("The event has not started: the name is taken off the list."))
    choices = asked(view)
    if choices and games not in choices:
        return (*told, _("Say what happens to the games of %(player)s.", player=player))
    if view.form.departure:
        left = {view.form.departure: player} | ({"ruling": games} if games else {})
        lost = walkovers(store.events.journals.reading(EVENTS, view.id).state, view.answer, left)
        if lost:
            named = ", ".join(pairing_text(one) for one in lost[:_NAMED])
            more = (
                _(" and %(others)s", others=counted(len(lost) - _NAMED, "other"))
                if len(lost) > _NAMED
                else ""
            )
            told.append(_("Not played: %(named)s%(more)s.", named=named, more=more))
        else:
            told.append(_("No match that has been drawn is cancelled by this."))
    told.append(
        _("What was played stays.")
        if games == ""
        else _("Games of %(player)s: %(choices)s.", player=player, choices=choices[games])
    )
    return tuple(told)
