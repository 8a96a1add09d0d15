"""A match stores its kind of game: before, all were backgammon."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Give every match its program."""
    op.add_column("matches", sa.Column("program", sa.Integer(), nullable=False, server_default="0"))
