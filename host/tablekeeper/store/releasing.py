"""Replaces a stored record by a record from the quarantine; the other one is kept there."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from tablecore import records
from tablekeeper.store import schema
from tablekeeper.store.sealing import RELEASES, count, seal_log, seal_quarantine

REPLACED = "the director released the other record with this number"


def release(connection: Connection, number: int) -> None:
    """Swap row `number` of the quarantine with the record that is stored under its sequence, if there is one.

    The acknowledgement stays, because every acknowledged record is still in the database.
    """
    aside, kept = schema.quarantine, schema.records
    chosen = connection.execute(select(aside).where(aside.c.id == number)).one()
    where = (kept.c.uid == chosen.uid) & (kept.c.journal == chosen.journal) & (kept.c.seq == chosen.seq)
    stored = connection.execute(select(kept.c.bytes, kept.c.received_ms).where(where)).one_or_none()
    if stored is None or stored.bytes == chosen.bytes:
        return
    _, kind, _, _, _, ms, _, _ = records.unpack(chosen.bytes)
    values = {"kind": kind, "ms": ms, "bytes": chosen.bytes, "received_ms": chosen.received_ms}
    connection.execute(update(kept).where(where).values(values))
    # the replaced record may itself have been released earlier: keep it in quarantine only once
    same = (aside.c.uid == chosen.uid) & (aside.c.journal == chosen.journal) & (aside.c.seq == chosen.seq)
    connection.execute(delete(aside).where(same, aside.c.bytes == stored.bytes))
    values = {"bytes": stored.bytes, "received_ms": stored.received_ms, "reason": REPLACED}
    connection.execute(update(aside).where(aside.c.id == number).values(values))
    seal_quarantine(connection)
    chain = seal_log(connection, chosen.uid, chosen.journal, chosen.seq)
    journals = schema.journals
    own = (journals.c.uid == chosen.uid) & (journals.c.journal == chosen.journal)
    connection.execute(update(journals).where(own).values(head=chain.head))
    count(connection, RELEASES)
