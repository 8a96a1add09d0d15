"""Views of the hall's state: rows of the hall, a table with its history, a match.

`Overview` is the public class. The functions above it need the hall's lock and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tablecore import messages, records, sheets
from tablecore.sheets.sheet import EMPTY, Sheet
from tablekeeper.director import clockuse
from tablekeeper.director.hall import Hall, MatchEntry
from tablekeeper.director.ledger import JournalLog
from tablekeeper.director.logmarks import mark
from tablekeeper.director.playerrequests import summoned, wished
from tablekeeper.director.projection import MatchCourse, Part
from tablekeeper.director.tablebreaks import TableBreak, table_breaks
from tablekeeper.director.tablestate import TableState, run_match
from tablekeeper.director.views import (
    DiceView,
    HallView,
    MatchDetail,
    RecordView,
    SegmentView,
    TableDetail,
    TableSpan,
    TableView,
)
from tablekeeper.games import catalogue
from tablekeeper.games.recordtext import sentence
from tablekeeper.games.registry import GAMES
from tablekeeper.games.sentences import Players
from tablekeeper.games.view import ClockMove, FinishedGame, MatchView
from tablekeeper.languages import _, joined, ngettext, pgettext
from tablekeeper.store import Command
from tablekeeper.tables.sittings import Bounds
from tablekeeper.text import counted, versus

#: the number of records of a log on a table's page
SHOWN = 500
#: how long a table sends its display after somebody looked at it (wall-clock ms)
WATCH_MS = 60_000
UNNAMED: Players = (pgettext("seat", "Left"), pgettext("seat", "Right"))
DISCARDED = _(" (its time is unknown: not counted until it is known)")


def players_of(entry: MatchEntry | None, seats: int = 2) -> Players:
    """Return the players by seat, with the names from `called`."""
    return called(() if entry is None else entry.match.names, seats)


def called(names: Sequence[str], seats: int = 2) -> Players:
    """Return names by seat; a missing one is replaced by the side, with more than two seats by a number."""
    return tuple(
        (names[seat] if seat < len(names) else "")
        or (UNNAMED[seat] if seats == 2 else _("Seat %(seat)s", seat=seat + 1))
        for seat in range(seats)
    )


def seats_of(sheet: Sheet | None) -> int:
    """Return the number of seats with names."""
    return 2 if sheet is None or sheet.phase == EMPTY else int(sheet.seats)


def planned_sheet(tail: bytes) -> Sheet:
    """Return the sheet of an empty board after a RUN command with this tail."""
    stubs = messages.stubs(tail) or []
    opener = stubs[0][0] if stubs else records.MATCH
    sheet: Sheet = sheets.make(records.OPENERS.index(opener) if opener in records.OPENERS else 0)
    for seq, (kind, a, b, c, p, q) in enumerate(stubs, 1):
        sheet.apply(seq, kind, a, b, c, 0, p, q)
    sheet.apply(len(stubs) + 1, records.COMMIT, len(stubs), opener, 0, 0, 1, 0)
    return sheet


def _view(
    entry: MatchEntry, sheet: Sheet, seats: int, device_now: int | None = None, offset: int | None = None
) -> MatchView | None:
    players = players_of(entry, seats)
    return GAMES.of(sheet.PROGRAM).view(entry.match.id, sheet, players, device_now, offset)


def finished_games(course: MatchCourse, players: Players, program: int) -> tuple[FinishedGame, ...]:
    """Return the valid games of a match, with the names of their winners."""
    game = GAMES.of(program)
    return tuple(replace(one, winner_name=game.winner(players, one.winner)) for one in course.games)


def match_at(
    hall: Hall, table: TableState, now: int
) -> tuple[MatchEntry | None, MatchView | None, list[str]]:
    """Return the match at a table, its view, and notes about it."""
    notes: list[str] = []
    sheet = table.log.sheet
    place = hall.home(table.log.current)
    if place is not None and sheet is not None:
        entry, segment = place
        part = hall.part(segment)
        if part.cut is None:
            device_now, offset = table.device_time(now)
            if len(entry.segments) > 1:
                notes += hall.course(entry).problems
            notes += GAMES.of(sheet.PROGRAM).notes(sheet, players_of(entry, seats_of(sheet)))
            notes += [told for _seq, _at_ms, told in (*wished(table), *summoned(table))]
            view = _view(entry, sheet, seats_of(sheet), device_now, offset)
            if view is not None and sheet.phase != sheet.OVER:
                return entry, view, notes
            over = (entry, view)
        else:
            over = None
    else:
        over = None
    planned = table.planned()
    if planned is not None and (sheet is None or sheet.phase in (EMPTY, sheet.OVER)):
        coming = hall.entries.get(run_match(planned.tail))
        if coming is not None:
            return coming, _planned(table, coming, planned), notes
    return (over[0], over[1], notes) if over is not None else (None, None, notes)


def _planned(table: TableState, entry: MatchEntry, run: Command) -> MatchView | None:
    """Return a match that no board has begun; at a table without a board nothing is known but its names."""
    sheet = planned_sheet(run.tail)
    view = _view(entry, sheet, sheet.seats)
    if view is None or table.row.device:
        return view
    seats = tuple(replace(seat, clock=None, standing="", notes=()) for seat in view.seats)
    return replace(
        view, seats=seats, standing=versus(view.players), counted="", state=_("played without a device"),
        facts=(), marks=(), timer=None, cube=None, game=0,
    )  # fmt: skip


def discarded_notes(hall: Hall, table: TableState) -> tuple[int, list[str]]:
    """Return the number of a table's discarded records, and one sentence for each of their matches."""
    total = 0
    notes = []
    for log, part in hall.ended_parts(table):
        count = len(part.strays)
        if not count:
            continue
        total += count
        entry = hall.entries[part.segment.match_id]
        after = entry.segments[part.segment.ordinal + 1 :]
        where = (
            _(" went on at %(name)s", name=hall.tables[after[0].uid].name)
            if after
            else _(" was taken off this table")
        )
        unknown = sum(table.time_of(log, seq) is None for seq in part.strays)
        what = counted(count, "later record of it is discarded", "later records of it are discarded")
        who = [name for name in entry.match.names if name]
        shown = versus(who) if len(who) > 1 else str(entry.match.id)
        note = _("match %(id)s%(where)s: %(what)s", id=shown, where=where, what=what)
        if unknown and part.segment.ended_ms is not None:
            note += ngettext(
                ", %(num)s of them because its time is not known",
                ", %(num)s of them because their time is not known",
                unknown,
            )
        notes.append(note)
    return total, notes


