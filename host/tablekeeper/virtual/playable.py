"""Adapts a transcript to the limits of a board: its names, its length and its initial score.

Files may hold what a board cannot: names of a hundred letters, matches to a thousand points, an initial score
that already ends the match. Such values are replaced by the nearest possible ones, and each change is
reported in a sentence.
"""

from __future__ import annotations

from dataclasses import replace

from tablekeeper.director.service import Director
from tablekeeper.games.backgammon.matchsetup import LONGEST_MATCH
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.textchecks import LONGEST_NAME

CONTROL = "3m/pt b12"
#: money play has no points to give time for
CONTROL_WITHOUT_LENGTH = "90m b12"
_SIDES = ("Left", "Right")


def playable(transcript: Transcript) -> tuple[Transcript, list[str]]:
    """Returns the transcript that is set up and pressed, and what had to be changed for it."""
    notes = []
    length, start = transcript.length, transcript.start_score
    if length > LONGEST_MATCH:
        notes.append(
            f"no board counts to {length} points (at most {LONGEST_MATCH}): it is played without limit"
        )
        length = 0
    if max(start) > LONGEST_MATCH or (length and max(start) >= length):
        notes.append(f"no match can go on from {start[0]}-{start[1]}: the board begins at 0-0")
        start = (0, 0)
    players = (_name(transcript.players[0]) or _SIDES[0], _name(transcript.players[1]) or _SIDES[1])
    return replace(transcript, length=length, start_score=start, players=players), notes


def set_up(director: Director, uid: str, pressed: Transcript) -> int:
    """Sets up what `playable` made of a transcript at a table; returns the match's id."""
    return director.matches.create(
        uid,
        pressed.players,
        pressed.length,
        CONTROL if pressed.length else CONTROL_WITHOUT_LENGTH,
        crawford=pressed.crawford,
        start_score=pressed.start_score,
        source=pressed.file,
    )


def _name(written: str) -> str:
    """Returns a name without what cannot be printed, and not longer than names are here."""
    printable = "".join(character if character.isprintable() else " " for character in written)
    return " ".join(printable.split())[:LONGEST_NAME].strip()
