"""One guard as a patch that removes it, with the tests that must fail then.

A patch is a diff against the root of the repository after a few other lines:

    Guard: one sentence on what is no longer guarded without it.
    Fails: tests/room/test_file.py::test_name[parameter]
    Fails: (one line for each test that must fail)
    --- a/firmware/lib/...
    +++ b/firmware/lib/...
    @@ Class.method @@
     a line that stays
    -a line that goes
    +a line that takes its place

Instead of line numbers a change names the function or class that contains it (`@@ @@`: the whole file). Its
lines must occur there together exactly once.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.guards.scopes import Range, scopes

FOLDER = Path(__file__).resolve().parent


class StalePatch(Exception):
    """A patch that no longer fits its files; the text names the place and the solution."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Consecutive lines in a function or class (`scope`, '' for the file), and their replacement."""

    scope: str
    old: tuple[str, ...]
    new: tuple[str, ...]

    def places(self, lines: list[str], ranges: list[Range]) -> list[int]:
        """Return every line at which the old lines begin in one of these ranges."""
        size = len(self.old)
        return [
            at
            for start, end in ranges
            for at in range(start, end - size + 1)
            if tuple(lines[at : at + size]) == self.old
        ]


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch's name and the hunks for each file."""

    name: str
    hunks: dict[str, tuple[Hunk, ...]]

    def applied(self, root: Path) -> dict[str, str]:
        """Return the patched text of each file by its path from the root; raise StalePatch."""
        texts = {}
        for name, hunks in self.hunks.items():
            path = root / name
            if not path.is_file():
                raise StalePatch(f"{self.name}: there is no {name} any more: renew the patch or remove it.")
            text = path.read_text("utf-8")
            lines = text.splitlines()
            # from the last change to the first, so that the places of the others stay valid
            for place, hunk in sorted(((self._place(name, text, hunk), hunk) for hunk in hunks), key=_at)[
                ::-1
            ]:
                lines[place : place + len(hunk.old)] = hunk.new
            texts[name] = "\n".join(lines) + "\n"
        return texts

    def _place(self, path: str, text: str, hunk: Hunk) -> int:
        lines = text.splitlines()
        ranges = scopes(text).get(hunk.scope, []) if hunk.scope else [(0, len(lines))]
        inside = hunk.scope or "the file"
        if not ranges:
            raise StalePatch(f"{self.name}: {path} has no {inside} any more: {RENEW}")
        places = hunk.places(lines, ranges)
        if len(places) > 1:
            raise StalePatch(
                f"{self.name}: its lines stand {len(places)} times in {inside} of {path}: {RENEW}"
            )
        if not places:
            here = {line for start, end in ranges for line in lines[start:end]}
            missing = next((line for line in hunk.old if line not in here), hunk.old[0])
            raise StalePatch(
                f"{self.name}: {inside} in {path} has changed where the guard stood "
                f"(looked for {missing.strip()!r}): {RENEW}"
            )
        return places[0]


@dataclass(frozen=True, slots=True)
class GuardPatch(Patch):
    """A guard's sentence, and the tests that must fail without it."""

    sentence: str
    fails: tuple[str, ...]


RENEW = "make the patch anew (tests/guards/README.md)."


def _at(placed: tuple[int, Hunk]) -> int:
    return placed[0]


def names() -> list[str]:
    """Return the names of all patches, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.patch"))


def read(name: str) -> GuardPatch:
    """Read a patch; raise ValueError with a sentence when it is not valid."""
    return parse(name, (FOLDER / f"{name}.patch").read_text("utf-8"))


def parse(name: str, text: str) -> GuardPatch:
    """Read a patch from its text."""
    head, hunks = cut(name, text.splitlines())
    sentences, fails = values(head, "Guard"), tuple(values(head, "Fails"))
    if len(sentences) != 1 or not sentences[0].endswith("."):
        raise ValueError(f"{name}: one line `Guard:` has to say in a sentence what the guard does.")
    if not fails or not all(re.fullmatch(r"tests/\S+\.py::\S.*", test) for test in fails):
        raise ValueError(f"{name}: at least one line `Fails:` has to name a test as pytest does.")
    if not any(hunks.values()):
        raise ValueError(f"{name}: no change follows the lines `Guard:` and `Fails:`.")
    return GuardPatch(name, hunks, sentences[0], fails)


def values(head: list[str], key: str) -> list[str]:
    """Return the values of the lines `key: value` before a patch."""
    return [line.removeprefix(f"{key}:").strip() for line in head if line.startswith(f"{key}:")]


def cut(name: str, lines: list[str]) -> tuple[list[str], dict[str, tuple[Hunk, ...]]]:
    """Return the lines before a patch, and its hunks for each file; raise ValueError if it is invalid."""
    head: list[str] = []
    changes: dict[str, list[tuple[str, list[str]]]] = {}
    path = ""
    for line in lines:
        if line.startswith("--- a/"):
            continue
        if line.startswith("+++ b/"):
            path = line.removeprefix("+++ b/").strip()
            changes[path] = []
        elif not path:
            head.append(line)
        elif found := re.fullmatch(r"@@ (?:([\w.]+) )?@@", line):
            changes[path].append((found[1] or "", []))
        elif line[:1] in (" ", "-", "+", "") and changes[path]:
            changes[path][-1][1].append(line or " ")
        else:
            raise ValueError(
                f"{name}: {line!r} is no part of a change, which begins with `@@ Class.method @@` or `@@ @@`."
            )
    return head, {path: tuple(_hunk(name, *change) for change in found) for path, found in changes.items()}


def _hunk(name: str, scope: str, lines: list[str]) -> Hunk:
    old, new = (tuple(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
    if not old or old == new:
        raise ValueError(f"{name}: a change needs lines to be found by, and has to change something.")
    return Hunk(scope, old, new)
