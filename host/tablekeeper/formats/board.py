"""How a format uses boards: the set-up for a pairing, and the meaning of a board's result in the event.

A board is set up for one game (or match, or set) of an event; the next one needs a new set-up. Most
formats use `MatchBoard` (backgammon) or `RaceBoard` unchanged. A format with other pairings or results has a
subclass in its folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option

if TYPE_CHECKING:
    from tablekeeper.formats.colours import NextColours
    from tablekeeper.games.race.facts import FinishedRace
    from tablekeeper.games.race.lineup import Lineup
    from tablekeeper.games.setupplan import Rows
    from tablekeeper.games.view import FinishedGame

#: `SETTLED`: ends of a game that need no decision; `STOPPED`: an end that only some formats accept
SETTLED = ("played", "conceded")
STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Seating:
    """A set-up: the program's name on pages and in commands, names by seat, and the program's options."""

    program: str
    names: tuple[str, ...]
    answers: Mapping[str, str] = field(default_factory=dict)
    #: rows of the board's set-up, in addition to the program's own rows
    rows: Rows = ()
    #: games of a series that have been played already
    games: int = 0
    #: of a race: the colours of each player
    lineup: Lineup | None = None


class EventBoard:
    """The board of a format that is not played at boards: results are entered by hand."""

    #: whether the director may choose the length of a match
    asks_length: bool = False
    #: whether all games of an event are played one after another at one board
    one_board: ClassVar[bool] = False
    #: whether a result is a single game with the cube; later games at the board do not count
    single_game: bool = False

    #: the race rules that the format's games use
    race_rules: tuple[str, ...] = ()
    #: the result field that is null when the first colour of a Grand Prix game has ended game and event
    ends_early: ClassVar[str] = ""
    #: the option that holds the colours of all games, if they are not chosen game by game
    colours_option: ClassVar[str] = ""

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether a board can be set up for a pairing."""
        return False

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of a board, or refuse it; with `length` None the event gives the length."""
        raise UserError("That is not played at a board: enter its result by hand.")

    def lineup(self, event: Event, pairing: Mapping[str, Any]) -> Lineup | None:
        """Return the colours of each player in a race, None if the game has no colours."""
        return None

    def next_colours(self, event: Event, pairing: Mapping[str, Any]) -> NextColours | None:
        """Return the colours that were chosen or are kept for a game, None if there are none yet."""
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

        `fields` are the format's result fields, `match` is the number at the table, `winner` a seat.
        """
        return None

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return the possible results for a finished race, the most complete first; [] if unknown."""
        return []


def named_players(pairing: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a pairing, () if it names nobody."""
    players = pairing.get("players")
    return tuple(players) if isinstance(players, list | tuple) else ()
