"""Notices for the whole hall: announcements, a pause that stops the clocks, and the projector's programme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.desk import journal
from tablekeeper.director.desk.caseplayers import words
from tablekeeper.director.desk.deskjournal import DeskJournal
from tablekeeper.director.desk.entries import Announcement, HallPause
from tablekeeper.director.desk.projector import Programme, programme_body
from tablekeeper.director.events.service import Events
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import Overview
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.store import Store
from tablekeeper.tables.notice import Notice


@dataclass(frozen=True, slots=True)
class Shown:
    """What every page shows now."""

    pause: HallPause | None = None
    announcements: tuple[Announcement, ...] = ()


class Notices:
    """Announcements, the pause of a hall, and its projector. All methods may be called from any thread."""

    def __init__(
        self, store: Store, events: Events, journal: DeskJournal,
        overview: Overview | None, match_orders: MatchOrders | None,
    ) -> None:  # fmt: skip
        self._store = store
        self._events = events
        self._journal = journal
        self._overview = overview
        self._match_orders = match_orders

    def shown(self) -> Shown:
        """Return the current announcements of the hall, newest first."""
        state = self._journal.read().state
        return Shown(state.pause, tuple(reversed(state.announcements.values())))

    def announce(
        self, text: str, *, event: int | None = None, table: str = "", actor: str = "director"
    ) -> int:
        """Tell the hall something on every page and board; return the announcement's number.

        With an `event` the boards at which it is played show it, with a `table` (a uid) only that one.
        """
        if not words(text):
            raise UserError("Write the text of the announcement.", field="text")
        body: dict[str, Any] = {"text": words(text)}
        if event is not None and table:
            raise UserError("Tell it to an event or to a table, not to both.", field="to")
        if event is not None:
            body |= {"event": event, "to": self._events.get(event).name}
        elif table:
            found = {one.uid: one for one in self._store.boards()}.get(table)
            if found is None:
                raise UserError("There is no such table: choose one of the list.", field="to")
            body |= {"table": table, "to": found.name or _("Board %(table)s", table=table[-6:])}
        return self._journal.add(actor, journal.ANNOUNCE, body)

    @staticmethod
    def on_boards(text: str) -> str:
        """Return what boards show of an announcement, if they cannot show it as it is; else ""."""
        return Notice("", text).otherwise

    def take_down(self, announcement: int, *, actor: str = "director") -> int:
        """Take an announcement down; return the entry's number."""
        return self._journal.add(actor, journal.TAKE_DOWN, {"announcement": announcement})

    def pause_hall(self, reason: str = "Pause", *, actor: str = "director") -> tuple[str, ...]:
        """Begin a pause: every page says so, and the clocks that run are stopped; return their tables.

        The clock of an offline board is not stopped: its players see the pause only on the pages.
        """
        self._journal.add(actor, journal.PAUSE, {"reason": words(reason) or "Pause"})
        if self._overview is None or self._match_orders is None:
            return ()
        stopped = []
        for table in self._overview.hall().tables:
            if table.online and table.match is not None and any(one.running for one in table.match.clocks):
                try:
                    self._match_orders.pause(table.match.id, actor=actor)
                except UserError:
                    # in the meantime the players have stopped the clock, or the board went offline
                    continue
                stopped.append(table.name)
        return tuple(stopped)

    def resume_hall(self, *, actor: str = "director") -> int:
        """End the pause; the players start their clocks again by #. Return the entry's number."""
        return self._journal.add(actor, journal.RESUME, {})

    def programme(self) -> Programme:
        """Return what the projector shows."""
        return self._journal.read().state.programme

    def project(
        self, parts: Sequence[str], seconds: int, event: int | None = None, table: str = "", *,
        actor: str = "director",
    ) -> int:  # fmt: skip
        """Set the parts that the projector shows, and the time for each; return the entry's number."""
        return self._journal.add(actor, journal.PROJECT, programme_body(list(parts), seconds, event, table))

    def call_done(self, call: str, text: str, *, actor: str = "director") -> int:
        """Note that a call for the director is done; return the entry's number."""
        return self._journal.add(actor, journal.DONE, {"call": call, "text": text})
