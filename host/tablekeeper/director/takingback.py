"""Takes back what the director decided at a table: a clock that was set, points, a forfeit.

The board's log only grows: a clock is set again, points are taken back, and a forfeited match goes on at its
board from where it stood. The result that its event got from it is undone with it, and the match brings a new
one. What would change is shown first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar

from tablecore import records
from tablekeeper.director.events.awaited import TAKES_BACK, brought_by
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.tables import EventTables
from tablekeeper.director.hall import Hall, MatchEntry
from tablekeeper.director.logfold import cut_log_segment
from tablekeeper.director.overview import players_of
from tablekeeper.director.replacement import standing_of
from tablekeeper.director.rulings import Rulings
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.undoing import REASON, WARNING, Consequence, Undoing
from tablekeeper.errors import UserError
from tablekeeper.games.clockview import read_at
from tablekeeper.journal.action import Action
from tablekeeper.regulation.moment import minutes
from tablekeeper.text import counted
from tableprograms.backgammon.sheet import OVER, RESULT, MatchSheet


def taken_back_of(actions: Iterable[Action]) -> frozenset[int]:
    """Return the numbers of the actions at tables that others of them took back."""
    return frozenset(one.body[TAKES_BACK] for one in actions if TAKES_BACK in one.body)


class TakingBack:
    """Undoes decisions at tables. All methods may be called from any thread."""

    def __init__(
        self, hall: Hall, matches: TableMatches, rulings: Rulings, events: Events, event_tables: EventTables
    ) -> None:
        self._hall = hall
        self._events = events
        self._event_tables = event_tables
        self._matches = matches
        self._rulings = rulings

    def undoing(self, action: Action, told: str, lasting: str) -> Undoing:
        """Return what taking an action back would change now; `lasting` says why others cannot be undone."""
        look = self._looks.get(action.action)
        if look is None:
            return Undoing(told, impossible=lasting)
        if action.seq in taken_back_of(self._hall.store.actions()):
            return Undoing(told, impossible="It was taken back already.")
        try:
            with self._hall.lock:
                first = look(self, action.body)
            return self._with_result(action, Undoing(told, (first,), button="Take it back"))
        except UserError as error:
            return Undoing(told, impossible=str(error))

    def undo(self, action: Action, told: str, reason: str, actor: str) -> str:
        """Take an action back; return what was taken back, in words."""
        body, back = action.body, {TAKES_BACK: action.seq}
        if action.action == "award":
            self._rulings.award(
                body["match"], body["seat"], body["points"], reason or "taken back", cause=body["cause"],
                take_back=not body["take_back"], actor=actor, more=back,
            )  # fmt: skip
        elif action.action == "correct clock":
            with self._hall.acting:
                with self._hall.lock:
                    left = self._left(body)
                self._rulings.correct(
                    body["match"], body["seat"], left, reason or "taken back", actor=actor, more=back
                )
        else:
            with self._hall.acting:
                with self._hall.lock:
                    entry, sheet, seq, at = self._before(body)
                result = brought_by(self._hall.store, body["match"])
                if result is not None:
                    # the event first: what it refuses leaves the table as it is
                    self._events.batches.undo_one(
                        *result, reason or "taken back", together=True, actor=actor
                    )
                reserves = tuple(sheet.clock.remaining(seat, at) for seat in (0, 1))
                found = standing_of(entry, sheet, players_of(entry), (reserves[0], reserves[1]), at)
                self._matches.handover(
                    body["match"], entry.segments[-1].uid, score=found.score, cube=found.cube,
                    cube_owner=found.cube_owner, turn=found.turn, in_game=found.in_game,
                    reserves=found.reserves, games=found.games, crawford=sheet.crawford, at_seq=seq,
                    actor=actor, more=back,
                )  # fmt: skip
                self._event_tables.read()
        return told

    def _with_result(self, action: Action, found: Undoing) -> Undoing:
        """Return an undoing with what it changes in the event that has a result from a forfeited match."""
        result = brought_by(self._hall.store, action.body["match"]) if action.action == "forfeit" else None
        if result is None:
            return found
        name, there = self._events.get(result[0]).name, self._events.batches.undoing(*result)
        if there.impossible:
            return Undoing(found.told, impossible=f"{name}: {there.impossible}")
        undone = Consequence(REASON, f"{name}: its result is undone, too ({there.told}).")
        return replace(found, consequences=(*found.consequences, undone, *there.consequences))

    # --- what would change; called with the lock held ---------------------------------------

    def _clock(self, body: Any) -> Consequence:
        more = body["left_ms"] - self._shown_before(body)
        self._left(body)
        who, table = self._who(body)
        change = f"gets {minutes(-more)} more" if more < 0 else f"loses {minutes(more)}"
        return Consequence(WARNING, f"The clock of {who} at {table} {change}.")

    def _points(self, body: Any) -> Consequence:
        who, table = self._who(body)
        if not body["points"]:
            raise UserError("A warning changed nothing at the table: there is nothing to take back.")
        change = "gets" if body["take_back"] else "loses"
        return Consequence(WARNING, f"{who} {change} {counted(body['points'], 'point')} at {table}.")

    def _forfeit(self, body: Any) -> Consequence:
        entry, sheet, _seq, _at = self._before(body)
        table = self._hall.tables[entry.segments[-1].uid]
        self._hall.check_online(table)
        one, other = players_of(entry)
        told = f"{one} {sheet.score[0]}, {other} {sheet.score[1]}"
        return Consequence(
            REASON,
            f"The match goes on at {table.name} from {told}, in game {sheet.game}, its clocks stopped.",
        )

    _looks: ClassVar[dict[str, Callable[[TakingBack, Any], Consequence]]] = {
        "correct clock": _clock, "award": _points, "forfeit": _forfeit,
    }  # fmt: skip

    def _who(self, body: Any) -> tuple[str, str]:
        table, _sheet = self._rulings.live(body["match"])
        self._hall.check_online(table)
        return players_of(self._hall.entry(body["match"]))[body["seat"]], table.name

    def _shown_before(self, body: Any) -> int:
        if "before_ms" not in body:
            raise UserError("What the clock showed before was not kept: set it right again.")
        return int(body["before_ms"])

    def _left(self, body: Any) -> int:
        table, sheet = self._rulings.live(body["match"])
        device_now, _ = table.device_time(self._hall.clock.now_ms())
        at = read_at(sheet.clock, device_now)
        left: int = sheet.clock.remaining(body["seat"], at) - body["left_ms"] + self._shown_before(body)
        return max(0, left)

    def _before(self, body: Any) -> tuple[MatchEntry, MatchSheet, int, int]:
        """Return a forfeited match, its sheet before the forfeit, the record before it, and its instant."""
        entry = self._hall.entry(body["match"])
        segment = self._hall.open_segment(entry)
        part = self._hall.part(segment)
        sheet, log_segment = part.sheet, part.log_segment
        if log_segment is None or not isinstance(sheet, MatchSheet):
            raise UserError("The board has not told of this forfeit.")
        if sheet.phase not in (RESULT, OVER) or sheet.how != records.FORFEITED:
            raise UserError("The match does not stand forfeited any more: look at its table.")
        log = self._hall.tables[segment.uid].log.journals[log_segment.journal]
        held = log.held(log_segment.first, log_segment.last)
        last = next(
            seq for seq in reversed(held)
            if log.records[seq][4] == records.RESULT and log.records[seq][7] == records.FORFEITED
        )  # fmt: skip
        before = [seq for seq in held if seq < last]
        _fold, found = cut_log_segment(log_segment, before, log.records.get)
        if found is None or not isinstance(found.sheet, MatchSheet):
            raise UserError("How the match stood before the forfeit is not known here any more.")
        return entry, found.sheet, before[-1], records.unpack(log.records[last])[5]
