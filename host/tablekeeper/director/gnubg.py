"""GNU Backgammon as a program beside this one: asked for the percentages of a position, nothing else.

It runs once for a question, with an empty home, so that nobody's settings change the answer.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from tablekeeper.cli.refusal import Refusal

#: where the program may lie beside PATH: Debian keeps games out of most people's paths
PLACES = ("/usr/games/gnubg",)
NAMES = ("gnubg", "gnubg-cli")
PLIES = 2
#: seconds; an answer takes less than one
PATIENCE = 120
_TENTH = Decimal("0.1")
_TYPING = "the percentages can be typed with --wins, --gammons and --backgammons"
# cubeless; the error of an evaluation there would not be seen in the exit status, so the answer has a mark
_SCRIPT = """
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
context = gnubg.evalcontext(0, {plies}, 1, 1, 0.0)
rates = gnubg.evaluate(gnubg.positionfromid("{position}"), cube, context)
print("rates", *("%.9f" % rate for rate in rates[:5]))
"""


@dataclass(frozen=True, slots=True)
class Rates:
    """One player's percentages to a tenth; wins include gammons, gammons include backgammons."""

    wins: Decimal
    gammons: Decimal
    backgammons: Decimal


def program() -> Path:
    """Return where GNU Backgammon is; refuse when it is nowhere."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    for place in PLACES:
        if Path(place).is_file():
            return Path(place)
    raise Refusal(f"GNU Backgammon (gnubg) is not installed, so no position can be evaluated; {_TYPING}.")


def evaluated(position: str) -> tuple[Rates, Rates]:
    """Return the percentages of the player on roll and of the other one at 2-ply, by a GNU position id."""
    gnubg = program()
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as home:
        script = Path(home) / "evaluate.py"
        script.write_text(_SCRIPT.format(plies=PLIES, position=position), "utf-8")
        try:
            done = subprocess.run(
                [str(gnubg), "-t", "-q", "-r", "-p", str(script)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                env={"HOME": home, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
                cwd=home,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Refusal(f"GNU Backgammon ({gnubg}) does not answer: {error}; {_TYPING}.") from error
    answers = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("rates ")]
    if len(answers) != 1 or len(answers[0]) != 5:
        raise Refusal(f"GNU Backgammon ({gnubg}) gave no percentages for {position}; {_TYPING}.")
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (Decimal(rate) for rate in answers[0])
    return (
        Rates(_percent(win), _percent(win_gammon), _percent(win_backgammon)),
        Rates(_percent(1 - win), _percent(lose_gammon), _percent(lose_backgammon)),
    )


def _percent(rate: Decimal) -> Decimal:
    return (rate * 100).quantize(_TENTH, ROUND_HALF_UP)
