"""Writes a guard's patch from `git diff -U1`, with functions instead of line numbers."""

import re
from collections.abc import Callable

from tests.guards.guardpatch import Hunk, parse
from tests.guards.scopes import around, scopes


def written(name: str, sentence: str, fails: list[str], diff: str, before: Callable[[str], str]) -> str:
    """Return the text of a patch; `before` returns a file's text without the change.

    Raises ValueError with a sentence if the sentence, the tests or the diff are not valid.
    """
    lines = [f"Guard: {sentence}", *(f"Fails: {test}" for test in fails)]
    path, text = "", ""
    for part in re.split(r"^(?=\+\+\+ |@@ )", diff, flags=re.MULTILINE):
        if part.startswith("+++ "):
            path = part.splitlines()[0].removeprefix("+++ b/")
            text = before(path)
            lines += [f"--- a/{path}", f"+++ b/{path}"]
        elif found := re.match(r"@@ -(\d+)(,0)?", part):
            # lines from here on belong to git's header of the next file
            body = re.split(r"^diff --git ", part, flags=re.MULTILINE)[0].splitlines()[1:]
            # a change that only adds lines, without context, refers to the line before it
            lines += _change(path, text, int(found[1]) - (0 if found[2] else 1), body)
    made = "\n".join(lines) + "\n"
    parse(name, made)
    return made


def _change(path: str, text: str, first: int, body: list[str]) -> list[str]:
    """Return the lines of a change that begins at a line (from 0): its header, and enough context."""
    source = text.splitlines()
    # git shows one line of context; keep only what is needed, so that changes nearby do not break the patch
    body = [line for line in body if not line.startswith("\\")]
    leading = next(at for at, line in enumerate(body) if line[0] != " ")
    trailing = next(at for at, line in enumerate(reversed(body)) if line[0] != " ")
    body = body[leading : len(body) - trailing]
    first += leading
    behind = first + sum(line[0] != "+" for line in body)
    python = path.endswith(".py")
    # new lines belong to the function or class of the line before them
    scope = around(text, min(first, behind - 1), behind) if python else ""
    ranges = scopes(text)[scope] if scope else [(0, len(source))]
    start, end = next(place for place in ranges if place[0] <= min(first, behind - 1) and behind <= place[1])
    while True:
        hunk = Hunk(scope, *(tuple(line[1:] for line in body if line[0] in signs) for signs in (" -", " +")))
        if first < behind and len(hunk.places(source, ranges)) == 1:
            return [f"@@ {scope} @@" if scope else "@@ @@", *(line if line != " " else "" for line in body)]
        if first == start and behind == end:
            raise ValueError(f"{path}: the lines of a change stand twice in {scope or 'the file'}.")
        if first > start:
            first -= 1
            body = [f" {source[first]}", *body]
        if behind < end:
            body = [*body, f" {source[behind]}"]
            behind += 1
