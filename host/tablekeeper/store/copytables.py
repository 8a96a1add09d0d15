"""The tables of a federation's database. All data are copies: another version refuses the database."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, SmallInteger, String, Table, Text

from tablekeeper.store.schema import Number

#: the schema version of these tables
VERSION = 1
#: why entries are set aside: the venue went back in time; it has rewritten them and ships them again; or
#: their content was refused (then the content here begins with a line that says why)
PARTED, CUT, REFUSED = "parted", "cut", "refused"

metadata = MetaData()
version = Table(
    "federation_version",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("version", SmallInteger, nullable=False),
)
venues = Table(
    "federation_venues",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("life", Text, nullable=False),
    # the time of its last message
    Column("heard_ms", BigInteger, nullable=False),
)
entries = Table(
    "federation_entries",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("journal", String(64), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("checksum", String(32), nullable=False),
    Column("content", Text, nullable=False),
)
ends = Table(
    "federation_ends",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("journal", String(64), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("checksum", String(32), nullable=False),
)
aside = Table(
    "federation_aside",
    metadata,
    Column("id", Number, primary_key=True),
    Column("venue", String(32), nullable=False),
    Column("journal", String(64), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("checksum", String(32), nullable=False),
    Column("content", Text, nullable=False),
    Column("why", String(8), nullable=False),
    # the end that the journal had
    Column("at_number", BigInteger, nullable=False),
    Column("at_checksum", String(32), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Index("ix_federation_aside_venue", "venue", "journal"),
)
conflicts = Table(
    "federation_conflicts",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("journal", String(64), primary_key=True),
    # the number of the last common entry, and of the venue's last entry
    Column("agreed", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("noticed_ms", BigInteger, nullable=False),
)
removals = Table(
    "federation_removals",
    metadata,
    Column("removal", Integer, primary_key=True, autoincrement=False),
    Column("venue", String(32), primary_key=True),
    # JSON: the numbers of the people in the venue's register
    Column("people", Text, nullable=False),
    Column("ordered_ms", BigInteger, nullable=False),
    Column("confirmed_ms", BigInteger),
)
# people of several venues: a person of a venue is treated as a person of another one
same_people = Table(
    "federation_same_people",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("as_venue", String(32), nullable=False),
    Column("as_person", BigInteger, nullable=False),
    Column("evidence", Text, nullable=False),
    Column("noted_ms", BigInteger, nullable=False),
)
