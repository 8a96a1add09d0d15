"""The heads of all journals: checksums of all their lines, to write down and to compare later.

A database that went back in time (an old copy, a lost or damaged WAL, a missing end) shows no error in
itself; only heads that are stored elsewhere show the loss. So the heads can be printed, and a host stores
them in a file beside the database: when it closes, and every half minute while it writes. If a database is
opened for writing and no longer agrees with some of these lines, they are moved to a second file, which only
a person deletes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select

from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.store import besides, schema, sealing
from tablekeeper.store.chain import DIGITS, begin
from tablekeeper.store.cutlog import CutLog
from tablekeeper.store.database import Database

BESIDE, LOST = ".heads", ".heads.lost"
#: the fewest digits of a checksum that a person must type
LEAST_DIGITS = 8
#: begins a line about a log that was cut short
_CUT = "# log "
#: counts of rows that were changed on purpose; they have no checksum
_COUNTS = (sealing.REMOVALS, sealing.RELEASES)


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a journal: its last number, its number of lines, and the checksum over them."""

    journal: str
    last: int
    held: int
    checksum: str

    def __str__(self) -> str:
        return f"{self.journal} {self.last} {self.held} {self.checksum or '-'}"


def parse(text: str) -> tuple[Head, ...]:
    """Parse the heads in a text, one per line; raise UserError if a line is not a head."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        checksum = words[-1].lower()
        digits = set(checksum) <= set("0123456789abcdef") and LEAST_DIGITS <= len(checksum) <= DIGITS
        if len(words) != 4 or not (words[1] + words[2]).isdecimal() or not (digits or checksum == "-"):
            raise UserError(
                "Line %(number)s is not the head of a journal: write its name, last number, number of "
                "lines and at least %(least_digits)s digits of its checksum, as `tablekeeper verify "
                "--heads` does.",
                number=number, least_digits=LEAST_DIGITS,
            )
        found.append(Head(words[0], int(words[1]), int(words[2]), "" if checksum == "-" else checksum))
    return tuple(found)


def heads(database: Database) -> tuple[Head, ...]:
    """Return the heads of all journals, by name."""
    with database.reading() as connection:
        return tuple(sorted(_heads(connection), key=lambda one: one.journal))


def _heads(connection: Connection) -> Iterator[Head]:
    tables = schema.metadata.tables
    for row in connection.execute(select(schema.journal_ends)):
        name = row.journal
        if name in sealing.NAMES:
            name = sealing.action_journal(tables[name], row.owner)
        yield Head(name, row.last, row.last, row.head)
    for row in connection.execute(select(schema.journals)):
        yield Head(sealing.board_journal(row.uid, row.journal), row.last, row.held, row.head)


def differences(database: Database, written: Sequence[Head]) -> Iterator[tuple[Head, str]]:
    """Yield each of the written heads that the database no longer agrees with, and a sentence about it.

    If names were removed or records released since then (the written counts show it), checksums were made
    again and are not compared. The last numbers and the numbers of lines are always compared.
    """
    now = {one.journal: one for one in heads(database)}
    then = {one.journal: one.last for one in written if one.journal in _COUNTS}
    rewritten = {
        what: what in now and (what not in then or now[what].last > then[what]) for what in _COUNTS
    }
    with database.reading() as connection:
        for one in written:
            if one.journal in _COUNTS:
                continue
            held = now.get(one.journal)
            if held == one:
                continue
            if held is None or held.last < one.last:
                there = (
                    _("it is not there any more")
                    if held is None
                    else _("it ends at %(last)s now", last=held.last)
                )
                yield one, _(
                    "Journal %(journal)s: it reached number %(last)s, and %(there)s. The last ones were "
                    "lost, or this is an older copy.",
                    journal=one.journal, last=one.last, there=there,
                )
                continue
            board = one.journal.startswith("board/")
            count, checksum = _at(connection, one)
            if count < one.held:
                yield one, _(
                    "Journal %(journal)s: it had %(held)s lines up to number %(last)s, and now has "
                    "%(count)s.",
                    journal=one.journal, held=one.held, last=one.last, count=count,
                )
            elif count == one.held and not checksum.startswith(one.checksum):
                if rewritten[sealing.RELEASES if board else sealing.REMOVALS]:
                    continue
                if one.journal == sealing.QUARANTINE and rewritten[sealing.RELEASES]:
                    continue
                yield one, _(
                    "Journal %(journal)s: what it holds up to number %(last)s is not what it was: a line "
                    "was changed, removed or added.",
                    journal=one.journal, last=one.last,
                )


def _at(connection: Connection, head: Head) -> tuple[int, str]:
    """Return the number of a journal's lines up to the number of a head, and the checksum over them."""
    kind, _, rest = head.journal.partition("/")
    if kind == "board":
        uid, number = rest.split("/")
        kept, journal = schema.records, int(number, 16)
        own = (kept.c.uid == uid) & (kept.c.journal == journal) & (kept.c.seq <= head.last)
        count = connection.scalar(select(func.count()).select_from(kept).where(own)) or 0
        last = connection.scalar(select(func.max(kept.c.seq)).where(own)) or 0
        return count, sealing.log_chain(connection, uid, journal, last).head
    if kind == sealing.QUARANTINE:
        table = schema.quarantine
        rows = connection.execute(select(table).order_by(table.c.id).limit(head.last)).all()
        checksum = begin(sealing.QUARANTINE)
        for row in rows:
            checksum = sealing.aside_checksum(checksum, row)
        return len(rows), checksum
    name = next(table for table, told in sealing.NAMES.items() if told == kind)
    table = schema.metadata.tables[name]
    query = select(table.c.checksum).where(table.c.seq <= head.last).order_by(table.c.seq)
    if rest:
        query = query.where(next(column for column in table.primary_key if column.name != "seq") == int(rest))
    found = connection.scalars(query).all()
    return len(found), found[-1] if found else ""


