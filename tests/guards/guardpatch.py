"""One guard as a patch that removes it: which tests must fail then, and how the patch is applied.

A patch is a unified diff against the root of the repository with a few lines of its own in front:

    Guard: one sentence on what is no longer guarded without it.
    Fails: tests/room/test_file.py::test_name[parameter]
    Fails: (one line for each test that must fail)
    --- a/firmware/lib/...
    +++ b/firmware/lib/...
    @@ ...

Its line numbers are only a hint: what counts is that the lines it removes stand together somewhere.
"""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


class StalePatch(Exception):
    """A patch that no longer fits what it changes; the text says where, and what to do."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """A block of lines that stands near `line` (counted from 0), and what takes its place."""

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuardPatch:
    """A guard's name, its sentence, the tests that must fail without it, and the hunks for each file."""

    name: str
    sentence: str
    fails: tuple[str, ...]
    hunks: dict[str, tuple[Hunk, ...]]

    def applied(self, root: Path) -> dict[str, str]:
        """Return the patched text of each file by its path from the root; raise StalePatch."""
        texts = {}
        for name, hunks in self.hunks.items():
            path = root / name
            if not path.is_file():
                raise StalePatch(f"{self.name}: there is no {name} any more: renew the patch or remove it.")
            lines = path.read_text("utf-8").splitlines()
            shift = 0
            for hunk in hunks:
                place = _place(lines, hunk, hunk.line + shift)
                if place is None:
                    missing = next((line for line in hunk.old if line not in lines), hunk.old[0])
                    raise StalePatch(
                        f"{self.name}: {name} has changed where the guard stood (looked for "
                        f"{missing.strip()!r}): make the patch anew (tests/guards/README.md)."
                    )
                lines[place : place + len(hunk.old)] = hunk.new
                shift = place - hunk.line + len(hunk.new) - len(hunk.old)
            texts[name] = "\n".join(lines) + "\n"
        return texts


def _place(lines: list[str], hunk: Hunk, near: int) -> int | None:
    # the nearest place where all the lines stand together
    size = len(hunk.old)
    places = [at for at in range(len(lines) - size + 1) if tuple(lines[at : at + size]) == hunk.old]
    return min(places, key=lambda at: abs(at - near), default=None)


def names() -> list[str]:
    """Return the names of all patches, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.patch"))


def read(name: str) -> GuardPatch:
    """Read a patch; raise ValueError with a sentence when it is none."""
    return parse(name, (FOLDER / f"{name}.patch").read_text("utf-8"))


def parse(name: str, text: str) -> GuardPatch:
    """Read a patch from its text."""
    head, hunks = _cut(name, text.splitlines())
    sentences = [line.removeprefix("Guard:").strip() for line in head if line.startswith("Guard:")]
    fails = tuple(line.removeprefix("Fails:").strip() for line in head if line.startswith("Fails:"))
    if len(sentences) != 1 or not sentences[0].endswith("."):
        raise ValueError(f"{name}: one line `Guard:` has to say in a sentence what the guard does.")
    if not fails or not all(re.fullmatch(r"tests/\S+\.py::\S.*", test) for test in fails):
        raise ValueError(f"{name}: at least one line `Fails:` has to name a test as pytest does.")
    if not any(hunks.values()):
        raise ValueError(f"{name}: no change follows the lines `Guard:` and `Fails:`.")
    return GuardPatch(name, sentences[0], fails, {path: tuple(found) for path, found in hunks.items()})


def _cut(name: str, lines: list[str]) -> tuple[list[str], dict[str, list[Hunk]]]:
    head: list[str] = []
    hunks: dict[str, list[Hunk]] = {}
    path, at = "", 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("+++ "):
            path = line[4:].split("\t")[0].strip().removeprefix("b/")
            hunks[path] = []
        elif found := re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@", line):
            olds, news = (1 if found[group] is None else int(found[group]) for group in (2, 3))
            old, new = [], []
            while len(old) < olds or len(new) < news:
                if at == len(lines) or not path:
                    raise ValueError(f"{name}: a change ends in the middle.")
                sign, rest = lines[at][:1] or " ", lines[at][1:]
                at += 1
                if sign in " -":
                    old.append(rest)
                if sign in " +":
                    new.append(rest)
            hunks[path].append(Hunk(int(found[1]) - 1, tuple(old), tuple(new)))
        elif not path:
            head.append(line)
    return head, hunks
