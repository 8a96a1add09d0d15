"""An addition to the repository: new files, and a patch for the files that must change for it.

`<what>/new/` has the new files at their paths. `<what>/change.patch` has the format of those in tests/guards,
after these lines; if a change is not a list of lines, `<what>/change.py ROOT` makes it.

    Addition: one sentence on what is added.
    Name: the word that stands for its own name in the paths of new files
    Renewed: path (one line for each file that a command of `change.py` writes again)
    Passes: tests/room/test_file.py (one line for each; they run in a copy of the house that has the addition)
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.guards.guardpatch import Patch, cut, values

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Addition(Patch):
    """An addition: its sentence, its name, and the tests that pass with it."""

    sentence: str
    own: str
    renewed: tuple[str, ...]
    passes: tuple[str, ...]

    def apply(self, root: Path) -> None:
        """Change a copy of the repository; raise StalePatch if a change no longer fits."""
        texts = self.applied(root)
        for path in self.new():
            assert not (root / path).exists(), f"{path} is there already"
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(FOLDER / self.name / "new" / path, root / path)
        for path, text in texts.items():
            (root / path).write_text(text, "utf-8")
        program = FOLDER / self.name / "change.py"
        if program.exists():
            subprocess.run([sys.executable, str(program), str(root)], check=True)

    def new(self) -> list[str]:
        """Return the paths of the new files."""
        folder = FOLDER / self.name / "new"
        found = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        return sorted(path.relative_to(folder).as_posix() for path in found)


def names() -> list[str]:
    """Return the names of all additions, sorted."""
    return sorted(path.parent.name for path in FOLDER.glob("*/change.patch"))


def read(name: str) -> Addition:
    """Read an addition; raise ValueError if its patch is invalid."""
    head, hunks = cut(name, (FOLDER / name / "change.patch").read_text("utf-8").splitlines())
    [sentence], [own] = values(head, "Addition"), values(head, "Name")
    return Addition(
        name, hunks, sentence, own, tuple(values(head, "Renewed")), tuple(values(head, "Passes"))
    )
