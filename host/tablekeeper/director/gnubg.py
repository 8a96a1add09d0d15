"""Runs GNU Backgammon as a separate process to evaluate a position.

It is started once per question, with an empty home folder, so that no user settings change the answer.
Question and answer are JSON. The legal plays are generated here; GNU Backgammon only evaluates them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import Board, Seat, other
from tablekeeper.games.backgammon.doubling import double_ruling
from tablekeeper.games.backgammon.match import outcome, worth
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.positionid import position_id
from tablekeeper.games.backgammon.positiontext import Placement
from tablekeeper.games.backgammon.referee import all_plays, told

#: the program's path if it is not in PATH: on Debian the games are often not in it
PLACES = ("/usr/games/gnubg",)
NAMES = ("gnubg", "gnubg-cli")
PLIES = 2
#: the longest wait in seconds; an answer usually takes less than two
PATIENCE = 60
#: the number of plays that get a deeper evaluation, and their largest difference to the best play
CLOSER = 10
_NEAR = Decimal("0.3")
#: the longest match that GNU Backgammon supports
_LONGEST = 64
_TENTH = Decimal("0.1")
_THOUSANDTH = Decimal("0.001")
# An error of an evaluation would not be seen in the exit status, so the answer has a mark of its own.
# A cubeful value is that of the player on roll in the position: with the cube if that player may turn it.
_SCRIPT = """
import json
with open("question.json", encoding="utf-8") as question:
    asked = json.load(question)
answers = []
for one in asked:
    cube = gnubg.cubeinfo(*[tuple(value) if isinstance(value, list) else value for value in one["cube"]])
    board = gnubg.positionfromid(one["position"])
    context = gnubg.evalcontext(int(one["cubeful"]), one["plies"], 1, 1, 0.0)
    answer = {"rates": ["%.9f" % rate for rate in gnubg.evaluate(board, cube, context)[:6]]}
    if one["cubeful"]:
        found = gnubg.cfevaluate(board, cube, context)
        answer["cubeful"] = ["%.9f" % value for value in found[:4]]
        answer["advice"] = found[5]
    answers.append(answer)
print("answers " + json.dumps(answers))
"""


class Unavailable(UserError):
    """GNU Backgammon is not installed, or gave no answer."""


@dataclass(frozen=True, slots=True)
class Rates:
    """One player's percentages to a tenth; wins include gammons, gammons include backgammons."""

    wins: Decimal
    gammons: Decimal
    backgammons: Decimal


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play with its cubeful equity for the mover, and the percentages after it.

    `plies` is the depth of its evaluation; `behind` is its loss against the best play.
    """

    play: str
    equity: Decimal
    behind: Decimal
    rates: Rates
    plies: int


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """The equities of the cube decisions for the player on roll, per cube, and GNU Backgammon's advice."""

    no_double: Decimal
    double_take: Decimal
    double_drop: Decimal
    advice: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """GNU Backgammon's evaluation of a position before the roll, at `plies`.

    `equity` is cubeless, `cubeful` includes the present cube, both for the player on roll and per cube.
    `plays` are given if there are dice, the best first; `cube` if a double is allowed.
    """

    on_roll: Rates
    other: Rates
    equity: Decimal
    cubeful: Decimal
    plies: int
    cube: CubeAdvice | None = None
    plays: tuple[RatedPlay, ...] = ()


def program() -> Path:
    """Return the path of GNU Backgammon; raise Unavailable if it is not installed."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    for place in PLACES:
        if Path(place).is_file():
            return Path(place)
    raise Unavailable("GNU Backgammon (gnubg) is not installed, so no position can be evaluated.")


def version(patience: float = PATIENCE) -> str:
    """Return the program's name and version: "GNU Backgammon 1.07.001 20230103"."""
    told = _run(program(), ["--version"], "/", patience).splitlines()
    return told[0].strip() if told else "GNU Backgammon"


def evaluated(position: str, patience: float = PATIENCE) -> tuple[Rates, Rates]:
    """Return the percentages of the player on roll and of the other one at 2-ply, by a GNU position id."""
    (answer,) = _asked([_question(position, Situation(), 0, PLIES, cubeful=False)], patience)
    return _both(answer["rates"])


def analysed(placement: Placement, patience: float = PATIENCE) -> Analysis:
    """Return GNU Backgammon's evaluation of a position: of its plays if it has dice, else of a double.

    Raises Unavailable, or UserError for a position or match that GNU Backgammon does not support.
    """
    situation, seat = placement.situation, placement.on_roll
    if placement.ids is None:
        raise UserError(
            "GNU Backgammon evaluates only positions with 15 checkers on each side: change the position."
        )
    if not placement.board.count(0) or not placement.board.count(1):
        raise UserError("This game is over: there is nothing to evaluate.")
    if situation.length > _LONGEST:
        raise UserError(
            "GNU Backgammon knows matches to %(longest)s points, not to %(length)s: give the score of a "
            "shorter one.",
            longest=_LONGEST, length=situation.length,
        )
    if situation.length and max(situation.score) >= situation.length:
        raise UserError("This match is over: there is nothing to evaluate.")
    question = _question(position_id(placement.board, seat), situation, seat, PLIES)
    (answer,) = _asked([question], patience)
    mine, theirs = _both(answer["rates"])
    best, no_double, take, drop = map(Decimal, answer["cubeful"])
    cube = None
    if not situation.dice and not situation.doubled and double_ruling(situation, seat).may:
        cube = CubeAdvice(_figure(no_double), _figure(take), _figure(drop), answer["advice"])
    return Analysis(
        mine,
        theirs,
        _figure(Decimal(answer["rates"][5])),
        _figure(best if cube is not None else no_double),
        PLIES,
        cube,
        _plays(placement, patience) if situation.dice else (),
    )


