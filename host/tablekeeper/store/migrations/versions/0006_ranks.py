"""Rated results store tied sides: a game of three need not rank all players."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the places."""
    op.add_column("rated_results", sa.Column("ranks", sa.Text(), nullable=True))
