"""Finds the translatable text of an English sentence: journals store sentences in English.

Only for sentences that the program wrote: a sentence written by a person could match a text by chance.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from . import catalogues
from .message import Translatable, _, irregular, language, shown

_VALUE = re.compile(r"%\((\w+)\)s")
#: values that are names: they are not translated, even if a name is a word of the program
_NAMES = re.compile(
    r"(player|winner|loser|opponent|name|team|who|by|to|table|member|asked_by|refused_by|changed_by)s?\d*"
)
#: a pattern with fewer fixed letters would match too many sentences
_FEWEST = 6


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
