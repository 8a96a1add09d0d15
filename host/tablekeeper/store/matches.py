"""Matches, their players and their boards: a match is a list of segments of boards' logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, insert, select, update

from tablekeeper.store import boards, schema
from tablekeeper.store.database import Database
from tablekeeper.store.numbering import next_id
from tablekeeper.store.writer import Writer

# made once: making a statement takes longer than running it
_MATCHES = select(schema.matches).order_by(schema.matches.c.id)
_MATCH = _MATCHES.where(schema.matches.c.id == bindparam("match"))
_NAMES = select(schema.names)
_NAMES_OF = _NAMES.where(schema.names.c.match_id == bindparam("match"))
_SEGMENTS = select(schema.segments).order_by(schema.segments.c.match_id, schema.segments.c.ordinal)
_SEGMENTS_OF = _SEGMENTS.where(schema.segments.c.match_id == bindparam("match"))


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it was set up; its course is folded from the boards' logs."""

    id: int
    #: points to win, 0 = no limit; for other games field b of the opening record: rules, seats or dice
    length: int
    #: notation of the time control
    control: str
    #: as in a MATCH record
    options: int
    start: tuple[int, int]
    #: the source of a replayed match, or None
    source: str | None
    created_ms: int
    closed_ms: int | None
    #: by seat; at least two
    names: tuple[str, ...]
    #: kind of game, as in tablecore.sheets; 0 = backgammon
    program: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a match: records `from_seq` to `to_seq` of a board's journal.

    None means not known yet: a board that has not taken the match over has no `journal` and
    `from_seq`; the segment in progress has no `to_seq`. `ended_ms` (hall time) ends a segment whose
    last record is not known, because its board was offline.
    """

    match_id: int
    ordinal: int
    uid: str
    journal: int | None
    from_seq: int | None
    to_seq: int | None
    ended_ms: int | None


class Matches:
    """Writes and reads matches."""

    def __init__(self, database: Database, writer: Writer, now: Callable[[], int]) -> None:
        self._database = database
        self._writer = writer
        self._now = now

    def closed(self) -> set[int]:
        """Return the ids of the matches that are closed."""
        table = schema.matches
        with self._database.reading() as connection:
            return set(connection.scalars(select(table.c.id).where(table.c.closed_ms.is_not(None))))

    # --- writing --------------------------------------------------------------------------

    def create(
        self,
        *,
        length: int,
        control: str,
        options: int = 0,
        start: tuple[int, int] = (0, 0),
        source: str | None = None,
        names: Sequence[str] = ("", ""),
        uid: str | None = None,
        number: int | None = None,
        program: int = 0,
    ) -> int:
        """Enter a match, with its first segment on board `uid` if that is given; return its id.

        `number` is the id if a board's log already contains it; otherwise the store chooses an id.
        """
        now = self._now()

        def job(connection: Connection) -> int:
            chosen = next_id(connection, schema.matches.c.id, now) if number is None else number
            connection.execute(
                insert(schema.matches).values(
                    id=chosen,
                    program=program,
                    length=length,
                    control=control,
                    options=options,
                    start_0=start[0],
                    start_1=start[1],
                    source=source,
                    created_ms=now,
                )
            )
            rows = [{"match_id": chosen, "seat": seat, "name": name} for seat, name in enumerate(names)]
            if rows:
                connection.execute(insert(schema.names), rows)
            if uid is not None:
                _add_segment(connection, Segment(chosen, 0, uid, None, None, None, None), now)
            return chosen

        return self._writer.run(job)

    def rename(self, match_id: int, seat: int, name: str) -> None:
        """Name the player on a seat; an empty name removes it."""
        table = schema.names
        self._writer.run(
            lambda connection: connection.execute(
                update(table).where(table.c.match_id == match_id, table.c.seat == seat).values(name=name)
            ).rowcount
        )

    def close(self, match_id: int) -> None:
        """Note that a match is closed now."""
        table, now = schema.matches, self._now()
        self._writer.run(
            lambda connection: connection.execute(
                update(table).where(table.c.id == match_id).values(closed_ms=now)
            ).rowcount
        )

    def open_again(self, match_id: int) -> None:
        """Note that a match is open again."""
        table = schema.matches
        self._writer.run(
            lambda connection: connection.execute(
                update(table).where(table.c.id == match_id).values(closed_ms=None)
            ).rowcount
        )

    def add_segment(
        self,
        match_id: int,
        uid: str,
        *,
        journal: int | None = None,
        from_seq: int | None = None,
        end: tuple[int | None, int | None] | None = None,
    ) -> int:
        """Continue a match on a board; return the new segment's ordinal.

        `end` is (to_seq, ended_ms) of the current segment, which ends in the same transaction.
        """
        now = self._now()
        return self._writer.run(
            lambda connection: next_segment(connection, now, match_id, uid, end, journal, from_seq)
        )

    def place_segment(self, match_id: int, ordinal: int, *, journal: int, from_seq: int) -> None:
        """Note the place in a board's log where a segment begins."""
        table = schema.segments
        own = (table.c.match_id == match_id) & (table.c.ordinal == ordinal)
        placed = update(table).where(own).values(journal=journal, from_seq=from_seq)
        self._writer.run(lambda connection: connection.execute(placed))

    # --- asking ---------------------------------------------------------------------------

    def get(self, match_id: int) -> Match | None:
        """Return a match; None if the id is unknown."""
        found = self._matches(_MATCH, _NAMES_OF, {"match": match_id})
        return found[0] if found else None

    def all(self) -> list[Match]:
        """Return all matches, oldest first."""
        return self._matches(_MATCHES, _NAMES, {})

    def segments(self, match_id: int) -> list[Segment]:
        """Return a match's segments in order."""
        return self._segments(_SEGMENTS_OF, {"match": match_id})

    def all_segments(self) -> list[Segment]:
        """Return every segment, by match and ordinal."""
        return self._segments(_SEGMENTS, {})

    def _segments(self, query: Select[Any], values: Mapping[str, Any]) -> list[Segment]:
        with self._database.reading() as connection:
            return [Segment(**row._mapping) for row in connection.execute(query, values)]

    def _matches(self, query: Select[Any], names_of: Select[Any], values: Mapping[str, Any]) -> list[Match]:
        with self._database.reading() as connection:
            rows: Sequence[Any] = connection.execute(query, values).all()
            names: dict[int, dict[int, str]] = {}
            for row in connection.execute(names_of, values):
                names.setdefault(row.match_id, {})[row.seat] = row.name
        return [
            Match(
                row.id,
                row.length,
                row.control,
                row.options,
                (row.start_0, row.start_1),
                row.source,
                row.created_ms,
                row.closed_ms,
                _by_seat(names.get(row.id, {})),
                row.program,
            )
            for row in rows
        ]