def table_view(hall: Hall, table: TableState, now: int) -> TableView:
    """Return a table's row at hall time `now`."""
    strays, discarded = discarded_notes(hall, table)
    _, match, notes = match_at(hall, table, now)
    return TableView(
        uid=table.uid,
        name=table.name,
        online=table.online,
        virtual=table.press is not None,
        firmware=table.firmware,
        last_seen_ms=table.last_seen_ms,
        records=table.log.count(),
        strays=strays,
        faults=table.faults,
        problems=tuple(dict.fromkeys([*table.problems(), *notes, *discarded])),
        match=match,
        revision=hall.topics.revision(f"table/{table.uid}"),
        quarantined=table.quarantined,
        host=table.host,
        device=table.row.device,
        zone=hall.places.zones.get(table.uid, ""),
        out=hall.places.out.get(table.uid, ""),
        spot=hall.places.spots.get(table.uid),
    )


def table_detail(hall: Hall, table: TableState, now: int, limit: int) -> TableDetail:
    """Return a table with its history: the newest `limit` records of its log."""
    entry, _, _ = match_at(hall, table, now)
    course = None
    dice: tuple[DiceView, ...] = ()
    if entry is not None:
        course = hall.course(entry)
        dice = tuple(
            throw
            for part in course.parts
            if part.segment.uid == table.uid
            for throw in _dice(table, part)
        )
    return TableDetail(
        table=table_view(hall, table, now),
        games=() if entry is None or course is None else _games(entry, course),
        dice=dice,
        records=_records(hall, table, limit),
        screen=table.screen,
        keys=table.keys,
    )


def _games(entry: MatchEntry, course: MatchCourse) -> tuple[FinishedGame, ...]:
    players = players_of(entry, seats_of(None if course.last is None else course.last.sheet))
    return finished_games(course, players, entry.match.program)


def _dice(table: TableState, part: Part) -> list[DiceView]:
    if part.log_segment is None or part.fold is None:
        return []
    log = table.log.journals[part.log_segment.journal]
    return [
        DiceView(
            seq=throw.seq,
            game=throw.game,
            seat=throw.seat,
            dice=throw.dice,
            at_ms=table.time_of(log, throw.seq),
            undone=throw.seq in part.fold.undone,
            purpose=throw.purpose,
        )
        for throw in part.throws
    ]


def _records(hall: Hall, table: TableState, limit: int) -> tuple[RecordView, ...]:
    parts = {(log.journal, part.segment.from_seq): part for log, part in hall.ended_parts(table)}
    found: list[RecordView] = []
    for log in reversed(table.log.journals.values()):
        if len(found) >= limit:
            break
        held = log.held(1, None)
        unseen = _Unseen(table, log)
        # newest first, so that records which are not shown cost nothing
        for seq in reversed(held[-(limit - len(found)) :]):
            found.append(unseen.dated(_record(hall, table, log, seq, parts)))
    return tuple(reversed(found))


