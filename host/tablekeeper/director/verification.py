"""Verifies a database: computes all derived data again from the logs and journals, and compares it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tablekeeper.director import matchverification
from tablekeeper.director.desk.journal import DESK
from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.ledger import BoardLog
from tablekeeper.director.people.book import board_key, name_key
from tablekeeper.director.people.journal import PEOPLE
from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.journal import ENTRIES
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, joined
from tablekeeper.store import EventRow, Head, RatedResult, Store
from tablekeeper.store.verification import board_journal
from tablekeeper.text import counted


def verify(store: Store, heads: Sequence[Head] = ()) -> Iterator[str]:
    """Yield a sentence for each problem; raise ResourceError if the database cannot be read.

    `heads` were written down earlier; the heads in the file beside the database are also compared.
    """
    yield from store.problems()
    yield from _tables(store)
    yield from _read(_("The director's journal"), store.director_problem)
    yield from _read(_("The desk's journal"), lambda: _folded(store.desk, DESK))
    for event in store.events.all():
        name = _("Event %(id)s (%(name)s)", id=event.id, name=event.name)
        yield from _read(name, partial(_event, store, event))
    yield from _read(_("The register of people"), lambda: _people(store))
    yield from _ratings(store)
    yield from _owners(store)
    yield from store.shipped.problems()
    yield from store.differences(heads)


def gaps(store: Store) -> Iterator[str]:
    """Yield a sentence for each range of records that a board had lost before it sent its log.

    These ranges are not an error of the database: they are listed, and no stored data contradict them.
    """
    for board in store.boards():
        for gap in store.gaps(board.uid):
            missing = (
                _("record %(first)s is missing; the board no longer had it.", first=gap.first)
                if gap.first == gap.last
                else _(
                    "records %(first)s to %(last)s are missing; the board no longer had them.",
                    first=gap.first, last=gap.last,
                )
            )
            yield joined((board_journal(board.uid, gap.journal), missing), ": ")


def _owners(store: Store) -> Iterator[str]:
    """Yield a sentence for each journal whose rows and owner are both missing."""
    for what, journals, known in (
        (_("Event"), store.events.journals, {one.id for one in store.events.all()}),
        (_("Ranking entry"), store.entries.journals, {one.id for one in store.entries.all()}),
    ):
        for owner, last in sorted(journals.ends().items()):
            if owner not in known:
                yield _(
                    "%(what)s %(owner)s: it is missing, with the %(actions)s of its journal.",
                    what=what, owner=owner, actions=counted(last, "action"),
                )


def _read(what: str, check: Callable[[], str]) -> Iterator[str]:
    """Yield the result of a check, or the error that it raised, as a sentence about `what`."""
    try:
        found = check()
    except ResourceError:
        raise
    except Exception as error:
        # a damaged journal can make the fold raise any error
        found = _("it cannot be read (%(why)s)", why=" ".join(str(error).split()) or type(error).__name__)
    if found:
        yield _("%(what)s: %(found)s.", what=what, found=found)


def _folded(journals: Any, kind: Any, owner: int = 0) -> str:
    wrong: str = journals.problem(owner)
    if not wrong:
        reading = journals.reading(kind, owner)
        assert len(reading.sentences) == len(reading.actions)
    return wrong


def _event(store: Store, event: EventRow) -> str:
    wrong = _folded(store.events.journals, EVENTS, event.id)
    if not wrong:
        state = store.events.journals.reading(EVENTS, event.id).state
        # compute standings and next pairings, too
        assert state.answer is not None
        if (state.name, state.format.key) != (event.name, event.format):
            return _("its name or format is not that of its journal")
    return wrong


def _people(store: Store) -> str:
    wrong = _folded(store.people.journal, PEOPLE)
    if wrong:
        return wrong
    state = store.people.journal.reading(PEOPLE).state
    names, clubs = store.people.aliases(), store.people.clubs()
    for table, known, what in ((names, state.named, _("name")), (clubs, state.clubs, _("club"))):
        if missing := set(known) - table.keys():
            return _("%(what)s %(id)s is missing", what=what, id=min(missing))
        for one in table.values():
            if one.id not in known:
                return _("%(what)s %(id)s belongs to nobody", what=what, id=one.id)
            named = table is clubs or one.id in state.aliases
            if one.key != (name_key(one.name) if named else board_key(one.id)):
                return _("%(what)s %(id)s cannot be found by its own name", what=what, id=one.id)
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
                return _("the results for the ratings are not those of its journal")
            return ""

        yield from _read(_("Ranking entry %(id)s", id=row.id), check)


def _tables(store: Store) -> Iterator[str]:
    """Fold every board's log, and compare matches and tables with the logs and the director's journal."""
    rows = matchverification.rows(store)
    nameless = {one.id for one in rows.matches if not any(one.names)}
    wanted = {
        (one.uid, one.journal, one.from_seq)
        for number in nameless for one in rows.segments.get(number, ())[:1]
    }  # fmt: skip
    found = set()
    opened: dict[matchverification.Key, dict[str, Any]] = {}
    for board in store.boards():
        for journal in store.journals(board.uid):
            log = BoardLog(board.uid)

            def fold(log: BoardLog = log, number: int = journal.journal, acked: int = journal.acked) -> str:
                log.add(number, store.records(log.uid, number), acked)
                for part in log.log_segments():
                    if part.key in wanted:
                        opened[part.key] = matchverification.opening(log.journals[number], part)
                return ""

            yield from _read(board_journal(board.uid, journal.journal), fold)
            found |= {log_segment.key for log_segment in log.log_segments()}
    for segments in rows.segments.values():
        for one in segments:
            if one.from_seq is not None and (one.uid, one.journal, one.from_seq) not in found:
                yield _(
                    "Match %(id)s: its part in the log of board %(uid)s is missing.",
                    id=one.match_id, uid=one.uid,
                )
    for check in (
        partial(matchverification.set_ups, rows, opened), partial(matchverification.moves, rows),
        partial(matchverification.names, rows),
    ):  # fmt: skip
        try:
            yield from check()
        except (LookupError, TypeError, ValueError, UserError):
            # the director's journal is damaged, which is told by its own check
            if not store.director_problem():
                raise
