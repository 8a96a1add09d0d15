"""The values that the director's service returns about a table, for pages, commands and exports.

Times are milliseconds of the hall's clock (wall-clock time; in a fast demo it runs at the demo's rate).
`None` means unknown or nobody. Seats are 0 (left) and 1 (right).
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.view import FinishedGame, MatchView


@dataclass(frozen=True, slots=True)
class TableView:
    """One row of the hall."""

    uid: str  # 16 hex digits
    name: str
    online: bool
    virtual: bool
    firmware: str
    last_seen_ms: int | None
    records: int
    strays: int  # discarded records
    faults: tuple[str, ...]  # parts of the board that failed
    problems: tuple[str, ...]  # sentences: quarantine, gaps, sheet mismatch, undelivered set-up
    match: MatchView | None
    revision: int
    quarantined: int = 0  # records in quarantine that are not yet checked
    host: str = ""  # the other host of the hall that has the board, or ""
    device: bool = True  # whether a board stands there
    zone: str = ""  # its room or part of the hall
    out: str = ""  # why it is out of service; "" in service
    spot: tuple[int, int] | None = None  # its column and row on the floor plan

    @property
    def away(self) -> bool:
        """Whether its board is not connected; a table without a board is never away."""
        return self.device and not self.online


@dataclass(frozen=True, slots=True)
class HallView:
    """Every table, in a fixed order."""

    now_ms: int
    rate: float  # speed of the hall's clock (1.0 except in a demo)
    revision: int
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class DiceView:
    """A logged throw."""

    seq: int
    game: int
    seat: int | None  # None: opening dice (first die of seat 0, second of seat 1), or no player
    dice: tuple[int, ...]
    at_ms: int | None
    undone: bool
    purpose: str = ""  # the purpose, if not a turn or an opening: "die-roll", "log"


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record for the log page."""

    journal: str  # 8 hex digits
    seq: int
    kind: str
    text: str  # its sentence for people
    at_ms: int | None  # hall time; None = time unknown
    state: str  # "counted", "undone", "stray", "not understood"
    #: for an unknown time: the earliest and latest possible hall time, if known
    earliest_ms: int | None = None
    latest_ms: int | None = None


@dataclass(frozen=True, slots=True)
class TableDetail:
    """A table with its history."""

    table: TableView
    games: tuple[FinishedGame, ...]
    dice: tuple[DiceView, ...]
    records: tuple[RecordView, ...]  # newest last
    screen: bytes | None  # 1024 bytes, 8 pages of 128 columns, in the display's format
    keys: tuple[str, ...]  # keys that can be pressed from here (virtual boards), else empty


@dataclass(frozen=True, slots=True)
class SegmentView:
    """A part of a match on one board."""

    uid: str
    table: str  # the table's name
    journal: str | None  # 8 hex digits; None = the board has not taken the match over yet
    first: int | None  # sequence of its first record
    last: int | None  # sequence of the last valid record; None = the part is open
    ended_ms: int | None  # hall time of the handover
    strays: int  # number of records after its end


@dataclass(frozen=True, slots=True)
class TableSpan:
    """The time of a match at a table."""

    uid: str
    table: str  # the table's name
    match: int
    from_ms: int
    to_ms: int  # hall time of its last record, or now
    over: bool  # the match is not played there any more


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """A match with its history over all boards."""

    id: int
    match: MatchView | None  # the present score, or the one of the set-up; None = not known yet
    games: tuple[FinishedGame, ...]
    segments: tuple[SegmentView, ...]
    strays: int
    problems: tuple[str, ...]
    source: str | None  # the source of a replayed match
    created_ms: int
    closed_ms: int | None
    start: tuple[int, int] = (0, 0)  # score that the match began with
