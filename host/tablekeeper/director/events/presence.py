"""Presence of players: check-in before the start, and the consequences if a player leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.sentences import sentences
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.walkovers import walkovers
from tablekeeper.director.seen import of_event
from tablekeeper.errors import UserError
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import _, joined, ngettext
from tablekeeper.text import counted, listing

#: carries out (event, actor, action, body); returns the action's number
Do = Callable[[int, str, str, Mapping[str, Any]], int]


@dataclass(frozen=True, slots=True)
class Leaving:
    """The consequences for the open games of a player who leaves."""

    player: str
    #: the number of pairings that can be played now
    open: int
    #: by ruling ("" if the format needs none): its text, and the number of pairings that are not played
    rulings: Mapping[str, tuple[str, int]]
    #: whether the player is only removed from the list, because nothing has been drawn or played
    listed: bool
    #: whether the others continue at the same board, and this player is placed behind them
    plays_on: bool = False


class EventPresence:
    """The presence of an event's players. All methods may be called from any thread."""

    def __init__(self, do: Do, read: Callable[[int], Reading[EventState]]) -> None:
        self._do, self._read = do, read

    def entrants(self, event: int) -> tuple[str, ...]:
        """Return the entered players of an event, in order."""
        return tuple(self._read(event).state.entrants)

    def check_in(
        self, event: int, players: Sequence[str], present: bool = True, *, actor: str = "director"
    ) -> int:
        """Note that players are present, or not present any more; return the action's number."""
        names = [" ".join(name.split()) for name in players]
        state = self._read(event).state
        unknown = [name for name in names if name not in state.entrants]
        if unknown or not names:
            if unknown:
                raise UserError("%(names)s is not entered.", names=listing(unknown))
            raise UserError("Say who is there.")
        return self._do(event, actor, journal.CHECK_IN, {"players": names, "present": present})

    def leaving(self, event: int, player: str) -> Leaving:
        """Return the consequences if a player leaves now; nothing is entered."""
        return leaving_of(self._read(event).state, player)

    def check_as_seen(self, event: int, before: EventState | None, player: str, ruling: str) -> None:
        """Require a new confirmation if the consequences have changed since `before`, as the author saw."""
        known = before is not None and before.started and player in before.entrants
        if before is None or not known or player in before.withdrawn:
            return
        reading = self._read(event)
        now = leaving_of(reading.state, player)
        if now != leaving_of(before, player):
            check_leaving(now, ruling, {"seen": of_event(event, len(reading.actions))})


def leaving_of(state: EventState, player: str) -> Leaving:
    """Return the consequences in the present event if a player leaves."""
    if player not in state.entrants or player in state.withdrawn:
        raise UserError("%(player)s is not in %(name)s any more.", player=player, name=state.name)
    if not state.started:
        return Leaving(player, 0, {}, listed=True)
    with sentences(state.format):
        answer = state.answer()
    mine = [one for one in answer.next if player in one.get("players", ()) and "draw" not in one]
    form = state.format
    told: dict[str, tuple[str, int]] = {}
    for key, words in (form.departures or {"": ""}).items():
        if form.departure:
            told[key] = (words, len(walkovers(state, answer, state.departure(player, key))))
    return Leaving(player, len(mine), told, listed=False, plays_on=bool(form.board.race_rules and told))


def check_staying(withdrawn: Collection[str], names: Sequence[str]) -> None:
    """Refuse to seat players who have left: a format for three has no walkovers, so it still names them."""
    for name in names:
        if name in withdrawn:
            raise UserError("%(player)s has withdrawn: undo that first, or seat others.", player=name)


def check_leaving(leaving: Leaving, ruling: str, more: Mapping[str, str] = MappingProxyType({})) -> None:
    """Require a confirmation for the games that a player gives up by leaving a started event.

    The fields `more` are part of the confirmation.
    """
    if leaving.listed:
        return
    player, (words, given_up) = leaving.player, leaving.rulings.get(ruling, ("", 0))
    facts = [
        *([_("%(player)s is to play %(matches)s now.", player=player,
             matches=counted(leaving.open, "match", "matches"))] if leaving.open else []),
        *([_("The games of %(player)s: %(words)s.", player=player, words=words)] if words else []),
        *([_("The others play on, and rank before %(player)s.", player=player)] if leaving.plays_on else []),
        *([counted(given_up, "pairing is decided without play.", "pairings are decided without play.")]
          if given_up else []),
    ]  # fmt: skip
    raise Unconfirmed(
        _(
            "%(facts)s With --yes %(player)s is withdrawn.",
            facts=joined(facts, " ") if facts else _("The results stay."), player=player,
        ),
        _("Withdraw %(player)s?", player=player),
        facts or [_("The results of %(player)s stay, and there is nothing left to play.", player=player)],
        _("Withdraw %(player)s", player=player),
        {"sure": "1", **more},
    )


def check_present(state: EventState) -> None:
    """Require a confirmation for players who have not checked in, if any player has."""
    missing = [name for name in state.players if name not in state.present]
    if not state.present or not missing or state.started:
        return
    raise Unconfirmed(
        ngettext(
            "%(names)s has not checked in: withdraw them, or start with --absent.",
            "%(names)s have not checked in: withdraw them, or start with --absent.",
            len(missing), names=listing(missing),
        ),
        _("Start without them being there?"),
        [ngettext(
            "%(num)s player has not checked in: %(names)s.",
            "%(num)s players have not checked in: %(names)s.",
            len(missing), names=listing(missing),
        )],
        _("Start with them in the draw"),
        {"absent": "1"},
    )
