"""Events of venues for the federation's pages: folded on request, with public names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.events.sentences import unread
from tablekeeper.director.events.views import EventView, view
from tablekeeper.director.federation.folded import VenueEvent, actions_of, rows_of
from tablekeeper.director.people.publicnames import with_neutral_names
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.errors import NotFound
from tablekeeper.federation.messages import Mark
from tablekeeper.formats import Event
from tablekeeper.journal.reading import Reading
from tablekeeper.store.copies import Copies
from tablekeeper.strictjson import DocumentError

#: the number of cached events: those that spectators look at now
_KEPT = 64


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event in its present state, and the data behind its standings (None before the start)."""

    view: EventView
    played: Event | None


class VenueEvents:
    """A cache of the events requested last. One caller at a time."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        #: by venue and number: the end of the journal, the replacements of names, and the event
        self._known: OrderedDict[tuple[str, int], tuple[Mark, Sequence[Renaming], ShownEvent]] = OrderedDict()

    def get(self, end: Mark, event: VenueEvent, hidden: Sequence[Renaming]) -> ShownEvent:
        """Return the event folded from its journal up to this end.

        Raises NotFound if it cannot be shown without an unpublished name.
        """
        key = (event.venue, event.row.id)
        known = self._known.pop(key, None)
        if known is None or known[0] != end or known[1] is not hidden:
            known = (end, hidden, self._folded(event, hidden))
        self._known[key] = known
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return known[2]

    def _folded(self, event: VenueEvent, hidden: Sequence[Renaming]) -> ShownEvent:
        actions = tuple(actions_of(rows_of(self._copies, event.venue, f"event/{event.row.id}")))
        try:
            reading = with_neutral_names(Reading(EVENTS, actions, EVENTS.fold(actions)), hidden)
        except DocumentError as error:
            raise NotFound(
                "%(name)s of %(venue)s cannot be read with neutral names in it.",
                name=event.row.name, venue=event.venue,
            ) from error  # fmt: skip
        state = reading.state
        if not state.started:
            return ShownEvent(view(event.row, reading, None, None), None)
        try:
            return ShownEvent(view(event.row, reading, state.answer(), None), state.event())
        except DocumentError as error:
            return ShownEvent(view(event.row, reading, None, unread(error, state.format)), None)
