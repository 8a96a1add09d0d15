"""Actions of services as calls: a command encodes a call, the host that writes the database carries it out.

An action is a method with an `actor`, or one of `WITHOUT_ACTOR`. Arguments and results are JSON, read by the
types of the method's annotations: numbers, texts, days, lists, objects as they are, and dataclasses.
"""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tablekeeper.accounts import roles
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor, loads
from tablekeeper.textchecks import name_at
from tablekeeper.version import __version__

#: the subjects of `Director` whose actions a command may call
SUBJECTS = (
    "events", "events.batches", "events.colours", "events.fees", "events.presence", "events.timetables",
    "people", "removals", "rankings", "desk", "attention",
    "dice", "quarantine", "boards", "seating",
    "replacement", "naming", "tables", "restoring", "orders", "journals", "venue", "claims", "requests",
)  # fmt: skip
#: the method of a service that does its declared actions; each is called by its own key
ACT = "act"
#: actions that add no entry of their own to a journal
WITHOUT_ACTOR = frozenset({
    "sweep", "plan_round", "carried", "listed", "progress", "open_calls", "look", "lost_at",
})  # fmt: skip
#: the members of a call
_PARTS = ("version", "subject", "action", "arguments")
#: the author and the role of an action if none is given
DIRECTOR = roles.DIRECTOR
#: the actions of a scorer: results, claims and seating
SCORERS = frozenset({
    "claims.agree", "claims.report", "events.batches.enter", "events.claim", "events.confirm",
    "events.reject", "events.result", "events.throw",
    "seating.free_all", "seating.plan_round", "seating.seat",
})  # fmt: skip
FOREIGN = _("The hall is open for another user: ask that user; nothing was done.")
T = TypeVar("T")
#: sends (subject, action, arguments as JSON) to the host; returns the result as JSON
Send = Callable[[str, str, dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Caller:
    """The author and role for the actions of a service. Without `send` the actions run in this process."""

    actor: str = DIRECTOR
    send: Send | None = None
    role: str = roles.DIRECTOR

    def elsewhere(self, subject: str, kind: type[T]) -> T:
        """Return the actions of a service that only the host at the other end of `send` has."""
        # only the signatures of its methods are used, not its state
        return self.acting(subject, object.__new__(kind))

    def acting(self, subject: str, service: T) -> T:
        """Return the service with its actions bound to this caller; queries go to the service directly."""
        return cast(T, _Acting(subject, service, self))


class _Acting:
    """A service as seen by a caller."""

    def __init__(self, subject: str, service: Any, caller: Caller) -> None:
        self._subject, self._service, self._caller = subject, service, caller

    def __getattr__(self, name: str) -> Any:
        found, inner = getattr(self._service, name), f"{self._subject}.{name}"
        if inner in SUBJECTS:
            return self._caller.acting(inner, found)
        if not is_action(found):
            return found
        if name == ACT:
            # a declared action is called by its own key
            kinds = self._service.kinds
            return lambda key, *given, **named: self._bound(key, found, kinds[key].role, key)(*given, **named)
        return self._bound(name, found, roles.SCORER if inner in SCORERS else DIRECTOR)

    def _bound(self, name: str, doing: Any, least: str, *first: str) -> Callable[..., Any]:
        found = partial(doing, *first)

        def act(*given: Any, **named: Any) -> Any:
            if self._caller.role not in (roles.DIRECTOR, least):
                raise UserError("Only a director may do that, not a %(role)s.", role=self._caller.role)
            signature = inspect.signature(found)
            if "actor" in signature.parameters:
                named = {"actor": self._caller.actor} | named
            if "decides" in signature.parameters:
                named["decides"] = self._caller.role == roles.DIRECTOR
            if self._caller.send is None:
                return found(*given, **named)
            bound = signature.bind(*given, **named)
            result = self._caller.send(self._subject, name, encode(bound.arguments))
            return decode(get_type_hints(doing).get("return"), result)

        return act


def is_action(found: Any) -> bool:
    """Return whether an attribute of a service is an action."""
    if not inspect.ismethod(found) or found.__name__.startswith("_"):
        return False
    return found.__name__ in WITHOUT_ACTOR or "actor" in inspect.signature(found).parameters


# --- on the wire -------------------------------------------------------------------------------


def request(subject: str, action: str, arguments: Mapping[str, Any]) -> bytes:
    """Return the bytes of a call for the host."""
    told = {"version": __version__, "subject": subject, "action": action, "arguments": arguments}
    return json.dumps(told).encode()


def perform(director: object, body: bytes) -> Any:
    """Carry out a call with a `Director`; return its result in JSON form.

    On UserError it was refused and nothing has changed. This module does not import `Director`, because
    commands that encode calls need only one service.
    """
    read = loads(body).fields(_PARTS, _PARTS)
    if (version := read["version"].text()) != __version__:
        raise UserError(
            "The running host is Tablekeeper %(version)s and this command is %(version2)s: use the host's "
            "version, or restart the host; nothing was done.",
            version=__version__, version2=version[:20],
        )
    service = attrgetter(read["subject"].choice(SUBJECTS))(director)
    name = read["action"].name()
    kind = getattr(service, "kinds", {}).get(name)
    doing: Any = None if name.startswith("_") else getattr(service, name if kind is None else ACT, None)
    if not is_action(doing) or name == ACT:
        raise read["action"].refuse("this is not an action")
    found = doing if kind is None else partial(doing, name)
    signature, hints = inspect.signature(found), get_type_hints(doing)
    arguments: dict[str, Any] = {}
    for key, cursor in read["arguments"].members():
        parameter = signature.parameters.get(key)
        if parameter is None:
            raise cursor.refuse("unknown argument")
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            arguments |= cursor.value
        elif key == "actor":
            arguments[key] = name_at(cursor)
        else:
            try:
                arguments[key] = decode(hints[key], cursor.value)
            except (KeyError, TypeError, ValueError) as error:
                raise cursor.refuse("this is not what the action takes (%(error)s)", error=error) from error
    try:
        bound = signature.bind(**arguments)
    except TypeError as error:
        raise read["arguments"].refuse(str(error)) from error
    return encode(found(*bound.args, **bound.kwargs))


def encode(value: Any) -> Any:
    """Return a value in JSON form."""
    if is_dataclass(value):
        return {one.name: encode(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Cursor):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: encode(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [encode(inner) for inner in value]
    return value


def decode(hint: Any, value: Any) -> Any:
    """Return the value of a type from JSON; raise TypeError or ValueError if it does not fit."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if origin in (Union, types.UnionType):
        [hint] = [one for one in inner if one is not types.NoneType]
        return None if value is None else decode(hint, value)
    if hint is date:
        return date.fromisoformat(value)
    if hint is Cursor:
        return Cursor(value)
    if is_dataclass(hint):
        known = get_type_hints(hint)
        return cast(Any, hint)(**{key: decode(known[key], one) for key, one in _of(dict, value).items()})
    if origin is tuple and inner[-1] is not ...:
        return tuple(decode(one, each) for one, each in zip(inner, _of(list, value), strict=True))
    if origin in (tuple, list, Sequence):
        return tuple(decode(inner[0], one) for one in _of(list, value))
    if origin in (dict, Mapping):
        return _of(dict, value)
    return _of(hint or types.NoneType, value)


def _of(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise TypeError(f"{kind.__name__} is wanted")
    return value
