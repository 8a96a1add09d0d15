"""Checks a transcript: every game is replayed (`replay`) and its result line compared.

The result line is compared with the board, the cube and the score. The stated figures are kept; each
difference is a problem of one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.backgammon.board import Seat, other
from tablekeeper.games.backgammon.match import MatchScore, kind_of, worth
from tablekeeper.games.backgammon.replay import Illegal, Replay, replay
from tablekeeper.games.backgammon.transcript import Problem, Transcript, TranscriptGame, TranscriptResult
from tablekeeper.text import counted

_FORFEIT = 1000
"""From this many times the cube a "win" is a server's mark for an abandoned match (seen: 1004 x cube)."""


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game as stated and as derived.

    `winner`, `points` and `kind` follow the result line (None without any evidence); `cube` is its value
    at the end; `derived` is (winner, kind) from the final position, None when the game was not played to
    the end.
    """

    game: int
    score_before: tuple[int, int]
    winner: Seat | None
    points: int | None
    cube: int
    kind: str | None
    derived: tuple[Seat, str] | None
    stated: bool
    forfeit: bool
    capped: bool
    plies: int
    unreadable_plies: int


@dataclass(frozen=True, slots=True)
class Examination:
    """The judgement of one match. `final` adds the points as written; `score` is capped at the match
    length.
    """

    games: tuple[GameReport, ...]
    illegal: tuple[Illegal, ...]
    problems: tuple[Problem, ...]
    crawford_game: int | None
    final: tuple[int, int]
    score: tuple[int, int]
    complete: bool


def examine(transcript: Transcript) -> Examination:
    """Replays and judges every game of a match."""
    return _Examiner(transcript).run()


class _Examiner:
    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.problems = list(transcript.problems)
        self.illegal: list[Illegal] = []
        self.reports: list[GameReport] = []
        self.crawford_game: int | None = None
        self.marks = any(
            hit for game in transcript.games for turn in game.turns for _, _, hit in (turn.play or ())
        )

    def run(self) -> Examination:
        transcript = self.transcript
        score = MatchScore(transcript.length, transcript.start_score, transcript.crawford)
        if score.is_crawford:
            self.note(
                transcript.games[0].line,
                "the match starts one point before its end; taken as the Crawford game",
            )
        printed = transcript.start_score
        for index, game in enumerate(transcript.games):
            if game.score_before != printed:
                self.note(
                    game.line,
                    f"the score is given as {_dash(game.score_before)}, "
                    f"but the games before it make {_dash(printed)}",
                    game,
                )
            if score.winner is not None:
                self.note(game.line, "the match was already won before this game", game)
            if score.is_crawford:
                self.crawford_game = self.crawford_game or game.number
            played = replay(game, score.is_crawford, self.marks)
            self.illegal.extend(played.illegal)
            self.problems.extend(played.problems)
            following = transcript.games[index + 1] if index + 1 < len(transcript.games) else None
            report = self.judge(game, played, score, following)
            self.reports.append(report)
            printed = game.score_before
            if report.winner is not None and report.points is not None:
                score = score.after(report.winner, report.points)
                printed = _plus(printed, report.winner, report.points)
            elif following is not None:
                printed = following.score_before
        return self.verdict(score)

    def verdict(self, score: MatchScore) -> Examination:
        finished = all(report.winner is not None for report in self.reports)
        complete = score.winner is not None if self.transcript.length else finished
        if score.points != score.capped:
            self.note(
                0,
                f"the points add up to {_dash(score.points)}; "
                f"the score is capped at the match length, {_dash(score.capped)}",
            )
        if not complete and self.transcript.length:
            self.note(0, f"the match is incomplete: {_dash(score.points)} of {self.transcript.length} points")
        return Examination(
            games=tuple(self.reports),
            illegal=tuple(self.illegal),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line or 1 << 30)),
            crawford_game=self.crawford_game,
            final=score.points,
            score=score.capped,
            complete=complete,
        )

    def judge(
        self, game: TranscriptGame, played: Replay, score: MatchScore, following: TranscriptGame | None
    ) -> GameReport:
        """Compares the result line with the board, and concludes a result where there is none."""
        result = game.result or self.conclude(game, played, following)
        cube = played.cube.value
        kind: str | None = None
        forfeit = capped = False
        if result is not None:
            forfeit = result.points % cube == 0 and result.points // cube >= _FORFEIT
            dropped = self.dropped_by(game, played, result, score)
            kind = "drop" if dropped is not None and not forfeit else kind_of(result.points, cube)
            if forfeit:
                self.note(
                    result.line,
                    f"{result.points} points for {self.name(result.winner)} mark a forfeit "
                    f"({result.points // cube} x cube {cube}, abandoned on the server), not points won",
                    game,
                )
            elif result.stated:
                capped = self.compare(game, played, result, dropped, score)
        return GameReport(
            game=game.number,
            score_before=game.score_before,
            winner=result.winner if result else None,
            points=result.points if result else None,
            cube=cube,
            kind=kind,
            derived=played.outcome,
            stated=result is not None and result.stated,
            forfeit=forfeit,
            capped=capped,
            plies=played.plies,
            unreadable_plies=played.unreadable_plies,
        )

    def dropped_by(
        self, game: TranscriptGame, played: Replay, result: TranscriptResult, score: MatchScore
    ) -> Seat | None:
        """Returns who dropped; a double nobody answered before a plain win of the doubler, capped at the
        match length or not, counts as dropped.
        """
        doubler = played.cube.offered_by
        if played.dropped_by is not None or doubler is None or played.outcome is not None:
            return played.dropped_by
        cube, needed = played.cube.value, score.needs(doubler)
        if result.winner != doubler or result.points not in (cube, min(cube, needed or cube)):
            return None
        self.note(result.line, "no answer to the last double is recorded; by the result it was dropped", game)
        return other(doubler)

    def compare(
        self,
        game: TranscriptGame,
        played: Replay,
        result: TranscriptResult,
        dropped: Seat | None,
        score: MatchScore,
    ) -> bool:
        """Notes where the result line differs from the evidence; tells whether its points are capped."""
        cube = played.cube.value
        winner, kind, source = result.winner, kind_of(result.points, cube), "the final position"
        if dropped is not None:
            winner, kind, source = other(dropped), "drop", "the drop"
        elif played.outcome is not None:
            winner, kind = played.outcome
        elif played.resigned_by is not None:
            winner, source = other(played.resigned_by), "the resignation"
        says = (
            f"the transcript says {counted(result.points, 'point')} "
            f"({_said(result.points, cube, dropped)}) for " + self.name(result.winner)
        )
        if winner != result.winner:
            due = "the game"
            if not kind.startswith("x"):
                due = f"{counted(worth(kind) * cube, 'point')} ({kind})"
            self.note(result.line, f"{says}, {source} gives {due} to {self.name(winner)}", game)
            return False
        needed = score.needs(winner)
        last = needed is not None and result.points == needed
        if kind.startswith("x"):
            if last and result.points < 3 * cube:
                return self.capped(game, result, f"{counted(result.points, 'point')} at cube {cube}")
            self.note(result.line, f"{says}, which no kind of game makes at cube {cube}", game)
            return False
        due_points = worth(kind) * cube
        if due_points != result.points:
            if last and result.points < due_points:
                return self.capped(game, result, f"{counted(due_points, 'point')} ({kind} at cube {cube})")
            self.note(result.line, f"{says}, {source} gives {due_points} ({kind})", game)
        elif played.outcome is None and dropped is None and kind != "single":
            self.conceded(game, played, result, kind)
        return False

    def capped(self, game: TranscriptGame, result: TranscriptResult, really: str) -> bool:
        self.note(
            result.line,
            f"the last game is capped: {really} written as the {result.points} still needed",
            game,
        )
        return True

    def conceded(self, game: TranscriptGame, played: Replay, result: TranscriptResult, kind: str) -> None:
        """Notes a gammon conceded by a player who could not lose one any more."""
        loser = other(result.winner)
        if all(board.off[loser] > 0 for board in played.boards):
            self.note(
                result.line, f"{self.name(loser)} has borne off a checker and cannot lose a {kind}", game
            )

    def conclude(
        self, game: TranscriptGame, played: Replay, following: TranscriptGame | None
    ) -> TranscriptResult | None:
        """Returns a result for a game without a result line, if the board or the next score line tells
        it.
        """
        line = game.turns[-1].line if game.turns else game.line
        cube = played.cube.value
        found: TranscriptResult | None = None
        source = ""
        if played.outcome is not None:
            winner, kind = played.outcome
            found, source = (
                TranscriptResult(winner, worth(kind) * cube, line, stated=False),
                "the final position",
            )
        elif played.dropped_by is not None:
            found, source = TranscriptResult(other(played.dropped_by), cube, line, stated=False), "the drop"
        elif following is not None:
            gained = [
                after - before
                for before, after in zip(game.score_before, following.score_before, strict=True)
            ]
            if min(gained) == 0 and max(gained) > 0:
                seat: Seat = 0 if gained[0] else 1
                found, source = (
                    TranscriptResult(seat, gained[seat], line, stated=False),
                    "the next game's score",
                )
        if found is None and played.resigned_by is not None:
            # a number is read as in `Wins 2 points`; without one nothing more than the game is given up
            stated = played.resigned_points
            points = stated if stated is not None and stated % cube == 0 else cube
            if stated in (None, points):
                winner, source = other(played.resigned_by), "the resignation"
                found = TranscriptResult(winner, points, line, stated=False)
        if found is not None:
            gives = counted(found.points, "point")
            self.note(line, f"{source} gives {gives} to {self.name(found.winner)}", game)
        return found

    def name(self, seat: Seat) -> str:
        """Returns a player's name, or the column where the name is empty."""
        return self.transcript.players[seat] or ("the left player" if seat == 0 else "the right player")

    def note(self, line: int, text: str, game: TranscriptGame | None = None) -> None:
        """Notes a problem of the match or of one game."""
        self.problems.append(Problem(line, text, game.number if game else None))


def _dash(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _said(points: int, cube: int, dropped: Seat | None) -> str:
    return "drop" if dropped is not None and points == cube else kind_of(points, cube)


def _plus(score: tuple[int, int], winner: Seat, points: int) -> tuple[int, int]:
    return (score[0] + points, score[1]) if winner == 0 else (score[0], score[1] + points)
