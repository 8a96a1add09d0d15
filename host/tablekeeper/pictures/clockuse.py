"""The time of each move of a match: a strip of bars for each seat, in the order of play.

It fits a phone's width. The height of a bar is the time of its move; all strips have the same scale. Lines
separate the games. In a long match each bar is the longest of several moves; a line below says of how many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.games.view import ClockMove
from tablekeeper.languages import _, joined
from tablekeeper.pictures.drawing import Drawing

_WIDE, _HIGH, _GAP = 336.0, 64.0, 34.0
_SMALL = 11
#: the most bars of a strip: on a phone each is two pixels wide
BARS = 160


@dataclass(frozen=True, slots=True)
class SeatUse:
    """The time use of a seat in one game or in all: number of moves, their sum and the longest, in ms."""

    seat: int
    moves: int
    used_ms: int
    longest_ms: int

    @property
    def mean_ms(self) -> int:
        """The mean time of a move, rounded down."""
        return self.used_ms // self.moves if self.moves else 0


def use(moves: Sequence[ClockMove], seats: int) -> tuple[SeatUse, ...]:
    """Return the time use of each seat.

    >>> use([ClockMove(5, 1, 0, 4_000), ClockMove(6, 1, 1, 9_000), ClockMove(9, 1, 0, 7_000)], 2)[0]
    SeatUse(seat=0, moves=2, used_ms=11000, longest_ms=7000)
    """
    found = []
    for seat in range(seats):
        times = [move.used_ms for move in moves if move.seat == seat]
        found.append(SeatUse(seat, len(times), sum(times), max(times, default=0)))
    return tuple(found)


def by_game(moves: Sequence[ClockMove], seats: int) -> tuple[tuple[int, tuple[SeatUse, ...]], ...]:
    """Return the time use of each seat in each game, by the game's number."""
    games = dict.fromkeys(move.game for move in moves)
    return tuple((game, use([move for move in moves if move.game == game], seats)) for game in games)


def minutes(ms: int) -> str:
    """Return a time in minutes and seconds, rounded down as on the clocks.

    >>> minutes(59_999), minutes(3_725_000)
    ('0:59', '62:05')
    """
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def picture(moves: Sequence[ClockMove], players: Sequence[str], key: str = "clock") -> str:
    """Return the strips as SVG for a page; `key` is unique among the pictures of the page."""
    sheet = Drawing()
    title = _("Time of each move")
    sheet.text(0, 16, title, size=15, bold=True, limit=_WIDE)
    group = max(1, -(-len(moves) // BARS))
    places = -(-len(moves) // group) if moves else 0
    longest = max((move.used_ms for move in moves), default=0)
    wide = _WIDE / max(1, places)
    top = 16.0
    for one in use(moves, len(players)):
        bottom = top + _GAP + _HIGH
        sheet.text(0, top + 24, players[one.seat], bold=True, limit=_WIDE * 0.4)
        told = _(
            "%(moves)s moves, %(used_ms)s, longest %(longest_ms)s",
            moves=one.moves,
            used_ms=minutes(one.used_ms),
            longest_ms=minutes(one.longest_ms),
        )
        sheet.text(_WIDE, top + 24, told, size=_SMALL, anchor="end", soft=True)
        for place, used in _bars(moves, one.seat, group):
            high = _HIGH * used / longest if longest else 0.0
            sheet.box(wide * place, bottom - high, max(wide * 0.8, 0.8), high, 0.75, 0)
        sheet.path([(0, bottom), (_WIDE, bottom)], 0.6)
        for place in _new_games(moves, group):
            sheet.path([(wide * place, top + _GAP), (wide * place, bottom)], 0.4, "2 3")
        top = bottom
    if group > 1:
        sheet.text(
            0, top + 18, _("Each bar is the longest of %(moves)s moves.", moves=group), size=_SMALL, soft=True
        )
    sheet.reach(_WIDE, top)
    return sheet.svg(title, told_in_words(moves, players), False, key)


def _bars(moves: Sequence[ClockMove], seat: int, group: int) -> list[tuple[int, int]]:
    found: dict[int, int] = {}
    for number, move in enumerate(moves):
        if move.seat == seat:
            found[number // group] = max(found.get(number // group, 0), move.used_ms)
    return sorted(found.items())


def _new_games(moves: Sequence[ClockMove], group: int) -> list[int]:
    return sorted({n // group for n in range(1, len(moves)) if moves[n].game != moves[n - 1].game})


def told_in_words(moves: Sequence[ClockMove], players: Sequence[str]) -> str:
    """Return the strips in words."""
    if not moves:
        return _("No move has ended yet.")
    told = (
        _(
            "%(players)s: %(moves)s moves in %(used_ms)s, on average %(mean_ms)s, the longest "
            "%(longest_ms)s.",
            players=players[one.seat],
            moves=one.moves,
            used_ms=minutes(one.used_ms),
            mean_ms=minutes(one.mean_ms),
            longest_ms=minutes(one.longest_ms),
        )
        for one in use(moves, len(players))
    )
    return joined(told, " ")
