"""Reads one game of a `.mat` file, line by line.

Cells are kept with their columns until the game is complete, because only then is the start of the right
column known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from statistics import median_low

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon import matlines
from tablekeeper.games.backgammon.board import Seat, other
from tablekeeper.games.backgammon.matlines import MatCell
from tablekeeper.games.backgammon.notation import read_play
from tablekeeper.games.backgammon.plays import Play
from tablekeeper.games.backgammon.transcript import Problem, TranscriptGame, TranscriptResult, TranscriptTurn
from tablekeeper.languages import _

_DANCE = re.compile(
    r"\(?\s*(?:cannot\s+move|can'?t\s+move|cant\s+move|no\s+(?:legal\s+)?(?:moves?|plays?)|dances?|fans?|-+)\s*\)?\s*\Z",
    re.IGNORECASE,
)
_UNREADABLE = re.compile(r"\?+\Z")
_MARKED_ILLEGAL = re.compile(r"illegal\s+(?:play|move)\b", re.IGNORECASE)
#: exporters write this for a die with which nothing could be moved
_EMPTY_DIE = re.compile(r"(?<!\S)0/0(?!\S)")
_LEFT_EDGE = 5
"""The column of left cells in most files: `  1) 51: ...`."""
_USUAL_RIGHT = 33


class ProblemList:
    """Collects the problems of one match."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, line: int, text: str, game: int | None = None, ply: int | None = None) -> None:
        """Add a problem."""
        self._found.append(Problem(line, text, game, ply))

    def sorted(self) -> list[Problem]:
        """Return the problems in the order of their lines."""
        return sorted(self._found, key=lambda problem: problem.line)


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of one line."""

    line: int
    cells: tuple[MatCell, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class _Ending:
    """A line with the result of the game; `by_win` is true for `Wins`, false for `Losses`."""

    line: int
    winner: Seat
    points: int | None
    by_win: bool


class GameDraft:
    """A game during reading."""

    def __init__(self, number: int, line: int, problems: ProblemList) -> None:
        self.number = number
        self.line = line
        self.problems = problems
        self.expects_score = True
        self.score: tuple[int, int] | None = None
        self.swapped = False
        self.right_column: int | None = None
        self._rows: list[_Row] = []
        self._blank_start = False
        self._named_results: list[tuple[int, Seat, int]] = []

    def set_position(self, line: int) -> None:
        """Note that the file sets a position by hand."""
        self.problems.add(line, _("a position set by hand is not followed"), self.number)
        self._rows.append(_Row(line, (), False))

    def second_columns(self) -> list[int]:
        """Return the columns of second cells, in numbered lines with two cells."""
        return [row.cells[1].column for row in self._rows if len(row.cells) == 2 and row.numbered]

    def take(self, line: int, text: str, players: tuple[str, str] | None) -> None:
        """Read a line of the game."""
        if self._named_result(line, text, players):
            return
        found, before = matlines.cells(text)
        numbered = matlines.is_numbered(text)
        if found and (numbered or not before):
            if before:
                self.problems.add(
                    line, _("not understood: %(text)s", text=repr(before[:60])), self.number
                )
            if len(found) > 2:
                self.problems.add(
                    line,
                    _("more than two entries: %(written)s", written=repr(found[2].written[:60])),
                    self.number,
                )
            self._rows.append(_Row(line, tuple(found[:2]), numbered))
        else:
            if before or not numbered:
                self.problems.add(
                    line, _("not understood: %(text)s", text=repr(text.strip()[:60])), self.number
                )
            if numbered and self._rows:
                self._rows.append(_Row(line, (), True))
            elif numbered:
                self._blank_start = True

    def finish(self, usual_right: int | None, running: tuple[int, int]) -> TranscriptGame:
        """Return the complete game.

        `usual_right` is the match's right column, `running` the score for a game without a score line.
        """
        own = self.second_columns()
        right = median_low(own) if own else usual_right or self.right_column or _USUAL_RIGHT
        middle = (_LEFT_EDGE + right) / 2
        tabs = self._right_tabs()
        aligned = tabs is not None or self._is_aligned()
        gaps = aligned and self._has_two_columns()
        blank: list[TranscriptTurn] = []
        turns: list[TranscriptTurn] = []
        results = [_Ending(line, winner, points, True) for line, winner, points in self._named_results]
        rolls = 0
        for index, row in enumerate(self._rows):
            if not row.cells and not row.numbered:
                turns.append(TranscriptTurn(0, rolls + 1, row.line, "position"))
            left = TranscriptTurn(1 if self.swapped else 0, rolls + 1, row.line, "gap")
            if gaps and row.numbered and not row.cells:
                blank += [left, replace(left, seat=other(left.seat))]
            for place, cell in enumerate(row.cells):
                if len(row.cells) == 2:
                    seat: Seat = 0 if (place == 0) != self.swapped else 1
                elif tabs is not None:
                    seat = 0 if (cell.tabs < tabs) != self.swapped else 1
                elif aligned:
                    seat = 0 if (cell.column < middle) != self.swapped else 1
                else:
                    seat = self._in_turn(index, cell, turns)
                if cell.kind in ("win", "loss"):
                    won = cell.kind == "win"
                    results.append(_Ending(row.line, seat if won else other(seat), cell.number, won))
                elif results:
                    self.problems.add(
                        row.line,
                        _("after the result: %(written)s", written=repr(cell.written[:60])),
                        self.number,
                    )
                else:
                    lone = gaps and row.numbered and len(row.cells) == 1
                    if lone and seat != left.seat:
                        blank.append(left)
                    # before the first entry the other player had nothing to enter, after the last nobody
                    turns += blank if turns else []
                    rolls += cell.kind == "roll"
                    turns.append(self._turn(row.line, seat, cell, rolls + (cell.kind != "roll")))
                    blank = [replace(left, seat=other(seat))] if lone and seat == left.seat else []
        score = self.score if self.score is not None else running
        result = self._result(results)
        return TranscriptGame(self.number, score, tuple(turns), result, self.line, self._blank_start)

    def _has_two_columns(self) -> bool:
        """Return whether most numbered lines have two cells, so that a single one stands beside a gap."""
        numbered = [row for row in self._rows if row.numbered]
        return 2 * sum(len(row.cells) == 2 for row in numbered) > len(numbered)

    def _right_tabs(self) -> int | None:
        """Return the number of tabs before right cells if only tabs separate the columns, else None."""
        pairs = [row.cells for row in self._rows if len(row.cells) == 2 and row.numbered]
        counts = {(left.tabs, right.tabs) for left, right in pairs}
        if len(counts) != 1:
            return None
        [(left_tabs, right_tabs)] = counts
        return right_tabs if right_tabs == left_tabs + 1 else None

    def _is_aligned(self) -> bool:
        """Return whether columns are aligned: most right cells do not directly follow the left ones."""
        pairs = [row.cells for row in self._rows if len(row.cells) == 2]
        close = [pair for pair in pairs if pair[1].column - pair[0].column - len(pair[0].written) <= 1]
        if len(pairs) < 2 or 2 * len(close) <= len(pairs) or len({right.column for _, right in pairs}) < 2:
            return True
        self.problems.add(
            self.line, _("the columns are not aligned; single entries are read in turn"), self.number
        )
        return False

    def _in_turn(self, index: int, cell: MatCell, turns: list[TranscriptTurn]) -> Seat:
        """Return the player of a single entry whose column does not show the player."""
        if not turns or turns[-1].action == "position":
            following = self._rows[index + 1 : index + 2]
            lone = bool(following) and len(following[0].cells) == 2
            return 1 if lone != self.swapped else 0
        last = turns[-1]
        if cell.kind in ("win", "loss"):
            winner = last.seat if last.action == "roll" else other(last.seat)
            return winner if cell.kind == "win" else other(winner)
        return other(last.seat)

    def _turn(self, line: int, seat: Seat, cell: MatCell, ply: int) -> TranscriptTurn:
        if cell.kind == "roll":
            dice = matlines.as_dice(cell.dice)
            if cell.dice == (0, 0):
                self.problems.add(line, _("the roll is not recorded"), self.number, ply)
                return TranscriptTurn(seat, ply, line, "roll", text=cell.written)
            if dice is None:
                self.problems.add(
                    line, _("no dice show %(dice)s", dice=cell.written.split(":")[0]), self.number, ply
                )
            play = self._play(line, cell.text, ply)
            dances = play == () and bool(cell.text)
            hidden = _UNREADABLE.match(cell.text) is not None
            return TranscriptTurn(
                seat, ply, line, "roll", dice, play, cell.written, dances=dances, hidden=hidden
            )
        if cell.kind == "double":
            return TranscriptTurn(seat, ply, line, "double", text=cell.written, cube=cell.number)
        if cell.kind in ("beaver", "take", "drop"):
            return TranscriptTurn(seat, ply, line, cell.kind, text=cell.written, cube=cell.number)
        if cell.kind == "resigned":
            # `Resigned Game` stands in the winner's column
            return TranscriptTurn(other(seat), ply, line, "resign", text=cell.written)
        return TranscriptTurn(seat, ply, line, "resign", text=cell.written, points=cell.number)

    def _play(self, line: int, text: str, ply: int) -> Play | None:
        if not text or _DANCE.match(text):
            return ()
        if _MARKED_ILLEGAL.match(text):
            gives = "(" in text
            self.problems.add(
                line,
                _("the file marks this play as illegal; the position that it gives is not followed")
                if gives
                else _("the file marks this play as illegal and does not say which it was"),
                self.number,
                ply,
            )
            return None
        if _UNREADABLE.match(text):
            self.problems.add(line, _("the play is not recorded: %(text)s", text=text[:60]), self.number, ply)
            return None
        try:
            return read_play(_EMPTY_DIE.sub("", text).strip())
        except UserError as error:
            self.problems.add(line, _("the play cannot be read: %(error)s", error=error), self.number, ply)
            return None

    def _named_result(self, line: int, text: str, players: tuple[str, str] | None) -> bool:
        """Read `Ann wins 2 points`, which names the winner instead of using a column."""
        stripped = matlines.one_spaced(text)
        for index, name in enumerate(map(matlines.one_spaced, players or ())):
            if name and stripped.lower().startswith(name.lower() + " "):
                found, before = matlines.cells(stripped[len(name) :])
                if (
                    len(found) == 1
                    and not before
                    and found[0].kind in ("win", "loss")
                    and found[0].number is not None
                ):
                    seat: Seat = 0 if (index == 0) == (found[0].kind == "win") else 1
                    self._named_results.append((line, seat, found[0].number))
                    return True
        return False

    def _result(self, endings: list[_Ending]) -> TranscriptResult | None:
        """Return one result from all result lines (`Wins` first), and note their differences."""
        first: TranscriptResult | None = None
        for ending in sorted(endings, key=lambda ending: not ending.by_win):
            if not ending.points:
                self.problems.add(ending.line, _("the result does not say how many points"), self.number)
            elif first is None:
                first = TranscriptResult(ending.winner, ending.points, ending.line)
            elif (ending.winner, ending.points) != (first.winner, first.points):
                self.problems.add(
                    ending.line,
                    _(
                        "line %(line)s gives %(points)s to the %(winner)s player, this line "
                        "%(points2)s to the %(winner2)s",
                        line=first.line,
                        points=first.points,
                        winner=_side(first.winner),
                        points2=ending.points,
                        winner2=_side(ending.winner),
                    ),
                    self.number,
                )
        if not endings:
            self.problems.add(self.line, _("no line says how the game ended"), self.number)
        return first


def _side(seat: Seat) -> str:
    return _("left") if seat == 0 else _("right")
