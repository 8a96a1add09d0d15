"""The present state of one table in the host: its log, its time, its link, and its waiting commands.

This module does not use the database. `hall` updates the state, and `views` are made from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tablecore import messages, records
from tablekeeper.director.ledger import BoardLog, JournalLog
from tablekeeper.languages import _, ngettext, pgettext
from tablekeeper.store import BoardRow, Command, Gap
from tablekeeper.store.commands import DONE, EXPIRED, OPEN, REFUSED
from tablekeeper.tables.sittings import Bounds, Sitting, bounds

#: presses a key of a virtual board: (key, held)
Press = Callable[[str, bool], None]
#: reason of a command that the director has taken back
WITHDRAWN = "withdrawn"
VERBS = {
    messages.RUN: _("set-up"), messages.RECORD: pgettext("command to a board", "order"),
    messages.NAME: _("name"),
}  # fmt: skip


def run_match(tail: bytes) -> int:
    """Return the match id that a RUN command sets up; 0 if it cannot be read."""
    stubs = messages.stubs(tail)
    if not stubs or stubs[0][0] not in records.OPENERS:
        return 0
    return int(stubs[0][4])


@dataclass(frozen=True, slots=True)
class Answered:
    """The outcome of a command."""

    state: str
    seq: int | None
    reason: str


class TableState:
    """The state of a board, from its records and its connection's reports."""

    def __init__(self, row: BoardRow) -> None:
        self.row = row
        self.log = BoardLog(row.uid)
        #: increases with every change that affects how records are shown
        self.version = 0
        self.online = False
        #: the other host of this database that has the board, or ""
        self.host = ""
        self.firmware = row.firmware
        #: the minor version of its protocol 1
        self.minor = 0
        self.last_seen_ms: int | None = row.last_seen_ms
        self.faults: tuple[str, ...] = ()
        self.battery: int | None = None
        #: whether the board has sent a status since this host started
        self.reported = False
        #: the problem that the connection reports, until it is solved
        self.trouble: str | None = None
        self.gaps: list[Gap] = []
        self.quarantined = 0
        #: after a restore: the board must still be asked to send all its records again
        self.unasked = False
        self.commands: dict[int, Command] = {}
        #: answers to commands that have not been read from the store yet
        self._answers: dict[int, Answered] = {}
        #: a set-up whose answer arrived before its records: (command id, sequence)
        self.arriving: tuple[int, int] | None = None
        self.screen: bytes | None = None
        self.keys: tuple[str, ...] = ()
        self.press: Press | None = None
        self.bases_read_ms: int | None = None
        self._bases: dict[tuple[int, int], int] = {}

    @property
    def uid(self) -> str:
        """The board's uid, 16 hex digits."""
        return self.row.uid

    @property
    def name(self) -> str:
        """The table's name for people."""
        return self.row.called

    # --- time -----------------------------------------------------------------------------

    def set_bases(self, bases: dict[tuple[int, int], int]) -> None:
        """Set the known time bases: (journal, base sequence) -> hall ms at the board's 0."""
        if bases != self._bases:
            self._bases = bases
            self.version += 1

    def knows_base(self, journal: int, base: int) -> bool:
        """Return whether the hall time of a sitting is known."""
        return (journal, base) in self._bases

    def time_of(self, log: JournalLog, seq: int) -> int | None:
        """Return a record's hall time; None while that of its sitting is unknown."""
        record = log.records.get(seq)
        offset = self._bases.get((log.journal, log.fold.base_of(seq)))
        if record is None or offset is None:
            return None
        return int(records.unpack(record)[5]) + offset

    def bounds(self, log: JournalLog) -> dict[int, Bounds]:
        """Return the bounds of the hall time at which each sitting of a journal began, by base sequence."""
        bases = log.fold.bases
        sittings = []
        for place, base in enumerate(bases):
            end = bases[place + 1] if place + 1 < len(bases) else None
            held = log.held(base, None if end is None else end - 1)
            lasted = max(int(records.unpack(log.records[seq])[5]) for seq in held)
            if end is not None and end in log.records:
                # the next sitting's first record has the end of this one: its reset, or the last sign of life
                alive = int(records.unpack(log.records[end])[6])
                lasted = lasted if alive == records.NONE else max(lasted, alive)
            goes_on = log.records[base][4] == records.SITTING
            sittings.append(Sitting(base, lasted, self._bases.get((log.journal, base)), goes_on))
        return bounds(sittings)

    def device_time(self, now: int) -> tuple[int | None, int | None]:
        """Return (ms of the board's sitting at hall time `now`, offset); None for unknown values."""
        live = self.log.live
        if live is None:
            return None, None
        offset = self._bases.get((live.journal, live.fold.base_of(live.folded)))
        return (None, None) if offset is None else (now - offset, offset)

    def take_commands(self, commands: dict[int, Command]) -> None:
        """Set the stored commands; those that the board has answered in the meantime stay answered."""
        known, self.commands = self.commands, commands
        for number, read in commands.items():
            answered = self._answers.pop(number, known.get(number, read))
            if read.state in OPEN and answered.state not in OPEN:
                self.note_answer(
                    replace(read, state=answered.state, seq=answered.seq, reason=answered.reason)
                )

    def answer(self, command_id: int, state: str, seq: int | None, reason: str) -> None:
        """Store the outcome of a command, which may not have been read yet. A board reports it only once."""
        command = self.commands.get(command_id)
        if command is None:
            self._answers[command_id] = Answered(state, seq, reason)
        else:
            self.note_answer(replace(command, state=state, seq=seq, reason=reason))

    def note_answer(self, command: Command) -> None:
        """Note an answered command; its records may still be under way."""
        self.commands[command.id] = command
        live = self.log.live
        if command.verb == messages.RUN and command.state == DONE and command.seq:
            self.arriving = (command.id, command.seq)
        if live is not None:
            self.note_arrival(live)

    def note_arrival(self, live: JournalLog) -> None:
        """Note newly folded records."""
        if self.arriving is not None and live.folded >= self.arriving[1]:
            self.arriving = None

    # --- set-ups and problems -------------------------------------------------------------

    def planned(self) -> Command | None:
        """Return the set-up that waits for the board or is under way, or None."""
        arriving = 0 if self.arriving is None else self.arriving[0]
        waiting = [
            one
            for one in self.commands.values()
            if one.verb == messages.RUN and (one.state in OPEN or one.id == arriving)
        ]
        return waiting[-1] if waiting else None

    def last_run(self, match_id: int) -> Command | None:
        """Return the last set-up of a match that was meant for this board."""
        found = [
            one
            for one in self.commands.values()
            if one.verb == messages.RUN and run_match(one.tail) == match_id
        ]
        return found[-1] if found else None

    def problems(self) -> list[str]:
        """Return a sentence for each problem of the table's log, its link and its commands."""
        found = [] if self.trouble is None else [self.trouble]
        found += self.log.problems()
        if self.quarantined:
            count = self.quarantined
            found.append(
                ngettext(
                    "%(num)s record arrived again with different content and is set aside, not counted",
                    "%(num)s records arrived again with different content and are set aside, not counted",
                    count,
                )
            )
        for gap in self.gaps:
            one = gap.first == gap.last
            found.append(
                _("record %(first)s is missing: the board itself no longer has them", first=gap.first)
                if one
                else _(
                    "records %(first)s-%(last)s are missing: the board itself no longer has them",
                    first=gap.first,
                    last=gap.last,
                )
            )
        if self.unasked:
            found.append(
                _("the database was restored, and the board has not been asked yet for the records it "
                  "still holds")
            )
        return found + self._command_problems()

    def _command_problems(self) -> list[str]:
        if not self.row.device:
            # no board is awaited: the set-up waits until one stands there
            return []
        found = []
        last: dict[int, Command] = {}
        for command in self.commands.values():
            if command.verb != messages.NAME:
                last[command.verb] = command
        where = "" if self.online else _(", the board is offline")
        for verb, command in last.items():
            what = VERBS.get(verb, _("command"))
            if command.state in OPEN:
                found.append(_("the %(what)s is not delivered yet%(where)s", what=what, where=where))
            elif command.state == REFUSED:
                found.append(
                    _("the board refused the %(what)s: %(reason)s", what=what, reason=command.reason)
                )
            elif command.state == EXPIRED and command.reason != WITHDRAWN:
                found.append(_("the %(what)s was not answered in time: give it again", what=what))
        return found
