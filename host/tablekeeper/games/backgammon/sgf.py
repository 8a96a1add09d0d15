"""The reader of GNU Backgammon's `.sgf` files: one game tree for each game of a match.

White (`W`) is the left column of a `.mat` export, Black (`B`) the right one. Points are the letters a to x,
counted from White's ace point for White and backwards for Black; y is the bar, z is off. Analysis, comments
and variations are skipped. Source: the output of GNU Backgammon 1.07, and the SGF grammar (FF4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import Seat
from tablekeeper.games.backgammon.matgame import ProblemList
from tablekeeper.games.backgammon.matlines import points
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.plays import Play
from tablekeeper.games.backgammon.transcript import (
    Action,
    Transcript,
    TranscriptGame,
    TranscriptResult,
    TranscriptTurn,
    decoded,
)

_TOKEN = re.compile(
    r"(?P<mark>[();])|(?P<key>[A-Za-z]+)|\[(?P<value>(?:[^\]\\]++|\\.)*+)(?P<closed>\]?)", re.DOTALL
)
_INFO = re.compile(r"(?P<key>[a-z]+):(?P<value>\d+)\Z", re.ASCII)
_ROLL = re.compile(r"(?P<dice>[1-6]{2})(?P<moves>(?:[a-z]{2}){0,4})\Z", re.ASCII)
_RESULT = re.compile(r"(?P<winner>[WB])\+(?P<points>\d{1,6})R?\Z", re.ASCII)
_CUBE: dict[str, Action] = {"double": "double", "take": "take", "drop": "drop"}
_SEATS: dict[str, Seat] = {"W": 0, "B": 1}
#: the character set, in its own bytes
_CHARSET = re.compile(rb"CA\s*\[([A-Za-z0-9._:-]{1,40})\]")
_BY_HAND = ("AB", "AW", "AE", "CV", "CP")
"""Properties that edit checkers or cube."""


def read_sgf(data: bytes, name: str) -> tuple[Transcript, ...]:
    """Return every match in `data`, each with its problems.

    A game whose number is not higher than the previous one starts a new match. Raises UserError for a file
    without a game of backgammon, and for an impossible length.
    """
    matches: list[list[_Game]] = []
    stated = _CHARSET.search(data)
    # without CA a file is in Latin-1: the SGF grammar, "Character sets"
    text, odd = decoded(data, stated[1].decode("ascii") if stated else "", "latin-1")
    try:
        found = list(_games(text.removeprefix("\ufeff")))
    except ValueError as error:
        raise UserError("%(name)s cannot be read: %(error)s.", name=name, error=error) from error
    for game in found:
        if game.kind != "6":
            continue
        if not matches or game.info.get("game", 0) <= matches[-1][-1].info.get("game", 0):
            matches.append([])
        matches[-1].append(game)
        if odd:
            game.note(0, odd)
            odd = ""
    if not matches:
        raise UserError("%(name)s holds no backgammon match: give an .sgf file of GNU Backgammon.", name=name)
    return tuple(_match(name, number, games) for number, games in enumerate(matches, start=1))


def _match(name: str, number: int, games: list[_Game]) -> Transcript:
    first = games[0]
    read = tuple(game.finish() for game in games)
    problems = [problem for game in games for problem in game.problems.sorted()]
    return Transcript(
        file=name,
        match=number,
        length=first.info.get("length", 0),
        players=(first.names.get("PW", "").strip(), first.names.get("PB", "").strip()),
        crawford="Crawford" in first.rules,
        start_score=read[0].score_before,
        games=read,
        problems=tuple(problems),
        jacoby="Jacoby" in first.rules and not first.info.get("length", 0),
    )


def _games(text: str) -> Iterator[_Game]:
    """Yield the games: the main line of each tree, up to the first closing bracket."""
    game: _Game | None = None
    depth, key, end, line, counted = 0, "", 0, 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if game is not None and text[end : token.start()].strip():
            game.note(line, f"not understood: {text[end : token.start()].strip()[:60]!r}")
        end = token.end()
        if token["mark"] == "(":
            depth += 1
            if depth == 1:
                game = _Game(line)
        elif token["mark"] == ")":
            depth = max(0, depth - 1)
            if game is not None:
                yield game
            game = None
        elif token["key"]:
            key = token["key"]
        elif token["value"] is not None and game is not None:
            if not token["closed"]:
                game.note(line, "the file ends in the middle of a value")
            game.take(line, key, re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL))
    if game is not None:
        game.note(line, "the file ends before the game does")
        yield game


class _Game:
    """A game during reading."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.kind = ""
        self.info: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.rules: list[str] = []
        self.problems = ProblemList()
        self._turns: list[TranscriptTurn] = []
        self._rolls = 0
        self._result: TranscriptResult | None = None

    def note(self, line: int, text: str) -> None:
        self.problems.add(line, text, self.number)

    @property
    def number(self) -> int:
        """The game's number in its match, from 1; the file counts from 0."""
        return self.info.get("game", 0) + 1

    def take(self, line: int, key: str, value: str) -> None:
        """Read one value of a property."""
        if key in _SEATS:
            self._turn(line, _SEATS[key], value)
        elif key == "GM":
            self.kind = value.strip()
        elif key == "MI":
            found = _INFO.match(value.strip())
            if found is not None:
                self.info[found["key"]] = points(found["value"])
        elif key in ("PW", "PB"):
            self.names[key] = value
        elif key == "RU":
            self.rules = value.split(":")
            for rule in self.rules:
                if rule not in ("", "Crawford", "CrawfordGame", "Jacoby"):
                    self.note(line, f"the game is played by another rule: {rule[:60]!r}")
        elif key == "RE":
            found = _RESULT.match(value.strip())
            if found is not None and int(found["points"]):
                self._result = TranscriptResult(_SEATS[found["winner"]], int(found["points"]), line)
        elif key in _BY_HAND:
            self.note(line, f"a position or cube set by hand ({key}) is not followed")
            if not self._turns or self._turns[-1].action != "position":
                self._turns.append(TranscriptTurn(0, self._rolls + 1, line, "position"))

    def _turn(self, line: int, seat: Seat, value: str) -> None:
        value = value.strip()
        if value in _CUBE:
            turn = TranscriptTurn(seat, self._rolls + 1, line, _CUBE[value], text=value)
        else:
            found = _ROLL.match(value)
            self._rolls += 1
            play = _play(found["moves"], seat) if found is not None else None
            if found is None or play is None:
                self.problems.add(line, f"not understood: {value[:60]!r}", self.number, self._rolls)
            dice = (int(value[0]), int(value[1])) if found is not None else None
            shown = value[:60] if play is None else f"{value[:2]}: {print_play(play)}".rstrip()
            turn = TranscriptTurn(seat, self._rolls, line, "roll", dice, play, shown)
        self._turns.append(turn)

    def finish(self) -> TranscriptGame:
        """Return the complete game."""
        if self._result is None:
            self.note(self.line, "the file does not say how the game ended")
        score = (self.info.get("ws", 0), self.info.get("bs", 0))
        return TranscriptGame(self.number, score, tuple(self._turns), self._result, self.line)


def _play(moves: str, seat: Seat) -> Play | None:
    """Return the moves of a roll, None if a pair of letters is not a move."""
    play = []
    for origin, target in zip(moves[::2], moves[1::2], strict=True):
        if origin == "z" or target == "y":
            return None
        leaves = 25 if origin == "y" else _point(origin, seat)
        reaches = 0 if target == "z" else _point(target, seat)
        if not reaches < leaves:
            return None
        play.append((leaves, reaches, False))
    return tuple(play)


def _point(letter: str, seat: Seat) -> int:
    return ord(letter) - ord("a") + 1 if seat == 0 else ord("x") - ord(letter) + 1
