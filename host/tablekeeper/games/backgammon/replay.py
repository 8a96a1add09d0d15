"""Replays one game of a transcript on the board.

What the file leaves out is nobody's fault. An empty cell is read as GNU Backgammon does: without a legal play
a dance, with exactly one that play (later plays may show that it was another); with several the player
resigned after the roll if the game ends there with points for the other player, else it is not recorded.

After a play that is not recorded, an illegal one, a missing roll or a position set by hand, the position is
unknown until the end of the game. From there only what holds in every position is judged: the distances that
the dice allow. The moves are still carried out on the possible positions, as far as they fit.

If more than one position is possible for another reason (a merged move without hit marks), all are kept, and
later plays exclude some of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from tablekeeper.games.backgammon.board import START, Board, Seat, other
from tablekeeper.games.backgammon.legality import carried_out, distances, fault, hits, matching
from tablekeeper.games.backgammon.match import Cube, outcome
from tablekeeper.games.backgammon.paragraphs import BOTH_NUMBERS
from tablekeeper.games.backgammon.plays import Dice, Play, legal_plays
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

    `beavers`: the cube was turned by a taker, so it stands higher than on a board.
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
    beavers: bool = False


def replay(
    game: TranscriptGame, crawford: bool = False, marks: bool = True, *, money: bool = False
) -> Replay:
    """Play a game from the starting position.

    `marks`: the transcript marks its hits; `money`: the game is no part of a match, so beavers are allowed.
    """
    referee = _Referee(game, crawford, marks, money)
    for turn in game.turns:
        referee.judge(turn)
    return referee.verdict()


class _Referee:
    def __init__(self, game: TranscriptGame, crawford: bool, marks: bool, money: bool = False) -> None:
        self.game = game
        self.money = money
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
        #: nothing is known of the position any more
        self.lost = False
        #: an empty cell was read as the only legal play
        self.inferred = False
        #: who has turned a double at once, and whose answer may follow
        self.beaver: Seat | None = None
        self.beavers = False
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
        elif turn.action == "beaver" or (
            self.money and turn.action == "double" and self.cube.offered_by == other(turn.seat)
        ):
            self.turn_at_once(turn)
        elif turn.action == "double":
            self.double(turn)
        elif turn.action == "position":
            self.lost, self.on_turn = True, None
        elif turn.action == "resign":
            self.resigned_by = turn.seat
            self.resigned_points = turn.points
        else:
            self.answer(turn)

    @property
    def may_have_begun(self) -> bool:
        """Whether the other player's first roll may be missing, in the first line."""
        return self.game.blank_start or self.game.turns[0].seat == 1

    def roll(self, turn: TranscriptTurn) -> None:
        """Check a roll and its play."""
        if self.cube.offered_by is not None:
            self.problem(
                turn, _("no answer to the double is recorded; a roll follows, so it counts as taken")
            )
            self.cube = self.cube.take()
        self.beaver = None
        self.in_turn(turn)
        if self.on_turn is None and not self.lost and turn.dice is not None and turn.dice[0] == turn.dice[1]:
            self.breach(turn, _("a game cannot begin with a double"))
        self.on_turn = other(turn.seat)
        if turn.dice is None:
            self.lost = True
            self.force(turn, turn.play or ())
        elif turn.play is None:
            self.unknown_play(turn, turn.dice)
        elif not turn.play and not turn.dances:
            self.empty_cell(turn, turn.dice)
        else:
            self.known_play(turn, turn.dice, turn.play)

    def in_turn(self, turn: TranscriptTurn) -> None:
        """Note a missing roll of the other player: then the position is unknown."""
        if self.lost or self.on_turn == turn.seat:
            return
        dice = turn.dice or (0, 0)
        # no game begins with equal dice or a double
        first = self.on_turn is None and dice[0] == dice[1] and self.may_have_begun
        if first or (self.on_turn is not None and not self.closed_out(self.on_turn)):
            self.problem(turn, _("the other player's roll before this is not recorded"))
            self.lost = True

    def empty_cell(self, turn: TranscriptTurn, dice: Dice) -> None:
        """Read a roll without a play; see the top of this module."""
        legal = {board: legal_plays(board.view(turn.seat), *dice) for board in self.boards}
        only = [board for board, plays in legal.items() if len(plays) == 1]
        if only and not self.lost:
            guessed = any(play for board in only for play in legal[board].values())
            self.inferred |= guessed or len(only) < len(self.boards)
            self.boards = only
            self.keep_legal(turn, dice)
        elif self.is_last(turn) and self.won_by(other(turn.seat)):
            self.resigned_by = turn.seat
        else:
            if not self.lost:
                self.problem(turn, _("the play is not recorded"))
            self.unknown_play(turn, dice)

    def is_last(self, turn: TranscriptTurn) -> bool:
        """Return whether nothing but the result follows."""
        return turn is self.game.turns[-1]

    def won_by(self, seat: Seat) -> bool:
        """Return whether the file gives the points to a seat."""
        return self.game.result is not None and self.game.result.winner == seat

    def known_play(self, turn: TranscriptTurn, dice: Dice, play: Play) -> None:
        """Keep the positions that match the written play."""
        kept: dict[Board, None] = {}
        for board in self.boards:
            view = board.view(turn.seat)
            for result in matching(view, dice, play, self.marks):
                kept.setdefault(board.after(turn.seat, result))
        if kept:
            self.hit_marks(turn, play, next(iter(kept)))
            self.boards = list(kept)
        elif self.lost:
            why = distances(dice, play)
            if why:
                self.breach(turn, why)
            self.force(turn, play)
        else:
            found = fault(self.boards[0].view(turn.seat), dice, play)
            if found.paragraph == BOTH_NUMBERS and self.is_last(turn) and self.won_by(other(turn.seat)):
                self.resigned_by = turn.seat
            elif self.inferred:
                self.problem(turn, _("this does not follow from the play that was left out before"))
                self.lost = True
            elif self.began_before(turn):
                self.problem(turn, _("this is possible only after a first roll that is not recorded"))
                self.lost = True
            else:
                self.breach(turn, found.clause)
                self.lost = True
            self.force(turn, play)

    def began_before(self, last: TranscriptTurn) -> bool:
        """Return whether the plays so far are legal after a first roll of the other player, left out."""
        if not self.may_have_begun:
            return False
        second = self.game.turns[0].seat
        trial = _Referee(self.game, self.crawford, self.marks, self.money)
        first, view = other(second), START.view(other(second))
        plays = (legal_plays(view, *dice) for dice in combinations(range(1, 7), 2))
        trial.boards = list({START.after(first, result) for results in plays for result in results})
        # a trial of this trial would find the same
        trial.inferred, trial.on_turn = True, second
        for turn in self.game.turns:
            trial.judge(turn)
            if trial.lost or turn is last:
                break
        return not trial.lost

    def hit_marks(self, turn: TranscriptTurn, play: Play, result: Board) -> None:
        """Report a hit mark on a point where nothing was hit."""
        marked = {target for _, target, hit in play if hit}
        if marked and len(self.boards) == 1:
            real = hits(self.boards[0].view(turn.seat), result.view(turn.seat))
            for point in sorted(marked - real, reverse=True):
                self.problem(turn, _("a hit is marked on %(point)s, but nothing is hit there", point=point))

    def unknown_play(self, turn: TranscriptTurn, dice: Dice) -> None:
        """Keep the positions that are possible after the roll; the play may also have been an illegal one."""
        self.lost = True
        self.keep_legal(turn, dice)

    def keep_legal(self, turn: TranscriptTurn, dice: Dice) -> None:
        """Keep every position after a legal play of the roll."""
        kept: dict[Board, None] = {}
        for board in self.boards:
            for result in legal_plays(board.view(turn.seat), *dice):
                kept.setdefault(board.after(turn.seat, result))
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
        self.in_turn(turn)
        if self.on_turn is None and not self.lost:
            self.breach(turn, _("doubled before the opening roll"))
        if turn.cube is not None and turn.cube != value:
            self.stands_at(turn, self.cube.value)
        if self.cube.offered_by is None:
            self.cube = self.cube.offer(turn.seat)

    def answer(self, turn: TranscriptTurn) -> None:
        """Check a take or a drop."""
        takes = turn.action == "take"
        if self.beaver == other(turn.seat):
            # the answer to a beaver
            self.beaver = None
            if not takes:
                self.dropped_by = turn.seat
                self.cube = replace(self.cube, value=self.cube.value // 2)
            return
        if self.cube.offered_by is None:
            refusal = self.cube.refusal(other(turn.seat), self.crawford)
            if refusal is not None:
                what = _("takes although nobody has doubled")
                self.breach(turn, what if takes else _("drops although nobody has doubled"))
                return
            self.problem(turn, _("the double before this is not recorded"))
            self.cube = self.cube.offer(other(turn.seat))
        elif turn.seat == self.cube.offered_by:
            self.breach(turn, _("takes a double of their own") if takes else _("drops a double of their own"))
        if takes:
            self.cube = self.cube.take()
        else:
            self.dropped_by = other(self.cube.offered_by or 0)

    def turn_at_once(self, turn: TranscriptTurn) -> None:
        """Take a double and turn the cube at once: a beaver, which matches do not have."""
        if not self.money:
            self.breach(turn, _("there are no beavers; it counts as a take"))
            if self.cube.offered_by is not None:
                self.cube = self.cube.take()
        elif self.cube.offered_by is not None:
            taken = self.cube.take()
            self.cube = replace(taken, value=2 * taken.value)
        elif self.beaver == other(turn.seat):
            # a beaver of the beaver
            self.cube = replace(self.cube, value=2 * self.cube.value, owner=turn.seat)
        else:
            self.breach(turn, _("turns the cube although nobody has doubled"))
            return
        self.beaver = turn.seat if self.money else None
        self.beavers = self.money
        if turn.cube is not None and turn.cube != self.cube.value:
            self.stands_at(turn, self.cube.value)

    def stands_at(self, turn: TranscriptTurn, value: int) -> None:
        """Report a written cube that is not the one of the record."""
        self.problem(
            turn,
            _(
                "the transcript says the cube goes to %(cube)s, but it stands at %(value)s",
                cube=turn.cube,
                value=value,
            ),
        )

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
        if self.lost:
            return None
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
            self.beavers,
        )
