"""A round of die-roll at a board: the throws that settled it, in order.

Source: docs/rules/races.md, "League": level players throw again.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablecore.sheets.sheet import NOBODY, READY
from tablekeeper.director.projection import MatchCourse
from tableprograms.race.sheet import RaceSheet


def settled_round(course: MatchCourse, players: Sequence[str]) -> list[list[str | int]]:
    """Return the throws of the last round that counts, [] until all players have thrown."""
    sheet = None if course.last is None else course.last.sheet
    if not isinstance(sheet, RaceSheet) or sheet.phase != READY:
        return []
    if sheet.rolling or NOBODY in sheet.place[: sheet.seats]:
        return []
    found: list[list[str | int]] = []
    for part in course.parts:
        for throw in part.throws:
            if throw.purpose != "die-roll" or throw.seat is None:
                continue
            if part.fold is not None and throw.seq in part.fold.undone:
                continue
            if throw.begins:
                found = []
            found.append([players[throw.seat], throw.dice[0]])
    return found
