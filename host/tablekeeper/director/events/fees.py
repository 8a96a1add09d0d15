"""Entry fees and payouts of events: the fees, the payments, and the computed sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.journal.reading import Reading
from tablekeeper.prizes.payout import FeeSheet, compute
from tablekeeper.prizes.plan import LABELS, read
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import listing

#: the default plan; the places are those that are suggested for the number of players
USUAL: Mapping[str, Any] = {
    "currency": "EUR", "fee": "0", "additions": [], "deductions": [], "unit": "percent", "step": "1",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EventMoney:
    """The money of an event."""

    name: str
    players: tuple[str, ...]
    #: None until a plan is entered
    sheet: FeeSheet | None
    #: whether the standings can still change
    provisional: bool


class EventFees:
    """Fees and payouts. All methods may be called from any thread."""

    def __init__(
        self,
        do: Callable[[int, str, str, Mapping[str, Any]], int],
        read: Callable[[int], Reading[EventState]],
    ) -> None:
        """Store the arguments: `do` appends (event, actor, action, body), `read` reads an event."""
        self._do, self._read = do, read

    def money(self, event: int) -> EventMoney:
        """Return the computed sheet of an event; the payouts follow the present standings."""
        state = self._read(event).state
        players, ranks, provisional = tuple(state.entrants), [], True
        if state.fees is None:
            return EventMoney(state.name, players, None, provisional)
        if state.started:
            try:
                answer = state.answer()
            except DocumentError:
                # this version cannot compute the standings; the event's page reports it
                answer = None
            if answer is not None:
                ranks = [(row.rank, row.player) for row in answer.placed if row.player in players]
                provisional = not (answer.over or state.finished)
        return EventMoney(state.name, players, compute(state.fees, players, state.paid, ranks), provisional)

    def plan(self, event: int, plan: Mapping[str, Any], *, actor: str = "director") -> int:
        """Set the fees and payouts of an event (`prizes.plan`); return the action's number."""
        try:
            read(Cursor(plan))
        except DocumentError as error:
            field = re.split(r"\W", error.place)[0]
            raise UserError(
                "%(input)s: %(reason)s.",
                input=LABELS.get(field, field), reason=error.reason, field=field,
            ) from error
        return self._do(event, actor, journal.FEES, dict(plan))

    def paid(
        self, event: int, players: Sequence[str], paid: bool = True, *, actor: str = "director"
    ) -> int:
        """Note that players have paid the fee, or have not; return the action's number."""
        state = self._read(event).state
        names = [" ".join(name.split()) for name in players]
        unknown = [name for name in names if name not in state.entrants]
        if unknown or not names:
            if unknown:
                raise UserError("%(names)s is not entered.", names=listing(unknown))
            raise UserError("Say who has paid.")
        return self._do(event, actor, journal.PAID, {"players": names, "paid": paid})
