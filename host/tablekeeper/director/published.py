"""Public data: rankings, rating lists, players and the standings of finished events.

Public pages, feeds and exports use only this module. A person who does not want to be published appears under
a neutral name and has no player page. After the removal of a name only the person's number is left. Points
and ranks are the same in public and private views.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from tablekeeper import rankings
from tablekeeper.director.events import journal
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.summaries import EventSummary
from tablekeeper.director.people.book import Book, Person, name_key
from tablekeeper.director.people.publicnames import hiding, private_names
from tablekeeper.director.people.register import Register
from tablekeeper.director.playersearch import PlayerSearch, has_page
from tablekeeper.director.ranking.career import Career, career
from tablekeeper.director.ranking.counting import RANKINGS, RATINGS, sentences
from tablekeeper.director.ranking.numbers import people_of
from tablekeeper.director.ranking.player import Named, PlayerView, RankingPlace, portrait
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _
from tablekeeper.rankings.history import RankMove, moves
from tablekeeper.strictjson import Cursor as Document

__all__ = ["RANKINGS", "RATINGS", "EventReport", "Published", "RankingView", "RatingLine", "RatingsView"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RankingView:
    """A ranking on a day (None: now), and the ranking before its last change."""

    key: str
    as_of: date | None
    #: the days on which tournaments began to count
    days: tuple[date, ...]
    table: rankings.RankingTable
    before: rankings.RankingTable | None
    #: the day of `before`
    since: date | None
    #: movement by name; empty without `before`
    moves: Mapping[str, RankMove]
    #: tournaments that no longer count, oldest first
    past: tuple[rankings.Tournament, ...]
    #: names of people with a page -> their numbers
    pages: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of the rating list; `rank` and `before` are None if too little is or was known."""

    rank: int | None
    before: int | None
    name: str
    #: the number of the player's page; None without a page
    page: int | None
    #: the figures of the system; the first one sorts the list
    figures: Mapping[str, float | int]
    matches: int
    provisional: bool
    #: whether the player was in the list before
    known: bool

    @property
    def move(self) -> RankMove | None:
        """The movement between two ranks; None if there is no movement to show."""
        if self.rank is None:
            return None
        return RankMove(self.name, self.before, self.rank, Fraction(0))


@dataclass(frozen=True, slots=True)
class RatingsView:
    """A rating list on a day (None: now); movements are counted since the day `since`."""

    #: the rating system
    key: str
    as_of: date | None
    days: tuple[date, ...]
    since: date | None
    results: int
    lines: tuple[RatingLine, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that a player takes part in, and the place among the entries."""

    event: EventSummary
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line of an event's standings, with the reason in words why it is before the next one."""

    rank: int
    player: str
    figures: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, slots=True)
class EventReport:
    """A started event for the public. Instants are ms of the hall's clock."""

    id: int
    name: str
    #: the title of its format
    title: str
    created_ms: int
    #: when it was finished, None while it is open
    finished_ms: int | None
    #: when it was last changed
    changed_ms: int
    winner: str | None
    rows: tuple[ReportRow, ...]
    results: tuple[Mapping[str, Any], ...]


