"""Adapts a transcript to the limits of a board: its names, its length and its initial score.

Files may contain values that a board cannot store: names of a hundred letters, matches to a thousand points,
an initial score that already ends the match. They are replaced by the nearest possible values, and each
change is reported in a sentence.
"""

from __future__ import annotations

from dataclasses import replace

from tablecore import records
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import is_after_crawford
from tablekeeper.games.backgammon.matchsetup import LONGEST_MATCH
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.textchecks import LONGEST_NAME
from tablesim.script import Intent

CONTROL = "3m/pt b12"
#: for money play, which has no match length to compute the time from
CONTROL_WITHOUT_LENGTH = "90m b12"
_SIDES = ("Left", "Right")


def playable(transcript: Transcript) -> tuple[Transcript, list[str]]:
    """Return the transcript as it can be played on a board, and a sentence for each change."""
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
    # a board told of no Crawford rule plays a match whose Crawford game was before
    crawford = transcript.crawford and not is_after_crawford(transcript)
    return replace(
        transcript, length=length, start_score=start, players=players, crawford=crawford
    ), notes


def set_up(director: Director, uid: str, pressed: Transcript) -> int:
    """Set up the result of `playable` at a table; return the match's id."""
    return director.matches.create(
        uid,
        pressed.players,
        pressed.length,
        CONTROL if pressed.length else CONTROL_WITHOUT_LENGTH,
        crawford=pressed.crawford,
        start_score=pressed.start_score,
        source=pressed.file,
    )


def carry_out(director: Director, match: int, intent: Intent) -> bool:
    """Give an order of the director: a forfeit, or points that no board counts. False: not possible now."""
    kind, seat, points, _ = intent.record
    try:
        if kind == records.AWARD:
            director.match_orders.award(match, seat, points, "the cube stood higher than at the board")
        else:
            director.match_orders.forfeit(match, seat)
    except UserError:
        return False  # the board is offline now: it is tried again
    return True


def _name(written: str) -> str:
    """Return a name without unprintable characters, and not longer than a name may be."""
    printable = "".join(character if character.isprintable() else " " for character in written)
    return " ".join(printable.split())[:LONGEST_NAME].strip()
