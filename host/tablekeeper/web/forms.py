"""Forms that were refused: the page is shown again with what was typed and a sentence beside its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.datastructures import FormData

from tablekeeper.director.seen import Meanwhile
from tablekeeper.errors import UserError

_Handler = TypeVar("_Handler", bound=Callable[..., Any])

#: fields that say what a form is, and are typed by nobody
_HIDDEN = frozenset({"token", "what", "seen"})


def sends(*actions: str) -> Callable[[_Handler], _Handler]:
    """Declare the values of the field `what` of the forms that a handler takes; `Auth.form` refuses others.

    docs/rights.md has a row for each.
    """

    def declare(handler: _Handler) -> _Handler:
        vars(handler)["actions"] = actions
        return handler

    return declare


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form as it was sent, and why it was refused."""

    form: str  # its field `what`
    sentence: str
    field: str  # name of the input that is wrong, "" where it is none or several
    typed: Mapping[str, str]
    #: what has changed since the page was made, in words: the form was asked about because of it
    changes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, form: FormData, error: UserError, shown: Mapping[str, str] | None = None
    ) -> RefusedForm:
        """Return a form with the error that refused it.

        Inputs that have what the page had `shown` in them were not typed: they show what is so by now.
        """
        typed = {
            key: str(value) for key, value in form.items()
            if key not in _HIDDEN and (shown is None or shown.get(key, "") != str(value))
        }  # fmt: skip
        field = error.field if error.field in typed else ""
        changes = error.changes if isinstance(error, Meanwhile) else ()
        return cls(str(form.get("what", "")), str(error), field, typed, changes)
