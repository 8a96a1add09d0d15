"""A seat's clock in hall time: converts the device's milliseconds to the hall's clock.

A board counts milliseconds from the start of its sitting. Round trips to the board give the offset (hall
time = device time + offset). With the offset a running clock has a deadline, and every browser counts down to
it. Without the offset only the reserve after the last record is known.
"""

from __future__ import annotations

from tablecore.clock import BRONSTEIN, DELAY, FISCHER, NOBODY, NONE, SUDDEN, UP, Clock
from tablekeeper.games import schedule
from tablekeeper.games.timecontrol import TimeControlError
from tablekeeper.games.view import LOW_MS, ClockView
from tablekeeper.languages import _, pgettext

METHODS = {
    NONE: pgettext("clock", "none"), SUDDEN: pgettext("clock", "sudden"), DELAY: pgettext("clock", "delay"),
    BRONSTEIN: _("bronstein"), FISCHER: _("fischer"), UP: pgettext("clock", "up"),
    schedule.BYOYOMI: _("byoyomi"), schedule.CANADIAN: _("canadian"), schedule.HOURGLASS: _("hourglass"),
}  # fmt: skip
#: methods that show the time of the current part only
_IN_PARTS = (schedule.BYOYOMI, schedule.CANADIAN)


def read_at(clock: Clock, device_now: int | None) -> int:
    """Return the board time (ms) at which to read a clock: `device_now`, or if unknown its last start.

    A `device_now` before the last start is replaced by it, so that no time counts twice.
    """
    return clock.since if device_now is None else max(device_now, clock.since)


def clock_view(clock: Clock, seat: int, device_now: int | None, offset: int | None) -> ClockView:
    """Return a seat's clock at `device_now` (ms of the sitting) with its deadline in hall ms.

    Without `offset` the clock has no deadline.
    """
    running = bool(clock.running) and clock.turn == seat
    at = read_at(clock, device_now)
    flag_at = clock.flag_at() if running else -1
    remaining = clock.remaining(seat, at)
    if running and clock.method[seat] in _IN_PARTS:
        # show the main time, a period or a round, not all the time before the flag
        flag_at = at + remaining
    return ClockView(
        remaining_ms=remaining,
        running=running,
        deadline_ms=flag_at + offset if flag_at >= 0 and offset is not None else None,
        delay_left_ms=clock.delay_left(seat, at),
        method=METHODS[clock.method[seat]][:],  # the key: pages and programs compare it
        ample=clock.initial[seat] > LOW_MS,
        flagged=clock.flagged == seat and clock.flagged != NOBODY,
    )


def control_text(clock: Clock) -> str:
    """Return the notation of a clock's time control, for each seat if they differ."""
    return " | ".join(_seat_text(seat) for seat in schedule.of_clock(clock))


def _seat_text(seat: schedule.Seat) -> str:
    try:
        return schedule.seat_text(seat)
    except TimeControlError:
        # a board can have a reserve that has no notation: show the plain figures
        method, reserve = seat[0][0][1][:2]
        return _("%(reserve)s ms %(methods)s", reserve=reserve, methods=METHODS[method])
