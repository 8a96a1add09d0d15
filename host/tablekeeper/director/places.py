"""What the director's journal says of the tables of the hall: names, order, zones, service. Pure.

A table is known by the uid of what stands there: a board, or the table's own uid if it has none. When a board
moves to another table, everything of the two tables changes place between their uids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.journal.action import Action

ORDER = "order tables"
NEW = "new tables"
REMOVE = "remove tables"
ZONE = "zone tables"
SERVICE = "table service"
STAND = "stand board"
DETACH = "detach board"
PLACE = "place tables"
RESERVE = "reserve zone"
RENAME = "rename board"


Spot = tuple[int, int]


@dataclass(slots=True)
class Places:
    """The tables by uid; a table that is not named here has no zone and is in service."""

    #: in the director's order; tables that are not named follow in the order in which they were met
    order: tuple[str, ...] = ()
    zones: dict[str, str] = field(default_factory=dict)
    #: tables out of service, and why
    out: dict[str, str] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)
    #: the place on the floor plan: column and row from 1; a table that is not named here has none
    spots: dict[str, Spot] = field(default_factory=dict)
    #: zone -> the event for which it is reserved
    reserved: dict[str, int] = field(default_factory=dict)
    #: uid that stood at a table -> what stands there now, for addresses of tables whose uid is gone
    moved: dict[str, str] = field(default_factory=dict)

    def take(self, action: Action) -> None:
        """Follow one action; other kinds change nothing."""
        body = action.body
        if action.action == ORDER:
            self.order = tuple(body["uids"])
        elif action.action == NEW:
            self.removed -= set(body["uids"])
            self.zones |= dict.fromkeys(body["uids"], body["zone"])
        elif action.action == REMOVE:
            self._remove(body)
        elif action.action == ZONE:
            self.zones |= body["zones"]
        elif action.action == SERVICE:
            self.out |= {body["uid"]: body["reason"]}
        elif action.action == PLACE:
            self._place(body["spots"])
        elif action.action == RESERVE:
            self.reserved[body["zone"]] = body["event"]
        elif action.action in (STAND, DETACH):
            self._stand(body, action.action == DETACH)

    def now_at(self, uid: str) -> str:
        """Return what stands now at the table that had this uid."""
        met = {uid}
        while (there := self.moved.get(uid, uid)) not in met and uid in self.removed:
            met.add(uid := there)
        return uid

    def _remove(self, body: Mapping[str, Any]) -> None:
        if body.get("back"):
            self.removed -= set(body["uids"])
        else:
            self.removed |= set(body["uids"])

    def _place(self, spots: Mapping[str, Sequence[int]]) -> None:
        for uid, spot in spots.items():
            self.spots.pop(uid, None)
            if spot:
                self.spots[uid] = (spot[0], spot[1])

    def _stand(self, body: Mapping[str, Any], detached: bool) -> None:
        board, other = body["uids"]
        self.order = tuple(body["order"])
        for by_uid in (self.zones, self.out):
            by_uid[board], by_uid[other] = by_uid.get(other, ""), by_uid.get(board, "")
        self._place({board: self.spots.get(other, ()), other: self.spots.get(board, ())})
        self.removed -= {board, other}
        if detached:
            # the board has no table until it is connected again, or stands at one
            self.removed.add(board)
            self.moved[board] = other
        elif body["gone"]:
            # the table at which the board stood before was only its own
            self.removed.add(other)
            self.moved[other] = board


def places_of(actions: Iterable[Action]) -> Places:
    """Return the tables after these actions of the director's journal."""
    found = Places()
    for action in actions:
        found.take(action)
    return found


def given_names(actions: Iterable[Action]) -> dict[str, list[tuple[int, str]]]:
    """Return, by uid, the names that these actions gave, oldest first: the action's number and the name."""
    found: dict[str, list[tuple[int, str]]] = {}
    for action in actions:
        body = action.body
        if action.action == RENAME:
            given = {body["uid"]: body["name"]}
        elif action.action in (NEW, STAND, DETACH):
            given = dict(zip(body["uids"], body["names"], strict=True))
        else:
            continue
        for uid, name in given.items():
            found.setdefault(uid, []).append((action.seq, name))
    return found
