"""Whether a database is what its logs and journals make: all that is derived is computed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tablekeeper.director.desk.journal import DESK
from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.ledger import BoardLog
from tablekeeper.director.people.book import name_key
from tablekeeper.director.people.journal import PEOPLE
from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.journal import ENTRIES
from tablekeeper.errors import ResourceError
from tablekeeper.store import Head, RatedResult, Store
from tablekeeper.text import counted


def verify(store: Store, heads: Sequence[Head] = ()) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong; ResourceError: the database cannot be read.

    `heads` were written down earlier; so were those in the file beside the database.
    """
    yield from store.problems()
    yield from _tables(store)
    yield from _read("The director's journal", store.director_problem)
    yield from _read("The desk's journal", lambda: _folded(store.desk, DESK))
    for event in store.events.all():
        name = f"Event {event.id} ({event.name})"
        yield from _read(name, partial(_event, store, event.id))
    yield from _read("The register of people", lambda: _people(store))
    yield from _ratings(store)
    yield from _owners(store)
    yield from store.differences(heads)


def gaps(store: Store) -> Iterator[str]:
    """Yield a sentence for each range of records that a board no longer had when it sent its log.

    The database is whole with them: they are listed, and nothing that is stored contradicts them.
    """
    for board in store.boards():
        for gap in store.gaps(board.uid):
            one = gap.first == gap.last
            which = f"record {gap.first} is" if one else f"records {gap.first} to {gap.last} are"
            yield (
                f"Board {board.uid}, journal {gap.journal:08x}: {which} missing; the board no longer had "
                f"{'it' if one else 'them'}."
            )


def _owners(store: Store) -> Iterator[str]:
    """Yield the journals of which nothing is left: neither their rows nor what they belong to."""
    for what, journals, known in (
        ("Event", store.events.journals, {one.id for one in store.events.all()}),
        ("Ranking entry", store.entries.journals, {one.id for one in store.entries.all()}),
    ):
        for owner, last in sorted(journals.ends().items()):
            if owner not in known:
                yield f"{what} {owner}: it is missing, with the {counted(last, 'action')} of its journal."


def _read(what: str, check: Callable[[], str]) -> Iterator[str]:
    """Yield what a check says, and what keeps it from reading, as a sentence about `what`."""
    try:
        found = check()
    except ResourceError:
        raise
    except Exception as error:
        # a damaged journal can make the fold raise any error
        found = f"it cannot be read ({' '.join(str(error).split()) or type(error).__name__})"
    if found:
        yield f"{what}: {found}."


def _folded(journals: Any, kind: Any, owner: int = 0) -> str:
    wrong: str = journals.problem(owner)
    if not wrong:
        reading = journals.reading(kind, owner)
        assert len(reading.sentences) == len(reading.actions)
    return wrong


def _event(store: Store, event: int) -> str:
    wrong = _folded(store.events.journals, EVENTS, event)
    if not wrong:
        # standings and what is next, too
        assert store.events.journals.reading(EVENTS, event).state.answer is not None
    return wrong


def _people(store: Store) -> str:
    wrong = _folded(store.people.journal, PEOPLE)
    if wrong:
        return wrong
    state = store.people.journal.reading(PEOPLE).state
    names, clubs = store.people.aliases(), store.people.clubs()
    for table, known, what in ((names, state.aliases, "name"), (clubs, state.clubs, "club")):
        if missing := set(known) - table.keys():
            return f"{what} {min(missing)} is missing"
        for one in table.values():
            if one.id not in known:
                return f"{what} {one.id} belongs to nobody"
            if one.key != name_key(one.name):
                return f"{what} {one.id} is not found by its own spelling"
    return ""


def _ratings(store: Store) -> Iterator[str]:
    held: dict[int, list[RatedResult]] = {}
    for entry, result in store.entries.rated():
        held.setdefault(entry, []).append(result)
    for row in store.entries.all():

        def check(number: int = row.id) -> str:
            wrong = _folded(store.entries.journals, ENTRIES, number)
            if wrong:
                return wrong
            entry = store.entries.journals.reading(ENTRIES, number).state.entry
            wanted = list(numbers.rated(entry.body or {})) if entry.counts else []
            if held.get(number, []) != wanted:
                return "the results for the ratings are not those of its journal"
            return ""

        yield from _read(f"Ranking entry {row.id}", check)


def _tables(store: Store) -> Iterator[str]:
    """Fold every board's log, and look for the part that belongs to each match."""
    found = set()
    for board in store.boards():
        for journal in store.journals(board.uid):
            log = BoardLog(board.uid)

            def fold(log: BoardLog = log, number: int = journal.journal, acked: int = journal.acked) -> str:
                log.add(number, store.records(log.uid, number), acked)
                return ""

            yield from _read(f"Board {board.uid}, journal {journal.journal:08x}", fold)
            found |= {log_segment.key for log_segment in log.log_segments()}
    for one in store.matches.all_segments():
        if one.from_seq is not None and (one.uid, one.journal, one.from_seq) not in found:
            yield f"Match {one.match_id}: its part in the log of board {one.uid} is missing."