class _Unseen:
    """Computes the earliest and latest time of a record whose time is unknown."""

    def __init__(self, table: TableState, log: JournalLog) -> None:
        self._table = table
        self._log = log
        self._bounds: dict[int, Bounds] | None = None

    def dated(self, view: RecordView) -> RecordView:
        """Return the view with these times, if they are needed and known."""
        if view.at_ms is not None:
            return view
        if self._bounds is None:
            self._bounds = self._table.bounds(self._log)
        bounds = self._bounds.get(self._log.fold.base_of(view.seq))
        if bounds is None:
            return view
        bounds = bounds.at(int(records.unpack(self._log.records[view.seq])[5]))
        told = (view.journal, view.seq, view.kind, view.text)
        return RecordView(*told, None, view.state, bounds.earliest, bounds.latest)


def _record(
    hall: Hall, table: TableState, log: JournalLog, seq: int, parts: dict[tuple[int, int | None], Part]
) -> RecordView:
    log_segment = log.log_segment_at(seq)
    place = hall.home(log_segment)
    part = None if log_segment is None else parts.get((log.journal, log_segment.first))
    return record_view(log, seq, part, () if place is None else place[0].match.names, table.time_of(log, seq))


def record_view(
    log: JournalLog, seq: int, part: Part | None, names: Sequence[str], at: int | None
) -> RecordView:
    """Return a record in words; `part` is the valid part of its match at this board; None: everything."""
    record, log_segment = log.records[seq], log.log_segment_at(seq)
    fold = log.fold if part is None or part.fold is None else part.fold
    seats = 2 if log_segment is None else seats_of(fold.sheet_of(log_segment))
    program = None if log_segment is None else log_segment.program
    text = sentence(record, called(names, seats), program)
    if log.fold.stopped and seq >= log.fold.stopped:
        state = _("not understood")
    elif part is not None and part.is_stray(seq):
        state = "stray"
        if at is None and part.segment.ended_ms is not None:
            text += DISCARDED
    elif seq in fold.undone:
        state = "undone"
    else:
        state = "counted"
        if seq in fold.odd:
            text += _(" (changes nothing)")
        elif program is not None:
            one_throw = GAMES.of(program).one_throw
            marked = mark(log.records, fold.undone, seq, called(names, seats), one_throw=one_throw)
            text = joined((text, marked), "; ") if marked else text
    return RecordView(f"{log.journal:08x}", seq, catalogue.name(record[4]), text, at, state)


def match_detail(hall: Hall, entry: MatchEntry, now: int) -> MatchDetail:
    """Return a match with its history over all boards."""
    course = hall.course(entry)
    problems = list(course.problems)
    view = None
    newest = entry.segments[-1] if entry.segments else None
    if newest is not None:
        table = hall.tables[newest.uid]
        command = table.last_run(entry.match.id)
        if newest.journal is None and entry.match.closed_ms is None and table.row.device:
            problems.append(_("%(name)s has not taken the match over yet", name=table.name))
        if newest.journal is None and command is not None:
            view = _planned(table, entry, command)
        elif course.last is not None and course.last.sheet is not None:
            view = _standing(hall, course.last, entry, now)
    segments = tuple(
        SegmentView(
            uid=part.segment.uid,
            table=hall.tables[part.segment.uid].name,
            journal=None if part.segment.journal is None else f"{part.segment.journal:08x}",
            first=part.segment.from_seq,
            last=part.cut if part.cut is not None else part.last,
            ended_ms=part.segment.ended_ms,
            strays=len(part.strays),
        )
        for part in course.parts
    )
    return MatchDetail(
        id=entry.match.id,
        match=view,
        games=_games(entry, course),
        segments=segments,
        strays=course.strays,
        problems=tuple(problems),
        source=entry.match.source,
        created_ms=entry.match.created_ms,
        closed_ms=entry.match.closed_ms,
        start=next((part.log_segment.start for part in course.parts if part.log_segment is not None), (0, 0)),
    )


def _standing(hall: Hall, part: Part, entry: MatchEntry, now: int) -> MatchView | None:
    assert part.sheet is not None
    table = hall.tables[part.segment.uid]
    live = part.log_segment is not None and part.cut is None and part.log_segment is table.log.current
    device_now, offset = table.device_time(now) if live else (None, None)
    return _view(entry, part.sheet, seats_of(part.sheet), device_now, offset)


