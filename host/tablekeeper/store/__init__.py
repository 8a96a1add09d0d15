"""The host's database: every table's log as the bytes that the board wrote, and the director's actions.

A record is acknowledged to its board only after it is committed here, because the board may then overwrite
it. So there is one writer, its commits are durable, and records that it cannot accept are kept in quarantine,
not lost. `open_store` opens it. `copies` is only for a federation: it is imported by its own name, so that
other commands need not load it.
"""

from tablekeeper.store.boards import BoardRow
from tablekeeper.store.commands import Command
from tablekeeper.store.database import default_database
from tablekeeper.store.entries import EntryRow, RatedResult
from tablekeeper.store.events import EventRow
from tablekeeper.store.failures import Damaged, InUse, NoDatabase, StoreError
from tablekeeper.store.heads import Head
from tablekeeper.store.intake import Batch, Ingested
from tablekeeper.store.logs import Base, Gap, JournalRow, Quarantined
from tablekeeper.store.matches import Match, Segment
from tablekeeper.store.pendingwrite import PendingWrite
from tablekeeper.store.people import NumberedName, Taken
from tablekeeper.store.shipping import JoinedFederation, Shipped, VenueJournals
from tablekeeper.store.store import Store, open_store
from tablekeeper.store.writer import Committed

__all__ = [
    "Base",
    "Batch",
    "BoardRow",
    "Command",
    "Committed",
    "Damaged",
    "EntryRow",
    "EventRow",
    "Gap",
    "Head",
    "InUse",
    "Ingested",
    "JoinedFederation",
    "JournalRow",
    "Match",
    "NoDatabase",
    "NumberedName",
    "PendingWrite",
    "Quarantined",
    "RatedResult",
    "Segment",
    "Shipped",
    "Store",
    "StoreError",
    "Taken",
    "VenueJournals",
    "default_database",
    "open_store",
]
