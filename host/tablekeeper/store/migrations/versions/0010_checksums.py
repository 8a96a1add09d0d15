"""A chain of checksums along each journal: without it, a changed line was not noticed.

This migration makes the checksums of the present lines as `store/chain.py` does.
"""

import hashlib
import json
import struct
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_JOURNALS = {
    "actions": ("director", None), "desk_actions": ("desk", None), "people_actions": ("people", None),
    "event_actions": ("event", "event"), "ranking_actions": ("ranking", "entry"),
}  # fmt: skip


def upgrade() -> None:
    """Add the columns and the table, and compute their contents."""
    for table in _JOURNALS:
        op.add_column(table, sa.Column("checksum", sa.String(32), nullable=False, server_default=""))
    op.add_column("journal_ends", sa.Column("head", sa.String(32), nullable=False, server_default=""))
    for name in ("last", "held"):
        op.add_column("journals", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("journals", sa.Column("head", sa.String(32), nullable=False, server_default=""))
    op.add_column("journals", sa.Column("reread", sa.SmallInteger(), nullable=False, server_default="0"))
    op.create_table(
        "seals",
        sa.Column("uid", sa.String(16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("block", sa.BigInteger(), nullable=False),
        sa.Column("checksum", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("uid", "journal", "block", name="pk_seals"),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    for table, (name, owner) in _JOURNALS.items():
        _actions(connection, table, name, owner)
    _quarantine(connection)
    _logs(connection)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _begin(name: str) -> str:
    return _digest(f"tablekeeper {name}".encode())


def _link(before: str, *content: int | str) -> str:
    return _digest(f"{before}{json.dumps(content)}".encode())


def _actions(connection: sa.Connection, table: str, name: str, owner: str | None) -> None:
    key = owner or "0"
    rows = connection.execute(sa.text(f"SELECT {key} AS whose, {table}.* FROM {table} ORDER BY whose, seq"))
    where = f"seq = :seq AND {owner} = :whose" if owner else "seq = :seq"
    for whose, own in groupby(rows.all(), lambda row: row.whose):
        head = _begin(f"{name}/{whose}" if owner else name)
        for row in own:
            head = _link(head, row.seq, row.at_ms, row.actor, row.action, row.body)
            values = {"head": head, "seq": row.seq} | ({"whose": whose} if owner else {})
            connection.execute(sa.text(f"UPDATE {table} SET checksum = :head WHERE {where}"), values)
        connection.execute(
            sa.text("UPDATE journal_ends SET head = :head WHERE journal = :journal AND owner = :owner"),
            {"head": head, "journal": table, "owner": whose},
        )


def _quarantine(connection: sa.Connection) -> None:
    rows = connection.execute(sa.text("SELECT * FROM quarantine ORDER BY id")).all()
    head = _begin("quarantine")
    for row in rows:
        data = bytes(row.bytes).hex()
        head = _link(head, row.id, row.uid, row.journal, row.seq, data, row.reason, row.received_ms)
    if rows:
        connection.execute(
            sa.text("INSERT INTO journal_ends (journal, owner, last, head) VALUES (:name, 0, :last, :head)"),
            {"name": "quarantine", "last": len(rows), "head": head},
        )


def _logs(connection: sa.Connection) -> None:
    for uid, journal in connection.execute(sa.text("SELECT uid, journal FROM journals")).all():
        key = {"uid": uid, "journal": journal}
        query = "SELECT seq, bytes, received_ms FROM records WHERE uid = :uid AND journal = :journal"
        rows = connection.execute(sa.text(f"{query} ORDER BY seq"), key).all()
        head = _begin(f"board/{uid}/{journal:08x}")
        seals = []
        for block, held in groupby(rows, lambda row: (row.seq - 1) // 64):
            data = b"".join(bytes(row.bytes) + struct.pack("<q", row.received_ms) for row in held)
            head = _digest(head.encode() + data)
            seals.append(key | {"block": block, "checksum": head})
        # the last block has no seal yet: its checksum is the head
        if seals[:-1]:
            connection.execute(
                sa.text("INSERT INTO seals VALUES (:uid, :journal, :block, :checksum)"), seals[:-1]
            )
        values = {"last": rows[-1].seq if rows else 0, "held": len(rows), "head": head}
        connection.execute(
            sa.text(
                "UPDATE journals SET last = :last, held = :held, head = :head "
                "WHERE uid = :uid AND journal = :journal"
            ),
            key | values,
        )
