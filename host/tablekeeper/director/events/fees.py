"""Entry fees and payouts of events: the fees, the payments, and the computed sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.formats.answer import StagePlaces
from tablekeeper.journal.reading import Reading
from tablekeeper.prizes.payout import FeeSheet, compute
from tablekeeper.prizes.plan import LABELS, MAIN, FeePlan, read, stage_word
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
    #: the event's stages that can have prizes of their own: key and title; {} if there are none
    stages: Mapping[str, str]


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
        titles = state.format.stages(state.options)
        if state.fees is None:
            return EventMoney(state.name, players, None, provisional, titles)
        stages: Mapping[str, StagePlaces] = dict.fromkeys((MAIN, *titles), StagePlaces()) if titles else {}
        if state.started:
            try:
                answer = state.answer()
                stages = state.format.stage_places(state.event()) or stages
            except DocumentError:
                # this version cannot compute the standings; the event's page reports it
                answer = None
            if answer is not None:
                ranks = [(row.rank, row.player) for row in answer.placed if row.player in players]
                provisional = not (answer.over or state.finished)
        places = {key: (stage.ranks, stage.players) for key, stage in stages.items()}
        sheet = compute(state.fees, players, state.paid, ranks, places)
        return EventMoney(state.name, players, sheet, provisional, titles)

    def plan(self, event: int, plan: Mapping[str, Any], *, actor: str = "director") -> int:
        """Set the fees and payouts of an event (`prizes.plan`); return the action's number."""
        state = self._read(event).state
        try:
            _check_stages(read(Cursor(plan)), state.format.stages(state.options))
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


def _check_stages(plan: FeePlan, known: Mapping[str, str]) -> None:
    for number, one in enumerate(plan.stages):
        if one.stage in known:
            continue
        cursor = Cursor(one.stage, f"stages[{number}]")
        if not known:
            raise cursor.refuse("this event has no stages with prizes of their own")
        keys = listing(map(stage_word, known))
        raise cursor.refuse(
            "%(stage)s is no stage of this event; there is %(keys)s", stage=one.stage, keys=keys
        )
