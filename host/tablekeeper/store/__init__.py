"""What the host keeps: every table's log as the bytes the board wrote, and what the director did.

A record is acknowledged to its board only after it is committed here; from then on the board may
forget it. So there is one writer, its commits are durable, and what it cannot understand it sets
aside instead of losing it. `open_store` is the door.
"""

from tablekeeper.store.boards import BoardRow
from tablekeeper.store.commands import Command
from tablekeeper.store.database import NoDatabase, StoreError, default_database
from tablekeeper.store.entries import EntryRow, RatedResult
from tablekeeper.store.events import EventRow
from tablekeeper.store.intake import Batch, Ingested
from tablekeeper.store.logs import Base, Gap, JournalRow, Quarantined
from tablekeeper.store.matches import Match, Segment
from tablekeeper.store.people import NumberedName, Taken
from tablekeeper.store.store import Store, open_store
from tablekeeper.store.writer import Committed, Fresh

__all__ = [
    "Base",
    "Batch",
    "BoardRow",
    "Command",
    "Committed",
    "EntryRow",
    "EventRow",
    "Fresh",
    "Gap",
    "Ingested",
    "JournalRow",
    "Match",
    "NoDatabase",
    "NumberedName",
    "Quarantined",
    "RatedResult",
    "Segment",
    "Store",
    "StoreError",
    "Taken",
    "default_database",
    "open_store",
]
