"""The view of a match of TARA: points, Battle, last turns, kingdoms and territory.

Source: docs/rules/tara.md, "Match", "Doubles", "Scoring".
"""

from __future__ import annotations

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tablekeeper.games import wording as words
from tablekeeper.games.sentences import End, Players, how_said, said
from tablekeeper.games.tara.facts import TaraFacts
from tablekeeper.games.view import FinishedGame, MatchView, SeatView
from tablekeeper.languages import _, joined, ngettext
from tablekeeper.text import counted, listing
from tableprograms.tara.sheet import (
    COUNT,
    LEVEL_2,
    LINKED_OPENING,
    OP0_BUILDS,
    OPENING,
    OVER,
    PLAY,
    READY,
    RESULT,
    TaraSheet,
)

PHASES = {READY: "ready", OPENING: "play", PLAY: "play", COUNT: "play", RESULT: "result", OVER: "over"}


def side(players: Players, number: int) -> str:
    """Return the names of a side: with four seats the first and third, or the second and fourth."""
    if len(players) < 4:
        return words.name(players, number)
    return listing(players[number : number + 3 : 2])


def view(
    match_id: int, sheet: TaraSheet, players: Players, device_now: int | None, offset: int | None
) -> MatchView | None:
    """Return the view of a match at `device_now` (ms of its sitting), or None without a match."""
    phase = PHASES.get(sheet.phase)
    if phase is None:
        return None
    named = tuple(words.name(players, seat) for seat in range(sheet.seats))
    seats = tuple(
        SeatView(
            name=named[seat],
            # partners share their points: show them at the first partner
            standing=str(sheet.score[seat]) if seat < 2 else "",
            notes=_notes(sheet, seat),
            clock=words.clock_of(sheet, seat, device_now, offset),
            on_turn=sheet.phase == PLAY and sheet.turn == seat,
            winner=_wins(sheet, seat),
        )
        for seat in range(sheet.seats)
    )
    return MatchView(
        id=match_id,
        program="tara",
        title="TARA" if sheet.seats == 2 else _("TARA, doubles"),
        seats=seats,
        phase=phase,
        state=_state(sheet, named),
        facts=()
        if sheet.phase == OVER
        else (_("of %(match_games)s games", match_games=sheet.match_games()),),
        standing=joined(
            joined((side(named, one), str(sheet.score[one])), " ") for one in range(2)
        ),
        counted="Points",
        dice=(),
        game=sheet.game if sheet.in_game() else min(sheet.games + 1, sheet.match_games()),
        control=words.control_of(sheet),
        winners=((0, side(named, 0)), (1, side(named, 1))) if phase == "play" else (),
        details=_facts(sheet),
    )


def _facts(sheet: TaraSheet) -> TaraFacts:
    return TaraFacts(
        first=None if sheet.first == NOBODY else sheet.first,
        turn=sheet.turn if sheet.phase == PLAY else None,
        battle=bool(sheet.battle),
        last=sheet.last,
        counting=sheet.phase in (COUNT, RESULT),
        games=sheet.games,
        points=(sheet.score[0], sheet.score[1]),
        kingdoms=(sheet.kingdoms[0], sheet.kingdoms[1]),
        territory=(sheet.hills[0], sheet.hills[1]),
        level=2 if sheet.options & LEVEL_2 else 1,
        linked=bool(sheet.options & LINKED_OPENING),
        op0_builds=bool(sheet.options & OP0_BUILDS),
    )


def _wins(sheet: TaraSheet, seat: int) -> bool:
    winner = sheet.champion if sheet.phase == OVER else sheet.winner if sheet.phase == RESULT else NOBODY
    return winner != NOBODY and winner == seat & 1


def _notes(sheet: TaraSheet, seat: int) -> tuple[str, ...]:
    notes = []
    if sheet.seats == 4:
        notes.append((_("Red"), _("Blue"))[seat & 1])
    if sheet.phase == PLAY and sheet.in_battle(seat):
        notes.append("in Battle")
    if sheet.phase == PLAY and sheet.caller() == seat:
        notes.append("called OUT")
    if sheet.in_game() and seat < 2 and sheet.hills[seat]:
        kingdoms = counted(sheet.kingdoms[seat], "kingdom")
        notes.append(_("%(kingdoms)s, territory %(hills)s", kingdoms=kingdoms, hills=sheet.hills[seat]))
    return tuple(notes)


def _state(sheet: TaraSheet, players: Players) -> str:
    if sheet.phase == OVER:
        if sheet.champion == NOBODY:
            return _("The match is drawn")
        return _win(players, sheet.champion, _("the match"))
    if sheet.phase == RESULT:
        missing = words.to_confirm(sheet, players, range(sheet.seats))
        if sheet.winner == NOBODY:
            return _("Game %(game)s is drawn%(missing)s", game=sheet.game, missing=missing)
        what = _("the match") if sheet.kind == records.WHOLE_MATCH else _("game %(game)s", game=sheet.game)
        how = _(" (%(how)s)", how=how_said(sheet.how)) if sheet.how else ""
        return _win(players, sheet.winner, what) + how + missing
    stopped = words.stopped(sheet)
    if stopped:
        return stopped
    if sheet.phase == READY:
        return _("Game %(games)s has not begun", games=sheet.games + 1) if sheet.games else _("Not begun")
    if sheet.phase == OPENING:
        starter = sheet.starter()
        return (
            _("Any player may start")
            if starter == NOBODY
            else _("%(players)s to start", players=players[starter])
        )
    if sheet.phase == COUNT:
        return _("Counting: %(side)s", side=side(players, min(sheet.counted(), 1)))
    to_move = _("%(players)s to move", players=players[sheet.turn])
    return joined((to_move, counted(sheet.last, "last turn"))) if sheet.last else to_move


def _win(players: Players, winner: int, what: str) -> str:
    told = {"side": side(players, winner), "what": what}
    return ngettext("%(side)s wins %(what)s", "%(side)s win %(what)s", len(players) // 2, **told)


def finished(before: TaraSheet, sheet: TaraSheet, fields: End, board: str) -> FinishedGame:
    """Return the result of a game: kingdoms and territory of both sides, and its points."""
    winner, kind, how, points = fields
    if kind == records.WHOLE_MATCH:
        result = _("the whole match")
    else:
        first, second = sheet.kingdoms, sheet.hills
        worth = counted(points, "point")
        if winner == NOBODY:
            worth = _("%(points)s each", points=worth)
        result = _(
            "kingdoms %(first)s:%(first2)s, territory %(second)s:%(second2)s; %(worth)s",
            first=first[0],
            first2=first[1],
            second=second[0],
            second2=second[1],
            worth=worth,
        )
    return FinishedGame(
        number=sheet.game,
        winner=winner if winner < 2 else None,
        result=said(result, how_said(how)),
        how=how_said(how),
        standing=f"{sheet.score[0]}-{sheet.score[1]}",
        board=board,
    )
