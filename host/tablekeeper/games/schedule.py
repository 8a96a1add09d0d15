"""Complete time schedules: `timecontrol` covers one seat and one stage, this module all other parts.

    21m b12 | 14m b12       one control per seat; a single one is for every seat
    40/90m f30, 30m f30     stages: after 40 moves add 30 minutes for the rest
    21m b12 o2m             overtime: the first flag adds 2 minutes, the second one loses
    30m y5x30s              byo-yomi: 5 periods of 30 s after 30 minutes
    30m c20/5m              Canadian: 20 moves in every 5 minutes after 30 minutes
    5m hourglass            time used by one player is added to the other's

A schedule is a tuple of seats, one entry if all are equal. A seat is (stages, overtime ms), a stage is
(moves, control); the last stage has 0 moves. The control of byo-yomi is (6, main time, period, periods, 0),
of Canadian (7, main time, a round's ms, its moves, 0), of an hourglass (8, time, 0, 0, 0).
"""

from __future__ import annotations

from typing import Any

from tablecore import clock, clockforms, records
from tablekeeper.games import timecontrol
from tablekeeper.games.timecontrol import (
    Control,
    TimeControlError,
    is_number,
    milliseconds,
    refuse,
    time_text,
)
from tablekeeper.languages import _

Seat = tuple[tuple[tuple[int, Control], ...], int]
"""Stages, each with its moves and control, and the overtime (ms)."""
Schedule = tuple[Seat, ...]

BYOYOMI, CANADIAN, HOURGLASS = range(clock.UP + 1, clock.UP + 4)
MOST_SEATS = 6
MOST_STAGES = 4
_EXAMPLES = "21m b12 | 14m b12 o2m, 40/90m f30, 30m y5x30s, 30m c20/5m, 5m hourglass"
_FORMS = (clock.BYOYOMI_FORM, clock.CANADIAN_FORM, clock.HOURGLASS_FORM)


def _count(part: str, text: str) -> int:
    # 1 to 255
    if not is_number(part) or len(part) > 3 or not 1 <= int(part) <= 255:
        refuse(text, "moves and periods are counted from 1 to 255", _EXAMPLES)
    return int(part)


def _split(part: str, sign: str, text: str) -> tuple[int, int]:
    # "5x30s" -> (5, 30000)
    first, found, second = part.partition(sign)
    if not found:
        refuse(text, "write periods like y5x30s and rounds like c20/5m", _EXAMPLES)
    count = _count(first, text)
    ms = milliseconds(second, text)
    if ms > 3600000:
        refuse(text, "a period or round lasts at most an hour", _EXAMPLES)
    return count, ms


def _control(part: str, text: str) -> Control:
    # one stage without its moves
    words = part.split()
    if len(words) == 2 and words[1][0] in "ych":
        if words[1] == "hourglass":
            return (HOURGLASS, milliseconds(words[0], text), 0, 0, 0)
        if words[1][0] == "y":
            count, ms = _split(words[1][1:], "x", text)
            return (BYOYOMI, milliseconds(words[0], text, least=0), ms, count, 0)
        if words[1][0] == "c":
            count, ms = _split(words[1][1:], "/", text)
            return (CANADIAN, milliseconds(words[0], text, least=0), ms, count, 0)
    return timecontrol.parse(part)


def _seat(part: str, text: str) -> Seat:
    words = part.split()
    overtime = 0
    if len(words) > 1 and len(words[-1]) > 1 and words[-1][0] == "o":
        overtime = milliseconds(words.pop()[1:], text)
        if overtime > clock.LONGEST_OVERTIME:
            refuse(text, "an overtime is at most an hour", _EXAMPLES)
    stages = []
    rows = " ".join(words).split(",")
    for place in range(len(rows)):
        row = rows[place].strip()
        moves = 0
        if place + 1 < len(rows):
            first, _, row = row.partition("/")
            moves = _count(first, text)
        elif is_number(row.partition("/")[0]) and "/" in row:
            refuse(text, "a number of moves leads to another stage, but none follows", _EXAMPLES)
        stages.append((moves, _control(row, text)))
    if len(stages) > MOST_STAGES:
        refuse(text, "there are at most %(most)s stages", _EXAMPLES, most=MOST_STAGES)
    total = 0
    for place in range(len(stages)):
        method, reserve, _, precredit, per_point = stages[place][1]
        total += reserve
        if len(stages) > 1 and (per_point or not clock.SUDDEN <= method <= clock.FISCHER):
            refuse(text, "stages are made of reserves with at most one delay each", _EXAMPLES)
        if place and precredit:
            refuse(text, "only the first stage can begin with its delay added", _EXAMPLES)
    if total > timecontrol.LONGEST:
        refuse(text, "that is too long", _EXAMPLES)
    if overtime and not clock.SUDDEN <= stages[0][1][0] <= clock.FISCHER:
        refuse(text, "an overtime comes after a reserve", _EXAMPLES)
    return tuple(stages), overtime


