"""Continues a match from an earlier state: after an earlier record of its board, or at its previous board.

The board's log is append-only. The match gets another segment; later records of the old one do not
count. If its event has a result of the match, that is undone, too, and the match gives a new one. The
consequences are shown first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tablecore import records
from tablecore.sheets.sheet import Sheet
from tablekeeper.director.events.awaited import brought_by
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.tables import EventTables
from tablekeeper.director.hall import Hall
from tablekeeper.director.logfold import LogSegment, cut_log_segment
from tablekeeper.director.overview import players_of
from tablekeeper.director.replacement import standing_of
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.undoing import Consequence, serious
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.matchsetup import Control
from tablekeeper.games.registry import GAMES
from tablekeeper.languages import _, joined
from tablekeeper.store import Segment
from tablekeeper.text import listing
from tableprograms.backgammon.sheet import MatchSheet

#: the fields of a record: seq, kind, a, b, c, ms, p, q
Fields = tuple[int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Stood:
    """The state of a match after a record of a board's log."""

    match: int
    #: the board of this state
    uid: str
    sheet: Sheet
    #: the record; later records of this board do not count
    seq: int
    #: ms of the board's sitting for which its clocks are computed
    at: int
    #: numbers of the games that began there since
    since: tuple[int, ...] = ()


