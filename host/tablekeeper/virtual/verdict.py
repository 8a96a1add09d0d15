"""The findings of a replay: compares the transcript's claims with the host's store, game by game.

The players enter the results that the transcript claims, even wrong ones. The final position, which the board
cannot see, is judged independently. Differences between the three are problems, one sentence each. The shape
of `as_json` is documented in docs/replay.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tablekeeper.games.backgammon.check import Examination, GameReport
from tablekeeper.games.backgammon.facts import BackgammonGame
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.games.view import FinishedGame
from tablekeeper.text import counted


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game in the store. In a last game that is capped at the match length, or a forfeit, `points` and
    `kind` are those of the transcript, because a board counts it differently; after a beaver or a missing
    double `cube`, too.
    """

    game: int
    winner: int
    points: int
    cube: int
    kind: str


@dataclass(slots=True)
class ReplayVerdict:
    """One match, replayed and judged."""

    file: str
    match: int
    length: int
    players: tuple[str, str]
    games: list[ReplayedGame] = field(default_factory=list)
    score: tuple[int, int] = (0, 0)
    crawford_game: int | None = None
    complete: bool = False
    records: int = 0
    illegal: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the object that `replay --json` prints."""
        return {
            "file": self.file,
            "match": self.match,
            "length": self.length,
            "players": list(self.players),
            "games": [asdict(one) for one in self.games],
            "score": list(self.score),
            "crawford_game": self.crawford_game,
            "complete": self.complete,
            "records": self.records,
            "illegal": self.illegal,
            "problems": self.problems,
        }


def judge(
    transcript: Transcript,
    examination: Examination,
    stored: Sequence[FinishedGame],
    score: tuple[int, int],
    *,
    numbers: Mapping[int, int],
    notes: Sequence[str],
    records: int,
) -> ReplayVerdict:
    """Compare the transcript's claims with the store's records.

    `numbers` maps a game's place in the transcript to the board's number of the game; `notes` name the
    entries that the players could not press.
    """
    verdict = ReplayVerdict(
        transcript.file, transcript.match, transcript.length, transcript.players, score=score, records=records
    )
    verdict.illegal = [
        {"game": one.game, "ply": one.ply, "line": one.line, "text": one.text, "why": one.why}
        for one in examination.illegal
    ]
    verdict.problems = [str(problem) for problem in examination.problems] + list(notes)
    names = (transcript.players[0] or "the left player", transcript.players[1] or "the right player")
    held = {game.number: game.details for game in stored if isinstance(game.details, BackgammonGame)}
    for place, report in enumerate(examination.games):
        game = held.get(numbers.get(place, 0))
        if game is not None:
            verdict.games.append(_replayed(report, game))
            verdict.problems += _differences(report, game, names)
            if game.crawford:
                verdict.crawford_game = report.game
        elif report.winner is not None and report.points is not None and report.kind is not None:
            verdict.problems.append(f"game {report.game}: its result was not pressed and is not in the store")
            verdict.games.append(
                ReplayedGame(report.game, report.winner, report.points, report.cube, report.kind)
            )
    length = transcript.length
    verdict.complete = length > 0 and max(score) >= length
    if score != examination.score:
        counted, claimed = (f"{one[0]}-{one[1]}" for one in (score, examination.score))
        verdict.problems.append(f"the store's score {counted} is not the transcript's {claimed}")
    return verdict


def _replayed(report: GameReport, game: BackgammonGame) -> ReplayedGame:
    counts_otherwise = report.capped or report.forfeit or report.higher_cube
    if counts_otherwise and report.points is not None and report.kind is not None:
        cube = report.cube if report.higher_cube else game.cube
        return ReplayedGame(report.game, game.winner, report.points, cube, report.kind)
    return ReplayedGame(report.game, game.winner, game.points, game.cube, game.kind)


def _differences(report: GameReport, game: BackgammonGame, names: tuple[str, str]) -> list[str]:
    found = []
    where = f"game {report.game}: "
    if report.winner is not None and game.winner != report.winner:
        found.append(
            f"{where}on the board {names[game.winner]} won, in the transcript {names[report.winner]}"
        )
    if game.cube != report.cube and not report.higher_cube:
        found.append(f"{where}the board's cube shows {game.cube}, the transcript's {report.cube}")
    if report.forfeit:
        found.append(f"{where}a forfeit: the director gave the match, no points were played for")
    elif not report.capped and not report.higher_cube:
        if report.points is not None and game.points != report.points:
            points = counted(game.points, "point")
            found.append(f"{where}the board counts {points}, the transcript {report.points}")
        if report.kind is not None and game.kind != report.kind:
            found.append(f"{where}the board has a {game.kind}, the transcript says {report.kind}")
    if report.derived is not None and game.kind != "drop" and not report.undoubled:
        winner, kind = report.derived
        if (game.winner, game.kind) != (winner, kind):
            found.append(
                f"{where}a {game.kind} for {names[game.winner]} was pressed, the final position is a {kind} "
                f"for {names[winner]}"
            )
    return found
