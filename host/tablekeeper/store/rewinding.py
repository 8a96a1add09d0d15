"""Takes a database back to an earlier time: deletes later data, and computes derived data again.

Journals of actions are cut before their first later action, logs of boards by the time of arrival of each
record. Rows without a time are derived from them: a table's name from the director's journal, a match's later
boards from its handovers. Commands that a board has answered stay, because the board has done them.
`director.rewinding` makes the texts of people and the rated results again.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, func, or_, select, update

from tablekeeper.store import schema, sealing

#: actions of the director's journal from which rows without a time are made again
RENAME, HANDOVER, NEW_TABLES, STAND = "rename board", "handover", "new tables", "stand board"
DETACH = "detach board"


def rewind(connection: Connection, until_ms: int) -> None:
    """Restore the state of a moment (hall ms): everything is as it was after the last entry before it."""
    for table in schema.metadata.tables.values():
        if table.name in sealing.NAMES:
            _cut(connection, table, until_ms)
    _drop_later(connection, until_ms)
    _logs(connection, until_ms)
    _matches(connection, until_ms)
    _boards(connection, until_ms)
    for numbered in (schema.shipped_runs, schema.shipped_marks, schema.shipped_ends, schema.venue):
        # the venue has left its federation: rows are numbered again for the next one
        connection.execute(delete(numbered))


def _cut(connection: Connection, table: Table, until_ms: int) -> None:
    """Cut the journals of a table, each before its first later action."""
    key = next((column for column in table.primary_key if column.name != "seq"), None)
    owners = [None] if key is None else list(connection.scalars(select(key).distinct()))
    for owner in owners:
        of = table.c.seq > 0 if key is None else key == owner
        first = connection.scalar(select(func.min(table.c.seq)).where(of, table.c.at_ms > until_ms))
        if first is None:
            continue
        connection.execute(delete(table).where(of, table.c.seq >= first))
        head = connection.scalar(select(table.c.checksum).where(of, table.c.seq == first - 1))
        if head is None:
            _forget_end(connection, table.name, owner or 0)
        else:
            sealing.set_end(connection, table.name, owner or 0, first - 1, head)


def _forget_end(connection: Connection, journal: str, owner: int) -> None:
    ends = schema.journal_ends
    connection.execute(delete(ends).where(ends.c.journal == journal, ends.c.owner == owner))


def _drop_later(connection: Connection, until_ms: int) -> None:
    """Delete entries for rankings, events and orders that were made later."""
    entries, events = schema.ranking_entries, schema.events
    for table, actions, owner in (
        (entries, schema.ranking_actions, schema.ranking_actions.c.entry),
        (events, schema.event_actions, schema.event_actions.c.event),
    ):
        later = list(connection.scalars(select(table.c.id).where(table.c.created_ms > until_ms)))
        for number in later:
            # an imported event has actions with earlier times
            connection.execute(delete(actions).where(owner == number))
            _forget_end(connection, actions.name, number)
        if table is entries:
            rated = schema.rated_results
            connection.execute(delete(rated).where(rated.c.entry.in_(later)))
        connection.execute(delete(table).where(table.c.id.in_(later)))
    commands = schema.commands
    connection.execute(delete(commands).where(commands.c.created_ms > until_ms))


def _logs(connection: Connection, until_ms: int) -> None:
    """Delete later records, and compute the state of each journal again."""
    kept, gaps, aside = schema.records, schema.gaps, schema.quarantine
    connection.execute(delete(kept).where(kept.c.received_ms > until_ms))
    connection.execute(delete(gaps).where(gaps.c.noticed_ms > until_ms))
    connection.execute(delete(aside).where(aside.c.received_ms > until_ms))
    _forget_end(connection, sealing.QUARANTINE, 0)
    sealing.seal_quarantine(connection)
    for row in connection.execute(select(schema.journals)).all():
        if row.first_seen_ms > until_ms:
            for table in (schema.bases, schema.seals, kept, gaps, schema.journals):
                own = (table.c.uid == row.uid) & (table.c.journal == row.journal)
                connection.execute(delete(table).where(own))
            continue
        chain = sealing.seal_log(connection, row.uid, row.journal, 1)
        own = (kept.c.uid == row.uid) & (kept.c.journal == row.journal)
        held, last = connection.execute(select(func.count(), func.max(kept.c.seq)).where(own)).one()
        connection.execute(
            update(schema.journals)
            .where(schema.journals.c.uid == row.uid, schema.journals.c.journal == row.journal)
            .values(
                acked=_whole(connection, row.uid, row.journal), last=last or 0, held=held,
                head=chain.head if held else "",
            )
        )  # fmt: skip


def _whole(connection: Connection, uid: str, journal: int) -> int:
    """Return the number up to which each record of a journal is stored or listed as missing."""
    kept, gaps = schema.records, schema.gaps
    query = select(kept.c.seq, kept.c.seq).where(kept.c.uid == uid, kept.c.journal == journal)
    held = [tuple(row) for row in connection.execute(query)]
    query = select(gaps.c.first, gaps.c.last).where(gaps.c.uid == uid, gaps.c.journal == journal)
    whole = 0
    for first, last in sorted([*held, *(tuple(row) for row in connection.execute(query))]):
        if first > whole + 1:
            break
        whole = max(whole, last)
    return whole


def _matches(connection: Connection, until_ms: int) -> None:
    """Delete later matches; reopen those that were closed later, and undo later moves to other boards."""
    matches, segments, names = schema.matches, schema.segments, schema.names
    later = list(connection.scalars(select(matches.c.id).where(matches.c.created_ms > until_ms)))
    for column in (names.c.match_id, segments.c.match_id, matches.c.id):
        connection.execute(delete(column.table).where(column.in_(later)))
    connection.execute(update(matches).where(matches.c.closed_ms > until_ms).values(closed_ms=None))
    moves = Counter(body["match"] for _, body in _bodies(connection, HANDOVER))
    for row in connection.execute(select(segments)).all():
        own = (segments.c.match_id == row.match_id) & (segments.c.ordinal == row.ordinal)
        if row.ordinal > moves[row.match_id]:
            connection.execute(delete(segments).where(own))
        elif row.ordinal == moves[row.match_id]:
            # the match was still played on this board
            connection.execute(update(segments).where(own).values(to_seq=None, ended_ms=None))
    kept = schema.records
    there = and_(kept.c.uid == segments.c.uid, kept.c.journal == segments.c.journal,
                 kept.c.seq == segments.c.from_seq)  # fmt: skip
    # the board sends the first record again, and the host stores it again
    begun = select(kept.c.seq).where(there).exists()
    connection.execute(update(segments).where(~begun).values(journal=None, from_seq=None))


def _boards(connection: Connection, until_ms: int) -> None:
    """Delete boards that were first seen later; give the others the names that they had."""
    boards, journals, segments = schema.boards, schema.journals, schema.segments
    used = or_(
        select(journals.c.uid).where(journals.c.uid == boards.c.uid).exists(),
        select(segments.c.uid).where(segments.c.uid == boards.c.uid).exists(),
        select(schema.commands.c.uid).where(schema.commands.c.uid == boards.c.uid).exists(),
    )
    connection.execute(delete(boards).where(boards.c.first_seen_ms > until_ms, ~used))
    named: dict[str, str] = {}
    for action, body in _bodies(connection, RENAME, NEW_TABLES, STAND, DETACH):
        if action == RENAME:
            named[body["uid"]] = body["name"]
        else:
            # the names of these tables after that action
            named |= dict(zip(body["uids"], body["names"], strict=True))
    for uid in connection.scalars(select(boards.c.uid)).all():
        connection.execute(update(boards).where(boards.c.uid == uid).values(name=named.get(uid, "")))
    seen = boards.c.last_seen_ms
    connection.execute(update(boards).where(seen > until_ms).values(last_seen_ms=until_ms))


def _bodies(connection: Connection, *actions: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the remaining actions of these kinds in the director's journal with bodies, oldest first."""
    table = schema.actions
    query = select(table.c.action, table.c.body).where(table.c.action.in_(actions)).order_by(table.c.seq)
    return [(action, json.loads(body)) for action, body in connection.execute(query)]
