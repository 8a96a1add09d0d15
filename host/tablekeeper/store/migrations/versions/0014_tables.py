"""A table is a place of the hall: each known board's table is one with that board, others have none."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Every row so far is a board."""
    op.add_column("boards", sa.Column("device", sa.SmallInteger(), nullable=False, server_default="1"))