def _span(hall: Hall, part: Part, now: int) -> Iterator[TableSpan]:
    if part.log_segment is None or part.sheet is None:
        return
    table = hall.tables[part.segment.uid]
    log = table.log.journals[part.log_segment.journal]
    over = part.sheet.phase == part.sheet.OVER or part.cut is not None
    times = [
        at
        for seq in log.held(part.log_segment.first, part.cut or part.last)
        if (at := table.time_of(log, seq)) is not None
    ]
    if times:
        last = times[-1] if over else max(now, times[-1])
        yield TableSpan(table.uid, table.name, part.segment.match_id, times[0], last, over)


#: the number of matches whose moves are cached
_KEPT = 256


class Overview:
    """Queries about the tables and matches of a hall. All methods may be called from any thread."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._want_screen: Callable[[str, int], None] | None = None
        self._traces: Callable[[], dict[str, list[str]]] | None = None
        #: match -> the records from which its moves were computed, and the moves
        self._moves: dict[int, tuple[Any, tuple[ClockMove, ...]]] = {}

    def hall(self) -> HallView:
        """Return the present state of every table, in the director's order."""
        with self._hall.lock:
            now = self._hall.clock.now_ms()
            return HallView(
                now_ms=now,
                rate=self._hall.clock.rate,
                revision=self._hall.topics.revision("hall"),
                tables=tuple(table_view(self._hall, table, now) for table in self._hall.in_order()),
            )

    def table(self, uid: str, *, shown: int = SHOWN) -> TableDetail:
        """Return a table with its history; its board sends its display for the next minute."""
        self.watch(uid)
        with self._hall.lock:
            return table_detail(self._hall, self._hall.table(uid), self._hall.clock.now_ms(), shown)

    def watch(self, uid: str) -> None:
        """Ask a board for its display for the next minute."""
        if self._want_screen is not None:
            # one minute of real time, also in a hall that runs faster
            clock = self._hall.clock
            self._want_screen(uid, clock.now_ms() + int(WATCH_MS * max(1.0, clock.rate)))

    def match(self, match_id: int) -> MatchDetail:
        """Return a match with its history over all boards."""
        with self._hall.lock:
            return match_detail(self._hall, self._hall.entry(match_id), self._hall.clock.now_ms())

    def moves(self, match_id: int) -> tuple[ClockMove, ...]:
        """Return the time of each move of a match, over all its boards."""
        with self._hall.lock:
            parts = [
                (part.segment.uid, part.log_segment.journal, tuple(log.held(part.log_segment.first, last)))
                for part in self._hall.course(self._hall.entry(match_id)).parts
                if part.log_segment is not None
                for last in [part.cut or part.last]
                for log in [self._hall.tables[part.segment.uid].log.journals[part.log_segment.journal]]
            ]
            # logs are append-only: the same records give the same moves
            stamp = tuple((uid, journal, seqs[:1], seqs[-1:], len(seqs)) for uid, journal, seqs in parts)
            known = self._moves.get(match_id)
            if known is not None and known[0] == stamp:
                return known[1]
            # folded below without the lock: a long match takes a while
            held = [
                {seq: self._hall.tables[uid].log.journals[journal].records[seq] for seq in seqs}
                for uid, journal, seqs in parts
            ]
        found = tuple(move for one in held for move in clockuse.moves(one))
        with self._hall.lock:
            while len(self._moves) >= _KEPT:
                self._moves.pop(next(iter(self._moves)))
            self._moves[match_id] = stamp, found
        return found

    def spans(self, match_ids: Iterable[int], now: int) -> tuple[TableSpan, ...]:
        """Return the known times of matches at tables, oldest first."""
        with self._hall.lock:
            found = [
                span
                for match_id in match_ids
                if match_id in self._hall.entries
                for part in self._hall.course(self._hall.entries[match_id]).parts
                for span in _span(self._hall, part, now)
            ]
        return tuple(sorted(found, key=lambda span: (span.from_ms, span.uid)))

    def breaks(self) -> tuple[TableBreak, ...]:
        """Return the breaks at all tables that are in progress, or were too long and are not settled."""
        with self._hall.lock:
            now = self._hall.clock.now_ms()
            tables = self._hall.in_order()
            return tuple(one for table in tables for one in table_breaks(self._hall, table, now))

    def matches(self) -> tuple[int, ...]:
        """Return the ids of all matches, oldest first."""
        with self._hall.lock:
            return tuple(sorted(self._hall.entries))

    def attach_wires(self, traces: Callable[[], dict[str, list[str]]]) -> None:
        """Set the source of the last frames on the cables, such as `Hub.traces`."""
        self._traces = traces

    def wires(self) -> dict[str, list[str]]:
        """Return the last frames of each board without names; nothing for boards without an open port."""
        return {} if self._traces is None else self._traces()

    def attach_screens(self, want: Callable[[str, int], None]) -> None:
        """Set the function that asks boards for their display: `want(uid, until hall ms)`, as
        `Hub.want_screen`.
        """
        self._want_screen = want
