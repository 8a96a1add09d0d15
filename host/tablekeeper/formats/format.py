"""The base class of formats: the rules of one kind of event, and everything the host needs from them.

A new format is one new folder with a subclass, and one entry point (see `registry`). A format is pure: an
event in, answers out. Draws and lots are given as recorded results or seeds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from tablekeeper.formats import completion
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import EventBoard
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.event import KEYS, Event, read_players
from tablekeeper.formats.option import Option, read_options
from tablekeeper.formats.paper import PaperBracket, PaperTable
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Ranking, Rated
from tablekeeper.languages import _
from tablekeeper.pictures import race
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.strictjson import Cursor

#: the keys of a pairing that name its round
_ROUND = ("round", "phase", "stage")
#: results; the growth of a figure is computed again for each, so that of a longer event is not drawn
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Need:
    """What one player still needs, or why nothing can change any more; `sentence` is for people."""

    player: str
    #: possible final places (1 = first) of the player; a place that dice will decide counts as open
    best: int
    worst: int
    #: fewest further wins that make the player first whatever the others do; None: no such number
    magic: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Futures:
    """The settled results and the open stakes, over all completions of the event.

    `exact` is false where the answer is a bound; then `note` says which one.
    """

    #: (place, player) that no completion changes
    determined: tuple[tuple[int, str], ...]
    #: who can still be first
    contenders: tuple[str, ...]
    needs: tuple[Need, ...]
    exact: bool = True
    note: str = ""


class Format(ABC):
    """The rules of a kind of event; instances hold no state."""

    key: ClassVar[str]
    title: ClassVar[str]
    #: lists show formats by this number, those of other packages last
    listed: ClassVar[int] = 1_000
    options: ClassVar[tuple[Option, ...]] = ()
    #: options that a form for a new event asks for openly, in this order; left out: those that are needed
    asks: ClassVar[tuple[str, ...]] = ()
    #: kinds of events that are often wanted
    presets: ClassVar[tuple[Preset, ...]] = ()
    #: fields of one result, as a labelled table: for forms and flags
    result: ClassVar[tuple[Option, ...]] = ()
    #: options of a draw, passed as keyword arguments of `draw`
    draws: ClassVar[tuple[Option, ...]] = ()
    least: ClassVar[int] = 2
    most: ClassVar[int | None] = None
    #: the keys of `next` that name who throws, and the option that keeps their throws
    throws: ClassVar[Mapping[str, str]] = {}
    #: the one of these options that breaks ties of results, if any: results before its throws are not undone
    breaks_ties: ClassVar[str] = ""
    #: the field of a result for a late arrival, if one more entry would change the draw
    arrival: ClassVar[str] = ""
    #: the field of a result for players who have left, if their matches become walkovers
    departure: ClassVar[str] = ""
    #: the choices for their open matches, if the director decides: the key goes into the field
    #: `ruling` of the same result, the words are for people
    departures: ClassVar[Mapping[str, str]] = {}
    #: other fields of a result that a director decides; those of arrival and departure are so, too
    decided: ClassVar[tuple[str, ...]] = ()
    #: the fields of a result that was not played to its end: a forfeit, a timeout
    unplayed: ClassVar[tuple[str, ...]] = ()
    #: whether players invite each other: a pairing of `next` names first who invites
    invites: ClassVar[bool] = False
    #: what the players of this format are called, where an entry is not one person
    entrant: ClassVar[str] = "player"
    #: what a board is set up for, and what its result means
    board: ClassVar[EventBoard] = EventBoard()
    #: what an event is worth in the rankings; None = it counts in none
    ranking: ClassVar[Ranking | None] = None
    #: the figure of the standings whose growth is drawn, and its name, where a format draws nothing else
    growth: ClassVar[tuple[str, str] | None] = None
    #: whether `rated` yields results for ratings
    is_rated: ClassVar[bool] = False

    @property
    def fresh(self) -> dict[str, Any]:
        """The options that a new event is given where nothing is said, if they are not the defaults."""
        return {option.key: option.fresh for option in self.options if option.fresh is not None}

    @property
    def decisions(self) -> frozenset[str]:
        """The fields of a result that only a director enters: who arrives late or leaves, what follows."""
        return frozenset((*self.decided, self.arrival, self.departure)) - {""}

    def round_of(self, pairing: Mapping[str, Any]) -> tuple[str, tuple[str, ...]] | None:
        """Return the option that keeps the throws of a round of die-roll, and who throws; None for a game."""
        asked = [(kept, tuple(pairing[key])) for key, kept in self.throws.items() if key in pairing]
        return asked[0] if asked else None

    def begun(self, event: Event) -> Mapping[str, Any]:
        """Return options to set before anybody throws: what was begun without throws, as it was played."""
        return {}

    def round_name(self, pairing: Mapping[str, Any]) -> str:
        """Return the name that a timetable has for the round of a pairing, "" where there are no rounds."""
        return next((str(pairing[key]) for key in _ROUND if key in pairing), "")

    def round_names(self, event: Event) -> tuple[str, ...]:
        """Return the rounds that are known of an event, in order: those of the matches to be played."""
        names = (self.round_name(pairing) for pairing in self.answer(event).next)
        return tuple(dict.fromkeys(name for name in names if name))

    def asked(self, pairing: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the fields that a result of this pairing can have."""
        return self.result

    def read(self, cursor: Cursor) -> Event:
        """Return the event in a document; refuse unknown keys, wrong options and wrong players."""
        cursor.fields(KEYS, ("format", "players", "results"))
        players = read_players(cursor.at("players"), self.least, self.most)
        options = read_options(self.options, cursor.at("options"))
        event = Event(self.key, players, options, tuple(cursor.at("results").items()))
        self.check_options(event, cursor.at("options"))
        self.check(event, cursor.at("options"))
        return event

    def check_options(self, event: Event, options: Cursor) -> None:  # noqa: B027 - most have nothing to check
        """Refuse options that never fit each other: `event` has no players yet."""

    def check(self, event: Event, options: Cursor) -> None:  # noqa: B027 - most formats have nothing to check
        """Refuse options that do not fit each other or the players."""

    @abstractmethod
    def answer(self, event: Event) -> Answer:
        """Return the standings after the event's results; refuse a result that cannot be."""

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result that is to be entered with what the format fills in; DocumentError: several fit."""
        self.check_departure(given.result)
        fields = [one.key for one in self.result]
        return completion.completed(
            fields, given, lambda: self.answer(event).next, in_order=self.board.one_board
        )

    def check_departure(self, result: Mapping[str, Any]) -> None:
        """Refuse a departure entered as a result by hand: a withdrawal does it, and settles the rest."""
        if self.departure and self.departure in result:
            raise Cursor(result).at(self.departure).refuse("withdraw the player instead")

    def people(
        self, players: Sequence[str], options: Mapping[str, Any], results: Iterable[Mapping[str, Any]]
    ) -> tuple[str, ...]:
        """Return every name that an event has for a person: its players, and who arrived late.

        Options and results are as a journal has them, and may be wrong.
        """
        late = (result.get(self.arrival) for result in results)
        return tuple(dict.fromkeys((*players, *(name for name in late if isinstance(name, str) and name))))

    def futures(self, event: Event) -> Futures | None:
        """Return the settled results and the open stakes; None if the format has no fixed schedule."""
        return None

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the results that count in ratings, in the order they were entered.

        Not rated is what was not played to its end, a friendly match, and a match of unknown length.
        """
        return ()

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return what a seeded draw decides: options, or `players` in a new order; {} = nothing is drawn."""
        return {}

    def brackets(self, event: Event) -> tuple[PaperBracket, ...]:
        """Return the brackets of an event for paper; () where it has none."""
        return ()

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return the crosstables of an event for paper; () where it has none."""
        return ()

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the event below a title of 24 units; return False where there is nothing to draw.

        What every format can have is the growth of one figure, from result to result.
        """
        if self.growth is None or len(event.results) > _LONGEST:
            return False
        figure, words = self.growth
        steps = []
        for count in range(len(event.results) + 1):
            part = self.answer(Event(event.format, event.players, event.options, event.results[:count]))
            steps.append({row.player: Fraction(row.figures[figure]) for row in part.rows})
        race.draw(
            sheet,
            34,
            [row.player for row in answer.rows],
            steps,
            _("%(words)s after each result", words=words),
        )
        return True
