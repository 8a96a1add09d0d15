"""The data that a venue ships to its federation: its journals as numbered entries (of shippedrows.py).

An entry is a run of rows: up to RUN records, actions or names that existed when it was numbered. The store
keeps only the range of rows and the checksum behind them (`shipped_runs`), because a board's rows have no
order of arrival, and rows may change on purpose. Before a venue joins a federation, nothing is numbered.

Rows change on purpose when a name is removed, a record is released, or an action of the register is undone.
Then the checksums are made again from the first change on, and the old ones are kept as marks. A row that was
changed in any other way no longer fits its checksum: it is reported and not shipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, tuple_, update

from tablekeeper.languages import _
from tablekeeper.store import schema
from tablekeeper.store.chain import begin, link
from tablekeeper.store.database import Database
from tablekeeper.store.sealing import RELEASES, REMOVALS, end
from tablekeeper.store.shippedrows import PEOPLE, RUN, SOURCES, RowSource, entry_content
from tablekeeper.store.writer import Writer

#: entries that are numbered in one transaction: few, because the boards' records wait for its end
_AT_ONCE = 100
#: entries after which numbering pauses, so that they can be shipped
_MOST = 500
#: runs that are read at a time
_PAGE = 256
_RUNS = schema.shipped_runs.c
#: of each numbered journal: its last entry, highest place, and number of rows
_SUMS = select(
    _RUNS.journal, func.max(_RUNS.number).label("number"), func.max(_RUNS.last).label("place"),
    func.sum(_RUNS.last - _RUNS.first + 1).label("held"),
).group_by(_RUNS.journal)  # fmt: skip


@dataclass(frozen=True, slots=True)
class JoinedFederation:
    """The federation that a venue has joined; the files of its secret and of the authority's certificate."""

    venue: str
    servers: str
    secret: str
    authority: str
    joined_ms: int


@dataclass(frozen=True, slots=True)
class Shipped:
    """The progress of a journal: its last entry, last committed entry, last common entry in a conflict."""

    journal: str
    last: int
    shipped: int
    parted: int | None

    @property
    def waiting(self) -> int:
        """The entries that the federation has not committed."""
        return max(0, self.last - self.shipped)


@dataclass(slots=True)
class _End:
    """The end of a numbered journal: its last entry, its highest place, and its number of rows."""

    source: RowSource
    key: tuple[Any, ...]
    number: int = 0
    checksum: str = ""
    place: int = 0
    held: int = 0


class _Known(NamedTuple):
    """Of the numbered rows of a journal: how many there are, and the highest place."""

    held: int
    place: int


class _Grown(NamedTuple):
    """A journal with unnumbered rows: the number of all rows (for a board's journal), and of the new ones."""

    journal: str
    source: RowSource
    key: tuple[Any, ...]
    held: int | None
    rows: int


class _Run(NamedTuple):
    number: int
    first: int
    last: int
    checksum: str


