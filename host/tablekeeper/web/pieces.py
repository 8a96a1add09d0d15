"""Splits a part into elements that are sent separately; decides whether two look the same to a reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from tablekeeper.director.views import TableView
from tablekeeper.games.view import ClockView

from .fragments import Piece

#: templates begin each element of such a part at the beginning of a line, and no other element with an id
_BEGINNING = re.compile(r'^(?=<[a-z]+ id="([^"]+)")', re.MULTILINE)


def pieces(body: bytes, senses: Mapping[str, object]) -> tuple[Piece, ...]:
    """Return the elements of a part; an element that is not in `senses` is compared by its text.

    >>> [piece.id for piece in pieces(b'<li id="a">\\n<li>\\n</li></li>\\n<li id="b"></li>', {})]
    ['a', 'b']
    """
    text = body.decode()
    _, *cut = _BEGINNING.split(text)
    return tuple(
        Piece(name, partial(str, html), senses.get(name, html))
        for name, html in zip(cut[::2], cut[1::2], strict=True)
    )


def settled(table: TableView, now_ms: int) -> TableView:
    """Return a table without its running values, so that it stays equal while only its clocks run."""
    # the time of the last message is shown only for an offline board
    table = replace(table, revision=0, last_seen_ms=None if table.online else table.last_seen_ms)
    match = table.match
    if match is None:
        return table
    seats = tuple(replace(seat, clock=_settled(seat.clock, now_ms)) for seat in match.seats)
    return replace(table, match=replace(match, seats=seats, timer=_settled(match.timer, now_ms)))


def _settled(clock: ClockView | None, now_ms: int) -> ClockView | None:
    if clock is None or not clock.running:
        return clock
    # a clock that counts up has no deadline; its reading at the hall's time 0 is used instead
    since = clock.remaining_ms - now_ms if clock.method == "up" else 0
    return replace(clock, remaining_ms=since, delay_left_ms=0)
