"""The set-up that a board gets for a pairing of an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.formats import Answer, Event, Format
from tablekeeper.formats.board import Seating
from tablekeeper.games.setupplan import Plan


def seating(
    form: Format, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
) -> Seating:
    """Return the set-up for a board, or refuse it; with `length` None the event's own length applies."""
    if not form.board.plays(pairing):
        raise UserError("That is not played at a board: enter its result by hand.")
    return form.board.seating(event, answer, pairing, length)


def times(wanted: Seating, control: str) -> str:
    """Return the time control of a set-up; "" is the default of its program.

    The default of backgammon depends on the points of the match (docs/rules/backgammon.md, "Clock"), so a
    game without a length has no default.
    """
    return control or ("none" if wanted.answers.get("length") == "0" else "")


def fitted(wanted: Seating, plan: Plan) -> Plan:
    """Return the program's plan, completed with the event's data."""
    opener, *rest = plan.rows
    # the line-up of a series is valid only after its order of rules
    series = [(*row[:4], wanted.games, row[5]) for row in rest if row[0] == records.SERIES]
    others = [row for row in rest if row[0] != records.SERIES]
    return replace(plan, rows=(opener, *series, *wanted.rows, *others))
