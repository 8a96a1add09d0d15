"""A match of TARA in an address: nothing is stored on the server, so anybody may play.

The players, the rules and the notation of all turns are in the address, with one `game` for each started
game: `/tara?player=Ann&player=Bob&level=2&game=D4+C4+E6`. `battle=1` means that BATTLE has been called and
its turn must still be chosen; `table` names a table to follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tablekeeper.errors import UserError
from tablekeeper.games.tara.game import positions
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.record import TaraRecord, check_name
from tablekeeper.games.tara.refusal import refusal
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.score import TaraScore, score
from tablekeeper.games.tara.turn import Turn, read_turn, read_turns
from tablekeeper.languages import _
from tablekeeper.text import listing

from .errors import HttpError
from .openapi import TEXT, lists

PATH = "/tara"
#: limit for the characters of one game's turns: several times the longest game
_LONGEST_GAME = 2000
_UID = re.compile(r"[0-9a-f]{1,32}")
_YES = ("1", "yes", "on")

#: the parameters of a match's address; players and games may occur several times
QUERY = dict.fromkeys(("player", "game"), lists(TEXT)) | dict.fromkeys(
    ("seats", "level", "opening", "op0_builds", "table", "battle"), TEXT
)
#: the fields of an address or a form, in their order
Fields = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class TaraMatch:
    """A match in progress: its record, and the positions of every game from the empty board on."""

    record: TaraRecord
    courses: tuple[tuple[Position, ...], ...]
    #: BATTLE has been called, and its turn is not chosen yet
    called: bool = False
    table: str = ""

    @property
    def rules(self) -> TaraRules:
        """Return the rules of the match."""
        return self.record.rules

    @property
    def position(self) -> Position:
        """Return the position of the game in progress, or of the last one."""
        return self.courses[-1][-1]

    @property
    def before_battle(self) -> bool:
        """Return whether the seat on turn must call BATTLE first."""
        return self.position.announces() and not self.called

    @property
    def complete(self) -> bool:
        """Return whether all games are over."""
        return len(self.courses) == self.rules.seats and self.position.over

    def scores(self) -> list[TaraScore]:
        """Return the counts of the finished games."""
        return [score(course[-1]) for course in self.courses if course[-1].over]

    def points(self) -> tuple[int, int]:
        """Return both sides' points over these games."""
        games = [one.points for one in self.scores()]
        return sum(red for red, _ in games), sum(blue for _, blue in games)

    def who(self, seat: int) -> str:
        """Return a player's name with the colour."""
        name, place = self.record.players[seat], self.rules.seat_name(seat)
        return name if name == place else f"{name} ({place})"

    def team(self, side: int) -> str:
        """Return the players of a side."""
        names = self.record.players[side::2]
        return listing(names) if len(names) > 1 else names[0]

    # --- addresses ----------------------------------------------------------------------------

    def fields(self, *, called: bool | None = None, table: str | None = None) -> list[tuple[str, str]]:
        """Return the parameters of this match for an address or a form."""
        rules = self.rules
        found = [("player", name) for name in self.record.players] + [("level", str(rules.level))]
        if rules.opening != FREE:
            found.append(("opening", rules.opening))
        if rules.op0_builds:
            found.append(("op0_builds", "1"))
        found += [("game", " ".join(map(str, turns))) for turns in self.record.games]
        if self.called if called is None else called:
            found.append(("battle", "1"))
        followed = self.table if table is None else table
        return [*found, ("table", followed)] if followed else found

    def address(self, path: str = PATH, **changed: Any) -> str:
        """Return this match's address; `changed` as in `fields`."""
        return f"{path}?{urlencode(self.fields(**changed))}"

    def asking(self, text: str) -> str:
        """Return the address that tries a turn: the page plays it, or shows why it is not legal."""
        return f"{PATH}?{urlencode([*self.fields(), ('say', text)])}#board"

    def turned(self, game: int, count: int) -> str:
        """Return the address of the position after `count` turns of a game, without later turns."""
        games = (*self.record.games[:game], self.record.games[game][:count])
        return self._with(games)

    def played(self, turn: Turn) -> str:
        """Return the address after one more turn."""
        return self._with((*self.record.games[:-1], (*self.record.games[-1], turn)))

    def next_game(self) -> str:
        """Return the address of the next game's start."""
        return self._with((*self.record.games, ()))

    def _with(self, games: tuple[tuple[Turn, ...], ...]) -> str:
        record = TaraRecord(self.rules, self.record.players, games)
        return TaraMatch(record, self.courses, False, self.table).address() + "#board"

    # --- turns --------------------------------------------------------------------------------

    def turns(self) -> tuple[Turn, ...]:
        """Return the turns that are legal now; empty while BATTLE must be called."""
        return () if self.before_battle else self.position.turns()

    def said(self, text: str) -> Turn | str:
        """Return the turn in a text, or the reason why it may not be played now."""
        try:
            turn = read_turn(text)
        except UserError as error:
            return f"{error}."
        if self.called and not turn.announces:
            turn = Turn(turn.kind, turn.hill, True)
        if self.position.over:
            return _(
                "Game %(courses)s is over: begin the next one, or take a turn back.",
                courses=len(self.courses),
            )
        why = refusal(self.position, turn)
        return turn if why is None else f"{turn}: {why}."

    # --- files --------------------------------------------------------------------------------

    def document(self, *, whole_games: bool = False) -> dict[str, Any]:
        """Return the match as an event file of Tara match play (docs/event-files.md)."""
        rules = self.rules
        games = [
            {"moves": [str(turn) for turn in turns]}
            for turns, course in zip(self.record.games, self.courses, strict=True)
            if turns and (course[-1].over or not whole_games)
        ]
        return {
            "format": "tara",
            "options": {"level": rules.level, "opening": rules.opening, "op0_builds": rules.op0_builds},
            "players": list(self.record.players),
            "results": games,
        }


