"""The club's rankings and ratings as tables: the entries that count, and the tables made from them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

from tablekeeper import rankings
from tablekeeper.director.people.reader import PeopleReader
from tablekeeper.director.ranking import journal, numbers
from tablekeeper.director.ranking.journal import RankingEntry
from tablekeeper.errors import UserError
from tablekeeper.rankings.book import Named, RatingBook
from tablekeeper.rankings.rules import MEDAL_GAME
from tablekeeper.rankings.systems import DEFAULT, SYSTEMS
from tablekeeper.store import RatedResult
from tablekeeper.strictjson import Cursor, DocumentError

#: the rating systems by their keys
RATINGS = tuple(SYSTEMS)
#: all tables
RANKINGS = (*rankings.RANKINGS, *RATINGS)
#: a person in a text of an entry's body
_PERSON = re.compile(r"#(\d+)")


class Counting:
    """The counting entries of a store's rankings, and the tables made from them."""

    def __init__(self, register: PeopleReader) -> None:
        self.register = register
        self._store = register.store
        #: cached results, by the number of actions in the journals and the number of removed names
        self._known: tuple[tuple[int, int], dict[int, RankingEntry]] | None = None

    def folded(self) -> dict[int, RankingEntry]:
        """Return every entry by its number."""
        stamp = self._store.entries.count(), self._store.erasure.count
        known = self._known
        # journals are append-only: if their lengths are unchanged, the entries are the same
        if known is None or known[0] != stamp:
            found = {row.id: journal.read(self._store, row) for row in self._store.entries.all()}
            known = self._known = (stamp, found)
        return dict(known[1])

    def file(
        self, ranking: str, *, public: bool = False, instead: Mapping[int, RankingEntry | None] | None = None
    ) -> dict[str, Any]:
        """Return the club's ranking file: every tournament that counts, with names.

        With `public`, people who want no published name have a neutral one. `instead` replaces entries for a
        preview; None removes an entry.
        """
        book = self.register.book()
        called = book.public if public else book.name
        names = {number: called(number) for number in book.roots}
        entries = self.folded() | dict(instead or {})
        tournaments = [
            _named(tournament, names)
            for entry in entries.values()
            if entry is not None and entry.counts
            for tournament in entry.tournaments
            if counts_in(tournament, ranking)
        ]
        return {"ranking": ranking, "tournaments": tournaments}

    def table(
        self, ranking: str, as_of: date | None = None, *, public: bool = False
    ) -> rankings.RankingTable:
        """Return the present ranking, or the ranking on a day."""
        with sentences():
            return rankings.ranking_table(rankings.read(Cursor(self.file(ranking, public=public))), as_of)

    def ratings(self, system: str = DEFAULT, as_of: date | None = None) -> RatingBook[int]:
        """Return the ratings of a system after all counting results, or after the results up to a day."""
        roots = self.register.book().roots
        until = None if as_of is None else as_of.isoformat()
        book: RatingBook[int] = RatingBook(SYSTEMS[system].make())
        # one pass, so that memory does not grow with the number of results
        book.add(
            named(one, roots)
            for _, one in self._store.entries.rated()
            if counts_for(one, system) and (until is None or one.day <= until)
        )
        return book

    def days(self, ranking: str) -> tuple[date, ...]:
        """Return the days on which tournaments began to count in a ranking."""
        counting = [entry for entry in self.folded().values() if entry.counts]
        if ranking in RATINGS:
            found = {
                one.day
                for entry in counting
                for one in numbers.rated(entry.body or {})
                if counts_for(one, ranking)
            }
        else:
            found = {
                tournament["date"]
                for entry in counting
                for tournament in entry.tournaments
                if counts_in(tournament, ranking)
            }
        return tuple(sorted(map(date.fromisoformat, found)))


def counts_for(result: RatedResult, system: str) -> bool:
    """Return whether a result counts in a rating system."""
    return SYSTEMS[system].lengths == (result.length is not None)


def named(result: RatedResult, roots: Mapping[int, int]) -> Named[int]:
    """Return a result for a rating book, with duplicates replaced by their person."""
    sides = tuple(tuple(roots.get(person, person) for person in side) for side in result.sides)
    return sides, result.length or 0, result.ranks


def counts_in(tournament: Mapping[str, Any], ranking: str) -> bool:
    """Return whether a tournament counts in a ranking; the Medal Race has both parts and the Medal Game."""
    if ranking == "medal" or tournament["style"] == MEDAL_GAME:
        return ranking == "medal"
    part = rankings.STYLES[tournament["style"]].part
    return part == {"world": "triple-threat"}.get(ranking, ranking)


def _named(tournament: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return a tournament with names instead of numbers."""
    found = numbers.mapped(tournament, lambda number: names.get(int(number), number))
    if "cp" in found:
        reason = _PERSON.sub(lambda one: names.get(int(one.group(1)), one.group()), found["cp"]["reason"])
        found["cp"] = {**found["cp"], "reason": reason}
    return found


@contextmanager
def sentences() -> Iterator[None]:
    """Turn the refusals of events and ranking files into the director's sentences."""
    try:
        yield
    except DocumentError as error:
        raise UserError("%(error)s.", error=error) from error
