"""The declaration of an action: what it is called, what a person says, and what it does.

From it come its entry in a journal (`declared`), the check of a call's facts (`read`), its command
(`cli.actions`), the reading of its form (`web.actionforms`) and its row of rights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tablekeeper.accounts import roles
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option, read_options, refusal
from tablekeeper.formats.written import value_of
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Declared, Folded, Lasting, Tell
from tablekeeper.languages import sentence
from tablekeeper.regulation.appeal import read_votes
from tablekeeper.regulation.decision import read_decision
from tablekeeper.regulation.moment import moment, span
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.textchecks import single_spaced

S = TypeVar("S", bound=Folded)
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActionKind(Generic[S]):
    """What a person can do. An action enters an entry of its own in the journal, or a ruling."""

    #: in the journal, in a call and in a form
    key: str
    #: a sentence for the help of its command
    title: str
    #: what a person says; the entry has it, too
    options: tuple[Option, ...]
    #: what a person says and the entry does not have
    asked: tuple[Option, ...] = ()
    #: what the entry has and nobody says
    noted: tuple[Option, ...] = ()
    #: its effect on the state, with the facts of the entry; None: it has no entry of its own
    apply: Callable[[S, Action, dict[str, Any]], None] | None = None
    #: the sentence of its entry
    told: Callable[[Action, Tell], str] = lambda action, tell: ""
    #: adds what the hall knows to what a person says, and refuses what does not fit; returns the entry
    fill: Callable[[Any, dict[str, Any]], dict[str, Any]] = lambda hall, facts: facts
    #: the ruling that it makes; with `settled` only if that fact is given
    rule: Callable[[Any, dict[str, Any]], Any] | None = None
    settled: str = ""
    #: the moment to which a time of day without a date is near, by what has been said so far
    near: Callable[[S, Facts], int | None] = lambda state, facts: None
    #: what its command takes as words, and an example of them
    words: tuple[str, ...] = ()
    example: str = ""
    #: what its command answers, by the state and the entry, and what its JSON has beside what was said
    answer: Callable[[S, Action], str] = lambda state, action: ""
    more: Callable[[S, Action], dict[str, Any]] = lambda state, action: {}
    #: the least role that may do it
    role: str = roles.DIRECTOR
    lasting: Lasting | None = None

    @property
    def said(self) -> tuple[Option, ...]:
        """Return all that a person says."""
        return self.options + self.asked

    def read(self, given: Facts) -> dict[str, Any]:
        """Return the facts of a call, with the default of what is left out; refuse others."""
        spaced = {key: _spaced(one) for key, one in given.items()}
        return read_options(
            self.said, Cursor({key: one for key, one in spaced.items() if one not in (None, "")})
        )

    def facts(self, said: Facts, state: S, near_ms: int) -> dict[str, Any]:
        """Return what a person has said as facts: texts and words are read, what is known already stays.

        A time of day is near `near_ms` unless the action knows better.
        """
        facts: dict[str, Any] = {}
        for one in self.said:
            given = said.get(one.key)
            if given not in (None, "", ()):
                near = self.near(state, facts)
                facts[one.key] = _fact(one, given, near_ms if near is None else near, facts)
        return facts

    def declared(self) -> Declared[S]:
        """Return the kind of its entry in a journal."""
        apply, kept = self.apply, self.options + self.noted
        assert apply is not None
        return Declared(
            self.key, " ".join(one.key + ("" if one.needed or one.filled else "?") for one in kept),
            lambda state, action, body: apply(state, action, _facts(kept, body)), self.told, self.lasting,
        )  # fmt: skip

    def body(self, action: Action) -> dict[str, Any]:
        """Return the facts of an entry of a checked journal."""
        return _facts(self.options + self.noted, Cursor(action.body))

    def entry(self, hall: Any, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the body of its entry; what says nothing is left out."""
        filled = self.fill(hall, facts)
        kept = {one.key: one.filled for one in self.options + self.noted}
        return {
            key: one for key, one in filled.items()
            if key in kept and one not in (None, "") and (kept[key] or one not in ([], (), {}))
        }  # fmt: skip


def _spaced(said: Any) -> Any:
    """Return texts and lists of texts with single spaces between words."""
    if isinstance(said, list | tuple):
        return [_spaced(one) for one in said]
    return single_spaced(said) if isinstance(said, str) else said


def _facts(options: tuple[Option, ...], body: Cursor) -> dict[str, Any]:
    return {one.key: one.read(body.at(one.key)) if body.has(one.key) else one.default for one in options}


def _fact(option: Option, said: Any, near_ms: int, facts: Facts) -> Any:
    """Return what a person said for an option as a fact, in JSON form; a time of day is near `near_ms`."""
    try:
        match said, option.kind:
            case str(), "moment":
                return moment(said, near_ms)
            case str(), "duration":
                return span(said)
            case tuple(), "decision":
                cause = option.choices[0] if option.choices else facts.get("cause", "other")
                return [effect.document() for effect in read_decision(said, cause)]
            case tuple(), "votes":
                return read_votes(said)
        return value_of(option, said) if isinstance(said, str) else said
    except DocumentError as error:
        raise UserError(sentence(error.reason), field=option.name) from error


@contextmanager
def sentences(options: Sequence[Option] = ()) -> Iterator[None]:
    """Turn refusals by rules and journal into sentences for the director; `options`: those of the case."""
    try:
        yield
    except DocumentError as error:
        # name the wrong field by its label in the form; its place in the journal is useless to people
        field = error.place.rpartition(".")[2].partition("[")[0]
        option = next((one for one in options if one.key == field), None)
        label = field.replace("_", " ") if option is None else option.label
        label = "" if field == "undoes" else f"{label[:1].upper()}{label[1:]}"
        field = field if option is None else option.name
        raise UserError(refusal(label, error.reason), field=field) from error
