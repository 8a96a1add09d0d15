"""Databases of earlier programs: removes the additions of later migrations."""

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, Table, Text, create_engine, text

_OLD = MetaData()


def _numbered(name: str, action: str, body: str) -> Table:
    return Table(
        name,
        _OLD,
        Column("id", BigInteger().with_variant(Integer(), "sqlite"), primary_key=True),
        Column("at_ms", BigInteger, nullable=False),
        Column("actor", Text, nullable=False),
        Column(action, Text, nullable=False),
        Column(body, Text, nullable=False),
        sqlite_autoincrement=True,
    )


#: journals that numbered their rows by themselves before 0007
EARLIER_JOURNALS = (
    _numbered("actions", "verb", "payload"), _numbered("people_actions", "action", "body")
)  # fmt: skip

#: the tables that a migration added; tables with foreign keys come first
ADDED = {
    "0002": (),
    "0003": ("event_actions", "events"),
    "0004": ("desk_actions",),
    "0005": (
        "backup_marks", "rated_results", "ranking_actions", "ranking_entries", "people_actions", "clubs",
        "aliases",
    ),
    "0006": (),
    "0007": (),
    "0008": (),
    "0009": ("journal_ends",),
    "0010": ("seals",),
    "0011": ("venue", "shipped_runs", "shipped_marks", "shipped_ends"),
    "0012": (),
    "0013": ("standing",),
    "0014": (),
}  # fmt: skip
#: the columns that 0010 has added
CHECKSUMS = {
    "actions": ("checksum",), "event_actions": ("checksum",), "desk_actions": ("checksum",),
    "people_actions": ("checksum",), "ranking_actions": ("checksum",), "journal_ends": ("head",),
    "journals": ("last", "held", "head", "reread"),
}  # fmt: skip


def set_back(url: str, revision: str) -> None:
    """Change an up-to-date database to an earlier revision."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            for later in sorted(ADDED, reverse=True):
                for table in ADDED[later] if later > revision else ():
                    connection.execute(text(f"DROP TABLE {table}"))
                if later == "0014" > revision:
                    connection.execute(text("ALTER TABLE boards DROP COLUMN device"))
                if later == "0012" > revision and engine.dialect.name == "postgresql":
                    connection.execute(text("DROP FUNCTION tablekeeper_changed CASCADE"))
                if later == "0010" > revision:
                    for table, columns in CHECKSUMS.items():
                        for column in columns:
                            connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
                    connection.execute(text("DELETE FROM journal_ends WHERE journal = 'quarantine'"))
                if later == "0006" > revision >= "0005":
                    connection.execute(text("ALTER TABLE rated_results DROP COLUMN ranks"))
                if later == "0002" > revision:
                    connection.execute(text("ALTER TABLE matches DROP COLUMN program"))
                if later == "0008" > revision >= "0005":
                    # tables of an empty register
                    for table in ("people", "memberships"):
                        connection.execute(text(f"CREATE TABLE {table} (id BIGINT PRIMARY KEY)"))
                    connection.execute(text("ALTER TABLE aliases ADD COLUMN person BIGINT"))
                if later == "0007" > revision:
                    for own in EARLIER_JOURNALS:
                        _reshape(connection, own)
            connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    finally:
        engine.dispose()


def _reshape(connection: Connection, table: Table) -> None:
    rows = [tuple(row) for row in connection.execute(text(f"SELECT * FROM {table.name} ORDER BY seq"))]
    connection.execute(text(f"DROP TABLE {table.name}"))
    table.create(connection)
    if rows:
        names = [column.name for column in table.columns]
        connection.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in rows])
