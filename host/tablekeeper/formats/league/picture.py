"""The picture of a league: a crosstable, and each double round-robin's games with pawns and times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.departure import ABSENT
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.course import LeagueCourse
from tablekeeper.formats.league.table import LeagueGame
from tablekeeper.languages import _, joined
from tablekeeper.pictures import crosstable
from tablekeeper.pictures.crosstable import CrosstableCell
from tablekeeper.pictures.drawing import Drawing

_NAME = 120
_WIDE = 2 * _NAME + 240
_LINE = 20
_ACROSS = 2
_GAMES = 6


@dataclass(frozen=True, slots=True)
class _ScheduledGame:
    """A game of the schedule: players, the score if played, and further facts ("47.5 min")."""

    #: None before the lots of its double round-robin
    players: tuple[str, str] | None
    score: str = ""
    #: seat of the winner, None while open or cancelled
    winner: int | None = None
    aside: str = ""
    cancelled: bool = False


def draw(
    sheet: Drawing,
    event: Event,
    rows: Sequence[StandingsRow],
    course: LeagueCourse,
    schedule: Sequence[tuple[str, str] | None],
) -> None:
    """Draw the crosstable of the counted games, every game of the schedule, and the playoffs.

    A game of the schedule is None before the lots of its double round-robin.
    """
    y = crosstable.draw(sheet, 30, rows, cells(course.games))
    y = _grid(sheet, y + 22, _slots(event, schedule, course.leavers.gone))
    for one in course.series:
        sheet.text(0, y + 8, one.told())
        y += 20


def cells(games: Sequence[LeagueGame]) -> dict[tuple[str, str], CrosstableCell]:
    """Return the cells of the crosstable: the counted games won, and the pawns."""
    won: dict[tuple[str, str], int] = {}
    pawns: dict[tuple[str, str], int] = {}
    for game in games:
        won[game.winner, game.loser] = won.get((game.winner, game.loser), 0) + 1
        for pair, count in zip(
            ((game.winner, game.loser), (game.loser, game.winner)), game.pawns, strict=True
        ):
            pawns[pair] = pawns.get(pair, 0) + count
    found = {}
    for pair in pawns:
        back = pair[::-1]
        mine, theirs = won.get(pair, 0), won.get(back, 0)
        found[pair] = CrosstableCell((f"{mine}-{theirs}", f"{pawns[pair]}:{pawns[back]} p"), mine > theirs)
    return found


def _slots(
    event: Event, schedule: Sequence[tuple[str, str] | None], gone: Sequence[str]
) -> list[_ScheduledGame]:
    """Return every game of the schedule; a pair's results fill its games in the order of play."""
    waiting: dict[frozenset[str], list[Mapping[str, Any]]] = {}
    for result in event.results:
        if not result.has("stage") and not result.has(ABSENT):
            pair = result.value.get("cancelled") or result.value["players"]
            waiting.setdefault(frozenset(pair), []).append(result.value)
    found = []
    for players in schedule:
        if players is None:
            found.append(_ScheduledGame(None, aside=_("lots to come")))
            continue
        left = waiting.get(frozenset(players))
        if not left and not set(players).isdisjoint(gone):
            found.append(_ScheduledGame(players, aside="not played", cancelled=True))
        else:
            found.append(_slot(players, left.pop(0) if left else None))
    return found


def _slot(players: tuple[str, str], result: Mapping[str, Any] | None) -> _ScheduledGame:
    if result is None:
        return _ScheduledGame(players, aside=_("to play"))
    if result.get("cancelled"):
        return _ScheduledGame(players, aside=_("cancelled"), cancelled=True)
    order = [result["players"].index(player) for player in players]
    mine, theirs = (result["pawns"][seat] for seat in order)
    asides = []
    if result.get("colours") is not None:
        colours = "-".join(str(result["colours"][seat]) for seat in order)
        asides.append(_("colours %(colours)s", colours=colours))
    if result.get("minutes") is not None:
        asides.append(_("%(minutes)s min", minutes=result["minutes"]))
    winner = players.index(result["winner"])
    return _ScheduledGame(players, f"{mine}-{theirs}", winner, joined(asides))


def _grid(sheet: Drawing, top: float, slots: Sequence[_ScheduledGame]) -> float:
    """Draw the games below `top`, six per double round-robin; return the y coordinate of their end."""
    high = _LINE * (_GAMES + 1) + 18
    end = top
    for start in range(0, len(slots), _GAMES):
        number = start // _GAMES
        left = (_WIDE + 16) * (number % _ACROSS)
        y = top + high * (number // _ACROSS)
        sheet.text(left, y + 14, _("Double round-robin %(number)s", number=number + 1), bold=True)
        for place, slot in enumerate(slots[start : start + _GAMES]):
            _game(sheet, left, y + _LINE * (place + 1) + 2, place + 1, slot)
        end = y + high
    return end


def _game(sheet: Drawing, left: float, y: float, number: int, slot: _ScheduledGame) -> None:
    sheet.box(left, y, _WIDE, _LINE, 0.1 if slot.winner is not None else 0)
    base = y + 14.5
    sheet.text(left + 6, base, str(number), soft=True)
    sheet.text(left + _WIDE - 6, base, slot.aside, size=11, anchor="end", soft=True)
    if slot.players is None:
        return
    one, other = slot.players
    middle = left + 24 + _NAME + 35
    sheet.text(
        middle - 35, base, one, anchor="end", limit=_NAME - 6, bold=slot.winner == 0, struck=slot.cancelled
    )
    sheet.text(middle, base, slot.score or "v", anchor="middle")
    sheet.text(middle + 35, base, other, limit=_NAME - 6, bold=slot.winner == 1, struck=slot.cancelled)
