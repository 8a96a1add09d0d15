"""The tables of the database, the same on SQLite and PostgreSQL.

All times are integer milliseconds of the hall's clock. A board's uid is 16 hex digits. Journal ids
and sequences are unsigned 32-bit numbers, so they need 64-bit columns. A change here needs a
migration beside it (a test compares the two).
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

#: Constraints have fixed names, so that a later migration can refer to them.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

#: SQLite numbers rows by itself only in a column declared exactly INTEGER.
Number = BigInteger().with_variant(Integer(), "sqlite")


def _journal(name: str, owner: Column[int] | None = None) -> Table:
    """Return the table of one journal, or of a journal for each `owner`: rows are added, never changed."""
    return Table(
        name,
        metadata,
        *(() if owner is None else (owner,)),
        Column("seq", BigInteger, primary_key=True, autoincrement=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("actor", Text, nullable=False),
        Column("action", Text, nullable=False),
        Column("body", Text, nullable=False),
        # covers the row and the previous checksum (chain.py)
        Column("checksum", String(32), nullable=False, server_default=""),
    )


boards = Table(
    "boards",
    metadata,
    Column("uid", String(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("first_seen_ms", BigInteger, nullable=False),
    Column("last_seen_ms", BigInteger, nullable=False),
    Column("firmware", Text, nullable=False),
    # 0: a table of the hall at which no board stands; its uid was chosen by the host
    Column("device", SmallInteger, nullable=False, server_default="1"),
)

journals = Table(
    "journals",
    metadata,
    Column("uid", String(16), ForeignKey("boards.uid"), primary_key=True),
    Column("journal", BigInteger, primary_key=True),
    # the order of the board's journals: their times may be equal
    Column("ordinal", Integer, nullable=False),
    Column("acked", BigInteger, nullable=False),
    Column("first_seen_ms", BigInteger, nullable=False),
    # the highest stored sequence, the number of stored records, and the checksum over them (chain.py)
    Column("last", BigInteger, nullable=False, server_default="0"),
    Column("held", BigInteger, nullable=False, server_default="0"),
    Column("head", String(32), nullable=False, server_default=""),
    # 1: after a restore the board must still be asked to send all its records again
    Column("reread", SmallInteger, nullable=False, server_default="0"),
)

# No foreign key here: the writer alone fills this table, after its journal, and looking up the
# journal for every record would cost more than storing it.
records = Table(
    "records",
    metadata,
    Column("uid", String(16), primary_key=True),
    Column("journal", BigInteger, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# the checksums of a board's journal, one per 64 sequences (chain.py)
seals = Table(
    "seals",
    metadata,
    Column("uid", String(16), primary_key=True),
    Column("journal", BigInteger, primary_key=True),
    Column("block", BigInteger, primary_key=True),
    Column("checksum", String(32), nullable=False),
    sqlite_with_rowid=False,
)

quarantine = Table(
    "quarantine",
    metadata,
    Column("id", Number, primary_key=True),
    Column("uid", String(16), nullable=False),
    Column("journal", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    Column("reason", Text, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    # a board repeats records that are not acknowledged; each goes to quarantine only once
    UniqueConstraint("uid", "journal", "seq", "bytes"),
)

gaps = Table(
    "gaps",
    metadata,
    Column("uid", String(16), primary_key=True),
    Column("journal", BigInteger, primary_key=True),
    Column("first", BigInteger, primary_key=True),
    Column("last", BigInteger, nullable=False),
    Column("noticed_ms", BigInteger, nullable=False),
)

bases = Table(
    "bases",
    metadata,
    Column("uid", String(16), primary_key=True),
    Column("journal", BigInteger, primary_key=True),
    Column("base_seq", BigInteger, primary_key=True),
    Column("offset_ms", BigInteger, nullable=False),
    Column("rtt_ms", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    # kind of game, as in tablecore.sheets; 0 = backgammon
    Column("program", Integer, nullable=False, server_default="0"),
    Column("length", Integer, nullable=False),
    Column("control", Text, nullable=False),
    Column("options", Integer, nullable=False),
    Column("start_0", Integer, nullable=False),
    Column("start_1", Integer, nullable=False),
    Column("source", Text),
    Column("created_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
)

names = Table(
    "names",
    metadata,
    Column("match_id", BigInteger, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
)

segments = Table(
    "segments",
    metadata,
    Column("match_id", BigInteger, ForeignKey("matches.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("uid", String(16), ForeignKey("boards.uid"), nullable=False),
    Column("journal", BigInteger),
    Column("from_seq", BigInteger),
    Column("to_seq", BigInteger),
    Column("ended_ms", BigInteger),
    Index(None, "uid"),
)

commands = Table(
    "commands",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("uid", String(16), ForeignKey("boards.uid"), nullable=False),
    Column("verb", Integer, nullable=False),
    Column("tail", LargeBinary, nullable=False),
    Column("match_id", BigInteger, nullable=False),
    Column("expected", BigInteger),
    Column("until_ms", BigInteger),
    Column("created_ms", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),
    Column("seq", BigInteger),
    Column("reason", Text, nullable=False),
    CheckConstraint("state IN ('waiting', 'sent', 'done', 'refused', 'expired')", name="state"),
    Index(None, "uid", "state"),
)

# the director's actions with boards and matches
actions = _journal("actions")

events = Table(
    "events",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False),
    # key of its format, as in event files
    Column("format", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

event_actions = _journal(
    "event_actions", Column("event", BigInteger, ForeignKey("events.id"), primary_key=True)
)

desk_actions = _journal("desk_actions")

# the last number and checksum of each journal of actions and of the quarantine, stored separately so that a
# loss is noticed; and the counts of removed names and released records, after which checksums are made again
journal_ends = Table(
    "journal_ends",
    metadata,
    # the name of its table, and its owner there (0 in a table of one journal)
    Column("journal", String(16), primary_key=True),
    Column("owner", BigInteger, primary_key=True, autoincrement=False),
    Column("last", BigInteger, nullable=False),
    Column("head", String(32), nullable=False, server_default=""),
)

# --- rows shipped to a federation (shipping.py) ----------------------------------------------------

# one row: the venue's name in its federation, "" without one; and the counts of changes on purpose, as seen
venue = Table(
    "venue",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("venue", String(32), nullable=False, server_default=""),
    Column("servers", Text, nullable=False, server_default=""),
    # the files of the secret and of the authority's certificate
    Column("secret", Text, nullable=False, server_default=""),
    Column("authority", Text, nullable=False, server_default=""),
    Column("joined_ms", BigInteger, nullable=False, server_default="0"),
    Column("removals", BigInteger, nullable=False, server_default="0"),
    Column("releases", BigInteger, nullable=False, server_default="0"),
    Column("people_actions", BigInteger, nullable=False, server_default="0"),
)

# an entry of a journal: its rows from `first` to `last`, and the checksum behind it
shipped_runs = Table(
    "shipped_runs",
    metadata,
    Column("journal", String(64), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("checksum", String(32), nullable=False),
    sqlite_with_rowid=False,
)

# checksums from before a change on purpose, and the last entry that has not changed since
shipped_marks = Table(
    "shipped_marks",
    metadata,
    Column("journal", String(64), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("checksum", String(32), primary_key=True),
    Column("low", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# the last entry that the federation has reported as committed, and the last common one if its copy differs
shipped_ends = Table(
    "shipped_ends",
    metadata,
    Column("journal", String(64), primary_key=True),
    Column("shipped", BigInteger, nullable=False),
    Column("parted", BigInteger),
)

# --- people: names are only in tables whose rows may change (docs/club.md) -----------------------


def _names(name: str) -> Table:
    """Return a table of names; the register's journal gives their numbers."""
    return Table(
        name,
        metadata,
        Column("id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        # the form of the name for searches: one spelling, no capitals
        Column("key", Text, nullable=False),
        UniqueConstraint("key"),
    )


aliases = _names("aliases")
clubs = _names("clubs")

# its bodies hold only numbers, so that a name can be removed
people_actions = _journal("people_actions")

# --- rankings and ratings ------------------------------------------------------------------------

ranking_entries = Table(
    "ranking_entries",
    metadata,
    Column("id", Number, primary_key=True),
    # "world", "double-threat" or "rating"
    Column("kind", String(16), nullable=False),
    # its event; null = imported from elsewhere
    Column("event", BigInteger, ForeignKey("events.id")),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "event"),
    sqlite_autoincrement=True,
)

# its bodies hold players as numbers of people
ranking_actions = _journal(
    "ranking_actions", Column("entry", BigInteger, ForeignKey("ranking_entries.id"), primary_key=True)
)

# made again whenever the journal of its entry changes, so that ratings are computed from one table
rated_results = Table(
    "rated_results",
    metadata,
    Column("entry", BigInteger, ForeignKey("ranking_entries.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("day", String(10), nullable=False),
    # JSON: lists of people's numbers, the best side first
    Column("sides", Text, nullable=False),
    # points of the match; null if the game has no match length
    Column("length", Integer),
    # JSON: places of the sides if some are tied, such as [1,2,2]; else null
    Column("ranks", Text),
    Index(None, "day"),
)

# one row in PostgreSQL: the place of the database when a host last wrote it (standing.py)
standing = Table(
    "standing",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("place", Text, nullable=False),
)

# only a backup has a row here: the last day of the copy
backup_marks = Table(
    "backup_marks",
    metadata,
    Column("id", Number, primary_key=True),
    Column("made_ms", BigInteger, nullable=False),
    Column("expires", String(10), nullable=False),
)
