"""The desk's data about an event: withdrawals by ruling, open decisions, and what the event has ended."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence, Set

from tablekeeper.director.desk.entries import Late, Pause
from tablekeeper.director.desk.journal import DESK
from tablekeeper.director.events.awaited import here
from tablekeeper.director.events.journal import EVENTS, WITHDRAW
from tablekeeper.director.events.state import Entered, EventState
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
from tablekeeper.store import Store


def check_undo(store: Store, event: int, actions: Sequence[Action], seq: int) -> None:
    """Refuse to undo action `seq` while a valid ruling excludes the player of that action from the event."""
    if not 1 <= seq <= len(actions) or actions[seq - 1].action != WITHDRAW:
        return
    player = actions[seq - 1].body["player"]
    for ruling in store.desk.reading(DESK).state.rulings.values():
        here = ruling.event == event and ruling.counts
        if here and any(effect.leaves and effect.player == player for effect in ruling.effects):
            raise UserError(
                "%(player)s is out by ruling %(seq)s: undo that ruling, which brings %(player)s back.",
                player=player, seq=ruling.seq,
            )


def is_over(store: Store, one: Late | Pause) -> bool:
    """Return whether a lateness or a break has ended without a ruling on it.

    Its match was closed or has got a result since, one of the two has left the event, or the event is
    finished. If that is undone, it goes on.
    """
    match = None if one.match is None else store.matches.get(one.match)
    if match is not None and match.closed_ms is not None:
        return True
    noted_ms = store.desk.reading(DESK).actions[one.seq - 1].at_ms
    for row in store.events.all():
        reading = store.events.journals.reading(EVENTS, row.id)
        if row.id == one.event or one.match in here(row, reading):
            before = sum(action.at_ms < noted_ms for action in reading.actions)
            if ended(reading.state, {one.player, one.opponent}, before, one.match):
                return True
    return False


def ended(state: EventState, players: Set[str], before: int, match: int | None = None) -> bool:
    """Return whether an event has ended a match of these players, which was open at action `before`.

    The event is finished, one of them has left, or there is a result since, or from this `match` at a table.
    """
    if state.finished or not players.isdisjoint(state.withdrawn):
        return True
    return any(
        players <= _of(state, entry) and (entry.seq > before or match == entry.match is not None)
        for entry in state.entered
    )


def _of(state: EventState, entry: Entered) -> Set[str]:
    """Return the players of a result: the named ones, or all of them if results name nobody."""
    result = entry.result or {}
    if not result or entry.presence or "started" in result:
        return frozenset()
    named = result.get("players") or result.get("cancelled")
    return set(map(str, named if isinstance(named, list | tuple) else state.entrants))


def missing(store: Store, event: int) -> set[frozenset[str]]:
    """Return the pairs of an event whose match has an open lateness: its time has begun."""
    return {
        frozenset((one.player, one.opponent))
        for one in store.desk.reading(DESK).state.late.values()
        if one.event == event and not is_over(store, one)
    }


class Undecided:
    """Finds the open decisions of an event."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: returns the matches of an event that call the director from their tables, in an open hall
        self.called: Callable[[int], Sequence[str]] = lambda event: ()

    def of(self, event: int, matches: Container[int]) -> list[str]:
        """Return the open appeals, lateness, breaks and calls of an event and its `matches` at tables."""
        return [*_unruled(self._store, event, matches), *self.called(event)]


def _unruled(store: Store, event: int, matches: Container[int]) -> list[str]:
    desk = store.desk.reading(DESK).state

    def here(at: int | None, match: int | None) -> bool:
        return at == event or match in matches

    appeals = [one for one in desk.appeals.values() if one.outcome in ("", "undecided")]
    return [
        *(
            _("%(by)s has appealed ruling %(ruling)s", by=one.by, ruling=one.ruling)
            for one in appeals
            if (ruling := desk.rulings.get(one.ruling)) is not None and here(ruling.event, ruling.match)
        ),
        *(
            _("%(player)s is missing against %(opponent)s", player=one.player, opponent=one.opponent)
            for one in desk.late.values()
            if here(one.event, one.match) and not is_over(store, one)
        ),
        *(
            _("%(player)s takes a break", player=one.player)
            for one in desk.breaks.values()
            if here(one.event, one.match) and not is_over(store, one)
        ),
    ]
