"""All journals of actions have one shape: the director's and the register's get its columns.

Every number, time and body stays as it is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_SHAPE = "seq, at_ms, actor, action, body"


def upgrade() -> None:
    """Make both tables again with the rows that they hold."""
    _copied("actions", "id AS seq, at_ms, actor, verb AS action, payload AS body")
    _copied("people_actions", "id AS seq, at_ms, actor, action, body")


def _copied(table: str, columns: str) -> None:
    kept = f"{table}_kept"
    op.execute(f"CREATE TABLE {kept} AS SELECT {columns} FROM {table}")
    op.drop_table(table)
    op.create_table(
        table,
        sa.Column("seq", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=f"pk_{table}"),
    )
    op.execute(f"INSERT INTO {table} ({_SHAPE}) SELECT {_SHAPE} FROM {kept}")
    op.drop_table(kept)
