"""The fields of forms, and refused forms: shown again as typed, with a sentence at the wrong field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from starlette.datastructures import FormData

from tablekeeper.actions.kind import ActionKind, S
from tablekeeper.director.seen import Meanwhile
from tablekeeper.errors import UserError
from tablekeeper.languages import _

_Handler = TypeVar("_Handler", bound=Callable[..., Any])

#: hidden fields that identify a form
_HIDDEN = frozenset({"token", "what", "seen"})


def sends(*actions: str) -> Callable[[_Handler], _Handler]:
    """Declare the values of `what` in the forms that a handler accepts; `Auth.form` refuses others.

    docs/rights.md has a row for each.
    """

    def declare(handler: _Handler) -> _Handler:
        vars(handler)["actions"] = actions
        return handler

    return declare


def text_of(form: FormData, name: str) -> str:
    """Return a field on one line with single spaces; "" if the field is missing."""
    return " ".join(str(form.get(name, "")).split())


def number_of(form: FormData, name: str, what: str) -> int:
    """Return a field that is a whole number; refuse any other text beside it."""
    text = text_of(form, name)
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise UserError(_("%(what)s is missing: choose or write a number.", what=what), field=name)
    return int(text)


def day_of(form: FormData, name: str) -> date | None:
    """Return a field that is a day, None when it is empty; refuse any other text beside it."""
    text = text_of(form, name)
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UserError(_("Write the day like 2026-05-01."), field=name) from None


def said_in(kind: ActionKind[S], form: FormData, **known: Any) -> dict[str, Any]:
    """Return what the form of an action says, beside what its page has `known`; without decisions."""
    said: dict[str, Any] = {}
    for one in kind.said:
        text = text_of(form, one.name) or text_of(form, one.key)
        if text and one.kind == "people":
            said[one.key] = [name for line in str(form[one.name]).splitlines() if (name := line.strip())]
        elif text and one.kind not in ("decision", "votes"):
            said[one.key] = one.kind == "flag" or text
    return said | {key: fact for key, fact in known.items() if fact is not None}


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form with the typed values, and why it was refused."""

    form: str  # its field `what`
    sentence: str
    field: str  # name of the wrong input, "" for no input or several inputs
    typed: Mapping[str, str]
    #: the changes since the page was made, in words, if they caused the question
    changes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, form: FormData, error: UserError, shown: Mapping[str, str] | None = None
    ) -> RefusedForm:
        """Return a form with the error that refused it.

        Inputs that still have the values `shown` by the page were not changed by the author: they show the
        present values.
        """
        typed = {
            key: str(value) for key, value in form.items()
            if key not in _HIDDEN and (shown is None or shown.get(key, "") != str(value))
        }  # fmt: skip
        field = error.field if error.field in typed else ""
        changes = error.changes if isinstance(error, Meanwhile) else ()
        return cls(str(form.get("what", "")), str(error), field, typed, changes)
