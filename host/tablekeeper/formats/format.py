"""The base class of formats: the rules of one kind of event, and all that the host needs from them.

A new format is one new folder with a subclass, and one entry point (see `registry`). A format is pure: an
event in, answers out. It gets draws and lots as recorded results or as seeds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from tablekeeper.formats import completion
from tablekeeper.formats.answer import Answer, StagePlaces
from tablekeeper.formats.board import EventBoard
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.departure import Room
from tablekeeper.formats.event import KEYS, Event, read_players
from tablekeeper.formats.option import Option, read_options
from tablekeeper.languages import _
from tablekeeper.pictures import race
from tablekeeper.strictjson import Cursor

if TYPE_CHECKING:
    from tablekeeper.formats.paper import PaperBracket, PaperTable
    from tablekeeper.formats.preset import Preset
    from tablekeeper.formats.ranking import Ranking, Rated
    from tablekeeper.pictures.drawing import Drawing

#: the keys of a pairing that name its round
_ROUND = ("round", "phase", "stage")
#: an event with more results gets no picture of growth, which computes the standings once per result
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Need:
    """One player's open places and needed wins; `sentence` says the same for people."""

    player: str
    #: best and worst possible final place (1 = first); a place that dice will decide counts as open
    best: int
    worst: int
    #: smallest number of further wins that makes the player first for certain; None: no such number
    magic: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Futures:
    """The settled results and the open stakes, over all completions of the event.

    `exact` is false if the answer is only a bound; then `note` explains the bound.
    """

    #: pairs (place, player) that no completion changes
    determined: tuple[tuple[int, str], ...]
    #: players who can still be first
    contenders: tuple[str, ...]
    needs: tuple[Need, ...]
    exact: bool = True
    note: str = ""


