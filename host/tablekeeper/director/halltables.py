"""The tables of the hall as places: made, removed, zones, service, and the boards that stand at them.

Names and order are in `boards`, because a board that was never given a table has its own one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.director import seen
from tablekeeper.director.boards import JOURNAL, check_name
from tablekeeper.director.hall import Hall
from tablekeeper.director.places import NEW, REMOVE, SERVICE, STAND, ZONE, Places, given_names, places_of
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.undoing import Consequence, warning
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
from tablekeeper.text import listing
from tablekeeper.textchecks import LONGEST_REASON, is_line, single_spaced

#: the most tables of a hall: pages and forms hold this many
MOST_TABLES = 150
LONGEST_ZONE = 30


class HallTables:
    """Makes, removes and describes tables. All methods may be called from any thread."""

    def __init__(self, hall: Hall, matches: TableMatches) -> None:
        self._hall = hall
        self._matches = matches

    def new(
        self, names: Sequence[str], count: int = 0, word: str = "Table", zone: str = "", *,
        actor: str = "director",
    ) -> tuple[str, ...]:  # fmt: skip
        """Make tables without boards with these names, and `count` numbered ones; return all their names.

        The numbers follow the highest number that a table with this `word` has.
        """
        said = [single_spaced(name) for name in names]
        where = _zone(zone)
        with self._hall.action():
            with self._hall.lock:
                there = [one.name for one in self._hall.in_order()]
            said += _numbered(single_spaced(word), count, [*there, *said])
            if not said:
                raise UserError("Name the new tables, or say how many there are.", field="names")
            for place, name in enumerate(said):
                check_name(name, [*there, *said[:place]], "names")
            if len(there) + len(said) > MOST_TABLES:
                raise UserError(
                    "A hall has at most %(most)s tables: %(count)s are here already.",
                    most=MOST_TABLES, count=len(there), field="names",
                )
            uids = self._hall.store.make_tables(actor, NEW, {"names": said, "zone": where}, said)
            seen.added(JOURNAL, self._hall.store.last_action())
            self._read(uids)
        return tuple(said)

    def remove(self, uids: Sequence[str], *, actor: str = "director") -> None:
        """Remove free tables from the hall; what was played there stays. A connected board has a table."""
        with self._hall.action():
            with self._hall.lock:
                for table in map(self._hall.table, uids):
                    if table.online:
                        raise UserError(
                            "The board of %(name)s is connected, so it has a table: unplug it first.",
                            name=table.name,
                        )
                    self._matches.check_free(table.uid)
            self._act(actor, REMOVE, {"uids": list(uids)})

    def zone(self, uids: Sequence[str], zone: str, *, actor: str = "director") -> None:
        """Say in which room or zone tables are; "" forgets it."""
        zones = dict.fromkeys(uids, _zone(zone))
        with self._hall.action():
            with self._hall.lock:
                for uid in uids:
                    self._hall.table(uid)
                was = self._hall.places.zones
                changed = {uid: one for uid, one in zones.items() if was.get(uid, "") != one}
            if changed:
                self._act(actor, ZONE, {"zones": changed})

    def service(self, uid: str, reason: str = "", *, actor: str = "director") -> None:
        """Take a table out of service for a reason, so that no match is seated there; "" brings it back."""
        told = single_spaced(reason)
        if told and not is_line(told, LONGEST_REASON):
            raise UserError(
                "A reason has 1 to %(longest)s letters that can be shown.",
                longest=LONGEST_REASON, field="reason",
            )
        with self._hall.action():
            with self._hall.lock:
                table, was = self._hall.table(uid), self._hall.places.out.get(uid, "")
            if was == told and told:
                raise UserError("%(name)s is out of service already.", name=table.name)
            if was == told:
                raise UserError("%(name)s is in service already.", name=table.name)
            self._act(actor, SERVICE, {"uid": uid, "reason": told})

    def stand(self, board: str, table: str, *, actor: str = "director") -> None:
        """Put a board at a table; what stood there gets the place of the board. Both must be free.

        The place of a board without a name was only its own: nothing is left of it.
        """
        with self._hall.action():
            with self._hall.lock:
                here, there = self._hall.table(board), self._hall.table(table)
                if not here.row.device:
                    raise UserError(
                        "No board is at %(name)s: name the board that goes to %(other)s.",
                        name=here.name, other=there.name, field="board",
                    )
                if board == table:
                    raise UserError(
                        "This board is at %(name)s: choose another one.", name=there.name, field="board"
                    )
                if not there.row.name:
                    raise UserError("%(name)s is no named table: name it first.", name=there.name)
                for one in (here, there):
                    self._matches.check_free(one.uid)
                order = [{board: table, table: board}.get(one.uid, one.uid) for one in self._hall.in_order()]
                gone = not here.row.name and not there.row.device
                if gone:
                    order.remove(table)
                left = there.row.name if gone else here.row.name
            self._stand((board, table), (there.row.name, left), order, gone, actor, {})

    def _stand(
        self, uids: Sequence[str], names: Sequence[str], order: Sequence[str], gone: bool, by: str,
        more: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self._act(by, STAND, {"uids": uids, "names": names, "order": order, "gone": gone, **more})
        for uid, name in zip(uids, names, strict=True):
            self._hall.store.name_board(uid, name)
        self._read(uids)

    def without_board(self, name: str) -> str:
        """Return the uid of the table without a board that has this name, "" if there is none."""
        with self._hall.lock:
            tables = self._hall.in_order()
            return next((one.uid for one in tables if one.row.name == name and not one.row.device), "")

    def _act(self, actor: str, action: str, body: Mapping[str, Any]) -> None:
        seen.added(JOURNAL, self._hall.store.act(actor, action, body))
        self._read(())

    def _read(self, uids: Sequence[str]) -> None:
        with self._hall.lock:
            for uid in uids:
                self._hall.read_table(uid)
            self._hall.read_places()
        self._hall.changed(*uids)

    # --- undo ---------------------------------------------------------------------------------------

    def consequences(self, action: Action) -> tuple[Consequence, ...]:
        """Return what an undo of one of these actions would change, or refuse it. Hold the hall's lock."""
        before, now, uids = self._around(action)
        names = listing([self._hall.table(uid).name for uid in uids])
        if action.action == NEW or (action.action == REMOVE and action.body.get("back")):
            if now.removed & set(uids):
                raise UserError("These tables were removed after that: there is nothing to undo.")
            for uid in uids:
                self._matches.check_free(uid)
            return (warning(_("These tables are removed: %(names)s.", names=names)),)
        if action.action == REMOVE:
            there = {one.name for one in self._hall.in_order()}
            if taken := [name for uid in uids if (name := self._hall.table(uid).name) in there]:
                raise UserError(
                    "Another table is called %(name)s now: give that one another name first.", name=taken[0]
                )
            return (warning(_("These tables are in the hall again: %(names)s.", names=names)),)
        if action.action == STAND:
            return self._look_at_stand(action)
        if action.action == ZONE:
            if any(now.zones.get(uid, "") != zone for uid, zone in action.body["zones"].items()):
                raise UserError("The zones were changed after that: choose the right zone.")
            zones = listing(dict.fromkeys(before.zones.get(uid, "") or _("no zone") for uid in uids))
            return (warning(_("%(names)s: %(zones)s again.", names=names, zones=zones)),)
        if now.out.get(uids[0], "") != action.body["reason"]:
            raise UserError("The service of this table was changed after that: undo the later change first.")
        if before.out.get(uids[0], ""):
            return (warning(_("%(name)s is out of service again.", name=names)),)
        return (warning(_("%(name)s is in service again.", name=names)),)

    def _look_at_stand(self, action: Action) -> tuple[Consequence, ...]:
        board, other = (self._hall.table(uid) for uid in action.body["uids"])
        given = given_names(self._hall.store.actions())
        if any(given[one.uid][-1][0] != action.seq for one in (board, other)):
            raise UserError("One of these tables has another name or board since: put the board elsewhere.")
        for one in (board, other):
            self._matches.check_free(one.uid)
        return (warning(_("The board leaves %(name)s again.", name=board.name)),)

    def take_back(self, action: Action, by: str, more: Mapping[str, Any]) -> None:
        """Undo one of these actions; `more` is added to the body of the new one."""
        with self._hall.lock:
            before, _now, uids = self._around(action)
        if action.action == SERVICE:
            reason = before.out.get(uids[0], "")
            self._act(by, SERVICE, {"uid": uids[0], "reason": reason, **more})
        elif action.action == STAND:
            given = given_names(one for one in self._hall.store.actions() if one.seq < action.seq)
            names = [given[uid][-1][1] if uid in given else "" for uid in uids]
            self._stand(uids, names, before.order, False, by, more)
        elif action.action == ZONE:
            self._act(by, ZONE, {"zones": {uid: before.zones.get(uid, "") for uid in uids}, **more})
        else:
            back = action.action == REMOVE and not action.body.get("back")
            self._act(by, REMOVE, {"uids": list(uids), "back": back, **more})

    def _around(self, action: Action) -> tuple[Places, Places, Sequence[str]]:
        """Return the tables before an action and now, and the uids that it is about."""
        body = action.body
        uids = body.get("uids") or list(body.get("zones", ())) or [body["uid"]]
        before = places_of(one for one in self._hall.store.actions() if one.seq < action.seq)
        return before, self._hall.places, uids


def _zone(text: str) -> str:
    zone = single_spaced(text)
    if zone and not is_line(zone, LONGEST_ZONE):
        raise UserError(
            "A zone has 1 to %(longest)s letters that can be shown.", longest=LONGEST_ZONE, field="zone"
        )
    return zone


def _numbered(word: str, count: int, taken: Sequence[str]) -> list[str]:
    """Return the names of `count` tables with numbers behind the highest one that is taken."""
    numbers = [
        int(rest) for name in taken
        if (rest := name.removeprefix(f"{word} ")) != name and rest.isascii() and rest.isdigit()
    ]  # fmt: skip
    first = max(numbers, default=0) + 1
    return [f"{word} {first + place}" for place in range(count)]
