"""The tables of a virtual hall with games other than backgammon.

Each table goes through the same steps as those of an `evening`: wait until its board is online, set it up
through the director, let the bot players press, wait until the log is stored, compare the host's sheet with
the board's, close.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tablecore import sheets
from tablekeeper.errors import UserError
from tablekeeper.virtual.activities import ACTIVITIES, Activity
from tablekeeper.virtual.hall import VirtualHall, VirtualTable

_SECOND = 1_000_000
_LOOK_US = _SECOND // 2
#: the time in which players look at the result
_PAUSE_US = 8 * _SECOND
_HELD_MS = 80
#: from a press to the first check of its effect
_SOON_US = 400_000
#: presses without an answer before the bot players give up
_TRIES = 20


@dataclass(slots=True)
class Outcome:
    """One finished activity: its records at host and board, and the differences."""

    table: str
    title: str
    players: tuple[str, ...]
    standing: str
    games: int
    records: int
    problems: list[str] = field(default_factory=list)


class _DemoTable:
    """One table, and the progress of its bot players."""

    def __init__(self, table: VirtualTable, activity: Activity, seed: int) -> None:
        self.table = table
        self.activity = activity
        self.chance = random.Random(seed)
        self.match_id = 0
        self.before = 0
        self.seq = 0
        self.tries = 0
        self.over_at: int | None = None
        self.done = False


class DemoTables:
    """Plays activities, one per table; with `again` an activity starts again after its end."""

    def __init__(
        self,
        hall: VirtualHall,
        activities: Sequence[Activity] = ACTIVITIES,
        *,
        seed: int = 0,
        again: bool = False,
    ) -> None:
        self.outcomes: list[Outcome] = []
        self._hall = hall
        self._again = again
        self._sittings = [
            _DemoTable(hall.add_table(activity.table, seed=seed), activity, seed + number)
            for number, activity in enumerate(activities)
        ]
        for number, sitting in enumerate(self._sittings):
            hall.timeline.push(hall.timeline.now_us + (2 * number + 1) * _SECOND, self._look, sitting)

    @property
    def over(self) -> bool:
        """Whether every table has finished its activities."""
        return all(sitting.done for sitting in self._sittings)

    def _look(self, sitting: _DemoTable) -> None:
        wait = _LOOK_US
        if not sitting.match_id:
            self._begin(sitting)
        else:
            app = sitting.table.board.running("app")
            if app is not None and app.fold.sheet.match_id == sitting.match_id:
                wait = self._play(sitting, app)
        if not sitting.done:
            self._hall.timeline.push(self._hall.timeline.now_us + wait, self._look, sitting)

    def _begin(self, sitting: _DemoTable) -> None:
        connection = sitting.table.connection
        if connection is None or not connection.online:
            return
        hall, activity = self._hall, sitting.activity
        before = hall.store.count(sitting.table.uid)
        try:
            sitting.match_id = hall.director.matches.set_up(
                sitting.table.uid, activity.program, activity.options, activity.names
            )
        except UserError:
            return  # this table is in use: try it again later
        sitting.before, sitting.seq, sitting.tries, sitting.over_at = before, 0, 0, None

    def _play(self, sitting: _DemoTable, app: Any) -> int:
        """Press the bot players' next keys; return the time of their next look (us)."""
        sheet = app.fold.sheet
        answered = app.fold.seq != sitting.seq
        sitting.tries = 0 if answered else sitting.tries + 1
        if not answered and sitting.tries % 4:
            # the board may be slow
            return _LOOK_US
        keys = sitting.activity.bot(sheet, sitting.chance)
        stuck = sitting.tries > _TRIES
        if keys is None or stuck:
            self._finish(sitting, app, "the board did not take what was pressed" if stuck else "")
            return _LOOK_US
        sitting.seq = app.fold.seq
        at = self._hall.timeline.now_us
        if not answered and app.program.mode:
            # the board shows an unintended question
            sitting.table.board.press("*", at, _HELD_MS)
        for key, wait in keys:
            at += wait * 1000
            sitting.table.board.press(key, at, _HELD_MS)
        return at - self._hall.timeline.now_us + _SOON_US

    def _finish(self, sitting: _DemoTable, app: Any, problem: str) -> None:
        hall, table = self._hall, sitting.table
        now = hall.timeline.now_us
        if sitting.over_at is None:
            sitting.over_at = now + _PAUSE_US
        if now < sitting.over_at or not hall.settled(table):
            sitting.seq = 0
            return
        hall.store.flush()
        self.outcomes.append(self._outcome(sitting, app, problem))
        try:
            hall.director.matches.close(sitting.match_id)
        except UserError as refused:
            # an unfinished game stays on the board: the table has played its last
            self.outcomes[-1].problems.append(str(refused))
            sitting.done = True
        sitting.match_id = 0
        sitting.done = sitting.done or not self._again

    def _outcome(self, sitting: _DemoTable, app: Any, problem: str) -> Outcome:
        hall, uid = self._hall, sitting.table.uid
        detail = hall.director.overview.match(sitting.match_id)
        problems = [problem] if problem else []
        problems += [*detail.problems, *hall.director.overview.table(uid, shown=0).table.problems]
        held = hall.director.hall.tables[uid].log.sheet
        if held is None or sheets.pack(held) != sheets.pack(app.fold.sheet):
            problems.append("the host's sheet is not the board's")
        view = detail.match
        return Outcome(
            table=sitting.table.board.name,
            title=getattr(view, "title", sitting.activity.program),
            players=sitting.activity.names,
            standing=getattr(view, "standing", ""),
            games=len(detail.games),
            records=hall.store.count(uid) - sitting.before,
            problems=problems,
        )
