"""Parses die throws that a director types, and makes an action of the event's journal from them. Pure."""

from __future__ import annotations

from typing import Any

from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats.written import value_of


def _kept(view: EventView) -> str:
    """Return the option for the present throws."""
    if not view.throwing:
        raise UserError("Nobody throws now.")
    kept, _ = view.form.round_of(view.throwing[0]) or ("", ())
    return kept


def read_throws(view: EventView, text: str) -> Any:
    """Return the throws of a text, "Bob 5, Ann 3"; refuse them if nobody must throw."""
    kept = _kept(view)
    if not text.strip():
        raise UserError("Write the throws as names and numbers, such as Ann 5, Bob 2.")
    try:
        return value_of(next(one for one in view.form.options if one.key == kept), text)
    except UserError as error:
        raise UserError("The throws: %(error)s.", error=error) from None


def throw_body(view: EventView, throws: Any) -> dict[str, Any]:
    """Return the body of the action that records throws."""
    kept = _kept(view)
    return {"option": kept, "after": len(view.options.get(kept) or ()), "throws": throws}
