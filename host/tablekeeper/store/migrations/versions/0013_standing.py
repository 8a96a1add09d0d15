"""The place of a PostgreSQL database, which shows a host that it was restored (store/standing.py)."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the table; the next host that writes fills it."""
    op.create_table(
        "standing",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Text, nullable=False),
    )
