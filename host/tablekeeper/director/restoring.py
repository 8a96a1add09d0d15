"""Restores a match that was lost on time although the flag should not have fallen, in one action.

The match continues from its state before the flag, with its clocks stopped: at its board, or at a free one
if its board has another match now. Its result in the event is undone, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablecore import records
from tablecore.clock import NOBODY
from tablekeeper.director.goingon import Fields, GoingOn, Stood
from tablekeeper.director.hall import Hall
from tablekeeper.director.overview import players_of
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.undoing import Undoing
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.matchsetup import check_time
from tablekeeper.languages import _
from tablekeeper.textchecks import check_reason

#: the member of a handover with the seat whose flag is taken back
FLAG = "flag"


@dataclass(frozen=True, slots=True)
class LostOnTime:
    """A match that was lost on time, and the consequences of restoring it."""

    match: int
    #: the player whose flag fell
    player: str
    seat: int
    #: the board at which the match would continue
    uid: str
    table: str
    #: the player's reserve at the start of the turn in which the time ran out (ms)
    left_ms: int
    undoing: Undoing


class Restoring:
    """Restores matches that were lost on time. All methods may be called from any thread."""

    def __init__(self, hall: Hall, matches: TableMatches, going_on: GoingOn) -> None:
        self._hall = hall
        self._matches = matches
        self._going_on = going_on

    def look(self, match_id: int) -> LostOnTime:
        """Return the consequences of restoring a match; UserError if that is not possible."""
        return self._look(match_id)[0]

    def lost_at(self, uid: str) -> int:
        """Return the board's last match that was lost on time, closed or not; refuse if there is none."""
        with self._hall.lock:
            table = self._hall.table(uid)
            matches = [
                one.match.id for one in self._hall.entries.values()
                if one.segments and one.segments[-1].uid == uid and self.was_lost(one.match.id)
            ]  # fmt: skip
        if not matches:
            raise UserError(
                "At %(name)s no match was lost on time: there is no flag to take back.", name=table.name
            )
        return max(matches)

    def was_lost(self, match_id: int) -> bool:
        """Return whether a match counts as lost on time."""
        with self._hall.lock:
            entry = self._hall.entries.get(match_id)
            if entry is None or not entry.segments:
                return False
            sheet = self._hall.part(entry.segments[-1]).sheet
            return sheet is not None and _stands_lost(sheet)

    def restore(
        self, match_id: int, left_ms: int | None, reason: str, *, seen: str = "", actor: str = "director"
    ) -> str:
        """Continue a match that was lost on time; return the place in words.

        `left_ms` is the new clock time of the player whose flag fell, by default the time at the start of
        that turn; `seen` is the fingerprint of the consequences that the director has read.
        """
        why = check_reason(reason)
        if left_ms is not None:
            check_time(left_ms)
        with self._hall.acting:
            found, stood = self._look(match_id)
            if seen and seen != found.undoing.fingerprint:
                raise UserError("Something has changed meanwhile: look again at what would change.")
            left = found.left_ms if left_ms is None else left_ms
            body = {FLAG: found.seat, "left_ms": left, "reason": why}
            self._going_on.go_on(stood, found.uid, why, actor, body, left={found.seat: left})
        return found.undoing.consequences[0].text

    def _look(self, match_id: int) -> tuple[LostOnTime, Stood]:
        unknown = _("This fallen flag is no longer known here.")
        with self._hall.lock:
            entry = self._hall.entry(match_id)
            if not self.was_lost(match_id):
                raise UserError(
                    "Match %(id)s was not lost on time: there is no flag to take back.", id=match_id
                )
            stood = self._going_on.before(match_id, _is_lost, unknown)
            if stood.sheet.clock.flagged != NOBODY:
                stood = self._going_on.before(match_id, _is_flag, unknown)
            clock = stood.sheet.clock
            # the clock of that turn ran until then, or was stopped since an earlier restoration
            seat = clock.turn
            uid = self._where(match_id, stood.uid)
            told = self._going_on.told(stood, uid)
            player = players_of(entry, stood.sheet.seats)[seat]
            table = self._hall.tables[uid].name
            left = max(0, clock.remaining(seat, clock.since if clock.running else stood.at))
        told_of = _("that %(player)s lost match %(match)s on time", player=player, match=match_id)
        follows = (told, *self._going_on.with_result(match_id))
        undoing = Undoing(told_of, follows, button=_("Let the match go on"))
        return LostOnTime(match_id, player, seat, uid, table, left, undoing), stood

    def _where(self, match_id: int, uid: str) -> str:
        """Return the board where a match can continue: its own, else the first free one. Hold the lock."""
        for table in (self._hall.tables[uid], *self._hall.in_order()):
            if not table.online:
                continue
            try:
                self._matches.check_free(table.uid, match_id if table.uid == uid else 0)
            except UserError:
                continue
            return table.uid
        raise UserError("No board is free for this match: connect one, or close the match at a table.")


def _is_lost(fields: Fields) -> bool:
    return fields[1] == records.RESULT and fields[4] == records.ON_TIME


def _is_flag(fields: Fields) -> bool:
    # a flag that starts an overtime does not end the match
    return fields[1] == records.FLAG and not fields[3]


def _stands_lost(sheet: object) -> bool:
    phase, how = getattr(sheet, "phase", 0), getattr(sheet, "how", 0)
    over = phase in (getattr(sheet, "RESULT", 254), getattr(sheet, "OVER", 255))
    return over and how == records.ON_TIME
