"""The view of a match of backgammon: the numbers of its sheet with names and words."""

from __future__ import annotations

from tablekeeper.games.backgammon.facts import BackgammonFacts, BackgammonGame
from tablekeeper.games.clockview import clock_view, control_text
from tablekeeper.games.sentences import KINDS_WON, PAUSES, End, Players, duration, how_said
from tablekeeper.games.view import ClockView, CubeView, FinishedGame, MatchView, SeatView
from tablekeeper.languages import _, joined
from tablekeeper.text import counted, listing
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
RESULTS = {
    "drop": _("double dropped"), "single": _("single"), "gammon": _("gammon"), "backgammon": _("backgammon"),
    "match": _("whole match"),
}  # fmt: skip
HOW_SAID = ("", _("conceded"), _("claimed"), _("by forfeit"), _("on time"))


def _somebody(number: int) -> int | None:
    return number if number < 2 else None


def claim_text(sheet: MatchSheet, players: Players) -> str | None:
    """Return the result that waits for confirmation as a sentence, None if there is none."""
    if sheet.phase != RESULT or sheet.winner > 1:
        return None
    kind = sheet.kind
    won = KINDS_WON[kind] if kind < len(KINDS_WON) else _("a result of kind %(kind)s", kind=kind)
    told = _("%(player)s wins %(won)s", player=players[sheet.winner], won=won)
    if points := sheet.points(kind):
        told = _("%(told)s, %(points)s", told=told, points=counted(points, "point"))
    if how := HOW_SAID[sheet.how] if sheet.how < len(HOW_SAID) else "":
        if sheet.is_in_own_turn():
            how = _("%(how)s within the own turn", how=how)
        told = _("%(told)s (%(how)s)", told=told, how=how)
    missing = [players[seat] for seat in range(2) if not sheet.confirmed & (1 << seat)]
    return _("%(told)s; %(missing)s to confirm", told=told, missing=listing(missing)) if missing else told


def break_notes(sheet: MatchSheet, players: Players) -> list[str]:
    """Return a sentence for each break that is or was too long, [] after the match."""
    if sheet.phase == OVER:
        return []
    found: list[str] = []
    for seat, name in enumerate(players):
        if sheet.breaking == 1 + seat | BREAK_OVER:
            told = {"name": name, "minutes": BREAK_MS // 60_000}
            found.append(_("the break of %(name)s has lasted longer than its %(minutes)s minutes", **told))
        elif sheet.overrun[seat]:
            longer = duration(sheet.overrun[seat] * 1000)
            found.append(_("the break of %(name)s was %(longer)s too long", name=name, longer=longer))
    return found


def view(
    match_id: int, sheet: MatchSheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a sheet at `device_now` (ms of its sitting), None if it has no match."""
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
        paused=PAUSES.get(sheet.pause) or _("reason %(number)s", number=sheet.pause) if stopped else None,
        champion=_somebody(sheet.champion) if sheet.phase == OVER else None,
        breaks=(sheet.breaks[0], sheet.breaks[1]),
        early_dice=(sheet.early[0], sheet.early[1]) if playing and sheet.early[0] else None,
        too_early=sheet.phase == RESULT and bool(sheet.is_in_own_turn()),
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
    """Return the view of a match with these facts."""
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
        title=_("match to %(length)s", length=facts.length) if facts.length else _("no limit"),
        seats=seats,
        phase=phase,
        state=_state(facts, phase, players, game),
        facts=() if over else _irregular(facts, players),
        marks=("Crawford",) if facts.crawford and not over else (),
        standing=", ".join(f"{seat.name} {seat.standing}" for seat in seats),
        counted=_("Score"),
        dice=facts.dice if facts.dice and phase in ("opening", "move") else (),
        game=game,
        control=control,
        cube=_cube(facts, phase, players),
        details=facts,
    )


def _irregular(facts: BackgammonFacts, players: Players) -> tuple[str, ...]:
    found = []
    if facts.crawford and facts.cube_owner is not None:
        # docs/rules/backgammon.md, "The game and the match"
        found.append(_("cube turned in the Crawford game: either player may declare it void"))
    if facts.early_dice and facts.turn is not None:
        thrown = f"{facts.early_dice[0]}-{facts.early_dice[1]}"
        found.append(_("%(player)s rolled %(thrown)s too soon: no cube in that turn",
                       player=players[1 - facts.turn], thrown=thrown))  # fmt: skip
    return tuple(found)


def _state(facts: BackgammonFacts, phase: str, players: Players, game: int) -> str:
    name = None if facts.turn is None else players[facts.turn]
    if phase == "over":
        if facts.champion is None:
            return _("Match over")
        return _("%(player)s wins the match", player=players[facts.champion])
    if phase == "result":
        return facts.claim or _("A result waits to be confirmed")
    if facts.paused:
        return _("Clock stopped: %(reason)s", reason=facts.paused)
    if phase == "ready":
        return _("Game %(game)s has not begun", game=game) if game > 1 else _("Not begun")
    if phase == "opening" or name is None:
        return _("Opening roll")
    if phase == "doubled":
        return _("%(player)s to answer the double to %(cube)s", player=name, cube=facts.cube * 2)
    return _("%(player)s to roll", player=name) if phase == "turn" else _("%(player)s to move", player=name)


def _cube(facts: BackgammonFacts, phase: str, players: Players) -> CubeView:
    value = facts.cube
    if facts.cube_owner is not None:
        told = _("cube at %(value)s, %(player)s has it", value=value, player=players[facts.cube_owner])
        return CubeView(str(value), facts.cube_owner, told)
    if facts.crawford and phase != "over":
        return CubeView("", None, _("no cube in the Crawford game"))
    if phase in ("ready", "over"):
        return CubeView("", None, "")
    # as on the board's display
    return CubeView(str(value), None, _("cube at %(value)s, centred", value=value))


def finished(before: MatchSheet, sheet: MatchSheet, fields: End, board: str) -> FinishedGame:
    """Return the game that ends with these fields of an END record."""
    winner, kind, how, points = fields
    score = (sheet.score[0], sheet.score[1])
    name = WON[kind] if kind < len(WON) else f"({kind})"
    crawford = before.crawford == NOW
    game = BackgammonGame(winner, points, name, sheet.cube_value(), crawford)
    return told(sheet.game, game, score, how_said(how), board, early=bool(before.is_in_own_turn()))


def told(
    number: int, game: BackgammonGame, score: tuple[int, int], how: str, board: str, *, early: bool = False
) -> FinishedGame:
    """Return a finished game in words: "gammon, cube 2", "double dropped", "single, conceded"."""
    parts = [RESULTS.get(game.kind, game.kind)]
    if how != "played":
        parts.append(_("%(how)s within the own turn", how=how) if early else how)
    if game.cube > 1 and game.kind != "match":
        parts.append(_("cube %(value)s", value=game.cube))
    if game.crawford:
        parts.append(_("Crawford game"))
    return FinishedGame(
        number=number,
        winner=game.winner,
        result=joined(parts),
        how=how,
        standing=f"{score[0]}-{score[1]}",
        board=board,
        score=score,
        points=game.points,
        details=game,
    )
