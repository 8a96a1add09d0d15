"""The hall's present state: the live state of every table, updated from the store.

The store calls the hall after each commit. At the start everything is rebuilt from the store, so a host that
was killed shows the same state after a restart.

Locking: `lock` protects the state in memory. Never hold it while waiting for the store's writer: the
writer needs the lock to report a commit.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tablecore import messages, records
from tablekeeper.director.acting import Acting
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.ledger import BoardLog, JournalLog
from tablekeeper.director.logfold import LogSegment
from tablekeeper.director.places import Places, places_of
from tablekeeper.director.projection import MatchCourse, Part, course_of, ended, part_of
from tablekeeper.director.quarantine import unsettled
from tablekeeper.director.subscription import Topics
from tablekeeper.director.tablestate import TableState
from tablekeeper.errors import NotFound, UserError
from tablekeeper.games.clockview import control_text
from tablekeeper.languages import _
from tablekeeper.store import Committed, Match, Segment, Store, StoreError

#: hall ms after which an order that the board has not obeyed is void: its table may have changed
ORDER_MS = 60_000
Key = tuple[str, int, int]


@dataclass(slots=True)
class MatchEntry:
    """A match with its segments."""

    match: Match
    segments: list[Segment]


class Hall:
    """Live tables and matches; a listener of the store."""

    def __init__(self, store: Store, clock: HallClock, topics: Topics) -> None:
        self.store = store
        self.clock = clock
        self.lock = threading.RLock()
        # one action at a time; callbacks never wait for it, so it may be held while writing
        self.acting = Acting(store.hosts)
        self.topics = topics
        self.tables: dict[str, TableState] = {}
        #: order, zones and service of the tables
        self.places = Places()
        self.entries: dict[int, MatchEntry] = {}
        #: which match and segment a log segment belongs to
        self.homes: dict[Key, tuple[int, int]] = {}
        self._parts: dict[Key, tuple[int, Segment, Part]] = {}
        store.listen(self._committed)
        with self.lock:
            self._load()
        self.note_hosts()
        with self.lock:
            own = [self.tables[uid] for uid in self.own_boards()]
            new = [log_segment for table in own for log_segment in self._homeless(table)]
        # outside the lock, because this writes to the database
        for log_segment in new:
            self._claim(log_segment)

    # --- from the store -------------------------------------------------------------------

    def _load(self) -> None:
        self.read_places()
        for match in self.store.matches.all():
            self.entries[match.id] = MatchEntry(match, [])
        for segment in self.store.matches.all_segments():
            self._keep(segment)
        for row in self.store.boards():
            self.read_table(row.uid)

    def read_places(self) -> None:
        """Read what the director's journal says of the tables again."""
        self.places = places_of(self.store.actions())

    def _keep(self, segment: Segment) -> None:
        segments = self.entries[segment.match_id].segments
        if segment.ordinal < len(segments):
            segments[segment.ordinal] = segment
        else:
            segments.append(segment)
        if segment.journal is not None and segment.from_seq is not None:
            self.homes[segment.uid, segment.journal, segment.from_seq] = (segment.match_id, segment.ordinal)

    def read_table(self, uid: str) -> TableState:
        """Read a board's row from the store again, all of it the first time. Call with the lock held."""
        row = self.store.board(uid)
        if row is None:
            raise LookupError(f"board {uid} is not in the store")
        table = self.tables.get(uid)
        if table is None:
            table = TableState(row)
            self._read_log(table)
            self._read_trouble(table)
            self.read_bases(table)
            table.commands = {command.id: command for command in self.store.commands.all(uid)}
            # only after everything is read: if a part of the log cannot be read, the others would look lost
            self.tables[uid] = table
        table.row = row
        return table

    def _read_log(self, table: TableState) -> None:
        for journal in self.store.journals(table.uid):
            table.log.add(journal.journal, self.store.records(table.uid, journal.journal), journal.acked)

    def rewritten(self, uid: str) -> None:
        """Fold a board's log again: the director has replaced or settled records in it."""
        with self.lock:
            table = self.table_of(uid)
            self._read_log_again(table)
            new = self._homeless(table)
        for log_segment in new:
            self._claim(log_segment)
        self.changed(uid)

    def _read_log_again(self, table: TableState) -> None:
        table.log = BoardLog(table.uid, table.log.edition + 1)
        table.version += 1
        self._read_log(table)
        self._read_trouble(table)

    def _read_trouble(self, table: TableState) -> None:
        table.gaps = self.store.gaps(table.uid)
        table.quarantined = unsettled(self.store, table.uid)
        table.unasked = any(one.reread for one in self.store.journals(table.uid)[-1:])

    def read_bases(self, table: TableState) -> None:
        """Read a board's time map from the store again. Call with the lock held."""
        table.bases_read_ms = self.clock.now_ms()
        if table.unasked:
            self._read_trouble(table)
        bases = self.store.bases(table.uid)
        table.set_bases({(base.journal, base.base_seq): base.offset_ms for base in bases})

    def read_match(self, match_id: int) -> MatchEntry | None:
        """Read a match and its segments from the store again, and return it; None if it does not exist."""
        match = self.store.matches.get(match_id)
        if match is None:
            return None
        segments = self.store.matches.segments(match_id)
        with self.lock:
            self.entries[match_id] = MatchEntry(match, [])
            for segment in segments:
                self._keep(segment)
            return self.entries[match_id]

    def read_commands(self, uid: str) -> None:
        """Read a board's commands from the store again, with all answers."""
        self.store.flush()
        commands = {command.id: command for command in self.store.commands.all(uid)}
        with self.lock:
            if uid not in self.tables:
                self.read_table(uid)
            self.tables[uid].take_commands(commands)
        self.changed(uid)

    def changed(self, *uids: str) -> None:
        """Notify all listeners of these tables and of the hall."""
        self.topics.bump("hall", *(f"table/{uid}" for uid in uids))

    def _committed(self, committed: Committed) -> None:
        with self.lock:
            journals: dict[tuple[str, int], list[bytes]] = {}
            for fresh in committed.fresh:
                journals.setdefault((fresh.uid, fresh.journal), []).extend(fresh.records)
            for key in committed.troubled:
                # the complete part may have grown without a new record
                journals.setdefault(key, [])
            touched = dict.fromkeys(uid for uid, _ in journals)
            try:
                for (uid, journal), fresh_records in journals.items():
                    self._add(uid, journal, fresh_records)
                troubled = {uid for uid, _ in committed.troubled}
                for uid in touched:
                    table = self.tables[uid]
                    # a record from quarantine may have been stored now
                    if uid in troubled or table.quarantined:
                        self._read_trouble(table)
                    for log_segment in self._homeless(self.tables[uid]):
                        self._claim(log_segment)
            finally:
                self.changed(*touched)

    def _add(self, uid: str, journal: int, fresh: list[bytes]) -> None:
        table = self.tables.get(uid) or self.read_table(uid)
        log = table.log.begin(journal)
        log.add(fresh, 0)
        complete = 0
        if log.waiting:
            # records are missing: only the store knows whether the board has lost them
            complete = self.store.acked(uid, journal)
        if complete > log.folded:
            log.add(self.store.records(uid, journal, log.folded + 1), complete)
        table.version += 1
        table.note_arrival(log)
        # the database works again; the store reports its problems itself
        table.trouble = None
        table.last_seen_ms = max(table.last_seen_ms or 0, self.clock.now_ms())

    # --- from other hosts (otherhosts.py) -------------------------------------------------

    def note_hosts(self) -> None:
        """Note the boards that other hosts have; these count as online."""
        elsewhere = self.store.hosts.elsewhere()
        moved = []
        with self.lock:
            for uid, table in self.tables.items():
                host = elsewhere.get(uid, "")
                if host == table.host:
                    continue
                table.online = bool(host)
                table.host = host
                table.last_seen_ms = self.clock.now_ms()
                moved.append(uid)
        if moved:
            self.changed(*moved)

    def own_boards(self) -> list[str]:
        """Return the boards that no other host has."""
        with self.lock:
            return [table.uid for table in self.tables.values() if not table.host]

    def follow(self, uid: str, tables: Collection[str]) -> None:
        """Read again what another host changed about a board; `names` are tables of the database."""
        if "commands" in tables:
            self.store.commands.noticed(uid)
        with self.lock:
            known = uid in self.tables
            table = self.read_table(uid)
            if known:
                if "quarantine" in tables:
                    self._read_log_again(table)
                elif "journals" in tables:
                    self._read_further(table)
                if "gaps" in tables:
                    self._read_trouble(table)
                if "bases" in tables:
                    self.read_bases(table)
                if "commands" in tables:
                    table.take_commands({one.id: one for one in self.store.commands.all(uid)})
        self.changed(uid)

    def _read_further(self, table: TableState) -> None:
        for row in self.store.journals(table.uid):
            log = table.log.begin(row.journal)
            if row.held != len(log.records):
                log.add(self.store.records(table.uid, row.journal, log.folded + 1), row.acked)
            if row.held != len(log.records):
                # a segment that was treated as lost has arrived
                log.add(self.store.records(table.uid, row.journal), row.acked)
        table.version += 1
        if table.log.live is not None:
            table.note_arrival(table.log.live)
        table.last_seen_ms = max(table.last_seen_ms or 0, self.clock.now_ms())

    def take_over(self, uid: str) -> None:
        """Take over a board that is here now: records from another host, and matches that are not entered."""
        table = self.table_of(uid)
        with self.lock:
            table.host = ""
            self._read_further(table)
            new = self._homeless(table)
        for log_segment in new:
            self._claim(log_segment)

    # --- matches and their segments -------------------------------------------------------

    def _homeless(self, table: TableState) -> list[LogSegment]:
        return [log_segment for log_segment in table.log.log_segments() if log_segment.key not in self.homes]

    def _claim(self, log_segment: LogSegment) -> None:
        """Assign a new log segment to a match: one that waits for it, or a new one."""
        entry = self.read_match(log_segment.match_id) if log_segment.match_id else None
        segments = () if entry is None else entry.segments
        waiting = [one for one in segments if one.uid == log_segment.uid and one.journal is None]
        if entry is not None and waiting:
            # a board refuses a set-up while it has a match, so an older waiting match never began
            segment = waiting[-1]
            self.store.matches.place_segment(
                segment.match_id, segment.ordinal, journal=log_segment.journal, from_seq=log_segment.first
            )
            match_id = segment.match_id
        else:
            match_id = self._adopt(log_segment)
        self.read_match(match_id)

    def _adopt(self, log_segment: LogSegment) -> int:
        """Enter a match that was set up at the table, or by another host."""
        with self.lock:
            log = self.tables[log_segment.uid].log.journals[log_segment.journal]
            sheet = log.fold.sheet_of(log_segment)
            opener = records.unpack(log.records[log_segment.first])
            length, options, control = opener[3], sheet.options, control_text(sheet.clock)
        matches = self.store.matches
        source = (
            _("match %(match_id)s of another host", match_id=log_segment.match_id)
            if log_segment.match_id
            else None
        )
        match_id = matches.create(
            length=length, control=control, options=options, start=log_segment.start, source=source,
            program=log_segment.program,
        )  # fmt: skip
        matches.add_segment(
            match_id, log_segment.uid, journal=log_segment.journal, from_seq=log_segment.first
        )
        return match_id

    def part(self, segment: Segment) -> Part:
        """Return a segment with its stored records. Call with the lock held."""
        if segment.journal is None or segment.from_seq is None:
            return Part(segment)
        table = self.tables[segment.uid]
        log_segment = table.log.log_segment(segment.journal, segment.from_seq)
        if log_segment is None:
            return Part(segment)
        log = table.log.journals[segment.journal]
        if not ended(segment):
            return part_of(segment, log_segment, log, lambda seq: table.time_of(log, seq))
        key = (segment.uid, segment.journal, segment.from_seq)
        kept = self._parts.get(key)
        if kept is not None and kept[0] == table.version and kept[1] == segment:
            return kept[2]
        part = part_of(segment, log_segment, log, lambda seq: table.time_of(log, seq))
        self._parts[key] = (table.version, segment, part)
        return part

    def course(self, entry: MatchEntry) -> MatchCourse:
        """Return the course of a match. Call with the lock held."""
        return course_of([self.part(segment) for segment in entry.segments])

    def home(self, log_segment: LogSegment | None) -> tuple[MatchEntry, Segment] | None:
        """Return the match and segment of a log segment; None if it belongs to no match."""
        place = None if log_segment is None else self.homes.get(log_segment.key)
        if place is None:
            return None
        entry = self.entries[place[0]]
        return entry, entry.segments[place[1]]

    def ended_parts(self, table: TableState) -> list[tuple[JournalLog, Part]]:
        """Return the table's parts of matches that continued elsewhere. Call with the lock held."""
        found = []
        for log_segment in table.log.log_segments():
            place = self.home(log_segment)
            if place is not None and ended(place[1]):
                found.append((table.log.journals[log_segment.journal], self.part(place[1])))
        return found

    def is_gone(self, table: TableState) -> bool:
        """Return whether a table was removed from the hall; a board that connects again has one."""
        return table.uid in self.places.removed and not table.online

    def in_order(self) -> list[TableState]:
        """Return every table of the hall, in the director's order. Call with the lock held."""
        places = {uid: place for place, uid in enumerate(self.places.order)}
        return sorted(
            (one for one in self.tables.values() if not self.is_gone(one)),
            key=lambda one: (places.get(one.uid, len(places)), one.row.first_seen_ms, one.uid),
        )

    def board_logs(self) -> dict[str, tuple[str, BoardLog]]:
        """Return each board's name and log. Call with the lock held."""
        return {uid: (table.name, table.log) for uid, table in self.tables.items()}

    # --- for actions: objects by their ids, or a refusal -------------------------------------

    def table_of(self, uid: str) -> TableState:
        """Return a board's state; make one for a new board."""
        with self.lock:
            known = self.tables.get(uid)
            if known is not None:
                return known
        if self.store.board(uid) is None:
            self.store.board_seen(uid)
            self.store.flush()
        with self.lock:
            return self.read_table(uid)

    def table(self, uid: str) -> TableState:
        """Return a board's state; refuse an unknown board. Call with the lock held."""
        table = self.tables.get(uid)
        if table is None:
            raise NotFound("There is no table '%(uid)s' here: name one of the hall.", uid=uid)
        return table

    def entry(self, match_id: int) -> MatchEntry:
        """Return a match; refuse an unknown number. Call with the lock held."""
        entry = self.entries.get(match_id)
        if entry is None:
            raise NotFound("There is no match %(match_id)s here.", match_id=match_id)
        return entry

    def name_of(self, uid: str) -> str:
        """Return the name of a table; "" for an unknown one."""
        # without the lock: the pages ask in their event loop, which must not wait
        found = self.tables.get(uid)
        return "" if found is None else found.name

    def open_segment(self, entry: MatchEntry) -> Segment:
        """Return a match's open segment; refuse if it is closed or at no table. Call with the lock held."""
        if entry.match.closed_ms is not None:
            raise UserError("Match %(id)s is closed.", id=entry.match.id)
        if not entry.segments or ended(entry.segments[-1]):
            raise UserError("Match %(id)s is at no table.", id=entry.match.id)
        return entry.segments[-1]

    def check_device(self, table: TableState) -> None:
        """Refuse a table without a board."""
        if not table.row.device:
            raise UserError(
                "No board is at %(name)s: decide there by hand, and enter the result.", name=table.name
            )

    def check_online(self, table: TableState) -> None:
        """Refuse a table without a board, and one whose board is offline."""
        self.check_device(table)
        if not table.online:
            raise UserError("%(name)s is offline: decide at the table, or when it is back.", name=table.name)

    # --- acting ---------------------------------------------------------------------------

    @contextlib.contextmanager
    def action(self) -> Iterator[None]:
        """Run one action at a time; a database error is raised as an error for people."""
        with self.acting:
            try:
                yield
            except StoreError as error:
                raise UserError(str(error)) from error

    def order(self, uid: str, match_id: int, stubs: list[bytes], expected: int | None = None) -> None:
        """Order a board to write these records; the order is void after ORDER_MS."""
        self.store.commands.queue_all(
            uid, [(messages.RECORD, stub) for stub in stubs], match_id=match_id, expected=expected,
            until_ms=self.clock.now_ms() + ORDER_MS,
        )  # fmt: skip
        self.read_commands(uid)