class VenueJournals:
    """The journals of a venue, for the shipper (`ShippedJournals`). For one thread only."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self._ends: dict[str, _End] | None = None
        self._runs: dict[str, dict[int, _Run]] = {}
        #: by journal: the last entry before one whose rows have changed unexpectedly; shipping ends there
        self.changed: dict[str, int] = {}

    def forget(self) -> None:
        """Forget the cached numbers: another host of the venue may have increased them."""
        self._ends = None
        self._runs.clear()

    # --- joining --------------------------------------------------------------------------

    def membership(self) -> JoinedFederation | None:
        """Return the federation that the venue has joined; None if it has joined none."""
        table = schema.venue
        columns = (table.c.venue, table.c.servers, table.c.secret, table.c.authority, table.c.joined_ms)
        with self._database.reading() as connection:
            row = connection.execute(select(*columns).where(table.c.id == 1)).one_or_none()
        return None if row is None or not row.venue else JoinedFederation(*row)

    def join(self, membership: JoinedFederation) -> None:
        """Join a federation; numbers from an earlier membership stay valid."""
        told = {name: getattr(membership, name) for name in JoinedFederation.__dataclass_fields__}
        self._writer.run(lambda connection: _keep(connection, told))

    def leave(self) -> None:
        """Leave the federation; the numbers stay, so that the venue can join it again."""
        self._writer.run(lambda connection: _keep(connection, {"venue": ""}))

    def state(self) -> tuple[Shipped, ...]:
        """Return the progress of each journal, sorted by name.

        Rows without a number, as while the federation is not reached, are counted as full entries.
        """
        ends = schema.shipped_ends
        with self._database.reading() as connection:
            sums = connection.execute(_SUMS).all()
            kept = {row.journal: (row.shipped, row.parted) for row in connection.execute(select(ends))}
        found = {row.journal: int(row.number) for row in sums}
        known = {row.journal: _Known(int(row.held), row.place) for row in sums}
        for grown in self._grown(known):
            found[grown.journal] = found.get(grown.journal, 0) + -(-grown.rows // RUN)
        names = sorted(found.keys() | kept.keys())
        return tuple(Shipped(one, found.get(one, 0), *kept.get(one, (0, None))) for one in names)

    def keep(self, shipped: Mapping[str, int], parted: Mapping[str, int]) -> None:
        """Store the last entries that the federation has committed, and the last common ones in conflicts."""
        table = schema.shipped_ends
        rows = [
            {"journal": one, "shipped": shipped.get(one, 0), "parted": parted.get(one)}
            for one in shipped.keys() | parted.keys()
        ]

        def job(connection: Connection) -> None:
            connection.execute(delete(table))
            if rows:
                connection.execute(insert(table), rows)

        self._writer.run(job)

    # --- numbering ------------------------------------------------------------------------

    def number(self, most: int = _MOST) -> int:
        """Number the new rows, and make checksums again where rows have changed on purpose.

        Return the number of new entries; if it is `most` or more, there may be others.
        """
        self._rewrite()
        made = 0
        for journal, source, key, count, _rows in self._grown(self._known()):
            known = self._known().get(journal) or _End(source, key, checksum=begin(journal))
            for runs in _portions(self._cut(known, journal, count)):
                rows = [{"journal": journal, **run._asdict()} for run in runs]
                self._writer.run(partial(_enter, rows=rows))
                for run in runs:
                    known.number, known.checksum = run.number, run.checksum
                    known.place = max(known.place, run.last)
                    known.held += run.last - run.first + 1
                self._known()[journal] = known
                made += len(runs)
                if made >= most:
                    break
            self._runs.pop(journal, None)
            if made >= most:
                break
        return made

    def _known(self) -> dict[str, _End]:
        if self._ends is None:
            runs = schema.shipped_runs.c
            places = {source.name(key): (source, key) for source, key in self._all()}
            with self._database.reading() as connection:
                rows = connection.execute(_SUMS).all()
                heads = {
                    row.journal: connection.scalar(
                        select(runs.checksum).where(runs.journal == row.journal, runs.number == row.number)
                    )
                    for row in rows
                }
            self._ends = {
                row.journal: _End(
                    *places[row.journal], row.number, heads[row.journal] or "", row.place, int(row.held)
                )
                for row in rows
                if row.journal in places
            }
        return self._ends

    def _all(self) -> Iterator[tuple[RowSource, tuple[Any, ...]]]:
        """Yield every journal that the database has."""
        with self._database.reading() as connection:
            boards = connection.execute(select(schema.journals.c.uid, schema.journals.c.journal)).all()
            ends = schema.journal_ends.c
            owners = connection.execute(select(ends.journal, ends.owner)).all()
        for source in SOURCES:
            if source.table is schema.records:
                yield from ((source, tuple(row)) for row in boards)
            elif source.keys:
                yield from ((source, (row.owner,)) for row in owners if row.journal == source.table.name)
            else:
                yield source, ()

    def _grown(self, known: Mapping[str, _Known | _End]) -> list[_Grown]:
        """Return the journals that may have unnumbered rows."""
        found = []
        with self._database.reading() as connection:
            held = {
                (row.uid, row.journal): row.held
                for row in connection.execute(
                    select(schema.journals.c.uid, schema.journals.c.journal, schema.journals.c.held)
                )
            }
            ends = schema.journal_ends.c
            last = {
                (row.journal, row.owner): row.last
                for row in connection.execute(select(ends.journal, ends.owner, ends.last))
            }
            for source in SOURCES:
                if source.table is schema.records:
                    counts: dict[tuple[Any, ...], int] = dict(held)
                elif "action" in source.table.c:
                    counts = {
                        (owner,) if source.keys else (): number
                        for (table, owner), number in last.items()
                        if table == source.table.name
                    }
                else:
                    counts = {(): connection.scalar(select(func.max(source.place))) or 0}
                for key, count in counts.items():
                    journal = source.name(key)
                    end = known.get(journal)
                    board = source.table is schema.records
                    rows = count - (0 if end is None else end.held if board else end.place)
                    if rows > 0:
                        found.append(_Grown(journal, source, key, count if board else None, rows))
        return found

    def _cut(self, known: _End, journal: str, count: int | None) -> Iterator[_Run]:
        """Yield runs for the rows of a journal that have no number."""
        number, before, held = known.number, known.checksum, known.held
        place = known.place
        while True:
            rows = self._read(known.source, known.key, place + 1, None, RUN)
            if not rows:
                break
            run = known.source.whole(rows)
            number, before = number + 1, link(before, number + 1, entry_content(run))
            place, held = run[-1][0], held + len(run)
            yield _Run(number, run[0][0], place, before)
        if count is None or held >= count:
            return
        # records that have filled a gap: they are between records that have a number
        for first, last in self._fillers(known, journal):
            for low in range(first, last + 1, RUN):
                run = self._read(known.source, known.key, low, min(low + RUN - 1, last))
                number, before = number + 1, link(before, number + 1, entry_content(run))
                yield _Run(number, run[0][0], run[-1][0], before)

    def _fillers(self, known: _End, journal: str) -> list[tuple[int, int]]:
        """Return the ranges of sequences below the highest numbered one that have no number."""
        runs = schema.shipped_runs.c
        with self._database.reading() as connection:
            covered = {
                seq
                for row in connection.execute(select(runs.first, runs.last).where(runs.journal == journal))
                for seq in range(row.first, row.last + 1)
            }
            source = known.source
            there = connection.scalars(
                select(source.place)
                .where(*source.where(known.key), source.place <= known.place)
                .order_by(source.place)
            ).all()
        left = [seq for seq in there if seq not in covered]
        groups = groupby(enumerate(left), lambda one: one[1] - one[0])
        return [((part := [seq for _, seq in group])[0], part[-1]) for _, group in groups]

    def _read(
        self, source: RowSource, key: tuple[Any, ...], first: int, last: int | None, limit: int | None = None
    ) -> list[tuple[Any, ...]]:
        with self._database.reading() as connection:
            return source.rows(connection, key, first, last, limit)

    # --- rows that changed on purpose -----------------------------------------------------

    def _rewrite(self) -> None:
        now, risen = self._risen()
        if not risen:
            return
        for journal, known in self._known().items():
            if risen.intersection(known.source.changes):
                self._check_again(journal, known)
        self._writer.run(lambda connection: _keep(connection, dict(now)))

    def _risen(self) -> tuple[dict[str, int], set[str]]:
        """Return the counts of changes on purpose, and those that have risen since they were last seen."""
        counts = (REMOVALS, RELEASES, PEOPLE)
        seen = schema.venue.c
        with self._database.reading() as connection:
            now = {one: end(connection, one)[0] for one in counts}
            row = connection.execute(select(*(seen[one] for one in counts)).where(seen.id == 1)).one_or_none()
        then = dict.fromkeys(counts, 0) if row is None else dict(row._mapping)
        return now, {one for one in counts if now[one] != then[one]}

    def problems(self) -> Iterator[str]:
        """Yield a sentence for each journal with an entry that does not fit its rows.

        A journal with changes on purpose that are not numbered yet is not compared.
        """
        for journal, known in self._known().items():
            before = begin(journal)
            for number, run in enumerate(self._places(journal), 1):
                content = entry_content(self._read(known.source, known.key, run.first, run.last))
                before = link(before, number, content)
                if (number, before) != (run.number, run.checksum):
                    if not self._risen()[1].intersection(known.source.changes):
                        yield _(
                            "Journal %(journal)s: entry %(number)s for the federation is not the one that "
                            "was numbered.",
                            journal=journal, number=number,
                        )
                    break

    def _check_again(self, journal: str, known: _End) -> None:
        """Make the checksums of a journal again from its first entry whose rows have changed."""
        table, marks = schema.shipped_runs, schema.shipped_marks
        before, changed = begin(journal), []
        for run in self._places(journal):
            content = entry_content(self._read(known.source, known.key, run.first, run.last))
            before = link(before, run.number, content)
            if before != run.checksum:
                changed.append((run, before))
        if not changed:
            return
        low = changed[0][0].number - 1

        def job(connection: Connection) -> None:
            own = [(journal, run.number, run.checksum) for run, _ in changed]
            for portion in _portions(own):
                key = tuple_(marks.c.journal, marks.c.number, marks.c.checksum)
                connection.execute(delete(marks).where(key.in_(portion)))
            connection.execute(
                update(marks).where(marks.c.journal == journal, marks.c.low > low).values(low=low)
            )
            connection.execute(
                insert(marks),
                [{"journal": one[0], "number": one[1], "checksum": one[2], "low": low} for one in own],
            )
            for run, checksum in changed:
                connection.execute(
                    update(table)
                    .where(table.c.journal == journal, table.c.number == run.number)
                    .values(checksum=checksum)
                )

        self._writer.run(job)
        known.checksum = before
        self._runs.pop(journal, None)
        self.changed.pop(journal, None)

    def _places(self, journal: str, first: int = 1, limit: int | None = None) -> list[_Run]:
        runs = schema.shipped_runs.c
        query = select(runs.number, runs.first, runs.last, runs.checksum).where(
            runs.journal == journal, runs.number >= first
        )
        with self._database.reading() as connection:
            return [_Run(*row) for row in connection.execute(query.order_by(runs.number).limit(limit))]

    # --- reading for the shipper ----------------------------------------------------------

    def names(self) -> Iterable[str]:
        """Return the names of all journals that have entries."""
        return self._known().keys()

    def last(self, journal: str) -> int:
        """Return the number of the last entry that may be shipped; 0 without entries."""
        known = self._known().get(journal)
        return 0 if known is None else min(known.number, self.changed.get(journal, known.number))

    def checksum(self, journal: str, number: int) -> str:
        """Return the checksum up to an entry (0: the one before the first entry); "" for an unknown entry."""
        if number == 0:
            return begin(journal)
        run = self._run(journal, number)
        return "" if run is None else run.checksum

    def content(self, journal: str, number: int) -> str | None:
        """Return the content of an entry; None if its rows were changed, but not on purpose."""
        run, known = self._run(journal, number), self._known()[journal]
        assert run is not None
        content = entry_content(self._read(known.source, known.key, run.first, run.last))
        if link(self.checksum(journal, number - 1), number, content) != run.checksum:
            self.changed[journal] = number - 1
            return None
        return content

    def unchanged(self, journal: str, mark: tuple[int, str]) -> int | None:
        """Return the last number before the entries rewritten since `mark` was valid; None if none were."""
        marks = schema.shipped_marks.c
        number, checksum = mark
        query = select(marks.low).where(
            marks.journal == journal, marks.number == number, marks.checksum == checksum
        )
        with self._database.reading() as connection:
            low: int | None = connection.scalar(query)
        return low

    def _run(self, journal: str, number: int) -> _Run | None:
        known = self._known().get(journal)
        if known is None or number > known.number:
            return None
        pages = self._runs.setdefault(journal, {})
        if number not in pages:
            if len(pages) > 4 * _PAGE:
                pages.clear()
            pages.update((run.number, run) for run in self._places(journal, number, _PAGE))
        return pages.get(number)


def _keep(connection: Connection, values: Mapping[str, Any]) -> None:
    table = schema.venue
    if connection.execute(update(table).where(table.c.id == 1).values(values)).rowcount == 0:
        connection.execute(insert(table).values(id=1, **values))


def _enter(connection: Connection, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(schema.shipped_runs), rows)


def _portions(items: Iterable[Any]) -> Iterator[list[Any]]:
    portion: list[Any] = []
    for one in items:
        portion.append(one)
        if len(portion) == _AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion
