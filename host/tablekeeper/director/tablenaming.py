"""Names tables by a key that is pressed at each, in the order in which they are to be called.

The boards that are free send their displays. A key that is pressed at one of them changes its picture (`#`
opens its menu): that board gets the next name. The firmware needs nothing for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from tablekeeper.director.boards import Boards
from tablekeeper.director.hall import Hall
from tablekeeper.errors import UserError
from tablekeeper.textchecks import is_line, single_spaced

#: a display comes in pieces: what it shows this long after the first one was there before (hall ms)
SETTLED_MS = 2_000
#: dots that another picture differs in; signs that change by themselves are smaller
CHANGED = 150
LONGEST_WORD = 20


@dataclass(frozen=True, slots=True)
class NamingView:
    """How far the naming is: the next name, "" when it has ended, and the tables named so far."""

    next: str
    named: tuple[str, ...]
    #: free boards at which a key can be pressed
    waiting: int


@dataclass(slots=True)
class _Naming:
    word: str
    number: int
    actor: str
    named: list[str] = field(default_factory=list)  # uids
    #: uid -> since when its display is seen (hall ms), and what it showed last
    pictures: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    @property
    def next(self) -> str:
        return f"{self.word} {self.number}"


class TableNaming:
    """One naming at a time. All methods may be called from any thread."""

    def __init__(
        self, hall: Hall, boards: Boards, is_free: Callable[[str], bool], watch: Callable[[str], object]
    ) -> None:
        """Take what says whether a table is free, and what asks a board for its display for a minute."""
        self._hall = hall
        self._boards = boards
        self._is_free = is_free
        self._watch = watch
        self._lock = threading.Lock()
        self._naming: _Naming | None = None
        boards.seen = self._seen

    def begin(self, word: str = "Table", first: int = 1, *, actor: str = "director") -> NamingView:
        """Begin to name tables "Table 1", "Table 2", ... by the keys that are pressed from now on."""
        cleaned = single_spaced(word)
        if not is_line(cleaned, LONGEST_WORD):
            raise UserError(f"The names begin with 1 to {LONGEST_WORD} letters.", field="word")
        if not 0 <= first <= 999:
            raise UserError("The first number is one from 0 to 999.", field="first")
        if not self._candidates(()):
            raise UserError("No free board is connected: there is nothing to press.")
        with self._lock:
            self._naming = _Naming(cleaned, first, actor)
        return self.progress()

    def end(self, *, actor: str = "director") -> NamingView:
        """End the naming; the names given stay."""
        with self._lock:
            self._naming = None
        self._hall.changed()
        return self.progress()

    def progress(self) -> NamingView:
        """Return how far the naming is; boards go on to send their displays while this is asked."""
        with self._lock:
            naming = self._naming
            named = () if naming is None else tuple(naming.named)
        if naming is None:
            return NamingView("", (), 0)
        waiting = self._candidates(named)
        for uid in waiting:
            self._watch(uid)
        names = {table.uid: table.name for table in self._boards.in_order()}
        return NamingView(naming.next, tuple(names[uid] for uid in named), len(waiting))

    def _candidates(self, named: tuple[str, ...]) -> list[str]:
        there = [table.uid for table in self._boards.in_order() if table.online and table.uid not in named]
        return [uid for uid in there if self._is_free(uid)]

    def _seen(self, uid: str, pixels: bytes) -> None:
        with self._lock:
            naming = self._naming
            if naming is None or uid in naming.named:
                return
            now = self._hall.clock.now_ms()
            since, before = naming.pictures.get(uid, (now, pixels))
            naming.pictures[uid] = (since, pixels)
            if now - since < SETTLED_MS or _difference(before, pixels) < CHANGED or not self._is_free(uid):
                return
            name, actor = naming.next, naming.actor
            naming.named.append(uid)
            order = tuple(naming.named)
            naming.number += 1
        # the thread that serves a board is here: it must not wait for an action of the director
        threading.Thread(target=self._name, args=(uid, name, order, actor), daemon=True).start()

    def _name(self, uid: str, name: str, order: tuple[str, ...], actor: str) -> None:
        self._boards.take_name(uid, name, actor=actor)
        self._boards.order(order, actor=actor)
        if not self._candidates(order):
            with self._lock:
                self._naming = None
            self._hall.changed()


def _difference(one: bytes, other: bytes) -> int:
    return (int.from_bytes(one) ^ int.from_bytes(other)).bit_count()
