"""The descriptor of a game: all facts and functions that the host needs. Entry points name the descriptors.

Each game's folder has one. Pages, commands and the director use only descriptors, so they need no list of
games. The defaults here fit most games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.games.sentences import End, Players, Sentence
from tablekeeper.games.setupoption import SetUpOption
from tablekeeper.games.setupplan import Plan, check_names
from tablekeeper.games.takeover import TakeOver
from tablekeeper.games.view import FinishedGame, MatchView
from tablekeeper.languages import _

#: option -> answer
Answers = Mapping[str, str]


def seat_name(players: Players, winner: int) -> str:
    """Return the name of a game's winner, for games that one seat wins."""
    return players[winner] if winner < len(players) else _("seat %(winner)s", winner=winner + 1)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its set-up options, the view of its sheet, its records in words, and its end.

    A sheet is the sheet of the game's program, made by `tablecore.sheets`.
    """

    #: its name in addresses and commands
    key: str
    #: number of its program in `tablecore.sheets`
    program: int
    title: str

    #: the options of a set-up
    options: tuple[SetUpOption, ...]
    #: largest number of named players
    most_seats: int
    #: (answers) -> number of players
    seats: Callable[[Answers], int]
    #: (answers) -> the set-up, or UserError
    plan: Callable[[Answers], Plan]

    #: (match id, sheet, players, ms of the board's sitting, its offset to hall time) -> the view of a table,
    #: None if the table has no game
    view: Callable[[int, Any, Players, int | None, int | None], MatchView | None]
    #: (the sheet before an END record, the sheet after it, the record's fields, the board's uid) -> the game
    finished: Callable[[Any, Any, End, str], FinishedGame]
    #: (table, sheet, winner) -> the order that ends the current game; the winner is a seat or side, None is
    #: nobody; UserError if there is no such order
    end_order: Callable[[str, Any, int | None], bytes]

    names_needed: bool = False
    #: (names, set-up) -> a name for each seat, "" if none is given, or UserError
    named: Callable[[Sequence[str], Plan], tuple[str, ...]] = lambda names, plan: (
        check_names(names, plan.seats)
    )
    #: sentences for the game's own records, and for shared records with another meaning in this game
    sentences: Mapping[int, Sentence] = field(default_factory=dict)
    #: (players, winner) -> the winner's name
    winner_name: Callable[[Players, int], str] = seat_name
    #: (sheet, players) -> sentences that the director should read
    notes: Callable[[Any, Players], Sequence[str]] = lambda sheet, players: ()
    #: whether the director can introduce a clock, award points, declare a forfeit and move the match
    directed: bool = False
    #: whether a seat throws once in a turn, so that a second throw replaces the first
    one_throw: bool = False
    #: (sheet, players, ms of its board) -> data to continue the match at another board; None if impossible.
    #: `directed` games have none: they move with their score and clocks
    take_over: Callable[[Any, Players, int], TakeOver] | None = None
    #: (sheet) -> the score of both sides, if a match can start at a score
    score: Callable[[Any], tuple[int, int]] = lambda sheet: (0, 0)
    #: (sheet) -> the seat that has won a match of two; None while it runs, or without such a match
    champion: Callable[[Any], int | None] = lambda sheet: None
    #: (options of the match, names) -> each player's seat and name
    chairs: Callable[[int, Sequence[str]], list[tuple[int, str]]] = lambda _, names: list(enumerate(names))
    #: (match id) -> a sentence: the match has a game in progress and cannot be closed, and what to do
    still_going: Callable[[int], str] = lambda match: _(
        "A game of match %(match)s is in progress: confirm its result or end it first.", match=match
    )

    def read(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return an answer for every option; refuse an unknown option or answer."""
        for name in options:
            if name not in [one.name for one in self.options]:
                raise UserError(
                    "There is no option '%(name)s' here. The options are: %(known)s.",
                    name=name[:20], known=", ".join(map(str, self.options)),
                )
        return {one.name: one.read(options.get(one.name, "")) for one in self.options}

    def winner(self, players: Players, winner: int | None) -> str:
        """Return the name of a finished game's winner, "nobody" if nobody won."""
        return "nobody" if winner is None else self.winner_name(players, winner)
