"""Databases as an earlier program left them: what later migrations added is taken away again."""

from sqlalchemy import create_engine, text

#: the tables that a migration has added, those that others point to last
ADDED = {
    "0003": ("event_actions", "events"),
    "0004": ("desk_actions",),
    "0005": (
        "backup_marks", "rated_results", "ranking_actions", "ranking_entries", "people_actions",
        "memberships", "clubs", "aliases", "people",
    ),
    "0006": (),
}  # fmt: skip


def set_back(url: str, revision: str) -> None:
    """Make an up-to-date database one of an earlier revision."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            for later in sorted(ADDED, reverse=True):
                for table in ADDED[later] if later > revision else ():
                    connection.execute(text(f"DROP TABLE {table}"))
            connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    finally:
        engine.dispose()
