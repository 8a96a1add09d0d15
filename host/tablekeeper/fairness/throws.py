"""A logged throw, and a plain file of throws for people without boards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: the source of a throw: typed by people, thrown by the board itself, from a transcript, from a file
TYPED, BOARD, TRANSCRIPT, FILE = "typed", "board", "transcript", "file"
#: the purpose of a throw
TURN, OPENING, DIE_ROLL, LOG = "turn", "opening", "die-roll", "log"
#: whether it counts; other throws are kept and shown, because people decide which throws are repeated
COUNTS, UNDONE, CANCELLED, AGAIN = "counts", "undone", "cancelled", "thrown again"
#: from a transcript that was played before: repeated throws are not evidence about the dice
REPEATED = "of a repeated transcript"
#: an unnamed device, set of dice, player or event
UNKNOWN = _("unknown")
#: the largest number of throws in a file
MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of one or two dice. An opening is two throws of one die: each player's own."""

    faces: tuple[int, ...]
    device: str = UNKNOWN
    dice_set: str = UNKNOWN
    player: str = UNKNOWN
    event: str = UNKNOWN
    source: str = TYPED
    purpose: str = TURN
    state: str = COUNTS

    def named(self, kind: str) -> str:
        """Return its device, set, player or event."""
        return {
            "device": self.device, "set": self.dice_set, "player": self.player, "event": self.event,
        }[kind]  # fmt: skip


_FACES = re.compile(r"([1-6])(?:\s*[-,/ ]?\s*([1-6]))?")


def read_throws(lines: Iterable[str]) -> list[Throw]:
    """Return the throws of a plain text, one a line: "6", "31", "3 1" or "3-1"; "#" begins a remark.

    A UserError names the first line that is not a throw. Lines of one and of two dice may be mixed.

    >>> [throw.faces for throw in read_throws(["# the red dice", "3-1", "66", "", "5"])]
    [(3, 1), (6, 6), (5,)]
    """
    found: list[Throw] = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip().removeprefix("\ufeff")
        if not text:
            continue
        match = _FACES.fullmatch(text)
        if match is None:
            shown = text if len(text) <= 20 else text[:20] + "…"
            raise UserError(
                "line %(number)s: \"%(shown)s\" is not a throw: write one die as 5, two as 3-1",
                number=number, shown=shown,
            )
        if len(found) == MOST:
            raise UserError(
                "line %(number)s: more than %(most)s throws: split the file",
                number=number, most=MOST,
            )
        found.append(Throw(tuple(int(one) for one in match.groups() if one), source=FILE, purpose=LOG))
    return found
