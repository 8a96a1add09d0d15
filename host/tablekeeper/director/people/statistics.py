"""Statistics of a player: results and titles from events, thinking time and dice from the boards' logs.

These figures are only counts. `director.dice` tests the fairness of dice, but never for a player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.dice import Dice
from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.ledger import BoardLog, stored_logs
from tablekeeper.director.people.book import Book
from tablekeeper.director.people.games import EventPlace, GamesTally, PersonGame, Somebody, tally
from tablekeeper.director.people.movetimes import moves_of
from tablekeeper.fairness.throws import COUNTS
from tablekeeper.rankings.rated import rated_results
from tablekeeper.store import Store
from tablekeeper.strictjson import DocumentError


@dataclass(frozen=True, slots=True)
class Thinking:
    """The number of a person's moves on a clock, and their total time (ms)."""

    moves: int = 0
    ms: int = 0

    @property
    def average_ms(self) -> int | None:
        """The average time of a move, None without moves."""
        return self.ms // self.moves if self.moves else None


@dataclass(frozen=True, slots=True)
class Thrown:
    """A person's valid throws: the count of each face, and the doubles of two dice."""

    faces: Mapping[int, int]
    throws: int = 0
    pairs: int = 0
    doubles: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """All counts of a player."""

    tally: GamesTally
    places: tuple[EventPlace, ...]
    thinking: Thinking
    thrown: Thrown


def games_of(store: Store, book: Book) -> tuple[tuple[PersonGame, ...], dict[int, list[EventPlace]]]:
    """Return every game of every event in order, and people's places in finished events."""
    games: list[PersonGame] = []
    places: dict[int, list[EventPlace]] = {}
    for row in store.events.all():
        reading = store.events.journals.reading(EVENTS, row.id)
        state = reading.state
        if not state.started:
            continue
        try:
            event, answer = state.event(), state.answer()
        except DocumentError:
            # this version cannot compute the results of this event
            continue
        day = reading.actions[-1].at_ms
        for sides, _, ranks in rated_results(event):
            told = tuple(frozenset(_somebody(name, book) for name in side) for side in sides)
            games.append(PersonGame(row.name, day, told, ranks or tuple(range(1, len(sides) + 1))))
        if not (answer.over or state.finished):
            continue
        for line in answer.placed:
            for person in book.found_in(line.player):
                found = EventPlace(row.id, row.name, day, line.rank, len(answer.rows))
                places.setdefault(person, []).append(found)
    return tuple(games), places


def _somebody(name: str, book: Book) -> Somebody:
    found = book.find(name)
    return name if found is None else found


class Statistics:
    """Figures of the players of a store. All methods may be called from any thread.

    `logs` returns the boards' logs in memory, if there are any, as (name of the table, log) by uid; they
    are read with the `lock` held.
    """

    def __init__(
        self,
        store: Store,
        dice: Dice,
        logs: Callable[[], Mapping[str, tuple[str, BoardLog]]] | None = None,
        lock: AbstractContextManager[Any] | None = None,
    ) -> None:
        self._store = store
        self._dice = dice
        self._logs = logs
        self._lock = lock or nullcontext()

    def player(self, person: int, book: Book) -> Player:
        """Return the statistics of a person."""
        games, places = games_of(self._store, book)
        return Player(
            tally(games, person), tuple(places.get(person, ())), self.thinking(person, book),
            self.thrown(person, book),
        )  # fmt: skip

    def thinking(self, person: int, book: Book) -> Thinking:
        """Return a person's moves on the clock."""
        matches = {match.id: match for match in self._store.matches.all()}
        segments = {(one.uid, one.journal, one.from_seq): one for one in self._store.matches.all_segments()}
        count = ms = 0
        with self._lock:
            logs = stored_logs(self._store) if self._logs is None else self._logs()
            for _, board in logs.values():
                for log in board.journals.values():
                    for move in moves_of(log):
                        segment = segments.get(move.log_segment.key)
                        if segment is None or (segment.to_seq is not None and move.seq > segment.to_seq):
                            continue
                        names = matches[segment.match_id].names
                        if move.seat < len(names) and person in book.found_in(names[move.seat]):
                            count += 1
                            ms += move.ms
        return Thinking(count, ms)

    def thrown(self, person: int, book: Book) -> Thrown:
        """Return a person's valid throws."""
        faces: Counter[int] = Counter()
        throws = pairs = doubles = 0
        mine: dict[str, bool] = {}
        for throw in self._dice.throws():
            name = throw.player
            if name not in mine:
                mine[name] = person in book.found_in(name)
            if not mine[name] or throw.state != COUNTS:
                continue
            throws += 1
            faces.update(throw.faces)
            if len(throw.faces) == 2:
                pairs += 1
                doubles += throw.faces[0] == throw.faces[1]
        return Thrown({face: faces[face] for face in range(1, 7)}, throws, pairs, doubles)
