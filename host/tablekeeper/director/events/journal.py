"""The fold of an event's journal: actions in, the event out (docs/event-files.md). Pure.

An action that cannot follow the ones before it is refused with its place, like a wrong event file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper import formats
from tablekeeper.formats import Format
from tablekeeper.journal.action import UNDO, Action, undone
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.textchecks import name_at, reason_at

NEW, ENTER, WITHDRAW, SET, DRAW, START = "new", "enter", "withdraw", "set", "draw", "start"
TABLE, CLAIM, CONFIRM, REJECT = "table", "claim", "confirm", "reject"
RESULT, CANCEL, RULE, FINISH, REOPEN = "result", "cancel", "rule", "finish", "reopen"


@dataclass(frozen=True, slots=True)
class Claim:
    """A result that a table has sent and nobody has confirmed yet."""

    seq: int
    match: int
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entered:
    """A result that counts: the action that brought it, and how it was ruled."""

    seq: int
    result: Mapping[str, Any] | None
    #: the table's match it comes from, None when it was entered by hand
    match: int | None = None
    #: the reason of the ruling that put this result in the place of another
    reason: str | None = None


class EventState:
    """An event as its actions so far make it."""

    def __init__(self) -> None:
        self.name = ""
        self.form: Format | None = None
        self.options: dict[str, Any] = {}
        self.players: list[str] = []
        self.withdrawn: dict[str, str] = {}
        self.started = False
        self.finished = False
        self.entered: list[Entered] = []
        self.claims: dict[int, Claim] = {}
        #: pairings that are played at a table, by the id of the table's match
        self.tables: dict[int, Mapping[str, Any]] = {}
        #: seq of actions that count no more
        self.undone: frozenset[int] = frozenset()

    @property
    def results(self) -> list[Mapping[str, Any]]:
        """The results that count, in order."""
        return [one.result for one in self.entered if one.result is not None]

    @property
    def format(self) -> Format:
        """The event's format; a journal begins by naming it."""
        if self.form is None:
            raise DocumentError("journal", "begins with the action new")
        return self.form

    def document(self) -> dict[str, Any]:
        """Return the event as an event file has it."""
        return {
            "format": self.format.key,
            "options": dict(self.options),
            "players": list(self.players),
            "results": list(self.results),
        }

    def event(self) -> formats.Event:
        """Return the event as its format reads it; refuse what the format does."""
        return self.format.read(Cursor(self.document()))

    def answer(self) -> formats.Answer:
        """Return the standings; refuse an event that its format does not accept."""
        return self.format.answer(self.event())

    def copy(self) -> EventState:
        """Return the same state, which further actions change without changing this one."""
        other = copy(self)
        other.options, other.players = dict(self.options), list(self.players)
        other.withdrawn, other.entered = dict(self.withdrawn), list(self.entered)
        other.claims, other.tables = dict(self.claims), dict(self.tables)
        return other

    # --- one action -----------------------------------------------------------------------

    def take(self, action: str, seq: int, body: Cursor) -> None:
        """Apply one action that counts; refuse what cannot follow."""
        if (seq == 1) != (action == NEW):
            raise body.refuse("a journal begins with the action new, and has no second one")
        if self.finished and action not in (REOPEN, TABLE):
            raise body.refuse("the event is finished: reopen it first")
        _APPLY[action](self, seq, body)

    def _new(self, seq: int, body: Cursor) -> None:
        body.fields(("name", "format", "options"), ("name", "format"))
        self.name = name_at(body.at("name"))
        self.form = formats.FORMATS[body.at("format").choice(tuple(formats.FORMATS))]
        if body.has("options"):
            self._set_options(body.at("options"))

    def _set_options(self, place: Cursor) -> None:
        known = {option.key: option for option in self.format.options}
        for key, value in place.fields(known).items():
            if value.value is None and not known[key].empty:
                self.options.pop(key, None)
            else:
                known[key].read(value)
                self.options[key] = value.value

    def _enter(self, seq: int, body: Cursor) -> None:
        body.fields(("players", "late"), ("players",))
        late = body.at("late").truth() if body.has("late") else False
        if self.started and not late:
            raise body.refuse("the event has started: enter players as late arrivals")
        if late and not self.started:
            raise body.refuse("the event has not started: nobody is late yet")
        if late and self.format.arrival:
            field = self.format.arrival
            raise body.refuse(
                f"another entry would change the draw: a late arrival is a result here, {field}"
            )
        for item in body.at("players").items(1):
            name = name_at(item)
            if name in self.players:
                raise item.refuse(f'"{name}" is entered already')
            self.players.append(name)
        most = self.format.most
        if most is not None and len(self.players) > most:
            raise body.at("players").refuse(f"{self.format.title} has {most} {self.format.entrant}s")

    def _withdraw(self, seq: int, body: Cursor) -> None:
        body.fields(("player", "reason"), ("player",))
        name = body.at("player").player(self.players)
        reason = reason_at(body.at("reason")) if body.has("reason") else ""
        if name in self.withdrawn:
            raise body.at("player").refuse(f'"{name}" has withdrawn already')
        if self.started:
            self.withdrawn[name] = reason
        else:
            self.players.remove(name)

    def _set(self, seq: int, body: Cursor) -> None:
        body.fields(("options",), ("options",))
        self._set_options(body.at("options"))

    def _draw(self, seq: int, body: Cursor) -> None:
        body.fields(("seed", "choices", "drawn"), ("seed", "drawn"))
        body.at("seed").whole(0)
        if body.has("choices"):
            body.at("choices").fields([choice.key for choice in self.format.draws])
        drawn = body.at("drawn").fields([*(option.key for option in self.format.options), "players"])
        if "players" in drawn:
            order = [item.player(self.players) for item in drawn["players"].items()]
            if sorted(order) != sorted(self.players):
                raise drawn["players"].refuse("the draw has to name every player once")
            self.players = order
        options = {key: place.value for key, place in drawn.items() if key != "players"}
        self._set_options(Cursor(options, drawn_path(body)))

    def _start(self, seq: int, body: Cursor) -> None:
        body.fields(())
        if self.started:
            raise body.refuse("the event has started already")
        self.started = True

    def _table(self, seq: int, body: Cursor) -> None:
        body.fields(("match", "pairing"), ("match", "pairing"))
        self._check_started(body)
        match = body.at("match").whole(1)
        dict(body.at("pairing").members())
        if match in self.tables:
            raise body.at("match").refuse(f"match {match} has its pairing already")
        self.tables[match] = body.at("pairing").value

    def _claim(self, seq: int, body: Cursor) -> None:
        body.fields(("match", "result"), ("match", "result"))
        self._check_started(body)
        match = self._match(body.at("match"))
        dict(body.at("result").members())
        self.claims[seq] = Claim(seq, match, body.at("result").value)

    def _confirm(self, seq: int, body: Cursor) -> None:
        body.fields(("claim",), ("claim",))
        claim = self._open_claim(body.at("claim"))
        self.entered.append(Entered(seq, claim.result, claim.match))

    def _reject(self, seq: int, body: Cursor) -> None:
        body.fields(("claim", "reason"), ("claim", "reason"))
        reason_at(body.at("reason"))
        self._open_claim(body.at("claim"))

    def _open_claim(self, place: Cursor) -> Claim:
        claim = self.claims.pop(place.whole(1), None)
        if claim is None:
            raise place.refuse(f"action {place.value} is no claim that waits for an answer")
        return claim

    def _match(self, place: Cursor) -> int:
        match = place.whole(1)
        if match not in self.tables:
            raise place.refuse(f"match {match} is not of this event")
        if any(one.match == match for one in self.entered):
            raise place.refuse(f"match {match} has brought its result already")
        if any(claim.match == match for claim in self.claims.values()):
            raise place.refuse(f"match {match} has claimed its result already")
        return match

    def _result(self, seq: int, body: Cursor) -> None:
        body.fields(("result", "match"), ("result",))
        self._check_started(body)
        match = self._match(body.at("match")) if body.has("match") else None
        dict(body.at("result").members())
        self.entered.append(Entered(seq, body.at("result").value, match))

    def _cancel(self, seq: int, body: Cursor) -> None:
        body.fields(("players",), ("players",))
        self._check_started(body)
        if not any(field.key == "cancelled" for field in self.format.result):
            raise body.refuse(f"{self.format.title} has no games that are cancelled")
        names = [item.player(self.players) for item in body.at("players").items(2)]
        self.entered.append(Entered(seq, {"cancelled": names}))

    def _rule(self, seq: int, body: Cursor) -> None:
        body.fields(("replaces", "result", "reason"), ("replaces", "result", "reason"))
        replaces = body.at("replaces").whole(1)
        reason = reason_at(body.at("reason"))
        result = body.at("result")
        if result.value is not None:
            dict(result.members())
        for place, one in enumerate(self.entered):
            if one.seq == replaces:
                self.entered[place] = replace(one, result=result.value, reason=reason)
                return
        raise body.at("replaces").refuse(f"action {replaces} brought no result that counts")

    def _finish(self, seq: int, body: Cursor) -> None:
        body.fields(())
        self._check_started(body)
        if self.claims:
            raise body.refuse("claims still wait for an answer: confirm or reject them first")
        self.finished = True

    def _reopen(self, seq: int, body: Cursor) -> None:
        body.fields(("reason",), ("reason",))
        reason_at(body.at("reason"))
        if not self.finished:
            raise body.refuse("the event is not finished")
        self.finished = False

    def _check_started(self, body: Cursor) -> None:
        if not self.started:
            raise body.refuse("the event has not started: start it first")


