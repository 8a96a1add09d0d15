"""Replays one game of a transcript on the board.

What the file leaves out is nobody's fault. An empty cell is read as GNU Backgammon does: without a legal play
a dance, with exactly one that play; with several the player resigned after the roll if the game ends there
with points for the other player, else the play is not recorded, as with `????`.

After such a play every position that a legal play can have led to is kept while there are few, and later
entries exclude some of them. The play that was made may have been another, even an illegal one. So what
contradicts all of them is noted and accuses nobody, except the other player who moves a checker that this
player cannot have given.

After an illegal play, a missing roll, a position set by hand, or with too many possible positions, the
position is unknown until the end of the game. From there only what holds in every position is judged: the
distances that the dice allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from tablekeeper.games.backgammon.board import START, Board, Seat, other
from tablekeeper.games.backgammon.legality import distances, fault, hits, lacks_checker, matching
from tablekeeper.games.backgammon.match import Cube, outcome
from tablekeeper.games.backgammon.paragraphs import BOTH_NUMBERS
from tablekeeper.games.backgammon.plays import Dice, Play, legal_plays
from tablekeeper.games.backgammon.transcript import Problem, TranscriptGame, TranscriptTurn
from tablekeeper.languages import _, joined

_MOST_CANDIDATES = 2000
"""Most positions to keep; two plays in a row that are not recorded give a few hundred, doubles more."""


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

    `boards` are the possible final positions, empty if nothing is known of them. `higher_cube`: the cube
    stands higher than the recorded doubles bring it on a board: it was turned by a taker, or the file leaves
    doubles out.
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
    higher_cube: bool = False


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
        #: whose empty cells were read as plays
        self.guessed: set[Seat] = set()
        #: one of them is not noted: only one play was possible
        self.silent = False
        #: doubles and their answers may be missing
        self.cube_open = False
        #: the entry before this one is a cell that holds nothing
        self.gap = False
        #: another beginning is tried: whether the plays contradict it
        self.trial = False
        self.contradicted = False
        #: who has turned a double at once, and whose answer may follow
        self.beaver: Seat | None = None
        self.higher_cube = False
        self.illegal: list[Illegal] = []
        self.problems: list[Problem] = []

    def judge(self, turn: TranscriptTurn) -> None:
        """Check and play one entry of the transcript."""
        if turn.action == "gap":
            self.blank(turn)
            return
        self.gap = False
        if turn.action == "roll":
            self.plies += 1
            self.unreadable += turn.play is None
        if self.over():
            if self.decided() is None or not self.guessed:
                self.breach(turn, _("the game is already over"))
                return
            self.doubt(turn)
        if len(self.boards) > 1:
            self.keep([board for board in self.boards if outcome(board) is None])
        if turn.action == "roll":
            self.roll(turn)
        elif turn.action == "beaver" or (
            self.money and turn.action == "double" and self.cube.offered_by == other(turn.seat)
        ):
            self.turn_at_once(turn)
        elif turn.action == "double":
            self.double(turn)
        elif turn.action == "position":
            self.forget()
            self.on_turn = None
        elif turn.action == "resign":
            self.resigned_by = turn.seat
            self.resigned_points = turn.points
        else:
            self.answer(turn)

    def blank(self, turn: TranscriptTurn) -> None:
        """Read a cell that holds nothing: an entry about the cube is missing, or a roll.

        One missing roll is noticed when the next player rolls. Two cells in a row may be a roll each. A
        player who is closed out has nothing to enter.
        """
        if self.gap and not self.lost:
            self.forget()
            self.problem(turn, _("two entries in a row are missing"))
        self.gap = True
        idle = self.on_turn == turn.seat and all(_closed_out(board, turn.seat) for board in self.boards)
        self.cube_open |= not idle

    def forget(self) -> None:
        """From here on nothing is known of the position, and entries about the cube may be missing."""
        self.lost = self.cube_open = True

    # Positions

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
            self.forget()
        elif turn.play is None or not (turn.play or turn.dances):
            self.not_recorded(turn, turn.dice)
        else:
            self.known_play(turn, turn.dice, turn.play)

    def in_turn(self, turn: TranscriptTurn) -> None:
        """Note a missing roll of the other player: then the position is unknown."""
        if self.lost or self.on_turn == turn.seat:
            return
        if self.on_turn is not None:
            waiting = self.on_turn
            missing = not self.keep([board for board in self.boards if _closed_out(board, waiting)])
        else:
            # no game begins with equal dice or a double
            dice = turn.dice or (0, 0)
            missing = self.game.blank_start or (dice[0] == dice[1] and self.may_have_begun)
        if missing:
            self.problem(turn, _("the other player's roll before this is not recorded"))
            self.forget()

    @property
    def may_have_begun(self) -> bool:
        """Whether the left player's first roll may be missing: the right player seems to begin."""
        return self.game.turns[0].seat == 1

    def not_recorded(self, turn: TranscriptTurn, dice: Dice) -> None:
        """Read a roll without a play; see the top of this module."""
        hidden, gives_up = turn.play is None, self.is_last(turn) and self.won_by(other(turn.seat))
        self.lost |= hidden and not turn.hidden
        plays = {} if self.lost else {b: legal_plays(b.view(turn.seat), *dice) for b in self.boards}
        several = all(len(results) > 1 for results in plays.values())
        if gives_up and (hidden or several):
            self.resigned_by = turn.seat
        elif not self.lost:
            found = [board.after(turn.seat, result) for board in plays for result in plays[board]]
            if several and not hidden:
                self.problem(turn, _("the play is not recorded"))
            if found != self.boards:
                self.guessed.add(turn.seat)
                self.silent |= not (hidden or several)
            self.keep(found)

    def is_last(self, turn: TranscriptTurn) -> bool:
        """Return whether nothing but the result follows."""
        return turn is self.game.turns[-1]

    def won_by(self, seat: Seat) -> bool:
        """Return whether the file gives the points to a seat."""
        return self.game.result is not None and self.game.result.winner == seat

    def known_play(self, turn: TranscriptTurn, dice: Dice, play: Play) -> None:
        """Keep the positions that match the written play."""
        before = self.boards
        if self.lost:
            why = distances(dice, play)
            if why:
                self.breach(turn, why)
        elif self.keep(
            board.after(turn.seat, result)
            for board in before
            for result in matching(board.view(turn.seat), dice, play, self.marks)
        ):
            self.hit_marks(turn, play, before)
        elif self.gives_up(turn, dice, play):
            self.resigned_by = turn.seat
        else:
            self.contradiction(turn, dice, play)
            self.lost = self.contradicted = True

    def gives_up(self, turn: TranscriptTurn, dice: Dice, play: Play) -> bool:
        """Return whether the player resigned after a part of the roll."""
        return (
            self.is_last(turn)
            and self.won_by(other(turn.seat))
            and any(
                fault(board.view(turn.seat), dice, play).paragraph == BOTH_NUMBERS for board in self.boards
            )
        )

    def contradiction(self, turn: TranscriptTurn, dice: Dice, play: Play) -> None:
        """Report a play that no possible position allows: it is illegal, unless a guess may be wrong."""
        views = [board.view(turn.seat) for board in self.boards]
        why = distances(dice, play)
        # a play that the other player made gives this one no checker
        certain = not self.guessed or (
            turn.seat not in self.guessed and all(lacks_checker(view, play) for view in views)
        )
        if not why and not certain:
            self.doubt(turn)
        elif not why and not self.trial and self.began_before(turn):
            self.problem(turn, _("this is possible only after a first roll that is not recorded"))
        else:
            reasons = {fault(view, dice, play).clause for view in views}
            several = why or _("no position that is possible allows it")
            self.breach(turn, reasons.pop() if len(reasons) == 1 else several)

    def doubt(self, turn: TranscriptTurn) -> None:
        """Stop judging: a play that was left out was not one of those that were kept."""
        if self.silent:
            self.problem(turn, _("this does not follow from the play that was left out before"))
        self.lost = True

    def began_before(self, last: TranscriptTurn) -> bool:
        """Return whether the plays so far are legal after a first roll of the other player, left out."""
        if not self.may_have_begun:
            return False
        second = self.game.turns[0].seat
        trial = _Referee(self.game, self.crawford, self.marks, self.money)
        first, view = other(second), START.view(other(second))
        plays = (legal_plays(view, *dice) for dice in combinations(range(1, 7), 2))
        trial.keep(START.after(first, result) for results in plays for result in results)
        trial.trial, trial.on_turn = True, second
        for turn in self.game.turns:
            trial.judge(turn)
            if turn is last or trial.contradicted:
                break
        return not trial.contradicted

    def hit_marks(self, turn: TranscriptTurn, play: Play, before: list[Board]) -> None:
        """Report a hit mark on a point where nothing was hit."""
        marked = {target for _, target, hit in play if hit}
        if marked and len(before) == 1:
            real = hits(before[0].view(turn.seat), self.boards[0].view(turn.seat))
            for point in sorted(marked - real, reverse=True):
                self.problem(turn, _("a hit is marked on %(point)s, but nothing is hit there", point=point))

    def keep(self, boards: Iterable[Board]) -> bool:
        """Make these the possible positions; change nothing and return False if there are none."""
        kept: dict[Board, None] = {}
        for board in boards:
            kept.setdefault(board)
            if len(kept) > _MOST_CANDIDATES:
                self.lost = True
                break
        if kept:
            self.boards = list(kept)
        return bool(kept)

    # The cube

    def double(self, turn: TranscriptTurn) -> None:
        """Check a double. Its written cube may show doubles that the file leaves out."""
        refusal = self.cube.refusal(turn.seat, self.crawford)
        shown = (turn.cube or 0) // 2
        higher = shown > self.cube.value and shown & (shown - 1) == 0
        owner = self.cube.owner is not None and self.cube.owner != turn.seat
        if refusal is not None and (self.crawford or not (self.cube_open or (owner and higher))):
            self.breach(turn, refusal)
        elif refusal is not None or (self.cube_open and higher):
            self.problem(turn, _("a double or its answer before this is not recorded"))
            self.higher_cube |= higher
            self.cube = Cube(shown if higher else self.cube.value, turn.seat)
        self.in_turn(turn)
        if self.on_turn is None and not self.lost:
            self.breach(turn, _("doubled before the opening roll"))
        if turn.cube is not None and turn.cube != 2 * self.cube.value:
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
            if refusal is not None and (self.crawford or not self.cube_open):
                what = _("takes although nobody has doubled")
                self.breach(turn, what if takes else _("drops although nobody has doubled"))
                return
            self.problem(turn, _("the double before this is not recorded"))
            self.cube = self.cube.offer(other(turn.seat))
        elif turn.seat == self.cube.offered_by and not self.cube_open:
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
        self.higher_cube |= self.money
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

    # Results

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
        told = joined((turn.text, text), ": ") if turn.text else text
        self.problems.append(Problem(turn.line, told, self.game.number, turn.ply))

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
            () if self.lost else tuple(self.boards),
            tuple(self.illegal),
            tuple(self.problems),
            self.higher_cube,
        )


def _closed_out(board: Board, seat: Seat) -> bool:
    """Return whether a seat cannot move with any roll; many programs then leave its turn out."""
    return board.bar(seat) > 0 and all(board.on(other(seat), point) > 1 for point in range(1, 7))
