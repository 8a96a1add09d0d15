"""The reader of `.mat` transcripts.

It collects problems with their line numbers, does not stop at the first one, and never invents a move. The
file becomes a `Transcript`, right or wrong, and `check.examine` checks it. Only a file without any match is
refused.
"""

from __future__ import annotations

import re
from statistics import median_low

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon import matlines
from tablekeeper.games.backgammon.matgame import GameDraft, ProblemList
from tablekeeper.games.backgammon.transcript import Transcript, TranscriptGame, decoded
from tablekeeper.languages import _

_LONGEST = 8_000_000
"""Bytes; real transcripts are under 100 kB, so a larger file is something else.
"""

_LONGEST_LINE = 1000
"""Characters; two columns of a transcript take about 100."""

_UNREADABLE_SHARE = 0.02
"""Largest share of control characters in a text file."""


def read_mat(data: bytes, name: str) -> tuple[Transcript, ...]:
    """Return every match in `data`, in order, each with its own problems; `name` is used in messages.

    Raises UserError for binary data, a text without any game, and an impossible length.
    """
    lines, odd = _lines(data, name)
    matches: list[_MatchDraft] = []
    pending: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        try:
            length = matlines.match_length(line)
        except ValueError as error:
            raise UserError(
                "%(name)s cannot be read: line %(number)s, %(error)s.",
                name=name,
                number=number,
                error=error,
            ) from error
        found = matlines.header(line)
        current = matches[-1] if matches else None
        waiting = current is not None and current.expects_score
        if length is not None and current is not None and not current.games:
            current.lengthen(length, pending, number)
            pending = {}
        elif length is not None and not waiting:
            matches.append(_MatchDraft(name, len(matches) + 1, length, pending, number))
            pending = {}
        elif found is not None:
            if found[0] in pending and found[0] in ("Player 1", "Match ID"):
                pending = {}
            pending[found[0]] = found[1]
        elif (game := matlines.game_number(line)) is not None and not waiting:
            if current is None or (pending and current.games and game <= current.games[-1].number):
                current = _MatchDraft(
                    name, len(matches) + 1, current.length if current else None, pending, number
                )
                matches.append(current)
                pending = {}
            current.open_game(game, number)
        elif current is not None:
            current.line(number, line)
    if not any(match.games for match in matches):
        raise UserError(
            "%(name)s holds no backgammon match: give a .mat transcript with at least one game.",
            name=name,
        )
    if not matches[-1].games:
        empty = matches.pop()
        matches[-1].problems.add(
            empty.line_number, _("no game follows the match to %(length)s points", length=empty.length)
        )
    if odd:
        matches[0].problems.add(0, odd)
    return tuple(match.finish() for match in matches)


