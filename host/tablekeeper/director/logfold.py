"""Folds one journal and keeps its history: finished games, dice, undone records.

The sheet holds only the present state. A hall needs the past, too. So this class runs the same fold as the
board and keeps the finished games, every throw, the records that were taken back and those without effect.
It also divides the journal into *log segments*: the part of one match (or of one set-up of another kind of
game) that is in one journal.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from tablecore import records, sheets
from tablecore.sheets.fold import Fold
from tablecore.sheets.sheet import Sheet
from tablekeeper.games.registry import GAMES
from tablekeeper.games.view import FinishedGame
from tablekeeper.languages import _

#: reads a held record by its sequence
Read = Callable[[int], bytes | None]
#: the result of `records.unpack`: seq, kind, a, b, c, ms, p, q
Fields = tuple[int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class LoggedThrow:
    """A logged throw; `seat` None: the opening roll (first die of seat 0), or a throw without a player.

    `purpose` is empty for a turn and an opening, else the purpose of the throw.
    """

    seq: int
    game: int
    seat: int | None
    dice: tuple[int, ...]
    purpose: str = ""
    #: whether it is the first throw of a die-roll that the players began themselves
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """The closing record of a game: its sequence, and the finished game."""

    seq: int
    game: FinishedGame
    #: whether the checksums of the board's sheet and the host's sheet agreed before this record
    agrees: bool


@dataclass(slots=True)
class LogSegment:
    """The part of one match in one journal, from its opening record on."""

    uid: str
    journal: int
    first: int  # sequence of the opening record
    commit: int  # sequence of the COMMIT record that put it into force
    command: int  # id of the command that set it up; 0 if it was set up at the table
    match_id: int  # from the record; 0 if it was set up at the table
    last: int | None = None  # last sequence, None while the segment is open
    program: int = sheets.BACKGAMMON  # kind of game, as in tablecore.sheets
    start: tuple[int, int] = (0, 0)  # score a match began with
    finishes: list[Finish] = field(default_factory=list)
    throws: list[LoggedThrow] = field(default_factory=list)
    #: closing records that our sheet refused: (game, sequence)
    refused: list[tuple[int, int]] = field(default_factory=list)
    #: the sheet at the end; None: use the live sheet of the fold
    sheet: Sheet | None = None

    @property
    def key(self) -> tuple[str, int, int]:
        """The permanent name of a log segment: (board uid, journal id, sequence of the opening record)."""
        return (self.uid, self.journal, self.first)

    def problems(self) -> list[str]:
        """Return one sentence per closing record that does not agree with our sheet."""
        found = [
            _(
                "game %(number)s: the board's sheet differs from ours (record %(seq)s)",
                number=finish.game.number,
                seq=finish.seq,
            )
            for finish in self.finishes
            if not finish.agrees
        ]
        found += [
            _(
                "game %(game)s: the board closed a game that is not decided on our sheet (record %(seq)s)",
                game=game,
                seq=seq,
            )
            for game, seq in self.refused
        ]
        return found


def copy_of(sheet: Sheet) -> Sheet:
    """Return a copy of a sheet, which later records do not change."""
    copy: Sheet = sheets.unpack(sheets.pack(sheet))
    return copy


class LogFold:
    """Folds one journal, record by record in order of sequence.

    `read(seq)` returns a record or None; it is called when an undo folds again.
    """

    def __init__(self, uid: str, journal: int, read: Read) -> None:
        self.uid = uid
        self.journal = journal
        self.fold = Fold(read)
        self._read = read
        self.log_segments: list[LogSegment] = []
        self.undone: set[int] = set()
        #: records that could not follow and changed nothing
        self.odd: set[int] = set()
        #: sequences of the records that began a sitting
        self.bases: list[int] = []
        #: sequence of the record with which the players called the director; 0 if nobody waits
        self.request = 0

    @property
    def sheet(self) -> Sheet:
        """The live sheet; a set-up for another kind of game replaces it."""
        sheet: Sheet = self.fold.sheet
        return sheet

    @property
    def stopped(self) -> int:
        """Sequence of the first record that this version does not support; 0 if there is none."""
        return int(self.fold.stopped)

    @property
    def current(self) -> LogSegment | None:
        """The open log segment, or None."""
        if self.log_segments and self.log_segments[-1].last is None:
            return self.log_segments[-1]
        return None

    def base_of(self, seq: int) -> int:
        """Return the sequence of the record that began the sitting of `seq`; 0 if it is missing."""
        place = bisect_right(self.bases, seq)
        return self.bases[place - 1] if place else 0

    def sheet_of(self, log_segment: LogSegment) -> Sheet:
        """Return the final sheet of a log segment, or the live one."""
        return log_segment.sheet or self.sheet

    def take(self, fields: Fields) -> None:
        """Fold the next record, given as its fields (`records.unpack`)."""
        if self.stopped:
            return
        sheet = self.sheet
        seq, kind, a, b, c, _, p, q = fields
        flags = records.FLAGS[kind]
        kept = self.current is not None and kind in (records.COMMIT, records.CLOSE, records.END)
        before = copy_of(sheet) if kept else None
        done = self.fold.apply(*fields)
        if self.stopped:
            return
        if done is False:
            self.odd.add(seq)
        if kind == records.REQUEST:
            self.request = seq
        elif (q and flags & records.DIRECTED) or flags & records.MARK:
            self.request = 0
        if flags & records.TIME_BASE:
            self.bases.append(seq)
        elif kind == records.END and not done:
            self._refuse(seq)
        elif not done:
            return
        elif kind == records.COMMIT:
            self._begin(p, seq, q, before)
        elif kind == records.UNDO:
            self._take_back(p, seq)
        elif kind == records.CLOSE:
            self._finish_log_segment(seq, before)
        else:
            self._note(seq, kind, a, b, c, p, before)

    def _begin(self, first: int, seq: int, command: int, before: Sheet | None) -> None:
        self._finish_log_segment(first - 1, before)
        sheet = self.sheet
        start = GAMES.of(sheet.PROGRAM).score(sheet)
        name = (self.uid, self.journal, first)
        self.log_segments.append(
            LogSegment(*name, seq, command, sheet.match_id, program=sheet.PROGRAM, start=start)
        )

    def _finish_log_segment(self, last: int, sheet: Sheet | None) -> None:
        current = self.current
        if current is not None:
            current.last = last
            current.sheet = sheet

    def _take_back(self, target: int, seq: int) -> None:
        for place in range(target, seq):
            record = self._read(place)
            kind = records.UNDO if record is None else record[4]
            if kind < records.FAULT and kind != records.UNDO and not records.FLAGS[kind] & records.LASTING:
                self.undone.add(place)
        current = self.current
        if current is not None:
            while current.finishes and current.finishes[-1].seq >= target:
                current.finishes.pop()
            while current.refused and current.refused[-1][1] >= target:
                current.refused.pop()

    def _refuse(self, seq: int) -> None:
        if self.current is not None:
            self.current.refused.append((self.sheet.game or self.sheet.games + 1, seq))

    def _note(self, seq: int, kind: int, a: int, b: int, c: int, p: int, before: Sheet | None) -> None:
        current = self.current
        if current is None:
            return
        sheet = self.sheet
        if kind == records.DICE:
            current.throws.append(self._throw(seq, a, b, c))
        elif kind == records.ROLL and a < sheet.seats:
            current.throws.append(LoggedThrow(seq, sheet.games + 1, a, (b,), "die-roll", c != 0))
        elif kind == records.OPENING:
            current.throws.append(LoggedThrow(seq, sheet.game, None, (a, b)))
        elif kind == records.END:
            game = GAMES.of(sheet.PROGRAM).finished(before, sheet, (a, b, c, p), self.uid)
            current.finishes.append(Finish(seq, game, agrees=sheet.mismatch != seq))

    def _throw(self, seq: int, seat: int, first: int, second: int) -> LoggedThrow:
        sheet = self.sheet
        dice = (first, second) if second else (first,)
        if seat < sheet.seats:
            return LoggedThrow(seq, sheet.game or sheet.games + 1, seat, dice)
        return LoggedThrow(seq, sheet.games + 1, None, dice, "log")


def cut_log_segment(
    log_segment: LogSegment, held: Iterable[int], read: Read
) -> tuple[LogFold, LogSegment | None]:
    """Fold only these records of a log segment (sequences in order), as if its journal ended with them.

    Returns the fold and the log segment in it; this is None if the commit of the set-up is missing.
    """
    part = LogFold(log_segment.uid, log_segment.journal, read)
    for seq in held:
        record = read(seq)
        if record is not None:
            part.take(records.unpack(record))
    if not part.log_segments:
        return part, None
    found = part.log_segments[0]
    return part, replace(found, sheet=found.sheet or part.sheet)
