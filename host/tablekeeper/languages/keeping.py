"""Keeps a text in a journal as its pattern and its values; the sentence is made when it is shown.

    >>> from tablekeeper.languages import _, language_of, shown
    >>> text = _("%(player)s is warned (%(label)s)", player="Ann", label=_("dress"))
    >>> document = kept(text)
    >>> document["values"]
    {'player': 'Ann', 'label': {'pattern': 'dress'}}
    >>> brought(document)
    'Ann is warned (dress)'
    >>> with language_of("de"):
    ...     shown(brought(document))
    'Ann wird verwarnt (Kleidung)'

A plain text stays a text: a sentence of an earlier version is `recognised`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .message import Translatable, irregular

#: what a pattern may contain besides text: values, and percent signs
_PLACES = re.compile(r"%(?:\((\w+)\)s|(%)|)")
#: members of a text in JSON form -> their types
_MEMBERS: Mapping[str, type] = {
    "pattern": str, "values": dict, "plural": str, "number": int, "context": str, "english": str,
}


def kept(text: str) -> Any:
    """Return a text in JSON form: its English pattern and its values; a plain text unchanged."""
    if not isinstance(text, Translatable) or _names(text.key) is None:
        return text[:]
    found: dict[str, Any] = {"pattern": text.key}
    if text.values:
        found["values"] = {name: _value(value) for name, value in text.values.items()}
    if text.plural:
        found |= {"plural": text.plural, "number": text.number}
    if text.context:
        found["context"] = text.context
    # 1st, 2nd, 3rd: their English has no pattern
    return found if brought(found) == text else found | {"english": text[:]}


def brought(document: Any) -> str:
    """Return the text that was `kept`; raise ValueError if it cannot be made."""
    if isinstance(document, str):
        return document
    if not isinstance(document, Mapping) or not isinstance(document.get("pattern"), str):
        raise ValueError("a text, or a pattern with its values, is wanted here")
    for name, value in document.items():
        if not isinstance(value, _MEMBERS.get(name, ())) or isinstance(value, bool):
            raise ValueError("a pattern has no such member")
    key, plural = document["pattern"], document.get("plural", "")
    number = document.get("number", 0)
    values = {
        name: value if isinstance(value, int) else brought(value)
        for name, value in document.get("values", {}).items()
    }
    for pattern in (key, plural):
        names = _names(pattern)
        if names is None or not names <= values.keys():
            raise ValueError("a pattern has other values")
    english = document.get("english") or (plural if plural and number != 1 else key) % values
    made = irregular(english, key, **values)
    made.plural, made.number, made.context = plural, number, document.get("context", "")
    return made


def _value(value: Any) -> Any:
    if isinstance(value, str):
        return kept(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _names(pattern: str) -> set[str] | None:
    """Return the names of the values in a pattern; None if it is no pattern with values of this form."""
    found = list(_PLACES.finditer(pattern))
    if any(one[1] is None and one[2] is None for one in found):
        return None
    return {one[1] for one in found if one[1] is not None}
