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

A plain text stays a text: earlier versions stored whole sentences, whose text is `recognised` by its pattern.
Only sentences that the program wrote: a sentence written by a person could match a text by chance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from . import catalogues
from .message import Translatable, _, irregular, language, shown

#: what a pattern may contain besides text: values, and percent signs
_PLACES = re.compile(r"%(?:\((\w+)\)s|(%)|)")
#: members of a text in JSON form -> their types
_MEMBERS: Mapping[str, type] = {
    "pattern": str, "values": dict, "plural": str, "number": int, "context": str, "english": str,
}
_VALUE = re.compile(r"%\((\w+)\)s")
#: values that are names: they are not translated, even if a name is a word of the program
_NAMES = re.compile(
    r"(player|winner|loser|opponent|name|team|who|by|to|table|member|asked_by|refused_by|changed_by)s?\d*"
)
#: a pattern with fewer fixed letters would match too many sentences
_FEWEST = 6

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


@cache
def _patterns() -> tuple[tuple[str, str, re.Pattern[str], int], ...]:
    """Return for each text with values: its longest piece, the text, its pattern, its number of letters."""
    found = []
    for key in catalogues.english():
        pieces = _VALUE.split(key)
        literal = [piece.replace("%%", "%") for piece in pieces[::2]]
        size = sum(map(len, literal))
        if len(pieces) == 1 or size < _FEWEST:
            continue
        told, seen = "", set()
        for place, piece in enumerate(pieces):
            if place % 2 == 0:
                told += re.escape(piece.replace("%%", "%"))
            elif piece in seen:
                told += f"(?P={piece})"
            else:
                seen.add(piece)
                told += f"(?P<{piece}>.*?)"
        found.append((max(literal, key=len), key, re.compile(told, re.DOTALL), size))
    return tuple(sorted(found, key=lambda one: -one[3]))


@lru_cache(4096)
def _key(sentence: str) -> tuple[str, dict[str, str]] | None:
    if sentence in catalogues.english():
        return sentence, {}
    for piece, key, pattern, _size in _patterns():
        if piece in sentence and (fits := pattern.fullmatch(sentence)):
            return key, fits.groupdict()
    # too short for a pattern: a name, and a word of the program
    name, colon, label = sentence.partition(": ")
    if colon and label in catalogues.english():
        return "%(player)s: %(label)s", {"player": name, "label": label}
    return None


class _Recognised(Translatable):
    """A sentence whose catalogue text is searched when it is shown in another language."""

    __slots__ = ()

    def translated(self) -> str:
        """Return the sentence in the language of the reader."""
        if language() == catalogues.ENGLISH:
            return self[:]
        found = _key(self[:])
        if found is None:
            return self[:]
        key, values = found
        told = {
            name: value if _NAMES.fullmatch(name) else recognised(value) for name, value in values.items()
        }
        return shown(irregular(self[:], key, **told) if values else _(key))


def recognised(sentence: str) -> str:
    """Return the text of an English sentence, or the sentence unchanged if no text matches.

    >>> from tablekeeper.languages import language_of
    >>> with language_of("de"):
    ...     shown(recognised("Ann is warned (dress)")), shown(recognised("Hello Ann"))
    ('Ann wird verwarnt (Kleidung)', 'Hello Ann')
    """
    if isinstance(sentence, Translatable):
        return sentence
    made = _Recognised(sentence)
    made.key, made.plural, made.number, made.context, made.values = sentence, "", 0, "", {}
    return made
