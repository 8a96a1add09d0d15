"""Refuses results that their author is not allowed to enter. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.director.events.repeated import check_repeated
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.journal.reading import Reading


def check_entry(
    reading: Reading[EventState], result: Mapping[str, Any], actor: str, match: int | None, decides: bool
) -> None:
    """Refuse a result if its author has not seen another one, or may not make the decision in it (`decides`).

    `match` is the table's match that sent the result; None if a person entered it.
    """
    if not decides:
        check_no_decision(reading.state.format, result)
    if match is None:
        check_repeated(reading, result, actor)


def check_no_decision(form: Format, result: Mapping[str, Any]) -> None:
    """Refuse a result that contains a director's decision: a player leaves, or arrives late."""
    for option in form.result:
        if option.key in form.decisions and result.get(option.key) not in (None, False):
            raise UserError("Only a director decides this: %(label)s.", label=option.label)
