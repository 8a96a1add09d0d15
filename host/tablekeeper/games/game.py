"""The descriptor of a game: everything the host needs to know of it. Found by an entry point.

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

#: an answer to every option
Answers = Mapping[str, str]


def seat_name(players: Players, winner: int) -> str:
    """Return who won a game that one seat wins."""
    return players[winner] if winner < len(players) else _("seat %(winner)s", winner=winner + 1)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: what a set-up asks, how its sheet is shown, what its records say, how it ends.

    A sheet is that of the game's program, as `tablecore.sheets` makes it.
    """

    #: what pages and commands call it
    key: str
    #: number of its program, as `tablecore.sheets` has it
    program: int
    title: str

    #: the options of a set-up
    options: tuple[SetUpOption, ...]
    #: most players that have a name, and whether all of them need one
    most_seats: int
    #: (answers) -> how many players there are
    seats: Callable[[Answers], int]
    #: (answers) -> the set-up, or UserError
    plan: Callable[[Answers], Plan]

    #: (match id, sheet, players, ms of the board's sitting, its offset to hall time) -> what a table shows,
    #: None while it holds no game
    view: Callable[[int, Any, Players, int | None, int | None], MatchView | None]
    #: (the sheet before an END record, the sheet after it, the record's fields, the board's uid)
    finished: Callable[[Any, Any, End, str], FinishedGame]
    #: (table, sheet, winner) -> the order that ends the game in progress for a seat or side, or for nobody
    #: (None); UserError if there is no such order
    end_order: Callable[[str, Any, int | None], bytes]

    names_needed: bool = False
    #: (names, set-up) -> a name for each seat, "" where none is given, or UserError
    named: Callable[[Sequence[str], Plan], tuple[str, ...]] = lambda names, plan: (
        check_names(names, plan.seats)
    )
    #: what the game's own records say, and shared ones that say something else here
    sentences: Mapping[int, Sentence] = field(default_factory=dict)
    #: (players, winner) -> whose a finished game is
    winner_name: Callable[[Players, int], str] = seat_name
    #: (sheet, players) -> sentences of what the director should know
    notes: Callable[[Any, Players], Sequence[str]] = lambda sheet, players: ()
    #: whether the director can introduce a clock, award points, declare a forfeit and move the match
    directed: bool = False
    #: whether a seat throws once in a turn, so that a second throw takes the place of the first
    one_throw: bool = False
    #: (sheet, players, ms of its board) -> how the match goes on at another board; None where it cannot, or
    #: where `directed` games move by their standing
    take_over: Callable[[Any, Players, int], TakeOver] | None = None
    #: (sheet) -> the score of both sides, where a match can begin or go on at a score
    score: Callable[[Any], tuple[int, int]] = lambda sheet: (0, 0)
    #: (sheet) -> the seat that has won the match of two, None while it goes on or where none is played
    champion: Callable[[Any], int | None] = lambda sheet: None
    #: (options of the match, names) -> who sits where: seat and name
    chairs: Callable[[int, Sequence[str]], list[tuple[int, str]]] = lambda _, names: list(enumerate(names))
    #: why a match with a game in progress is not closed, and what helps
    still_going: Callable[[int], str] = lambda match: _(
        "A game of match %(match)s is in progress: confirm its result or end it first.", match=match
    )

    def read(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return an answer to every option, or refuse an option or an answer that the game does not have."""
        for name in options:
            if name not in [one.name for one in self.options]:
                raise UserError("There is no option '%(name)s' here: leave it out.", name=name[:20])
        return {one.name: one.read(options.get(one.name, "")) for one in self.options}

    def winner(self, players: Players, winner: int | None) -> str:
        """Return whose a finished game is, "nobody" where nobody won."""
        return "nobody" if winner is None else self.winner_name(players, winner)
