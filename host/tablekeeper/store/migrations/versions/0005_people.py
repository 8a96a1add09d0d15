"""People, their other names and clubs; the entries of rankings and ratings; the mark of a backup."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def _number() -> sa.Column[int]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column("id", number, nullable=False)


def _action() -> list[sa.Column[object]]:
    return [
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
    ]


def upgrade() -> None:
    """Make the tables."""
    _people()
    _rankings()
    op.create_table(
        "backup_marks",
        _number(),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_backup_marks"),
    )


def _people() -> None:
    op.create_table(
        "people",
        _number(),
        sa.Column("shown", sa.BigInteger()),
        sa.Column("consent", sa.String(9), nullable=False),
        sa.Column("merged_into", sa.BigInteger()),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "consent IN ('unknown', 'given', 'private', 'withdrawn')", name=op.f("ck_people_consent")
        ),
        sa.ForeignKeyConstraint(["merged_into"], ["people.id"], name="fk_people_merged_into"),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "aliases",
        _number(),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_aliases_person"),
        sa.PrimaryKeyConstraint("id", name="pk_aliases"),
        sa.UniqueConstraint("key", name="uq_aliases_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_aliases_person", "aliases", ["person"])
    op.create_table(
        "clubs",
        _number(),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
        sa.UniqueConstraint("key", name="uq_clubs_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "memberships",
        _number(),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("club", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.String(10)),
        sa.Column("until", sa.String(10)),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_memberships_person"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_memberships_club"),
        sa.PrimaryKeyConstraint("id", name="pk_memberships"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_memberships_person", "memberships", ["person"])
    op.create_table(
        "people_actions",
        _number(),
        *_action(),
        sa.PrimaryKeyConstraint("id", name="pk_people_actions"),
        sqlite_autoincrement=True,
    )


def _rankings() -> None:
    op.create_table(
        "ranking_entries",
        _number(),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("event", sa.BigInteger()),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_ranking_entries_event"),
        sa.PrimaryKeyConstraint("id", name="pk_ranking_entries"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ranking_entries_event", "ranking_entries", ["event"])
    op.create_table(
        "ranking_actions",
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        *_action(),
        sa.ForeignKeyConstraint(["entry"], ["ranking_entries.id"], name="fk_ranking_actions_entry"),
        sa.PrimaryKeyConstraint("entry", "seq", name="pk_ranking_actions"),
    )
    op.create_table(
        "rated_results",
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer()),
        sa.ForeignKeyConstraint(["entry"], ["ranking_entries.id"], name="fk_rated_results_entry"),
        sa.PrimaryKeyConstraint("entry", "ordinal", name="pk_rated_results"),
    )
    op.create_index("ix_rated_results_day", "rated_results", ["day"])
