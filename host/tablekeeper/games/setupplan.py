"""A board's set-up for all games except backgammon: rows of a run, checked before they are queued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablecore import messages, records, sheets
from tablecore.sheets.draft import LONGEST_RUN
from tablecore.sheets.sheet import EMPTY
from tablekeeper.errors import UserError
from tablekeeper.games import schedule, timecontrol
from tablekeeper.languages import _, sentence
from tablekeeper.textchecks import check_name

#: (kind, a, b, c, p, q), the opener first, without the commit
Rows = tuple[tuple[int, int, int, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A set-up as sent to a board, without the match's id, which is the opener's p."""

    program: int
    seats: int
    rows: Rows
    control: str
    #: score at the start of a match
    start: tuple[int, int] = (0, 0)


def clock_rows(control: str, seats: int) -> Rows:
    """Return the rows that give the seats a time control; refuse an invalid one."""
    try:
        found = schedule.parse(control)
        schedule.make_clock(found, seats)
        if any(stage[1][4] for stages, _ in found for stage in stages):
            timecontrol.refuse(control, "only a match has points to give time for")
        return tuple(schedule.stubs(found, seats))
    except ValueError as error:
        raise UserError(sentence(str(error))) from error


def check_rows(rows: Rows) -> Rows:
    """Return the rows of a set-up; refuse rows that no board would accept."""
    if len(rows) > min(messages.MOST_STUBS, LONGEST_RUN):
        raise UserError("That time control has more parts than a board's set-up can hold: use fewer.")
    opener = rows[0][0]
    trial = sheets.make(records.OPENERS.index(opener))
    for seq, (kind, a, b, c, p, q) in enumerate(rows, 1):
        trial.apply(seq, kind, a, b, c, 0, p, q)
    trial.apply(len(rows) + 1, records.COMMIT, len(rows), opener, 0, 0, 1, 0)
    if trial.phase == EMPTY:
        raise UserError("A board would not take this set-up: its time control does not fit the game.")
    return rows


def check_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return one name per seat, "" for a missing one; refuse too many or invalid names."""
    found = [" ".join(name.split()) for name in names]
    if any(found[seats:]):
        few = {0: _("Nobody sits here"), 1: _("There is only one seat")}
        what = few.get(seats) or _("There are %(seats)s seats", seats=seats)
        raise UserError("%(what)s: leave the other names empty.", what=what)
    return tuple(check_name(name) if name else "" for name in (*found, *[""] * seats)[:seats])


def plan_tail(match_id: int, rows: Rows) -> bytes:
    """Return the tail of a RUN command that sets up this match at a table."""
    tail = b""
    for kind, a, b, c, p, q in rows:
        tail += messages.stub(kind, a, b, c, match_id if kind in records.OPENERS else p, q)
    return tail