class GoingOn:
    """Finds earlier states of matches, and continues from them. All methods may be called from any thread."""

    def __init__(
        self, hall: Hall, matches: TableMatches, events: Events, event_tables: EventTables
    ) -> None:
        self._hall = hall
        self._matches = matches
        self._events = events
        self._event_tables = event_tables

    # --- earlier states; called with the lock held ----------------------------------------------

    def before(self, match_id: int, found: Callable[[Fields], bool], unknown: str) -> Stood:
        """Return the state before the last record that `found` accepts; UserError(`unknown`) if none does."""
        segment = self._last(match_id)
        log_segment = self._log_segment(segment)
        held = [] if log_segment is None else self._held(log_segment)
        for place in reversed(range(1, len(held))):
            fields = self._fields(segment.uid, log_segment, held[place])
            if found(fields):
                sheet = self._sheet(segment.uid, log_segment, held[:place])
                if sheet is None:
                    break
                later = (self._fields(segment.uid, log_segment, seq) for seq in held[place:])
                since = tuple(one[6] for one in later if one[1] == records.GAME)
                return Stood(match_id, segment.uid, sheet, held[place - 1], fields[5], since)
        raise UserError(unknown)

    def at_end(self, match_id: int, ordinal: int, last: int | None = None) -> Stood:
        """Return the state of a match when it left a segment's board, or after the record `last` there."""
        part = self._hall.part(self._hall.entry(match_id).segments[ordinal])
        log_segment = self._log_segment(part.segment)
        held = [] if log_segment is None else self._held(log_segment)
        last = part.cut if last is None else last
        held = [seq for seq in held if last is None or seq <= last]
        sheet = self._sheet(part.segment.uid, log_segment, held) if held else None
        if sheet is None:
            raise UserError("The score of the match at that time is no longer known here.")
        at = self._fields(part.segment.uid, log_segment, held[-1])[5]
        return Stood(match_id, part.segment.uid, sheet, held[-1], at)

    def _last(self, match_id: int) -> Segment:
        entry = self._hall.entry(match_id)
        if not entry.segments:
            raise UserError("Match %(id)s is at no table.", id=match_id)
        return entry.segments[-1]

    def _log_segment(self, segment: Segment) -> LogSegment | None:
        if segment.journal is None or segment.from_seq is None:
            return None
        return self._hall.tables[segment.uid].log.log_segment(segment.journal, segment.from_seq)

    def _held(self, log_segment: LogSegment) -> list[int]:
        log = self._hall.tables[log_segment.uid].log.journals[log_segment.journal]
        return log.held(log_segment.first, log_segment.last)

    def _fields(self, uid: str, log_segment: LogSegment | None, seq: int) -> Fields:
        assert log_segment is not None
        log = self._hall.tables[uid].log.journals[log_segment.journal]
        fields: Fields = records.unpack(log.records[seq])[:8]
        return fields

    def _sheet(self, uid: str, log_segment: LogSegment | None, held: list[int]) -> Sheet | None:
        if log_segment is None:
            return None
        log = self._hall.tables[uid].log.journals[log_segment.journal]
        _fold, found = cut_log_segment(log_segment, held, log.records.get)
        return None if found is None else found.sheet

    # --- consequences ---------------------------------------------------------------------------

    def told(self, stood: Stood, uid: str) -> Consequence:
        """Return a sentence: the match would continue at this board. Call with the lock held."""
        entry, sheet, table = self._hall.entry(stood.match), stood.sheet, self._hall.tables[uid]
        players = players_of(entry, sheet.seats)
        if isinstance(sheet, MatchSheet):
            score = f"{players[0]} {sheet.score[0]}, {players[1]} {sheet.score[1]}"
            game = _(", in game %(game)s", game=sheet.game) if sheet.in_game() else ""
        else:
            view = GAMES.of(sheet.PROGRAM).view(stood.match, sheet, players, None, None)
            score, game = _("where it stood"), ""
            if view is not None:
                score = joined((view.title, view.standing))
        turn = ""
        if sheet.in_game() and sheet.turn < len(players):
            turn = _("; %(player)s is on turn", player=players[sheet.turn])
        lost = ""
        if stood.since:
            games = listing(_("game %(number)s", number=one) for one in stood.since)
            lost = _(" What was played since does not count: %(games)s.", games=games)
        return serious(
            _(
                "The match goes on at %(table)s from %(score)s%(game)s, its clocks stopped%(turn)s.%(lost)s",
                table=table.name, score=score, game=game, turn=turn, lost=lost,
            )
        )

    def with_result(self, match_id: int) -> tuple[Consequence, ...]:
        """Return the changes in the event that has a match's result; UserError if it cannot be undone."""
        result = brought_by(self._hall.store, match_id)
        if result is None:
            return ()
        name, there = self._events.get(result[0]).name, self._events.batches.undoing(*result)
        if there.impossible:
            raise UserError("%(name)s: %(why)s", name=name, why=there.impossible)
        undone = serious(
            _("%(name)s: its result is undone, too (%(told)s).", name=name, told=there.told)
        )
        return (undone, *there.consequences)

    # --- continuing -----------------------------------------------------------------------------

    def go_on(
        self, stood: Stood, uid: str, reason: str, actor: str, more: Mapping[str, Any], *,
        left: Mapping[int, int] | None = None, times: Control | None = None,
    ) -> None:  # fmt: skip
        """Continue a match at a board from a state; `left` sets clocks to other times (seat -> ms).

        Call with the hall's `acting` held. First everything is checked, then the event is changed: if that is
        refused, the table stays unchanged.
        """
        with self._hall.lock:
            entry = self._hall.entry(stood.match)
            closed, now = entry.match.closed_ms is not None, entry.segments[-1]
            players = players_of(entry, stood.sheet.seats)
        self._matches.check_free(uid, stood.match)
        here = now.uid == stood.uid and now.from_seq is not None and now.from_seq <= stood.seq
        # in this segment, records after the state do not count; in another segment no record counts
        at_seq = stood.seq if here else (now.from_seq or 1) - 1
        move = self._move(stood, uid, players, left or {}, times)
        result = brought_by(self._hall.store, stood.match)
        if result is not None:
            self._events.batches.undo_one(*result, reason, together=True, actor=actor)
        if closed:
            self._matches.open_again(stood.match)
        move(at_seq=at_seq, actor=actor, more=more)
        self._event_tables.read()

    def _move(
        self, stood: Stood, uid: str, players: tuple[str, ...], left: Mapping[int, int], times: Control | None
    ) -> Callable[..., None]:
        """Return a function that moves a match to a state; it takes `at_seq`, `actor` and `more`."""
        sheet, at = stood.sheet, stood.at
        if isinstance(sheet, MatchSheet):
            one, other = (left.get(seat, sheet.clock.remaining(seat, at)) for seat in (0, 1))
            found = standing_of(self._hall.entry(stood.match), sheet, players, (one, other), at)
            return partial(
                self._matches.handover, stood.match, uid, score=found.score, cube=found.cube,
                cube_owner=found.cube_owner, turn=found.turn, in_game=found.in_game, reserves=found.reserves,
                games=found.games, crawford=sheet.crawford, stood=sheet, times=times,
            )  # fmt: skip
        game = GAMES.of(sheet.PROGRAM)
        if game.take_over is None:
            raise UserError("A match of %(title)s cannot go on: set the table up.", title=game.title)
        taken = game.take_over(sheet, players, at)
        shown = tuple((seat, left.get(seat, ms), count) for seat, ms, count in taken.clocks)
        return partial(self._matches.take_over, stood.match, uid, replace(taken, clocks=shown))
