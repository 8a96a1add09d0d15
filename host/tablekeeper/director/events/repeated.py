"""Checks a result by hand that does not name its match: another person may have entered it already. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.formats.completion import WHOSE
from tablekeeper.formats.wording import pairing_text
from tablekeeper.journal.reading import Reading


def check_repeated(reading: Reading[EventState], result: Mapping[str, Any], actor: str) -> None:
    """Refuse a result that another director, or a table, has entered last for the same winner.

    The author may not have seen it, and the second result would count for the winner's next match. So a
    result is refused if it is equal to the last one, or if that was entered after the author's last action. A
    result that names its match is accepted.
    """
    winner = result.get("winner")
    if any(key in result for key in WHOSE):
        return
    if winner is None:
        if "score" in result:
            raise UserError("Say who has won: the winner is missing.", field="winner")
        return
    own = max((one.seq for one in reading.actions if one.actor == actor), default=0)
    for entry in reversed(reading.state.entered):
        other = entry.result or {}
        if winner not in other.get("players", ()):
            continue
        by = reading.actions[entry.seq - 1].actor
        same = all(_figures(other, key) == _listed(value) for key, value in result.items())
        if by != actor and (same or entry.seq > own):
            raise UserError(
                "%(by)s has entered %(other)s already (action %(seq)s). If this is another match, name both "
                "players; a ruling on action %(seq)s corrects that one.",
                by=by, other=pairing_text(other), seq=entry.seq,
            )
        return


def _figures(result: Mapping[str, Any], key: str) -> Any:
    """Return a field of a result, figures of two players with the winner's first."""
    value = _listed(result.get(key))
    swapped = isinstance(value, list) and len(value) == 2 and result["players"][0] != result.get("winner")
    return value[::-1] if swapped else value


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
