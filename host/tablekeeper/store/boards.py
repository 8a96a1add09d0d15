"""The tables of the hall and their names: a row for each board, and for each table without a board.

What stands at a table gives it its uid. A table without a board has a uid that the host has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from tablekeeper.languages import _
from tablekeeper.store import schema
from tablekeeper.store.database import Database

#: boards that a host finds within this time were plugged in together
AT_ONCE_MS = 5000
#: the first digits of the uid of a table without a board
WITHOUT_BOARD = "7ab1e"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board; its name is empty until a person names it."""

    uid: str
    name: str
    first_seen_ms: int
    last_seen_ms: int
    firmware: str
    #: whether it is a board, not a table without one
    device: bool = True

    @property
    def called(self) -> str:
        """The text to show for it: its name, else the end of its uid."""
        return self.name or _("Board %(uid)s", uid=self.uid[-6:])


def enter(connection: Connection, uid: str, now: int, firmware: str = "") -> None:
    """Note that a board is here now; if `firmware` is empty, keep the known one."""
    table = schema.boards
    known = connection.execute(
        select(table.c.last_seen_ms, table.c.firmware).where(table.c.uid == uid)
    ).one_or_none()
    if known is None:
        # boards that are found together get the same time, so that their uids order them
        at_once = table.c.first_seen_ms.between(now - AT_ONCE_MS, now)
        since = connection.scalar(select(func.min(table.c.first_seen_ms)).where(at_once))
        first = now if since is None else since
        connection.execute(
            insert(table).values(uid=uid, name="", first_seen_ms=first, last_seen_ms=now, firmware=firmware)
        )
    else:
        connection.execute(
            update(table)
            .where(table.c.uid == uid)
            .values(last_seen_ms=max(now, known.last_seen_ms), firmware=firmware or known.firmware)
        )


def make_tables(connection: Connection, names: Sequence[str], now: int) -> tuple[str, ...]:
    """Make tables without boards, in this order; return their uids."""
    table = schema.boards
    last = connection.scalar(select(func.max(table.c.uid)).where(table.c.device == 0)) or "0"
    first = int(last.removeprefix(WITHOUT_BOARD), 16) + 1
    uids = [f"{WITHOUT_BOARD}{first + place:011x}" for place in range(len(names))]
    rows = [
        {"uid": uid, "name": name, "first_seen_ms": now, "last_seen_ms": now, "firmware": "", "device": 0}
        for uid, name in zip(uids, names, strict=True)
    ]
    connection.execute(insert(table), rows)
    return tuple(uids)


def rename(connection: Connection, uid: str, name: str) -> bool:
    """Name a board; return whether it is known."""
    table = schema.boards
    return connection.execute(update(table).where(table.c.uid == uid).values(name=name)).rowcount == 1


def all_boards(database: Database) -> list[BoardRow]:
    """Return all boards, in the order they were first met."""
    table = schema.boards
    with database.reading() as connection:
        query = select(table).order_by(table.c.first_seen_ms, table.c.uid)
        return [_row(row) for row in connection.execute(query)]


def one_board(database: Database, uid: str) -> BoardRow | None:
    """Return a board; None if it never connected."""
    table = schema.boards
    with database.reading() as connection:
        row = connection.execute(select(table).where(table.c.uid == uid)).one_or_none()
    return None if row is None else _row(row)


def _row(row: Row[Any]) -> BoardRow:
    return BoardRow(**{**row._mapping, "device": bool(row.device)})
