"""Declares the actions of a kind of journal, each once, and folds a journal into its state.

A declaration holds the fields of the body, the effect on the state, the sentence for people, and the reason
if it cannot be undone. The fold skips actions that were undone, so no action needs an inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from tablekeeper.journal.action import UNDO, Action, undone
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.textchecks import reason_at


class Folded(Protocol):
    """The state that is folded from a journal."""

    #: numbers of the undone actions
    undone: frozenset[int]

    def copy(self) -> Self:
        """Return a copy of the state: further actions may change it without changing this one."""


S = TypeVar("S", bound=Folded)
#: the sentence of another action of the same journal, by its number
Tell = Callable[[int], str]
#: the sentence of an action -> why it can never be undone
Lasting = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Declared(Generic[S]):
    """An action that a journal may hold.

    `fields` are the names in its body; "?" marks those that may be missing.
    """

    name: str
    fields: str
    apply: Callable[[S, Action, Cursor], None]
    sentence: Callable[[Action, Tell], str]
    #: returns why it can never be undone, in words that may repeat its sentence; None if it can be undone
    lasting: Lasting | None = None
    #: returns whether no later action depends on it; if only a fold can tell, the fold refuses the undo
    free: Callable[[S, Action], bool] = lambda state, action: True

    def check(self, body: Cursor) -> None:
        """Refuse a body with other fields."""
        fields = self.fields.split()
        known = [field.removesuffix("?") for field in fields]
        body.fields(known, [field for field in fields if not field.endswith("?")])


#: an undo, the action whose effect it ends or brings back as a sentence, and whether it brings it back
Undone = Callable[[Action, str, bool], str]


def undoing(action: Action, told: str, again: bool) -> str:
    """Return an undo in words; the undo of an undo is called a redoing, at any depth.

    >>> undoing(Action(3, 0, "Ann", UNDO, {"undoes": 2}), "the start", True)
    'the redoing of the start'
    """
    return _("the redoing of %(told)s", told=told) if again else _("the undoing of %(told)s", told=told)


def _nothing(state: object, action: Action, body: Cursor) -> None:
    """Accept every action."""


class JournalKind(Generic[S]):
    """A kind of journal: its actions, and how they change the state."""

    def __init__(
        self,
        begin: Callable[[], S],
        declared: Iterable[Declared[S]],
        *,
        undoing: Undone = undoing,
        undo_lasting: Lasting | None = None,
        noun: str = "action",
        place: Callable[[Action], str] = lambda action: "",
        before: Callable[[S, Action, Cursor], None] = _nothing,
        stays: Callable[[S, Action], str] = lambda state, action: "",
    ) -> None:
        """Store the empty state, the actions, the sentence of an undo, and the noun for an action.

        `undo_lasting` returns why an undo cannot be undone, like `Declared.lasting`. `place` returns the
        place of an action in a document. `before` refuses actions that the state does not allow, for any
        contents. `stays` returns why the state forbids the undo of an action, "" if it allows it.
        """
        self._begin = begin
        self._declared = {one.name: one for one in declared}
        self.undoing = undoing
        self._undo_lasting = undo_lasting
        self._noun = noun
        self._place = place
        self._before = before
        self._stays = stays
        #: every action that a journal may hold
        self.names = (*self._declared, UNDO)

    def take(self, state: S, action: Action, body: Cursor | None = None) -> None:
        """Apply one action that is not undone; refuse it if it cannot follow."""
        declared = self._declared.get(action.action)
        if declared is None:
            raise DocumentError(
                "journal",
                '"%(action)s" is no %(noun)s',
                action=action.action, noun=self._noun,
            )
        if body is None:
            body = Cursor(action.body, self._place(action))
        self._before(state, action, body)
        declared.check(body)
        declared.apply(state, action, body)

    def fold(self, actions: Sequence[Action]) -> S:
        """Return the state of a checked journal."""
        state = self._begin()
        state.undone = undone(actions)
        return self._take_all(state, actions)

    def fold_on(self, state: S, earlier: Sequence[Action], later: Sequence[Action]) -> S:
        """Return the `fold` of both; `state` is the fold of the earlier ones, and is not changed."""
        if any(action.action == UNDO for action in later):
            return self.fold([*earlier, *later])
        return self._take_all(state.copy(), later)

    def check_undo(self, state: S, earlier: Sequence[Action], body: Cursor) -> None:
        """Refuse the body of an undo that cannot follow the earlier actions; `state` is their fold."""
        body.fields(("undoes", "reason"), ("undoes",))
        if body.has("reason"):
            reason_at(body.at("reason"))
        undoes, noun = body.at("undoes"), self._noun.split()[0]
        seq = undoes.whole(1)
        if seq > len(earlier):
            raise undoes.refuse("there is no %(noun)s %(seq)s: the history lists them", noun=noun, seq=seq)
        if seq in state.undone:
            raise undoes.refuse("%(noun)s %(seq)s is undone already", noun=noun, seq=seq)
        action = earlier[seq - 1]
        if (lasting := self._lasting(action)) is not None:
            raise undoes.refuse(lasting(self.sentence(earlier, seq)))
        if why := self._stays(state, action):
            raise undoes.refuse(why)
        if action.action != UNDO and not self._declared[action.action].free(state, action):
            told = self.sentence(earlier, seq)
            raise undoes.refuse("later actions depend on %(told)s: undo them first", told=told)

    def is_lasting(self, action: Action) -> bool:
        """Return whether an action can never be undone."""
        return self._lasting(action) is not None

    def _lasting(self, action: Action) -> Lasting | None:
        return self._undo_lasting if action.action == UNDO else self._declared[action.action].lasting

    def sentence(self, actions: Sequence[Action], seq: int) -> str:
        """Return the sentence of an action of a checked journal."""

        def tell(number: int) -> str:
            action, again = actions[number - 1], True
            if action.action != UNDO:
                return self._declared[action.action].sentence(action, tell)
            # an undo brings back, or ends again, what stands at the end of its chain of undos
            last = action
            while last.action == UNDO:
                last, again = actions[last.body["undoes"] - 1], not again
            return self.undoing(action, tell(last.seq), again)

        return tell(seq)

    def _take_all(self, state: S, actions: Iterable[Action]) -> S:
        for action in actions:
            if action.action != UNDO and action.seq not in state.undone:
                self.take(state, action)
        return state
