"""Makes the demo's transcripts: GNU Backgammon plays itself, with seeded dice.

Run `python -m tablekeeper.transcripts.make [FOLDER]` where the program `gnubg` is installed (Debian:
`gnubg`). Two runs give the same bytes; the date that GNU Backgammon adds is left out for that reason.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_PLACES = "/usr/games:/usr/local/bin:/usr/bin"
_TIME_LIMIT_S = 120


@dataclass(frozen=True, slots=True)
class Recipe:
    """One match to play: its length in points, the two names (left column first) and the seed of the dice."""

    length: int
    left: str
    right: str
    seed: int

    @property
    def file_name(self) -> str:
        """Returns the name of the transcript."""
        return f"{self.length}-points-{self.left.lower()}-{self.right.lower()}.mat"


RECIPES = (
    Recipe(1, "Ann", "Bob", 109),
    Recipe(3, "Cleo", "Dan", 111),
    Recipe(3, "Eve", "Finn", 109),
    Recipe(5, "Gus", "Hana", 111),
    Recipe(5, "Ida", "Jon", 105),
    Recipe(7, "Kim", "Leo", 106),
)


def commands(recipe: Recipe, target: Path) -> str:
    """Return the commands for GNU Backgammon; names come last, because a new match resets them."""
    lines = []
    for player in (0, 1):
        lines.append(f"set player {player} gnubg")
        for part in ("chequerplay", "cubedecision"):
            lines.append(f"set player {player} {part} evaluation plies 0")
    lines += [f"set automatic {what} on" for what in ("game", "roll", "move")]
    lines += ["set rng mersenne", f"set seed {recipe.seed}", f"new match {recipe.length}"]
    lines += [f"set player 0 name {recipe.left}", f"set player 1 name {recipe.right}"]
    lines += [f"export match mat {target}"]
    return "\n".join(lines) + "\n"


def play(recipe: Recipe, gnubg: str) -> str:
    """Return the transcript of one match; raise RuntimeError when GNU Backgammon writes none."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "match.mat"
        done = subprocess.run(
            [gnubg, "-t", "-q", "-r"],
            input=commands(recipe, target),
            text=True,
            capture_output=True,
            timeout=_TIME_LIMIT_S,
            check=False,
            env={"HOME": folder, "LC_ALL": "C.UTF-8", "PATH": _PLACES},
        )
        if not target.exists():
            raise RuntimeError(f"GNU Backgammon wrote no transcript: {done.stderr.strip()[-200:]}")
        lines = target.read_text(encoding="utf-8").splitlines()
    kept = [line.rstrip() for line in lines if not line.startswith("; [EventDate")]
    return "\n".join(kept).strip("\n") + "\n"


def main(arguments: list[str]) -> int:
    """Write all transcripts into the given folder (by default beside this file); return the exit status."""
    gnubg = shutil.which("gnubg") or shutil.which("gnubg", path=_PLACES)
    if gnubg is None:
        print(
            "The program gnubg is not installed; install it to make the transcripts again.", file=sys.stderr
        )
        return 1
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    for recipe in RECIPES:
        (folder / recipe.file_name).write_text(play(recipe, gnubg), encoding="utf-8")
        print(recipe.file_name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
