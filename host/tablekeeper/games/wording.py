"""Words that the views of several games share: pauses, confirmations, times, counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablecore.clock import NONE
from tablecore.sheets.sheet import NOBODY, Sheet
from tablekeeper.games.clockview import clock_view, control_text
from tablekeeper.games.sentences import PAUSES, Players
from tablekeeper.games.view import ClockView, SeatView
from tablekeeper.languages import _, pgettext
from tablekeeper.text import listing


def name(players: Players, seat: int) -> str:
    """Return the player's name at a seat; a seat without a name is numbered from 1."""
    return players[seat] if seat < len(players) else _("Seat %(number)s", number=seat + 1)


def game_time(ms: int) -> str:
    """Return a duration in minutes and seconds, rounded down: "12:34"."""
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def clock_of(sheet: Sheet, seat: int, device_now: int | None, offset: int | None) -> ClockView | None:
    """Return a seat's clock, None if the table has no clocks."""
    if all(method == NONE for method in sheet.clock.method):
        return None
    return clock_view(sheet.clock, seat, device_now, offset)


def control_of(sheet: Sheet) -> str:
    """Return the notation of the table's time control."""
    return control_text(sheet.clock)


def stopped(sheet: Sheet) -> str | None:
    """Return a sentence with the reason why the clock is stopped in a game; None if it is not stopped."""
    if not sheet.in_game() or sheet.pause == NOBODY:
        return None
    reason = PAUSES.get(sheet.pause) or _("reason %(number)s", number=sheet.pause)
    return _("Clock stopped: %(reason)s", reason=reason)


def winners(seats: Sequence[SeatView]) -> tuple[tuple[int | None, str], ...]:
    """Return the possible winners if the director ends a game that one seat wins: nobody, or any seat."""
    nobody = pgettext("who wins", "nobody")
    return ((None, nobody), *((number, seat.name) for number, seat in enumerate(seats)))


def to_confirm(sheet: Sheet, players: Players, seats: Iterable[int]) -> str:
    """Return the players who have not confirmed a result yet, as the end of a sentence."""
    missing = [name(players, seat) for seat in seats if not sheet.confirmed & (1 << seat)]
    return _("; %(missing)s to confirm", missing=listing(missing)) if missing else ""