_APPLY: dict[str, Callable[[EventState, int, Cursor], None]] = {
    NEW: EventState._new,
    ENTER: EventState._enter,
    WITHDRAW: EventState._withdraw,
    SET: EventState._set,
    DRAW: EventState._draw,
    START: EventState._start,
    TABLE: EventState._table,
    CLAIM: EventState._claim,
    CONFIRM: EventState._confirm,
    REJECT: EventState._reject,
    RESULT: EventState._result,
    CANCEL: EventState._cancel,
    RULE: EventState._rule,
    FINISH: EventState._finish,
    REOPEN: EventState._reopen,
}
#: every action a journal may hold
ACTIONS = (*_APPLY, UNDO)


def drawn_path(body: Cursor) -> str:
    """Return the place of what a draw gave."""
    return body.at("drawn").path


def _check_undo(earlier: Sequence[Action], body: Cursor) -> None:
    body.fields(("undoes", "reason"), ("undoes",))
    if body.has("reason"):
        reason_at(body.at("reason"))
    seq = body.at("undoes").whole(2, max(2, len(earlier)))
    if seq > len(earlier):
        raise body.at("undoes").refuse(f"there is no action {seq} before this one")
    if seq in undone(earlier):
        raise body.at("undoes").refuse(f"action {seq} is undone already")
    if earlier[seq - 1].action != FINISH and fold(earlier).finished:
        raise body.refuse("the event is finished: reopen it first")


