"""The boards of a hall: their connections' reports, their names, and the keys of virtual boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from tablecore.sheets import BLANK
from tablekeeper.director import seen
from tablekeeper.director.decisions import told
from tablekeeper.director.hall import Hall
from tablekeeper.director.places import ORDER, RENAME, Spot
from tablekeeper.director.projection import ended
from tablekeeper.director.tablestate import Press, TableState
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action
from tablekeeper.store import StoreError
from tablekeeper.tables.hello import Hello, Status
from tablekeeper.tables.notice import Notice
from tablekeeper.text import versus
from tablekeeper.textchecks import is_line, single_spaced

#: how often a board's time map is read again to follow its crystal (hall ms)
BASES_EVERY = 600_000
LONGEST_TABLE_NAME = 30
#: the name of the journal of the tables in marks (`seen`)
JOURNAL = "tables"


@dataclass(frozen=True, slots=True)
class TableLine:
    """One row of the list of tables."""

    uid: str
    name: str
    online: bool
    #: whether a board stands there
    device: bool = True
    zone: str = ""
    #: why it is out of service; "" in service
    out: str = ""
    #: who play there; () without a match
    names: tuple[str, ...] = ()
    #: its column and row on the floor plan; None without a place
    spot: Spot | None = None
    #: whether the director has named it
    is_named: bool = True

    @property
    def players(self) -> str:
        """Who play there: "Ann v Bob"; "" without a match."""
        return versus(self.names)


def check_name(name: str, others: Collection[str], field: str = "") -> None:
    """Refuse a name that no table can have, or that one of the `others` has."""
    if not is_line(name, LONGEST_TABLE_NAME):
        raise UserError(
            "A table's name has 1 to %(longest_table_name)s letters.",
            longest_table_name=LONGEST_TABLE_NAME, field=field,
        )
    if name in others:
        raise UserError("Another table is called '%(name)s': choose another name.", name=name, field=field)


class Boards:
    """A listener of the connections (`tablekeeper.tables.Listener`).

    `told_all` is called with a board's uid when it is back and has sent every record written in between.
    """

    def __init__(self, hall: Hall, told_all: Callable[[str], None]) -> None:
        self._hall = hall
        self._told_all = told_all
        #: called with the board at which a key was pressed, if its notice asked for a key
        self.on_press: Callable[[str], None] | None = None
        #: returns the notice that a board must show now
        self.on_notice: Callable[[str], Notice | None] | None = None
        #: returns the program for which a board will be set up next
        self.on_expected: Callable[[str], int] | None = None
        #: called with a board that has come online, before all other listeners
        self.on_online: Callable[[str], None] | None = None
        #: boards that have come online and may still have records to send -> their journal
        self._returned: dict[str, int] = {}

    # --- from the connections -------------------------------------------------------------

    def online(self, uid: str, hello: Hello) -> None:
        """Note that a board has been welcomed."""
        table = self._hall.table_of(uid)
        if self.on_online is not None:
            self.on_online(uid)
        with self._hall.lock:
            table.online = True
            table.trouble = None
            table.firmware = hello.firmware
            table.minor = hello.minor
            table.last_seen_ms = self._hall.clock.now_ms()
            self._returned[uid] = hello.journal
            self._hall.read_bases(table)
        self._hall.changed(uid)

    def offline(self, uid: str, reason: str) -> None:
        """Mark a board as offline. The reason is only for the log."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            table.online = False
            table.last_seen_ms = self._hall.clock.now_ms()
        self._hall.changed(uid)

    def status(self, uid: str, status: Status) -> None:
        """Store a board's status; listeners are notified only when a shown value changed."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            now = self._hall.clock.now_ms()
            table.last_seen_ms = now
            live = table.log.live
            version = table.version
            due = table.bases_read_ms is None or now - table.bases_read_ms >= BASES_EVERY or table.unasked
            if due or (live is not None and not table.knows_base(live.journal, status.base_seq)):
                self._hall.read_bases(table)
            same = (table.faults, table.battery, version) == (status.faults, status.battery, table.version)
            table.faults, table.battery, table.reported = status.faults, status.battery, True
            # orders depend on the score and the clocks, so no record of the time offline may be missing
            journal = self._returned.get(uid)
            told_all = live is not None and live.journal == journal and live.folded >= status.last
            if told_all:
                del self._returned[uid]
        if not same:
            self._hall.changed(uid)
        if told_all:
            try:
                self._told_all(uid)
            except (UserError, StoreError) as error:
                # the board works in spite of this error
                self.problem(uid, str(error))

    def screen(self, uid: str, pixels: bytes) -> None:
        """Store a board's display, 1024 bytes."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            table.screen = pixels
        self._hall.topics.bump(f"screen/{uid}")

    def pressed(self, uid: str) -> None:
        """Process a key press at a board whose notice asked for it."""
        if self.on_press is not None:
            self.on_press(uid)

    def notice(self, uid: str) -> Notice | None:
        """Return the notice that a board must show now."""
        return None if self.on_notice is None else self.on_notice(uid)

    def expected(self, uid: str) -> int:
        """Return the program that a board will be set up for next, BLANK if it is not known."""
        return BLANK if self.on_expected is None else self.on_expected(uid)

    def answered(self, uid: str, command_id: int, state: str, seq: int | None, reason: str) -> None:
        """Store the outcome of a command: state "done", "refused" or "expired"."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            table.answer(command_id, state, seq, reason)
        self._hall.changed(uid)

    def problem(self, uid: str, sentence: str) -> None:
        """Note the problem that a connection reports."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            table.trouble = sentence
        self._hall.changed(uid)

    def solved(self, uid: str, sentences: Set[str]) -> None:
        """Forget the noted problem if it is one of these; a later one of another kind stays."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            over = table.trouble in sentences
            if over:
                table.trouble = None
        if over:
            self._hall.changed(uid)

    # --- names ----------------------------------------------------------------------------

    def rename(self, uid: str, name: str, *, actor: str = "director") -> None:
        """Call a board by a name that no other board has."""
        wanted = single_spaced(name)
        with self._hall.action():
            with self._hall.lock:
                self._hall.table(uid)
                check_name(wanted, [one.row.name for one in self._hall.in_order() if one.uid != uid])
            self._act(actor, RENAME, {"uid": uid, "name": wanted})
            self._hall.store.name_board(uid, wanted)
            with self._hall.lock:
                self._hall.read_table(uid)
        self._hall.changed(uid)

    def name_again(self, uid: str, name: str, person: str, more: Mapping[str, Any]) -> None:
        """Give a board its old name back; "" if it had none.

        `more` is added to the action's body. Commands of other programs cannot call this.
        """
        with self._hall.action():
            self._act(person, RENAME, {"uid": uid, "name": name, **more})
            self._hall.store.name_board(uid, name)
            with self._hall.lock:
                self._hall.read_table(uid)
        self._hall.changed(uid)

    def rename_all(self, names: Mapping[str, str], *, actor: str = "director") -> None:
        """Rename several boards (uid -> name), all or none; the error's field is the uid with the wrong name.

        Two boards may change their names with each other.
        """
        wanted = {uid: single_spaced(name) for uid, name in names.items()}
        with self._hall.action():
            with self._hall.lock:
                after = {one.uid: one.row.name for one in self._hall.in_order()} | wanted
                for uid in wanted:
                    self._hall.table(uid)
            for uid, name in wanted.items():
                check_name(name, [one for other, one in after.items() if other != uid], uid)
            self._check_seen(RENAME, [{"uid": uid} for uid in wanted])
            for uid, name in wanted.items():
                self.take_name(uid, name, actor=actor)

    def take_name(self, uid: str, name: str, *, actor: str = "director") -> None:
        """Name a board; another board with this name loses it."""
        with self._hall.action():
            with self._hall.lock:
                others = [one.uid for one in self._hall.in_order() if one.row.name == name]
            for other in others:
                if other != uid:
                    self.name_again(other, "", actor, {})
            self.rename(uid, name, actor=actor)

    def last(self) -> int:
        """Return the number of the last action at the tables."""
        return self._hall.store.last_action()

    def _act(self, actor: str, action: str, body: Mapping[str, Any]) -> None:
        seen.added(JOURNAL, self._hall.store.act(actor, action, body))

    def _check_seen(self, action: str, bodies: Sequence[Mapping[str, Any]]) -> None:
        actions = self._hall.store.actions()
        for body in bodies:
            new = Action(len(actions) + 1, 0, "", action, body)
            seen.check(JOURNAL, actions, new, _touch, lambda seq: told(actions[seq - 1], {}))

    def listed(self) -> tuple[TableLine, ...]:
        """Return every table in the director's order, and whether its board is connected now."""
        with self._hall.lock:
            places = self._hall.places
            at = {
                one.segments[-1].uid: tuple(filter(None, one.match.names))
                for one in self._hall.entries.values()
                if one.match.closed_ms is None and one.segments and not ended(one.segments[-1])
            }
            return tuple(
                TableLine(
                    one.uid, one.name, one.online, one.row.device, places.zones.get(one.uid, ""),
                    places.out.get(one.uid, ""), at.get(one.uid, ()), places.spots.get(one.uid),
                    bool(one.row.name),
                )
                for one in self._hall.in_order()
            )

    def in_order(self) -> list[TableState]:
        """Return every table, in the director's order."""
        with self._hall.lock:
            return self._hall.in_order()

    def order(self, uids: Sequence[str], *, actor: str = "director") -> None:
        """Put tables first, in this order; the others keep theirs behind them."""
        self.order_again(uids, actor, {})

    def order_again(self, uids: Sequence[str], person: str, more: Mapping[str, Any]) -> None:
        """Order the tables; `more` is added to the action's body."""
        with self._hall.action():
            with self._hall.lock:
                for uid in uids:
                    self._hall.table(uid)
                if len(set(uids)) < len(uids):
                    raise UserError("A table is named twice: name each one once.")
                wanted = [*uids, *(one.uid for one in self._hall.in_order() if one.uid not in uids)]
            self._check_seen(ORDER, [{}])
            self._act(person, ORDER, {"uids": wanted, **more})
            with self._hall.lock:
                self._hall.read_places()
        self._hall.changed()

    # --- virtual boards -------------------------------------------------------------------

    def attach_keys(self, uid: str, keys: Sequence[str], press: Press) -> None:
        """Make a board virtual: `press(key, held)` presses one of its keys."""
        table = self._hall.table_of(uid)
        with self._hall.lock:
            table.keys, table.press = tuple(keys), press
        self._hall.changed(uid)

    def press(self, uid: str, key: str, held: bool = False) -> None:
        """Press a key of a virtual board."""
        with self._hall.lock:
            table = self._hall.table(uid)
            press = table.press
            if press is None:
                raise UserError(
                    "%(name)s is a real board: its keys are pressed at the table.",
                    name=table.name,
                )
            if key not in table.keys:
                raise UserError(
                    "%(name)s has no key '%(key)s': its keys are %(keys)s.",
                    name=table.name, key=key, keys=' '.join(table.keys),
                )
        press(key, held)


def _touch(actions: Sequence[Action], action: Action) -> seen.Touch:
    """Return what an action at the tables touches: the name of a table, or their order."""
    things = {RENAME: lambda: [f"name of {action.body['uid']}"], ORDER: lambda: ["order"]}.get(action.action)
    found = frozenset(() if things is None else things())
    return seen.Touch(found, found)
