"""Queues the commands that give a board a match: end of the old one, set-up, names, clocks."""

from __future__ import annotations

from collections.abc import Sequence

from tablecore import messages, records
from tablecore.sheets.sheet import EMPTY
from tablekeeper.director.hall import Hall, MatchEntry
from tablekeeper.director.people.reader import PeopleReader
from tablekeeper.director.projection import ended
from tablekeeper.director.setup import name_tails, recorded_clocks, recorded_run, returned_ms
from tablekeeper.director.tablestate import WITHDRAWN, TableState, run_match
from tablekeeper.games.orders import forfeit_stub
from tablekeeper.games.registry import GAMES
from tablekeeper.journal.action import Action
from tablekeeper.store.commands import EXPIRED


class SetUpQueue:
    """Queues commands for boards. All methods may be called from any thread."""

    def __init__(self, hall: Hall, people: PeopleReader) -> None:
        self._hall = hall
        self._people = people

    def set_up(self, uid: str, match_id: int, run: bytes, names: Sequence[str]) -> None:
        """Order a board to take a match, with the names of its players."""
        self._hall.store.commands.queue(uid, messages.RUN, run)
        self.names(uid, match_id, names)

    def names(self, uid: str, match_id: int, names: Sequence[str]) -> None:
        """Send the names of a match."""
        self._send_names(uid, match_id, self._tails(match_id, names))

    def renew_names(self) -> None:
        """Send the names that boards show otherwise since a change of the register."""
        for entry in list(self._hall.entries.values()):
            match = entry.match
            if match.closed_ms is not None or not entry.segments or ended(entry.segments[-1]):
                continue
            table = self._hall.tables[entry.segments[-1].uid]
            if table.host:
                continue
            sent = {
                one.tail[0]: one.tail for _, one in sorted(table.commands.items())
                if one.verb == messages.NAME and one.match_id == match.id
            }  # fmt: skip
            changed = [tail for tail in self._tails(match.id, match.names) if tail not in sent.values()]
            if sent and changed:
                self._send_names(table.uid, match.id, changed)

    def _tails(self, match_id: int, names: Sequence[str]) -> list[bytes]:
        match = self._hall.entries[match_id].match
        return name_tails(GAMES.of(match.program).chairs(match.options, names), self._people.book())

    def _send_names(self, uid: str, match_id: int, tails: Sequence[bytes]) -> None:
        # only for this match: a board that has not taken it refuses the names
        if tails:
            wanted = [(messages.NAME, tail) for tail in tails]
            self._hall.store.commands.queue_all(uid, wanted, match_id=match_id)
        self._hall.read_commands(uid)

    def clocks(self, uid: str, match_id: int, clocks: Sequence[Sequence[int]]) -> None:
        """Set the clocks of a match: (seat, ms, count) of each."""
        wanted = [
            (messages.RECORD, messages.stub(records.CORRECT, seat, count, 0, left, 0))
            for seat, left, count in clocks
        ]
        if wanted:
            self._hall.store.commands.queue_all(uid, wanted, match_id=match_id)
            self._hall.read_commands(uid)

    def clear(self, uid: str) -> None:
        """Order a board to end the shown part of a match that is resumed there from an earlier record."""
        with self._hall.lock:
            table = self._hall.tables[uid]
            stubs, sheet = clearing(table), table.log.sheet
        if stubs:
            orders = [(messages.RECORD, stub) for stub in stubs]
            match_id = 0 if sheet is None else sheet.match_id
            self._hall.store.commands.queue_all(uid, orders, match_id=match_id)

    def withdraw(self, uid: str, match_id: int) -> None:
        """Withdraw the commands of a match that a board has not obeyed yet."""
        for command in self._hall.store.commands.open(uid):
            about = run_match(command.tail) if command.verb == messages.RUN else command.match_id
            if about == match_id:
                self._hall.store.commands.answered(command.id, EXPIRED, None, WITHDRAWN)
        self._hall.read_commands(uid)

    def finish(self) -> None:
        """Queue the commands for matches that a killed host had entered but not yet queued."""
        waiting = [
            entry
            for entry in list(self._hall.entries.values())
            if entry.match.closed_ms is None and entry.segments and entry.segments[-1].journal is None
            and not self._hall.tables[entry.segments[-1].uid].host
        ]  # fmt: skip
        # read the journal once, and only if commands may be missing
        actions = self._hall.store.actions() if waiting else []
        for entry in waiting:
            self._finish(entry, actions)

    def _finish(self, entry: MatchEntry, actions: Sequence[Action]) -> None:
        match, segment = entry.match, entry.segments[-1]
        table = self._hall.tables[segment.uid]
        run, since = table.last_run(match.id), returned_ms(actions, match, segment)
        if run is None or run.created_ms < since:
            if since and all(one.created_ms < since for one in table.commands.values()):
                self.clear(table.uid)
            self.set_up(segment.uid, match.id, recorded_run(actions, match, segment), match.names)
            self.clocks(segment.uid, match.id, recorded_clocks(actions, match))
        elif not any(one.match_id == match.id for one in table.commands.values()):
            self.names(segment.uid, match.id, match.names)


def clearing(table: TableState) -> list[bytes]:
    """Return the orders that free a board of its match. Call with the hall's lock held."""
    sheet = table.log.sheet
    if sheet is None or sheet.phase in (EMPTY, sheet.OVER):
        return []
    stubs = []
    if sheet.in_game():
        # the board closes no match within a game, so the game is ended first (a discarded record)
        if sheet.phase != sheet.RESULT:
            game = GAMES.of(sheet.PROGRAM)
            stubs.append(forfeit_stub(0) if game.directed else game.end_order(table.name, sheet, 0))
        stubs.append(messages.stub(records.CONFIRM, records.NOBODY))
    return [*stubs, messages.stub(records.CLOSE)]
