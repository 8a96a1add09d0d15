"""The tables of the hall as places: made, removed, zones, service, and the boards that stand at them.

Names and order are in `boards`, because a board that was never given a table has its own one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.director import seen
from tablekeeper.director.boards import JOURNAL, check_name
from tablekeeper.director.hall import Hall
from tablekeeper.director.places import (
    DETACH,
    NEW,
    PLACE,
    REMOVE,
    RESERVE,
    SERVICE,
    STAND,
    ZONE,
    Places,
    Spot,
    given_names,
    places_of,
)
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
#: columns and rows of the floor plan
MOST_SPOTS = 40


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
            uids = self._hall.store.make_tables(
                actor, NEW, lambda made: {"uids": made, "names": said, "zone": where}, said
            )
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

    def reserve(self, zone: str, event: int, *, actor: str = "director") -> None:
        """Reserve the tables of a zone for an event, until it is finished; 0 opens the zone to all events."""
        wanted = _zone(zone)
        with self._hall.action():
            with self._hall.lock:
                known = {self._hall.places.zones.get(one.uid, "") for one in self._hall.in_order()}
                was = self._hall.places.reserved.get(wanted, 0)
            if not wanted or wanted not in known:
                raise UserError(
                    "No table is in the zone '%(zone)s': give tables this zone first.", zone=wanted,
                    field="zone",
                )
            if was == event:
                raise UserError("The zone %(zone)s is reserved like that already.", zone=wanted, field="zone")
            self._act(actor, RESERVE, {"zone": wanted, "event": event})

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
                    # a board that is away and has no table was not in the order
                    order = [uid for uid in order if uid != table]
                left = there.row.name if gone else here.row.name
            self._stand((board, table), (there.row.name, left), order, gone, actor, {})

    def seat_phone(self, uid: str, table: str, *, actor: str = "director") -> None:
        """Put a phone that becomes a board, or is one, at a table."""
        there = self.address_now(table) or table
        if uid == there:
            return
        with self._hall.lock:
            self._hall.table(there)
            self._matches.check_free(there)
        # it is known before it has said anything
        self._hall.table_of(uid)
        self.stand(uid, there, actor=actor)

    def detach(self, board: str, *, busy: bool = False, actor: str = "director") -> str:
        """Take a board away from its table, which stays without a board; return the uid of the table now.

        The table must be free, unless its match moves there now (`busy`).
        """
        with self._hall.action():
            with self._hall.lock:
                self.check_detach(board, busy=busy)
                tables = [one.uid for one in self._hall.in_order()]
                name = self._hall.table(board).row.name
            [made] = self._hall.store.make_tables(
                actor, DETACH,
                lambda made: {
                    "uids": [board, *made], "names": ["", name],
                    "order": [made[0] if uid == board else uid for uid in tables],
                },
                [name],
            )  # fmt: skip
            seen.added(JOURNAL, self._hall.store.last_action())
            self._hall.store.name_board(board, "")
            self._read([board, made])
        return made

    def check_detach(self, board: str, *, busy: bool) -> None:
        """Refuse a board that cannot be taken away from its table. Hold the hall's lock."""
        here = self._hall.table(board)
        self._hall.check_device(here)
        if not here.row.name:
            raise UserError("%(name)s is no named table: name it first.", name=here.name)
        if not busy:
            self._matches.check_free(board)

    def place(self, spots: Mapping[str, Spot | None], *, actor: str = "director") -> None:
        """Put tables at a column and a row of the floor plan, or nowhere; two tables never share a spot."""
        with self._hall.action():
            with self._hall.lock:
                for uid in spots:
                    self._hall.table(uid)
                was = self._hall.places.spots
                changed = {uid: one for uid, one in spots.items() if was.get(uid) != one}
                names = {one.uid: one.name for one in self._hall.in_order()}
            there = {spot: uid for uid, spot in was.items() if uid not in changed and uid in names}
            for uid, spot in changed.items():
                if spot is None:
                    continue
                if not all(1 <= one <= MOST_SPOTS for one in spot):
                    raise UserError(
                        "Columns and rows of the floor plan have the numbers 1 to %(most)s.",
                        most=MOST_SPOTS, field="column",
                    )
                if spot in there:
                    raise UserError(
                        "%(name)s is at column %(column)s, row %(row)s already: choose another place.",
                        name=names[there[spot]], column=spot[0], row=spot[1], field="column",
                    )
                there[spot] = uid
            if changed:
                self._act(actor, PLACE, {"spots": {uid: one or () for uid, one in changed.items()}})

    def is_planned(self) -> bool:
        """Return whether a table has a place on the floor plan."""
        # without the lock: the front page asks in its event loop, which must not wait
        there = map(self._hall.tables.get, list(self._hall.places.spots))
        return any(one is not None and not self._hall.is_gone(one) for one in there)

    def place_all(self, across: int, *, actor: str = "director") -> None:
        """Put all tables on the floor plan in their order, `across` of them in each row."""
        if not 1 <= across <= MOST_SPOTS:
            raise UserError(
                "A row of the floor plan has 1 to %(most)s tables.", most=MOST_SPOTS, field="across"
            )
        with self._hall.action():
            with self._hall.lock:
                tables = [one.uid for one in self._hall.in_order()]
            if len(tables) > across * MOST_SPOTS:
                raise UserError("That makes too many rows: put more tables in a row.", field="across")
            self.place(
                {uid: (place % across + 1, place // across + 1) for place, uid in enumerate(tables)},
                actor=actor,
            )

    def _stand(
        self, uids: Sequence[str], names: Sequence[str], order: Sequence[str], gone: bool, by: str,
        more: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self._act(by, STAND, {"uids": uids, "names": names, "order": order, "gone": gone, **more})
        for uid, name in zip(uids, names, strict=True):
            self._hall.store.name_board(uid, name)
        self._read(uids)

    def address_now(self, text: str) -> str:
        """Return the uid of the table that once had this uid, or has this name; "" if the text is its uid."""
        with self._hall.lock:
            known = self._hall.tables.get(text)
            if known is not None and not self._hall.is_gone(known):
                return ""
            wanted = self._hall.places.now_at(text)
            tables = self._hall.in_order()
            return next((one.uid for one in tables if wanted in (one.uid, one.name)), "")

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
        if action.action == RESERVE:
            zone = action.body["zone"]
            if now.reserved.get(zone, 0) != action.body["event"]:
                raise UserError("The zone was reserved otherwise after that: undo the later change first.")
            if event := before.reserved.get(zone, 0):
                told = _("%(zone)s is reserved for event %(event)s again.", zone=zone, event=event)
                return (warning(told),)
            return (warning(_("%(zone)s is open to all events again.", zone=zone)),)
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
        if action.action in (STAND, DETACH):
            return self._look_at_stand(action)
        if action.action == PLACE:
            spots = action.body["spots"]
            if any(now.spots.get(uid, ()) != tuple(spot) for uid, spot in spots.items()):
                raise UserError("The floor plan was changed after that: choose the right places.")
            return (warning(_("Tables on the floor plan as before: %(names)s.", names=names)),)
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
        if action.action == DETACH:
            return (warning(_("The board is at %(name)s again.", name=other.name)),)
        return (warning(_("The board leaves %(name)s again.", name=board.name)),)

    def take_back(self, action: Action, by: str, more: Mapping[str, Any]) -> None:
        """Undo one of these actions; `more` is added to the body of the new one."""
        with self._hall.lock:
            before, _now, uids = self._around(action)
        if action.action == SERVICE:
            reason = before.out.get(uids[0], "")
            self._act(by, SERVICE, {"uid": uids[0], "reason": reason, **more})
        elif action.action == RESERVE:
            zone = action.body["zone"]
            self._act(by, RESERVE, {"zone": zone, "event": before.reserved.get(zone, 0), **more})
        elif action.action == STAND:
            given = given_names(one for one in self._hall.store.actions() if one.seq < action.seq)
            names = [given[uid][-1][1] if uid in given else "" for uid in uids]
            self._stand(uids, names, before.order, False, by, more)
        elif action.action == DETACH:
            self._stand(uids, tuple(reversed(action.body["names"])), self._order_with(uids), True, by, more)
        elif action.action == PLACE:
            spots = {uid: before.spots.get(uid, ()) for uid in action.body["spots"]}
            self._act(by, PLACE, {"spots": spots, **more})
        elif action.action == ZONE:
            self._act(by, ZONE, {"zones": {uid: before.zones.get(uid, "") for uid in uids}, **more})
        else:
            back = action.action == REMOVE and not action.body.get("back")
            self._act(by, REMOVE, {"uids": list(uids), "back": back, **more})

    def _order_with(self, uids: Sequence[str]) -> list[str]:
        """Return the present order with the board, the first of two uids, in the place of the second."""
        board, place = uids
        with self._hall.lock:
            there = [one.uid for one in self._hall.in_order() if one.uid != board]
        return [board if uid == place else uid for uid in there]

    def _around(self, action: Action) -> tuple[Places, Places, Sequence[str]]:
        """Return the tables before an action and now, and the uids that it is about."""
        body = action.body
        uids = body.get("uids") or list(body.get("zones", body.get("spots", ()))) or [body.get("uid", "")]
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
