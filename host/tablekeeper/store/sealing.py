"""Maintains the checksums of the journals (chain.py): adds them for new lines, and makes them again.

Rows change in only two ways, and both are counted: a removal of a name rewrites texts (erasure.py), and the
director releases a record from quarantine (releasing.py). A record that fills a gap arrives after later ones;
the fold follows the sequence, so it is made again from that record, too.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from tablekeeper.store import schema
from tablekeeper.store.chain import LogChain, begin, block_of, block_range, link, stamped

#: names of the journals of actions, as messages use them
NAMES = {
    "actions": "director",
    "desk_actions": "desk",
    "people_actions": "people",
    "event_actions": "event",
    "ranking_actions": "ranking",
}
QUARANTINE = "quarantine"
#: the counts of changes on purpose
REMOVALS, RELEASES = "removals", "releases"
_ENDS = schema.journal_ends.c
# made once: making a statement takes longer than running it
_MOVE_END = update(schema.journal_ends).where(
    _ENDS.journal == bindparam("of"), _ENDS.owner == bindparam("whose")
)
_NEW_END = insert(schema.journal_ends)


def action_journal(table: Table, owner: int) -> str:
    """Return the name of a journal of actions, such as "desk" or "event/3"."""
    name = NAMES[table.name]
    return name if len(table.primary_key) == 1 else f"{name}/{owner}"


def board_journal(uid: str, journal: int) -> str:
    """Return the name of a board's journal."""
    return f"board/{uid}/{journal:08x}"


def action_checksum(before: str, row: Any) -> str:
    """Return the checksum of a row of a journal of actions."""
    return link(before, row.seq, row.at_ms, row.actor, row.action, row.body)


def aside_checksum(before: str, row: Any) -> str:
    """Return the checksum of a row of the quarantine."""
    return link(
        before, row.id, row.uid, row.journal, row.seq, bytes(row.bytes).hex(), row.reason, row.received_ms
    )


# --- ends of journals -----------------------------------------------------------------------------


def set_end(connection: Connection, journal: str, owner: int, last: int, head: str) -> None:
    """Store the last number and the head of a journal separately from its rows."""
    values = {"last": last, "head": head}
    if connection.execute(_MOVE_END, {"of": journal, "whose": owner, **values}).rowcount == 0:
        connection.execute(_NEW_END, {"journal": journal, "owner": owner, **values})


def end(connection: Connection, journal: str, owner: int = 0) -> tuple[int, str]:
    """Return the stored last number and head of a journal; (0, "") if it is empty."""
    ends = schema.journal_ends
    query = select(ends.c.last, ends.c.head).where(ends.c.journal == journal, ends.c.owner == owner)
    row = connection.execute(query).one_or_none()
    return (0, "") if row is None else (row.last, row.head)


def count(connection: Connection, what: str) -> None:
    """Note that rows were changed on purpose: REMOVALS or RELEASES."""
    set_end(connection, what, 0, end(connection, what)[0] + 1, "")


# --- journals of actions, and the quarantine ------------------------------------------------------


def seal_actions(connection: Connection, table: Table, owner: int = 0) -> None:
    """Make the checksums of a journal again: some of its texts have changed."""
    key = next((column for column in table.primary_key if column.name != "seq"), None)
    of = table.c.seq > 0 if key is None else key == owner
    rows = connection.execute(select(table).where(of).order_by(table.c.seq)).all()
    head = begin(action_journal(table, owner))
    for row in rows:
        head = action_checksum(head, row)
        connection.execute(update(table).where(of, table.c.seq == row.seq).values(checksum=head))
    if rows:
        set_end(connection, table.name, owner, rows[-1].seq, head)


def seal_aside(connection: Connection, number: int) -> None:
    """Extend the checksums of the quarantine by its row `number`, the newest."""
    last, head = end(connection, QUARANTINE)
    table = schema.quarantine
    row = connection.execute(select(table).where(table.c.id == number)).one()
    set_end(connection, QUARANTINE, 0, last + 1, aside_checksum(head or begin(QUARANTINE), row))


def seal_quarantine(connection: Connection) -> None:
    """Make the checksum of the quarantine again: rows of it have changed."""
    head = begin(QUARANTINE)
    rows = connection.execute(select(schema.quarantine).order_by(schema.quarantine.c.id)).all()
    for row in rows:
        head = aside_checksum(head, row)
    if rows:
        set_end(connection, QUARANTINE, 0, len(rows), head)


# --- logs of boards -------------------------------------------------------------------------------


def log_chain(connection: Connection, uid: str, journal: int, last: int) -> LogChain:
    """Return the fold along a board's log up to sequence `last`, computed from the seal before it."""
    chain, _ = _folded(connection, uid, journal, block_of(max(last, 1)), last)
    return chain


def seal_log(connection: Connection, uid: str, journal: int, first: int) -> LogChain:
    """Make the checksums of a board's log again from sequence `first` on; return the fold."""
    seals = schema.seals
    block = block_of(first)
    connection.execute(
        delete(seals).where(seals.c.uid == uid, seals.c.journal == journal, seals.c.block >= block)
    )
    chain, made = _folded(connection, uid, journal, block)
    keep_seals(connection, uid, journal, made)
    return chain


def keep_seals(connection: Connection, uid: str, journal: int, made: list[tuple[int, str]]) -> None:
    """Write seals of a board's log."""
    if made:
        rows = [{"uid": uid, "journal": journal, "block": block, "checksum": seal} for block, seal in made]
        connection.execute(insert(schema.seals), rows)


def _folded(
    connection: Connection, uid: str, journal: int, block: int, last: int | None = None
) -> tuple[LogChain, list[tuple[int, str]]]:
    """Return the fold from a block's start to `last` (None: the end), and the seals of finished blocks."""
    seals, kept = schema.seals, schema.records
    before = connection.scalar(
        select(seals.c.checksum)
        .where(seals.c.uid == uid, seals.c.journal == journal, seals.c.block < block)
        .order_by(seals.c.block.desc())
        .limit(1)
    )
    chain = LogChain(before or begin(board_journal(uid, journal)))
    query = select(kept.c.seq, kept.c.bytes, kept.c.received_ms).where(
        kept.c.uid == uid, kept.c.journal == journal, kept.c.seq >= block_range(block)[0]
    )
    if last is not None:
        query = query.where(kept.c.seq <= last)
    made = []
    for row in connection.execute(query.order_by(kept.c.seq)):
        made += chain.add(row.seq, stamped([bytes(row.bytes)], row.received_ms))
    return chain, made
