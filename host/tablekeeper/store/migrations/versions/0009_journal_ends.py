"""The number of actions of each journal, stored separately: without it, lost last actions went unnoticed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_OWNERS = {
    "actions": "0", "desk_actions": "0", "people_actions": "0", "event_actions": "event",
    "ranking_actions": "entry",
}  # fmt: skip


def upgrade() -> None:
    """Make the table, and count the present actions."""
    op.create_table(
        "journal_ends",
        sa.Column("journal", sa.String(16), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("journal", "owner", name="pk_journal_ends"),
    )
    for table, owner in _OWNERS.items():
        group = "" if owner == "0" else f" GROUP BY {owner}"
        op.execute(
            f"INSERT INTO journal_ends (journal, owner, last) "
            f"SELECT '{table}', {owner}, MAX(seq) FROM {table}{group} HAVING COUNT(*) > 0"
        )
