"""A transcript as a list of players' actions at a board, each with the record that it must make.

The script is made with the fold that board and host use: every action is tested on a separate sheet first. An
action that the rules of the table forbid (a double in the Crawford game, a take without a double) is skipped
and noted; otherwise the players would press it without end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablecore import records
from tablecore.sheets.fold import Fold
from tablekeeper.games.backgammon.check import Examination, GameReport
from tablekeeper.games.backgammon.transcript import Transcript, TranscriptGame, TranscriptTurn
from tableprograms.backgammon import sheet as match

Key = int | str
#: journal id of the trial sheet; any number is possible
_TRIAL = 1
#: usually less than the 12 s of a Bronstein delay
THOUGHT_MS = (2500, 9000)
_KINDS = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass(frozen=True, slots=True)
class Intent:
    """Keys to press, each after a wait (ms), and the record (kind, a, b, c) that shows their effect.

    An intent without keys is for the director: `record` is a result that the director gives.
    """

    keys: tuple[tuple[Key, int], ...]
    record: tuple[int, int, int, int]
    game: int
    line: int


@dataclass(slots=True)
class Script:
    """The keys for a match that is set up, and notes on entries that cannot be pressed."""

    intents: list[Intent] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    #: a game's place in the transcript -> the board's number of the game
    numbers: dict[int, int] = field(default_factory=dict)


def write_script(
    transcript: Transcript,
    examination: Examination,
    seed: int,
    thought: tuple[int, int] = THOUGHT_MS,
) -> Script:
    """Turn a transcript into intents with human timing; the same seed gives the same waits.

    `thought` is the range of the thinking time for a turn (ms); sometimes players take longer.
    """
    return _Writer(transcript, random.Random(seed), thought).write(examination.games)


class _Writer:
    def __init__(self, transcript: Transcript, chance: random.Random, thought: tuple[int, int]) -> None:
        self.transcript = transcript
        self.chance = chance
        self.thought = thought
        self.script = Script()
        self.log: dict[int, bytes] = {}
        self.fold = Fold(self.log.get)
        self.game = 0
        self.line = 0
        self._set_up()

    @property
    def sheet(self) -> match.MatchSheet:
        sheet: match.MatchSheet = self.fold.sheet
        return sheet

    # The trial table

    def _try(self, kind: int, a: int = 0, b: int = 0, c: int = 0, p: int = 0, q: int = 0) -> bool:
        """Fold a record into the trial sheet; return False, without folding, if it cannot follow."""
        before = self.sheet.pack()
        seq = len(self.log) + 1
        self.log[seq] = records.pack(_TRIAL, seq, kind, a, b, c, 0, p, q)
        if self.fold.apply(*records.unpack(self.log[seq])):
            return True
        self.sheet.unpack(before)
        del self.log[seq]
        self.fold.seq = seq - 1
        return False

    def _set_up(self) -> None:
        start = self.transcript.start_score
        rule = match.CRAWFORD_RULE if self.transcript.crawford else 0
        length = self.transcript.length
        self._try(records.MATCH, match.VERSION, length, rule)
        self._try(records.SCORE, start[0], start[1], match.AFTER if length == 1 else match.BEFORE)
        self._try(records.COMMIT, 2, records.MATCH, 0, 1)

    def _intend(
        self, keys: Sequence[tuple[Key, int]], kind: int, a: int = 0, b: int = 0, c: int = 0, p: int = 0
    ) -> bool:
        if not self._try(kind, a, b, c, p):
            return False
        self.script.intents.append(Intent(tuple(keys), (kind, a, b, c), self.game, self.line))
        return True

    def _note(self, text: str) -> None:
        self.script.notes.append(f"game {self.game}, line {self.line}: {text}")

    # Human timing, in milliseconds

    def _thought(self) -> int:
        return self.chance.randint(*self.thought) + self.chance.choice((0, 0, 0, 1500, 4500))

    def _reach(self) -> int:
        return self.chance.randint(250, 600)

    def _roll(self) -> int:
        return self.chance.randint(900, 2200)

    # The match

    def write(self, reports: Sequence[GameReport]) -> Script:
        for place, (game, report) in enumerate(zip(self.transcript.games, reports, strict=True)):
            if self.sheet.phase == match.OVER:
                self.game, self.line = game.number, game.line
                self._note("the match was over before this game; it is not pressed")
                continue
            if self.sheet.phase != match.READY:
                self.game, self.line = game.number, game.line
                self._note("the game before this one has no result; this game is not pressed")
                continue
            self.script.numbers[place] = self.sheet.games + 1
            self._write_game(game, report)
        return self.script

    def _write_game(self, game: TranscriptGame, report: GameReport) -> None:
        self.game, self.line = game.number, game.line
        number = self.sheet.games + 1
        self._try(records.GAME, number & 255, int(self.sheet.is_crawford_game()), 0, number)
        first = True
        for turn in game.turns:
            self.line = turn.line
            if turn.action == "roll":
                self._write_roll(turn, first)
                first = False
            elif turn.action == "double":
                self._write_double(turn)
            elif turn.action in ("take", "beaver"):
                answer: list[tuple[Key, int]] = [("7", self._thought()), (turn.seat, self._reach())]
                if not self._intend(answer, records.TAKE, turn.seat):
                    self._note("a take without a double; the table refuses it")
            elif turn.action == "drop":
                dropped = (("8", self._thought()), (turn.seat, self._reach()))
                # a dropped beaver is no drop of a double: its loser gives the game up
                if not self._intend(dropped, records.DROP, turn.seat) and not report.higher_cube:
                    self._note("a drop without a double; the table refuses it")
        before = list(self.sheet.score)
        self._write_result(game, report)
        if report.higher_cube and report.winner is not None and self.sheet.phase == match.READY:
            # a board knows no beavers and no missing doubles: the director gives the points not counted
            missing = (report.points or 0) - (self.sheet.score[report.winner] - before[report.winner])
            if missing > 0:
                self._intend((), records.AWARD, report.winner, missing, 0)

    def _write_roll(self, turn: TranscriptTurn, first: bool) -> None:
        dice = turn.dice
        seat = turn.seat
        if first and self.sheet.phase == match.OPENING:
            if dice is not None and dice[0] != dice[1]:
                high, low = max(dice), min(dice)
                rolled = (high, low) if seat == 0 else (low, high)
                keys: list[tuple[Key, int]]
                keys = [(str(rolled[0]), self._thought()), (str(rolled[1]), self._roll())]
                self._intend(keys, records.OPENING, rolled[0], rolled[1])
                self._intend(((1 - seat, self._reach()),), records.PRESS, 1 - seat, seat, 0)
                return
            # no opening roll gives this turn: begin the game with a key, the other player starts the time
            self._begin()
            self._intend(((1 - seat, self._roll()),), records.PRESS, 1 - seat, seat, 1)
        self._give_turn(seat)
        if dice is not None:
            keys = [(str(dice[0]), self._roll()), (str(dice[1]), self._reach())]
            if not self._intend(keys, records.DICE, seat, dice[0], dice[1]):
                self._note("a throw out of turn; the table refuses it")

    def _begin(self) -> None:
        """Begin the game with a key if no opening roll begins it."""
        begun = (records.GAME, self.sheet.game & 255, int(self.sheet.crawford == match.NOW), 0)
        self.script.intents.append(Intent((("#", self._thought()),), begun, self.game, self.line))

    def _give_turn(self, seat: int) -> None:
        """Let the other player end the turn, if that player is still on turn.

        If the transcript leaves out a turn of the other player (closed out: no roll needed), the player
        still presses, as the rules require.
        """
        sheet = self.sheet
        if sheet.phase == match.MOVE and sheet.turn == seat:
            self._intend(((seat, self._thought()),), records.PRESS, seat, 1 - seat, 0)
        if sheet.phase in (match.TURN, match.MOVE) and sheet.turn != seat:
            dry = int(sheet.phase == match.TURN)
            self._intend(((1 - seat, self._thought()),), records.PRESS, 1 - seat, seat, dry)

    def _write_double(self, turn: TranscriptTurn) -> None:
        seat = turn.seat
        self._give_turn(seat)
        sheet = self.sheet
        if not self._intend(
            (("7", self._thought()), (seat, self._reach())), records.DOUBLE, seat, sheet.cube + 1, 0
        ):
            self._note("a double that is not allowed; the table refuses it")

    def _write_result(self, game: TranscriptGame, report: GameReport) -> None:
        sheet = self.sheet
        if report.winner is None or report.points is None:
            return
        winner, loser = report.winner, 1 - report.winner
        if game.result is not None:
            self.line = game.result.line
        if sheet.phase == match.OPENING:
            # given up before any roll
            self._begin()
        if report.forfeit:
            if sheet.phase != match.RESULT:
                self._intend((), records.RESULT, winner, records.WHOLE_MATCH, records.FORFEITED)
                self._try(records.CONFIRM, match.NOBODY)
                self._end()
            return
        if sheet.phase == match.RESULT:
            # a drop: the doubler agrees
            self._intend(((sheet.winner, self._thought()),), records.CONFIRM, sheet.winner)
            self._end()
            return
        kind = self._pressed_kind(report)
        if report.derived is None:
            self._intend((("0", self._thought()),), records.PAUSE, 7)
            self._intend((("1", self._reach()),), records.PAUSE, records.CONCESSION)
            keys: tuple[tuple[Key, int], ...] = ((str(kind), self._reach()), (loser, self._reach()))
            done = self._intend(keys, records.RESULT, winner, kind, records.CONCEDED, loser)
            agrees: int = winner
        else:
            keys = (("9", self._thought()), (str(kind), self._reach()), (winner, self._reach()))
            done = self._intend(keys, records.RESULT, winner, kind, records.PLAYED, winner)
            agrees = loser
        if not done:
            self._note("the result does not fit the table; it is not pressed")
            return
        self._intend(((agrees, self._thought()),), records.CONFIRM, agrees)
        self._end()

    def _pressed_kind(self, report: GameReport) -> int:
        """Return the key for this result: the claimed points in multiples of the cube.

        If no kind of win gives these points, the final position decides.
        """
        worth = report.cube if report.higher_cube else 1 << self.sheet.cube
        points = report.points or 0
        claimed = -(-points // worth)
        if report.derived is not None and (report.capped or points % worth or not 1 <= claimed <= 3):
            return _KINDS[report.derived[1]]
        return min(3, max(1, claimed))

    def _end(self) -> None:
        sheet = self.sheet
        worth = sheet.points(sheet.kind)
        self._try(records.END, sheet.winner, sheet.kind, sheet.how, worth, sheet.checksum())
