"""The refusals of journals and formats as sentences of the director. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.languages import sentence as as_sentence
from tablekeeper.strictjson import DocumentError

#: where a document has a result
_RESULT = re.compile(r"^results\[(\d+)\]\.?")
#: one of a field's list
_ITEM = re.compile(r"\[(\d+)\]")
#: a field by itself, or one of its items
_FIELD = re.compile(r"^(?:journal\[\d+\]\.body\.)?(?:(?:options|choices)\.)?([a-z_]+)(?:$|[,.\[])")
#: what holds fields
_WHOLES = ("journal", "undo", "results", "options", "choices")
#: an option, or a choice of a draw: people know the flag or the field, not the path
_OPTION = re.compile(r"^(?:options|choices)\.([^.\[]*)(.*)$", re.DOTALL)


@contextmanager
def sentences() -> Iterator[None]:
    """Turn the refusals of journals and formats into the director's sentences."""
    try:
        yield
    except DocumentError as error:
        raise UserError(sentence(error), field=field_of(error)) from error


def sentence(error: DocumentError) -> str:
    """Return a refusal as a sentence: the place is named where it says something to people."""
    if error.place.endswith(".reason"):
        return _("The reason: %(reason)s.", reason=error.reason)
    if names_a_place(error):
        return joined((within(error), ""), ".")
    return as_sentence(error.reason)


def names_a_place(error: DocumentError) -> bool:
    """Tell whether people know the place: where in the journal an action would have stood says nothing."""
    return error.place != "" and not error.place.startswith("journal")


def within(error: DocumentError) -> str:
    """Return a refusal as a part of a sentence: the place, where it says something, and the reason."""
    if not names_a_place(error):
        return error.reason
    return joined((_OPTION.sub(_named, _RESULT.sub(_numbered, error.place)), error.reason), ": ")


def field_of(error: DocumentError) -> str:
    """Return the field that a refusal is about, "" where it is about something else."""
    found = _FIELD.match(error.place)
    return found[1] if found and found[1] not in _WHOLES else ""


def results_place(error: DocumentError) -> int | None:
    """Return which result an error is about, from 0; None when it is about none."""
    found = _RESULT.match(error.place)
    return None if found is None else int(found[1])


def of_new_result(error: DocumentError, before: int = 0) -> DocumentError:
    """Return the refusal of a result behind those `before` to who enters it: with its field alone."""
    place = results_place(error)
    if place is None or place < before:
        return error
    field = _RESULT.sub("", error.place)
    return DocumentError(_ITEM.sub(lambda item: f", item {int(item[1]) + 1}", field), error.reason)


def _named(found: re.Match[str]) -> str:
    """Name an option in words, with what is inside: "options.couples.A[1]" is "couples, A"."""
    inside = _ITEM.sub("", found[2]).lstrip(".")
    return found[1].replace("_", " ") + (f", {inside}" if inside else "")


def _numbered(found: re.Match[str]) -> str:
    """Name an earlier result as people count: from 1."""
    return f"result {int(found[1]) + 1}" + (", " if found[0].endswith(".") else "")
