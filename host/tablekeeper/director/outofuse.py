"""The tables at which nothing can be seated although nobody plays there, and what brings each one back."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.director.hall import Hall
from tablekeeper.director.projection import ended
from tablekeeper.director.replacement import BoardReplacement
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.tablestate import TableState
from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: what brings a table back: service again, its board taken away, its board cleared; "" if only people can
BACK, DETACH, CLEAR, NOTHING = "back", "detach", "clear", ""


@dataclass(frozen=True, slots=True)
class UnusedTable:
    """A table out of use: why, and one of the ways above."""

    uid: str
    name: str
    why: str
    way: str


class OutOfUse:
    """Finds the tables out of use. All methods may be called from any thread."""

    def __init__(self, hall: Hall, matches: TableMatches, replacement: BoardReplacement) -> None:
        self._hall = hall
        self._matches = matches
        self._replacement = replacement

    def tables(self) -> tuple[UnusedTable, ...]:
        """Return the tables out of use, in the director's order; only ways that would not be refused."""
        with self._hall.lock:
            return tuple(
                UnusedTable(one.uid, one.name, *found)
                for one in self._hall.in_order()
                if (found := self._why(one)) is not None
            )

    def _why(self, table: TableState) -> tuple[str, str] | None:
        if reason := self._hall.places.out.get(table.uid):
            return _("out of service: %(reason)s", reason=reason), BACK
        if not table.row.device:
            return None
        if not table.online:
            return _("its board is not connected"), DETACH if self._can_detach(table) else NOTHING
        place = self._hall.home(table.log.current)
        shown = place is not None and ended(place[1]) and table.planned() is None
        if shown and not self._matches.is_free(table.uid):
            return _("its board still shows a match that went on elsewhere"), CLEAR
        return None

    def _can_detach(self, table: TableState) -> bool:
        try:
            self._replacement.check_detach(table.uid)
        except UserError:
            return False
        return True
