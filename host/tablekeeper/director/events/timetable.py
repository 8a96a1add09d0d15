"""The timetable of an event: for each round its start, its time control and the length of its matches. Pure.

Rounds have the names of `Format.round_name` ("A" or "PC2" in a knockout, "3" in a round robin). The
round "" is the whole event: its time control and length apply to rounds without their own. Its start is
the start of an event without rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.games import schedule
from tablekeeper.games.timecontrol import TimeControlError
from tablekeeper.languages import _, joined, sentence
from tablekeeper.regulation.moment import clock_time
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted
from tablekeeper.textchecks import is_line

#: the whole event
ALL = ""
#: ms since 1970: the year 9999
LAST_MS = 253_402_300_799_000
#: points of the longest match; letters of a time control
LONGEST_MATCH, LONGEST_CONTROL = 99, 60
FIELDS = ("start_ms", "control", "length")


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The timetable's values for a round; None for a value that is not set."""

    start_ms: int | None = None
    #: a notation of tablekeeper.games.schedule: "3m/pt b12"
    control: str | None = None
    #: points
    length: int | None = None

    def __bool__(self) -> bool:
        return self != RoundPlan()


def round_title(name: str) -> str:
    """Return the title of a round for people."""
    if name == ALL:
        return _("all rounds")
    # the name R is the recharge of a knockout, not a round of its Main
    return _("round %(name)s", name=name) if name.isdecimal() or (len(name) == 1 and name != "R") else name


def read_rounds(cursor: Cursor, known: Mapping[str, RoundPlan]) -> dict[str, RoundPlan]:
    """Return the timetable after the changes in a journal entry's body; null removes a value."""
    found = dict(known)
    for name, place in cursor.members():
        if name != ALL and not is_line(name, 30):
            raise place.refuse("the name of a round has at most 30 letters")
        changes = {key: _value(key, item) for key, item in place.fields(FIELDS).items()}
        plan = replace(found.get(name, RoundPlan()), **changes)
        if plan:
            found[name] = plan
        else:
            found.pop(name, None)
    return found


def _value(key: str, cursor: Cursor) -> Any:
    if cursor.value is None:
        return None
    if key == "start_ms":
        return cursor.whole(0, LAST_MS)
    if key == "length":
        return cursor.whole(1, LONGEST_MATCH)
    text = cursor.text()
    if not is_line(text, LONGEST_CONTROL):
        raise cursor.refuse(
            "a time control is one line of 1 to %(longest_control)s letters",
            longest_control=LONGEST_CONTROL,
        )
    return text


def plan_of(rounds: Mapping[str, RoundPlan], name: str) -> RoundPlan:
    """Return the plan of a round: its own values, else the time control and length of the whole event."""
    own, whole = rounds.get(name, RoundPlan()), rounds.get(ALL, RoundPlan())
    return RoundPlan(
        own.start_ms,
        whole.control if own.control is None else own.control,
        whole.length if own.length is None else own.length,
    )


def check_times(control: str) -> None:
    """Refuse a time control that cannot be read."""
    try:
        schedule.parse(control)
    except TimeControlError as error:
        raise UserError(sentence(str(error))) from error


def rounds_text(rounds: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the changes of a timetable in words: "round A at 2026-11-21 20:00, 7 points"."""
    return joined(
        (
            joined((round_title(name), joined(_told(key, plan[key]) for key in FIELDS if key in plan)), " ")
            for name, plan in rounds.items()
        ),
        "; ",
    )


def _told(key: str, value: Any) -> str:
    if key == "start_ms":
        return _("without a start") if value is None else _("at %(value)s", value=clock_time(value))
    if key == "length":
        return (
            _("no length of its own") if value is None else _("to %(points)s", points=counted(value, "point"))
        )
    return _("no time control of its own") if value is None else _("with %(value)s", value=value)
