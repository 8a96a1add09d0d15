"""One turn of TARA in notation: `E4`, `xE4`, `battle E4`, `battle xE4`, `battle pass`, `pass`, `out`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tablekeeper.errors import UserError
from tablekeeper.games.tara.hills import HILLS, name

BUILD, CAPTURE, PASS, OUT = "build", "capture", "pass", "out"
#: most characters of a wrong text in an error
_SHOWN = 40
_FORM = re.compile(r"(?:(battle)\s+)?(?:(x)?([a-g][1-7])|(pass)|(out))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn; `hill` is a set of one hill, 0 for a pass and the call OUT."""

    kind: str
    hill: int = 0
    announces: bool = False

    def __str__(self) -> str:
        mark = {BUILD: "", CAPTURE: "x", PASS: "pass", OUT: "out"}[self.kind]
        text = mark + (name(self.hill) if self.hill else "")
        return f"battle {text}" if self.announces else text


#: all builds and captures, by kind, announcement of BATTLE, and hill: most turns of a random game are
#: only examined, and a look-up takes a tenth of the time of creating a turn
ON_HILL: dict[tuple[str, bool], dict[int, Turn]] = {
    (kind, announces): {hill: Turn(kind, hill, announces) for hill in HILLS.values()}
    for kind in (BUILD, CAPTURE)
    for announces in (False, True)
}


def read_turn(text: str) -> Turn:
    """Parse a turn."""
    found = _FORM.fullmatch(text.strip())
    if not found:
        raise UserError(
            '"%(words)s" is not a turn: write E4, xE4, pass or out; "battle" can stand before the '
            "first three",
            words=text[:_SHOWN],
        )
    battle, mark, hill, skipped, _ = found.groups()
    announces = battle is not None
    if hill is None:
        return Turn(PASS if skipped else OUT, 0, announces)
    hill = hill.upper()
    if hill not in HILLS:
        raise UserError("there is no hill %(hill)s: the board has no corners", hill=hill)
    return Turn(CAPTURE if mark else BUILD, HILLS[hill], announces)


def read_turns(text: str) -> list[Turn]:
    """Parse turns, separated by white space, commas or semicolons."""
    words = re.split(r"[\s,;]+", text.strip()) if text.strip() else []
    found: list[Turn] = []
    waiting = ""
    for word in words:
        if word.lower() == "battle" and not waiting:
            waiting = word
            continue
        found.append(read_turn(f"{waiting} {word}" if waiting else word))
        waiting = ""
    if waiting:
        raise UserError('"battle" cannot be the last word: write what is built, captured or passed after it')
    return found
