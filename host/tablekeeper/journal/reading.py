"""Caches folded journals: only actions added since the last read are loaded and folded.

Journals are append-only, so the cached state stays valid for the actions it contains. The only exception is
the removal of a name, which rewrites rows. So the number of removals is part of the cache's key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.journal.declared import Folded, JournalKind

S = TypeVar("S", bound=Folded)


@dataclass(frozen=True, slots=True)
class ToldAction:
    """An action of a journal in words, as histories and reports list it."""

    seq: int
    at_ms: int
    actor: str
    action: str
    text: str
    undone: bool
    reason: str = ""  # `text` also ends with it; "" without a reason


class Reading(Generic[S]):
    """A journal and its state; both are read-only."""

    __slots__ = ("_history", "_kind", "_told", "actions", "state")

    def __init__(
        self, kind: JournalKind[S], actions: tuple[Action, ...], state: S, told: tuple[str, ...] = ()
    ) -> None:
        self._kind = kind
        self._told = told
        self._history: tuple[ToldAction, ...] | None = None
        self.actions = actions
        self.state = state

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of all actions, in order."""
        # two threads may do this at the same time: both get the same result
        told = self._told
        if len(told) < len(self.actions):
            # an action depends only on earlier ones, so its sentence does not change
            rest = range(len(told) + 1, len(self.actions) + 1)
            told = self._told = told + tuple(self._kind.sentence(self.actions, seq) for seq in rest)
        return told

    @property
    def told(self) -> tuple[ToldAction, ...]:
        """Every action in words, oldest first."""
        if self._history is None:
            self._history = tuple(
                ToldAction(
                    one.seq, one.at_ms, one.actor, one.action, text, one.seq in self.state.undone,
                    one.body.get("reason") or "",
                )
                for one, text in zip(self.actions, self.sentences, strict=True)
            )  # fmt: skip
        return self._history

    def tell(self, seq: int) -> str:
        """Return the sentence of an action."""
        return self.sentences[seq - 1]

    def undoable(self, actor: str) -> int:
        """Return the number of the action that `actor` undoes without giving a number.

        That is the last action that is not undone, is not an undo and can be undone. Raises UserError if
        there is none, or if somebody else (another director, a table) has acted since.
        """
        for action in reversed(self.actions):
            can = action.action != UNDO and not self._kind.is_lasting(action)
            if can and action.seq not in self.state.undone:
                if action.actor != actor:
                    raise UserError(
                        "The last action is %(seq)s, by %(actor)s: %(text)s. Name the action to undo.",
                        seq=action.seq, actor=action.actor, text=self.sentences[action.seq - 1],
                    )
                return action.seq
        raise UserError("There is nothing to undo.")

    def further(self, later: Sequence[Action]) -> Reading[S]:
        """Return the reading of this journal with later actions; the same one without any."""
        if not later:
            return self
        state = self._kind.fold_on(self.state, self.actions, later)
        return Reading(self._kind, (*self.actions, *later), state, self._told)


class Readings(Generic[S]):
    """The readings of all journals of one kind, by owner. Any thread may call it."""

    def __init__(
        self, kind: JournalKind[S], actions: Callable[[int, int], Sequence[Action]], stamp: Callable[[], int]
    ) -> None:
        """Store how to read a journal's actions (of an owner, after a number), and how to read a number that
        increases when stored rows have changed."""
        self._kind = kind
        self._actions = actions
        self._stamp = stamp
        self._known: dict[int, tuple[int, Reading[S]]] = {}

    def of(self, owner: int = 0) -> Reading[S]:
        """Return the present state of a journal."""
        # read the stamp first: then a change while the rows are read makes the reading invalid
        stamp = self._stamp()
        known = self._known.get(owner)
        valid = known is not None and known[0] == stamp
        reading = known[1] if known and valid else Reading(self._kind, (), self._kind.fold(()))
        reading = reading.further(self._actions(owner, len(reading.actions)))
        self._known[owner] = (stamp, reading)
        return reading