# --- the files beside a database ------------------------------------------------------------------


def beside(file: Path) -> tuple[Head, ...]:
    """Return the heads that are stored beside a database, and those that it earlier disagreed with."""
    found: list[Head] = []
    for ending in (BESIDE, LOST):
        # ignore a file that was truncated or edited: it proves nothing
        with contextlib.suppress(OSError, UnicodeError, UserError):
            found += parse(besides.beside(file, ending).read_text("utf-8"))
    return tuple(found)


def keep(file: Path, written: Iterable[Head]) -> None:
    """Write the heads beside a database, if they have changed; disk errors are reported elsewhere."""
    target = besides.beside(file, BESIDE)
    text = "".join(f"{one}\n" for one in written)
    with contextlib.suppress(OSError, UnicodeError):
        if target.exists() and target.read_text("utf-8") == text:
            return
        besides.replace_text(target, text)


def set_aside(file: Path, database: Database) -> tuple[str, ...]:
    """Copy the lines that a database no longer agrees with to a second file: the next heads replace them.

    Return a sentence for each of them.
    """
    found = list(differences(database, beside(file)))
    _note_lost(file, [str(one) for one, _ in found])
    return (*cuts(file), *(sentence for _, sentence in found))


def note_cut(file: Path, cut: CutLog) -> None:
    """Note that the write-ahead log was cut short: SQLite forgets it when it opens the database."""
    _note_lost(file, [f"{_CUT}{cut.there} {cut.committed}"])


def cuts(file: Path) -> tuple[str, ...]:
    """Return a sentence for each time that the write-ahead log was cut short."""
    with contextlib.suppress(OSError, ValueError):
        lines = besides.beside(file, LOST).read_text("utf-8").splitlines()
        told = [line.removeprefix(_CUT).split() for line in lines if line.startswith(_CUT)]
        return tuple(
            _(
                "The database's log (-wal) was cut short: of %(committed)s pages in it %(there)s were left. "
                "What was committed last is lost.",
                committed=int(committed), there=int(there),
            )
            for there, committed in told
        )
    return ()


def _note_lost(file: Path, lines: Sequence[str]) -> None:
    target = besides.beside(file, LOST)
    with contextlib.suppress(OSError, UnicodeError):
        known = target.read_text("utf-8").splitlines() if target.exists() else []
        if fresh := [line for line in lines if line not in known]:
            besides.append_text(target, "".join(f"{line}\n" for line in fresh))
