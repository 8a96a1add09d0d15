"""Reads the forms of events: fields of a format, numbers, names, pairings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.adjudication import asks, with_rates
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.formats.written import value_of

from .forms import RefusedForm, text_of
from .pages import GNUBG_PATIENCE, Pages

#: prefix of the names of inputs that are fields of the event's format
FIELD = "field-"


@dataclass(frozen=True, slots=True)
class SentForm:
    """A form about an event, and its sender."""

    view: EventView
    form: FormData
    actor: str

    def text(self, name: str) -> str:
        """Return the value of an input."""
        return str(self.form.get(name, ""))

    @property
    def reason(self) -> str:
        """The reason, on one line."""
        return text_of(self.form, "reason")


def values(table: Sequence[Option], form: FormData) -> dict[str, Any]:
    """Return the filled-in fields, in the form of an event file."""
    found: dict[str, Any] = {}
    for option in table:
        text = str(form.get(f"{FIELD}{option.key}", "")).strip()
        if not text:
            continue
        try:
            found[option.key] = value_of(option, text)
        except UserError as error:
            raise UserError(
                "%(label)s: %(error)s.",
                label=option.label, error=error, field=f"{FIELD}{option.key}",
            ) from None
    return found


def rated(pages: Pages, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a result; if it has a position but no percentages, add those of GNU Backgammon."""
    if not asks(result):
        return result
    with pages.asking_gnubg():
        return with_rates(result, GNUBG_PATIENCE)


def names(form: FormData) -> list[str]:
    """Return the names in a text area, one per line."""
    return [name for line in str(form.get("players", "")).splitlines() if (name := line.strip())]


def refused(form: FormData, error: UserError, shown: Mapping[str, str] | None = None) -> RefusedForm:
    """Return a refused form; a problem with a field of the format is shown beside its input.

    `shown` are the first values of its inputs, as for `RefusedForm.of`.
    """
    own = f"{FIELD}{error.field}"
    return RefusedForm.of(form, UserError(str(error), field=own) if own in form else error, shown)


def confirmation(
    pages: Pages, request: Request, address: str, view: EventView, form: FormData, asked: Unconfirmed
) -> Response:
    """Return the page that asks for a confirmation: the same form again, with the confirmation in it."""
    again = {key: str(value) for key, value in form.items() if key != "token"} | asked.said
    return pages.page(request, "confirm.html", event=view, asked=asked, again=again, address=address)
