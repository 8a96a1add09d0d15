"""Matches at tables: set up, handed over to another board, closed.

An impossible action raises a `UserError` of one sentence before anything is changed. Each action is an entry
in the director's journal. If the board has to act, a command is queued until the board has carried it out.
Only the board writes its table's records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tablecore import messages, records
from tablecore.sheets.sheet import EMPTY, READY
from tablekeeper.director.hall import Hall, MatchEntry
from tablekeeper.director.projection import ended
from tablekeeper.director.setup import (
    CREATE,
    HANDOVER,
    SET_UP,
)
from tablekeeper.director.setupqueue import SetUpQueue, clearing
from tablekeeper.director.tablestate import TableState, run_match
from tablekeeper.errors import UserError
from tablekeeper.games import schedule
from tablekeeper.games.backgammon import matchsetup as setup
from tablekeeper.games.backgammon.matchsetup import Control, MatchStanding
from tablekeeper.games.clockview import read_at
from tablekeeper.games.registry import GAMES
from tablekeeper.games.setupplan import Plan, check_rows, plan_tail
from tablekeeper.games.takeover import TakeOver
from tablekeeper.languages import _
from tablekeeper.store import Match, Segment
from tableprograms.backgammon.sheet import MatchSheet


class TableMatches:
    """Sets matches up, hands them over and closes them. All methods may be called from any thread."""

    def __init__(self, hall: Hall, queue: SetUpQueue) -> None:
        self._hall = hall
        self._queue = queue

    def create(
        self,
        uid: str,
        players: tuple[str, str],
        length: int,
        control: str,
        *,
        crawford: bool = True,
        start_score: tuple[int, int] = (0, 0),
        dice: str = "optional",
        consultation: bool = False,
        source: str | None = None,
        actor: str = "director",
    ) -> int:
        """Set up a match at a table and return its id; a board that is offline gets it when it is back.

        In a consultation match two pairs play, each named like "Ann & Cleo".

        `length` 0 has no limit. `control` is a notation of tablekeeper.games.schedule ("3m/pt b12 o2m").
        """
        names = setup.check_players(players)
        if consultation:
            setup.check_pairs(names)
        setup.check_length(length)
        opts = setup.options(crawford, dice, consultation)
        standing = None
        if start_score != (0, 0):
            standing = setup.check_standing(setup.start_standing(start_score, length), length, opts)
        plan = setup.match_plan(length, opts, control, standing)
        payload = {
            "uid": uid, "players": names, "length": length, "control": control, "crawford": crawford,
            "start_score": start_score, "dice": dice, "consultation": consultation, "source": source,
        }  # fmt: skip
        return self._begin(uid, plan, names, CREATE, payload, actor, source)

    def set_up(
        self,
        uid: str,
        program: str,
        options: Mapping[str, str],
        names: Sequence[str],
        *,
        actor: str = "director",
    ) -> int:
        """Set a table up for any kind of game and return the match's id.

        `program` and `options` (by name, all of them texts) are those of the game's descriptor; a missing
        option has its default. `names` are by seat; only some games need them.
        """
        game = GAMES.offered(program)
        answers = game.read(options)
        return self.set_up_plan(uid, program, answers, game.plan(answers), names, actor)

    def set_up_plan(
        self,
        uid: str,
        program: str,
        answers: Mapping[str, str],
        plan: Plan,
        names: Sequence[str],
        actor: str,
        event: int | None = None,
    ) -> int:
        """Set a table up by the plan made from these answers; return the match's id.

        The journal names the event, so that a host that is killed now can link the match to it later.
        """
        seated = GAMES.offered(program).named(names, plan)
        rows = check_rows(plan.rows)
        whose = {} if event is None else {"event": event}
        payload = {
            "uid": uid, "program": program, "options": answers, "names": seated, "rows": rows, **whose
        }  # fmt: skip
        return self._begin(uid, plan, seated, SET_UP, payload, actor)

    def _begin(
        self,
        uid: str,
        plan: Plan,
        names: Sequence[str],
        verb: str,
        payload: Mapping[str, Any],
        actor: str,
        source: str | None = None,
    ) -> int:
        opener = plan.rows[0]
        with self._hall.action():
            with self._hall.lock:
                self._check_in_service(self._hall.table(uid))
                self._check_free(self._hall.table(uid))
            self._hall.store.act(actor, verb, payload)
            match_id = self._hall.store.matches.create(
                length=opener[2], control=plan.control, options=opener[3], start=plan.start, names=names,
                source=source, uid=uid, program=plan.program,
            )  # fmt: skip
            self._hall.read_match(match_id)
            self._queue.set_up(uid, match_id, plan_tail(match_id, plan.rows), names)
        return match_id

    def handover(
        self,
        match_id: int,
        to_uid: str,
        *,
        score: tuple[int, int],
        cube: int = 1,
        cube_owner: int | None = None,
        turn: int | None = None,
        in_game: bool = False,
        reserves: tuple[int, int] | None = None,
        crawford: int | None = None,
        games: int | None = None,
        at_seq: int | None = None,
        stood: MatchSheet | None = None,
        times: Control | None = None,
        actor: str = "director",
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Continue a match at another board, or at its own from a record on, from the score that is stated.

        The old board's segment ends after record `at_seq`, or now if omitted. Its later records, and
        records without a known time, are discarded. `crawford` (0 to come,
        1 this game, 2 over), `games` and `reserves` (ms) follow from the match so far when left out, or from
        the sheet of an earlier moment, `stood`; `times` are the clocks to set, else those of that sheet.
        """
        with self._hall.action():
            with self._hall.lock:
                entry = self._hall.entry(match_id)
                now = self._hall.clock.now_ms()
                old = self._check_move(entry, to_uid, again=at_seq is not None)
                if not GAMES.of(entry.match.program).directed:
                    where = self._hall.tables[old.uid].name
                    raise UserError(
                        "At %(where)s no backgammon is played: only such a match can move.",
                        where=where,
                    )
                last = self._hall.course(entry).last
                sheet = last.sheet if last is not None and isinstance(last.sheet, MatchSheet) else None
                sheet = stood or sheet
                if at_seq is not None and at_seq < (old.from_seq or 1) - (stood is not None):
                    raise UserError(
                        "Record %(at_seq)s does not belong to match %(match_id)s: name a later one.",
                        at_seq=at_seq, match_id=match_id,
                    )
                played = sheet.games if sheet is not None else 0
                standing = setup.check_standing(
                    MatchStanding(
                        score=score,
                        crawford=crawford
                        if crawford is not None
                        else setup.crawford_at(
                            entry.match.length, entry.match.options, sheet, score, in_game, cube
                        ),
                        games=played if games is None else games,
                        in_game=in_game,
                        cube=cube,
                        cube_owner=cube_owner,
                        turn=turn,
                        reserves=self.reserves(entry, sheet, now) if reserves is None else reserves,
                        moves=setup.moves_made(sheet),
                        overtime=setup.in_overtime(sheet),
                        breaks=setup.breaks_taken(sheet),
                    ),
                    entry.match.length,
                    entry.match.options,
                )
                if times is None:
                    # a clock may have been introduced in the meantime: take the sheet's
                    times = schedule.of_clock(sheet.clock) if sheet is not None else setup.check_control(
                        entry.match.control, entry.match.length
                    )
                held = self._held(old)
            tail = setup.run_tail(match_id, entry.match.length, entry.match.options, times, standing)
            payload = {
                "match": match_id, "from": old.uid, "to": to_uid, "score": score, "cube": cube,
                "cube_owner": cube_owner, "turn": turn, "in_game": in_game, "reserves": standing.reserves,
                "moves": standing.moves, "overtime": standing.overtime, "breaks": standing.breaks,
                "crawford": standing.crawford, "games": standing.games, "at_seq": at_seq, "at_ms": now,
                "times": times, "held": held, **more,
            }  # fmt: skip
            end = (at_seq, None) if at_seq is not None else (held, now)
            self._move(entry.match, payload, actor, end, tail)
        self._hall.changed(old.uid)

    def take_over(
        self, match_id: int, to_uid: str, found: TakeOver, *, at_seq: int | None = None,
        actor: str = "director", more: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """Continue a match of any game at another board, or at its own from an earlier record.

        The old board's segment ends after record `at_seq`, or now; its later records are discarded. The
        state at that record is `found`; its players' seats stay.
        """
        with self._hall.action():
            with self._hall.lock:
                entry = self._hall.entry(match_id)
                now = self._hall.clock.now_ms()
                old = self._check_move(entry, to_uid, again=at_seq is not None)
                held = self._held(old)
            rows = check_rows(found.rows)
            payload = {
                "match": match_id, "from": old.uid, "to": to_uid, "rows": rows, "clocks": found.clocks,
                "at_seq": at_seq, "at_ms": now, "held": held, **more,
            }  # fmt: skip
            end = (at_seq, None) if at_seq is not None else (held, now)
            self._move(entry.match, payload, actor, end, plan_tail(match_id, rows))
            self._queue.clocks(to_uid, match_id, found.clocks)
        self._hall.changed(old.uid)

    def _check_move(self, entry: MatchEntry, to_uid: str, *, again: bool = False) -> Segment:
        """Return the segment in progress; refuse a table that cannot get the match (`again`: its own can)."""
        table, old = self._hall.table(to_uid), self._hall.open_segment(entry)
        if old.uid == to_uid and not again:
            raise UserError(
                "Match %(match_id)s is at %(name)s already: name another table.",
                match_id=entry.match.id, name=table.name,
            )
        if not again:
            self._check_in_service(table)
        self._check_free(table, entry.match.id if again else 0)
        return old

    def _move(
        self, match: Match, payload: dict[str, Any], actor: str,
        end: tuple[int | None, int | None], tail: bytes,
    ) -> None:
        """End a match's segment at its board and begin the next one with the payload of a handover."""
        # in one transaction: the board of the last handover in the journal is always the match's present one
        self._hall.store.move_match(actor, HANDOVER, payload, match.id, payload["to"], end)
        self._queue.withdraw(payload["from"], match.id)
        self._hall.read_match(match.id)
        if payload["at_seq"] is not None:
            self._queue.clear(payload["to"])
        self._queue.set_up(payload["to"], match.id, tail, match.names)

    def close(
        self, match_id: int, *, ends_game: bool = False, actor: str = "director",
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """Close a match: its table is free again, and its board forgets the names.

        Refuse a match with a game in progress, unless `ends_game`: then that game does not count.
        """
        with self._hall.action():
            with self._hall.lock:
                entry = self._hall.entry(match_id)
                segment = self._hall.open_segment(entry)
                table = self._hall.tables[segment.uid]
                part = self._hall.part(segment)
                playing = part.sheet is not None and part.sheet.in_game() and part.last is None
                if part.sheet is not None and playing and not ends_game:
                    raise UserError(GAMES.of(part.sheet.PROGRAM).still_going(match_id))
                at_table = part.log_segment is not None and part.last is None
                # the match's id on the board: 0 if it was set up at the table
                board_id = 0 if part.log_segment is None else part.log_segment.match_id
                stubs = clearing(table) if playing else [messages.stub(records.CLOSE)]
            self._hall.store.act(actor, "close match", {"match": match_id, **more})
            self._queue.withdraw(table.uid, match_id)
            if at_table:
                orders = [(messages.RECORD, stub) for stub in stubs]
                self._hall.store.commands.queue_all(table.uid, orders, match_id=board_id)
            self._hall.store.matches.close(match_id)
            self._hall.read_match(match_id)
            self._hall.read_commands(table.uid)

    def end_again(
        self, match_id: int, ended_as: Any, *, actor: str, more: Mapping[str, Any]
    ) -> None:  # fmt: skip
        """End a continued match again as before: with the result of that sheet."""
        with self._hall.action():
            with self._hall.lock:
                entry = self._hall.entry(match_id)
                uid = self._hall.open_segment(entry).uid
            kind = getattr(ended_as, "kind", 0)
            self._hall.store.act(actor, "end again", {"match": match_id, "winner": ended_as.winner, **more})
            result = messages.stub(
                records.RESULT, ended_as.winner, kind, ended_as.how, records.NONE, 0
            )
            confirm = messages.stub(records.CONFIRM, records.NOBODY)
            self._hall.order(uid, match_id, [result, confirm])

    def open_again(self, match_id: int) -> None:
        """Open a closed match again; the action that continues it is in the journal."""
        self._hall.store.matches.open_again(match_id)
        self._hall.read_match(match_id)

    def clear_table(self, uid: str, *, actor: str = "director") -> None:
        """Free a board that still shows a match that continued elsewhere; its records there do not count."""
        with self._hall.action():
            with self._hall.lock:
                table = self._hall.table(uid)
                self._hall.check_online(table)
                place = self._hall.home(table.log.current)
                sheet = table.log.sheet
                if place is None or sheet is None or not ended(place[1]):
                    raise UserError("%(name)s shows no match that went on elsewhere.", name=table.name)
                stubs = clearing(table) or [messages.stub(records.CLOSE)]
                match_id = sheet.match_id
            self._hall.store.act(actor, "clear table", {"uid": uid})
            self._hall.order(uid, match_id, stubs)

    def names_gone(self, matches: Sequence[int]) -> None:
        """Read matches again whose names have changed, and send their boards the present names."""
        for match_id in matches:
            entry = self._hall.read_match(match_id)
            if entry is None or entry.match.closed_ms is not None or not entry.segments:
                continue
            segment = entry.segments[-1]
            if not ended(segment):
                self._queue.names(segment.uid, match_id, entry.match.names)
        with self._hall.lock:
            uids = list(self._hall.tables)
            for uid in uids:
                self._hall.read_table(uid)
        for uid in uids:
            self._hall.read_commands(uid)

    # --- checks ---------------------------------------------------------------------------

    def is_free(self, uid: str, match_id: int = 0) -> bool:
        """Return whether a match can be set up at a table now, or could be without match `match_id`."""
        try:
            self.check_free(uid, match_id)
        except UserError:
            return False
        return True

    def can_seat(self, uid: str) -> bool:
        """Return whether a match can be seated at a table now."""
        try:
            self.check_seat(uid)
        except UserError:
            return False
        return True

    def check_seat(self, uid: str) -> None:
        """Refuse a table at which no match can be seated: it is out of service, or not free."""
        with self._hall.lock:
            self._check_in_service(self._hall.table(uid))
            self._check_free(self._hall.table(uid))

    def check_free(self, uid: str, match_id: int = 0) -> None:
        """Refuse a table at which no match can be set up now; its set-up of `match_id` does not count."""
        with self._hall.lock:
            self._check_free(self._hall.table(uid), match_id)

    def _check_in_service(self, table: TableState) -> None:
        """Refuse a table that is removed or out of service."""
        if self._hall.is_gone(table):
            raise UserError(
                "%(name)s is no table of this hall any more: choose another one.", name=table.name
            )
        if reason := self._hall.places.out.get(table.uid):
            raise UserError(
                "%(name)s is out of service (%(reason)s): bring it back first, or choose another table.",
                name=table.name, reason=reason,
            )

    def _check_free(self, table: TableState, match_id: int = 0) -> None:
        """Refuse a table that cannot be set up; its set-up of match `match_id` does not count."""
        planned = table.planned()
        if planned is not None and run_match(planned.tail) != match_id:
            which = _("match %(run_match)s", run_match=run_match(planned.tail))
            raise UserError(
                "At %(name)s %(which)s is set up already: close it or hand it over first.",
                name=table.name, which=which,
            )
        sheet = table.log.sheet
        if sheet is None or sheet.phase in (EMPTY, sheet.OVER):
            return
        if sheet.phase == READY and not sheet.match_id and not sheet.game:
            # set up at the table and not begun: the board, too, lets a set-up replace it
            return
        place = self._hall.home(table.log.current)
        if place is not None and (place[0].match.closed_ms is not None or place[0].match.id == match_id):
            return
        if place is not None and ended(place[1]):
            raise UserError(
                "%(name)s still shows a match that went on elsewhere: clear it first.",
                name=table.name,
            )
        which = _("match %(id)s", id=place[0].match.id) if place is not None else _("a match")
        raise UserError(
            "At %(name)s %(which)s is in progress: close it or hand it over first.",
            name=table.name, which=which,
        )

    def _held(self, segment: Segment) -> int | None:
        """Return the last stored record of a segment, so one that certainly happened before now."""
        if segment.journal is None or segment.from_seq is None:
            return None
        log = self._hall.tables[segment.uid].log.journals[segment.journal]
        log_segment = log.log_segment_at(segment.from_seq)
        held = log.held(segment.from_seq, None if log_segment is None else log_segment.last)
        return held[-1] if held else None

    def reserves(self, entry: MatchEntry, sheet: MatchSheet | None, now: int) -> tuple[int, int] | None:
        """Return the reserves of both clocks at hall time `now`, None if nothing is known about the match.

        Call with the hall's lock held.
        """
        segment = entry.segments[-1]
        if sheet is None:
            return None
        device_now, _ = self._hall.tables[segment.uid].device_time(now)
        clock = sheet.clock
        at = read_at(clock, device_now)
        return (clock.remaining(0, at), clock.remaining(1, at))
