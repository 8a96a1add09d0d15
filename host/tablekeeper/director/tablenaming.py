"""Names tables by a key press at each table, in the order of their future names.

The free boards blink and show the next name. The board at which a key is pressed gets this name, and shows
it until the naming ends. If the table of this name has no board, the board stands there from then on. A
naming for one table ends with the first key: that board stands at the table. A board with an older firmware
has no notices: its table is named by hand.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from tablekeeper.director.boards import Boards
from tablekeeper.director.hall import Hall
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.tablestate import TableState
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.tables.notice import SINCE_MINOR, Notice
from tablekeeper.textchecks import is_line, single_spaced

#: a naming ends after this time without a key press, because it blocks the free boards (hall ms)
LASTS_MS = 600_000
LONGEST_WORD = 20


@dataclass(frozen=True, slots=True)
class NamingView:
    """The progress of a naming: the next name ("" after its end), and the tables named so far."""

    next: str
    named: tuple[str, ...]
    #: free boards that blink
    waiting: int
    #: free boards that cannot blink: their firmware is older
    older: tuple[str, ...] = ()


@dataclass(slots=True)
class _Naming:
    word: str
    number: int
    actor: str
    until_ms: int
    #: the uid and the name of the only table that gets a board; "" for a series
    only: str = ""
    name: str = ""
    named: list[str] = field(default_factory=list)  # uids

    @property
    def next(self) -> str:
        return self.name or f"{self.word} {self.number}"


class TableNaming:
    """One naming at a time. All methods may be called from any thread."""

    def __init__(
        self, hall: Hall, boards: Boards, tables: HallTables, is_free: Callable[[str], bool]
    ) -> None:
        """Store the arguments; `is_free` returns whether a table is free."""
        self._hall = hall
        self._boards = boards
        self._tables = tables
        self._is_free = is_free
        self._lock = threading.Lock()
        self._naming: _Naming | None = None
        boards.on_press = self._pressed

    def begin(self, word: str = "Table", first: int = 1, *, actor: str = "director") -> NamingView:
        """Begin to name tables "Table 1", "Table 2", ... by the keys that are pressed from now on."""
        cleaned = single_spaced(word)
        if not is_line(cleaned, LONGEST_WORD):
            raise UserError(
                "The names begin with 1 to %(longest_word)s letters.",
                longest_word=LONGEST_WORD, field="word",
            )
        if not 0 <= first <= 999:
            raise UserError("The first number is one from 0 to 999.", field="first")
        return self._begin(_Naming(cleaned, first, actor, self._hall.clock.now_ms() + LASTS_MS))

    def begin_at(self, uid: str, *, actor: str = "director") -> NamingView:
        """Let the free board on which the next key is pressed stand at this table, which must be free."""
        with self._hall.lock:
            table = self._hall.table(uid)
        if not table.row.name:
            raise UserError("%(name)s is no named table: name it first.", name=table.name)
        if not self._is_free(uid):
            raise UserError("%(name)s has a match: choose a free table.", name=table.name)
        until = self._hall.clock.now_ms() + LASTS_MS
        return self._begin(_Naming("", 0, actor, until, uid, table.name))

    def _begin(self, naming: _Naming) -> NamingView:
        able, older = self._candidates((naming.only,))
        if not able:
            if older:
                raise UserError("The free boards have a firmware that cannot blink: update it "
                                "(`tablekeeper board install`), or type the names.")
            raise UserError("No free board is connected: there is nothing to press.")
        with self._lock:
            self._naming = naming
        self._hall.changed()
        return self.progress()

    def end(self, *, actor: str = "director") -> NamingView:
        """End the naming; the names given stay."""
        with self._lock:
            self._naming = None
        self._hall.changed()
        return self.progress()

    def progress(self) -> NamingView:
        """Return the progress of the naming."""
        with self._lock:
            naming = self._running()
            named = () if naming is None else tuple(naming.named)
        if naming is None:
            return NamingView("", (), 0)
        able, older = self._candidates((*named, naming.only))
        names = {table.uid: table.name for table in self._boards.in_order()}
        return NamingView(
            naming.next, tuple(names[uid] for uid in named), len(able), tuple(names[uid] for uid in older)
        )

    def notice(self, uid: str) -> Notice | None:
        """Return the notice that a board shows during the naming: the request for a key, or its new name."""
        with self._lock:
            naming = self._running()
            named = naming is not None and uid in naming.named
        if naming is None:
            return None
        if named:
            with self._hall.lock:
                name = self._hall.table(uid).name
            return Notice(name, _("This table has its name."))
        if not self._is_free(uid) or uid == naming.only:
            return None
        return Notice(
            naming.next, _("Press any key here, and this table is %(next)s.", next=naming.next), True
        )

    def _running(self) -> _Naming | None:
        # call with the lock held
        if self._naming is not None and self._hall.clock.now_ms() >= self._naming.until_ms:
            self._naming = None
        return self._naming

    def _candidates(self, named: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """Return the free boards without a name of the series: those that can blink, and the others."""
        there = [table for table in self._boards.in_order() if table.online and table.uid not in named]
        free = [table for table in there if self._is_free(table.uid)]
        able = [table.uid for table in free if _blinks(table)]
        return able, [table.uid for table in free if not _blinks(table)]

    def _pressed(self, uid: str) -> None:
        with self._lock:
            naming = self._running()
            if naming is None or uid in (*naming.named, naming.only) or not self._is_free(uid):
                return
            name, actor, only = naming.next, naming.actor, naming.only
            if only and naming.named:
                return
            naming.named.append(uid)
            order = tuple(naming.named)
            naming.number += 1
            naming.until_ms = self._hall.clock.now_ms() + LASTS_MS
        # this is the thread that serves the board: it must not wait for an action of the director
        threading.Thread(target=self._name, args=(uid, name, order, actor, only), daemon=True).start()

    def _name(self, uid: str, name: str, order: tuple[str, ...], actor: str, only: str) -> None:
        if table := only or self._tables.without_board(name):
            try:
                self._tables.stand(uid, table, actor=actor)
            except UserError as error:
                self._boards.problem(uid, str(error))
        else:
            self._boards.take_name(uid, name, actor=actor)
            self._boards.order(order, actor=actor)
        if only or not self._candidates(order)[0]:
            with self._lock:
                self._naming = None
            self._hall.changed()


def _blinks(table: TableState) -> bool:
    return table.minor >= SINCE_MINOR
