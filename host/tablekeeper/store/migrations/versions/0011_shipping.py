"""The data that a venue ships to a federation: the rows of each entry, and how far the copy is.

Nothing is numbered before a venue joins a federation, so there is nothing to compute.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "venue",
        sa.Column("id", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("venue", sa.String(32), nullable=False, server_default=""),
        sa.Column("servers", sa.Text(), nullable=False, server_default=""),
        sa.Column("secret", sa.Text(), nullable=False, server_default=""),
        sa.Column("authority", sa.Text(), nullable=False, server_default=""),
        *(
            sa.Column(name, sa.BigInteger(), nullable=False, server_default="0")
            for name in ("joined_ms", "removals", "releases", "people_actions")
        ),
    )
    op.create_table(
        "shipped_runs",
        sa.Column("journal", sa.String(64), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("number", "first", "last")),
        sa.Column("checksum", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("journal", "number", name="pk_shipped_runs"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shipped_marks",
        sa.Column("journal", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("checksum", sa.String(32), nullable=False),
        sa.Column("low", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("journal", "number", "checksum", name="pk_shipped_marks"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shipped_ends",
        sa.Column("journal", sa.String(64), nullable=False),
        sa.Column("shipped", sa.BigInteger(), nullable=False),
        sa.Column("parted", sa.BigInteger()),
        sa.PrimaryKeyConstraint("journal", name="pk_shipped_ends"),
    )