class _MatchDraft:
    """A match during reading."""

    def __init__(self, file: str, match: int, length: int | None, headers: dict[str, str], line: int) -> None:
        self.file = file
        self.match = match
        self.line_number = line
        self.length = length
        self.headers = headers
        self.games: list[GameDraft] = []
        self.problems = ProblemList()
        self.players: tuple[str, str] | None = None
        if length is None:
            self.problems.add(line, _("no line says how long the match is; taken as money play"))

    def lengthen(self, length: int, headers: dict[str, str], line: int) -> None:
        """Read a second line with a length before the first game; it replaces the first length."""
        self.problems.add(line, _("the length of the match is given again, now %(length)s", length=length))
        self.length = length
        self.headers = {**self.headers, **headers}

    @property
    def expects_score(self) -> bool:
        """Return whether the next line should be the line with names and score."""
        return bool(self.games) and self.games[-1].expects_score

    def names(self) -> tuple[str, ...]:
        """Return the names known so far, to split a line that contains two of them."""
        known = (self.headers.get("Player 1", ""), self.headers.get("Player 2", ""), *(self.players or ()))
        return tuple(matlines.one_spaced(name) for name in known if name.strip())

    def open_game(self, number: int, line: int) -> None:
        """Start a game."""
        if self.games and number != self.games[-1].number + 1:
            self.problems.add(
                line,
                _("game %(number)s follows game %(number2)s", number=number, number2=self.games[-1].number),
            )
        elif not self.games and number != 1:
            self.problems.add(line, _("the first game is numbered %(number)s", number=number))
        self.games.append(GameDraft(number, line, self.problems))

    def line(self, number: int, line: str) -> None:
        """Read a line that starts neither a match nor a game."""
        if not line.strip():
            return
        if len(line) > _LONGEST_LINE:
            self.problems.add(number, _("the line has %(line)s characters and was not read", line=len(line)))
            return
        game = self.games[-1] if self.games else None
        if game is not None and game.expects_score:
            score = matlines.score_line(line, self.names())
            if score is not None and not matlines.is_numbered(line):
                self._score(game, number, score)
                return
            if not matlines.is_comment(line):
                game.expects_score = False
                self.problems.add(number, _("the game has no line with names and score"), game.number)
        if game is not None and matlines.is_position(line):
            game.set_position(number)
        if matlines.is_comment(line):
            return
        if game is None:
            self.problems.add(number, _("not understood: %(text)s", text=repr(line.strip()[:60])))
        else:
            game.take(number, line, self.players)

    def _score(self, game: GameDraft, line: int, score: tuple[tuple[str, int], tuple[str, int], int]) -> None:
        (left, left_points), (right, right_points), column = score
        game.expects_score = False
        game.right_column = column
        written = (matlines.one_spaced(left), matlines.one_spaced(right))
        if self.players is None:
            stated = set(self.names()) - set(written)
            if stated:
                self.problems.add(
                    line,
                    _(
                        "the headers name players who are not those of the game: %(left)s, %(right)s",
                        left=repr(left),
                        right=repr(right),
                    ),
                )
            self.players = (left, right)
        elif written == (known := tuple(map(matlines.one_spaced, self.players)))[::-1] and left != right:
            game.swapped = True
            self.problems.add(line, _("the columns have changed sides; the names decide"), game.number)
        elif written != known:
            self.problems.add(
                line,
                _("the players are now %(left)s and %(right)s", left=repr(left), right=repr(right)),
                game.number,
            )
        game.score = (right_points, left_points) if game.swapped else (left_points, right_points)

    def finish(self) -> Transcript:
        """Return the complete match."""
        seconds = [column for game in self.games for column in game.second_columns()]
        usual = median_low(seconds) if seconds else None
        games: list[TranscriptGame] = []
        running = (0, 0)
        for draft in self.games:
            game = draft.finish(usual, running)
            games.append(game)
            running = game.score_before
            if game.result is not None:
                won = game.result.points
                running = (
                    (running[0] + won, running[1])
                    if game.result.winner == 0
                    else (running[0], running[1] + won)
                )
        return Transcript(
            file=self.file,
            match=self.match,
            length=self.length or 0,
            players=self.players or self._header_players(),
            crawford=self._is_on("Crawford", "On"),
            start_score=games[0].score_before,
            games=tuple(games),
            headers=dict(self.headers),
            problems=tuple(self.problems.sorted()),
            jacoby=not self.length and self._is_on("Jacoby", "Off"),
        )

    def _is_on(self, rule: str, usual: str) -> bool:
        return self.headers.get(rule, usual).strip().lower() not in ("off", "no", "false", "0")

    def _header_players(self) -> tuple[str, str]:
        return (self.headers.get("Player 1", ""), self.headers.get("Player 2", ""))


def _lines(data: bytes, name: str) -> tuple[list[str], str]:
    """Return the text lines of a file, and what could not be decoded."""
    if not data.strip():
        raise UserError("%(name)s is empty: give a .mat transcript with at least one game.", name=name)
    if len(data) > _LONGEST:
        raise UserError(
            "%(name)s is far too large (%(count)s bytes) for a match transcript.",
            name=name,
            count=len(data),
        )
    text, undecoded = decoded(data)
    odd = sum(1 for char in text if (char < " " and char not in "\t\n\r\f\x1a") or char == "\ufffd")
    if odd > max(4, _UNREADABLE_SHARE * len(text)) or "\x00" in text:
        raise UserError(
            "%(name)s is not a text file, so it holds no match: give a .mat transcript.",
            name=name,
        )
    return [_printable(line) for line in re.split(r"\r\n|\r|\n", text)], undecoded


def _printable(line: str) -> str:
    """Replace no-break spaces (some sites pad with them) and remove control characters except tabs."""
    return "".join(" " if c in "\xa0\u2007\u202f\u3000" else c for c in line if c == "\t" or c >= " ")
