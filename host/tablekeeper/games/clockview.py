"""A seat's clock in hall time: converts the device's milliseconds to the hall's clock.

A board counts milliseconds since its sitting began. Round trips to the board give the offset (hall time =
device time + offset). Then a running clock becomes a deadline, to which every browser counts down by itself.
Before that, only the reserve after the last record is known.
"""

from __future__ import annotations

from tablecore.clock import BRONSTEIN, DELAY, FISCHER, NOBODY, NONE, SUDDEN, UP, Clock
from tablekeeper.games import schedule
from tablekeeper.games.timecontrol import TimeControlError
from tablekeeper.games.view import ClockView
from tablekeeper.languages import _

METHODS = {
    NONE: "none", SUDDEN: "sudden", DELAY: "delay", BRONSTEIN: "bronstein", FISCHER: "fischer", UP: "up",
    schedule.BYOYOMI: "byoyomi", schedule.CANADIAN: "canadian", schedule.HOURGLASS: "hourglass",
}  # fmt: skip
#: what is left is shown part by part
_IN_PARTS = (schedule.BYOYOMI, schedule.CANADIAN)


def read_at(clock: Clock, device_now: int | None) -> int:
    """Return the time of its board (ms) for which a clock is read: `device_now`, if that is known.

    Else it is the beginning of the present stretch. Time before that beginning is not counted twice when
    the device's clock is read a little early.
    """
    return clock.since if device_now is None else max(device_now, clock.since)


def clock_view(clock: Clock, seat: int, device_now: int | None, offset: int | None) -> ClockView:
    """Return a seat's clock at `device_now` (ms of the sitting) with its deadline in hall ms.

    Without `offset` it has no deadline.
    """
    running = bool(clock.running) and clock.turn == seat
    at = read_at(clock, device_now)
    flag_at = clock.flag_at() if running else -1
    remaining = clock.remaining(seat, at)
    if running and clock.method[seat] in _IN_PARTS:
        # main time, a period or a round is shown, not all that is left before the flag
        flag_at = at + remaining
    return ClockView(
        remaining_ms=remaining,
        running=running,
        deadline_ms=flag_at + offset if flag_at >= 0 and offset is not None else None,
        delay_left_ms=clock.delay_left(seat, at),
        method=METHODS[clock.method[seat]],
        flagged=clock.flagged == seat and clock.flagged != NOBODY,
    )


def control_text(clock: Clock) -> str:
    """Return the notation of a clock's time control; both seats' when they differ."""
    return " | ".join(_seat_text(seat) for seat in schedule.of_clock(clock))


def _seat_text(seat: schedule.Seat) -> str:
    try:
        return schedule.seat_text(seat)
    except TimeControlError:
        # a board may be set up with a reserve that has no notation: say it in plain figures
        method, reserve = seat[0][0][1][:2]
        return _("%(reserve)s ms %(methods)s", reserve=reserve, methods=METHODS[method])