def _by_seat(names: dict[int, str]) -> tuple[str, ...]:
    return tuple(names.get(seat, "") for seat in range(max(names, default=0) + 1 if len(names) > 2 else 2))


def next_segment(
    connection: Connection, now: int, match_id: int, uid: str,
    end: tuple[int | None, int | None] | None, journal: int | None = None, from_seq: int | None = None,
) -> int:  # fmt: skip
    """Continue a match on a board within the writer's transaction; see `Matches.add_segment`."""
    table = schema.segments
    last = connection.scalar(select(func.max(table.c.ordinal)).where(table.c.match_id == match_id))
    if end is not None and last is not None:
        connection.execute(
            update(table)
            .where(table.c.match_id == match_id, table.c.ordinal == last)
            .values(to_seq=end[0], ended_ms=end[1])
        )
    ordinal = 0 if last is None else last + 1
    _add_segment(connection, Segment(match_id, ordinal, uid, journal, from_seq, None, None), now)
    return ordinal


def _add_segment(connection: Connection, segment: Segment, now: int) -> None:
    # a match may be set up for a board before it connects for the first time
    known = connection.scalar(select(schema.boards.c.uid).where(schema.boards.c.uid == segment.uid))
    if known is None:
        boards.enter(connection, segment.uid, now)
    connection.execute(
        insert(schema.segments).values(
            match_id=segment.match_id,
            ordinal=segment.ordinal,
            uid=segment.uid,
            journal=segment.journal,
            from_seq=segment.from_seq,
            to_seq=segment.to_seq,
            ended_ms=segment.ended_ms,
        )
    )