def read_match(sent: Iterable[tuple[str, str]]) -> TaraMatch:
    """Return the match in an address or a form; refuse an invalid one in one sentence."""
    fields = list(sent)
    last = dict(fields)
    rules, players = _agreed(fields, last)
    texts = [value for key, value in fields if key == "game"] or [""]
    if len(texts) > rules.seats:
        raise HttpError(400, _(
            "A match of %(seats)s players has %(seats)s games, not %(texts)s.",
            seats=rules.seats, texts=len(texts),
        ))
    games: list[tuple[Turn, ...]] = []
    courses: list[tuple[Position, ...]] = []
    for number, text in enumerate(texts):
        if len(text) > _LONGEST_GAME:
            raise HttpError(400, _(
                "Game %(number)s is longer than any game can be: check its turns.",
                number=number + 1,
            ))
        if number and not courses[-1][-1].over:
            raise HttpError(400, _(
                "Game %(number)s is not over: finish it before game %(number2)s.",
                number=number, number2=number + 1,
            ))
        try:
            turns = tuple(read_turns(text))
            course = tuple(positions(rules, turns, number))
        except UserError as error:
            raise HttpError(400, _(
                "Game %(number)s, %(error)s: take that turn out of the address.",
                number=number + 1, error=error,
            )) from None
        games.append(turns)
        courses.append(course)
    called = last.get("battle") in _YES and courses[-1][-1].announces()
    table = last.get("table", "")
    followed = table if _UID.fullmatch(table) else ""
    return TaraMatch(TaraRecord(rules, players, tuple(games)), tuple(courses), called, followed)


def _agreed(fields: Fields, last: Mapping[str, str]) -> tuple[TaraRules, tuple[str, ...]]:
    """Return the rules and the players in turn order; a player without a name gets the name of the seat."""
    given = [" ".join(value.split()) for key, value in fields if key == "player"]
    named = [name for name in given if name]
    seats = last.get("seats", str(len(named)))
    if seats not in ("2", "4"):
        raise HttpError(400, _(
            "TARA is for 2 or 4 players, not %(named)s: name two or four.",
            named=len(named),
        ))
    level, opening = last.get("level", "1"), last.get("opening", FREE)
    if level not in ("1", "2") or opening not in (FREE, LINKED):
        raise HttpError(400, _(
            "Levels are 1 and 2, openings %(free)s and %(linked)s: choose from these.",
            free=FREE, linked=LINKED,
        ))
    rules = TaraRules(int(seats), int(level), opening, last.get("op0_builds") in _YES)
    if any(given[rules.seats :]):
        raise HttpError(400, _(
            "%(named)s players are named for a game of two: choose four players.",
            named=len(named),
        ))
    given += [""] * (rules.seats - len(given))
    players = tuple(name or rules.seat_name(seat) for seat, name in enumerate(given[: rules.seats]))
    for name in players:
        try:
            check_name(name)
        except UserError as error:
            raise HttpError(400, "%(error)s.", error=error) from None
    if len(set(players)) < len(players):
        raise HttpError(400, _("Two players have the same name: give each a name of their own."))
    return rules, players
