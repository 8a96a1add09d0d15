"""What each board tells its players: a naming that waits for a key, a pause of the hall, an announcement."""

from __future__ import annotations

from tablekeeper.director.desk.notices import Notices, Shown
from tablekeeper.director.subscription import Topics
from tablekeeper.director.tablenaming import TableNaming
from tablekeeper.regulation.moment import clock_time
from tablekeeper.tables.notice import Notice


class BoardNotices:
    """Says it board by board; called from the threads of the ports, twice a second for each board."""

    def __init__(self, topics: Topics, naming: TableNaming, notices: Notices) -> None:
        self._topics = topics
        self._naming = naming
        self._notices = notices
        #: what the hall is told, and the revision of the desk that said so
        self._shown: tuple[int, Shown] = (-1, Shown())

    def of(self, uid: str) -> Notice | None:
        """Return what a board tells: what is most urgent, and of several announcements the newest."""
        found = self._naming.notice(uid)
        if found is not None:
            return found
        shown = self._read()
        if shown.pause is not None:
            return Notice(clock_time(shown.pause.at_ms), shown.pause.reason)
        newest = next(iter(shown.announcements), None)
        return None if newest is None else Notice(clock_time(newest.at_ms), newest.text)

    def _read(self) -> Shown:
        revision = self._topics.revision("desk")
        if revision != self._shown[0]:
            self._shown = (revision, self._notices.shown())
        return self._shown[1]
