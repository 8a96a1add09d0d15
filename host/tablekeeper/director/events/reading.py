"""An event as far as its journal has been read: what is added later is folded on, and nothing anew.

A journal only grows, so what its first actions make stays true. A tourney of 24 players has 600 actions by
its end, and is asked about after each of them; to read, fold and tell all of them every time would take
longer than to play it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablekeeper.director.events.journal import fold_on, sentence
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.views import ActionView
from tablekeeper.journal.action import Action


@dataclass(frozen=True, slots=True)
class Reading:
    """A journal and what it makes; nobody changes any of it."""

    actions: tuple[Action, ...]
    state: EventState
    history: tuple[ActionView, ...]

    def further(self, later: Sequence[Action]) -> Reading:
        """Return the reading of this journal with later actions."""
        if not later:
            return self
        actions = (*self.actions, *later)
        state = fold_on(self.state, self.actions, later)
        history = self.history
        if state.undone != self.state.undone:
            history = tuple(replace(one, undone=one.seq in state.undone) for one in history)
        return Reading(
            actions,
            state,
            history
            + tuple(
                ActionView(
                    one.seq, one.at_ms, one.actor, one.action, sentence(actions, one.seq),
                    one.seq in state.undone,
                )
                for one in later
            ),
        )  # fmt: skip


NOTHING = Reading((), EventState(), ())
