"""Scripts of presses, and of moments at which the display is compared. The words, in their order:

    7          press the key for 80 ms, release it, wait 900 ms
    *:1000     hold it for this time (ms)
    s0+s1      press at the same time
    2!race     a press with a name, because something is loaded: its time is reported, 1,800 ms pass
    wait=5000  more time passes (ms)
    look=menu  compare the picture of this moment

Keys are s0 to s3 (the seats' buttons), 0 to 9, * and #. A semicolon begins a comment. Time begins when the
first picture is complete.
"""

from __future__ import annotations

from dataclasses import dataclass

DOWN, UP, LOOK, END = "down", "up", "look", "end"
TAP_MS = 80
PACE_MS = 900
LOADING_MS = 1800
#: ms without presses after a look, so that a board that is slightly late has finished drawing
QUIET_MS = 300
KEYS = frozenset([*(f"s{seat}" for seat in range(4)), *"0123456789*#"])


class ScriptError(Exception):
    """A script can't be read; the text names the line and the word."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action at a moment (ms from the script's beginning)."""

    ms: int
    kind: str
    value: str = ""
    name: str = ""


def parse(text: str) -> list[Step]:
    """Return the steps in their order; the last one is `END`. Raises ScriptError."""
    steps: list[Step] = []
    now = 0
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.partition(";")[0].split():
            try:
                now = _read(word, now, steps)
            except ValueError as error:
                raise ScriptError(f"line {number}: '{word}': {error}") from None
    return [*steps, Step(now, END)]


def _read(word: str, now: int, steps: list[Step]) -> int:
    """Add the steps of a word; return the moment after it."""
    if word.startswith("wait="):
        return now + int(word.removeprefix("wait="))
    if word.startswith("look="):
        name = word.removeprefix("look=")
        if any(step.kind == LOOK and step.value == name for step in steps):
            raise ValueError("this look is there already")
        steps.append(Step(now, LOOK, name))
        return now + QUIET_MS
    press, _, name = word.partition("!")
    keys, _, held = press.partition(":")
    chosen = keys.split("+")
    for key in chosen:
        if key not in KEYS:
            raise ValueError(f"there is no key {key or 'without a name'}; keys are s0 to s3, 0 to 9, * and #")
    up = now + (int(held) if held else TAP_MS)
    steps += [Step(now, DOWN, key, name) for key in chosen]
    steps += [Step(up, UP, key) for key in chosen]
    return up + (LOADING_MS if name else PACE_MS)
