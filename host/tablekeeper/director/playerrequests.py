"""What players ask the director for by the keys of their board."""

from __future__ import annotations

from collections.abc import Iterator

from tablecore import records
from tablekeeper.director.tablestate import TableState
from tablekeeper.languages import _

#: a request for the undo of a sealed game, and its text; any other request is a call
_UNDO_SEALED, UNDO_WISH = 1, _("the players want a sealed game undone")
_CALL = _("the players call the director")


def wished(table: TableState) -> Iterator[tuple[int, int | None, str]]:
    """Yield a request of the players: sequence of the record, hall time, text. Hold the hall's lock."""
    live = table.log.live
    if live is not None and live.fold.request:
        record = live.records.get(live.fold.request)
        sealed = record is not None and records.unpack(record)[2] == _UNDO_SEALED
        yield live.fold.request, table.time_of(live, live.fold.request), UNDO_WISH if sealed else _CALL


def summoned(table: TableState) -> Iterator[tuple[int, int | None, str]]:
    """Yield a call of players who have stopped their clock for the director, as `wished`."""
    live, sheet = table.log.live, table.log.sheet
    if live is None or sheet is None or sheet.pause != records.DIRECTOR:
        return
    for seq in range(live.folded, 0, -1):
        record = live.records.get(seq)
        if record is None or record[4] == records.CORRECT:
            # a clock that was corrected also waits
            return
        if record[4] == records.PAUSE:
            # a pause that the host has ordered holds the command's number
            if not records.unpack(record)[7]:
                yield seq, table.time_of(live, seq), _CALL
            return
