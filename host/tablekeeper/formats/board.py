"""How a format uses boards: the set-up for a pairing, and the meaning of a board's result in the event.

A board is set up for one game (or match, or set) of an event; each further one needs a new set-up. Most
formats use `MatchBoard` (backgammon) or `RaceBoard` unchanged. A format with other pairings or results has a
subclass in its folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.colours import NextColours
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.lineup import Lineup
from tablekeeper.games.setupplan import Rows
from tablekeeper.games.view import FinishedGame

#: ends of a game that need nobody's decision, and the one that only some formats take
SETTLED = ("played", "conceded")
STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Seating:
    """A set-up: the program's name on pages and in commands, names by seat, and the program's options."""

    program: str
    names: tuple[str, ...]
    answers: Mapping[str, str] = field(default_factory=dict)
    #: rows of the board's set-up beside those of the program
    rows: Rows = ()
    #: games of a series that have been played already
    games: int = 0
    #: of a race: who plays with which colours
    lineup: Lineup | None = None


class EventBoard:
    """The board of a format that is not played at one: results are entered by hand."""

    #: whether the director may say to how many points a match is
    asks_length: bool = False
    #: whether the games of an event follow each other at one board
    one_board: ClassVar[bool] = False
    #: whether a result is one game with the cube; later games at the board do not count
    single_game: bool = False

    #: rules of races whose games the format has
    race_rules: tuple[str, ...] = ()
    #: the field of a result that is null when the first colour of a Grand Prix game has ended game and event
    ends_early: ClassVar[str] = ""
    #: the option that holds the colours of all games, where they are not chosen game by game
    colours_option: ClassVar[str] = ""

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether a board can be set up for a pairing."""
        return False

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return what a board is set up for, or refuse it; `length` None is what the event says."""
        raise UserError("That is not played at a board: enter its result by hand.")

    def lineup(self, event: Event, pairing: Mapping[str, Any]) -> Lineup | None:
        """Return who plays a race with which colours, None where no colours are played."""
        return None

    def next_colours(self, event: Event, pairing: Mapping[str, Any]) -> NextColours | None:
        """Return the colours of a game that were chosen or are kept, None where there are none yet."""
        return None

    def match_result(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        match: int,
        winner: int,
        score: Sequence[int],
        games: Sequence[FinishedGame],
    ) -> dict[str, Any] | None:
        """Return a finished match of backgammon as a result of the event, or None if facts are missing.

        `fields` are those of the format's results, `match` its number at the table, `winner` a seat.
        """
        return None

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return a finished race as a result: ways of saying it, the fullest first; none if unknown."""
        return []


def named_players(pairing: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a pairing, none where it names none."""
    players = pairing.get("players")
    return tuple(players) if isinstance(players, list | tuple) else ()
