"""The view of a series of pawn races: games won, pawns home by colour, turn, order, game time.

Source: docs/rules/races.md, "Single games", for the winner of each kind of race.
"""

from __future__ import annotations

from tablecore.sheets.sheet import NOBODY, READY
from tablekeeper.games import wording as words
from tablekeeper.games.clockview import read_at
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.sentences import COLOURS
from tablekeeper.games.sentences import End, Players, how_said, said
from tablekeeper.games.view import ClockView, FinishedGame, MatchView, SeatView
from tablekeeper.languages import _, joined
from tablekeeper.text import ordinal
from tableprograms.race import rules as racerules
from tableprograms.race.sheet import PLAY, RESULT, RaceSheet

PHASES = {READY: "ready", PLAY: "play", RESULT: "result"}


def view(
    match_id: int, sheet: RaceSheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a series at `device_now` (ms of its sitting), or None without a series."""
    phase = PHASES.get(sheet.phase)
    if phase is None:
        return None
    playing = bool(sheet.in_game())
    seats = tuple(
        SeatView(
            name=words.name(players, seat),
            standing=str(sheet.wins[seat]),
            notes=_notes(sheet, seat),
            clock=words.clock_of(sheet, seat, device_now, offset),
            on_turn=playing and sheet.turn == seat and phase == "play",
            winner=phase == "result" and sheet.winner == seat,
        )
        for seat in range(sheet.seats)
    )
    return MatchView(
        id=match_id,
        program="race",
        title=_("%(rules)s race", rules=racerules.NAMES[sheet.series]),
        seats=seats,
        phase=phase,
        state=_state(sheet, players),
        facts=_facts(sheet, playing),
        standing=", ".join(f"{seat.name} {seat.standing}" for seat in seats),
        counted=_("Games won"),
        dice=(sheet.die,) if playing and sheet.die else (),
        game=sheet.game if playing else sheet.games + 1,
        control=words.control_of(sheet),
        winners=words.winners(seats) if phase == "play" else (),
        timer=_timer(sheet, device_now) if playing else None,
    )


def _timer(sheet: RaceSheet, device_now: int | None) -> ClockView:
    now = read_at(sheet.clock, device_now)
    return ClockView(sheet.game_time(now), bool(sheet.clock.running), None, 0, "up", False)


def _notes(sheet: RaceSheet, seat: int) -> tuple[str, ...]:
    notes: list[str] = []
    placing = list(sheet.order)
    for colour in sheet.colours_of(seat):
        told = joined((COLOURS[colour], str(sheet.home[colour])), " ")
        notes.append(joined((told, ordinal(placing.index(colour) + 1))) if colour in placing else told)
    if sheet.phase == READY and sheet.place[seat] != NOBODY:
        thrown = _("threw %(thrown)s, ", thrown=sheet.thrown[seat]) if sheet.thrown[seat] else ""
        notes.append(
            _("%(thrown)s#%(place)s of the die-roll", thrown=thrown, place=sheet.place[seat])
            if not sheet.rolling
            else thrown[:-2]
        )
    return tuple(note for note in notes if note)


def _facts(sheet: RaceSheet, playing: bool) -> tuple[str, ...]:
    if sheet.series != racerules.TRIPLEATHLON:
        return ()
    rules = racerules.NAMES[sheet.rules if playing else sheet.next_rules()]
    return (_("by the rules of %(rules)s", rules=rules),)


def _state(sheet: RaceSheet, players: Players) -> str:
    if sheet.phase == RESULT:
        missing = words.to_confirm(sheet, players, range(sheet.seats))
        if sheet.winner != NOBODY:
            name = words.name(players, sheet.winner)
            told = _("%(player)s wins game %(game)s", player=name, game=sheet.game)
            how = joined((" (", how_said(sheet.how), ")"), "") if sheet.how else ""
            return joined((told, how, missing), "")
        over = _("Game %(game)s was stopped", game=sheet.game)
        if not sheet.how:
            over = _("Game %(game)s is over", game=sheet.game)
        return joined((over, missing), "")
    stopped = words.stopped(sheet)
    if stopped:
        return stopped
    if sheet.phase == READY:
        asked = sheet.asked()
        if asked != NOBODY:
            return _("Round of die-roll: %(player)s to throw", player=words.name(players, asked))
        return _("Game %(game)s has not begun", game=sheet.games + 1) if sheet.games else _("Not begun")
    if sheet.turn == NOBODY:
        return _("Racing")
    # the player on turn comes first, because page and display mark this seat; another one may throw next
    mover, thrower = sheet.turn, sheet.thrower() if sheet.options & racerules.LOGGED else NOBODY
    if thrower == mover:
        return _("%(player)s to throw", player=words.name(players, mover))
    name = words.name(players, mover)
    if thrower == NOBODY:
        return _("%(player)s to move", player=name)
    following = words.name(players, thrower)
    return _("%(player)s to move, then %(next)s to throw", player=name, next=following)


def order_text(sheet: RaceSheet) -> str:
    """Return the completed colours in order, then the pawns of the other colours."""
    parts = [COLOURS[colour] for colour in placing(sheet)]
    said = _("order: %(parts)s", parts=", ".join(parts)) if parts else ""
    left = [
        f"{COLOURS[colour]} {sheet.home[colour]}"
        for colour in range(racerules.COLOURS)
        if sheet.owner[colour] != NOBODY and colour not in placing(sheet)
    ]
    return "; ".join(
        part for part in (said, _("home: %(left)s", left=", ".join(left)) if left else "") if part
    )


def placing(sheet: RaceSheet) -> tuple[int, ...]:
    """Return the colours in finishing order; the last open colour is placed when all others are home."""
    left = [
        colour for colour in range(racerules.COLOURS)
        if sheet.owner[colour] != NOBODY and colour not in sheet.order
    ]  # fmt: skip
    return (*sheet.order, *left) if len(left) == 1 else tuple(sheet.order)


def finished(before: RaceSheet, sheet: RaceSheet, fields: End, board: str) -> FinishedGame:
    """Return the result of a race: colours in order, counted pawns by seat, game time."""
    winner, rules, how, time = fields
    won = winner if winner < sheet.seats else None
    pawns = "-".join(str(sheet.counted(seat)) for seat in range(sheet.seats))
    kind = racerules.NAMES[rules] if rules < len(racerules.NAMES) else f"({rules})"
    result = _(
        "%(kind)s; %(order_text)s; pawns %(pawns)s; %(game_time)s min",
        kind=kind,
        order_text=order_text(sheet),
        pawns=pawns,
        game_time=words.game_time(time),
    )
    return FinishedGame(
        number=sheet.game,
        winner=won,
        result=said(result, how_said(how)),
        how=how_said(how),
        standing="-".join(str(wins) for wins in sheet.wins[: sheet.seats]),
        board=board,
        details=FinishedRace(
            rules=kind,
            order=placing(sheet),
            owner=tuple(sheet.owner),
            pawns=tuple(sheet.counted(seat) for seat in range(sheet.seats)),
            completed=tuple(sheet.completed(seat) for seat in range(sheet.seats)),
            finishers=tuple(sheet.finishers()),
            time_ms=time,
            winner=won,
            how=how_said(how),
        ),
    )
