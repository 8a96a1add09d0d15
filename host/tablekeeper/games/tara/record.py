"""A match of TARA as a text for people: a few lines of rules, then the turns game by game.

    players: Ann, Bob
    level: 2
    game 1
    D4 C4 E6 ... battle E5 xA2 pass

Only the turns are required: the default is game 1 of two players at Level 1. `#` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tablekeeper.errors import UserError
from tablekeeper.games.tara.game import positions
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.turn import Turn, read_turns
from tablekeeper.text import alternatives, quoted_name
from tablekeeper.text import read_names as listed_names
from tablekeeper.textchecks import LONGEST_NAME

_HEADING = re.compile(r"(players|level|opening|op0_builds)\s*:\s*(.*)")
_GAME = re.compile(r"game\s+(\d+)", re.IGNORECASE)
#: turns on each line of a printed record
_ROW = 10


@dataclass(frozen=True, slots=True)
class TaraRecord:
    """A match: its rules, the players in turn order, and the turns of each game."""

    rules: TaraRules
    players: tuple[str, ...]
    games: tuple[tuple[Turn, ...], ...]

    def course(self, game: int) -> Iterator[Position]:
        """Yield the positions of a game (from 0); `UserError` names an illegal turn and the reason."""
        number = -1
        try:
            for number, position in enumerate(positions(self.rules, self.games[game], game)):  # noqa: B007
                yield position
        except UserError as error:
            raise UserError(
                "game %(game)s, turn %(number)s, %(error)s",
                game=game + 1, number=number + 1, error=error,
            ) from None

    def __str__(self) -> str:
        rules = self.rules
        lines = [f"players: {', '.join(map(quoted_name, self.players))}", f"level: {rules.level}"]
        if rules.opening != FREE:
            lines.append(f"opening: {rules.opening}")
        if rules.op0_builds:
            lines.append("op0_builds: yes")
        for number, turns in enumerate(self.games, 1):
            lines.append(f"game {number}")
            for first in range(0, len(turns), _ROW):
                lines.append(" ".join(str(turn) for turn in turns[first : first + _ROW]))
        return "\n".join(lines) + "\n"


def read_record(text: str) -> TaraRecord:
    """Parse a record; `UserError` names the first wrong line. Legality of turns is not checked here."""
    headings: dict[str, str] = {}
    games: list[list[Turn]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        try:
            _line(line, headings, games)
        except UserError as error:
            raise UserError("line %(number)s: %(error)s", number=number, error=error) from None
    players = _players(headings.get("players"))
    rules = TaraRules(
        len(players), int(headings.get("level", "1")), headings.get("opening", FREE),
        headings.get("op0_builds") == "yes",
    )  # fmt: skip
    if len(games) > rules.seats:
        raise UserError(
            "a match of %(seats)s players has %(seats)s games, not %(count)s",
            seats=rules.seats, count=len(games),
        )
    return TaraRecord(rules, players, tuple(tuple(turns) for turns in games) or ((),))


def _line(line: str, headings: dict[str, str], games: list[list[Turn]]) -> None:
    heading = _HEADING.fullmatch(line)
    if heading:
        key, value = heading.groups()
        if key in headings:
            raise UserError('"%(key)s" is given twice', key=key)
        if games:
            raise UserError('write "%(key)s" before the first game', key=key)
        _may_be(key, value)
        headings[key] = value
        return
    game = _GAME.fullmatch(line)
    if game:
        if int(game[1]) != len(games) + 1:
            raise UserError(
                "game %(count)s comes next, not game %(game)s",
                count=len(games) + 1, game=game[1],
            )
        games.append([])
        return
    if not games:
        games.append([])
    games[-1] += read_turns(line)


def _may_be(key: str, value: str) -> None:
    choices = {"level": ("1", "2"), "opening": (FREE, LINKED), "op0_builds": ("yes", "no")}.get(key)
    if choices and value not in choices:
        raise UserError(
            "%(key)s must be %(choices)s, not %(value)s",
            key=key, choices=alternatives(choices), value=f"{value!r}",
        )
    if key == "players":
        _players(value)


def _players(text: str | None) -> tuple[str, ...]:
    return ("Red", "Blue") if text is None else read_names(text)


def read_names(text: str) -> tuple[str, ...]:
    """Parse players' names, separated by commas; `UserError` for wrong names."""
    names = tuple(listed_names(text))
    if len(names) not in (2, 4) or not all(names) or len(set(names)) < len(names):
        raise UserError(
            "players are 2 or 4 different names with commas between them; a name with a comma is written in "
            "quotation marks"
        )
    for name in names:
        check_name(name)
    return names


def check_name(name: str) -> None:
    """Raise `UserError` for a text that is not a name, or that a record cannot contain."""
    if len(name) > LONGEST_NAME or not name.isprintable() or "#" in name:
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST_NAME])
        raise UserError(
            '"%(shown)s" cannot be written into the notation: a name has at most %(longest_name)s letters, '
            "and no #",
            shown=shown, longest_name=LONGEST_NAME,
        )