class Published:
    """The public data of a store. All methods may be called from any thread."""

    def __init__(self, register: Register, club: Rankings, events: Events) -> None:
        self._register = register
        self._club = club
        self._events = events
        self.search = PlayerSearch(register, club, events)
        # one pass over the results at a time; its result is cached until the counting entries change
        self._computing = threading.Lock()
        self._stamp: Any = None
        self._kept: dict[Any, Any] = {}

    # --- rankings and ratings -------------------------------------------------------------

    def days(self, key: str) -> tuple[date, ...]:
        """Return the days on which entries began to count in a ranking or in the ratings."""
        return self._club.days(key)

    def ranking(self, key: str, as_of: date | None = None) -> RankingView:
        """Return the present ranking, or the ranking on a day under the rules valid then."""
        if key not in rankings.RANKINGS:
            raise UserError(
                "There is no ranking '%(key)s': choose %(rankings)s.",
                key=key, rankings=', '.join(rankings.RANKINGS),
            )
        days = self._club.days(key)
        since = _before(days, as_of)
        book = self._register.book()
        with sentences():
            file = self._file(key, book)
            table = rankings.ranking_table(file, as_of)
            before = None if since is None else rankings.ranking_table(file, since)
            if before is not None and key == "medal" and _season(table) != _season(before):
                # a Medal Race starts again each year
                before, since = None, None
            counted = [
                one for one in rankings.in_order(file.tournaments) if as_of is None or _day(one) <= as_of
            ]
        moved = {} if before is None else {move.player: move for move in moves(before, table)}
        past = tuple(one for one in counted if one not in table.window) if key != "medal" else ()
        pages = {person.public: person.id for person in book.people.values() if has_page(person)}
        return RankingView(key, as_of, days, table, before, since, moved, past, pages)

    def ratings(self, key: str, as_of: date | None = None) -> RatingsView:
        """Return the present list of a rating system, or the list after the games up to a day."""
        if key not in RATINGS:
            raise UserError(
                "There are no ratings '%(key)s': choose %(ratings)s.",
                key=key, ratings=', '.join(RATINGS),
            )
        days = self._club.days(key)
        since = _before(days, as_of)
        register = self._register.book()
        now = self._once((key, as_of), partial(self._club.ratings, key, as_of))
        then = None if since is None else self._once((key, since), partial(self._club.ratings, key, since))
        ranks = {} if then is None else {row.player: row.rank for row in then.rows()}
        lines = []
        for row in now.rows():
            person = register.people.get(row.player)
            lines.append(
                RatingLine(
                    rank=row.rank,
                    before=ranks.get(row.player),
                    name=register.public(row.player),
                    page=row.player if person is not None and has_page(person) else None,
                    figures=row.figures,
                    matches=row.matches,
                    provisional=row.provisional,
                    known=row.player in ranks,
                )
            )
        return RatingsView(key, as_of, days, since, now.results, tuple(lines))

    # --- players --------------------------------------------------------------------------

    def who(self, number: int) -> Named:
        """Return a player's name and the number under which the page is; refuse a player without one.

        A duplicate has the page of the person it was merged into. The reason for a missing page is not shown.
        """
        book = self._register.book()
        person = book.people.get(book.roots.get(number, number))
        if person is None or not has_page(person) or not self._known(person):
            raise NotFound("There is no page of a player %(number)s.", number=number)
        return Named(person.public, person.id)

    def player(self, number: int) -> PlayerView:
        """Return a player's places, titles, ratings and records; refuse a player without a page."""
        asked = self.who(number)
        assert asked.page is not None
        book, number, name = self._register.book(), asked.page, asked.name

        def named(other: int) -> Named:
            person = book.people.get(other)
            page = other if person is not None and has_page(person) else None
            return Named(book.public(other), page)

        def follow() -> Career:
            results = (one for _, one in self._register.store.entries.rated())
            return career(results, book.roots, number)

        found = self._once(("career", number), follow)
        places = []
        for key in rankings.RANKINGS:
            with sentences():
                file = self._file(key, book)
                rows = rankings.ranking_table(file).rows
            places += [
                RankingPlace(key, row.rank, len(rows), row.total) for row in rows if row.player == name
            ]
        for key in found.points:
            ratings = self._once((key, None), partial(self._club.ratings, key))
            row = ratings.row(number)
            ranked = sum(not one.provisional for one in ratings.rows())
            places.append(RankingPlace(key, row.rank, ranked, row.figures["rating"]))
        # the last file, of the Medal Race, has the tournaments of both parts
        return portrait(number, name, places, rankings.in_order(file.tournaments), found, named)

    def _known(self, person: Person) -> bool:
        return bool(self._entries(person)) or self._has_played(person)

    def entries(self, number: int, *, own: bool = False) -> tuple[Entry, ...]:
        """Return the events in which a player takes part, the newest first; refuse a player without a page.

        A player who opens the `own` page sees them without a published name, too.
        """
        if not own:
            self.who(number)
        book = self._register.book()
        person = book.people.get(book.roots.get(number, number))
        found = () if person is None or person.removed else self._entries(person)
        if own and not found:
            raise NotFound("There is no page of a player %(number)s.", number=number)
        return found

    def _entries(self, person: Person) -> tuple[Entry, ...]:
        keys = {alias.key for alias in person.names}
        return tuple(
            Entry(event, name, place)
            for event in reversed(self._events.all())
            if event.phase != "discarded"
            for place, name in enumerate(self._events.presence.entrants(event.id), 1)
            if name_key(name) in keys
        )

    def page_of(self, name: str) -> int | None:
        """Return the number of the page of the player with this name; None without a page."""
        book = self._register.book()
        person = book.people.get(book.find(name) or 0)
        return person.id if person is not None and has_page(person) else None

    def _has_played(self, person: Person) -> bool:
        numbers = {person.id, *person.doubles}
        return any(
            entry.counts and entry.body is not None and numbers & people_of(entry.body)
            for entry in self._club.folded().values()
        )

    # --- events ---------------------------------------------------------------------------

    def event(self, event: int) -> EventReport:
        """Return an event's standings and results; refuse an event without standings."""
        return self._report(event, self._hiding(self._register.book()))

    def _report(self, event: int, hide: Callable[[Any], Any]) -> EventReport:
        view = self._events.get(event)
        if view.answer is None:
            raise UserError(
                "%(name)s has no standings: %(problem)s",
                name=view.name, problem=view.problem or _("it has not begun."),
            )
        finished = [
            one.at_ms for one in view.history if one.action == journal.FINISH and not one.undone
        ] if view.phase == "finished" else []  # fmt: skip
        rows = tuple(
            ReportRow(
                row.rank,
                hide(row.player),
                {key: hide(value) for key, value in row.shown.items()},
                hide(_reason(row.decided_by, row.explain)),
            )
            for row in view.answer.placed
        )
        results = tuple(hide(one.result) for one in view.entered if one.result is not None)
        return EventReport(
            view.id, hide(view.name), view.form.title, view.created_ms, finished[-1] if finished else None,
            view.history[-1].at_ms, hide(view.answer.winner), rows, results,
        )  # fmt: skip

    def finished(self, most: int) -> tuple[EventReport, ...]:
        """Return the finished events that were changed last, newest first, `most` at most."""
        ids = [one.id for one in self._events.all() if one.phase == "finished"]
        found = []
        for event in ids:
            view = self._events.get(event)
            if view.answer is not None:
                found.append((view.history[-1].at_ms, event))
        hide = self._hiding(self._register.book())
        return tuple(self._report(event, hide) for _, event in sorted(found, reverse=True)[:most])

    # --- inside ---------------------------------------------------------------------------

    def _file(self, key: str, book: Book) -> rankings.RankingFile:
        """Return the club's ranking file with neutral names, also inside names of tournaments."""
        file = self._club.file(key, public=True)
        hide = self._hiding(book)
        named = [{**one, "name": hide(one["name"])} for one in file["tournaments"]]
        return rankings.read(Document({**file, "tournaments": named}))

    def _hiding(self, book: Book) -> Callable[[Any], Any]:
        """Return a function that puts neutral names in place of people who want no published name."""
        hidden = hiding(book, private_names(book))

        def hide(value: Any) -> Any:
            for one in hidden:
                value = one.deep(value)
            return value

        return hide

    def _once(self, key: Any, compute: Callable[[], T]) -> T:
        """Return the result of a pass over the results; cached until the counting entries change."""
        with self._computing:
            stamp = (
                tuple((one.id, one.last) for one in self._club.folded().values()),
                dict(self._register.book().roots),
            )
            if stamp != self._stamp:
                self._kept.clear()
                self._stamp = stamp
            if key not in self._kept:
                while len(self._kept) >= _KEPT:
                    self._kept.pop(next(iter(self._kept)))
                self._kept[key] = compute()
            found: T = self._kept[key]
            return found


#: the number of cached results of passes
_KEPT = 8


def _day(one: rankings.Tournament) -> date:
    return one.date or date.min


def _season(table: rankings.RankingTable) -> int | None:
    return _day(table.window[-1]).year if table.window else None


def _before(days: tuple[date, ...], as_of: date | None) -> date | None:
    """Return the second-last day, up to `as_of`, on which entries began to count."""
    passed = [day for day in days if as_of is None or day <= as_of]
    return passed[-2] if len(passed) > 1 else None


def _reason(decided_by: str | None, explain: str | None) -> str:
    return ": ".join(part for part in (decided_by, explain) if part)
