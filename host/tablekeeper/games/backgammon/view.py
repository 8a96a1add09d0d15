"""A match of backgammon as people see it: the numbers of its sheet with names and words."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.backgammon.facts import BackgammonFacts, BackgammonGame
from tablekeeper.games.clockview import clock_view, control_text
from tablekeeper.games.sentences import KINDS_WON, PAUSES, End, Players, duration, how_said
from tablekeeper.games.view import ClockView, CubeView, FinishedGame, MatchView, SeatView
from tablekeeper.text import counted
from tableprograms.backgammon.sheet import (
    BREAK_MS,
    BREAK_OVER,
    DOUBLED,
    MOVE,
    NOBODY,
    NOW,
    OPENING,
    OVER,
    READY,
    RESULT,
    TURN,
    MatchSheet,
)

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
    facts = BackgammonFacts(
        length=sheet.length,
        score=(sheet.score[0], sheet.score[1]),
        turn=_somebody(sheet.turn),
        cube=sheet.cube_value() if playing else 1,
        cube_owner=_somebody(sheet.owner) if playing else None,
        crawford=bool(sheet.is_crawford_game()) and sheet.phase != OVER,
        dice=(sheet.dice[0], sheet.dice[1]) if playing and sheet.dice[0] else None,
        rolled_by=_somebody(sheet.rolled_by) if playing and sheet.dice[0] else None,
        claim=claim_text(sheet, players),
        paused=PAUSES.get(sheet.pause, f"reason {sheet.pause}") if stopped else None,
        champion=_somebody(sheet.champion) if sheet.phase == OVER else None,
    )
    return shown(
        match_id, facts, phase, players,
        game=sheet.game if playing else upcoming,
        clocks=(
            clock_view(sheet.clock, 0, device_now, offset),
            clock_view(sheet.clock, 1, device_now, offset),
        ),
        control=control_text(sheet.clock),
    )  # fmt: skip


def shown(
    match_id: int,
    facts: BackgammonFacts,
    phase: str,
    players: Players,
    *,
    game: int,
    clocks: tuple[ClockView, ClockView],
    control: str,
) -> MatchView:
    """Return these facts of a match as its table shows them."""
    over = phase == "over"
    seats = tuple(
        SeatView(
            name=players[seat],
            standing=str(facts.score[seat]),
            notes=(),
            clock=clocks[seat],
            on_turn=facts.turn == seat and not over,
            winner=facts.champion == seat,
        )
        for seat in range(2)
    )
    return MatchView(
        id=match_id,
        program="backgammon",
        title=f"match to {facts.length}" if facts.length else "no limit",
        seats=seats,
        phase=phase,
        state=_state(facts, phase, players, game),
        facts=(),
        marks=("Crawford",) if facts.crawford and not over else (),
        standing=", ".join(f"{seat.name} {seat.standing}" for seat in seats),
        counted="Score",
        dice=facts.dice if facts.dice and phase in ("opening", "move") else (),
        game=game,
        control=control,
        cube=_cube(facts, phase, players),
        details=facts,
    )


def _state(facts: BackgammonFacts, phase: str, players: Players, game: int) -> str:
    name = None if facts.turn is None else players[facts.turn]
    if phase == "over":
        return "Match over" if facts.champion is None else f"{players[facts.champion]} wins the match"
    if phase == "result":
        return facts.claim or "A result waits to be confirmed"
    if facts.paused:
        return f"Clock stopped: {facts.paused}"
    if phase == "ready":
        return f"Game {game} has not begun" if game > 1 else "Not begun"
    if phase == "opening" or name is None:
        return "Opening roll"
    if phase == "doubled":
        return f"{name} to answer the double to {facts.cube * 2}"
    return f"{name} to {'roll' if phase == 'turn' else 'move'}"


def _cube(facts: BackgammonFacts, phase: str, players: Players) -> CubeView:
    value = facts.cube
    if facts.cube_owner is not None:
        return CubeView(str(value), facts.cube_owner, f"cube at {value}, {players[facts.cube_owner]} has it")
    if facts.crawford and phase != "over":
        return CubeView("", None, "no cube in the Crawford game")
    if phase in ("ready", "over"):
        return CubeView("", None, "")
    # as the board's display shows it
    return CubeView(str(value), None, f"cube at {value}, centred")


def finished(before: MatchSheet, sheet: MatchSheet, fields: End, board: str) -> FinishedGame:
    """Return the game that an END record with these fields has closed."""
    winner, kind, how, points = fields
    score = (sheet.score[0], sheet.score[1])
    name = WON[kind] if kind < len(WON) else f"({kind})"
    crawford = before.crawford == NOW
    return told(
        sheet.game, BackgammonGame(winner, points, name, sheet.cube_value(), crawford), score,
        how_said(how), board,
    )  # fmt: skip


def told(number: int, game: BackgammonGame, score: tuple[int, int], how: str, board: str) -> FinishedGame:
    """Return a finished game in words: "gammon, cube 2", "double dropped", "single, conceded"."""
    parts = [{"drop": "double dropped", "match": "whole match"}.get(game.kind, game.kind)]
    if how != "played":
        parts.append(how)
    if game.cube > 1 and game.kind != "match":
        parts.append(f"cube {game.cube}")
    if game.crawford:
        parts.append("Crawford game")
    return FinishedGame(
        number=number,
        winner=game.winner,
        result=", ".join(parts),
        how=how,
        standing=f"{score[0]}-{score[1]}",
        board=board,
        score=score,
        points=game.points,
        details=game,
    )
