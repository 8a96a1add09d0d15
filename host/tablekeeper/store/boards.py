"""The boards that have connected to the host, and their names."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from tablekeeper.languages import _
from tablekeeper.store import schema
from tablekeeper.store.database import Database

#: boards that a host finds within this time were plugged in together
AT_ONCE_MS = 5000


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board; its name is empty until a person names it."""

    uid: str
    name: str
    first_seen_ms: int
    last_seen_ms: int
    firmware: str

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


def rename(connection: Connection, uid: str, name: str) -> bool:
    """Name a board; return whether it is known."""
    table = schema.boards
    return connection.execute(update(table).where(table.c.uid == uid).values(name=name)).rowcount == 1


def all_boards(database: Database) -> list[BoardRow]:
    """Return all boards, in the order they were first met."""
    table = schema.boards
    with database.reading() as connection:
        query = select(table).order_by(table.c.first_seen_ms, table.c.uid)
        return [BoardRow(**row._mapping) for row in connection.execute(query)]


def one_board(database: Database, uid: str) -> BoardRow | None:
    """Return a board; None if it never connected."""
    table = schema.boards
    with database.reading() as connection:
        row = connection.execute(select(table).where(table.c.uid == uid)).one_or_none()
    return None if row is None else BoardRow(**row._mapping)
