"""The values that the events service returns to pages and commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.director.events.awaited import here
from tablekeeper.director.events.claims import Claim, ClaimRule, wait_for_director
from tablekeeper.director.events.state import Entered, EventState
from tablekeeper.director.events.summaries import phase
from tablekeeper.director.events.timetable import RoundPlan, plan_of
from tablekeeper.formats import Answer, Event, Format
from tablekeeper.journal.reading import Reading, ToldAction
from tablekeeper.store import EventRow


@dataclass(frozen=True, slots=True)
class EventView:
    """An event in its present state."""

    id: int
    name: str
    form: Format
    created_ms: int
    phase: str  # as `summaries.phase` returns it
    options: Mapping[str, Any]
    draw: int  # number of the draw that is played
    players: tuple[str, ...]
    withdrawn: Mapping[str, str]  # player -> reason
    withdrawals: Mapping[int, tuple[str, str]]  # number of the action -> player, reason
    present: frozenset[str]  # players who have checked in
    entered: tuple[Entered, ...]  # results, in order
    claims: tuple[Claim, ...]
    tables: Mapping[int, Mapping[str, Any]]  # id of a table's match -> pairing
    here: Mapping[int, Mapping[str, Any]]  # those of them that are matches of this hall
    turns: Mapping[frozenset[str], tuple[str, int]]  # by pair: player on turn, since when (hall ms)
    rounds: Mapping[str, RoundPlan]  # the timetable, by round; "" is the whole event
    answer: Answer | None  # None before the start
    problem: str | None  # why a started event has no answer, a sentence
    last: int  # number of the last action
    #: the journal of which all this is the state
    reading: Reading[EventState] = field(compare=False)

    @property
    def history(self) -> tuple[ToldAction, ...]:
        """Every action in words, oldest first."""
        return self.reading.told

    @property
    def is_full(self) -> bool:
        """Whether the event has the largest number of players that its format allows."""
        return self.form.most is not None and len(self.players) >= self.form.most

    @property
    def timetable(self) -> Mapping[str, int]:
        """The start of each round (hall ms) that has one in the timetable."""
        return {name: plan.start_ms for name, plan in self.rounds.items() if plan.start_ms is not None}

    @property
    def claim_rule(self) -> ClaimRule:
        """When claims of players count."""
        return self.reading.state.claim_rule

    def needs_director(self, claims: Sequence[Claim], now_ms: int) -> bool:
        """Return whether the claims of a match wait for the director, and not for the other player."""
        since_ms = max(self.reading.actions[one.seq - 1].at_ms for one in claims)
        return wait_for_director(claims, self.claim_rule, since_ms, now_ms)

    def plan(self, pairing: Mapping[str, Any]) -> RoundPlan:
        """Return the start, time control and length that the timetable has for a pairing."""
        return plan_of(self.rounds, self.form.round_name(pairing))

    @property
    def played(self) -> Event:
        """The data behind the answer; only if there is one."""
        return self.reading.state.event()

    @property
    def throwing(self) -> tuple[Mapping[str, Any], ...]:
        """The entries of `next` that need throws of a die."""
        following = () if self.answer is None else self.answer.next
        return tuple(one for one in following if self.form.round_of(one))


def view(
    row: EventRow, reading: Reading[EventState], answer: Answer | None, problem: str | None
) -> EventView:
    """Return an event's present view, from its row and journal; `answer` and `problem` as in `EventView`."""
    state = reading.state
    return EventView(
        id=row.id, name=row.name, form=state.format, created_ms=row.created_ms,
        phase=phase(state, answer), options=dict(state.options), draw=state.draws,
        players=tuple(state.entrants), present=frozenset(state.present),
        withdrawn=dict(state.withdrawn), withdrawals=dict(state.withdrawals),
        entered=tuple(state.entered), claims=tuple(state.claims.values()),
        tables=dict(state.tables), here=here(row, reading), turns=dict(state.turns),
        rounds=dict(state.rounds),
        answer=answer, problem=problem,
        last=len(reading.actions), reading=reading,
    )  # fmt: skip
