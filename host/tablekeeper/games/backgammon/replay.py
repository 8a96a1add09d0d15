"""Replays one game of a transcript on the board.

A play that breaks a rule is reported and still carried out if the checkers allow it, so that one error does
not make every later play look wrong. If more than one position is possible (a merged move without hit
marks, an unreadable play), all are kept, and later plays exclude some of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.backgammon.board import START, Board, Seat, other
from tablekeeper.games.backgammon.legality import carried_out, hits, matching, why_illegal
from tablekeeper.games.backgammon.match import Cube, outcome
from tablekeeper.games.backgammon.plays import Play, legal_plays
from tablekeeper.games.backgammon.transcript import Problem, TranscriptGame, TranscriptTurn
from tablekeeper.languages import _, joined

_MOST_CANDIDATES = 500
"""Most positions to keep; two unreadable rolls in a row give a few hundred."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """An action that breaks a rule, with the reason in one clause."""

    game: int
    ply: int
    line: int
    text: str
    why: str

    def __str__(self) -> str:
        where = _("game %(game)s, line %(line)s", game=self.game, line=self.line)
        return joined((where, self.text, self.why), ": ")


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed game; `outcome` is None unless every possible final position agrees on it.
    """

    outcome: tuple[Seat, str] | None
    cube: Cube
    dropped_by: Seat | None
    resigned_by: Seat | None
    resigned_points: int | None
    plies: int
    unreadable_plies: int
    boards: tuple[Board, ...]
    illegal: tuple[Illegal, ...]
    problems: tuple[Problem, ...]


def replay(game: TranscriptGame, crawford: bool = False, marks: bool = True) -> Replay:
    """Play a game from the starting position; `marks`: the transcript marks its hits."""
    referee = _Referee(game, crawford, marks)
    for turn in game.turns:
        referee.judge(turn)
    return referee.verdict()


