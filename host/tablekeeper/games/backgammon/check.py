"""Checks a transcript: replays every game (`replay`) and compares its result line.

The result line is compared with the board, the cube and the score. The stated figures are kept; each
difference becomes a problem in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablekeeper.games.backgammon.board import Seat, other
from tablekeeper.games.backgammon.match import MatchScore, kind_of, worth
from tablekeeper.games.backgammon.replay import Illegal, Replay, replay
from tablekeeper.games.backgammon.transcript import Problem, Transcript, TranscriptGame, TranscriptResult
from tablekeeper.languages import _, pgettext
from tablekeeper.text import counted

_KINDS = {
    "single": _("single"),
    "gammon": _("gammon"),
    "backgammon": _("backgammon"),
    "drop": pgettext("cube", "drop"),
}
_FORFEIT = 1000
"""A "win" of at least this many times the cube is a server's mark for an abandoned match (1004 x cube)."""


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game as stated in the transcript, and as derived from its turns.

    `winner`, `points` and `kind` follow the result line (None without any evidence); `cube` is the cube's
    value at the end; `derived` is (winner, kind) from the final position, None for an unfinished game. By the
    Jacoby rule (`undoubled`) its kind counts once. `higher_cube`: the cube stands higher than on a board.
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
    undoubled: bool = False
    higher_cube: bool = False


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of checking one match. `final` adds the written points; `score` is capped at the length.
    """

    games: tuple[GameReport, ...]
    illegal: tuple[Illegal, ...]
    problems: tuple[Problem, ...]
    crawford_game: int | None
    final: tuple[int, int]
    score: tuple[int, int]
    complete: bool


def is_after_crawford(transcript: Transcript) -> bool:
    """Return whether a match that starts one point before its end is past its Crawford game: it has a cube.
    """
    score = MatchScore(transcript.length, transcript.start_score, transcript.crawford)
    return score.is_crawford and any(
        turn.action in ("double", "take", "drop", "beaver") for turn in transcript.games[0].turns
    )


def examine(transcript: Transcript) -> Examination:
    """Replay and check every game of a match."""
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
        if is_after_crawford(transcript):
            score = replace(score, crawford_played=True)
            self.note(
                transcript.games[0].line,
                _("the match starts one point before its end with a double, so after the Crawford game"),
            )
        elif score.is_crawford:
            self.note(
                transcript.games[0].line,
                _("the match starts one point before its end; taken as the Crawford game"),
            )
        printed = transcript.start_score
        for index, game in enumerate(transcript.games):
            if game.score_before != printed:
                self.note(
                    game.line,
                    _(
                        "the score is given as %(score_before)s, but the games before it make %(dash)s",
                        score_before=_dash(game.score_before),
                        dash=_dash(printed),
                    ),
                    game,
                )
            if score.winner is not None:
                self.note(game.line, _("the match was already won before this game"), game)
            if score.is_crawford:
                self.crawford_game = self.crawford_game or game.number
            # a score that disagrees shows that a game is missing, perhaps the Crawford game
            crawford = score.is_crawford and game.score_before == printed
            played = replay(game, crawford, self.marks, money=not transcript.length)
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
                _(
                    "the points add up to %(points)s; the score is capped at the match length, %(capped)s",
                    points=_dash(score.points),
                    capped=_dash(score.capped),
                ),
            )
        if not complete and self.transcript.length:
            self.note(
                0,
                _(
                    "the match is incomplete: %(points)s of %(length)s points",
                    points=_dash(score.points),
                    length=self.transcript.length,
                ),
            )
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
        """Compare the result line with the board; without a result line infer the result."""
        result = game.result or self.conclude(game, played, score, following)
        cube = played.cube.value
        kind: str | None = None
        forfeit = capped = False
        if result is not None:
            abandoned = result.points % cube == 0 and result.points // cube >= _FORFEIT
            given_up = _gives_up_match(game) and result.points > worth("backgammon") * cube
            forfeit = abandoned or given_up
            dropped = self.dropped_by(game, played, result, score)
            kind = "drop" if dropped is not None and not forfeit else kind_of(result.points, cube)
            if given_up:
                self.note(
                    result.line,
                    _("%(player)s resigned the whole match", player=self.name(other(result.winner))),
                    game,
                )
            elif abandoned:
                self.note(
                    result.line,
                    _(
                        "%(points)s points for %(player)s mark a forfeit (%(points2)s x cube %(cube)s, "
                        "abandoned on the server), not points won",
                        points=result.points,
                        player=self.name(result.winner),
                        points2=result.points // cube,
                        cube=cube,
                    ),
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
            undoubled=self.undoubled(played),
            higher_cube=played.higher_cube,
        )

    def undoubled(self, played: Replay) -> bool:
        """Return whether the Jacoby rule makes every kind of win count once."""
        return self.transcript.jacoby and played.cube.value == 1

    def dropped_by(
        self, game: TranscriptGame, played: Replay, result: TranscriptResult, score: MatchScore
    ) -> Seat | None:
        """Return the player who dropped, or None. An unanswered double counts as dropped if the result line
        gives the doubler a win of the cube's value, capped at the match length or not.
        """
        doubler = played.cube.offered_by
        if played.dropped_by is not None or doubler is None or played.outcome is not None:
            return played.dropped_by
        cube, needed = played.cube.value, score.needs(doubler)
        if result.winner != doubler or result.points not in (cube, min(cube, needed or cube)):
            return None
        self.note(
            result.line, _("no answer to the last double is recorded; by the result it was dropped"), game
        )
        return other(doubler)

    def compare(
        self,
        game: TranscriptGame,
        played: Replay,
        result: TranscriptResult,
        dropped: Seat | None,
        score: MatchScore,
    ) -> bool:
        """Note the differences between result line and evidence; return whether the points are capped."""
        cube = played.cube.value
        winner, kind, source = result.winner, kind_of(result.points, cube), _("the final position")
        if dropped is not None:
            winner, kind, source = other(dropped), "drop", _("the drop")
        elif played.outcome is not None:
            winner, kind = played.outcome
        elif played.resigned_by is not None:
            winner, source = other(played.resigned_by), _("the resignation")
        says = _(
            "the transcript says %(points)s (%(kind)s) for %(player)s",
            points=counted(result.points, "point"),
            kind=_kind(_said(result.points, cube, dropped)),
            player=self.name(result.winner),
        )
        if winner != result.winner:
            due = _("the game")
            if not kind.startswith("x"):
                due = _points(worth(kind) * cube, _kind(kind))
            self.note(
                result.line,
                _(
                    "%(says)s, %(source)s gives %(due)s to %(player)s",
                    says=says,
                    source=source,
                    due=due,
                    player=self.name(winner),
                ),
                game,
            )
            return False
        needed = score.needs(winner)
        last = needed is not None and result.points == needed
        if kind.startswith("x"):
            if last and result.points < 3 * cube:
                return self.capped(
                    game,
                    result,
                    _("%(points)s at cube %(cube)s", points=counted(result.points, "point"), cube=cube),
                )
            self.note(
                result.line,
                _("%(says)s, which no kind of win gives at cube %(cube)s", says=says, cube=cube),
                game,
            )
            return False
        due_points = cube if self.undoubled(played) else worth(kind) * cube
        if due_points != result.points:
            if last and result.points < due_points:
                return self.capped(
                    game,
                    result,
                    _points(due_points, _("%(kind)s at cube %(cube)s", kind=_kind(kind), cube=cube)),
                )
            self.note(
                result.line,
                _(
                    "%(says)s, %(source)s gives %(due_points)s (%(kind)s)",
                    says=says,
                    source=source,
                    due_points=due_points,
                    kind=_kind(kind),
                ),
                game,
            )
        elif played.outcome is None and dropped is None and kind != "single":
            self.conceded(game, played, result, kind)
        return False

    def capped(self, game: TranscriptGame, result: TranscriptResult, really: str) -> bool:
        self.note(
            result.line,
            _(
                "the last game is capped: %(really)s written as the %(points)s still needed",
                really=really,
                points=result.points,
            ),
            game,
        )
        return True

    def conceded(self, game: TranscriptGame, played: Replay, result: TranscriptResult, kind: str) -> None:
        """Note a conceded gammon or backgammon that the player could not lose any more."""
        loser = other(result.winner)
        if played.boards and all(board.off[loser] > 0 for board in played.boards):
            self.note(
                result.line,
                _(
                    "%(player)s has borne off a checker and cannot lose a %(kind)s",
                    player=self.name(loser),
                    kind=_kind(kind),
                ),
                game,
            )

    def conclude(
        self, game: TranscriptGame, played: Replay, score: MatchScore, following: TranscriptGame | None
    ) -> TranscriptResult | None:
        """Return the result of a game without a result line, if the turns or the next score line show it.
        """
        line = game.turns[-1].line if game.turns else game.line
        cube = played.cube.value
        found: TranscriptResult | None = None
        source = ""
        if played.outcome is not None:
            winner, kind = played.outcome
            points = cube if self.undoubled(played) else worth(kind) * cube
            found, source = (
                TranscriptResult(winner, points, line, stated=False),
                _("the final position"),
            )
        elif played.dropped_by is not None:
            found, source = (
                TranscriptResult(other(played.dropped_by), cube, line, stated=False),
                _("the drop"),
            )
        elif following is not None:
            gained = [
                after - before
                for before, after in zip(game.score_before, following.score_before, strict=True)
            ]
            if min(gained) == 0 and max(gained) > 0:
                seat: Seat = 0 if gained[0] else 1
                found, source = (
                    TranscriptResult(seat, gained[seat], line, stated=False),
                    _("the next game's score"),
                )
        if found is None and played.resigned_by is not None:
            # a number counts as in `Wins 2 points`; without a number only a single game is given up
            stated = played.resigned_points
            points = stated if stated is not None and stated % cube == 0 else cube
            if _gives_up_match(game):
                points = score.needs(other(played.resigned_by)) or cube
            if stated in (None, points):
                winner, source = other(played.resigned_by), _("the resignation")
                found = TranscriptResult(winner, points, line, stated=False)
        if found is not None:
            gives = counted(found.points, "point")
            self.note(
                line,
                _(
                    "%(source)s gives %(gives)s to %(player)s",
                    source=source,
                    gives=gives,
                    player=self.name(found.winner),
                ),
                game,
            )
        return found

    def name(self, seat: Seat) -> str:
        """Return a player's name, or the column if the name is empty."""
        return self.transcript.players[seat] or ("the left player" if seat == 0 else "the right player")

    def note(self, line: int, text: str, game: TranscriptGame | None = None) -> None:
        """Note a problem of the match or of one game."""
        self.problems.append(Problem(line, text, game.number if game else None))


def _gives_up_match(game: TranscriptGame) -> bool:
    """Return whether the game ends with `Resigned Match`."""
    return bool(game.turns) and game.turns[-1].action == "resign" and "match" in game.turns[-1].text.lower()


def _dash(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _points(points: int, of: str) -> str:
    return _("%(points)s (%(kind)s)", points=counted(points, "point"), kind=of)


def _kind(word: str) -> str:
    return _KINDS.get(word, word)


def _said(points: int, cube: int, dropped: Seat | None) -> str:
    return "drop" if dropped is not None and points == cube else kind_of(points, cube)


def _plus(score: tuple[int, int], winner: Seat, points: int) -> tuple[int, int]:
    return (score[0] + points, score[1]) if winner == 0 else (score[0], score[1] + points)