def parse(text: str) -> Schedule:
    """Parse a schedule; raise TimeControlError with one sentence."""
    parts = text.lower().split("|")
    if len(parts) > MOST_SEATS:
        refuse(text, "there are at most %(most)s seats", _EXAMPLES, most=MOST_SEATS)
    seats = [_seat(part, text) for part in parts]
    alike = True
    for seat in seats:
        alike = alike and seat == seats[0]
    schedule = (seats[0],) if alike else tuple(seats)
    try:
        found = form(schedule)
    except TimeControlError as error:
        refuse(text, str(error), _EXAMPLES)
    if found == clock.HOURGLASS_FORM and len(parts) > 2:
        refuse(text, "an hourglass has two seats", _EXAMPLES)
    return schedule


def form(schedule: Schedule) -> int:
    """Return the form of clock that a schedule needs; TimeControlError if there is none."""
    needed = clock.PLAIN
    glasses = 0
    for stages, _overtime in schedule:
        method = stages[0][1][0]
        own = clock.STAGED if len(stages) > 1 else clock.PLAIN
        if method >= BYOYOMI:
            own = _FORMS[method - BYOYOMI]
        glasses += method == HOURGLASS
        if own and needed and own != needed:
            raise TimeControlError(_("stages, periods, rounds and sand do not go together on one clock"))
        needed = own or needed
    if glasses and glasses < len(schedule):
        raise TimeControlError(_("both seats of an hourglass have sand"))
    return needed


def _control_text(control: Control) -> str:
    method, reserve, delay, count, _ = control
    if method < BYOYOMI:
        return timecontrol.text(control)
    if method == HOURGLASS:
        return time_text(reserve) + " hourglass"
    counted = f"y{count}x" if method == BYOYOMI else f"c{count}/"
    return f"{time_text(reserve)} {counted}{time_text(delay)}"


def seat_text(seat: Seat) -> str:
    """Return the canonical notation of one seat's stages and overtime."""
    stages, overtime = seat
    rows = [(f"{moves}/" if moves else "") + _control_text(control) for moves, control in stages]
    shown = ", ".join(rows)
    return shown + " o" + time_text(overtime) if overtime else shown


def text(schedule: Schedule) -> str:
    """Return the canonical notation of a schedule; `parse(text(s)) == s`.

    Raise TimeControlError for times that the notation cannot express.
    """
    return " | ".join([seat_text(seat) for seat in schedule])


def for_match(schedule: Schedule, length: int) -> Schedule:
    """Return the schedule for a match of `length` points, with reserves per point multiplied by it."""
    seats = []
    for stages, overtime in schedule:
        multiplied = [(moves, timecontrol.for_match(control, length)) for moves, control in stages]
        seats.append((tuple(multiplied), overtime))
    return tuple(seats)


def _of_seat(schedule: Schedule, seat: int, seats: int) -> Seat:
    if len(schedule) == 1:
        return schedule[0]
    if len(schedule) != seats:
        raise TimeControlError(
            _("%(seats)s seats have %(controls)s time controls", seats=seats, controls=len(schedule))
        )
    return schedule[seat]


def make_clock(schedule: Schedule, seats: int = 2) -> Any:
    """Return a clock set to a schedule; TimeControlError if seats and controls do not fit."""
    made = clockforms.make(seats, form(schedule))
    for seat in range(seats):
        stages, overtime = _of_seat(schedule, seat, seats)
        _, (method, reserve, delay, count, _) = stages[0]
        made.set(seat, method, reserve, delay, count)
        made.set_overtime(seat, overtime)
        for place in range(1, len(stages)):
            method, reserve, delay = stages[place][1][:3]
            made.add_stage(seat, stages[place - 1][0], method, reserve, delay)
    return made


def of_clock(made: Any) -> Schedule:
    """Return the schedule of a clock; `make_clock` of it returns the clock before the first move."""
    seats = []
    for seat in range(made.seats):
        method, delay, count = made.method[seat], made.delay[seat], made.precredit[seat]
        reserve = made.initial[seat]
        following = []
        if made.form == clock.STAGED and made.stages[seat]:
            rows = made.stages[seat]
            _, method, _, delay = rows[0]
            following = rows[1:]
        if method < BYOYOMI:
            # only these two methods have a precredit
            count = count if method == clock.BRONSTEIN or method == clock.FISCHER else 0
            reserve -= delay if count else 0
        stages = []
        control = (method, reserve, delay, count, 0)
        for moves, method, more, delay in following:
            stages.append((moves, control))
            control = (method, more, delay, 0, 0)
        stages.append((0, control))
        seats.append((tuple(stages), made.overtime[seat]))
    for one in seats:
        if one != seats[0]:
            return tuple(seats)
    return (seats[0],)


def stubs(schedule: Schedule, seats: int = 2) -> list[tuple[int, int, int, int, int, int]]:
    """Return the set-up records (kind, a, b, c, p, q) that give a table's seats this schedule."""
    rows = []
    for seat in range(len(schedule)):
        stages, overtime = _of_seat(schedule, seat, seats)
        who = seat if len(schedule) > 1 else records.NOBODY
        _, (method, reserve, delay, count, _) = stages[0]
        rows.append((records.TIME, who, method, count, reserve, delay))
        for place in range(1, len(stages)):
            method, reserve, delay = stages[place][1][:3]
            rows.append((records.STAGE, who, method, stages[place - 1][0], reserve, delay))
        if overtime:
            rows.append((records.OVERTIME, who, 0, 0, overtime, 0))
    return rows
