"""Seats the matches of an event that can be played now: the proposal, and the director's changes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

from tablecore.sheets.sheet import READY
from tablekeeper.director.boards import Boards
from tablekeeper.director.events.boardqueue import AtTable
from tablekeeper.director.events.seatplan import BoardTurn, FreeTable, Place, SeatPlan, seat_plan, turns
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.tables import EventTables
from tablekeeper.director.events.views import EventView
from tablekeeper.director.hall import Hall
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _
from tablekeeper.text import listing

_log = logging.getLogger(__name__)


class RoundSeating:
    """Seats rounds. All methods may be called from any thread."""

    def __init__(
        self, hall: Hall, boards: Boards, matches: TableMatches, events: Events, tables: EventTables
    ) -> None:
        self._hall = hall
        self._boards = boards
        self._matches = matches
        self._events = events
        self._tables = tables
        events.on_acted = self.release

    def free_tables(self) -> tuple[FreeTable, ...]:
        """Return the tables in service without a match, in the director's order.

        A table without a board is one of them; a board that is not connected is not.
        """
        there = [table for table in self._boards.in_order() if table.online or not table.row.device]
        free = [one for one in there if self._matches.can_seat(one.uid)]
        reserved = self._reserved()
        return tuple(FreeTable(one.uid, one.name, reserved.get(one.uid, 0)) for one in free)

    def _reserved(self) -> dict[str, int]:
        """Return the only event that is seated at a table, by uid, for tables in a reserved zone."""
        with self._hall.lock:
            zones, reserved = dict(self._hall.places.zones), dict(self._hall.places.reserved)
        phases = {one.id: one.phase for one in self._events.all()} if any(reserved.values()) else {}
        return {
            uid: reserved[zone]
            for uid, zone in zones.items()
            if phases.get(reserved.get(zone, 0)) in ("entries", "running")
        }

    def plan_round(self, event: int, tables: Sequence[str] = ()) -> SeatPlan:
        """Return the proposal for the matches of an event that can be seated now; nothing is changed.

        They go to the given tables, connected or not, or to all free connected tables.
        """
        for uid in tables:
            self._matches.check_seat(uid)
        named = {table.uid: table.name for table in self._boards.in_order()}
        free = tuple(FreeTable(uid, named[uid]) for uid in tables) if tables else self.free_tables()
        views = self._running()
        if all(view.id != event for view in views):
            raise UserError("There is nothing to play in %(name)s now.", name=self._events.get(event).name)
        return seat_plan(event, views, free, self._tables.sitting(views))

    def turns(self) -> tuple[BoardTurn, ...]:
        """Return the matches of all events that can be set up now, each with the free table it would get."""
        views = self._running()
        return turns(views, self.free_tables(), self._tables.sitting(views)) if views else ()

    def _running(self) -> list[EventView]:
        return [self._events.get(one.id) for one in self._events.all() if one.phase == "running"]

    def settled(self, event: int | None = None) -> list[AtTable]:
        """Return the matches that occupy a table although no event waits for their result.

        Their result was entered by hand, or they need not be played any more. Without an event, those of all.
        """
        if event is None:
            return [one for row in self._hall.store.events.all() for one in self.settled(row.id)]
        view = self._events.get(event)
        awaited = {one.match for one in self._tables.sitting([view])} | {one.match for one in view.claims}
        found = []
        with self._hall.lock:
            for match in sorted(view.here.keys() - awaited):
                entry = self._hall.entries.get(match)
                if entry is None or not entry.segments or entry.match.closed_ms is not None:
                    continue
                uid = entry.segments[-1].uid
                # there may be another match at the table now
                if not self._matches.is_free(uid) and self._matches.is_free(uid, match):
                    found.append(AtTable(event, match, view.tables[match], self._hall.tables[uid].name))
        return found

    def release(self, event: int, by: str) -> None:
        """Free the tables of decided matches that no board has begun, and all of an event that is finished.

        A board that has begun waits for `free`, one in the middle of a game always.
        """
        if not self._to_release(event):
            return
        if self._hall.acting.acquire(blocking=False):
            try:
                self._release(event, by)
            finally:
                self._hall.acting.release()
            return

        def wait() -> None:
            with self._hall.acting:
                self._release(event, by)

        # a result of a board comes in the thread that stores records, which must not wait for an action
        threading.Thread(target=wait, name="free tables", daemon=True).start()

    def _release(self, event: int, by: str) -> None:
        for match in self._to_release(event):
            try:
                self._matches.close(match, actor=by)
            except UserError as error:
                _log.info("The table of match %d is not freed: %s", match, error)

    def _to_release(self, event: int) -> list[int]:
        finished = self._events.get(event).phase == "finished"
        with self._hall.lock:
            return [one.match for one in self.settled(event) if finished or not self._has_begun(one.match)]

    def _has_begun(self, match: int) -> bool:
        """Return whether a game of a match has begun at its board. Call with the lock held."""
        sheet = self._hall.part(self._hall.entries[match].segments[-1]).sheet
        return sheet is not None and (sheet.games > 0 or sheet.phase != READY)

    def free_all(self, *, actor: str = "director") -> tuple[str, ...]:
        """Free every table whose match is decided; return their names. A game in progress stays."""
        freed = []
        with self._hall.acting:
            for one in self.settled():
                try:
                    self._matches.close(one.match, actor=actor)
                except UserError as error:
                    _log.info("%s is not freed: %s", one.table, error)
                else:
                    freed.append(one.table)
        return tuple(freed)

    def free(self, event: int, match: int, *, actor: str = "director") -> None:
        """Close a decided match, so that its table is free; refuse a match in progress."""
        with self._hall.acting:
            if all(one.match != match for one in self.settled(event)):
                raise UserError("This match is closed already, or its result is awaited: nothing was done.")
            self._matches.close(match, actor=actor)

    def seat(self, event: int, places: Sequence[Place], *, actor: str = "director") -> tuple[int, ...]:
        """Set the tables up for these matches, all of them or none; return the ids of their matches.

        A UserError is about the first impossible place: its `field` is "table-N", with the place N from 0.
        """
        with self._hall.acting:
            self._check(event, places)
            done: list[int] = []
            for place in places:
                try:
                    match = self._tables.play(
                        event, place.pairing, place.uid, place.length, place.control or "", actor=actor
                    )
                except UserError as error:
                    seated = [pairing_text(one.pairing) for one in places[: len(done)]]
                    raise UserError(
                        "Seated: %(seated)s. Then: %(error)s",
                        seated=listing(seated) or _("nothing"), error=error,
                    ) from error
                done.append(match)
            return tuple(done)

    def _check(self, event: int, places: Sequence[Place]) -> None:
        if not places:
            raise UserError("No table is chosen: nothing is seated.")
        busy = {
            name: _("plays at %(table)s", table=one.table)
            for one in self._tables.sitting()
            for name in named_players(one.pairing)
        }
        taken: dict[str, str] = {}
        reserved = self._reserved()
        for number, place in enumerate(places):
            told = pairing_text(place.pairing)
            try:
                self._tables.prepared(event, place.pairing, place.length, place.control or "")
                self._matches.check_seat(place.uid)
                if (its := reserved.get(place.uid, event)) != event:
                    raise UserError(
                        "This table is reserved for %(name)s: choose another one.",
                        name=self._events.get(its).name,
                    )
                if place.uid in taken:
                    raise UserError(
                        "This table is chosen for %(taken)s, too: choose another one.",
                        taken=taken[place.uid],
                    )
                for name in named_players(place.pairing):
                    if name in busy:
                        raise UserError(
                            "%(name)s %(busy)s: seat this match later.",
                            name=name, busy=busy[name],
                        )
            except UserError as error:
                raise UserError(
                    "%(told)s: %(error)s Nothing was seated.",
                    told=told, error=error, field=f"table-{number}",
                ) from error
            taken[place.uid] = told
            busy |= dict.fromkeys(named_players(place.pairing), _("is in %(told)s, too", told=told))
