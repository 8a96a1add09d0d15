"""Turns refusals of journals and formats into sentences for the director. Pure.

A field of a format is named by its label, as in forms and in `--help`. Paths of a document are only useful to
writers of files, so these sentences do not contain them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from tablekeeper.errors import UserError
from tablekeeper.formats.format import Format
from tablekeeper.formats.option import refusal, refused
from tablekeeper.languages import _, joined
from tablekeeper.strictjson import DocumentError, UnknownKey

#: the path of a result in a document
_RESULT = re.compile(r"^results\[(\d+)\]\.?")
#: an item of a field with a list
_ITEM = re.compile(r"\[(\d+)\]")
#: a field by itself, or one of its items
_FIELD = re.compile(
    r"^(?:journal\[\d+\]\.body\.)?(?:results\[\d+\]\.)?(?:(?:options|choices|drawn|throws)\.)?([a-z_]+)(?:$|[,.\[])"
)
#: objects that contain fields
_WHOLES = ("journal", "undo", "results", "options", "choices", "drawn", "throws")
#: the result, option or choice of a draw in a path, and the rest of the path
_PLACE = re.compile(
    r"^(?P<action>(?:journal\[\d+\](?:\.body)?|undo)(?:\.|$))?(?:results\[(?P<result>\d+)\](?:\.|$))?"
    r"(?:(?P<table>options|choices|drawn|throws)(?:\.|$))?(?P<field>[^.,\[]*)(?P<inside>.*)$",
    re.DOTALL,
)
#: fields of every journal
_WORDS = {"reason": _("The reason")}


@contextmanager
def sentences(form: Format | None = None) -> Iterator[None]:
    """Turn the refusals of journals, and of a format, into the director's sentences."""
    try:
        yield
    except DocumentError as error:
        raise UserError(sentence(error, form), field=field_of(error)) from error


def sentence(error: DocumentError, form: Format | None = None) -> str:
    """Return a refusal as a sentence; the place is named in words if it is useful to people."""
    return joined((within(error, form), ""), ".") if _place(error.place, form) else refusal("", error.reason)


def unread(error: DocumentError, form: Format) -> str:
    """Return a sentence why an event of another version has no standings in this version."""
    return _("This version reads the results in another way. %(sentence)s", sentence=sentence(error, form))


def within(error: DocumentError, form: Format | None = None) -> str:
    """Return a refusal as a part of a sentence: the place, if it is useful, and the reason."""
    place = _place(error.place, form)
    if isinstance(error, UnknownKey):
        labels = {} if form is None else {one.key: one.label for one in (*form.options, *form.result)}
        known = ", ".join(labels.get(key, key.replace("_", " ")) for key in error.known)
        return _('"%(place)s" does not belong here; possible here: %(known)s', place=place, known=known)
    return refused(place, error.reason)


def field_of(error: DocumentError) -> str:
    """Return the field of a refusal; "" if it is not about a field."""
    found = _FIELD.match(error.place)
    return found[1] if found and found[1] not in _WHOLES else ""


def results_place(error: DocumentError) -> int | None:
    """Return the index of the result that an error is about, or None."""
    found = _RESULT.match(error.place)
    return None if found is None else int(found[1])


def of_new_result(error: DocumentError, before: int = 0) -> DocumentError:
    """Return the refusal of a new result after `before` others, with only the field as its place."""
    place = results_place(error)
    if place is None or place < before:
        return error
    field = _RESULT.sub("", error.place)
    if isinstance(error, UnknownKey):
        return UnknownKey(field, error.known)
    return DocumentError(field, error.reason)


def _place(place: str, form: Format | None) -> str:
    """Return a place in words: "options.couples.A[1]" is "Couples and their players, A"."""
    found = _PLACE.match(place)
    assert found is not None, "every text is a place"
    key, table = found["field"], found["table"]
    known = {} if form is None else {
        one.key: one.label
        for one in (form.result if not table else form.draws if table == "choices" else form.options)
    }  # fmt: skip
    told = []
    if found["result"] is not None:
        told.append(_("result %(int)s", int=int(found["result"]) + 1))
    if key and (key in known or table or not found["action"]):
        told.append(known.get(key) or _WORDS.get(key) or key.replace("_", " "))
        inside = (
            _ITEM.sub(lambda item: _(", item %(int)s", int=int(item[1]) + 1), found["inside"])
            if not table
            else (_ITEM.sub("", found["inside"]))
        )
        if inside:
            told[-1] += inside.replace(".", ", ", 1) if inside.startswith(".") else inside
    elif key in _WORDS:
        told.append(_WORDS[key])
    return told[0] if len(told) == 1 else ", ".join(told)