def _take_all(state: EventState, actions: Iterable[Action]) -> EventState:
    for action in actions:
        if action.action != UNDO and action.seq not in state.undone:
            place = Cursor(action.body, f"journal[{action.seq - 1}].body")
            state.take(action.action, action.seq, place)
    return state


def fold(actions: Sequence[Action]) -> EventState:
    """Return the event that a checked journal makes."""
    state = EventState()
    state.undone = undone(actions)
    return _take_all(state, actions)


def fold_on(state: EventState, earlier: Sequence[Action], later: Sequence[Action]) -> EventState:
    """Return what `fold` makes of both; `state` is what it made of the earlier actions, and stays it."""
    if any(action.action == UNDO for action in later):
        return fold([*earlier, *later])
    return _take_all(state.copy(), later)


def follow(
    earlier: Sequence[Action], action: Action, state: EventState | None = None
) -> EventState:
    """Return the event after one action more; refuse an action that cannot follow the earlier ones.

    `state` is what the earlier ones make, where that is known.
    """
    if action.action == UNDO:
        _check_undo(earlier, Cursor(action.body, "undo"))
    elif action.action not in _APPLY:
        raise DocumentError("journal", f'"{action.action}" is no action')
    return fold([*earlier, action]) if state is None else fold_on(state, earlier, [action])


def checked(journal: Sequence[Action]) -> EventState:
    """Return the event of a journal from elsewhere, after every action was looked at as if it were new."""
    state = EventState()
    for place, action in enumerate(journal):
        if action.action == UNDO:
            _check_undo(journal[:place], Cursor(action.body, f"journal[{place}].body"))
            state = fold(journal[: place + 1])
        else:
            state.take(action.action, action.seq, Cursor(action.body, f"journal[{place}].body"))
    return state
