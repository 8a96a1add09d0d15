"""A match of backgammon as people see it: the numbers of `tablecore.sheets.match` with names and words."""

from __future__ import annotations

from tablecore import records
from tablecore.sheets.match import (
    BREAK_MS,
    BREAK_OVER,
    DOUBLED,
    MOVE,
    NOBODY,
    OPENING,
    OVER,
    READY,
    RESULT,
    TURN,
    MatchSheet,
)
from tablekeeper.games.clockview import clock_view, control_text
from tablekeeper.games.ending import End, how_said
from tablekeeper.games.recordtext import KINDS_WON, PAUSES, Players, duration
from tablekeeper.games.view import GameView, MatchView
from tablekeeper.text import counted

PHASES = {
    READY: "ready", OPENING: "opening", TURN: "turn", MOVE: "move", DOUBLED: "doubled", RESULT: "result",
    OVER: "over",
}  # fmt: skip
WON = ("drop", "single", "gammon", "backgammon", "match")
HOW_SAID = ("", "conceded", "claimed", "by forfeit", "on time")


def _somebody(number: int) -> int | None:
    return number if number < 2 else None


def claim_text(sheet: MatchSheet, players: Players) -> str | None:
    """Return the result that waits for confirmation as a sentence, None when none does."""
    if sheet.phase != RESULT or sheet.winner > 1:
        return None
    won = KINDS_WON[sheet.kind] if sheet.kind < len(KINDS_WON) else f"a result of kind {sheet.kind}"
    if sheet.kind == records.DROPPED:
        won = "by a drop"
    points = sheet.points(sheet.kind)
    worth = f", {counted(points, 'point')}" if points else ""
    how = HOW_SAID[sheet.how] if sheet.how < len(HOW_SAID) else ""
    missing = [players[seat] for seat in range(2) if not sheet.confirmed & (1 << seat)]
    asked = f"; {' and '.join(missing)} to confirm" if missing else ""
    return f"{players[sheet.winner]} wins {won}{worth}{' (' + how + ')' if how else ''}{asked}"


def break_notes(sheet: MatchSheet, players: Players) -> list[str]:
    """Return a sentence per break that is, or was, longer than its time, while the match goes on."""
    if sheet.phase == OVER:
        return []
    found = []
    for seat, name in enumerate(players):
        if sheet.breaking == 1 + seat | BREAK_OVER:
            found.append(f"the break of {name} has lasted longer than its {BREAK_MS // 60_000} minutes")
        elif sheet.overrun[seat]:
            found.append(f"the break of {name} was {duration(sheet.overrun[seat] * 1000)} too long")
    return found


def view(
    match_id: int, sheet: MatchSheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a sheet at `device_now` (ms of its sitting), None when it holds no match."""
    phase = PHASES.get(sheet.phase)
    if phase is None:
        return None
    playing = bool(sheet.in_game())
    upcoming = sheet.games if sheet.phase == OVER else sheet.games + 1
    stopped = (playing or sheet.breaking != 0) and sheet.pause != NOBODY
    return MatchView(
        id=match_id,
        length=sheet.length,
        players=(players[0], players[1]),
        score=(sheet.score[0], sheet.score[1]),
        phase=phase,
        turn=_somebody(sheet.turn),
        cube=sheet.cube_value() if playing else 1,
        cube_owner=_somebody(sheet.owner) if playing else None,
        crawford=bool(sheet.is_crawford_game()) and sheet.phase != OVER,
        game=sheet.game if playing else upcoming,
        dice=(sheet.dice[0], sheet.dice[1]) if playing and sheet.dice[0] else None,
        rolled_by=_somebody(sheet.rolled_by) if playing and sheet.dice[0] else None,
        claim=claim_text(sheet, players),
        paused=PAUSES.get(sheet.pause, f"reason {sheet.pause}") if stopped else None,
        champion=_somebody(sheet.champion) if sheet.phase == OVER else None,
        clocks=(
            clock_view(sheet.clock, 0, device_now, offset),
            clock_view(sheet.clock, 1, device_now, offset),
        ),
        control=control_text(sheet.clock),
    )


def ended(sheet: MatchSheet, fields: End, crawford: bool, board: str) -> GameView:
    """Return the game that an END record with these fields has closed; `crawford` if it was that game."""
    winner, kind, how, points = fields
    return GameView(
        number=sheet.game,
        winner=winner,
        points=points,
        cube=sheet.cube_value(),
        kind=WON[kind] if kind < len(WON) else f"({kind})",
        how=how_said(how),
        crawford=crawford,
        score=(sheet.score[0], sheet.score[1]),
        board=board,
    )
