"""The view of a plain clock: up to six seats with their times and moves."""

from __future__ import annotations

from tablecore.sheets.sheet import NOBODY, READY
from tablekeeper.games import schedule
from tablekeeper.games import wording as words
from tablekeeper.games.clockview import read_at
from tablekeeper.games.sentences import End, Players, how_said, said
from tablekeeper.games.view import FinishedGame, MatchView, SeatView
from tablekeeper.languages import _
from tablekeeper.text import counted
from tableprograms.plain.sheet import OVER, PLAY, RESULT, PlainSheet

PHASES = {READY: "ready", PLAY: "play", RESULT: "result", OVER: "over"}


def view(
    match_id: int, sheet: PlainSheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a clock at `device_now` (ms of its sitting), or None without a clock."""
    phase = PHASES.get(sheet.phase)
    if phase is None:
        return None
    closing = sheet.phase in (RESULT, OVER)
    seats = tuple(
        SeatView(
            name=words.name(players, seat),
            standing=str(sheet.moves[seat]),
            notes=_notes(sheet, seat, device_now),
            clock=words.clock_of(sheet, seat, device_now, offset),
            on_turn=sheet.phase == PLAY and sheet.turn == seat,
            winner=closing and sheet.winner == seat,
        )
        for seat in range(sheet.seats)
    )
    return MatchView(
        id=match_id,
        program="plain",
        title="Clock" if sheet.seats == 1 else _("Clock of %(seats)s", seats=sheet.seats),
        seats=seats,
        phase=phase,
        state=_state(sheet, players),
        facts=(),
        standing=", ".join(f"{seat.name} {seat.standing}" for seat in seats),
        counted="Moves",
        dice=(),
        game=0,
        control=words.control_of(sheet),
        winners=words.winners(seats) if phase == "play" else (),
    )


def _notes(sheet: PlainSheet, seat: int, device_now: int | None) -> tuple[str, ...]:
    clock = sheet.clock
    at = read_at(clock, device_now)
    notes = []
    if sheet.over & (1 << seat):
        notes.append(_("over the time"))
    elif clock.method[seat] == schedule.BYOYOMI:
        notes.append(_("%(periods)s left", periods=counted(clock.periods_left(seat, at), "period")))
    elif clock.method[seat] == schedule.CANADIAN and clock.moves_left(seat, at):
        notes.append(_("%(moves)s to make", moves=counted(clock.moves_left(seat, at), "move")))
    return tuple(notes)


def _state(sheet: PlainSheet, players: Players) -> str:
    if sheet.phase in (RESULT, OVER):
        missing = words.to_confirm(sheet, players, range(sheet.seats)) if sheet.phase == RESULT else ""
        how = f" ({how_said(sheet.how)})" if sheet.how else ""
        if sheet.winner == NOBODY:
            return _("Ended without a winner%(how)s%(missing)s", how=how, missing=missing)
        return _(
            "%(name)s wins%(how)s%(missing)s",
            name=words.name(players, sheet.winner),
            how=how,
            missing=missing,
        )
    stopped = words.stopped(sheet)
    if stopped:
        return stopped
    return (
        _("Not begun")
        if sheet.turn == NOBODY
        else _("%(name)s to move", name=words.name(players, sheet.turn))
    )


def finished(before: PlainSheet, sheet: PlainSheet, fields: End, board: str) -> FinishedGame:
    """Return the result of a clock: the time of each seat, and the number of moves."""
    winner, _x, how, moves = fields
    clock = sheet.clock
    times = ", ".join(
        words.game_time(clock.remaining(seat, sheet.last_ms)) for seat in range(sheet.seats)
    )
    return FinishedGame(
        number=sheet.game,
        winner=winner if winner < sheet.seats else None,
        result=said(
            _("clocks %(times)s; %(moves)s", times=times, moves=counted(moves, "move")), how_said(how)
        ),
        how=how_said(how),
        standing="-".join(str(count) for count in sheet.moves[: sheet.seats]),
        board=board,
    )