class Format(ABC):
    """The rules of a kind of event; instances hold no state."""

    key: ClassVar[str]
    title: ClassVar[str]
    #: position in lists of formats; formats of other packages come last
    listed: ClassVar[int] = 1_000
    options: ClassVar[tuple[Option, ...]] = ()
    #: options that the form for a new event shows unfolded, in this order; empty: the needed options
    asks: ClassVar[tuple[str, ...]] = ()
    #: kinds of events that are often wanted
    presets: ClassVar[tuple[Preset, ...]] = ()
    #: fields of one result, as a labelled table: for forms and flags
    result: ClassVar[tuple[Option, ...]] = ()
    #: options of a draw, passed as keyword arguments of `draw`
    draws: ClassVar[tuple[Option, ...]] = ()
    least: ClassVar[int] = 2
    most: ClassVar[int | None] = None
    #: keys of `next` that name the players who throw -> the option that stores their throws
    throws: ClassVar[Mapping[str, str]] = {}
    #: the one of these options that breaks ties, if any: results before its throws cannot be undone
    breaks_ties: ClassVar[str] = ""
    #: the field of a result for a late arrival, if one more entry would change the draw
    arrival: ClassVar[str] = ""
    #: of `arrival` and `departure`: those whose results say, as `kept`, the last round that they do not
    #: change. Arrivals in older journals do not say it: these players are in the draw from its beginning.
    keeps: ClassVar[tuple[str, ...]] = ()
    #: the field of an arrival that names the player whose bye it takes, if `room` can have byes
    bye: ClassVar[str] = ""
    #: the field of a result for players who have left, if their matches become walkovers
    departure: ClassVar[str] = ""
    #: the choices for their open matches, if the director decides: the key goes into the field
    #: `ruling` of the same result, the words are for people
    departures: ClassVar[Mapping[str, str]] = {}
    #: further result fields that a director decides, besides `arrival` and `departure`
    decided: ClassVar[tuple[str, ...]] = ()
    #: the fields of a result that was not played to its end: a forfeit, a timeout
    unplayed: ClassVar[tuple[str, ...]] = ()
    #: whether players invite each other: a pairing of `next` names the inviting player first
    invites: ClassVar[bool] = False
    #: the word for an entry of this format, if it is not one person
    entrant: ClassVar[str] = "player"
    #: what a board is set up for, and what its result means
    board: ClassVar[EventBoard] = EventBoard()
    #: computes the value of an event in the rankings; None = it counts in no ranking
    ranking: ClassVar[Ranking | None] = None
    #: key and name of the standings figure whose growth is drawn, if the format has no picture of its own
    growth: ClassVar[tuple[str, str] | None] = None
    #: whether `rated` yields results for ratings
    is_rated: ClassVar[bool] = False

    @property
    def fresh(self) -> dict[str, Any]:
        """The options that a new event gets if none are given and they differ from the defaults."""
        return {option.key: option.fresh for option in self.options if option.fresh is not None}

    @property
    def decisions(self) -> frozenset[str]:
        """The result fields that only a director enters: late arrivals, departures and rulings on them."""
        return frozenset((*self.decided, self.arrival, self.departure)) - {""}

    def round_of(self, pairing: Mapping[str, Any]) -> tuple[str, tuple[str, ...]] | None:
        """Return the option for the throws of a round of die-roll, and its players; None for a game."""
        asked = [(kept, tuple(pairing[key])) for key, kept in self.throws.items() if key in pairing]
        return asked[0] if asked else None

    def begun(self, event: Event) -> Mapping[str, Any]:
        """Return options to set before the first throw; they keep a round that began without throws."""
        return {}

    def round_name(self, pairing: Mapping[str, Any]) -> str:
        """Return the name of a pairing's round in a timetable, "" if there are no rounds."""
        return next((str(pairing[key]) for key in _ROUND if key in pairing), "")

    def round_names(self, event: Event) -> tuple[str, ...]:
        """Return the known rounds of an event, in order: the rounds of the matches to be played."""
        names = (self.round_name(pairing) for pairing in self.answer(event).next)
        return tuple(dict.fromkeys(name for name in names if name))

    def kept(self, event: Event, seated: Iterable[Mapping[str, Any]]) -> int:
        """Return the last round that is being played, or comes next and may be on paper; 0 = none.

        `seated` are pairings that were set up at tables. Late arrivals change no round up to this one.
        """
        return 0

    def room(self, event: Event) -> Room | None:
        """Return the places for late arrivals; None = an arrival needs no place."""
        return None

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
        """Return the standings after the event's results; refuse an impossible result."""

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result with the facts that the format fills in; DocumentError: several matches fit."""
        self.check_presence(given.result)
        fields = [one.key for one in self.result]
        return completion.completed(
            fields, given, lambda: self.answer(event).next, in_order=self.board.one_board
        )

    def check_presence(self, result: Mapping[str, Any]) -> None:
        """Refuse a departure or a given bye that is entered as a result: it settles or moves open matches."""
        if self.departure and self.departure in result:
            raise Cursor(result).at(self.departure).refuse("withdraw the player instead")
        if self.bye and self.bye in result:
            raise Cursor(result).at(self.bye).refuse("enter the late arrival as a player instead")

    def people(
        self, players: Sequence[str], options: Mapping[str, Any], results: Iterable[Mapping[str, Any]]
    ) -> tuple[str, ...]:
        """Return every person's name in an event: its players and late arrivals.

        Options and results come from a journal and may be wrong.
        """
        late = (result.get(self.arrival) for result in results)
        return tuple(dict.fromkeys((*players, *(name for name in late if isinstance(name, str) and name))))

    def futures(self, event: Event) -> Futures | None:
        """Return the settled results and the open stakes; None if the format has no fixed schedule."""
        return None

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the results that count in ratings, in the order they were entered.

        Unfinished and friendly matches and matches of unknown length are not rated.
        """
        return ()

    def stages(self, options: Mapping[str, Any]) -> Mapping[str, str]:
        """Return the stages that can have prizes of their own besides the Main: key and title; {} = none."""
        return {}

    def stage_places(self, event: Event) -> Mapping[str, StagePlaces]:
        """Return the known places of these stages and of the Main (`prizes.plan.MAIN`)."""
        return {}

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return the outcome of a seeded draw: options, or `players` in a new order; {} = no draw."""
        return {}

    def brackets(self, event: Event) -> tuple[PaperBracket, ...]:
        """Return the brackets of an event for paper; () if it has none."""
        return ()

    def given(self, event: Event) -> Iterable[tuple[int, Mapping[str, Any]]]:
        """Yield the round and the players of each match that no result names: (2, {"players": ["Ann"], ...}).

        The winner won because the other player has left. A player alone has a bye, or without a winner is not
        in that round.
        """
        return ()

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return the crosstables of an event for paper; () if it has none."""
        return ()

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the event below a title of 24 units; return False if there is nothing to draw.

        By default draw the growth of one figure, from result to result.
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
