"""The tables of an opened database, for commands that name or order them, or set up matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tablekeeper.cli import hall
from tablekeeper.cli.options import lending
from tablekeeper.director.boards import Boards
from tablekeeper.director.events.roundseating import RoundSeating
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.journals import Journals
from tablekeeper.director.places import places_of
from tablekeeper.director.replacement import BoardReplacement
from tablekeeper.director.restoring import Restoring
from tablekeeper.director.service import Director
from tablekeeper.director.tablenaming import TableNaming
from tablekeeper.director.tableorders import TableOrders
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.store import BoardRow, Store


@dataclass(frozen=True, slots=True)
class OpenedTables:
    """The services for tables: of this program, or of the running host, which knows the connected boards."""

    store: Store
    events: Events
    boards: Boards
    seating: RoundSeating
    replacement: BoardReplacement
    naming: TableNaming
    orders: TableOrders
    tables: HallTables
    restoring: Restoring
    journals: Journals
    #: whether a hall is open: only then can boards be connected
    is_open: bool

    def table(self, text: str) -> BoardRow:
        """Return a table given by its name, or by the uid of what stands there."""
        return found(self.store, text)

    def uids(self, texts: Sequence[str]) -> list[str]:
        """Return the uids of these tables."""
        return [self.table(text).uid for text in texts]


def found(store: Store, text: str) -> BoardRow:
    """Return a table of the hall said by its name, or by the uid of what stands there."""
    removed = places_of(store.actions()).removed
    # a removed table has its name until another one gets it
    tables = sorted(store.boards(), key=lambda one: one.uid in removed)
    named = [one for one in tables if text in (one.uid, one.called)]
    if not named:
        known = ", ".join(one.called for one in tables if one.uid not in removed)
        raise UserError(
            "There is no table '%(words)s'. Tables here: %(known)s.",
            words=text, known=known or _("none yet"),
        )
    return named[0]


@contextmanager
def opened(url: str | None, *, asks: bool = False) -> Iterator[OpenedTables]:
    """Open the tables of a database for a `with` block; print a refusal as one sentence."""
    with hall.opened(url, asks=asks) as here:
        store, caller = here.store, here.caller
        if caller.send is not None:
            yield OpenedTables(
                store, Events(store), caller.elsewhere("boards", Boards),
                caller.elsewhere("seating", RoundSeating), caller.elsewhere("replacement", BoardReplacement),
                caller.elsewhere("naming", TableNaming), caller.elsewhere("orders", TableOrders),
                caller.elsewhere("tables", HallTables),
                caller.elsewhere("restoring", Restoring), caller.elsewhere("journals", Journals), True,
            )  # fmt: skip
            return
        director = Director(store, HallClock(), acts=here.writes)
        yield OpenedTables(
            store, director.events, caller.acting("boards", director.boards),
            caller.acting("seating", director.seating), caller.acting("replacement", director.replacement),
            caller.acting("naming", director.naming), caller.acting("orders", director.orders),
            caller.acting("tables", director.tables),
            caller.acting("restoring", director.restoring), caller.acting("journals", director.journals),
            False,
        )  # fmt: skip


changes, asks = lending(opened), lending(opened, asks=True)
