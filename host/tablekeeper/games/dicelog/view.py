"""The view of a dice log: number of throws, the newest throw, and the count of each face."""

from __future__ import annotations

from tablecore.sheets.sheet import READY
from tablekeeper.games.sentences import End, Players, how_said, said
from tablekeeper.games.view import FinishedGame, MatchView
from tablekeeper.languages import _, joined
from tablekeeper.text import counted
from tableprograms.dicelog.sheet import LOG, OVER, DicelogSheet

PHASES = {READY: "ready", LOG: "play", OVER: "over"}


def view(
    match_id: int, sheet: DicelogSheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a log, or None without a log; it has no seats."""
    phase = PHASES.get(sheet.phase)
    if phase is None:
        return None
    throws = counted(sheet.throws, "throw")
    newest = sheet.thrown(0) if sheet.last else ()
    return MatchView(
        id=match_id,
        program="dicelog",
        title=_("Log of %(dies)s", dies=counted(sheet.dice, "die", "dice")),
        seats=(),
        phase=phase,
        state=_("Not begun")
        if phase == "ready"
        else throws
        if phase == "play"
        else _("Ended after %(throws)s", throws=throws),
        facts=(faces_text(sheet),) if sheet.throws else (),
        standing=throws,
        counted="",
        dice=tuple(die for die in newest if die),
        game=0,
        control="none",
    )


def faces_text(sheet: DicelogSheet) -> str:
    """Return the count of each face, and of doubles with two dice."""
    faces = ", ".join(f"{face}: {count}" for face, count in enumerate(sheet.faces, 1))
    return joined((faces, counted(sheet.doubles, "double")), "; ") if sheet.dice == 2 else faces


def finished(before: DicelogSheet, sheet: DicelogSheet, fields: End, board: str) -> FinishedGame:
    """Return the result of a log: the number of throws of each face."""
    return FinishedGame(
        number=sheet.games,
        winner=None,
        result=said(faces_text(sheet), how_said(fields[2])),
        how=how_said(fields[2]),
        standing=counted(sheet.throws, "throw"),
        board=board,
    )
