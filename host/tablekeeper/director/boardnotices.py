"""Chooses the notice on each board's display: a naming that waits for a key, a pause, an announcement."""

from __future__ import annotations

from tablekeeper.director.desk.entries import Announcement
from tablekeeper.director.desk.notices import Shown
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.events.service import Events
from tablekeeper.director.hall import Hall
from tablekeeper.director.projection import ended
from tablekeeper.director.subscription import Topics
from tablekeeper.director.tablenaming import TableNaming
from tablekeeper.regulation.moment import clock_time
from tablekeeper.tables.notice import Notice


class BoardNotices:
    """Returns the notice of each board; called from the threads of the ports, twice a second per board."""

    def __init__(
        self, topics: Topics, hall: Hall, events: Events, naming: TableNaming, desk: Desk
    ) -> None:
        self._topics = topics
        self._hall = hall
        self._events = events
        self._naming = naming
        self._desk = desk
        #: event -> boards at which it is played, with the revisions of hall and event of this information
        self._played: dict[int, tuple[tuple[int, int], frozenset[str]]] = {}
        #: the announcements to the hall, and the revision of the desk from which they were read
        self._shown: tuple[int, Shown] = (-1, Shown())

    def of(self, uid: str) -> Notice | None:
        """Return the notice for a board: the most urgent one, and of several announcements the newest."""
        found = self._naming.notice(uid)
        if found is not None:
            return found
        shown = self._read()
        if shown.pause is not None:
            return Notice(clock_time(shown.pause.at_ms), shown.pause.reason)
        for newest in shown.announcements:
            if self._concerns(newest, uid):
                return Notice(clock_time(newest.at_ms), newest.text)
        return None

    def _concerns(self, one: Announcement, uid: str) -> bool:
        if one.event is not None:
            return uid in self._boards_of(one.event)
        return one.table in ("", uid)

    def _boards_of(self, event: int) -> frozenset[str]:
        """Return the boards at which matches of an event are."""
        now = self._topics.revision("hall"), self._topics.revision(f"event/{event}")
        known = self._played.get(event)
        if known is None or known[0] != now:
            matches = self._events.get(event).tables
            with self._hall.lock:
                found = frozenset(
                    entry.segments[-1].uid
                    for match in matches
                    if (entry := self._hall.entries.get(match)) is not None
                    and entry.match.closed_ms is None and entry.segments and not ended(entry.segments[-1])
                )  # fmt: skip
            known = self._played[event] = (now, found)
        return known[1]

    def _read(self) -> Shown:
        revision = self._topics.revision("desk")
        if revision != self._shown[0]:
            self._shown = (revision, self._desk.shown())
        return self._shown[1]
