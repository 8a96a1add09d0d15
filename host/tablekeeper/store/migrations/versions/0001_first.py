"""The first schema: boards and their logs, matches, commands, the director's journal.

It is written out in full and never changed: it must always make the same tables, although schema.py changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "actions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("verb", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_actions"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "bases",
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("base_seq", sa.BigInteger(), nullable=False),
        sa.Column("offset_ms", sa.BigInteger(), nullable=False),
        sa.Column("rtt_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("uid", "journal", "base_seq", name="pk_bases"),
    )
    op.create_table(
        "boards",
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("first_seen_ms", sa.BigInteger(), nullable=False),
        sa.Column("last_seen_ms", sa.BigInteger(), nullable=False),
        sa.Column("firmware", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name="pk_boards"),
    )
    op.create_table(
        "gaps",
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("noticed_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("uid", "journal", "first", name="pk_gaps"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("control", sa.Text(), nullable=False),
        sa.Column("options", sa.Integer(), nullable=False),
        sa.Column("start_0", sa.Integer(), nullable=False),
        sa.Column("start_1", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("closed_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_table(
        "quarantine",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_quarantine"),
        sa.UniqueConstraint("uid", "journal", "seq", "bytes", name="uq_quarantine_uid"),
    )
    op.create_table(
        "records",
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("uid", "journal", "seq", name="pk_records"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("verb", sa.Integer(), nullable=False),
        sa.Column("tail", sa.LargeBinary(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("expected", sa.BigInteger(), nullable=True),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'sent', 'done', 'refused', 'expired')", name="ck_commands_state"
        ),
        sa.ForeignKeyConstraint(["uid"], ["boards.uid"], name="fk_commands_uid"),
        sa.PrimaryKeyConstraint("id", name="pk_commands"),
    )
    op.create_index("ix_commands_uid", "commands", ["uid", "state"])
    op.create_table(
        "journals",
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("acked", sa.BigInteger(), nullable=False),
        sa.Column("first_seen_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["uid"], ["boards.uid"], name="fk_journals_uid"),
        sa.PrimaryKeyConstraint("uid", "journal", name="pk_journals"),
    )
    op.create_table(
        "names",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_names_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_names"),
    )
    op.create_table(
        "segments",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=16), nullable=False),
        sa.Column("journal", sa.BigInteger(), nullable=True),
        sa.Column("from_seq", sa.BigInteger(), nullable=True),
        sa.Column("to_seq", sa.BigInteger(), nullable=True),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_segments_match_id"),
        sa.ForeignKeyConstraint(["uid"], ["boards.uid"], name="fk_segments_uid"),
        sa.PrimaryKeyConstraint("match_id", "ordinal", name="pk_segments"),
    )
    op.create_index("ix_segments_uid", "segments", ["uid"])
