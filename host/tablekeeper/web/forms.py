"""Forms that were refused: the page is shown again with what was typed and a sentence beside its field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import FormData

from tablekeeper.director.seen import Meanwhile
from tablekeeper.errors import UserError

#: fields that say what a form is, and are typed by nobody
_HIDDEN = frozenset({"token", "what", "seen"})


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
