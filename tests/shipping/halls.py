"""Venues like the processes of a hall: a database, its director, and the thread that ships."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from sqlalchemy import text

from tablecore import records
from tablekeeper import rankings
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.ranking import numbers
from tablekeeper.director.service import Director
from tablekeeper.shipping.venue import VenueShipping
from tablekeeper.store import Batch, open_store
from tablekeeper.store.copies import Copies
from tablekeeper.strictjson import Cursor

#: ms between a venue's enquiries: less than in a real hall
ASK = 500
NEUTRAL = re.compile(r"Player \d+$")
UID, JOURNAL = "e66118604b2f3c21", 0xABCD


class ClosedHall:
    """A venue's hall that ships nothing."""

    def __init__(self, name: str, file: Path) -> None:
        self.name, self.file = name, file
        clock = HallClock()
        self.store = open_store(str(file), now=clock.now_ms)
        self.director = Director(self.store, clock)
        self.seq = max((one.last for one in self.store.journals(UID)), default=0)

    def play(self, count: int) -> None:
        """Let a board send records in one frame."""
        numbers = range(self.seq + 1, self.seq + count + 1)
        frame = tuple(records.pack(JOURNAL, one, records.DICE, 0, 3, 1, ms=one) for one in numbers)
        self.store.ingest(Batch(UID, JOURNAL, self.seq, frame, self.director.clock.now_ms())).result()
        self.seq += count

    def tournament(self, name: str, day: str, *players: str) -> None:
        """Let a tournament count: each player has as many wins as players who are listed later."""
        wins = {player: len(players) - place for place, player in enumerate(players)}
        self.director.rankings.take_in(
            Cursor({
                "ranking": "world",
                "tournaments": [
                    {"name": name, "style": "GP", "level": 3, "date": day, "wins": wins}
                ],
            })
        )  # fmt: skip

    def person(self, name: str) -> int:
        """Return a person's number in the register."""
        found = self.director.people.book().find(name)
        assert found is not None
        return found

    def close(self) -> None:
        """Close the database."""
        self.director.topics.close()
        self.store.close()

    def tournaments(self) -> list[dict[str, Any]]:
        """Return the counting tournaments from this venue's own database."""
        return list(self.director.rankings.file("world")["tournaments"])


class ShippingHall(ClosedHall):
    """A venue's hall that ships until it is closed."""

    def __init__(self, name: str, file: Path, servers: str, secret: str = "", authority: str = "") -> None:
        super().__init__(name, file)
        self.told: list[str] = []
        if self.store.shipped.membership() is None:
            self.director.venue.join(name, servers, secret, authority)
        self.shipping = VenueShipping(
            self.store.shipped, self.director.venue.remove, self.told.append, ask=ASK
        )
        self.shipping.start()

    def close(self) -> None:
        """Stop shipping and close the database."""
        self.shipping.stop()
        super().close()


#: shipped data, read from the tables themselves: table -> columns of its journals' names, and of a row
TABLES = {
    "director": ("actions", "", "seq, at_ms, actor, action, body"),
    "desk": ("desk_actions", "", "seq, at_ms, actor, action, body"),
    "people": ("people_actions", "", "seq, at_ms, actor, action, body"),
    "event": ("event_actions", "event", "seq, at_ms, actor, action, body"),
    "ranking": ("ranking_actions", "entry", "seq, at_ms, actor, action, body"),
    "events": ("events", "", "id, name, format, created_ms"),
    "entries": ("ranking_entries", "", "id, kind, event, created_ms"),
    "aliases": ("aliases", "", "id, name"),
    "clubs": ("clubs", "", "id, name"),
    "board": ("records", "uid, journal", "seq, received_ms, bytes"),
}


def whole(hall: ClosedHall) -> dict[str, list[object]]:
    """Return every row in a venue's own tables, journal by journal."""
    found: dict[str, list[object]] = {}
    with hall.store._database.reading() as connection:
        for kind, (table, keys, columns) in TABLES.items():
            owners = keys.count(",") + 1 if keys else 0
            wanted = ", ".join(filter(None, (keys, columns)))
            for row in connection.execute(text(f"SELECT {wanted} FROM {table}")):
                own = [f"{one:08x}" if table == "records" and place else str(one)
                       for place, one in enumerate(row[:owners])]  # fmt: skip
                told = [one.hex() if isinstance(one, bytes) else one for one in row[owners:]]
                found.setdefault("/".join([kind, *own]), []).append(told)
    return {journal: sorted(rows) for journal, rows in found.items()}


def copied(copies: Copies, venue: str) -> dict[str, list[object]]:
    """Return every row of a venue in a federation's database; a repeated one is returned twice."""
    found = {
        journal: sorted(row for content in copies.contents(venue, journal) for row in json.loads(content))
        for one, journal in copies.ends()
        if one == venue
    }
    return {journal: rows for journal, rows in found.items() if rows}


def recomputed(halls: list[ClosedHall]) -> list[tuple[int, str, object]]:
    """Return the World Rankings over venues, from their own databases."""
    tournaments = [
        # people without a name are distinguished by their venue
        numbers.mapped(one, lambda name, hall=hall: f"{name} ({hall.name})" if NEUTRAL.match(name) else name)
        for hall in halls
        for one in hall.tournaments()
    ]
    document = {"ranking": "world", "tournaments": tournaments}
    table = rankings.ranking_table(rankings.read(Cursor(document)))
    return [(row.rank, row.player, row.total) for row in table.rows]