def _plays(placement: Placement, patience: float) -> tuple[RatedPlay, ...]:
    """Return every play with a quick evaluation; the best plays get a deeper one."""
    situation, seat = placement.situation, placement.on_roll
    assert situation.dice is not None
    found = [
        (told(play), placement.board.after(seat, view))
        for play, view in all_plays(placement.view, situation.dice)
    ]
    quick = _valued(found, situation, seat, 0, patience)
    best = max(one.equity for one in quick)
    ranked = sorted(range(len(found)), key=lambda index: -quick[index].equity)
    near = [index for index in ranked if best - quick[index].equity <= _NEAR][:CLOSER]
    close = _valued([found[index] for index in near], situation, seat, PLIES, patience)
    order = sorted(close, key=lambda one: -one.equity) + [
        quick[index] for index in ranked if index not in near
    ]
    first = order[0].equity
    return tuple(
        RatedPlay(
            one.play, _figure(one.equity), _figure(max(first - one.equity, Decimal(0))), one.rates, one.plies
        )
        for one in order
    )


def _valued(
    plays: Sequence[tuple[str, Board]], situation: Situation, seat: Seat, plies: int, patience: float
) -> list[RatedPlay]:
    rival = other(seat)
    going = [(play, board) for play, board in plays if outcome(board) is None]
    answers = iter(
        _asked(
            [_question(position_id(board, rival), situation, rival, plies) for _, board in going], patience
        )
    )  # fmt: skip
    found = []
    for play, board in plays:
        ended = outcome(board)
        if ended is not None:
            times = worth(ended[1])
            sure = [Decimal(100 * (times >= kind)) for kind in (1, 2, 3)]
            found.append(RatedPlay(play, Decimal(times), Decimal(0), Rates(*sure), plies))
            continue
        answer = next(answers)
        # the value assumes the opponent's best reply, which may be a double if the opponent may double
        value = Decimal(answer["cubeful"][0 if double_ruling(situation, rival).may else 1])
        found.append(RatedPlay(play, -value, Decimal(0), _both(answer["rates"])[1], plies))
    return found


def _question(
    position: str, situation: Situation, seat: Seat, plies: int, cubeful: bool = True
) -> dict[str, Any]:
    cube = (
        situation.cube,
        -1 if situation.owner is None else situation.owner,
        seat,
        situation.length,
        situation.score,
        int(situation.crawford),
        0,
    )
    return {"position": position, "cube": cube, "plies": plies, "cubeful": cubeful}


def _asked(questions: Sequence[Mapping[str, Any]], patience: float) -> list[dict[str, Any]]:
    """Return an answer to each question, in one run of the program."""
    gnubg = program()
    if not questions:
        return []
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as home:
        script = Path(home) / "evaluate.py"
        script.write_text(_SCRIPT, "utf-8")
        (Path(home) / "question.json").write_text(json.dumps(questions), "utf-8")
        told = _run(gnubg, ["-t", "-q", "-r", "-p", str(script)], home, patience)
    lines = [line.removeprefix("answers ") for line in told.splitlines() if line.startswith("answers ")]
    try:
        answers: list[dict[str, Any]] = json.loads(lines[-1]) if lines else []
    except ValueError:
        answers = []
    if len(answers) != len(questions):
        raise Unavailable("GNU Backgammon (%(gnubg)s) gave no answer to this position.", gnubg=gnubg)
    return answers


def _run(gnubg: Path, words: Sequence[str], home: str, patience: float) -> str:
    """Run the program with these arguments; return its output."""
    try:
        return subprocess.run(
            [str(gnubg), *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env={"HOME": home, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            cwd=home,
            timeout=patience,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as error:
        raise Unavailable(
            "GNU Backgammon (%(gnubg)s) does not answer within %(patience)s seconds.",
            gnubg=gnubg, patience=f"{patience:g}",
        ) from error
    except OSError as error:
        raise Unavailable(
            "GNU Backgammon (%(gnubg)s) does not answer: %(error)s.",
            gnubg=gnubg, error=error,
        ) from error


def _both(rates: Sequence[str]) -> tuple[Rates, Rates]:
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (Decimal(rate) for rate in rates[:5])
    return (
        Rates(_percent(win), _percent(win_gammon), _percent(win_backgammon)),
        Rates(_percent(1 - win), _percent(lose_gammon), _percent(lose_backgammon)),
    )


def _percent(rate: Decimal) -> Decimal:
    return (rate * 100).quantize(_TENTH, ROUND_HALF_UP)


def _figure(value: Decimal) -> Decimal:
    # adding 0 turns -0 into 0
    return value.quantize(_THOUSANDTH, ROUND_HALF_UP) + 0