class _Referee:
    def __init__(self, game: TranscriptGame, crawford: bool, marks: bool) -> None:
        self.game = game
        self.crawford = crawford
        self.marks = marks
        self.boards: list[Board] = [START]
        self.cube = Cube()
        self.on_turn: Seat | None = None
        self.dropped_by: Seat | None = None
        self.resigned_by: Seat | None = None
        self.resigned_points: int | None = None
        self.plies = 0
        self.unreadable = 0
        self.guessing = False
        self.illegal: list[Illegal] = []
        self.problems: list[Problem] = []

    def judge(self, turn: TranscriptTurn) -> None:
        """Check and play one entry of the transcript."""
        if turn.action == "roll":
            self.plies += 1
            self.unreadable += turn.play is None
        if self.over():
            self.breach(turn, _("the game is already over"))
            return
        if turn.action == "roll":
            self.roll(turn)
        elif turn.action == "double":
            self.double(turn)
        elif turn.action == "resign":
            self.resigned_by = turn.seat
            self.resigned_points = turn.points
        else:
            self.answer(turn)

    def roll(self, turn: TranscriptTurn) -> None:
        """Check a roll and its play."""
        if self.cube.offered_by is not None:
            self.problem(
                turn, _("no answer to the double is recorded; a roll follows, so it counts as taken")
            )
            self.cube = self.cube.take()
        if self.on_turn is not None and turn.seat != self.on_turn and not self.closed_out(self.on_turn):
            self.breach(turn, _("rolled out of turn, or the other player's roll is missing"))
        elif self.on_turn is None and turn.dice is not None and turn.dice[0] == turn.dice[1]:
            self.breach(turn, _("a game cannot begin with a double"))
        self.on_turn = other(turn.seat)
        if turn.play is None:
            self.unknown_play(turn)
        elif turn.dice is None:
            self.force(turn, turn.play)
        else:
            self.known_play(turn, turn.dice, turn.play)

    def known_play(self, turn: TranscriptTurn, dice: tuple[int, int], play: Play) -> None:
        """Keep the positions that match the written play."""
        kept: dict[Board, None] = {}
        for board in self.boards:
            view = board.view(turn.seat)
            for result in matching(view, dice, play, self.marks):
                kept.setdefault(board.after(turn.seat, result))
        if kept:
            self.hit_marks(turn, play, next(iter(kept)))
            self.boards = list(kept)
        elif self.guessing:
            self.problem(turn, _("cannot be checked, because earlier plays are unreadable"))
            self.force(turn, play)
        else:
            self.breach(turn, why_illegal(self.boards[0].view(turn.seat), dice, play))
            self.force(turn, play)

    def hit_marks(self, turn: TranscriptTurn, play: Play, result: Board) -> None:
        """Report a hit mark on a point where nothing was hit."""
        marked = {target for _, target, hit in play if hit}
        if marked and len(self.boards) == 1:
            real = hits(self.boards[0].view(turn.seat), result.view(turn.seat))
            for point in sorted(marked - real, reverse=True):
                self.problem(turn, _("a hit is marked on %(point)s, but nothing is hit there", point=point))

    def unknown_play(self, turn: TranscriptTurn) -> None:
        """Keep every position that is possible after the roll."""
        kept: dict[Board, None] = {}
        for board in self.boards:
            if turn.dice is None:
                kept.setdefault(board)
                self.guessing = True
                continue
            for result in legal_plays(board.view(turn.seat), *turn.dice):
                kept.setdefault(board.after(turn.seat, result))
        if len(kept) > _MOST_CANDIDATES:
            self.guessing = True
        self.boards = list(kept)[:_MOST_CANDIDATES]

    def force(self, turn: TranscriptTurn, play: Play) -> None:
        """Move the checkers as written on each possible board; if no board allows it, keep all boards."""
        kept: dict[Board, None] = {}
        for board in self.boards:
            result = carried_out(board.view(turn.seat), play)
            if result is not None:
                kept.setdefault(board.after(turn.seat, result))
        if kept:
            self.boards = list(kept)

    def double(self, turn: TranscriptTurn) -> None:
        """Check a double."""
        value = self.cube.value * 2
        refusal = self.cube.refusal(turn.seat, self.crawford)
        if refusal is not None:
            self.breach(turn, refusal)
        if self.on_turn is None:
            self.breach(turn, _("doubled before the opening roll"))
        elif turn.seat != self.on_turn and not self.closed_out(self.on_turn):
            self.breach(turn, _("doubled out of turn"))
        if turn.cube is not None and turn.cube != value:
            self.problem(
                turn,
                _(
                    "the transcript says the cube goes to %(cube)s, but it stands at %(value)s",
                    cube=turn.cube,
                    value=self.cube.value,
                ),
            )
        if self.cube.offered_by is None:
            self.cube = self.cube.offer(turn.seat)

    def answer(self, turn: TranscriptTurn) -> None:
        """Check a take or a drop."""
        doubler = self.cube.offered_by
        takes = turn.action == "take"
        if doubler is None:
            self.breach(
                turn,
                _("takes although nobody has doubled") if takes else _("drops although nobody has doubled"),
            )
            return
        if turn.seat == doubler:
            self.breach(turn, _("takes a double of their own") if takes else _("drops a double of their own"))
        if turn.text.lower().startswith("beaver"):
            self.breach(turn, _("there are no beavers; it counts as a take"))
        if turn.action == "take":
            self.cube = self.cube.take()
        else:
            self.dropped_by = other(doubler)

    def closed_out(self, seat: Seat) -> bool:
        """Return whether a seat cannot move with any roll; many programs then leave its turn out."""
        return all(
            board.bar(seat) > 0 and all(board.on(other(seat), point) > 1 for point in range(1, 7))
            for board in self.boards
        )

    def over(self) -> bool:
        """Return whether the game is over."""
        return self.dropped_by is not None or self.resigned_by is not None or self.decided() is not None

    def decided(self) -> tuple[Seat, str] | None:
        """Return the outcome of all possible positions, None if they differ or the game is not over."""
        outcomes = {outcome(board) for board in self.boards}
        return outcomes.pop() if len(outcomes) == 1 else None

    def breach(self, turn: TranscriptTurn, why: str) -> None:
        """Report a broken rule."""
        self.illegal.append(Illegal(self.game.number, turn.ply, turn.line, turn.text, why))

    def problem(self, turn: TranscriptTurn, text: str) -> None:
        """Report an entry that does not fit the board."""
        self.problems.append(Problem(turn.line, joined((turn.text, text), ": "), self.game.number, turn.ply))

    def verdict(self) -> Replay:
        """Return the results of the replay."""
        return Replay(
            self.decided(),
            self.cube,
            self.dropped_by,
            self.resigned_by,
            self.resigned_points,
            self.plies,
            self.unreadable,
            tuple(self.boards),
            tuple(self.illegal),
            tuple(self.problems),
        )
