"""The breaks that players take at their boards, in progress or too long, from the boards' logs.

A board times the break of a seat, between two games and within one. If the players did not say whose break
it is, the clock is only stopped: its time is that of its record (docs/rules/backgammon.md, "Breaks, lateness,
penalties").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablecore import records
from tablekeeper.director.hall import Hall
from tablekeeper.director.tablestate import TableState
from tableprograms.backgammon.sheet import BREAK_MS, BREAK_OVER, OVER, RESULT, MatchSheet


@dataclass(frozen=True, slots=True)
class TableBreak:
    """A break at a table; while it is in progress `from_ms` says when it began, if that is known."""

    uid: str
    table: str
    match: int
    #: the player, "" if the board does not know whose break it is
    player: str
    players: tuple[str, ...]
    going: bool
    from_ms: int | None
    within_game: bool
    #: excess time so far, 0 if it is in time
    over_ms: int


def table_breaks(hall: Hall, table: TableState, now: int) -> Iterator[TableBreak]:
    """Yield a table's breaks in progress, then those that were too long and are not settled yet.

    Call with the hall's lock held.
    """
    live, sheet, place = table.log.live, table.log.sheet, hall.home(table.log.current)
    if live is None or place is None or not isinstance(sheet, MatchSheet) or sheet.phase == OVER:
        return
    match = place[0].match
    names = match.names[:2]

    def found(seat: int, going: bool, from_ms: int | None, over_ms: int) -> TableBreak:
        player = names[seat] if 0 <= seat < len(names) else ""
        within = going and bool(sheet.in_game())
        return TableBreak(
            table.uid, table.name, match.id, player, names, going, from_ms, within, max(0, over_ms)
        )

    if sheet.pause == records.BREAK and sheet.phase != RESULT:
        seq = _begun(live.records, live.fold.undone, live.folded)
        from_ms = None if seq is None else table.time_of(live, seq)
        device_now, _ = table.device_time(now)
        if sheet.breaking and device_now is not None:
            # the board leaves out the time without power
            over_ms = device_now - sheet.break_end
        else:
            over_ms = 0 if from_ms is None else now - from_ms - BREAK_MS
        yield found(sheet.breaking % BREAK_OVER - 1, True, from_ms, over_ms)
    for seat, seconds in enumerate(sheet.overrun):
        if seconds:
            yield found(seat, False, None, seconds * 1000)


def _begun(held: dict[int, bytes], undone: set[int], last: int) -> int | None:
    """Return the record with which the present break began."""
    for seq in range(last, 0, -1):
        record = held.get(seq)
        if record is not None and record[4] == records.PAUSE and seq not in undone:
            _, _, reason, _, over, _, _, _ = records.unpack(record)
            if reason != records.BREAK:
                break
            if not over:
                return seq
    return None
